//! Public suffixes, and the domains that people register below them.

use crate::block::Row;
use crate::field::Section;
use crate::lower::lowered;
use crate::out::Made;
use crate::schemes::{Classes, Domain};
use crate::side::Side;
use urlmill_core::Span;
use urlmill_core::suffix::{Found, find_within};

/// What was found in the last host. Rows of one host tend to stand together, and to see that it is the same takes a
/// fraction of the time of looking.
pub(crate) struct Last<'a> {
    host: &'a [u8],
    found: Answer,
}

#[derive(Clone, Copy)]
enum Answer {
    Found(Option<Found>),
    /// It has escapes or wide characters.
    Odd,
}

impl<'a> Last<'a> {
    pub(crate) const NONE: Self = Self { host: b"", found: Answer::Found(None) };

    #[inline]
    fn answer(&mut self, row: &Row<'a>, span: Span, section: Section) -> Answer {
        let host = row.part(span);
        if host != self.host {
            *self = Self {
                host,
                found: look(row.place.rest.get(span.start as usize..).unwrap_or_default(), host, section),
            };
        }
        self.found
    }
}

#[inline]
fn look(rest: &[u8], host: &[u8], section: Section) -> Answer {
    // All of them without a stop in between, which takes less time than to stop.
    let odd = host.iter().fold(0, |any, &b| any | b & 0x80 | u8::from(b == b'%'));
    if odd != 0 { Answer::Odd } else { Answer::Found(find_within(rest, host.len(), section == Section::All)) }
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
    let Answer::Found(found) = last.answer(row, host, section) else {
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
