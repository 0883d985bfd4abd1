//! A label of a host or of a rule, in a form that is quickly compared.

use crate::scan::swar::lowered;

/// A label as written, as far as two words hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// The first eight bytes of one that is longer than that; else zero.
    pub(super) head: u64,
    /// The last eight bytes, or all there are.
    pub(super) tail: u64,
    pub(super) len: u32,
}

impl Label {
    /// Longer ones have bytes that are in neither word.
    pub(super) const WHOLE: usize = 16;

    pub(super) fn of(text: &[u8]) -> Self {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &b| word << 8 | u64::from(b));
        let head = text.first_chunk::<8>().filter(|_| text.len() > 8).map_or(0, |head| word(head));
        Self { head, tail: word(&text[text.len().saturating_sub(8)..]), len: text.len() as u32 }
    }

    #[inline]
    pub(super) fn lowered(self) -> Self {
        Self { head: lowered(self.head), tail: lowered(self.tail), len: self.len }
    }
}
