//! Ways around fresh memory. The system clears it page by page: for a column that takes as long as to parse it.
//!
//! | what | for whom |
//! |---|---|
//! | huge pages | each large column of text |
//! | the views of a freed column, for the next one: `recycled` of `urlmill-columns`, where columns end | the same |
//! | the memory of a freed URL, for the next one: `url::spare` | URLs one at a time |
//! | what glibc keeps | the command; a library leaves the allocator of the process alone |
//!
//! `URLMILL_KEEP_MEMORY=0` switches off all of them.

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use std::env;
use std::sync::atomic::{AtomicBool, Ordering};

static IS_ON: AtomicBool = AtomicBool::new(true);

/// Reads the switch, when the module is imported.
pub(crate) fn look() -> PyResult<()> {
    let is_on = match env::var_os("URLMILL_KEEP_MEMORY") {
        Some(value) if value == "0" => false,
        Some(value) if !value.is_empty() && value != "1" => {
            let value = value.to_string_lossy();
            return Err(PyImportError::new_err(format!(
                "URLMILL_KEEP_MEMORY is '{value}'; it must be '0', '1' or not set"
            )));
        }
        _ => true,
    };
    IS_ON.store(is_on, Ordering::Relaxed);
    urlmill_columns::memory::keep_views(is_on);
    Ok(())
}

/// Whether these ways are taken.
#[inline]
pub(crate) fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Has glibc keep what a block of lines leaves behind for the next one, and says whether it does. glibc would give it back
/// each time, and the system clear it again, with one thread in the way of the other.
#[pyfunction]
pub(crate) fn keep_memory() -> bool {
    is_on() && set_thresholds()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn set_thresholds() -> bool {
    const TRIM: i32 = 256 << 20;
    const MMAP: i32 = 32 << 20; // the most that glibc takes
    // SAFETY: both are options of glibc, and each takes a number.
    unsafe { libc::mallopt(libc::M_TRIM_THRESHOLD, TRIM) == 1 && libc::mallopt(libc::M_MMAP_THRESHOLD, MMAP) == 1 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn set_thresholds() -> bool {
    false
}

/// Memory comes from the system a page at a time, and with pages of 4 KiB that takes longer than to fill them.
#[cfg(target_os = "linux")]
pub(crate) fn ask_for_huge_pages(memory: &[u128]) {
    const HUGE: usize = 2 << 20;
    let skipped = memory.as_ptr().align_offset(HUGE);
    let whole = memory.len().saturating_sub(skipped) * size_of::<u128>() / HUGE * HUGE;
    if whole > 0 && is_on() {
        // SAFETY: the range lies within `memory`. This is advice: what is there does not change, and to refuse is fine.
        unsafe { libc::madvise(memory.as_ptr().add(skipped).cast_mut().cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn ask_for_huge_pages(_memory: &[u128]) {}
