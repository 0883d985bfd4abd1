//! The sixteen bytes of a string view.
//!
//! ```text
//!   0      4                    16
//!   ┌──────┬────────────────────┐
//!   │ len  │ up to 12 bytes     │   short
//!   ├──────┼──────┬──────┬──────┤
//!   │ len  │ head │buffer│offset│   long: the first 4 bytes, and where all of them are
//!   └──────┴──────┴──────┴──────┘
//! ```

use urlmill_core::Span;

/// The longest text that is held in the view itself.
pub(crate) const INLINE: usize = 12;
/// The longest text a view can point to, and the largest offset: both are signed numbers of 32 bits.
pub(crate) const MAX: usize = i32::MAX as usize;

/// The number of no buffer of a column: the text stands in memory that is gone with its block.
pub(crate) const MOVED: u32 = u32::MAX;

/// A text of a column, and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place<'a> {
    /// From where the text begins to the end of the memory it stands in: what follows it may be read, if only to be
    /// masked out, and sixteen bytes at once are much faster than one by one.
    pub(crate) rest: &'a [u8],
    pub(crate) len: u32,
    /// Which of the column's buffers, if the text is longer than [`INLINE`].
    pub(crate) buffer: u32,
    pub(crate) offset: u32,
}

impl<'a> Place<'a> {
    #[inline]
    pub(crate) fn text(&self) -> &'a [u8] {
        self.rest.get(..self.len as usize).unwrap_or_default()
    }

    /// The view of all of it.
    pub(crate) fn whole(&self) -> u128 {
        self.view(Span { start: 0, end: self.len })
    }

    /// The view of a part.
    ///
    /// Without a branch, since it cannot be predicted which parts are short.
    #[inline]
    pub(crate) fn view(&self, span: Span) -> u128 {
        let len = span.len();
        let head = head(self.rest, span.start as usize);
        let [first, second] = MASKS[len.min(INLINE + 1)];
        let pointer = u64::from(self.offset.wrapping_add(span.start)) << 32 | u64::from(self.buffer);
        let second = if len <= INLINE { (head >> 32) as u64 & second } else { pointer };
        u128::from(second) << 64 | u128::from((head as u64 & first) << 32 | len as u64)
    }
}

/// Sixteen bytes from `start` on; zeros where there are none.
#[inline]
pub(crate) fn head(rest: &[u8], start: usize) -> u128 {
    match rest.get(start..).and_then(<[u8]>::first_chunk::<16>) {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => head_of_few(rest.get(start..).unwrap_or_default()),
    }
}

#[cold]
fn head_of_few(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |head, &b| head << 8 | u128::from(b))
}

/// Ones for so many bytes: to look them up takes less time than to shift 128 bits.
const FIRST: [u128; INLINE + 1] = {
    let mut first = [0; INLINE + 1];
    let mut len = 1;
    while len <= INLINE {
        first[len] = first[len - 1] << 8 | 0xff;
        len += 1;
    }
    first
};

/// The same for the first four bytes and the eight that follow them; a longer text has its first four in its view.
const MASKS: [[u64; 2]; INLINE + 2] = {
    let mut masks = [[u32::MAX as u64, 0]; INLINE + 2];
    let mut len = 0;
    while len <= INLINE {
        masks[len] = [FIRST[len] as u64 & u32::MAX as u64, (FIRST[len] >> 32) as u64];
        len += 1;
    }
    masks
};

/// Zeros for what follows the first `len` bytes, of which there may be [`INLINE`].
#[inline]
pub(crate) fn first_of(head: u128, len: usize) -> u128 {
    head & FIRST[len.min(INLINE)]
}

/// The view of a text that begins with `head`, and is short.
#[inline]
pub(crate) fn short(head: u128, len: usize) -> u128 {
    head << 32 | len as u128
}
