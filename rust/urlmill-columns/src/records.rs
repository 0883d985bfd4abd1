//! Lines of an access log as columns of their fields.
//!
//! A line is a literal, a field, a literal, a field, ..., a literal, and its end. A field ends where the literal after it
//! begins, at its first occurrence. If that literal begins with `"`, a backslash in the field protects the character after
//! it: so servers write what clients have sent.

mod clock;
mod number;
mod out;
mod request;

use crate::block::BLOCK;
use crate::column::Column;
use crate::schemes::characters;
use crate::source::Chunk;
use crate::split::Stop;
use crate::view::Place;
use memchr::{memchr, memchr2};
use out::{Out, Positions};
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
    head: Vec<u8>,
    fields: Vec<(RecordKind, End)>,
}

/// How a field ends.
#[derive(Clone, Debug)]
enum End {
    OfLine,
    Literal(Vec<u8>),
    /// One that begins with `"`.
    Quote(Vec<u8>),
}

impl Format {
    /// `fields` have the literal before them, `last` is what the line must end with.
    #[must_use]
    pub fn new(fields: &[(&str, RecordKind)], last: &str) -> Self {
        let head = fields.first().map_or(last, |&(literal, _)| literal);
        let between = fields.iter().skip(1).map(|&(literal, _)| match literal.as_bytes() {
            literal @ [b'"', ..] => End::Quote(literal.to_vec()),
            literal => End::Literal(literal.to_vec()),
        });
        let end = match last.as_bytes() {
            [] => End::OfLine,
            literal @ [b'"', ..] => End::Quote(literal.to_vec()),
            literal => End::Literal(literal.to_vec()),
        };
        let kinds = fields.iter().map(|&(_, kind)| kind);
        Self { head: head.as_bytes().to_vec(), fields: kinds.zip(between.chain([end])).collect() }
    }

    /// Reads a line into a row of `outs`; an error is the offset where it stopped matching.
    #[inline]
    fn read(&self, place: &Place<'_>, row: usize, outs: &mut [Out]) -> Result<(), usize> {
        let text = place.text();
        if !begins(text, &self.head) {
            return Err(first_difference(text, &self.head));
        }
        let mut at = self.head.len();
        for ((_, end), out) in self.fields.iter().zip(outs) {
            let (end, next) = end.after(text, at).ok_or(at)?;
            out.set(row, place, Span::new(at, end)).ok_or(at)?;
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
        let (len, literal) = match self {
            Self::OfLine => (rest.len(), &[][..]),
            Self::Literal(literal) => (find(rest, literal)?, &literal[..]),
            Self::Quote(literal) => (find_unprotected(rest, literal)?, &literal[..]),
        };
        Some((at + len, at + len + literal.len()))
    }
}

#[inline]
fn find(text: &[u8], literal: &[u8]) -> Option<usize> {
    let Some((&first, others)) = literal.split_first() else { return Some(0) };
    let mut from = 0;
    loop {
        let at = from + memchr(first, &text[from..])?;
        if begins(&text[at + 1..], others) {
            return Some(at);
        }
        from = at + 1;
    }
}

#[inline]
fn find_unprotected(text: &[u8], literal: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let at = from + memchr2(b'"', b'\\', text.get(from..)?)?;
        let is_quote = text[at] == b'"';
        if is_quote && begins(&text[at..], literal) {
            return Some(at);
        }
        from = at + if is_quote { 1 } else { 2 };
    }
}

/// `starts_with`, for literals of a few bytes: to call a function that compares memory takes longer.
#[inline]
fn begins(text: &[u8], literal: &[u8]) -> bool {
    text.len() >= literal.len() && text.iter().zip(literal).all(|(one, other)| one == other)
}

/// The columns of the fields, and one more: null where a line matched, else the character where it stopped matching. Of
/// such lines, all other columns are null.
///
/// # Errors
/// [`Stop::Arrow`], which would be a mistake in here.
pub fn records(chunk: &Chunk, format: &Format) -> Result<Vec<Column>, Stop> {
    let chunk = &chunk.expanded();
    let (source, rows) = (&chunk.source, chunk.len());
    let mut outs: Vec<Out> = format.fields.iter().map(|&(kind, _)| Out::new(kind, rows)).collect();
    let mut positions = Positions::new(rows);
    let mut places = Vec::with_capacity(BLOCK);
    for first in (0..rows).step_by(BLOCK) {
        let count = BLOCK.min(rows - first);
        source.places(first, count, &mut places);
        let present = source.present(first, count);
        for (index, place) in places.iter().enumerate() {
            let row = first + index;
            let read = if present[index / 64] >> (index % 64) & 1 == 0 {
                Err(None)
            } else if source.is_unchecked
                && let Err(error) = std::str::from_utf8(place.text())
            {
                Err(Some(error.valid_up_to()))
            } else {
                format.read(place, row, &mut outs).map_err(Some)
            };
            if let Err(fault) = read {
                for out in &mut outs {
                    out.clear(row);
                }
                if let Some(at) = fault {
                    positions.put(row, characters(&place.text()[..at]));
                }
            }
        }
    }
    let mut columns = Vec::with_capacity(outs.len() + 4);
    for out in outs {
        out.finish(&source.buffers, &mut columns)?;
    }
    columns.push(Column::UInt32(positions.finish()?));
    Ok(columns)
}

/// Where the character begins in which the two are no longer the same.
#[cold]
fn first_difference(text: &[u8], other: &[u8]) -> usize {
    let mut at = text.iter().zip(other).take_while(|(one, other)| one == other).count();
    while text.get(at).is_some_and(|b| b & 0xc0 == 0x80) && at > 0 {
        at -= 1;
    }
    at
}
