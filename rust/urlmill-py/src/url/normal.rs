//! The normal form, as far as the core knows it.

use super::{Url, attached};
use crate::text::{ascii, new_ascii};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::ffi;
use pyo3::prelude::*;
use urlmill_core::Buffer;
use urlmill_core::normal::{Level, Normal, SchemeForm, normal_form};

/// The level of normalizing that Python names, other than "string", at which every text is its own normal form.
pub(crate) fn level(name: &str) -> PyResult<Level> {
    Level::named(name).ok_or_else(|| PyValueError::new_err(format!("expected \"syntax\" or \"scheme\", got {name:?}")))
}

/// `url._known_form(level, default_port, has_dot_segments, needs_host)`; None is for Python to find out.
pub(super) unsafe extern "C" fn known_form(
    object: *mut ffi::PyObject,
    args: *mut *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class: attached, on an instance, whose text is never null, and with `count`
    // arguments.
    unsafe {
        attached(|py| {
            if count != 4 {
                return Err(PyTypeError::new_err("_known_form() takes a level and what the scheme says"));
            }
            let argument = |index| Bound::from_borrowed_ptr(py, *args.add(index));
            let url = object.cast::<Url>();
            let text = Bound::from_borrowed_ptr(py, (*url).text);
            let level = level(argument(0).extract()?)?;
            let (Some(bytes), Ok(default_port)) = (ascii(&text), argument(1).extract()) else {
                return Ok(py.None().into_bound(py));
            };
            let (has_dot_segments, needs_host) = (argument(2).is_truthy()?, argument(3).is_truthy()?);
            let form = SchemeForm { default_port, has_dot_segments, needs_host };
            let mut out = Buffer::new();
            match normal_form(bytes, &(*url).offsets, form, level, &mut out) {
                Normal::Same => Ok(text),
                Normal::Changed => new_ascii(py, &out).ok_or_else(|| PyErr::fetch(py)),
                Normal::Ask => Ok(py.None().into_bound(py)),
            }
        })
    }
}
