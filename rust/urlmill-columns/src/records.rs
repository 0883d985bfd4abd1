//! Lines of an access log as columns of their fields.
//!
//! A line is a literal, a field, a literal, a field, ..., a literal, and its end. A field ends where the literal after it
//! begins, at its first occurrence. If that literal begins with `"`, a backslash in the field protects the character after
//! it: so servers write what clients have sent. [`Bounds`] has what else there is before and after fields.

mod checks;
mod clock;
mod counted;
mod counts;
mod ends;
mod find;
mod host;
mod json_time;
mod moment;
mod number;
mod object_counter;
mod object_kind;
mod objects;
mod out;
mod pattern;
mod request;
mod syslog;
mod target;
mod word;
mod written;

use crate::chunk::Chunk;
use crate::column::Column;
use crate::rules::characters;
use crate::split::Stop;
use crate::view::Place;
pub use counted::{Counted, Left, Part, RecordCounter, Requested};
pub use counts::{Counts, Ranked, Tally};
use ends::End;
use find::{Literal, Quotes};
pub use object_counter::{ObjectCounter, ObjectPart};
pub use object_kind::ObjectKind;
pub use objects::{ObjectField, Objects, objects};
use out::Out;
pub use pattern::{Grouped, Pattern, PatternCounter, groups};
use urlmill_core::Span;
use written::Positions;

/// What a field is. Anything but a skipped one is null if it is `-` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordKind {
    /// Whatever it is.
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
    /// A time of any way of writing, to the millionth of a second.
    Time,
    /// `2015-05-17`: when that day began.
    Date,
    /// `10:05:03.123` or `10:05`: microseconds of a day.
    DayTime,
    /// A duration in this unit, as seconds; `-1` is null.
    Duration(Unit),
    /// Three digits, or `0`; `-1` is null.
    Status,
    /// Four columns: the text as it was written, and method, target and protocol if it is a request.
    Request,
    /// RFC 9110 5.6.2: a token.
    Method,
    /// Text without a space in it.
    Word,
    /// A name, or several words of which none is `-`.
    User,
    /// The name of a host, or an address.
    Host,
    /// One that cannot be any word: an address, or a name with a dot in it.
    FullHost,
    /// An address.
    Address,
    /// An address, a name with a dot in it, or a local socket.
    Client,
    /// Two columns: a host, and its port if there is one.
    Authority,
    /// Two columns: a client, and its port.
    Endpoint,
    /// Two columns: the first of several clients with commas between them, and all of them.
    Forwarded,
    /// `Mar  5 10:05:03`
    SyslogTime,
    /// RFC 5424 6.3
    Structured,
}

/// What a duration is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// 1
    Seconds,
    /// 1/1,000
    Milliseconds,
    /// 1/1,000,000
    Microseconds,
    /// 1/1,000,000,000
    Nanoseconds,
}

impl Unit {
    /// How many of them a second has.
    #[inline]
    fn in_a_second(self) -> f64 {
        match self {
            Self::Seconds => 1.0,
            Self::Milliseconds => 1e3,
            Self::Microseconds => 1e6,
            Self::Nanoseconds => 1e9,
        }
    }
}

/// How a field is set apart from what is around it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bounds {
    /// By the literals.
    #[default]
    Plain,
    /// It may be in quotes.
    Quoted,
    /// It may be in quotes, which belong to it, and in which two of them stand for one. If what begins with a quote is not
    /// such, it is plain. The last field of a line does not have what stands between others.
    Doubled,
    /// Spaces stand before it.
    Padded,
    /// It may be several, with a comma and a space or with ` : ` between them.
    List,
}

/// A field of a line.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    /// What stands before it.
    pub before: &'a str,
    /// What it is.
    pub kind: RecordKind,
    /// How it is set apart.
    pub bounds: Bounds,
    /// Whether there is a column of it, or it is only looked at.
    pub has_column: bool,
}

impl<'a> From<(&'a str, RecordKind)> for Piece<'a> {
    fn from((before, kind): (&'a str, RecordKind)) -> Self {
        Self { before, kind, bounds: Bounds::Plain, has_column: true }
    }
}

/// What a line looks like.
#[derive(Clone, Debug)]
pub struct Format {
    /// What the line begins with.
    head: Literal,
    fields: Vec<Field>,
}

#[derive(Clone, Debug)]
struct Field {
    kind: RecordKind,
    bounds: Bounds,
    has_column: bool,
    end: End,
}

impl Format {
    /// `pieces` have the literal before them, `last` is what the line must end with.
    #[must_use]
    pub fn new<'a>(pieces: &[impl Into<Piece<'a>> + Copy], last: &'a str) -> Self {
        let pieces: Vec<Piece<'a>> = pieces.iter().map(|&piece| piece.into()).collect();
        let head = pieces.first().map_or(last, |piece| piece.before);
        let literals = pieces.iter().skip(1).map(|piece| piece.before).chain([last]);
        let fields = pieces.iter().zip(literals).enumerate().map(|(index, (piece, literal))| {
            let end = End::new(piece, literal, index + 1 == pieces.len());
            Field { kind: piece.kind, bounds: piece.bounds, has_column: piece.has_column, end }
        });
        Self { head: Literal::new(head.as_bytes()), fields: fields.collect() }
    }

    /// Cuts a line into fields; an error is the offset where it stopped matching, and from there on fields are empty.
    #[inline]
    fn cut(&self, place: &Place<'_>, index: usize, spans: &mut [Spans]) -> Result<(), usize> {
        let text = place.text();
        if !self.head.begins(text) {
            let at = self.head.first_difference(text);
            set_empty(spans, index, at);
            return Err(at);
        }
        let mut quotes = Quotes::of(place.rest, text.len());
        let mut at = self.head.len();
        for (number, field) in self.fields.iter().enumerate() {
            let Some((start, end, next)) = field.end.after(text, &mut quotes, at) else {
                set_empty(&mut spans[number..], index, at);
                return Err(at);
            };
            spans[number][index] = Span::new(start, end);
            at = next;
        }
        if at == text.len() { Ok(()) } else { Err(at) }
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
    let mut outs = Vec::with_capacity(format.fields.len());
    for field in &format.fields {
        outs.push(Out::new(field.kind, field.has_column, rows)?);
    }
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
            } else if let Err(at) = format.cut(place, index, &mut spans) {
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
