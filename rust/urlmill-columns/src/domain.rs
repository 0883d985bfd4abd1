//! Public suffixes, and the domains that people register below them.

use crate::block::Row;
use crate::field::Section;
use crate::lower::lowered;
use crate::out::{Made, Side};
use crate::schemes::{Classes, Domain};
use urlmill_core::Span;
use urlmill_core::suffix::find_within;

/// The part of the host that is asked for; null if there is none.
#[inline]
pub(crate) fn cut(side: &mut Side<'_>, row: &Row<'_>, part: Domain, section: Section, classes: &dyn Classes) -> Made {
    let Some(host) = row.parts.host() else { return Ok(None) };
    // All of them without a stop in between, which takes less time than to stop.
    let odd = row.part(host).iter().fold(0, |any, &b| any | b & 0x80 | u8::from(b == b'%'));
    if odd != 0 {
        return asked(side, row, part, section, classes);
    }
    let rest = row.place.rest.get(host.start as usize..).unwrap_or_default();
    let found = find_within(rest, host.len(), section == Section::All);
    let span = found.and_then(|found| match part {
        Domain::Registrable => found.domain,
        Domain::Suffix => Some(found.suffix),
    });
    let within = |span: Span| Span { start: host.start + span.start, end: host.start + span.end };
    lowered(side, row, span.map(within), classes)
}

/// What the labels of such a host are, Python knows.
#[cold]
fn asked(side: &mut Side<'_>, row: &Row<'_>, part: Domain, section: Section, classes: &dyn Classes) -> Made {
    let Ok(text) = std::str::from_utf8(row.text()) else { return Ok(None) };
    let Some(found) = classes.domain(text, part, section)? else { return Ok(None) };
    side.store(found.as_bytes()).map(Some)
}
