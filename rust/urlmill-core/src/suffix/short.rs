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
}

impl<'a> Short<'a> {
    /// The first `len` bytes of `near`.
    #[inline]
    pub(super) fn new(near: &'a [u8; NEAR], len: usize) -> Self {
        let mut dots = 0;
        for (index, &chunk) in near.as_chunks::<16>().0.iter().enumerate() {
            let is_dot = u8x16::new(chunk).simd_eq(u8x16::splat(b'.'));
            dots |= u64::from(is_dot.to_bitmask()) << (16 * index);
        }
        Self { near, dots: dots & below(len) }
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

/// The bits below `count`, which is at most 64.
#[inline]
fn below(count: usize) -> u64 {
    u64::MAX.checked_shr(64 - count as u32).unwrap_or(0)
}
