//! Lines of an access log as columns of their fields.
//!
//! A line is a literal, a field, a literal, a field, ..., a literal, and its end. A field ends where the literal after it
//! begins, at its first occurrence. If that literal begins with `"`, a backslash in the field protects the character after
//! it: so servers write what clients have sent.

mod clock;
mod find;
mod moment;
mod number;
mod objects;
mod out;
mod request;
mod tally;

use crate::chunk::Chunk;
use crate::column::Column;
use crate::rules::characters;
use crate::split::Stop;
use find::Literal;
pub use objects::{ObjectField, ObjectKind, Objects, objects};
use out::{Out, Positions};
pub use tally::{Tallied, Tally, tally};
use urlmill_core::Span;

/// What a field is. Anything but a skipped one is null if it is `-` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// Not wanted: no column.
    Skipped,
    /// Text as it was written.
    Text,
    /// A whole number below 2^16.
    UInt16,
    /// One below 2^64.
    UInt64,
    /// A number with or without a fraction.
    Float64,
    /// `17/May/2015:10:05:03 +0000`
    Clock,
    /// Four columns: the text as it was written, and method, target and protocol if it is a request.
    Request,
}

/// What a line looks like.
#[derive(Clone, Debug)]
pub struct Format {
    /// What the line begins with.
    head: Literal,
    fields: Vec<(RecordKind, End)>,
}

/// How a field ends.
#[derive(Clone, Debug)]
struct End {
    literal: Literal,
    place: EndPlace,
    /// Whether the field is a clock, and the literal begins with what a clock cannot have: so it can be looked for where a
    /// clock ends. If it stands before that as well, either end makes the line bad, unless the field is `-`.
    is_after_clock: bool,
}

#[derive(Clone, Copy, Debug)]
enum EndPlace {
    OfLine,
    First,
    /// The literal begins with `"`.
    Unprotected,
}

impl Format {
    /// `fields` have the literal before them, `last` is what the line must end with.
    #[must_use]
    pub fn new(fields: &[(&str, RecordKind)], last: &str) -> Self {
        let head = fields.first().map_or(last, |&(literal, _)| literal);
        let literals = fields.iter().skip(1).map(|&(literal, _)| literal).chain([last]);
        let ends = fields.iter().zip(literals).enumerate().map(|(index, (&(_, kind), literal))| {
            let place = match literal.as_bytes() {
                [] if index + 1 == fields.len() => EndPlace::OfLine,
                [b'"', ..] => EndPlace::Unprotected,
                _ => EndPlace::First,
            };
            let is_foreign = literal.bytes().next().is_some_and(|first| !clock::may_have(first));
            let is_after_clock = kind == RecordKind::Clock && is_foreign;
            (kind, End { literal: Literal::new(literal.as_bytes()), place, is_after_clock })
        });
        Self { head: Literal::new(head.as_bytes()), fields: ends.collect() }
    }

    /// Cuts a line into fields; an error is the offset where it stopped matching, and from there on fields are empty.
    #[inline]
    fn cut(&self, text: &[u8], index: usize, spans: &mut [Spans]) -> Result<(), usize> {
        if !self.head.begins(text) {
            let at = self.head.first_difference(text);
            set_empty(spans, index, at);
            return Err(at);
        }
        let mut at = self.head.len();
        for (field, (_, end)) in self.fields.iter().enumerate() {
            let Some((end, next)) = end.after(text, at) else {
                set_empty(&mut spans[field..], index, at);
                return Err(at);
            };
            spans[field][index] = Span::new(at, end);
            at = next;
        }
        if at == text.len() { Ok(()) } else { Err(at) }
    }
}

impl End {
    /// Where a field that begins at `at` ends, and where the next one begins.
    #[inline]
    fn after(&self, text: &[u8], at: usize) -> Option<(usize, usize)> {
        let rest = text.get(at..)?;
        let len = if self.is_after_clock && self.is_where_a_clock_ends(rest) {
            clock::LEN
        } else {
            match self.place {
                EndPlace::OfLine => rest.len(),
                EndPlace::First => self.literal.find(rest)?,
                EndPlace::Unprotected => self.literal.find_unprotected(rest)?,
            }
        };
        Some((at + len, at + len + self.literal.len()))
    }

    fn is_where_a_clock_ends(&self, rest: &[u8]) -> bool {
        rest.first().is_some_and(u8::is_ascii_digit)
            && rest.get(clock::LEN..).is_some_and(|rest| self.literal.begins(rest))
    }
}

/// The columns of the fields, and one more: null where a line matched, else the character where it stopped matching. Of
/// such lines, all other columns are null.
///
/// # Errors
/// See [`Stop`].
pub fn records(chunk: &Chunk, format: &Format) -> Result<Vec<Column>, Stop> {
    let chunk = &chunk.expanded()?;
    let (source, rows) = (&chunk.source, chunk.len());
    let mut outs = format.fields.iter().map(|&(kind, _)| Out::new(kind, rows)).collect::<Result<Vec<_>, _>>()?;
    let mut positions = Positions::new(rows)?;
    let mut places = Vec::with_capacity(ROWS);
    let mut spans = vec![[Span::default(); ROWS]; outs.len()];
    for (word, first) in (0..rows).step_by(ROWS).enumerate() {
        let count = ROWS.min(rows - first);
        let present = source.read(first, count, &mut places)?[0];
        let is_text = source.is_text(first, &places)?;
        let mut faults = [NONE; ROWS];
        for (index, place) in places.iter().enumerate() {
            if present >> index & 1 == 0 {
                set_empty(&mut spans, index, 0);
            } else if !is_text && let Err(error) = std::str::from_utf8(place.text()) {
                set_empty(&mut spans, index, error.valid_up_to());
                faults[index] = error.valid_up_to() as u32;
            } else if let Err(at) = format.cut(place.text(), index, &mut spans) {
                faults[index] = at as u32;
            }
        }
        for (out, spans) in outs.iter_mut().zip(&spans) {
            out.write(word, &places, spans, &mut faults);
        }
        let mut valid = present;
        for (index, (&at, place)) in faults.iter().zip(&places).enumerate() {
            if at != NONE && present >> index & 1 == 1 {
                valid ^= 1 << index;
                positions.put(first + index, characters(&place.text()[..at as usize]));
            }
        }
        for out in &mut outs {
            out.keep(word, valid);
        }
    }
    let mut columns = Vec::with_capacity(outs.len() + 4);
    for out in outs {
        out.finish(&source.buffers, &mut columns)?;
    }
    columns.push(Column::UInt32(positions.finish()?));
    Ok(columns)
}

/// How many rows are cut before their fields are written, one column after the other: as many as a word of validity has
/// bits, and few enough that their text stays in the nearest cache.
const ROWS: usize = 64;
/// No fault.
const NONE: u32 = u32::MAX;

/// Where a field stands in each of some lines.
type Spans = [Span; ROWS];

#[cold]
fn set_empty(spans: &mut [Spans], index: usize, at: usize) {
    for spans in spans {
        spans[index] = Span::new(at, at);
    }
}
