//! Memory for as much as the input asks for: where there is too little, that is an error like any other, and not the end of
//! the process.

use crate::split::Stop;
use bytemuck::Zeroable;

/// So many zeros. The system has pages of them, which cost nothing until they are written to.
pub(crate) fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, Stop> {
    bytemuck::allocation::try_zeroed_vec(len).map_err(|()| Stop::Memory)
}

/// Nothing yet, and room for so many.
pub(crate) fn with_room<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    reserve(&mut items, len)?;
    Ok(items)
}

/// Room for so many more.
#[inline]
pub(crate) fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), Stop> {
    items.try_reserve(more).map_err(|_| Stop::Memory)
}
