//! Where new text is written.

use smallvec::SmallVec;

/// Bytes being put together: on the stack as long as they fit, which for URLs is nearly always, and an allocation is
/// a good part of the time that the rest takes.
///
/// What is written may be as long as what a user sends, so room is made with [`room`] first: where memory has run out,
/// the caller hears of it, and the process lives on.
pub type Buffer = SmallVec<[u8; 512]>;

/// Makes room for `more` bytes; `None` if there is no memory for them.
#[inline]
pub fn room(out: &mut Buffer, more: usize) -> Option<()> {
    if out.capacity() - out.len() < more {
        out.try_reserve(more).ok()?;
    }
    Some(())
}
