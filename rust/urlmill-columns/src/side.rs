//! What had to change: text that the views of a column point to beside the input.

use crate::memory::{collected, reserve, with_room};
use crate::split::Stop;
use crate::view::{INLINE, MAX, MOVED, Place};
use arrow_buffer::Buffer;
use std::iter;
use std::sync::atomic::{AtomicU32, Ordering};

/// What one task has changed: buffers and their numbers among those of the column.
#[derive(Default)]
pub(crate) struct Changed {
    first: (u32, Vec<u8>),
    /// Each of those before is full.
    others: Vec<(u32, Vec<u8>)>,
}

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
    pub(crate) fn new(tasks: usize) -> Result<Self, Stop> {
        let tasks = collected((0..tasks).map(|_| Changed::default()), tasks)?;
        Ok(Self { tasks, next: AtomicU32::new(0) })
    }

    /// One for each task; `buffers` is how many the input has.
    pub(crate) fn each(&mut self, buffers: usize) -> impl Iterator<Item = Side<'_>> {
        self.next = AtomicU32::new((buffers + self.tasks.len()) as u32);
        let next = &self.next;
        self.tasks.iter_mut().zip(buffers as u32..).map(move |(changed, number)| {
            changed.first.0 = number;
            Side { changed, next }
        })
    }

    /// Those of the input and what was changed, each at its number.
    pub(crate) fn beside(self, input: &[Buffer]) -> Result<Vec<Buffer>, Stop> {
        let count: usize = self.tasks.iter().map(|changed| 1 + changed.others.len()).sum();
        let changed = self.tasks.into_iter().flat_map(|changed| iter::once(changed.first).chain(changed.others));
        let mut changed = collected(changed, count)?;
        if changed.iter().all(|(_, octets)| octets.is_empty()) {
            return Ok(input.to_vec());
        }
        changed.sort_unstable_by_key(|&(number, _)| number);
        let mut buffers = with_room(input.len() + count)?;
        buffers.extend_from_slice(input);
        buffers.extend(changed.into_iter().map(|(_, octets)| Buffer::from_vec(octets)));
        Ok(buffers)
    }
}

impl Side<'_> {
    /// The same view; if its text is a part of `place` and would be gone with the block, that of a copy.
    #[inline]
    pub(crate) fn kept(&mut self, view: u128, place: &Place<'_>) -> Result<u128, Stop> {
        let (len, buffer, offset) = (view as u32 as usize, (view >> 64) as u32, (view >> 96) as usize);
        if len <= INLINE || buffer != MOVED {
            return Ok(view);
        }
        self.store(place.text().get(offset..offset + len).unwrap_or_default())
    }

    /// The view of a copy of `text`, which must be UTF-8.
    pub(crate) fn store(&mut self, text: &[u8]) -> Result<u128, Stop> {
        if text.len() > MAX {
            return Err(Stop::TooMuch);
        }
        let mut place = Place { rest: text, len: text.len() as u32, buffer: 0, offset: 0 };
        if text.len() <= INLINE {
            return Ok(place.whole());
        }
        let Changed { first, others } = &mut *self.changed;
        if others.last().unwrap_or(first).1.len() + text.len() > MAX {
            others.push((self.next.fetch_add(1, Ordering::Relaxed), Vec::new()));
        }
        let (number, octets) = others.last_mut().unwrap_or(first);
        (place.buffer, place.offset) = (*number, octets.len() as u32);
        reserve(octets, text.len())?;
        octets.extend_from_slice(text);
        Ok(place.whole())
    }
}
