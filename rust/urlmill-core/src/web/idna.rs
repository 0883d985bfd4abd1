//! Domain to ASCII: section 3.3 of the URL Standard, on UTS 46.

use crate::buffer::Buffer;

/// The domain in A-labels; `None` if IDNA refuses it.
pub(super) fn to_ascii(_domain: &[u8]) -> Option<Buffer> {
    None
}
