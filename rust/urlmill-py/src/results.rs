//! The result classes of `urllib.parse`, and how to make their instances without calling them.

mod attributes;

use crate::dropin::{ParseGeturl, SplitGeturl};
use attributes::fast_subclass;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyModule, PyTuple, PyType};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// The results of the running interpreter's functions.
pub(crate) struct Results {
    pub(crate) split: ResultClass,
    pub(crate) parse: ResultClass,
    pub(crate) defrag: ResultClass,
    /// What `missing_as_none` is if it is left out; `None` where there is no such argument, as before 3.15.
    pub(crate) missing_as_none: Option<bool>,
}

impl Results {
    /// `None` if this interpreter's results are not of a kind known here. Then its own functions must make them.
    pub(crate) fn new(stdlib: &Bound<'_, PyModule>, accelerated: &Bound<'_, PyType>) -> Option<Self> {
        // Whatever is not as expected, an attribute that is not there or a function that raises, is of an unknown kind.
        Self::found(stdlib, accelerated).ok().flatten()
    }

    fn found(stdlib: &Bound<'_, PyModule>, accelerated: &Bound<'_, PyType>) -> PyResult<Option<Self>> {
        let class = |name: &str| -> PyResult<Bound<'_, PyType>> { Ok(stdlib.getattr(name)?.cast_into()?) };
        let (theirs_split, theirs_parse, defrag) =
            (class("SplitResult")?, class("ParseResult")?, class("DefragResult")?);
        let split = ResultClass::new(&fast_subclass::<SplitGeturl>(0, &theirs_split, accelerated)?, &theirs_split)?;
        let parse = ResultClass::new(&fast_subclass::<ParseGeturl>(1, &theirs_parse, accelerated)?, &theirs_parse)?;
        // Nothing about this one wants to be faster.
        let defrag = ResultClass::new(&defrag, &defrag)?;
        let missing_as_none = match [split.layout, parse.layout, defrag.layout] {
            [Layout::Items, Layout::Items, Layout::Items] => None,
            [Layout::Marked, Layout::Marked, Layout::Marked] if keeps_empty_as_known(stdlib)? => {
                let Some(default) = missing_as_none(stdlib)? else { return Ok(None) };
                Some(default)
            }
            _ => return Ok(None),
        };
        Ok(Some(Self { split, parse, defrag, missing_as_none }))
    }

    /// The same classes once more.
    pub(crate) fn clone_ref(&self, py: Python<'_>) -> Self {
        let [split, parse, defrag] = [&self.split, &self.parse, &self.defrag].map(|class| class.clone_ref(py));
        Self { split, parse, defrag, missing_as_none: self.missing_as_none }
    }

    /// Whether absent parts are `None` if nothing is said about them.
    #[inline]
    pub(crate) fn missing_by_default(&self) -> bool {
        self.missing_as_none == Some(true)
    }
}

/// The default of `missing_as_none`, if the functions agree about it.
fn missing_as_none(stdlib: &Bound<'_, PyModule>) -> PyResult<Option<bool>> {
    let mut defaults = Vec::new();
    for name in ["urlsplit", "urlparse", "urldefrag"] {
        let mark = stdlib.call_method1(name, ("",))?.getattr("_keep_empty")?;
        defaults.push(mark.cast_exact::<PyBool>().ok().map(PyBoolMethods::is_true));
    }
    Ok(defaults[0].filter(|_| defaults.iter().all(|default| *default == defaults[0])))
}

/// Whether parts that are empty and parts that are absent are put together as they are here.
fn keeps_empty_as_known(stdlib: &Bound<'_, PyModule>) -> PyResult<bool> {
    let options = PyDict::new(stdlib.py());
    options.set_item("keep_empty", true)?;
    let cases = [
        ((Some("file"), Some(""), "/a", None, None), "file:///a"),
        ((Some("a"), None, "b", Some(""), None), "a:b?"),
        ((None, Some("h"), "b", None, Some("")), "//h/b#"),
        ((Some(""), None, "b", Some("c"), None), "b?c"),
    ];
    for (parts, url) in cases {
        if !stdlib.call_method("urlunsplit", (parts,), Some(&options))?.eq(url)? {
            return Ok(false);
        }
    }
    let parts = (None::<&str>, Some("h"), "", Some(""), None::<&str>, None::<&str>);
    stdlib.call_method("urlunparse", (parts,), Some(&options))?.eq("//h/;")
}

/// A result class, and what its instances look like in memory.
pub(crate) struct ResultClass {
    pub(crate) class: Py<PyType>,
    /// The interpreter's own: the same, or the one that `class` is a subclass of.
    pub(crate) theirs: Py<PyType>,
    layout: Layout,
}

/// What an instance holds besides the items of the tuple that it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// Nothing, as up to 3.14. Filling in the items is what `tuple.__new__` does too, less the intermediate tuple.
    Items,
    /// The slot `_keep_empty` behind the items, as from 3.15 on: whether the result tells an absent part (`None`) from
    /// an empty one.
    Marked,
    /// Something that no interpreter had when this was written.
    Unknown,
}

impl ResultClass {
    fn new(class: &Bound<'_, PyType>, theirs: &Bound<'_, PyType>) -> PyResult<Self> {
        Ok(Self { class: class.clone().unbind(), theirs: theirs.clone().unbind(), layout: Layout::of(class)? })
    }

    fn clone_ref(&self, py: Python<'_>) -> Self {
        Self { class: self.class.clone_ref(py), theirs: self.theirs.clone_ref(py), layout: self.layout }
    }

    /// An instance with these items, marked as having `None` for absent parts if `missing_as_none`; `None` if memory has
    /// run out.
    #[inline]
    pub(crate) fn instance<'py, const N: usize>(
        &self,
        py: Python<'py>,
        items: [Bound<'py, PyAny>; N],
        missing_as_none: bool,
    ) -> Option<Bound<'py, PyAny>> {
        // SAFETY: a new object or null, with room for N items and for the slot behind them, where one is known to be. It is
        // not tracked, so nothing else sees it, before all of them are set.
        unsafe {
            let result = ffi::PyObject_GC_NewVar::<ffi::PyObject>(self.class.as_ptr().cast(), N.cast_signed());
            let result = Bound::from_owned_ptr_or_opt(py, result)?;
            forget_hash(&result);
            for (index, item) in items.into_iter().enumerate() {
                ffi::PyTuple_SET_ITEM(result.as_ptr(), index.cast_signed(), item.into_ptr());
            }
            if self.layout == Layout::Marked {
                *mark_of(&result) = PyBool::new(py, missing_as_none).to_owned().into_ptr();
            }
            ffi::PyObject_GC_Track(result.as_ptr().cast());
            Some(result)
        }
    }

    /// The `_keep_empty` of an instance.
    #[inline]
    pub(crate) fn mark(&self, result: &Bound<'_, PyAny>) -> Mark {
        if self.layout != Layout::Marked {
            return Mark::NotSet;
        }
        let is = |value| PyBool::new(result.py(), value).as_ptr();
        // SAFETY: instances have the slot. Another thread may write to it where there is no GIL, so it is read at once; what
        // it points to is compared, not touched.
        match unsafe { AtomicPtr::from_ptr(mark_of(result)) }.load(Relaxed) {
            mark if mark.is_null() => Mark::NotSet,
            mark if mark == is(true) => Mark::Set(true),
            mark if mark == is(false) => Mark::Set(false),
            _ => Mark::Odd,
        }
    }
}

/// What the slot `_keep_empty` of a result says.
#[derive(Clone, Copy)]
pub(crate) enum Mark {
    /// Nothing, as of a result made by hand; or there is no such slot.
    NotSet,
    Set(bool),
    /// Something that only a program can have put there.
    Odd,
}

/// The size of a slot.
const WORD: ffi::Py_ssize_t = size_of::<*mut ffi::PyObject>().cast_signed();

impl Layout {
    /// Found out from the class itself, since no version number tells what a distribution has patched.
    fn of(class: &Bound<'_, PyType>) -> PyResult<Self> {
        if !class.is_subclass_of::<PyTuple>()? {
            return Ok(Self::Unknown);
        }
        // SAFETY: types are alive, and their layout is read, not changed.
        let (extra, is_a_tuple_otherwise) = unsafe {
            let (kind, tuple, object) =
                (class.as_type_ptr(), &raw const ffi::PyTuple_Type, &raw const ffi::PyBaseObject_Type);
            let init = |kind: *const ffi::PyTypeObject| (*kind).tp_init.map(|init| init as usize);
            (
                (*kind).tp_basicsize - (*tuple).tp_basicsize,
                (*kind).tp_itemsize == (*tuple).tp_itemsize && (*kind).tp_dictoffset == 0 && init(kind) == init(object),
            )
        };
        Ok(match extra {
            0 if is_a_tuple_otherwise => Self::Items,
            WORD if is_a_tuple_otherwise && is_marked_behind_the_items(class)? => Self::Marked,
            _ => Self::Unknown,
        })
    }
}

/// Whether the word behind the items is the slot `_keep_empty`: what is written there is read by that name, and only
/// then. The class has that word, whatever it is for.
fn is_marked_behind_the_items(class: &Bound<'_, PyType>) -> PyResult<bool> {
    let py = class.py();
    let count = class.getattr("_fields")?.cast_into::<PyTuple>()?.len().cast_signed();
    // SAFETY: a new object or an error. It has room for the items; they, and what is behind them, are null.
    let result = unsafe {
        let result = ffi::PyType_GenericAlloc(class.as_type_ptr(), count);
        let result = Bound::from_owned_ptr_or_err(py, result)?;
        forget_hash(&result);
        for index in 0..count {
            ffi::PyTuple_SET_ITEM(result.as_ptr(), index, py.None().into_ptr());
        }
        result
    };
    if result.getattr_opt("_keep_empty")?.is_some() {
        return Ok(false);
    }
    // SAFETY: the class is larger than a tuple by one word, which is null so far.
    unsafe { *mark_of(&result) = class.clone().into_ptr() };
    let is_it = result.getattr_opt("_keep_empty").is_ok_and(|mark| mark.is_some_and(|mark| mark.is(class)));
    if !is_it {
        // SAFETY: that word again, which holds what was put there, or what somebody put in its place.
        drop(unsafe { Bound::from_owned_ptr_or_opt(py, std::mem::replace(&mut *mark_of(&result), ptr::null_mut())) });
    }
    Ok(is_it)
}

/// From 3.14 on tuples cache their hash, and -1 says that it is not known yet.
///
/// # Safety
/// `result` is a tuple.
#[inline]
#[cfg_attr(not(Py_3_14), allow(unused_variables))]
unsafe fn forget_hash(result: &Bound<'_, PyAny>) {
    #[cfg(Py_3_14)]
    // SAFETY: what this function asks for.
    unsafe {
        (*result.as_ptr().cast::<ffi::PyTupleObject>()).ob_hash = -1;
    }
}

/// The word behind the items of a tuple.
///
/// # Safety
/// The class of `result` is a subclass of tuple that is larger by a word.
#[inline]
unsafe fn mark_of(result: &Bound<'_, PyAny>) -> *mut *mut ffi::PyObject {
    // SAFETY: what this function asks for.
    unsafe {
        let items = (&raw mut (*result.as_ptr().cast::<ffi::PyTupleObject>()).ob_item).cast::<*mut ffi::PyObject>();
        items.add(ffi::PyTuple_GET_SIZE(result.as_ptr()).cast_unsigned())
    }
}
