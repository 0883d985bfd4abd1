//! Whether what stands in a field is what it should be.

use super::{ROWS, RecordKind, Spans, clock, host, moment, number, syslog, word, written};
use crate::view::Place;

/// Whether a text is of a kind, or stands for nothing.
#[inline(always)]
pub(super) fn is_right(kind: RecordKind, text: &[u8]) -> bool {
    let is_right = match kind {
        RecordKind::Skipped | RecordKind::Text | RecordKind::Request => true,
        RecordKind::Client => host::is_client(text),
        RecordKind::User => word::is_user(text),
        RecordKind::Status => number::status(text).is_some() || is_unset(text),
        RecordKind::UInt64 => number::whole(text).is_some(),
        RecordKind::Clock => clock::is_clock(text),
        RecordKind::Duration(_) => number::real(text).is_some() || is_unset(text),
        _ => is_right_rarely(kind, text),
    };
    is_right || is_absent(text)
}

/// The kinds that few formats have, to keep the others short.
#[inline(never)]
fn is_right_rarely(kind: RecordKind, text: &[u8]) -> bool {
    match kind {
        RecordKind::UInt16 => small(text).is_some(),
        RecordKind::Float64 => number::real(text).is_some(),
        RecordKind::Time => moment::micros(text).is_some(),
        RecordKind::Date => moment::date(text).is_some(),
        RecordKind::DayTime => moment::day_time(text).is_some(),
        RecordKind::Method => word::is_token(text),
        RecordKind::Word => word::is_word(text),
        RecordKind::Host => host::is_host(text),
        RecordKind::FullHost => host::is_full(text),
        RecordKind::Address => host::is_address(text),
        RecordKind::Authority => host::authority(text).is_some(),
        RecordKind::Endpoint => host::endpoint(text).is_some(),
        RecordKind::Forwarded => host::forwarded(text).is_some(),
        RecordKind::SyslogTime => syslog::is_time(text),
        RecordKind::Structured => syslog::elements(text) == Some(text.len()),
        _ => true,
    }
}

/// Notes what is not of the kind.
#[inline]
pub(super) fn check(kind: RecordKind, places: &[Place<'_>], spans: &Spans, faults: &mut [u32; ROWS]) {
    match kind {
        RecordKind::Skipped | RecordKind::Text | RecordKind::Request => (),
        // What every line of most logs has, without a look at the kind for each.
        RecordKind::Client => each(places, spans, faults, |text| is_right(RecordKind::Client, text)),
        RecordKind::User => each(places, spans, faults, |text| is_right(RecordKind::User, text)),
        RecordKind::Status => each(places, spans, faults, |text| is_right(RecordKind::Status, text)),
        RecordKind::UInt64 => each(places, spans, faults, |text| is_right(RecordKind::UInt64, text)),
        RecordKind::Clock => each(places, spans, faults, |text| is_right(RecordKind::Clock, text)),
        kind => each(places, spans, faults, |text| is_right(kind, text)),
    }
}

#[inline]
fn each(places: &[Place<'_>], spans: &Spans, faults: &mut [u32; ROWS], is_right: impl Fn(&[u8]) -> bool) {
    for ((place, &span), fault) in places.iter().zip(spans).zip(faults) {
        if !is_right(written::text(place, span)) {
            *fault = span.start.min(*fault);
        }
    }
}

#[inline]
pub(super) fn is_absent(text: &[u8]) -> bool {
    matches!(text, b"-")
}

/// Of numbers that cannot be negative, some servers write `-1` for those that there are not.
#[inline]
pub(super) fn is_unset(text: &[u8]) -> bool {
    matches!(text, b"-" | b"-1")
}

pub(super) fn small(text: &[u8]) -> Option<u16> {
    u16::try_from(number::whole(text)?).ok()
}
