//! `BaseURL`, the class that URL objects are made of: the text that was given, and where its parts are.
//!
//! What a URL means is for the Python classes built on it. They are made through the vectorcall of their type, since
//! that is where the time goes: a constructor in Python would take longer than all that happens here.

mod class;
mod edits;
mod normal;
mod parts;
mod registry;
mod spare;
mod web;

use crate::ended;
use crate::panics;
use crate::state::Hold;
use crate::text::{Text, ascii};
pub(crate) use class::new_type;
pub(crate) use normal::level;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use registry::{Choice, Profile, choose, choose_plain, choose_with};
pub(crate) use registry::{has_our_web, may_list, register, release};
use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;
use urlmill_core::parse::{CHECKED, LENIENT, is_old_http, is_uri, parse_plain};
use urlmill_core::span::MAX_LEN;
use urlmill_core::{Offsets, Span, parse};
pub(crate) use web::register_web;

#[repr(C)]
struct Url {
    ob_base: ffi::PyObject,
    /// Exactly a `str`.
    text: *mut ffi::PyObject,
    /// How it was read; null for the default.
    settings: *mut ffi::PyObject,
    /// In characters of the text.
    offsets: Offsets,
}

static BASE: OnceLock<Py<PyType>> = OnceLock::new();

/// `Class(text)`, the way the interpreter calls a type.
pub(crate) unsafe extern "C" fn vectorcall(
    class: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    nargsf: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with a type that `register` has set it on and the arguments of a
    // vectorcall.
    unsafe {
        if ffi::PyVectorcall_NARGS(nargsf) == 1 && names.is_null() && ffi::PyUnicode_CheckExact(*args) != 0 {
            return guarded(Python::assume_attached(), |py| {
                // Borrowed: the caller keeps both alive, and counting references would be work.
                let class = Borrowed::from_ptr(py, class).cast_unchecked::<PyType>();
                let text = Borrowed::from_ptr(py, *args);
                new_plain(&class, &text).unwrap_or_else(|| new(&class, &text, None))
            });
        }
        if ffi::PyVectorcall_NARGS(nargsf) == 1 && !names.is_null() && ffi::PyTuple_GET_SIZE(names) == 1 {
            let py = Python::assume_attached();
            let [text, value] = [0, 1].map(|index| Borrowed::from_ptr(py, *args.add(index)));
            let name = Borrowed::from_ptr(py, ffi::PyTuple_GET_ITEM(names, 0));
            let made = guarded_option(py, |py| {
                let class = Borrowed::from_ptr(py, class).cast_unchecked::<PyType>();
                new_with_profile(&class, &text, &name, &value)
            });
            if let Some(made) = made {
                return made;
            }
        }
        attached(|py| {
            let class = Bound::from_borrowed_ptr(py, class).cast_into_unchecked::<PyType>();
            let positional = ffi::PyVectorcall_NARGS(nargsf).cast_unsigned();
            let keywords = PyDict::new(py);
            if !names.is_null() {
                let names = Bound::from_borrowed_ptr(py, names).cast_into_unchecked::<PyTuple>();
                for (index, name) in names.iter().enumerate() {
                    keywords.set_item(name, Bound::from_borrowed_ptr(py, *args.add(positional + index)))?;
                }
            }
            let text = (positional == 1).then(|| Bound::from_borrowed_ptr(py, *args));
            new_with(&class, text, positional, &keywords)
        })
    }
}

/// `Class.__new__(Class, text, ...)`: for subclasses with a constructor of their own.
unsafe extern "C" fn tp_new(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    keywords: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: called as the tp_new of a type: attached, with a tuple and a dict or null.
    unsafe {
        attached(|py| {
            let class = Bound::from_borrowed_ptr(py, class.cast()).cast_into_unchecked::<PyType>();
            let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
            let keywords = if keywords.is_null() {
                PyDict::new(py)
            } else {
                Bound::from_borrowed_ptr(py, keywords).cast_into_unchecked()
            };
            let text = if args.len() == 1 { Some(args.get_item(0)?) } else { None };
            new_with(&class, text, args.len(), &keywords)
        })
    }
}

/// `Class._parse(text, settings)`.
unsafe extern "C" fn parse_method(
    class: *mut ffi::PyObject,
    args: *mut *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a class method: attached, with a type and `count` arguments.
    unsafe {
        attached(|py| {
            if count != 2 {
                return Err(PyTypeError::new_err("_parse() takes a text and settings"));
            }
            let class = Bound::from_borrowed_ptr(py, class).cast_into_unchecked::<PyType>();
            let settings = Bound::from_borrowed_ptr(py, *args.add(1));
            new(&class, &Bound::from_borrowed_ptr(py, *args), (!settings.is_none()).then_some(&settings))
        })
    }
}

/// What `make` makes, or its error raised, as C wants it.
#[inline]
fn guarded<'py>(py: Python<'py>, make: impl FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>) -> *mut ffi::PyObject {
    match panics::guarded(|| make(py)) {
        Ok(object) => object.into_ptr(),
        Err(error) => raised(error),
    }
}

/// The same for what there may be none of.
#[inline]
fn guarded_option<'py>(
    py: Python<'py>,
    make: impl FnOnce(Python<'py>) -> Option<PyResult<Bound<'py, PyAny>>>,
) -> Option<*mut ffi::PyObject> {
    match panics::guarded(|| make(py).transpose()) {
        Ok(object) => object.map(Bound::into_ptr),
        Err(error) => Some(raised(error)),
    }
}

/// The same where speed does not matter. PyO3 does not know by itself that C has called us attached: what it is given to
/// drop then, errors above all, it would put aside for a later that may never come.
fn attached(make: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>) -> *mut ffi::PyObject {
    Python::attach(|py| guarded(py, make))
}

#[cold]
fn raised(error: PyErr) -> *mut ffi::PyObject {
    Python::attach(|py| error.restore(py));
    ptr::null_mut()
}

#[cold]
fn new_with<'py>(
    class: &Bound<'py, PyType>,
    text: Option<Bound<'py, PyAny>>,
    positional: usize,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(text) = text else {
        return Err(PyTypeError::new_err(format!("a URL is made from one text, not from {positional}")));
    };
    if keywords.is_empty() {
        return new(class, &text, None);
    }
    let settings = class.getattr(intern!(class.py(), "_settings_from"))?;
    let settings = ended::call(&settings, &PyTuple::empty(class.py()), Some(keywords))?;
    new(class, &text, (!settings.is_none()).then_some(&settings))
}

/// What nearly all URLs are, with nothing to weigh: `None` leaves it to [`new`], which comes to the same.
#[inline]
fn new_plain<'py>(class: &Bound<'py, PyType>, text: &Bound<'py, PyAny>) -> Option<PyResult<Bound<'py, PyAny>>> {
    let bytes = ascii(text).filter(|bytes| bytes.len() <= MAX_LEN)?;
    let _hold = Hold::new(class.py());
    let scheme = urlmill_core::split::scheme(bytes)?;
    let class = choose_plain(class, bytes, scheme)?;
    let offsets = parse_plain(bytes, scheme)?;
    Some(fill(&class, text, None, offsets))
}

/// The same for `profile=`.
#[inline]
fn new_with_profile<'py>(
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    name: &Bound<'py, PyAny>,
    value: &Bound<'py, PyAny>,
) -> Option<PyResult<Bound<'py, PyAny>>> {
    let bytes = ascii(text).filter(|bytes| bytes.len() <= MAX_LEN)?;
    let profile = ascii(value).filter(|_| ascii(name) == Some(b"profile"))?;
    match profile {
        b"web" => return web::new_plain(class, text, bytes),
        b"superset" => return new_plain(class, text),
        _ => {}
    }
    let profile = Profile::named(profile)?;
    let _hold = Hold::new(class.py());
    let scheme = urlmill_core::split::scheme(bytes)?;
    let offsets = parse_plain(bytes, scheme)?;
    let is_allowed = match profile {
        Profile::Strict => is_uri(bytes, &offsets),
        Profile::Rfc1738 => is_old_http(bytes, &offsets),
        Profile::Lenient => true,
    };
    if !is_allowed {
        return None;
    }
    let chosen = choose_with(class, scheme.of(bytes), profile)?;
    Some(chosen.and_then(|(class, settings)| fill(&class, text, Some(&settings), offsets)))
}

/// A URL of the class that the scheme asks for.
fn new<'py>(
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    settings: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    if let Some(web) = web::asked(class, settings) {
        return web::new(web, class, text, settings);
    }
    let Some(read) = Text::new(text) else {
        return new(class, &plain_text(text)?, settings);
    };
    crate::primitives::refuse_too_long(&read.bytes)?;
    let _hold = Hold::new(class.py());
    let Choice { class, rules, .. } = choose(class, text, &read.bytes)?;
    let rules = match settings {
        None => rules,
        Some(settings) => ended::call_method(&class, intern!(class.py(), "_rules_with"), [settings])?.extract()?,
    };
    let offsets = parse(&read.bytes, rules).map_err(|fault| crate::primitives::url_error(text, fault))?;
    let url = fill(&class, text, settings, offsets)?;
    if rules & LENIENT == 0 && (rules & CHECKED != 0 || settings.is_some() || !read.is_ascii) {
        ended::call_method(&url, intern!(class.py(), "_check"), [])?;
    }
    Ok(url)
}

/// The text of a URL or of a subclass of `str`, as a plain `str`.
#[cold]
pub(crate) fn plain_text<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    if let Some((text, _)) = text_and_host(text) {
        return Ok(text.to_owned());
    }
    if !text.is_instance_of::<PyString>() {
        let kind = text.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a URL is made from str, not {kind}")));
    }
    // SAFETY: `text` is a str; of a subclass this makes a plain copy.
    let plain = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromObject(text.as_ptr()))? };
    // An exact str only comes here when its bytes could not be had.
    if plain.is(text) { Err(PyErr::fetch(py)) } else { Ok(plain) }
}

/// The text of a URL and where its host is, if it has one; `None` for a text that is not a URL.
#[inline]
pub(crate) fn text_and_host<'a, 'py>(url: &'a Bound<'py, PyAny>) -> Option<(Borrowed<'a, 'py, PyAny>, Option<Span>)> {
    let base = BASE.get()?;
    // SAFETY: an instance of the class has its layout, and its text is never null and lives as long as it does.
    unsafe {
        if ffi::PyObject_TypeCheck(url.as_ptr(), base.as_ptr().cast()) == 0 {
            return None;
        }
        let fields = url.as_ptr().cast::<Url>();
        Some((Borrowed::from_ptr(url.py(), (*fields).text), (*fields).offsets.host()))
    }
}

#[inline]
fn fill<'py>(
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    settings: Option<&Bound<'py, PyAny>>,
    offsets: Offsets,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    // SAFETY: `class` is BaseURL or a subclass of it, so that what is allocated for it begins with the layout of `Url`.
    // Fields of its own are zeroed by the last of these; the others are for classes that have none.
    unsafe {
        let kind = class.as_type_ptr();
        let object = if ffi::PyType_HasFeature(kind, ffi::Py_TPFLAGS_HAVE_GC) == 0 {
            ffi::PyObject_New(kind)
        } else if is_freed_directly(kind) {
            spare::new(kind)
        } else {
            ffi::PyType_GenericAlloc(kind, 0)
        };
        if object.is_null() {
            return Err(PyErr::fetch(py));
        }
        let url = object.cast::<Url>();
        (*url).text = text.clone().into_ptr();
        (*url).settings = settings.map_or(ptr::null_mut(), |settings| settings.clone().into_ptr());
        (*url).offsets = offsets;
        Ok(Bound::from_owned_ptr(py, object))
    }
}

/// Lets objects of the class be freed by [`dealloc`] at once, where the interpreter would first look for fields that they
/// do not have. That may be done at any time: how they are made does not change.
///
/// # Safety
/// The class is BaseURL or a subclass of it, and alive.
unsafe fn free_directly(kind: *mut ffi::PyTypeObject) {
    // SAFETY: what this function asks for.
    unsafe {
        if has_no_fields(kind) {
            (*kind).tp_dealloc = Some(DEALLOC);
        }
    }
}

/// Whether the class was registered, and all that its objects hold is a text and settings, which do not lead back to them.
/// Such an object is never tracked by the garbage collector, as the interpreter itself has it for tuples of texts: to look
/// at it time and again would be in vain. An object of another class is: it may be held by its class, and both may go.
///
/// # Safety
/// The class is alive.
#[inline]
unsafe fn is_freed_directly(kind: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: what this function asks for.
    unsafe { has_no_fields(kind) && (*kind).tp_dealloc.is_some_and(|free| ptr::fn_addr_eq(free, DEALLOC)) }
}

/// As [`free_directly`] sets it.
const DEALLOC: ffi::destructor = dealloc;

/// Whether objects of the class have room for a text and settings, and for nothing else.
///
/// # Safety
/// The class is alive.
#[inline]
unsafe fn has_no_fields(kind: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: what this function asks for.
    unsafe {
        (*kind).tp_basicsize == size_of::<Url>().cast_signed()
            && (*kind).tp_dictoffset == 0
            && (*kind).tp_weaklistoffset == 0
    }
}

unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: the last reference is gone; the fields are ours, and so is the type reference a heap type's object holds.
    unsafe {
        let kind = ffi::Py_TYPE(object);
        let is_collected = ffi::PyType_HasFeature(kind, ffi::Py_TPFLAGS_HAVE_GC) != 0;
        if is_collected {
            if (*kind).tp_finalize.is_some() && is_revived(object) {
                return;
            }
            ffi::PyObject_GC_UnTrack(object.cast());
        }
        let url = object.cast::<Url>();
        ffi::Py_XDECREF((*url).text);
        ffi::Py_XDECREF((*url).settings);
        if !(is_collected && has_no_fields(kind) && spare::keep(object)) {
            match (*kind).tp_free {
                Some(free) => free(object.cast()),
                None => ffi::PyObject_Free(object.cast()),
            }
        }
        ffi::Py_DECREF(kind.cast());
    }
}

/// Calls the `__del__` of the object's class, unless that was done before; whether the object lives on.
///
/// # Safety
/// Attached, the last reference to the object is gone, and its class takes part in garbage collection.
#[cold]
unsafe fn is_revived(object: *mut ffi::PyObject) -> bool {
    // SAFETY: what this function asks for. The interpreter expects an object that is tracked.
    unsafe {
        if ffi::PyObject_GC_IsTracked(object) == 0 {
            ffi::PyObject_GC_Track(object.cast());
        }
        ffi::PyObject_CallFinalizerFromDealloc(object) < 0
    }
}

unsafe extern "C" fn tp_str(object: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called on an instance, whose text is never null.
    unsafe { ffi::Py_NewRef((*object.cast::<Url>()).text) }
}

unsafe extern "C" fn tp_hash(object: *mut ffi::PyObject) -> ffi::Py_hash_t {
    // SAFETY: as for `tp_str`.
    unsafe { ffi::PyObject_Hash((*object.cast::<Url>()).text) }
}

/// URLs compare as their texts do.
unsafe extern "C" fn tp_richcompare(
    object: *mut ffi::PyObject,
    other: *mut ffi::PyObject,
    operation: c_int,
) -> *mut ffi::PyObject {
    // SAFETY: called on an instance; `other` is looked at before it is taken for one.
    unsafe {
        let is_url = BASE.get().is_some_and(|base| ffi::PyObject_TypeCheck(other, base.as_ptr().cast()) != 0);
        if !is_url {
            return ffi::Py_NewRef(ffi::Py_NotImplemented());
        }
        ffi::PyObject_RichCompare((*object.cast::<Url>()).text, (*other.cast::<Url>()).text, operation)
    }
}
