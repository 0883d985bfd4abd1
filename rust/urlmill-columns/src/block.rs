//! A few hundred rows, parsed: few enough that their text and their offsets stay in the nearest cache while one field
//! after the other is written.

use crate::schemes::{Profile, characters, plain};
use crate::source::Source;
use crate::split::{Reading, Stop};
use crate::view::Place;
use urlmill_core::parse::{LENIENT, parse, parse_within};
use urlmill_core::{Offsets, Span};

/// How many rows.
pub(crate) const BLOCK: usize = 256;
/// In words of validity bits.
pub(crate) const WORDS: usize = BLOCK / 64;

/// A row; an empty one stands for a null.
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) place: Place<'a>,
    pub(crate) parts: Offsets,
}

impl<'a> Row<'a> {
    #[inline]
    pub(crate) fn text(&self) -> &'a [u8] {
        self.place.text()
    }

    #[inline]
    pub(crate) fn part(&self, span: Span) -> &'a [u8] {
        span.of(self.text())
    }
}

/// Which rows there are, which are faulty, and what is wrong with those.
#[derive(Default)]
pub(crate) struct Block<'a> {
    pub(crate) rows: Vec<Row<'a>>,
    /// A bit for each row that has parts.
    pub(crate) valid: [u64; WORDS],
    /// The row, the code and the position.
    pub(crate) faults: Vec<(usize, i16, u32)>,
}

impl<'a> Block<'a> {
    /// Reads and parses `count` rows from `first` on.
    pub(crate) fn fill(
        &mut self,
        source: &'a Source,
        first: usize,
        count: usize,
        reading: &Reading<'_>,
    ) -> Result<(), Stop> {
        self.rows.clear();
        self.faults.clear();
        self.valid = [0; WORDS];
        let Ok(none) = parse(b"", LENIENT) else { return Ok(()) };
        let null = Row { place: Place::default(), parts: none };
        let is_simple = !reading.wants_faults && !source.is_unchecked;
        let mut stop = None;
        source.read(first, count, |index, place| {
            let Some(place) = place else {
                self.rows.push(null);
                return;
            };
            let mut plain_parts = None;
            if !is_simple {
                plain_parts = plain(place.text());
                match self.look(index, place, plain_parts.as_ref(), source, reading) {
                    Ok(true) => {}
                    Ok(false) => {
                        self.rows.push(null);
                        return;
                    }
                    Err(error) => {
                        stop.get_or_insert(error);
                        self.rows.push(null);
                        return;
                    }
                }
            }
            let parts = plain_parts.or_else(|| parse_within(place.rest, place.len as usize)).unwrap_or(none);
            self.rows.push(Row { place, parts });
            self.valid[index / 64] |= 1 << (index % 64);
        });
        stop.map_or(Ok(()), Err)
    }

    /// Whether the row is to be kept; what is wrong with it is noted if anybody wants to know.
    fn look(
        &mut self,
        index: usize,
        place: Place<'a>,
        plain: Option<&Offsets>,
        source: &Source,
        reading: &Reading<'_>,
    ) -> Result<bool, Stop> {
        let text = place.text();
        if source.is_unchecked
            && let Err(error) = std::str::from_utf8(text)
        {
            let at = characters(&text[..error.valid_up_to()]);
            self.faults.push((index, reading.classes.number("bad-char"), at));
            return Ok(false);
        }
        if !reading.wants_faults {
            return Ok(true);
        }
        match reading.schemes.fault(text, plain, reading.classes)? {
            None => Ok(true),
            Some((code, at)) => {
                self.faults.push((index, code, at));
                Ok(reading.profile == Profile::Lenient)
            }
        }
    }
}
