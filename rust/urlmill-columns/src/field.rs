//! The fields, and how each is written for a block of rows.

use crate::block::{Block, Row};
use crate::schemes::Classes;
use crate::split::Stop;
use crate::view::{INLINE, MAX, head, short, view};
use urlmill_core::Span;
use urlmill_core::percent::{Plus, decode, is_coded};

/// A part of a URL, or what can be said of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// In lower case.
    Scheme,
    /// Decoded; null if it stands for octets that are no text.
    User,
    /// The same for the password.
    Password,
    /// In lower case.
    Host,
    /// As a number; null if there is none, or none that could be one.
    Port,
    /// The authority, as written.
    Netloc,
    /// As written.
    Path,
    /// As written.
    Query,
    /// As written.
    Fragment,
    /// What follows the last dot of the last segment of the path, as written. Dots that a name begins with do not count,
    /// so that neither `..` nor `.profile` has one.
    Extension,
    /// How many segments of the path are not empty.
    Depth,
    /// The code of what is wrong.
    Error,
    /// Where it is wrong, in characters.
    ErrorAt,
}

impl Field {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Scheme,
        Self::User,
        Self::Password,
        Self::Host,
        Self::Port,
        Self::Netloc,
        Self::Path,
        Self::Query,
        Self::Fragment,
        Self::Extension,
        Self::Depth,
        Self::Error,
        Self::ErrorAt,
    ];

    /// As users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Netloc => "netloc",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::Extension => "extension",
            Self::Depth => "depth",
            Self::Error => "error",
            Self::ErrorAt => "error_at",
        }
    }
}

/// Where a task writes the rows of a text column.
pub(crate) struct TextOut<'a> {
    pub(crate) views: &'a mut [u128],
    pub(crate) bits: &'a mut [u64],
    /// What had to change, and the number this buffer has among those of the column.
    pub(crate) side: &'a mut Vec<u8>,
    pub(crate) side_number: u32,
}

/// Where a task writes the rows of a column.
pub(crate) enum Out<'a> {
    Text(TextOut<'a>),
    UInt16 { values: &'a mut [u16], bits: &'a mut [u64] },
    UInt32 { values: &'a mut [u32], bits: &'a mut [u64] },
    Code { keys: &'a mut [i16], bits: &'a mut [u64] },
}

impl Out<'_> {
    /// Writes `field` of the rows of `block`, which are those from `at` on.
    pub(crate) fn write(
        &mut self,
        field: Field,
        block: &Block<'_>,
        at: usize,
        classes: &dyn Classes,
    ) -> Result<(), Stop> {
        match self {
            Self::Text(out) => return out.write(field, block, at, classes),
            Self::UInt16 { values, bits } => number(block, at, values, bits, port),
            Self::UInt32 { values, bits } if field == Field::Depth => {
                number(block, at, values, bits, |row| Some(depth(row.part(row.parts.path()))));
            }
            Self::UInt32 { values, bits } => {
                for &(row, _, position) in &block.faults {
                    values[at + row] = position;
                    bits[(at + row) / 64] |= 1 << (row % 64);
                }
            }
            Self::Code { keys, bits } => {
                for &(row, code, _) in &block.faults {
                    keys[at + row] = code;
                    bits[(at + row) / 64] |= 1 << (row % 64);
                }
            }
        }
        Ok(())
    }
}

impl TextOut<'_> {
    #[inline(never)]
    fn write(&mut self, field: Field, block: &Block<'_>, at: usize, classes: &dyn Classes) -> Result<(), Stop> {
        match field {
            Field::Scheme => self.lowered(block, at, classes, |row| row.parts.scheme()),
            Field::Host => self.lowered(block, at, classes, |row| row.parts.host()),
            Field::User => self.decoded(block, at, |row| row.parts.user()),
            Field::Password => self.decoded(block, at, |row| row.parts.password()),
            Field::Netloc => self.as_written(block, at, |row| row.parts.authority()),
            Field::Query => self.as_written(block, at, |row| row.parts.query()),
            Field::Fragment => self.as_written(block, at, |row| row.parts.fragment(row.place.len as usize)),
            Field::Extension => self.as_written(block, at, extension),
            _ => self.as_written(block, at, |row| Some(row.parts.path())),
        }
    }

    #[inline(always)]
    fn as_written(
        &mut self,
        block: &Block<'_>,
        at: usize,
        part: impl Fn(&Row<'_>) -> Option<Span>,
    ) -> Result<(), Stop> {
        self.each(block, at, |_, row| Ok(part(row).map(|span| row.place.view(span))))
    }

    #[inline(always)]
    fn lowered(
        &mut self,
        block: &Block<'_>,
        at: usize,
        classes: &dyn Classes,
        part: impl Fn(&Row<'_>) -> Option<Span>,
    ) -> Result<(), Stop> {
        self.each(block, at, |out, row| {
            let Some(span) = part(row) else { return Ok(None) };
            let len = span.len();
            let first = masked(head(row.place.rest, span.start as usize), len);
            if len <= INLINE && first & HIGH == 0 {
                return Ok(Some(short(first | upper(first) >> 2, len)));
            }
            if len > INLINE && !is_to_lower(row.part(span), first) {
                return Ok(Some(row.place.view(span)));
            }
            out.lower(row.part(span), classes).map(Some)
        })
    }

    #[inline(always)]
    fn decoded(&mut self, block: &Block<'_>, at: usize, part: impl Fn(&Row<'_>) -> Option<Span>) -> Result<(), Stop> {
        self.each(block, at, |out, row| {
            let Some(span) = part(row) else { return Ok(None) };
            let raw = row.part(span);
            if !is_coded(raw, Plus::Literal) {
                return Ok(Some(row.place.view(span)));
            }
            let text = decode(raw, Plus::Literal);
            if std::str::from_utf8(&text).is_err() { Ok(None) } else { out.store(&text).map(Some) }
        })
    }

    #[inline(always)]
    fn each(
        &mut self,
        block: &Block<'_>,
        at: usize,
        mut make: impl FnMut(&mut Self, &Row<'_>) -> Result<Option<u128>, Stop>,
    ) -> Result<(), Stop> {
        for (word, rows) in block.rows.chunks(64).enumerate() {
            let mut present = 0;
            let start = at + word * 64;
            for (index, row) in rows.iter().enumerate() {
                if let Some(view) = make(self, row)? {
                    self.views[start + index] = view;
                    present |= 1 << index;
                }
            }
            self.bits[start / 64] = present & block.valid[word];
        }
        Ok(())
    }

    #[cold]
    fn lower(&mut self, part: &[u8], classes: &dyn Classes) -> Result<u128, Stop> {
        if part.is_ascii() {
            return self.store(&part.to_ascii_lowercase());
        }
        match std::str::from_utf8(part) {
            Ok(text) => self.store(classes.lowered(text)?.as_bytes()),
            // Text that was promised to be UTF-8 and is not: it stays what it is.
            Err(_) => self.store(part),
        }
    }

    fn store(&mut self, text: &[u8]) -> Result<u128, Stop> {
        let offset = self.side.len();
        if text.len() > INLINE {
            if text.len() > MAX || offset > MAX {
                return Err(Stop::TooMuch);
            }
            self.side.extend_from_slice(text);
        }
        Ok(view(text, self.side_number, offset as u32))
    }
}

#[inline(always)]
fn number<T>(block: &Block<'_>, at: usize, values: &mut [T], bits: &mut [u64], make: impl Fn(&Row<'_>) -> Option<T>) {
    for (word, rows) in block.rows.chunks(64).enumerate() {
        let mut present = 0;
        let start = at + word * 64;
        for (index, row) in rows.iter().enumerate() {
            if let Some(value) = make(row) {
                values[start + index] = value;
                present |= 1 << index;
            }
        }
        bits[start / 64] = present & block.valid[word];
    }
}

const ONES: u128 = u128::MAX / 0xff;
/// The high bit of each byte.
const HIGH: u128 = ONES << 7;

/// Zeros for what follows the first `len` bytes.
#[inline]
fn masked(head: u128, len: usize) -> u128 {
    if len >= 16 { head } else { head & ((1 << (8 * len)) - 1) }
}

/// The high bit of each byte that is an upper-case letter.
#[inline]
fn upper(bytes: u128) -> u128 {
    let low = bytes & !HIGH;
    let from_a = low + ONES * u128::from(0x80 - b'A');
    let past_z = low + ONES * u128::from(0x80 - b'Z' - 1);
    from_a & !past_z & !bytes & HIGH
}

/// Whether `part` has an upper-case letter or anything that is not ASCII; `first` is what it begins with.
#[inline]
fn is_to_lower(part: &[u8], first: u128) -> bool {
    let is_odd = |bytes: u128| bytes & HIGH | upper(bytes);
    let mut odd = is_odd(first);
    if let Some(last) = part.last_chunk::<16>() {
        odd |= is_odd(u128::from_le_bytes(*last));
        for chunk in part.as_chunks::<16>().0.iter().skip(1) {
            odd |= is_odd(u128::from_le_bytes(*chunk));
        }
    }
    odd != 0
}

fn port(row: &Row<'_>) -> Option<u16> {
    let digits = row.part(row.parts.port()?);
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u16, |value, b| {
        let digit = b.is_ascii_digit().then(|| u16::from(b - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

fn depth(path: &[u8]) -> u32 {
    path.split(|&b| b == b'/').filter(|segment| !segment.is_empty()).count() as u32
}

fn extension(row: &Row<'_>) -> Option<Span> {
    let span = row.parts.path();
    let path = row.part(span);
    let after_slash = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
    let dots = path[after_slash..].iter().take_while(|&&b| b == b'.').count();
    let name = after_slash + dots;
    let dot = path[name..].iter().rposition(|&b| b == b'.')?;
    Some(Span { start: span.start + (name + dot + 1) as u32, end: span.end })
}
