//! What had to change: text that the views of a column point to beside the input.

use crate::memory::reserve;
use crate::split::Stop;
use crate::view::{INLINE, MAX, Place};
use arrow_buffer::Buffer;
use std::sync::atomic::{AtomicU32, Ordering};

/// What one task has changed: buffers and their numbers among those of the column.
pub(crate) struct Changed(Vec<(u32, Vec<u8>)>);

/// Where a task puts what it changes.
pub(crate) struct Side<'a> {
    changed: &'a mut Changed,
    next: &'a AtomicU32,
}

/// What all tasks of a column change.
pub(crate) struct Sides {
    tasks: Vec<Changed>,
    /// The next number: each task begins with one of its own, and takes another when that buffer is full.
    next: AtomicU32,
}

impl Sides {
    pub(crate) fn new(tasks: usize) -> Self {
        Self { tasks: (0..tasks).map(|_| Changed(Vec::new())).collect(), next: AtomicU32::new(0) }
    }

    /// One for each task; `buffers` is how many the input has.
    pub(crate) fn each(&mut self, buffers: usize) -> impl Iterator<Item = Side<'_>> {
        self.next = AtomicU32::new((buffers + self.tasks.len()) as u32);
        let next = &self.next;
        self.tasks.iter_mut().zip(buffers as u32..).map(move |(changed, number)| {
            changed.0.push((number, Vec::new()));
            Side { changed, next }
        })
    }

    /// Those of the input and what was changed, each at its number.
    pub(crate) fn beside(self, input: &[Buffer]) -> Vec<Buffer> {
        let mut buffers = input.to_vec();
        let mut changed: Vec<_> = self.tasks.into_iter().flat_map(|changed| changed.0).collect();
        if changed.iter().any(|(_, octets)| !octets.is_empty()) {
            changed.sort_by_key(|&(number, _)| number);
            buffers.extend(changed.into_iter().map(|(_, octets)| Buffer::from_vec(octets)));
        }
        buffers
    }
}

impl Side<'_> {
    /// The view of a copy of `text`, which must be UTF-8.
    pub(crate) fn store(&mut self, text: &[u8]) -> Result<u128, Stop> {
        if text.len() > MAX {
            return Err(Stop::TooMuch);
        }
        let mut place = Place { rest: text, len: text.len() as u32, buffer: 0, offset: 0 };
        if text.len() <= INLINE {
            return Ok(place.whole());
        }
        if self.changed.0.last().is_none_or(|(_, octets)| octets.len() + text.len() > MAX) {
            self.changed.0.push((self.next.fetch_add(1, Ordering::Relaxed), Vec::new()));
        }
        let Some((number, octets)) = self.changed.0.last_mut() else { return Err(Stop::TooMuch) };
        (place.buffer, place.offset) = (*number, octets.len() as u32);
        reserve(octets, text.len())?;
        octets.extend_from_slice(text);
        Ok(place.whole())
    }
}
