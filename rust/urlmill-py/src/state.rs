//! What the fast paths know of the interpreter they run in; set once, when the module is imported.

use crate::cache::{Cache, LastBase};
use crate::call::given;
use crate::results::Results;
use crate::text::ascii;
use crate::url;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::marker::PhantomData;
use std::ops::Deref;
use std::ptr;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicIsize, AtomicPtr, AtomicUsize};

/// Schemes whose lower-case name is handed out again and again instead of being made anew, the commonest first.
const SCHEMES: [&str; 18] = [
    "https",
    "http",
    "ftp",
    "mailto",
    "file",
    "data",
    "ws",
    "wss",
    "javascript",
    "tel",
    "news",
    "nntp",
    "gopher",
    "telnet",
    "wais",
    "prospero",
    "snews",
    "sftp",
];

pub(crate) struct State {
    /// `None` if this interpreter's are not of a kind known here.
    pub(crate) results: Option<Results>,
    pub(crate) empty: Py<PyAny>,
    pub(crate) schemes: SchemeNames,
    pub(crate) uses_params: SchemeList,
    pub(crate) uses_relative: SchemeList,
    pub(crate) uses_netloc: SchemeList,
    /// Whether `urljoin` takes an empty query or fragment for an absent one, as all did before 3.14.
    pub(crate) drops_empty_parts: bool,
    /// Whether `urljoin` sets `;parameters` aside when it joins paths, as all did before 3.14; `None` if it does something
    /// else.
    pub(crate) sets_params_aside: Option<bool>,
    /// Whether `urlunsplit` writes an empty authority before a path that begins with `//` and would be taken for one, as it
    /// does from 3.12.4 on; `None` if it does something else.
    pub(crate) guards_slashes: Option<bool>,
    /// Whether `urlunsplit` writes an empty authority and a slash before a relative path, if the scheme is one that has an
    /// authority, as all did before 3.12.4; `None` if it does something else.
    pub(crate) roots_paths: Option<bool>,
    /// Values of `urlencode`'s `quote_via` that the fast path knows: ours and the interpreter's.
    pub(crate) quote: [Py<PyAny>; 2],
    pub(crate) quote_plus: [Py<PyAny>; 2],
    /// The interpreter's own `urlsplit`, which has a cache on most releases.
    pub(crate) urlsplit: Py<PyAny>,
    pub(crate) cache: Cache,
    pub(crate) last_base: LastBase,
}

/// Null before the module is imported and after [`release`].
static STATE: AtomicPtr<State> = AtomicPtr::new(ptr::null_mut());
static IS_RELEASED: AtomicBool = AtomicBool::new(false);
/// How many there are of [`Hold`].
static HOLDS: AtomicUsize = AtomicUsize::new(0);

/// While there is one, [`release`] frees nothing. A fast path may give up the GIL in its middle, and the thread that
/// takes it may be at its exit: an object that is let go may have a finalizer, and before 3.12 the garbage collector
/// runs wherever memory is asked for.
pub(crate) struct Hold<'py>(PhantomData<Python<'py>>);

impl<'py> Hold<'py> {
    #[inline]
    pub(crate) fn new(_py: Python<'py>) -> Self {
        // The GIL keeps others from the number. Without one it is not asked for.
        if !cfg!(Py_GIL_DISABLED) {
            HOLDS.store(HOLDS.load(Relaxed).wrapping_add(1), Relaxed);
        }
        Self(PhantomData)
    }
}

impl Drop for Hold<'_> {
    #[inline]
    fn drop(&mut self) {
        if !cfg!(Py_GIL_DISABLED) {
            HOLDS.store(HOLDS.load(Relaxed).wrapping_sub(1), Relaxed);
        }
    }
}

/// The state, kept from being freed.
pub(crate) struct Held<'py> {
    state: &'static State,
    _hold: Hold<'py>,
}

impl Deref for Held<'_> {
    type Target = State;

    #[inline]
    fn deref(&self) -> &State {
        self.state
    }
}

/// The state, while there is one.
#[inline]
pub(crate) fn state(py: Python<'_>) -> Option<Held<'_>> {
    let hold = Hold::new(py);
    // SAFETY: null, or a state that `set` has leaked. `release` frees it only without holders; a later caller finds
    // null.
    let state = unsafe { STATE.load(Acquire).as_ref() }?;
    Some(Held { state, _hold: hold })
}

/// Sets the state, if it is not set yet.
pub(crate) fn set(state: State) {
    let new = Box::into_raw(Box::new(state));
    if STATE.compare_exchange(ptr::null_mut(), new, AcqRel, Acquire).is_err() {
        // SAFETY: this one has not been shared yet.
        drop(unsafe { Box::from_raw(new) });
    }
}

/// Lets go of all that the state holds, at exit; what is asked later is handed over. The garbage collector does not see
/// these references, and what they lead to, a program's own classes in a cache for one, would not be finalised: files
/// that it has left open would not be written.
#[pyfunction]
pub(crate) fn release(py: Python<'_>) -> PyResult<()> {
    IS_RELEASED.store(true, Release);
    if cfg!(Py_GIL_DISABLED) || HOLDS.load(Relaxed) > 0 {
        // Another thread is in the middle of a fast path, or may be, so only the cache goes.
        return state(py).map_or(Ok(()), |state| state.clear_caches(py));
    }
    let state = STATE.swap(ptr::null_mut(), AcqRel);
    // SAFETY: there is no hold, and no Python code has run since that was seen.
    unsafe { url::release() };
    if !state.is_null() {
        // SAFETY: `set` has leaked it. There was no holder when it was taken out of sight.
        drop(unsafe { Box::from_raw(state) });
    }
    Ok(())
}

/// Whether the interpreter that had it has ended.
pub(crate) fn is_released() -> bool {
    IS_RELEASED.load(Acquire)
}

impl State {
    /// Our cache, and the one of the interpreter's own `urlsplit`.
    pub(crate) fn clear_caches(&self, py: Python<'_>) -> PyResult<()> {
        self.cache.clear(py);
        if let Some(clear) = self.urlsplit.bind(py).getattr_opt("cache_clear")? {
            clear.call0()?;
        }
        Ok(())
    }
}

/// The names of [`SCHEMES`] as Python strings.
pub(crate) struct SchemeNames {
    https: Py<PyAny>,
    http: Py<PyAny>,
    others: Vec<(&'static [u8], Py<PyAny>)>,
}

impl SchemeNames {
    pub(crate) fn new(py: Python<'_>) -> Self {
        let intern = |name| PyString::intern(py, name).into_any().unbind();
        let others = SCHEMES[2..].iter().map(|name| (name.as_bytes(), intern(name))).collect();
        Self { https: intern(SCHEMES[0]), http: intern(SCHEMES[1]), others }
    }

    /// The string for the lower-case name `raw`, if it is one of ours.
    #[inline]
    pub(crate) fn get(&self, raw: &[u8]) -> Option<&Py<PyAny>> {
        match raw {
            b"https" => Some(&self.https),
            b"http" => Some(&self.http),
            _ => self.others.iter().find(|(name, _)| *name == raw).map(|(_, string)| string),
        }
    }
}

/// One of the interpreter's lists of schemes. Programs may change them, so each question is put to the list itself; it
/// only remembers where each of our own names stood, and compares by identity. Where one is not found by that,
/// the interpreter is asked.
///
/// Where the attribute was replaced with something that is not a list, nothing is sure.
pub(crate) struct SchemeList {
    module: Py<PyModule>,
    name: &'static str,
    list: Py<PyAny>,
    places: Vec<Place>,
}

/// Where one of our names stands in a list.
struct Place {
    name: &'static [u8],
    item: Py<PyAny>,
    /// Where it stood when last seen.
    index: AtomicIsize,
}

impl SchemeList {
    pub(crate) fn new(module: &Bound<'_, PyModule>, name: &'static str) -> PyResult<Self> {
        let list = module.getattr(name)?;
        let mut places = Vec::new();
        for (index, item) in list.cast_exact::<PyList>().into_iter().flatten().enumerate() {
            if let Some(name) = SCHEMES.iter().find(|name| ascii(&item) == Some(name.as_bytes())) {
                places.push(Place {
                    name: name.as_bytes(),
                    item: item.unbind(),
                    index: AtomicIsize::new(index as isize),
                });
            }
        }
        // In the order of SCHEMES, so that a look-up soon finds the common ones.
        places.sort_by_key(|place| SCHEMES.iter().position(|known| known.as_bytes() == place.name));
        Ok(Self { module: module.clone().unbind(), name, list: list.unbind(), places })
    }

    /// Whether `scheme` is not in the list for sure; false may also mean that the list holds something odd, or that the
    /// name now stands for another one.
    pub(crate) fn surely_lacks(&self, py: Python<'_>, scheme: &[u8]) -> bool {
        let is_current = given(py, self.module.bind(py).getattr(self.name)).is_some_and(|now| now.is(&self.list));
        let list = self.list.bind(py).cast_exact::<PyList>();
        is_current && list.is_ok_and(|list| list.iter().all(|item| ascii(&item).is_some_and(|item| item != scheme)))
    }

    /// Whether the lower-case `scheme` is in the list for sure; false may also mean that the list was changed.
    #[inline]
    pub(crate) fn surely_has(&self, py: Python<'_>, scheme: &[u8]) -> bool {
        let Some(place) = self.places.iter().find(|place| place.name == scheme) else { return false };
        if cfg!(Py_GIL_DISABLED) {
            // Another thread may be changing it.
            let list = self.list.bind(py).cast_exact::<PyList>();
            return list.is_ok_and(|list| list.iter().any(|item| item.is(&place.item)));
        }
        let list = self.list.as_ptr();
        // SAFETY: it is a list, since a place in it was found when this was made.
        let len = unsafe { ffi::PyList_GET_SIZE(list) };
        // SAFETY: the GIL keeps others from the list, the index is within it, and the item is compared, not touched.
        let stands_at = |index| unsafe { ffi::PyList_GET_ITEM(list, index) == place.item.as_ptr() };
        let index = place.index.load(Relaxed);
        if index < len && stands_at(index) {
            return true;
        }
        let moved = (0..len).find(|&index| stands_at(index));
        moved.inspect(|&index| place.index.store(index, Relaxed)).is_some()
    }
}
