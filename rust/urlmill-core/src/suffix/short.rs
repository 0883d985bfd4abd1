//! The labels of a short host, as nearly all are: read at once, and without branches. Where the dots of the next host
//! are is nothing that a processor could guess.

use super::label::Label;
use wide::u8x16;

/// How long a host may be.
pub(super) const NEAR: usize = 64;

/// A host of up to that many bytes.
pub(super) struct Short<'a> {
    near: &'a [u8; NEAR],
    /// A bit for each dot.
    dots: u64,
    /// A bit for each byte that is neither a letter, a digit, a hyphen nor a dot.
    others: u64,
}

impl<'a> Short<'a> {
    /// The first `len` bytes of `near`.
    #[inline]
    pub(super) fn new(near: &'a [u8; NEAR], len: usize) -> Self {
        let (mut dots, mut plain) = (0, 0);
        for (index, &chunk) in near.as_chunks::<16>().0.iter().enumerate() {
            let bytes = u8x16::new(chunk);
            dots |= u64::from(bytes.simd_eq(u8x16::splat(b'.')).to_bitmask()) << (16 * index);
            let is_letter = is_within(bytes | u8x16::splat(0x20), b'a', b'z');
            let is_other = is_within(bytes, b'-', b'9') ^ bytes.simd_eq(u8x16::splat(b'/'));
            plain |= u64::from((is_letter | is_other).to_bitmask()) << (16 * index);
        }
        Self { near, dots: dots & below(len), others: !plain & below(len) }
    }

    /// Whether it has but letters, digits, hyphens and dots, as nearly all hosts do.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.others == 0
    }

    #[inline]
    pub(super) fn has_empty_label(&self) -> bool {
        self.dots & (self.dots << 1 | 1) != 0
    }

    /// The label that ends at `end`, and where it starts. It is not empty.
    #[inline]
    pub(super) fn label_before(&self, end: usize) -> (Label, usize) {
        let start = 64 - (self.dots & below(end)).leading_zeros() as usize;
        let len = end - start;
        // The last of the bytes before `end` on top, then all but those of the label shifted out.
        let word = self.eight_at(end.max(8) - 8) << (64 - 8 * end.clamp(1, 8));
        let tail = word >> (64 - 8 * len.clamp(1, 8));
        let head = if len > 8 { self.eight_at(start) } else { 0 };
        (Label { head, tail, len: len as u32 }, start)
    }

    #[inline]
    fn eight_at(&self, at: usize) -> u64 {
        self.near[at..].first_chunk().map_or(0, |&eight| u64::from_le_bytes(eight))
    }
}

/// Which of the bytes are from `first` to `last`.
#[inline]
fn is_within(bytes: u8x16, first: u8, last: u8) -> u8x16 {
    let above = bytes - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// The bits below `count`, which is at most 64.
#[inline]
fn below(count: usize) -> u64 {
    u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)
}
