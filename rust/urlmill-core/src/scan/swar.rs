//! Eight bytes at a time, in an ordinary register: for texts so short that a call of `memchr` costs more than it saves.

const ONES: u64 = 0x0101_0101_0101_0101;
/// The high bit of each byte.
pub(crate) const HIGH: u64 = ONES << 7;

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
pub(crate) fn before(marks: u64) -> u64 {
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
