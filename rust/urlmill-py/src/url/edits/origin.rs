//! The origin.

use super::{Editable, argument, edited, is_simple};
use crate::ended;
use crate::text::new_ascii_lowered;
use crate::url::attached;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use std::ffi::c_void;
use urlmill_core::authority::port_number;

/// `url.origin`: what is known of it, or what the method for all URLs makes of it.
pub(in crate::url) unsafe extern "C" fn origin(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
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
