//! Where a component stands in the text it was found in.

/// The longest text whose offsets a [`Span`] can hold. Callers turn longer text away before they split it.
pub const MAX_LEN: usize = u32::MAX as usize;

/// A half-open range of byte offsets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset one past the last byte.
    pub end: u32,
}

impl Span {
    /// The span from `start` up to `end`, both at most [`MAX_LEN`].
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        debug_assert!(start <= end && end <= MAX_LEN);
        Self { start: start as u32, end: end as u32 }
    }

    /// The bytes of `text` that the span covers; empty if `text` is not the text it was made for.
    #[inline]
    #[must_use]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.start as usize..self.end as usize).unwrap_or_default()
    }

    /// How many bytes it covers.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether it covers no byte.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}
