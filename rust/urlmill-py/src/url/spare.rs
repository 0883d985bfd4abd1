//! The memory of URLs that were let go, for the next ones: most are made, asked and dropped one after the other.
//!
//! It is for objects that hold a text and settings and nothing else, of classes that take part in garbage collection. They
//! all have the same size, whatever their class.

use crate::memory;
use pyo3::ffi;
use std::ptr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicPtr, AtomicUsize};

/// How many are kept, of 80 bytes each.
const MOST: usize = 64;

/// The GIL keeps others from both. Without one nothing is kept.
static KEPT: [AtomicPtr<ffi::PyObject>; MOST] = [const { AtomicPtr::new(ptr::null_mut()) }; MOST];
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A new object, whose fields are still to be set; null with an error set if memory has run out.
///
/// # Safety
/// Attached. The class is alive, takes part in garbage collection, and its objects have no fields of their own.
#[inline]
pub(super) unsafe fn new(kind: *mut ffi::PyTypeObject) -> *mut ffi::PyObject {
    let count = COUNT.load(Relaxed);
    // SAFETY: what this function asks for. What is kept is as large, and is not seen by others. `PyObject_Init` sets all but
    // the header of the garbage collector, which is as in a new object: `PyObject_GC_UnTrack` has cleared it before, but
    // for the mark of a called finalizer, and `keep` refuses an object that has it.
    unsafe {
        match count.checked_sub(1).and_then(|last| Some((last, KEPT.get(last)?))) {
            Some((last, object)) => {
                COUNT.store(last, Relaxed);
                ffi::PyObject_Init(object.load(Relaxed), kind)
            }
            None => ffi::PyObject_GC_New(kind),
        }
    }
}

/// Whether the memory of the object is kept; if not, it is to be freed.
///
/// # Safety
/// Attached. The last reference to the object is gone and its fields are let go. [`new`] could have made it, and the garbage
/// collector does not track it.
#[inline]
pub(super) unsafe fn keep(object: *mut ffi::PyObject) -> bool {
    let count = COUNT.load(Relaxed);
    // An object whose finalizer was called is marked so for good.
    // SAFETY: what this function asks for.
    if cfg!(Py_GIL_DISABLED) || !memory::is_on() || unsafe { ffi::PyObject_GC_IsFinalized(object) } != 0 {
        return false;
    }
    let Some(place) = KEPT.get(count) else { return false };
    place.store(object, Relaxed);
    COUNT.store(count + 1, Relaxed);
    true
}
