//! Edits of what nearly all URLs are: ASCII, read without settings, of a class that adds nothing to its text. Each method
//! returns None for what takes more, or would be refused: that is for Python, which comes to the same.

use super::registry::{Choice, editable, plain};
use super::{Url, attached, fill, guarded};
use crate::ended;
use crate::state::Hold;
use crate::text::{ascii, new_ascii, new_ascii_lowered};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyEllipsis, PyInt, PyString, PyTuple, PyType};
use std::ffi::{CStr, c_void};
use std::io::Write;
use std::ptr;
use urlmill_core::authority::port_number;
use urlmill_core::edit::{self, MOST_UPDATED, Parameter, Pieces};
use urlmill_core::{Buffer, Offsets, join, parse, percent, split};

type Made<'py> = PyResult<Option<Bound<'py, PyAny>>>;
type Method = unsafe extern "C" fn(*mut ffi::PyObject, *mut ffi::PyObject) -> *mut ffi::PyObject;
type Arguments =
    unsafe extern "C" fn(*mut ffi::PyObject, *mut *mut ffi::PyObject, ffi::Py_ssize_t) -> *mut ffi::PyObject;
type Keywords = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    ffi::Py_ssize_t,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

const fn with_one(name: &'static CStr, method: Method, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunction: method };
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: ffi::METH_O, ml_doc: doc.as_ptr() }
}

const fn with_many(name: &'static CStr, method: Arguments, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunctionFast: method };
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: ffi::METH_FASTCALL, ml_doc: doc.as_ptr() }
}

const fn with_keywords(name: &'static CStr, method: Keywords, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method };
    let flags = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: flags, ml_doc: doc.as_ptr() }
}

pub(super) const REPLACE: ffi::PyMethodDef = with_keywords(
    c"replace",
    replace,
    c"replace($self, /, **parts)\n--\n\n\
        The same URL with other parts, named and given as for ``build``; None takes a part away.",
);
pub(super) const REPLACED: ffi::PyMethodDef = with_keywords(
    c"_known_replaced",
    known_replaced,
    c"_known_replaced($self, /, **parts)\n--\n\nWith other parts, given as for build(); None where it takes more.",
);
pub(super) const CHILD: ffi::PyMethodDef = with_one(
    c"_known_child",
    known_child,
    c"_known_child($self, segment, /)\n--\n\nWith one more segment; None where it takes more.",
);
pub(super) const RENAMED: ffi::PyMethodDef = with_one(
    c"_known_renamed",
    known_renamed,
    c"_known_renamed($self, name, /)\n--\n\nWith another last segment; None where it takes more.",
);
pub(super) const PARENT: ffi::PyMethodDef = with_many(
    c"_known_parent",
    known_parent,
    c"_known_parent($self, /)\n--\n\nWithout its last segment; None where it takes more.",
);
pub(super) const PARAMETERS: ffi::PyMethodDef = with_many(
    c"_known_parameters",
    known_parameters,
    c"_known_parameters($self, how, query, params, /)\n--\n\n\
        With these parameters: \"with\", \"update\" or \"extend\"; None where it takes more.",
);
pub(super) const JOINED: ffi::PyMethodDef = with_one(
    c"_known_joined",
    known_joined,
    c"_known_joined($self, reference, /)\n--\n\nThe reference as seen from here; None where it takes more.",
);

/// A URL that can be edited by its text alone.
struct Editable<'a, 'py> {
    object: Borrowed<'a, 'py, PyAny>,
    text: &'a [u8],
    parts: &'a Offsets,
    class: Choice<'a, 'py>,
}

impl<'a, 'py> Editable<'a, 'py> {
    #[inline]
    fn new(object: Borrowed<'a, 'py, PyAny>, _hold: &'a Hold) -> Option<Self> {
        let py = object.py();
        // SAFETY: an instance of the class, which does not change and lives as long as it is borrowed; its text is never
        // null.
        let (url, kind) = unsafe { (&*object.as_ptr().cast::<Url>(), ffi::Py_TYPE(object.as_ptr())) };
        if !url.settings.is_null() {
            return None;
        }
        // SAFETY: as above.
        let text = unsafe { ascii_of(url.text) }?;
        let class = editable(py, kind, url.offsets.scheme()?.of(text))?;
        Some(Self { object, text, parts: &url.offsets, class })
    }

    fn pieces(&self) -> Option<Pieces<'a>> {
        Pieces::of(self.text, self.parts)
    }

    /// The URL of these pieces, of the same class.
    #[inline]
    fn with(&self, pieces: &Pieces<'_>) -> Made<'py> {
        let mut out = Buffer::new();
        let Some(parts) = pieces.put_together(self.class.rules, &mut out) else { return Ok(None) };
        if out[..] == *self.text {
            return Ok(Some(self.object.to_owned()));
        }
        made(&self.class, &out, parts)
    }

    /// The URL with this path, and neither query nor fragment.
    #[inline]
    fn with_path(&self, path: &[u8]) -> Made<'py> {
        let Some(pieces) = self.pieces() else { return Ok(None) };
        self.with(&Pieces { path, query: None, fragment: None, ..pieces })
    }
}

/// # Safety
/// A `str` that is alive for `'a`.
unsafe fn ascii_of<'a>(text: *mut ffi::PyObject) -> Option<&'a [u8]> {
    // SAFETY: what this function asks for; the characters stand in the object, whatever refers to it.
    unsafe {
        let borrowed = Borrowed::from_ptr(Python::assume_attached(), text);
        ascii(&borrowed).map(|bytes| &*std::ptr::from_ref(bytes))
    }
}

#[inline]
fn made<'py>(class: &Choice<'_, 'py>, text: &[u8], parts: Offsets) -> Made<'py> {
    let py = class.class.py();
    let text = new_ascii(py, text).ok_or_else(|| PyErr::fetch(py))?;
    fill(&class.class, &text, None, parts).map(Some)
}

/// What an edit makes of a URL, or None.
///
/// # Safety
/// Attached, with an instance of the class.
#[inline]
unsafe fn edited(
    object: *mut ffi::PyObject,
    edit: impl for<'a, 'py> FnOnce(&Editable<'a, 'py>) -> Made<'py>,
) -> *mut ffi::PyObject {
    // SAFETY: what this function asks for.
    unsafe {
        let py = Python::assume_attached();
        guarded(py, |py| {
            let hold = Hold::new(py);
            let made = match Editable::new(Borrowed::from_ptr(py, object), &hold) {
                Some(url) => edit(&url)?,
                None => None,
            };
            Ok(made.unwrap_or_else(|| py.None().into_bound(py)))
        })
    }
}

/// An argument that the caller keeps alive.
///
/// # Safety
/// Attached, and alive for `'a`.
unsafe fn argument<'a>(py: Python<'_>, object: *mut ffi::PyObject) -> Borrowed<'a, '_, PyAny> {
    // SAFETY: what this function asks for.
    unsafe { Borrowed::from_ptr(py, object) }
}

/// The arguments of a call by name: the names, and as many values.
///
/// # Safety
/// Attached, with the arguments of such a call, which are alive for `'a`.
unsafe fn named<'a>(
    py: Python<'_>,
    values: *const *mut ffi::PyObject,
    names: *mut ffi::PyObject,
) -> impl Iterator<Item = [Borrowed<'a, '_, PyAny>; 2]> {
    // SAFETY: what this function asks for; without names, they are null.
    let count = if names.is_null() { 0 } else { unsafe { ffi::PyTuple_GET_SIZE(names) } };
    (0..count).map(move |index| {
        // SAFETY: as above, and there are as many.
        unsafe { [ffi::PyTuple_GET_ITEM(names, index), *values.offset(index)].map(|object| argument(py, object)) }
    })
}

/// `url.replace(**parts)`: what is known of it, or what the method for all URLs makes of it.
unsafe extern "C" fn replace(
    object: *mut ffi::PyObject,
    values: *const *mut ffi::PyObject,
    positional: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with arguments by name, or there are others, which are not looked at.
    unsafe {
        if positional == 0 {
            let known = known_replaced(object, values, positional, names);
            if known != ffi::Py_None() {
                return known;
            }
            ffi::Py_DECREF(known);
        }
        attached(|py| {
            if positional != 0 {
                return Err(PyTypeError::new_err("replace() takes parts by their names: replace(path=\"/new\")"));
            }
            let parts = PyDict::new(py);
            for [name, value] in named(py, values, names) {
                parts.set_item(name, value)?;
            }
            ended::call_method(&argument(py, object), intern!(py, "_replaced"), [&parts])
        })
    }
}

unsafe extern "C" fn known_replaced(
    object: *mut ffi::PyObject,
    values: *const *mut ffi::PyObject,
    _: ffi::Py_ssize_t,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with arguments by name.
    unsafe {
        edited(object, |url| {
            let py = url.object.py();
            let Some(mut pieces) = url.pieces() else { return Ok(None) };
            let mut digits = Vec::new();
            for [name, value] in named(py, values, names) {
                if put_in(&mut pieces, &name, value, &mut digits).is_none() {
                    return Ok(None);
                }
            }
            if !digits.is_empty() {
                pieces.port = Some(&digits);
            }
            let is_same = ptr::eq(pieces.scheme, url.parts.scheme().unwrap_or_default().of(url.text));
            if is_same || plain(py, pieces.scheme).is_some_and(|class| class.class.is(url.class.class)) {
                url.with(&pieces)
            } else {
                Ok(None)
            }
        })
    }
}

/// Puts a part in the place of another; a port that is written becomes digits.
fn put_in<'a>(
    pieces: &mut Pieces<'a>,
    name: &Bound<'_, PyAny>,
    value: Borrowed<'a, '_, PyAny>,
    digits: &mut Vec<u8>,
) -> Option<()> {
    // SAFETY: a `str` that is alive for as long as it is borrowed.
    let written = if value.is_instance_of::<PyString>() { unsafe { ascii_of(value.as_ptr()) } } else { None };
    let is_text = written.is_some();
    let is_known = is_text || value.is_none();
    match ascii(name)? {
        b"path" if is_known => pieces.path = written.unwrap_or_default(),
        b"query" if is_known => pieces.query = written,
        b"fragment" if is_known => pieces.fragment = written,
        b"scheme" if is_text => pieces.scheme = written?,
        b"host" if written.is_some_and(is_simple) => pieces.host = written?,
        b"user" if value.is_none() => pieces.login = b"",
        b"port" if value.is_none() => pieces.port = None,
        b"port" => {
            let number: u16 = value.cast_exact::<PyInt>().ok()?.extract().ok()?;
            write!(digits, "{number}").ok()?;
        }
        _ => return None,
    }
    Some(())
}

/// Whether a host is made of letters, digits, hyphens and dots.
fn is_simple(host: &[u8]) -> bool {
    !host.is_empty() && host.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}

unsafe extern "C" fn known_child(object: *mut ffi::PyObject, segment: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with one argument.
    unsafe { with_segment(object, segment, edit::child) }
}

unsafe extern "C" fn known_renamed(object: *mut ffi::PyObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with one argument.
    unsafe { with_segment(object, name, edit::renamed) }
}

/// # Safety
/// Attached, with an instance of the class, and a segment that is alive.
unsafe fn with_segment(
    object: *mut ffi::PyObject,
    segment: *mut ffi::PyObject,
    edit: fn(&[u8], &[u8], &mut Buffer) -> Option<()>,
) -> *mut ffi::PyObject {
    // SAFETY: what this function asks for.
    unsafe {
        edited(object, |url| {
            let mut path = Buffer::new();
            let written = ascii(&argument(url.object.py(), segment))
                .and_then(|segment| edit(url.parts.path().of(url.text), segment, &mut path));
            if written.is_some() { url.with_path(&path) } else { Ok(None) }
        })
    }
}

unsafe extern "C" fn known_parent(
    object: *mut ffi::PyObject,
    _: *mut *mut ffi::PyObject,
    _: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class.
    unsafe {
        edited(object, |url| match edit::parent(url.parts.path().of(url.text)) {
            Some(path) => url.with_path(path),
            None => Ok(None),
        })
    }
}

unsafe extern "C" fn known_parameters(
    object: *mut ffi::PyObject,
    args: *mut *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with `count` arguments.
    unsafe {
        edited(object, |url| {
            if count != 3 {
                return Err(PyTypeError::new_err("_known_parameters() takes a way, a query and parameters"));
            }
            let [how, query, params] = [0, 1, 2].map(|index| argument(url.object.py(), *args.add(index)));
            let mut out = Buffer::new();
            let Some(pieces) = url.pieces() else { return Ok(None) };
            match written(&how, pieces.query.unwrap_or_default(), &query, &params, &mut out) {
                Some(()) => url.with(&Pieces { query: Some(&out), ..pieces }),
                None => Ok(None),
            }
        })
    }
}

/// The query that parameters make of another: those of a mapping, or keywords.
fn written(
    how: &Bound<'_, PyAny>,
    old: &[u8],
    query: &Bound<'_, PyAny>,
    params: &Bound<'_, PyAny>,
    out: &mut Buffer,
) -> Option<()> {
    let params = params.cast_exact::<PyDict>().ok()?;
    let given = match query.cast_exact::<PyDict>() {
        Ok(query) if params.is_empty() => query,
        Err(_) if query.is_instance_of::<PyEllipsis>() => params,
        _ => return None,
    };
    if given.is_empty() || given.len() > MOST_UPDATED {
        return None;
    }
    let mut items = Vec::with_capacity(given.len());
    for (name, value) in given {
        // An int is written as its digits; a bool is not one here.
        let value = if value.is_exact_instance_of::<PyInt>() { value.str().ok()?.into_any() } else { value };
        items.push((name, value));
    }
    let mut parameters = Vec::with_capacity(items.len());
    for (name, value) in &items {
        parameters.push(Parameter { name: ascii(name)?, value: ascii(value)? });
    }
    if ascii(how)? == b"update" {
        return edit::updated(old, &parameters, out);
    }
    if ascii(how)? == b"extend" {
        out.try_reserve(old.len()).ok()?;
        out.extend_from_slice(old);
    }
    parameters.into_iter().try_for_each(|parameter| edit::extended(parameter, out))
}

unsafe extern "C" fn known_joined(object: *mut ffi::PyObject, reference: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with one argument.
    unsafe {
        edited(object, |url| {
            let py = url.object.py();
            let reference = argument(py, reference);
            // What stands in a segment that a ".." takes away is looked at here alone.
            let is_clean = |text: &&[u8]| !text.iter().any(u8::is_ascii_control) && percent::check(text).is_ok();
            let Some(reference) = ascii(&reference).filter(is_clean) else { return Ok(None) };
            let mut out = Buffer::new();
            if join::resolve(url.text, reference, &mut out).is_err() {
                return Ok(None);
            }
            let class = split::scheme(&out).and_then(|scheme| plain(py, scheme.of(&out)));
            let parts = class.as_ref().and_then(|class| parse(&out, class.rules).ok());
            match (class, parts) {
                (Some(class), Some(parts)) => made(&class, &out, parts),
                _ => Ok(None),
            }
        })
    }
}

/// `url.origin`: what is known of it, or what the method for all URLs makes of it.
pub(super) unsafe extern "C" fn origin(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as an attribute of the class.
    unsafe {
        let known = edited(object, |url| known_origin(url).transpose());
        if known != ffi::Py_None() {
            return known;
        }
        ffi::Py_DECREF(known);
        attached(|py| ended::call_method(&argument(py, object), intern!(py, "_origin"), []))
    }
}

fn known_origin<'py>(url: &Editable<'_, 'py>) -> Option<PyResult<Bound<'py, PyAny>>> {
    let (py, pieces, default) = (url.object.py(), url.pieces()?, url.class.default_port?);
    let port = match pieces.port {
        None | Some(b"") => default,
        Some(port) => port_number(port)?,
    };
    is_simple(pieces.host).then(|| {
        let lowered = |part| new_ascii_lowered(py, part).ok_or_else(|| PyErr::fetch(py));
        let number = port.into_pyobject(py)?.into_any();
        let triple = PyTuple::new(py, [lowered(pieces.scheme)?, lowered(pieces.host)?, number])?;
        let class = ORIGIN.import(py, "urlmill._url.origin", "Origin")?;
        ended::call(class, &(triple, port == default).into_pyobject(py)?, None)
    })
}

static ORIGIN: PyOnceLock<Py<PyType>> = PyOnceLock::new();
