//! Other parts for a URL.

use super::{argument, ascii_of, edited, is_simple};
use crate::ended;
use crate::text::ascii;
use crate::url::attached;
use crate::url::registry::plain;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString};
use std::io::Write;
use std::ptr;
use urlmill_core::edit::Pieces;

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
pub(super) unsafe extern "C" fn replace(
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

pub(super) unsafe extern "C" fn known_replaced(
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
