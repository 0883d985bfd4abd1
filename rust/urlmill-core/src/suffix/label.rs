//! Labels of a host, read from its end.

use crate::swar::{equal_each, lowered};
use memchr::memrchr;

/// A label in lower case, as far as two words hold it.
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
    pub(super) const WHOLE: u32 = 16;

    /// The label that ends at `end`, and where it starts; `None` if it is empty.
    #[inline]
    pub(super) fn before(host: &[u8], end: usize) -> Option<(Self, usize)> {
        let word = eight_before(host, end);
        let dots = equal_each(word, b'.');
        let len = if dots != 0 {
            dots.leading_zeros() as usize / 8
        } else if end <= 8 {
            end
        } else {
            return Some(Self::long(host, end, word));
        };
        let unused = 64 - 8 * len as u32;
        let tail = lowered(word.checked_shr(unused)?);
        Some((Self { head: 0, tail, len: len as u32 }, end - len))
    }

    /// One that is at least eight bytes long, the last of which are `word`.
    #[inline]
    fn long(host: &[u8], end: usize, word: u64) -> (Self, usize) {
        let start = memrchr(b'.', &host[..end - 8]).map_or(0, |dot| dot + 1);
        let len = end - start;
        let head = match host[start..].first_chunk() {
            Some(&head) if len > 8 => lowered(u64::from_le_bytes(head)),
            _ => 0,
        };
        (Self { head, tail: lowered(word), len: len as u32 }, start)
    }
}

/// The bytes before `end`, the last of them on top; zeros below them if there are fewer than eight.
#[inline]
fn eight_before(host: &[u8], end: usize) -> u64 {
    if let Some(&eight) = host[..end].last_chunk() {
        return u64::from_le_bytes(eight);
    }
    match host.first_chunk() {
        // What does not belong here is shifted out.
        Some(&eight) => u64::from_le_bytes(eight).checked_shl(64 - 8 * end as u32).unwrap_or(0),
        None => host[..end].iter().fold(0, |word, &b| word >> 8 | u64::from(b) << 56),
    }
}
