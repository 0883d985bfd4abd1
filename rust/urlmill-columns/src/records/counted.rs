//! Values of records that are counted where they stand: no column is made of them.

use super::checks::{is_absent, is_right, is_unset};
use super::clock::LatestClock;
use super::counts::{Counts, Tally};
use super::find::Quotes;
use super::{Bounds, Format, RecordKind, host, number, request, target};
use crate::memory::reserve;
use crate::split::Stop;
use memchr::memchr_iter;
use urlmill_core::Span;
use urlmill_core::scan::vector::{has_control, is_ascii};

/// What is counted of a record. The numbers are those of the fields.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// The text of a field; or its number, if it is one; of a host with a port, the host; of a list of clients, the first.
    Field(usize),
    /// A list of clients as it was written.
    Written(usize),
    /// The method of a request.
    Method(usize),
    /// Its target.
    Target(usize),
    /// Its protocol.
    Protocol(usize),
    /// The path of what was requested.
    Path(Requested),
    /// Its query.
    Query(Requested),
}

/// Where the request target is.
#[derive(Clone, Copy, Debug)]
pub enum Requested {
    /// In a request.
    Line(usize),
    /// In a field of its own, as the method may be.
    Apart {
        /// Of the target.
        target: usize,
        /// Of the method.
        method: Option<usize>,
        /// Whether the target is a path alone: one with a `?` or `#` of its own is left.
        is_stem: bool,
    },
}

/// A shape that records may have, and what is counted of them then.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The shape.
    pub format: Format,
    /// What is counted.
    pub part: Part,
}

/// A line that is left to the caller, since it fits no shape or what it has is not as most are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// Its number, from 0 on.
    pub line: usize,
    /// Where it begins.
    pub start: usize,
    /// Where it ends, without its line break.
    pub end: usize,
}

/// Counts the records of lines. A line has the first shape that it fits.
#[derive(Clone, Debug)]
pub struct RecordCounter {
    shapes: Vec<Counted>,
}

impl RecordCounter {
    /// For lines of these shapes.
    #[must_use]
    pub fn new(shapes: Vec<Counted>) -> Self {
        Self { shapes }
    }

    /// Counts the lines of `octets`; how many, and which are left to the caller. Blank lines are neither. The rank of a line
    /// is `rank` and the offset where it begins.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn count(&self, octets: &[u8], rank: u64, tally: &Tally) -> Result<(u64, Vec<Left>), Stop> {
        let most = self.shapes.iter().map(|shape| shape.format.fields.len()).max().unwrap_or_default();
        let mut spans = vec![Span::default(); most];
        let mut clock = LatestClock::default();
        tally.with(|counts| count_lines(octets, rank, counts, |line| self.value(line, &mut spans, &mut clock)))
    }

    #[inline]
    fn value<'a>(&self, line: Line<'a>, spans: &mut [Span], clock: &mut LatestClock) -> Value<'a> {
        if !line.is_text() {
            return Value::Unsure;
        }
        let mut quotes = Quotes::of(line.memory, line.text.len());
        for shape in &self.shapes {
            if shape.format.fits(line.text, &mut quotes, spans, clock) {
                return shape.value(line.text, spans);
            }
        }
        Value::Unsure
    }
}

/// A line that is counted.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    pub(super) text: &'a [u8],
    /// The text and what comes after it.
    pub(super) memory: &'a [u8],
    is_ascii: bool,
}

impl Line<'_> {
    /// Whether it is UTF-8.
    #[inline]
    pub(super) fn is_text(self) -> bool {
        self.is_ascii || is_ascii(self.text) || std::str::from_utf8(self.text).is_ok()
    }
}

/// How many bytes are looked at in one go for whether they are ASCII, of which the next lines are in a cache then.
const WINDOW: usize = 1 << 13;

/// Counts what `value` finds in each line.
#[inline]
pub(super) fn count_lines<'a>(
    octets: &'a [u8],
    rank: u64,
    counts: &mut Counts,
    mut value: impl FnMut(Line<'a>) -> Value<'a>,
) -> Result<(u64, Vec<Left>), Stop> {
    let mut left = Vec::new();
    let mut rows = 0;
    let rest = octets.last().is_some_and(|&last| last != b'\n').then_some(octets.len());
    let mut next = 0;
    let (mut window, mut ascii_from) = (0, 0);
    for (line, end) in memchr_iter(b'\n', octets).chain(rest).enumerate() {
        let (start, is_whole) = (next, end < octets.len());
        next = end + 1;
        let text = &octets[start..end];
        let text = text.strip_suffix(b"\r").filter(|_| is_whole).unwrap_or(text);
        if text.is_empty() {
            continue;
        }
        while window < end {
            let after = octets.len().min(window + WINDOW);
            if !is_ascii(&octets[window..after]) {
                ascii_from = after;
            }
            window = after;
        }
        let rank = rank + start as u64;
        match value(Line { text, memory: &octets[start..], is_ascii: start >= ascii_from }) {
            Value::Text(value) => counts.add(value, 1, rank)?,
            Value::Owned(value) => counts.add(&value, 1, rank)?,
            Value::Number(number) => counts.add(decimal(number, &mut [0; 20]), 1, rank)?,
            Value::Null => counts.add_null(1, rank),
            Value::Unsure => {
                reserve(&mut left, 1)?;
                left.push(Left { line, start, end: start + text.len() });
                continue;
            }
        }
        rows += 1;
    }
    Ok((rows, left))
}

/// A part of what was requested.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    Path,
    Query,
}

impl Wanted {
    /// That of a request.
    #[inline]
    pub(super) fn of_request(self, request: &[u8]) -> Value<'_> {
        let Some((method, target, _)) = request::parts(request) else { return Value::Null };
        self.of_target(Some(method.of(request)), target.of(request))
    }

    /// That of a target, after this method.
    #[inline]
    pub(super) fn of_target<'a>(self, method: Option<&[u8]>, target: &'a [u8]) -> Value<'a> {
        // RFC 9112 3.2.3: it names a host and a port.
        if method == Some(b"CONNECT") {
            return Value::Null;
        }
        // What there is without control characters, others must say.
        if has_control(target) {
            return Value::Unsure;
        }
        let Some((start, end)) = target::path(target) else { return Value::Unsure };
        match self {
            Self::Path => Value::Text(&target[start..end]),
            Self::Query => {
                let query = target[end..].strip_prefix(b"?");
                query.map(|query| query.split(|&b| b == b'#').next().unwrap_or(query)).into()
            }
        }
    }
}

/// What a row has.
pub(super) enum Value<'a> {
    Text(&'a [u8]),
    /// Text that does not stand in the line.
    Owned(Vec<u8>),
    Number(u64),
    Null,
    Unsure,
}

impl<'a> From<Option<&'a [u8]>> for Value<'a> {
    #[inline]
    fn from(text: Option<&'a [u8]>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }
}

impl Format {
    /// Whether a line fits: then `spans` has its fields.
    #[inline]
    fn fits(&self, text: &[u8], quotes: &mut Quotes<'_>, spans: &mut [Span], clock: &mut LatestClock) -> bool {
        if !self.head.begins(text) {
            return false;
        }
        let mut at = self.head.len();
        for (field, span) in self.fields.iter().zip(spans) {
            let Some((start, end, next)) = field.end.after(text, quotes, at) else { return false };
            let value = &text[start..end];
            let is_right = (field.kind == RecordKind::Clock && clock.is_like(value)) || is_right(field.kind, value);
            if !is_right {
                return false;
            }
            *span = Span::new(start, end);
            at = next;
        }
        at == text.len()
    }
}

impl Counted {
    #[inline]
    fn value<'a>(&self, line: &'a [u8], spans: &[Span]) -> Value<'a> {
        let text = |field: usize| spans[field].of(line);
        match self.part {
            Part::Field(field) => self.field(field, text(field)),
            Part::Written(field) => Some(text(field)).filter(|text| !is_absent(text)).into(),
            Part::Method(field) => request::parts(text(field)).map(|(method, _, _)| method.of(text(field))).into(),
            Part::Target(field) => request::parts(text(field)).map(|(_, target, _)| target.of(text(field))).into(),
            Part::Protocol(field) => {
                let protocol = request::parts(text(field)).and_then(|(_, _, protocol)| protocol);
                protocol.map(|protocol| protocol.of(text(field))).into()
            }
            Part::Path(requested) => self.of_target(requested, text, Wanted::Path),
            Part::Query(requested) => self.of_target(requested, text, Wanted::Query),
        }
    }

    fn field<'a>(&self, field: usize, text: &'a [u8]) -> Value<'a> {
        let Some(piece) = self.format.fields.get(field) else { return Value::Unsure };
        let of = |span: Span| span.of(text);
        match piece.kind {
            _ if piece.bounds == Bounds::Doubled && text.starts_with(b"\"") => Value::Unsure,
            RecordKind::Forwarded => host::forwarded(text).flatten().map(of).into(),
            _ if is_absent(text) => Value::Null,
            RecordKind::Status if is_unset(text) => Value::Null,
            RecordKind::UInt16 | RecordKind::UInt64 | RecordKind::Status => {
                number::whole(text).map_or(Value::Unsure, Value::Number)
            }
            RecordKind::Authority => host::authority(text).map(|(host, _)| of(host)).into(),
            RecordKind::Endpoint => host::endpoint(text).map(|(host, _)| of(host)).into(),
            RecordKind::Clock
            | RecordKind::Time
            | RecordKind::Date
            | RecordKind::DayTime
            | RecordKind::Float64
            | RecordKind::Duration(_) => Value::Unsure,
            _ => Value::Text(text),
        }
    }

    #[inline]
    fn of_target<'a>(&self, requested: Requested, text: impl Fn(usize) -> &'a [u8], wanted: Wanted) -> Value<'a> {
        match requested {
            Requested::Line(field) => wanted.of_request(text(field)),
            Requested::Apart { target: field, .. } if is_absent(text(field)) => Value::Null,
            Requested::Apart { target: field, .. } if self.is_quoted(field, text(field)) => Value::Unsure,
            Requested::Apart { target: field, is_stem: true, .. } if target::has_more(text(field)) => Value::Unsure,
            Requested::Apart { target, method, .. } => wanted.of_target(method.map(&text), text(target)),
        }
    }

    fn is_quoted(&self, field: usize, text: &[u8]) -> bool {
        text.starts_with(b"\"") && self.format.fields.get(field).is_some_and(|field| field.bounds == Bounds::Doubled)
    }
}

/// A number as it is written.
fn decimal(mut number: u64, digits: &mut [u8; 20]) -> &[u8] {
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &digits[at..];
        }
    }
}
