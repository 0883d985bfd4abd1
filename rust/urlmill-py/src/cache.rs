//! What makes a repeated URL as cheap as `urllib.parse`'s own cache does, at next to no cost for a new one.
//!
//! A table of slots, chosen by a hash of the text. A URL is kept only when it is seen for the second time: the first
//! time leaves just its hash behind. So a stream of URLs that are all different pays for a hash and one write to a
//! small table, holds on to nothing, and lets the allocator reuse memory that is still warm.

use pyo3::ffi;
use pyo3::prelude::*;
use rapidhash::v3::{DEFAULT_RAPID_SECRETS, rapidhash_v3_nano_inline};
use std::cell::UnsafeCell;
use urlmill_core::urllib::Base;

const SLOTS: usize = 1024;
/// Longer URLs share a few slots, which bounds what the table holds.
const LONGEST: usize = 512;
const SLOTS_OF_LONG: usize = 64;

/// Makes all bits of a hash depend on all lower ones.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What `cache_info` tells.
#[derive(Clone, Copy, Default)]
pub(crate) struct Info {
    pub(crate) hits: u64,
    pub(crate) misses: u64,
    pub(crate) kept: usize,
}

/// The place of a URL that was not found, to be given back with its result.
pub(crate) struct Miss {
    slot: usize,
    seen_before: bool,
}

pub(crate) struct Cache(UnsafeCell<Table>);

struct Table {
    /// Beside the entries and not in them, so that new URLs touch 4 KiB and no more.
    tags: [u32; SLOTS],
    entries: [Option<Entry>; SLOTS],
    info: Info,
}

struct Entry {
    url: Py<PyAny>,
    result: Py<PyAny>,
}

impl Entry {
    /// Lets go of both at once. A `Py` that is dropped outside PyO3's own wrappers would only be put aside for later.
    fn release(self, py: Python<'_>) {
        drop((self.url.into_bound(py), self.result.into_bound(py)));
    }
}

// SAFETY: the table is only reached through `with`, which excludes other threads by the GIL and does nothing where
// there is no GIL.
unsafe impl Sync for Cache {}

impl Cache {
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new(Table {
            tags: [0; SLOTS],
            entries: [const { None }; SLOTS],
            info: Info { hits: 0, misses: 0, kept: 0 },
        }))
    }

    /// The most URLs it keeps.
    pub(crate) const fn capacity() -> usize {
        SLOTS
    }

    /// The table, to `_py`'s thread alone. On a free-threaded interpreter there is none: a lock would cost as much as
    /// the work it saves.
    #[inline]
    fn with<T>(&self, _py: Python<'_>, f: impl FnOnce(&mut Table) -> T) -> Option<T> {
        if cfg!(Py_GIL_DISABLED) {
            return None;
        }
        // SAFETY: attached, so no other thread is here; and nothing `f` does below runs Python code that could come
        // back: it drops no object. Those it takes out are released afterwards.
        Some(f(unsafe { &mut *self.0.get() }))
    }

    /// The result kept for `url`, whose text is `bytes`: only ASCII text is found by its bytes, since others stand for more
    /// than one text. It shows absent parts as `missing_as_none` says.
    #[inline]
    pub(crate) fn find<'py>(
        &self,
        url: &Bound<'py, PyAny>,
        bytes: &[u8],
        missing_as_none: bool,
    ) -> Result<Bound<'py, PyAny>, Option<Miss>> {
        let py = url.py();
        let found = self.with(py, |table| {
            let (hash, slots) = if bytes.len() <= LONGEST {
                (rapidhash_v3_nano_inline::<false, false>(bytes, &DEFAULT_RAPID_SECRETS), SLOTS)
            } else {
                // The one that Python's strings remember: a text that comes again is not read again.
                // SAFETY: `url` is exactly a str, which has a hash.
                let hash = unsafe { ffi::PyObject_Hash(url.as_ptr()) }.cast_unsigned() as u64;
                (hash.wrapping_mul(SPREAD), SLOTS_OF_LONG)
            };
            // The two results of a URL stand side by side, so an entry with this URL is the one that is asked for.
            let slot = (hash as usize ^ usize::from(missing_as_none)) % slots;
            let tag = (hash >> 32) as u32;
            let seen_before = table.tags[slot] == tag;
            if seen_before
                && let Some(entry) = &table.entries[slot]
                && (entry.url.is(url) || crate::text::ascii(entry.url.bind(py)) == Some(bytes))
            {
                table.info.hits += 1;
                return Ok(entry.result.bind(py).clone());
            }
            table.info.misses += 1;
            table.tags[slot] = tag;
            Err(Some(Miss { slot, seen_before }))
        });
        found.unwrap_or(Err(None))
    }

    /// Keeps `result` if its URL was seen before.
    #[inline]
    pub(crate) fn keep(&self, miss: &Miss, url: &Bound<'_, PyAny>, result: &Bound<'_, PyAny>) {
        if miss.seen_before {
            let py = url.py();
            let entry = Entry { url: url.clone().unbind(), result: result.clone().unbind() };
            let replaced = self.with(py, |table| {
                let replaced = table.entries[miss.slot].replace(entry);
                table.info.kept += usize::from(replaced.is_none());
                replaced
            });
            if let Some(entry) = replaced.flatten() {
                entry.release(py);
            }
        }
    }

    pub(crate) fn info(&self, py: Python<'_>) -> Info {
        self.with(py, |table| table.info).unwrap_or_default()
    }

    pub(crate) fn clear(&self, py: Python<'_>) {
        let kept = self.with(py, |table| {
            let Info { hits, misses, kept } = std::mem::take(&mut table.info);
            if hits + misses == 0 {
                return Vec::new();
            }
            table.tags = [0; SLOTS];
            if kept == 0 {
                return Vec::new();
            }
            table.entries.iter_mut().filter_map(Option::take).collect::<Vec<_>>()
        });
        kept.into_iter().flatten().for_each(|entry| entry.release(py));
    }
}

/// The base that `urljoin` was last asked about: a page has one base and many links.
pub(crate) struct LastBase(UnsafeCell<(Vec<u8>, Option<Base>)>);

// SAFETY: reached through `get` only, which excludes other threads as `Cache::with` does.
unsafe impl Sync for LastBase {}

impl LastBase {
    pub(crate) const fn new() -> Self {
        Self(UnsafeCell::new((Vec::new(), None)))
    }

    /// What is known of the base `text`; `None` if it is not boring.
    #[inline]
    pub(crate) fn get(&self, _py: Python<'_>, text: &[u8]) -> Option<Base> {
        if cfg!(Py_GIL_DISABLED) || text.len() > LONGEST {
            return Base::new(text);
        }
        // SAFETY: attached, so no other thread is here, and nothing below runs Python code.
        let (last, base) = unsafe { &mut *self.0.get() };
        if last.as_slice() != text {
            last.clear();
            last.extend_from_slice(text);
            *base = Base::new(text);
        }
        *base
    }
}
