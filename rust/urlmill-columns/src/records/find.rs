//! Where a literal stands.

use memchr::{memchr, memchr2};

/// Its first occurrence.
#[inline]
pub(super) fn literal(text: &[u8], literal: &[u8]) -> Option<usize> {
    let Some((&first, others)) = literal.split_first() else { return Some(0) };
    let mut at = byte(text, first)?;
    while !begins(&text[at + 1..], others) {
        at += 1 + memchr(first, &text[at + 1..])?;
    }
    Some(at)
}

/// The first occurrence of one that begins with `"`, where no backslash protects it.
#[inline]
pub(super) fn unprotected(text: &[u8], literal: &[u8]) -> Option<usize> {
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
pub(super) fn begins(text: &[u8], literal: &[u8]) -> bool {
    text.len() >= literal.len() && text.iter().zip(literal).all(|(one, other)| one == other)
}

/// `memchr`, for what is likely to stand among the first sixteen bytes: most fields are so short that the call takes
/// longer.
#[inline]
fn byte(text: &[u8], byte: u8) -> Option<usize> {
    const ONES: u128 = u128::from_le_bytes([1; 16]);
    if let Some(head) = text.first_chunk::<16>() {
        let zero = u128::from_le_bytes(*head) ^ (ONES * u128::from(byte));
        // The lowest mark is right; those above it may not be.
        let marks = zero.wrapping_sub(ONES) & !zero & (ONES << 7);
        if marks != 0 {
            return Some(marks.trailing_zeros() as usize / 8);
        }
    }
    memchr(byte, text)
}
