//! Memory for as much as the input asks for: where there is too little, that is an error like any other, and not the end
//! of the process.

pub use crate::recycled::keep_views;
use crate::split::Stop;
pub use bytemuck::Zeroable;
use std::hint::black_box;

/// So many zeros. The system has pages of them, which cost nothing until they are written to.
///
/// # Errors
/// [`Stop::Memory`]
pub fn zeroed<T: Zeroable>(len: usize) -> Result<Vec<T>, Stop> {
    bytemuck::allocation::try_zeroed_vec(len).map_err(|()| Stop::Memory)
}

/// Nothing yet, and room for so many.
///
/// # Errors
/// [`Stop::Memory`]
pub fn with_room<T>(len: usize) -> Result<Vec<T>, Stop> {
    let mut items = Vec::new();
    reserve(&mut items, len)?;
    Ok(items)
}

/// Room for so many more.
///
/// # Errors
/// [`Stop::Memory`]
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), Stop> {
    items.try_reserve(more).map_err(|_| Stop::Memory)
}

/// Whether there are so many bytes, for what will ask for them and not for an answer.
///
/// # Errors
/// [`Stop::Memory`]
pub fn probe(bytes: usize) -> Result<(), Stop> {
    black_box(with_room::<u8>(bytes)?);
    Ok(())
}

/// The same for a row. Nearly all are short, and what they take is there.
#[inline]
pub(crate) fn probe_if_long(bytes: usize) -> Result<(), Stop> {
    const LONG: usize = 1 << 14;
    if bytes < LONG { Ok(()) } else { probe(bytes) }
}

/// `len` items.
pub(crate) fn collected<T>(items: impl Iterator<Item = T>, len: usize) -> Result<Vec<T>, Stop> {
    let mut all = with_room(len)?;
    all.extend(items);
    Ok(all)
}

/// A bit for each of `len` truth values.
///
/// # Errors
/// [`Stop::Memory`]
pub fn packed(values: impl IntoIterator<Item = bool>, len: usize) -> Result<Vec<u64>, Stop> {
    let mut values = values.into_iter();
    let words = (0..len).step_by(64).map(|first| {
        let word = values.by_ref().take(64.min(len - first)).enumerate();
        word.fold(0, |word, (index, value)| word | u64::from(value) << index)
    });
    collected(words, len.div_ceil(64))
}
