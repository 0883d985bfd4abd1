//! Rows as the WHATWG URL Standard has them. Most are their own href, so that their parts are views into the input. The
//! href of any other is written in here, and is gone with its block: what a column takes of it, `side` keeps.

use crate::block::{Reader, Row};
use crate::field::Needs;
use crate::memory::{probe_if_long, reserve};
use crate::out::Made;
use crate::rules::characters;
use crate::side::Side;
use crate::source::Source;
use crate::split::{Reading, Stop};
use crate::view::{MAX, MOVED, Place};
use std::mem;
use urlmill_core::web::{Base, NO_MEMORY, can_parse, origin, parse, settled};
use urlmill_core::{Buffer, Fault, Offsets, Span};

/// Zeros behind the last one: sixteen bytes of any part may be read at once.
const PADDING: [u8; 16] = [0; 16];

/// The hrefs of a block's rows that are other texts than the rows.
#[derive(Default)]
pub(crate) struct Hrefs {
    /// One after the other.
    octets: Vec<u8>,
    /// The row, and where its href begins and ends.
    rows: Vec<(usize, usize, usize)>,
    /// Those that are still to be parsed.
    odd: Vec<usize>,
    /// Where one is written.
    out: Buffer,
    /// Whether there is a host with capitals, which schemes have that browsers do not know.
    pub(crate) has_capitals: bool,
}

impl Hrefs {
    pub(crate) fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number and the place of each row that has one.
    pub(crate) fn places(&self) -> impl Iterator<Item = (usize, Place<'_>)> {
        self.rows.iter().map(|&(row, start, end)| {
            (row, Place { rest: &self.octets[start..], len: (end - start) as u32, buffer: MOVED, offset: 0 })
        })
    }

    /// The places of all rows: of those that have one, of their href.
    pub(crate) fn over<'b>(
        &'b self,
        places: &[Place<'b>],
        moved: &'b mut Vec<Place<'b>>,
    ) -> Result<&'b [Place<'b>], Stop> {
        reserve(moved, places.len())?;
        moved.extend_from_slice(places);
        for (row, place) in self.places() {
            moved[row] = place;
        }
        Ok(moved)
    }

    fn clear(&mut self) {
        self.octets.clear();
        self.rows.clear();
        self.odd.clear();
        self.has_capitals = false;
    }

    /// Takes over what was written last.
    fn push(&mut self, row: usize) -> Result<(), Stop> {
        if self.out.len() > MAX {
            return Err(Stop::TooMuch);
        }
        let start = self.octets.len();
        reserve(&mut self.octets, self.out.len() + PADDING.len())?;
        self.octets.extend_from_slice(&self.out);
        reserve(&mut self.rows, 1)?;
        self.rows.push((row, start, self.octets.len()));
        Ok(())
    }
}

impl Reader<'_> {
    /// The rest of [`Reader::fill`].
    pub(crate) fn fill_web(&mut self, source: &Source, first: usize, reading: &Reading<'_>) -> Result<(), Stop> {
        self.hrefs.clear();
        self.parts.resize(self.places.len(), Offsets::default());
        if reading.needs != Needs::Nothing {
            let odd = &mut self.hrefs.odd;
            for (row, (place, parts)) in self.places.iter().zip(&mut self.parts).enumerate() {
                match settled(place.text()) {
                    Some(found) => *parts = found,
                    None => odd.push(row),
                }
            }
        }
        // Only now, when the text has come from memory.
        if reading.needs != Needs::Nothing {
            source.check_heads(first, &self.places)?; // what is settled is ASCII
        } else if !source.is_text(first, &self.places)? {
            self.hrefs.odd.extend(0..self.places.len());
        }
        let odd = mem::take(&mut self.hrefs.odd);
        for &row in &odd {
            let is_text = std::str::from_utf8(self.places[row].text()).is_ok();
            if !is_text && source.is_promised {
                return Err(Stop::NotText { row: first + row });
            }
            self.read_odd(row, is_text, reading)?;
        }
        self.hrefs.odd = odd;
        if !self.hrefs.is_empty() {
            self.hrefs.octets.extend_from_slice(&PADDING);
        }
        Ok(())
    }

    fn read_odd(&mut self, row: usize, is_text: bool, reading: &Reading<'_>) -> Result<(), Stop> {
        if self.present[row / 64] >> (row % 64) & 1 == 0 {
            self.parts[row] = Offsets::default();
            return Ok(());
        }
        let text = self.places[row].text();
        if let Some(at) = if is_text { None } else { no_text(text) } {
            self.faults.push((row, reading.classes.number("bad-char"), characters(&text[..at])));
            self.refuse(row);
            return Ok(());
        }
        match reading.needs {
            Needs::Nothing => {}
            Needs::Verdict if !reading.wants_faults => {
                probe_if_long(text.len().saturating_mul(3))?; // or a lack of memory would be a verdict
                if !can_parse(text, None) {
                    self.refuse(row);
                }
            }
            _ => match written(text, None, &mut self.hrefs.out)? {
                Ok(parts) => {
                    self.parts[row] = parts;
                    let host = parts.host().unwrap_or_default();
                    self.hrefs.has_capitals |= host.of(&self.hrefs.out).iter().any(u8::is_ascii_uppercase);
                    if *self.hrefs.out != *text && reading.needs != Needs::Verdict {
                        self.hrefs.push(row)?;
                    }
                }
                Err(fault) => {
                    let at = characters(&text[..fault.at as usize]);
                    self.faults.push((row, reading.classes.number(fault.code.name()), at));
                    self.refuse(row);
                }
            },
        }
        Ok(())
    }
}

/// The parts of the href of `text`, which is put into `out`; or what is wrong with it.
fn written(text: &[u8], base: Option<&Base<'_>>, out: &mut Buffer) -> Result<Result<Offsets, Fault>, Stop> {
    out.clear();
    match parse(text, base, out) {
        Err(NO_MEMORY) => Err(Stop::Memory),
        found => Ok(found),
    }
}

/// Where the first octets stand that are no text. A lone surrogate is text here: Python has it, and it is replaced.
#[cold]
fn no_text(text: &[u8]) -> Option<usize> {
    let mut from = 0;
    while let Err(error) = std::str::from_utf8(&text[from..]) {
        let at = from + error.valid_up_to();
        match text[at..] {
            [0xed, 0xa0..=0xbf, 0x80..=0xbf, ..] => from = at + 3,
            _ => return Some(at),
        }
    }
    None
}

/// Scheme, host and port, or `null`. What has no login begins with them.
pub(crate) fn origin_of(side: &mut Side<'_>, row: &Row<'_>) -> Made {
    let mut out = Buffer::new();
    probe_if_long(row.text().len())?;
    origin(row.text(), &row.parts, &mut out);
    if row.text().starts_with(&out) {
        return Ok(Some(row.place.view(Span::new(0, out.len()))));
    }
    side.store(&out).map(Some)
}

/// The base of the row before: as a rule it is that of the next one, too.
#[derive(Default)]
pub(crate) struct LastBase<'a> {
    text: Option<&'a [u8]>,
    href: Buffer,
    /// `None` if it cannot be parsed.
    offsets: Option<Offsets>,
}

impl<'a> LastBase<'a> {
    /// The href of the row, seen from `base`; null if either cannot be parsed.
    pub(crate) fn joined(&mut self, side: &mut Side<'_>, row: &Row<'_>, base: Option<&'a [u8]>) -> Made {
        let Some(base) = base else { return Ok(None) };
        if self.text != Some(base) {
            self.offsets = written(base, None, &mut self.href)?.ok();
            self.text = Some(base);
        }
        let Some(offsets) = self.offsets else { return Ok(None) };
        let text = row.text();
        if settled(text).is_some() {
            return Ok(Some(row.place.whole()));
        }
        let mut out = Buffer::new();
        match written(text, Some(&Base { href: &self.href, offsets }), &mut out)? {
            Ok(_) if *out == *text => Ok(Some(row.place.whole())),
            Ok(_) => side.store(&out).map(Some),
            Err(_) => Ok(None),
        }
    }
}
