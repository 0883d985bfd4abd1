//! The parts of a text in the middle of a longer one, as the rows of a column are.
//!
//! A search stops at what it finds, and the processor never knows beforehand where that is. Here all of 128 bytes are
//! looked at, whatever is in them, and the marks come out as bits: then the parts are a matter of counting zeros. To get
//! them out takes an instruction that no compiler finds by itself; `wide` has it for each processor, without `unsafe`.

use super::{LENIENT, Offsets, parse};
use crate::authority::loose_authority;
use crate::span::Span;
use memchr::{memchr, memchr2};
use wide::u8x16;

/// How much is looked at.
const REACH: usize = 128;
/// How much of it for an authority.
const NEAR: usize = 64;

/// The same as `parse` with [`LENIENT`] rules, for the first `len` bytes of `rest`; what follows them may be read.
///
/// `None` if `rest` is not that long.
#[inline(always)]
#[must_use]
pub fn parse_within(rest: &[u8], len: usize) -> Option<Offsets> {
    if let Some(near) = rest.first_chunk::<REACH>()
        && let Some(offsets) = parse_short(near, rest.get(..len)?)
    {
        return Some(offsets);
    }
    parse_any(rest.get(..len)?)
}

#[cold]
fn parse_any(text: &[u8]) -> Option<Offsets> {
    parse(text, LENIENT).ok()
}

/// The same as far as the host: of the path and what follows it, it says nothing.
#[inline(always)]
#[must_use]
pub fn parse_host_within(rest: &[u8], len: usize) -> Option<Offsets> {
    if let Some(near) = rest.first_chunk::<NEAR>()
        && let Some(offsets) = up_to_path(near, rest.get(..len)?)
    {
        return Some(offsets);
    }
    parse_within(rest, len)
}

/// `None` unless it begins as URLs of the web do, with an authority that ends near.
#[inline(always)]
fn parse_short(near: &[u8; REACH], text: &[u8]) -> Option<Offsets> {
    let mut offsets = up_to_path(near.first_chunk()?, text)?;
    let (tail, len) = (tail_marks(near), text.len());
    let path_end = first_of(tail, offsets.path_start as usize, text, |far| memchr2(b'?', b'#', far));
    let mut query_end = path_end;
    if text.get(path_end) == Some(&b'?') {
        // Hardly ever is there another mark, and then mostly the one that is looked for.
        query_end = first_of(tail, path_end + 1, text, |far| memchr(b'#', far));
        if query_end < len && text[query_end] == b'?' {
            query_end = memchr(b'#', &text[query_end..]).map_or(len, |at| query_end + at);
        }
    }
    offsets.path_end = path_end as u32;
    offsets.query_end = query_end as u32;
    Some(offsets)
}

#[inline(always)]
fn up_to_path(near: &[u8; NEAR], text: &[u8]) -> Option<Offsets> {
    let len = text.len();
    let is_secure = near.starts_with(b"https://");
    if !is_secure && !near.starts_with(b"http://") {
        return None;
    }
    let start = 7 + usize::from(is_secure);
    if len < start {
        return None;
    }
    let (ends, odd) = authority_marks(near);
    let path_start = (ends & (u64::MAX << start)).trailing_zeros() as usize;
    if path_start == NEAR && len > NEAR {
        return None;
    }
    let path_start = path_start.min(len);
    let mut offsets = Offsets {
        scheme_end: start as u32 - 3,
        user_end: start as u32,
        host_start: start as u32,
        host_end: path_start as u32,
        path_start: path_start as u32,
        path_end: path_start as u32,
        query_end: path_start as u32,
        has_authority: true,
    };
    let first_odd = (odd & (u64::MAX << start)).trailing_zeros() as usize;
    if first_odd < path_start {
        let span = Span::new(start, path_start);
        super::place(&mut offsets, span, loose_authority(span.of(near)));
    }
    Some(offsets)
}

/// The first mark from `start` on; beyond what is within reach, what `search` finds; the end of `text` if there is none.
#[inline(always)]
fn first_of(marks: u128, start: usize, text: &[u8], search: impl Fn(&[u8]) -> Option<usize>) -> usize {
    let rest = marks.checked_shr(start as u32).unwrap_or(0);
    if rest != 0 {
        return (start + rest.trailing_zeros() as usize).min(text.len());
    }
    let far = start.max(REACH);
    text.get(far..).and_then(search).map_or(text.len(), |at| far + at)
}

/// A bit for each `/ ? #`, and one for each `: @ [`, which an authority has beside a plain host.
#[inline(always)]
fn authority_marks(near: &[u8; NEAR]) -> (u64, u64) {
    let (mut ends, mut odd) = (0, 0);
    for (index, &chunk) in near.as_chunks::<16>().0.iter().enumerate() {
        let chunk = u8x16::new(chunk);
        let equal = |byte| chunk.simd_eq(u8x16::splat(byte));
        ends |= u64::from((equal(b'/') | equal(b'?') | equal(b'#')).to_bitmask()) << (16 * index);
        odd |= u64::from((equal(b':') | equal(b'@') | equal(b'[')).to_bitmask()) << (16 * index);
    }
    (ends, odd)
}

/// A bit for each `? #`.
#[inline(always)]
fn tail_marks(near: &[u8; REACH]) -> u128 {
    let mut tail = 0;
    for (index, &chunk) in near.as_chunks::<16>().0.iter().enumerate() {
        let chunk = u8x16::new(chunk);
        let equal = |byte| chunk.simd_eq(u8x16::splat(byte));
        tail |= u128::from((equal(b'?') | equal(b'#')).to_bitmask()) << (16 * index);
    }
    tail
}
