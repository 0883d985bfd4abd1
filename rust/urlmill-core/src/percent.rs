//! Percent-decoding and -encoding of octets.
//!
//! Decoding is total, as `urllib.parse` has it: a `%` without two hexadecimal digits stands for itself. [`check`]
//! finds such a `%` for callers who mind.

mod decode;
mod encode;

pub(crate) use decode::decode_one;
pub use decode::{Decoded, decode, decode_into, is_coded};
pub use encode::Encoder;

use crate::error::{Code, Fault};
use crate::scan::class::{HEX, is};
use crate::scan::lanes::{LANES, Lanes, sixteen};
use memchr::memchr_iter;
use std::ops::Range;

/// Whether `+` stands for a space, as in form-encoded queries, or for itself, as everywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plus {
    /// `+` is an ordinary character.
    Literal,
    /// `+` is a space.
    Space,
}

/// Refuses a `%` that is not followed by two hexadecimal digits.
///
/// # Errors
/// [`Code::BadPercent`] at the first such `%`.
pub fn check(raw: &[u8]) -> Result<(), Fault> {
    check_before(raw, raw.len())
}

/// The same for a `%` before `end`; the digits may stand behind it.
///
/// # Errors
/// [`Code::BadPercent`] at the first such `%`.
pub fn check_before(raw: &[u8], end: usize) -> Result<(), Fault> {
    for at in memchr_iter(b'%', &raw[..end]) {
        match raw.get(at + 1..at + 3) {
            Some(&[high, low]) if is(high, HEX) && is(low, HEX) => {}
            _ => return Err(Fault::new(Code::BadPercent, at)),
        }
    }
    Ok(())
}

/// `%XX`
#[inline]
pub(crate) const fn escape(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[(octet >> 4) as usize], DIGITS[(octet & 15) as usize]]
}

/// So many; `None` if memory has run out.
fn zeros(len: usize) -> Option<Vec<u8>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len).ok()?;
    zeros.resize(len, 0);
    Some(zeros)
}

/// Writes a run of `raw`, or more: runs between marks are short, so sixteen bytes are written whatever the length is, and
/// those that are too many are written again.
#[inline(always)]
fn copy<T>(
    raw: &[u8],
    run: Range<usize>,
    slots: &mut [T],
    read: &impl Fn(Lanes) -> Lanes,
    write: &impl Fn(&mut [T], &[u8]),
) {
    let mut done = 0;
    while let Some(&from) = raw[run.start + done..].first_chunk() {
        write(&mut slots[done..done + LANES], &read(Lanes::new(from)).bytes());
        done += LANES;
        if done >= run.len() {
            return;
        }
    }
    let last = sixteen(&raw[run.start + done..]);
    let bytes = read(Lanes::new(last)).bytes();
    let slots = &mut slots[done..];
    match slots.first_chunk_mut::<LANES>() {
        Some(slots) => write(slots, &bytes),
        None => write(&mut slots[..run.len() - done], &bytes[..run.len() - done]),
    }
}
