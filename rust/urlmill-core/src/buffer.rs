//! Where new text is written.

use smallvec::SmallVec;

/// Bytes being put together: on the stack as long as they fit, which for URLs is nearly always, and an allocation is
/// a good part of the time that the rest takes.
pub type Buffer = SmallVec<[u8; 512]>;
