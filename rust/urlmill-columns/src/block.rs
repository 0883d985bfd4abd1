//! A few hundred rows, parsed: few enough that their text and their offsets stay in the nearest cache while one field
//! after the other is written.

use crate::field::Needs;
use crate::rules::{Profile, characters, plain};
use crate::source::Source;
use crate::split::{Reading, Stop};
use crate::view::Place;
use crate::web::Hrefs;
use urlmill_core::parse::{parse_host_within, parse_within};
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

/// What fields are made of: which rows there are, which are faulty, and what is wrong with those.
pub(crate) struct Block<'a> {
    places: &'a [Place<'a>],
    parts: &'a [Offsets],
    /// The number of the first one among all rows.
    pub(crate) first: usize,
    /// A bit for each row that is not null.
    pub(crate) present: &'a [u64; WORDS],
    /// A bit for each row that has parts.
    pub(crate) valid: &'a [u64; WORDS],
    /// The row, the code and the position.
    pub(crate) faults: &'a [(usize, i16, u32)],
    /// The rows that are not in the input, and so are gone with the block.
    hrefs: &'a Hrefs,
}

impl<'a> Block<'a> {
    /// The rows, 64 at a time.
    #[inline]
    pub(crate) fn words(&self) -> impl Iterator<Item = impl Iterator<Item = Row<'a>> + '_> + '_ {
        self.places
            .chunks(64)
            .zip(self.parts.chunks(64))
            .map(|(places, parts)| places.iter().zip(parts).map(|(&place, &parts)| Row { place, parts }))
    }

    /// How many rows it has.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether a host has capitals; under other profiles than that of the web, that is not known.
    pub(crate) fn has_capitals(&self) -> bool {
        self.hrefs.has_capitals
    }

    /// The number and the place of each row that is gone with the block.
    pub(crate) fn moved(&self) -> impl Iterator<Item = (usize, Place<'a>)> {
        self.hrefs.places()
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

/// Reads and parses rows, a block at a time, in memory that it keeps for the next one.
#[derive(Default)]
pub(crate) struct Reader<'a> {
    pub(crate) places: Vec<Place<'a>>,
    pub(crate) parts: Vec<Offsets>,
    pub(crate) present: [u64; WORDS],
    pub(crate) valid: [u64; WORDS],
    pub(crate) faults: Vec<(usize, i16, u32)>,
    pub(crate) hrefs: Hrefs,
}

impl<'a> Reader<'a> {
    /// What was read. The first row has the number `first` among all rows. `moved` is memory for places, used if some rows
    /// are not in the input.
    pub(crate) fn block<'b>(&'b self, first: usize, moved: &'b mut Vec<Place<'b>>) -> Result<Block<'b>, Stop> {
        let Self { places, parts, present, valid, faults, hrefs } = self;
        let places = if hrefs.is_empty() { places } else { hrefs.over(places, moved)? };
        Ok(Block { places, parts, first, present, valid, faults, hrefs })
    }

    /// Reads and parses `count` rows from `first` on.
    pub(crate) fn fill(
        &mut self,
        source: &'a Source,
        first: usize,
        count: usize,
        reading: &Reading<'_>,
    ) -> Result<(), Stop> {
        self.faults.clear();
        self.present = source.read(first, count, &mut self.places)?;
        self.valid = self.present;
        if reading.profile == Profile::Web {
            return self.fill_web(source, first, reading);
        }
        if reading.wants_faults {
            let is_text = source.is_text(first, &self.places)?;
            return self.look_at_all(is_text, reading);
        }
        // What those of other rows have left behind is written over.
        self.parts.resize(count, Offsets::default());
        let rows = self.places.iter().zip(&mut self.parts);
        let lists = |scheme: &[u8]| reading.schemes.may_list(scheme);
        match reading.needs {
            Needs::Nothing | Needs::Verdict => (),
            Needs::Authority => rows.for_each(|(it, parts)| parse_host_within(it.rest, it.len as usize, lists, parts)),
            Needs::All => rows.for_each(|(it, parts)| parse_within(it.rest, it.len as usize, lists, parts)),
        }
        // Only now, when the text has come from memory while it was parsed. Any octets can be parsed.
        if source.is_text(first, &self.places)? { Ok(()) } else { self.look_at_all(false, reading) }
    }

    fn look_at_all(&mut self, is_text: bool, reading: &Reading<'_>) -> Result<(), Stop> {
        self.parts.clear();
        self.parts.resize(self.places.len(), Offsets::default());
        for index in 0..self.places.len() {
            let place = self.places[index];
            let is_present = self.present[index / 64] >> (index % 64) & 1 == 1;
            let look = if is_present { self.look(index, place, is_text, reading)? } else { Look::Refused };
            match look {
                Look::Parsed(parts) => self.parts[index] = parts,
                Look::Any if reading.needs <= Needs::Verdict => (),
                Look::Any => {
                    let lists = |scheme: &[u8]| reading.schemes.may_list(scheme);
                    parse_within(place.rest, place.len as usize, lists, &mut self.parts[index]);
                }
                Look::Refused => self.refuse(index),
            }
        }
        Ok(())
    }

    /// Leaves a row out.
    pub(crate) fn refuse(&mut self, index: usize) {
        self.places[index] = Place::default();
        self.parts[index] = Offsets::default();
        self.valid[index / 64] &= !(1 << (index % 64));
    }

    /// What is wrong with the row is noted if anybody wants to know; `is_text` says that it is UTF-8.
    fn look(&mut self, index: usize, place: Place<'a>, is_text: bool, reading: &Reading<'_>) -> Result<Look, Stop> {
        let text = place.text();
        if !is_text && let Err(error) = std::str::from_utf8(text) {
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
