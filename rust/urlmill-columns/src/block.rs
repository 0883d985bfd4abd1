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

/// What a look at a row found.
enum Look {
    /// It is left out.
    Refused,
    /// It has the parts that any text can be split into.
    Any,
    /// It has these.
    Parsed(Offsets),
}

/// Which rows there are, which are faulty, and what is wrong with those.
#[derive(Default)]
pub(crate) struct Block<'a> {
    pub(crate) rows: Vec<Row<'a>>,
    /// The number of the first one among all rows.
    pub(crate) first: usize,
    /// A bit for each row that is not null.
    pub(crate) present: [u64; WORDS],
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
        self.present = [0; WORDS];
        let Ok(none) = parse(b"", LENIENT) else { return Ok(()) };
        let null = Row { place: Place::default(), parts: none };
        let is_simple = !reading.wants_faults && !source.is_unchecked;
        let mut stop = None;
        source.read(first, count, |index, place| {
            let Some(place) = place else {
                self.rows.push(null);
                return;
            };
            let bit = 1 << (index % 64);
            self.present[index / 64] |= bit;
            let look = if is_simple { Ok(Look::Any) } else { self.look(index, place, source, reading) };
            let parts = match look {
                Ok(Look::Parsed(parts)) => parts,
                Ok(Look::Any) if !reading.wants_parts => none,
                Ok(Look::Any) => parse_within(place.rest, place.len as usize).unwrap_or(none),
                Ok(Look::Refused) => {
                    self.rows.push(null);
                    return;
                }
                Err(error) => {
                    stop.get_or_insert(error);
                    self.rows.push(null);
                    return;
                }
            };
            self.rows.push(Row { place, parts });
            self.valid[index / 64] |= bit;
        });
        stop.map_or(Ok(()), Err)
    }

    /// What is wrong with the row is noted if anybody wants to know.
    fn look(&mut self, index: usize, place: Place<'a>, source: &Source, reading: &Reading<'_>) -> Result<Look, Stop> {
        let text = place.text();
        if source.is_unchecked
            && let Err(error) = std::str::from_utf8(text)
        {
            let at = characters(&text[..error.valid_up_to()]);
            self.faults.push((index, reading.classes.number("bad-char"), at));
            return Ok(Look::Refused);
        }
        if !reading.wants_faults {
            return Ok(Look::Any);
        }
        let is_lenient = reading.profile == Profile::Lenient;
        let plain = plain(text);
        match reading.schemes.parsed(text, plain, reading.classes)? {
            Ok(parts) if !is_lenient => Ok(Look::Parsed(parts)),
            // Those of a plain URL are the ones that any text can be split into.
            Ok(_) => Ok(plain.map_or(Look::Any, Look::Parsed)),
            Err((code, at)) => {
                self.faults.push((index, code, at));
                Ok(if is_lenient { Look::Any } else { Look::Refused })
            }
        }
    }
}
