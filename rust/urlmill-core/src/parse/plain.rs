//! The short way for what nearly all URLs are. It takes 280 instructions for a URL of 87 bytes; with names and marks looked
//! at byte by byte it took 650.

use super::{Offsets, is_control};
use crate::scan::class::{ENDS_AUTHORITY, HEX, SCHEME, is};
use crate::scan::lanes::{LANES, Lanes, NEAR};
use crate::span::Span;

/// The parts of what nearly all URLs of the web are: a host without login and port, nothing odd in it, and after it
/// nothing that would have to be refused. Every byte is looked at once. For text whose scheme is known already, and for
/// rules of which [`super::ANY_PRINTABLE`] is one and neither [`super::WHOLE_PATH`] nor [`super::LENIENT`] is; `None` leaves it to
/// [`super::parse`].
#[inline]
#[must_use]
pub fn parse_plain(text: &[u8], scheme: Span) -> Option<Offsets> {
    let scheme_end = scheme.end;
    let host_start = scheme_end as usize + 3;
    let rest = text.get(host_start - 2..)?.strip_prefix(b"//")?;
    let host_len = host_len(rest);
    if host_len == 0 || rest.get(host_len).is_some_and(|&b| !is(b, ENDS_AUTHORITY)) {
        return None;
    }
    let path_start = host_start + host_len;
    let ends = Ends::find(text, path_start)?;
    Some(Offsets {
        scheme_end,
        user_end: host_start as u32,
        host_start: host_start as u32,
        host_end: path_start as u32,
        path_start: path_start as u32,
        path_end: ends.path.min(ends.query) as u32,
        query_end: ends.query as u32,
        has_authority: true,
    })
}

/// How many letters, digits, hyphens and dots `rest` begins with. Thirty-two bytes are looked at, whatever is in them: the
/// processor never knows beforehand where a name ends.
#[inline]
fn host_len(rest: &[u8]) -> usize {
    const FAR: usize = 2 * LANES;
    let mut padded = [0; FAR];
    let near = if let Some(near) = rest.first_chunk() {
        near
    } else {
        padded[..rest.len()].copy_from_slice(rest);
        &padded
    };
    let names = near.as_chunks::<LANES>().0.iter().rev().fold(0, |bits, &chunk| bits << LANES | in_names(chunk));
    match (!names).trailing_zeros() as usize {
        FAR => rest.iter().position(|&b| !is(b, SCHEME)).unwrap_or(rest.len()),
        len => len,
    }
}

/// A bit for each letter, digit, `-` and `.`.
#[inline(always)]
fn in_names(chunk: [u8; LANES]) -> u64 {
    let lanes = Lanes::new(chunk);
    (lanes.letters() | lanes.between(b'-', b'9').without(lanes.equal(b'/'))).bits()
}

/// A bit for each control, `#`, `%`, `?`, and a few that seldom stand in a URL: fewer comparisons than for those alone.
#[inline(always)]
fn marks(chunk: [u8; LANES]) -> u64 {
    let lanes = Lanes::new(chunk);
    (lanes.up_to(b'%') | lanes.equal(b'?') | lanes.equal(0x7f)).bits()
}

/// Where path and query end, both in the text; its length as long as nothing has ended them.
struct Ends {
    path: usize,
    query: usize,
}

impl Ends {
    /// Those of `text`, whose path begins at `start`; `None` if something from there on is to be refused.
    #[inline]
    fn find(text: &[u8], start: usize) -> Option<Self> {
        let mut ends = Self { path: text.len(), query: text.len() };
        let (many, rest) = text[start..].as_chunks::<NEAR>();
        for (index, chunk) in many.iter().enumerate() {
            let found = marks_of(chunk.as_chunks::<LANES>().0);
            ends.look_at(text, start + NEAR * index, found)?;
        }
        let (chunks, few) = rest.as_chunks::<LANES>();
        let found = marks_of(chunks) | marks_of_last(text, few.len()) << (LANES * chunks.len());
        ends.look_at(text, start + NEAR * many.len(), found)?;
        Some(ends)
    }

    /// Looks at the bytes from `start` on that `marks` has a bit for.
    #[inline(always)]
    fn look_at(&mut self, text: &[u8], start: usize, mut marks: u64) -> Option<()> {
        while marks != 0 {
            let at = start + marks.trailing_zeros() as usize;
            marks &= marks - 1;
            match text[at] {
                b'?' => self.path = self.path.min(at),
                b'#' => self.query = self.query.min(at),
                b'%' => match *text.get(at + 1..at + 3)? {
                    [high, low] if is(high, HEX) && is(low, HEX) => {}
                    _ => return None,
                },
                byte if is_control(byte) => return None,
                _ => {}
            }
        }
        Some(())
    }
}

/// The marks of up to four chunks.
#[inline(always)]
fn marks_of(chunks: &[[u8; LANES]]) -> u64 {
    chunks.iter().enumerate().fold(0, |found, (index, &chunk)| found | marks(chunk) << (LANES * index))
}

/// The marks of the last `len` bytes of `text`, fewer than a chunk: they are seen as part of the last sixteen, whatever those
/// belong to.
#[inline(always)]
fn marks_of_last(text: &[u8], len: usize) -> u64 {
    match text.last_chunk::<LANES>() {
        Some(&last) => marks(last) >> (LANES - len),
        None => text[text.len() - len..].iter().rev().fold(0, |found, &b| found << 1 | u64::from(may_be_mark(b))),
    }
}

/// The same as [`marks`] for one byte.
#[inline]
fn may_be_mark(byte: u8) -> bool {
    byte <= b'%' || byte | 0x40 == 0x7f
}
