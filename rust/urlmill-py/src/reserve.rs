//! Memory for when there is none.
//!
//! Rust ends the process where a small piece of memory cannot be had. A little is kept for that: the call goes on, and
//! the interpreter, which asks next, raises MemoryError. Large pieces, whose size comes from the input, are asked for with
//! `try_reserve` and do not come here.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

const SIZE: usize = 1 << 18;
const LARGEST: usize = SIZE / 4;

/// Untouched pages cost nothing.
#[repr(align(128))] // as Arrow wants its buffers
struct Space(UnsafeCell<[u8; SIZE]>);

// SAFETY: each piece of it belongs to whoever was given it.
unsafe impl Sync for Space {}

static SPACE: Space = Space(UnsafeCell::new([0; SIZE]));
/// How many pieces are given out, in the upper half; where the next one may begin, in the lower. When the last piece comes
/// back, it begins anew.
static STATE: AtomicU64 = AtomicU64::new(0);
const PIECE: u64 = 1 << 32;

/// The system's allocator, and what is kept.
pub(crate) struct Reserve;

#[inline]
fn is_kept(memory: *mut u8) -> bool {
    memory.addr().wrapping_sub(SPACE.0.get().addr()) < SIZE
}

#[cold]
fn take(layout: Layout) -> *mut u8 {
    if layout.size() > LARGEST || layout.align() > align_of::<Space>() {
        return ptr::null_mut();
    }
    let mut start = 0;
    let taken = STATE.fetch_update(Ordering::Acquire, Ordering::Relaxed, |state| {
        start = ((state % PIECE) as usize).next_multiple_of(layout.align());
        let end = start + layout.size();
        (end <= SIZE).then_some((state / PIECE + 1) * PIECE + end as u64)
    });
    if taken.is_err() {
        return ptr::null_mut();
    }
    // SAFETY: from `start` on there is room for the piece, and no other piece overlaps it.
    unsafe { SPACE.0.get().cast::<u8>().add(start) }
}

#[cold]
fn give_back() {
    let next = |state| Some(if state / PIECE == 1 { 0 } else { state - PIECE });
    // It always has a next one.
    let _ = STATE.fetch_update(Ordering::Release, Ordering::Relaxed, next);
}

// SAFETY: all memory is the system's, or a piece of the space that is given to one owner at a time; none of this unwinds.
unsafe impl GlobalAlloc for Reserve {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as asked of this function.
        let memory = unsafe { System.alloc(layout) };
        if memory.is_null() { take(layout) } else { memory }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as asked of this function.
        let memory = unsafe { System.alloc_zeroed(layout) };
        if !memory.is_null() {
            return memory;
        }
        let memory = take(layout);
        if !memory.is_null() {
            // SAFETY: so much was taken.
            unsafe { memory.write_bytes(0, layout.size()) };
        }
        memory
    }

    #[inline]
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if is_kept(memory) {
            return give_back();
        }
        // SAFETY: as asked of this function; it is the system's.
        unsafe { System.dealloc(memory, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if !is_kept(memory) {
            // SAFETY: as asked of this function; it is the system's.
            let moved = unsafe { System.realloc(memory, layout, new_size) };
            if !moved.is_null() {
                return moved;
            }
        }
        // SAFETY: the size is not zero and fits with the alignment, as asked of this function. What is copied is within
        // both; the old memory is given back once.
        unsafe {
            let new = self.alloc(Layout::from_size_align_unchecked(new_size, layout.align()));
            if !new.is_null() {
                ptr::copy_nonoverlapping(memory, new, layout.size().min(new_size));
                self.dealloc(memory, layout);
            }
            new
        }
    }
}
