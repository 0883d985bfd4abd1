//! What values of JSON may be.

use super::json_time::{is_date, is_time_of_day, micros};
use super::{Unit, host, number, word};
use urlmill_core::Span;

/// What the values of a column are. Null is absent for all of them, `-` for all but the first, an empty text for all but
/// the first two, and `-1` for a status and a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// Text as it was written.
    Written,
    /// Text.
    Text,
    /// A whole number below 2^16.
    UInt16,
    /// One below 2^64.
    UInt64,
    /// A number.
    Float64,
    /// A moment, in any of many forms.
    Time,
    /// Three digits, or `0`.
    Status,
    /// RFC 9110 5.6.2: a token.
    Method,
    /// A client, with a port or without; of several with commas between them, the first.
    Client,
    /// A host, with a port or without, which is left out.
    Host,
    /// The port of a host, which may have none.
    HostPort,
    /// A duration in this unit, as seconds.
    Duration(Unit),
    /// A duration with its unit after it, as seconds.
    Elapsed,
    /// `2015-05-17`
    Date,
    /// `10:05:03`
    TimeOfDay,
}

impl ObjectKind {
    /// Whether a text stands for nothing.
    #[inline]
    pub(super) fn is_absent(self, text: &[u8]) -> bool {
        match (text, self) {
            (_, Self::Written) | (b"", Self::Text) => false,
            (b"-1", Self::Status | Self::Duration(_)) => true,
            _ => matches!(text, b"" | b"-"),
        }
    }

    /// The part of a text that counts, if it is sure that it is of this kind; an empty one stands for nothing.
    #[inline]
    pub(super) fn part(self, text: &[u8]) -> Option<Span> {
        let is_value = match self {
            Self::Written | Self::Text => true,
            Self::UInt16 => uint16(text).is_some(),
            Self::UInt64 => number::whole_or_real(text).is_some(),
            Self::Float64 | Self::Duration(_) => number::is_small(text) || number::scientific(text).is_some(),
            Self::Time => micros(text).is_some(),
            Self::Status => status(text).is_some(),
            Self::Method => word::is_token(text),
            Self::Client => return client(text),
            Self::Host => return host::authority(text).map(|(host, _)| host),
            Self::HostPort => host::authority(text).is_some(),
            Self::Elapsed => number::elapsed(text).is_some(),
            Self::Date => is_date(text),
            Self::TimeOfDay => is_time_of_day(text),
        };
        is_value.then(|| Span::new(0, text.len()))
    }
}

#[inline]
pub(super) fn uint16(text: &[u8]) -> Option<u16> {
    u16::try_from(number::whole_or_real(text)?).ok()
}

/// Some writers of JSON know one kind of number only, and write `200.0`.
#[inline]
pub(super) fn status(text: &[u8]) -> Option<u16> {
    number::status(text).or_else(|| {
        let (digits, zeros) = text.split_at(text.iter().position(|&b| b == b'.')?);
        zeros[1..].iter().all(|&b| b == b'0').then(|| number::status(digits))?
    })
}

/// Most are an address and nothing else. One that is not known is empty.
#[inline]
fn client(text: &[u8]) -> Option<Span> {
    if host::is_client(text) {
        return Some(Span::new(0, text.len()));
    }
    host::forwarded(text).map(Option::unwrap_or_default)
}
