//! Eight bytes at a time, in an ordinary register: for texts so short that a call of `memchr` costs more than it saves.

use super::class::{ENDS_AUTHORITY, is};
use memchr::{memchr, memrchr};

const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte.
const HIGH: u64 = ONES << 7;

/// Sets the high bit of the lowest byte of `word` that equals `byte`. Bytes above that one may be marked wrongly; so
/// look at the lowest mark, or ask whether there is any.
#[inline]
pub(crate) fn equal(word: u64, byte: u8) -> u64 {
    let zero = word ^ (ONES * u64::from(byte));
    zero.wrapping_sub(ONES) & !zero & HIGH
}

/// How many bytes stand before the lowest marked one; 8 if none is marked.
#[inline]
pub(crate) fn unmarked(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// All bits below the lowest mark.
#[inline]
fn before(marks: u64) -> u64 {
    (marks & marks.wrapping_neg()).wrapping_sub(1)
}

/// The same bytes, ASCII letters in lower case.
#[inline]
pub(crate) fn lowered(word: u64) -> u64 {
    let low = word & !HIGH;
    let from_a = low + ONES * u64::from(0x80 - b'A');
    let beyond_z = low + ONES * u64::from(0x7f - b'Z');
    let upper = (from_a ^ beyond_z) & !word & HIGH;
    word | upper >> 2
}

/// How long the authority is that `text` begins with, and whether it is plain: neither a bracket nor a byte above 127.
#[inline]
pub(crate) fn authority_end(text: &[u8]) -> (usize, bool) {
    let (eights, _) = text.as_chunks::<8>();
    let mut odd = 0;
    for (index, &eight) in eights.iter().enumerate() {
        let word = u64::from_le_bytes(eight);
        let end = equal(word, b'/') | equal(word, b'?') | equal(word, b'#');
        odd |= (equal(word, b'[') | equal(word, b']') | word & HIGH) & before(end);
        if end != 0 {
            return (index * 8 + unmarked(end), odd == 0);
        }
    }
    let rest = &text[eights.len() * 8..];
    let len = rest.iter().position(|&b| is(b, ENDS_AUTHORITY)).unwrap_or(rest.len());
    let is_plain = odd == 0 && rest[..len].iter().all(|&b| b.is_ascii() && b != b'[' && b != b']');
    (eights.len() * 8 + len, is_plain)
}

/// `memchr`, for what is likely to stand among the first sixteen bytes.
#[inline]
#[must_use]
pub fn find(byte: u8, text: &[u8]) -> Option<usize> {
    let (words, _) = text.as_chunks::<8>();
    for (index, &word) in words.iter().take(2).enumerate() {
        let marks = equal(u64::from_le_bytes(word), byte);
        if marks != 0 {
            return Some(index * 8 + unmarked(marks));
        }
    }
    memchr(byte, text)
}

/// `memrchr`, for what is likely to stand among the last sixteen bytes.
#[inline]
#[must_use]
pub fn rfind(byte: u8, text: &[u8]) -> Option<usize> {
    let (_, words) = text.as_rchunks::<8>();
    for (index, &word) in words.iter().rev().take(2).enumerate() {
        let zero = u64::from_le_bytes(word) ^ (ONES * u64::from(byte));
        // The highest mark counts, so every mark must be right: nothing is carried from one byte to the next, which takes
        // an instruction more than `equal`.
        let marks = !(((zero & !HIGH) + !HIGH) | zero) & HIGH;
        if marks != 0 {
            return Some(text.len() - 1 - index * 8 - marks.leading_zeros() as usize / 8);
        }
    }
    memrchr(byte, text)
}
