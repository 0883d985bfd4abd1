//! Text in lower case, which most of it already is.

use crate::block::Row;
use crate::memory::collected;
use crate::out::Made;
use crate::rules::Classes;
use crate::side::Side;
use crate::split::Stop;
use crate::view::{first_of, head, short};
use urlmill_core::Span;

/// A part in lower case.
#[inline(always)]
pub(crate) fn lowered(side: &mut Side<'_>, row: &Row<'_>, span: Option<Span>, classes: &dyn Classes) -> Made {
    let Some(span) = span else { return Ok(None) };
    let len = span.len();
    if len <= 8 {
        // Nearly every scheme, and some hosts: eight bytes at a time take half the instructions that sixteen do.
        let all = first_eight(row.place.rest, span.start as usize, len);
        if all & HIGH as u64 == 0 {
            return Ok(Some(short(u128::from(all | upper_of_ascii(all) >> 2), len)));
        }
    } else if !is_to_lower(row.part(span), masked(head(row.place.rest, span.start as usize), len)) {
        return Ok(Some(row.place.view(span)));
    }
    lower(side, row.part(span), classes).map(Some)
}

/// The first `len` of eight bytes from `start` on, and zeros.
#[inline(always)]
fn first_eight(rest: &[u8], start: usize, len: usize) -> u64 {
    match rest.get(start..).and_then(<[u8]>::first_chunk::<8>) {
        Some(chunk) => u64::from_le_bytes(*chunk) & u64::MAX.checked_shr(64 - 8 * len as u32).unwrap_or(0),
        None => first_of(head(rest, start), len) as u64,
    }
}

/// The high bit of each byte that is an upper-case letter, where all are ASCII.
#[inline(always)]
fn upper_of_ascii(bytes: u64) -> u64 {
    let from_a = bytes + ONES as u64 * u64::from(0x80 - b'A');
    let past_z = bytes + ONES as u64 * u64::from(0x80 - b'Z' - 1);
    from_a & !past_z & HIGH as u64
}

#[cold]
fn lower(side: &mut Side<'_>, part: &[u8], classes: &dyn Classes) -> Result<u128, Stop> {
    if part.is_ascii() {
        return side.store(&collected(part.iter().map(u8::to_ascii_lowercase), part.len())?);
    }
    match std::str::from_utf8(part) {
        Ok(text) => side.store(classes.lowered(text)?.as_bytes()),
        // Text that was promised to be UTF-8 and is not: it stays what it is.
        Err(_) => side.store(part),
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
