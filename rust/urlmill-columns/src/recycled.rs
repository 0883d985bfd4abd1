//! Memory for views that was a column's before.
//!
//! Fresh memory comes from the system full of zeros, page by page, and for five columns that takes as long as it takes
//! to parse. So what a column leaves is kept for the next one, up to a limit: jobs work batch by batch.

use crate::memory::zeroed;
use crate::split::Stop;
use arrow_buffer::{Buffer, ScalarBuffer};
use bytes::Bytes;
use std::mem;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many views are kept for later: 128 MiB of them.
const KEPT: usize = (128 << 20) / size_of::<u128>();
/// Smaller columns are for the allocator, which keeps memory of that size itself; larger ones it may give back to the
/// system each time, such as those of a block of lines.
const SMALL: usize = (128 << 10) / size_of::<u128>();

/// Never waited for: whoever finds it locked, which a child made by a fork may for ever, does without.
static FREE: Mutex<Vec<Vec<u128>>> = Mutex::new(Vec::new());

/// Whether views are kept at all.
static IS_ON: AtomicBool = AtomicBool::new(true);

/// Has the views of columns that end kept for later ones, as they are unless this says otherwise, or given back at once.
pub fn keep_views(is_on: bool) {
    IS_ON.store(is_on, Ordering::Relaxed);
}

/// As many views, whatever they hold.
pub(crate) fn views(rows: usize) -> Result<Vec<u128>, Stop> {
    match kept(rows) {
        Some(views) => Ok(views),
        None => zeroed(rows),
    }
}

fn kept(rows: usize) -> Option<Vec<u128>> {
    if rows < SMALL {
        return None;
    }
    let mut free = FREE.try_lock().ok()?;
    let place = free.iter().position(|views| views.len() >= rows && views.capacity() / 2 <= rows)?;
    let mut views = free.swap_remove(place);
    views.truncate(rows);
    Some(views)
}

/// The views as a buffer that leaves its memory here.
pub(crate) fn buffer(views: Vec<u128>) -> ScalarBuffer<u128> {
    if views.len() < SMALL || !IS_ON.load(Ordering::Relaxed) {
        return views.into();
    }
    Buffer::from(Bytes::from_owner(Owner(views))).into()
}

struct Owner(Vec<u128>);

impl AsRef<[u8]> for Owner {
    fn as_ref(&self) -> &[u8] {
        bytemuck::cast_slice(&self.0)
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        let views = mem::take(&mut self.0);
        if let Ok(mut free) = FREE.try_lock()
            && free.iter().map(Vec::capacity).sum::<usize>() + views.capacity() <= KEPT
        {
            free.push(views);
        }
    }
}
