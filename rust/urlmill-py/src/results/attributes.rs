//! Subclasses of the interpreter's `SplitResult` and `ParseResult` with faster attributes.
//!
//! They are not public: `urlmill.parse.SplitResult` is the interpreter's own class, so that `isinstance` holds for every
//! result, whoever made it.

use crate::accelerated::{Fast, accelerate};
use crate::state::state;
use crate::text::{ascii, new_ascii, new_ascii_with};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::ffi::{CStr, c_void};
use std::ptr;
use urlmill_core::span::MAX_LEN;
use urlmill_core::{Span, urllib};

/// Makes the fast subclass of `base`, one of the interpreter's result classes, with `F` for its `geturl`.
pub(crate) fn fast_subclass<'py, F: Fast>(
    base: &Bound<'py, PyType>,
    accelerated: &Bound<'py, PyType>,
) -> PyResult<Bound<'py, PyType>> {
    let py = base.py();
    let body = PyDict::new(py);
    body.set_item("__slots__", PyTuple::empty(py))?;
    body.set_item("__module__", "urlmill._native")?;
    body.set_item("__doc__", base.getattr("__doc__")?)?;
    body.set_item("geturl", accelerate::<F>(accelerated, &base.getattr("geturl")?)?)?;
    let class = py.get_type::<PyType>().call1((base.name()?, (base,), body))?.cast_into::<PyType>()?;
    let getters: [(&'static CStr, ffi::getter); 4] =
        [(c"username", username), (c"password", password), (c"hostname", hostname), (c"port", port)];
    for (attribute, getter) in getters {
        let attribute_name = PyString::from_bytes(py, attribute.to_bytes())?;
        let slow = base.getattr(&attribute_name)?;
        let definition = Box::leak(Box::new(ffi::PyGetSetDef {
            name: attribute.as_ptr(),
            get: Some(getter),
            set: None,
            doc: ptr::null(),
            closure: slow.into_ptr().cast::<c_void>(),
        }));
        // SAFETY: the definition lives as long as the process, as the descriptor needs it to.
        let descriptor =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewGetSet(class.as_type_ptr(), definition))? };
        class.setattr(attribute_name, descriptor)?;
    }
    Ok(class)
}

/// Reads an attribute of the result `object`: by `fast`, given its netloc, or by the interpreter's own property.
#[inline]
unsafe fn read(
    object: *mut ffi::PyObject,
    slow: *mut c_void,
    fast: impl for<'py> FnOnce(&Bound<'py, PyAny>, &[u8]) -> Option<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter has checked that `object` is an instance of the class, which is a tuple; `slow` is the
    // property that was there before, kept alive by the definition of this one.
    unsafe {
        let py = Python::assume_attached();
        // A subclass may have a `netloc` of its own.
        let is_ours = |class: &Py<PyType>| class.as_ptr().cast() == ffi::Py_TYPE(object);
        let results = state().and_then(|state| state.results.as_ref());
        let is_exact = results.is_some_and(|results| is_ours(&results.split.class) || is_ours(&results.parse.class));
        if is_exact && ffi::PyTuple_GET_SIZE(object) > 1 {
            let netloc = Bound::from_borrowed_ptr(py, ffi::PyTuple_GET_ITEM(object, 1));
            let text = ascii(&netloc).filter(|text| text.len() <= MAX_LEN);
            if let Some(answer) = text.and_then(|text| fast(&netloc, text)) {
                return answer.into_ptr();
            }
        }
        ffi::PyErr_Clear();
        let property = slow.cast::<ffi::PyObject>();
        match (*ffi::Py_TYPE(property)).tp_descr_get {
            Some(get) => get(property, object, ffi::Py_TYPE(object).cast()),
            None => ffi::Py_NewRef(property),
        }
    }
}

fn cut_or_none<'py>(netloc: &Bound<'py, PyAny>, text: &[u8], span: Option<Span>) -> Option<Bound<'py, PyAny>> {
    let py = netloc.py();
    span.map_or_else(|| Some(py.None().into_bound(py)), |span| new_ascii(py, span.of(text)))
}

unsafe extern "C" fn username(object: *mut ffi::PyObject, slow: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe { read(object, slow, |netloc, text| cut_or_none(netloc, text, urllib::login(text).0)) }
}

unsafe extern "C" fn password(object: *mut ffi::PyObject, slow: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe { read(object, slow, |netloc, text| cut_or_none(netloc, text, urllib::login(text).1)) }
}

unsafe extern "C" fn hostname(object: *mut ffi::PyObject, slow: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe {
        read(object, slow, |netloc, text| {
            let py = netloc.py();
            let (host, _) = urllib::host_port(text)?;
            if host.is_empty() {
                return Some(py.None().into_bound(py));
            }
            let host = host.of(text);
            // What follows a `%` is a zone, whose case counts.
            let folded = host.iter().position(|&b| b == b'%').unwrap_or(host.len());
            if !host[..folded].iter().any(u8::is_ascii_uppercase) {
                return if host.len() == text.len() { Some(netloc.clone()) } else { new_ascii(py, host) };
            }
            new_ascii_with(py, host.len(), |out| {
                for (index, (slot, &byte)) in out.iter_mut().zip(host).enumerate() {
                    slot.write(if index < folded { byte.to_ascii_lowercase() } else { byte });
                }
            })
        })
    }
}

unsafe extern "C" fn port(object: *mut ffi::PyObject, slow: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe {
        read(object, slow, |netloc, text| {
            let py = netloc.py();
            let (_, port) = urllib::host_port(text)?;
            if port.is_empty() {
                return Some(py.None().into_bound(py));
            }
            let number = urllib::port_number(port.of(text))?;
            Bound::from_owned_ptr_or_opt(py, ffi::PyLong_FromLong(number.into()))
        })
    }
}
