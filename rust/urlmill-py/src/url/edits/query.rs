//! Other parameters.

use super::{argument, ascii_of, edited};
use crate::text::ascii;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyEllipsis, PyInt, PyString};
use urlmill_core::Buffer;
use urlmill_core::edit::{self, MOST_UPDATED, Parameter, Pieces};

pub(super) unsafe extern "C" fn known_parameters(
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

pub(super) unsafe extern "C" fn known_without(
    object: *mut ffi::PyObject,
    names: *mut *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with `count` arguments, which are alive while it runs.
    unsafe {
        edited(object, |url| {
            let mut given = [&[][..]; MOST_UPDATED];
            let Some(given) = given.get_mut(..count.cast_unsigned()) else { return Ok(None) };
            for (index, name) in given.iter_mut().enumerate() {
                let object = argument(url.object.py(), *names.add(index));
                let text = if object.is_instance_of::<PyString>() { ascii_of(object.as_ptr()) } else { None };
                let Some(text) = text else { return Ok(None) };
                *name = text;
            }
            let Some(pieces) = url.pieces().filter(|_| count > 0) else { return Ok(None) };
            let Some(query) = pieces.query else { return Ok(Some(url.object.to_owned())) };
            let mut out = Buffer::new();
            match edit::without(query, given, &mut out) {
                Some(stays) => url.with(&Pieces { query: stays.then_some(&out[..]), ..pieces }),
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
