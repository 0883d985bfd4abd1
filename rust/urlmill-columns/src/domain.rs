//! Public suffixes, and the domains that people register below them.

use crate::block::Row;
use crate::field::Section;
use crate::lower::lowered;
use crate::out::Made;
use crate::rules::{Classes, Domain};
use crate::side::Side;
use urlmill_core::Span;
use urlmill_core::suffix::{Found, Odd, find_within};

/// What was found in the last host. Rows of one host tend to stand together, and to see that it is the same takes a
/// fraction of the time of looking.
pub(crate) struct Last<'a> {
    host: &'a [u8],
    found: Result<Option<Found>, Odd>,
}

impl<'a> Last<'a> {
    pub(crate) const NONE: Self = Self { host: b"", found: Ok(None) };

    #[inline]
    fn answer(&mut self, row: &Row<'a>, span: Span, section: Section) -> Result<Option<Found>, Odd> {
        let host = row.part(span);
        if host != self.host {
            let rest = row.place.rest.get(span.start as usize..).unwrap_or_default();
            *self = Self { host, found: find_within(rest, host.len(), section == Section::All) };
        }
        self.found
    }
}

/// The part of the host that is asked for; null if there is none.
#[inline]
pub(crate) fn cut<'a>(
    side: &mut Side<'_>,
    row: &Row<'a>,
    last: &mut Last<'a>,
    part: Domain,
    section: Section,
    classes: &dyn Classes,
) -> Made {
    let Some(host) = row.parts.host() else { return Ok(None) };
    let Ok(found) = last.answer(row, host, section) else {
        return asked(side, row, part, section, classes);
    };
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
