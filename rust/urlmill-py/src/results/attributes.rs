//! Subclasses of the interpreter's `SplitResult` and `ParseResult` with faster attributes.
//!
//! They are not public: `urlmill.parse.SplitResult` is the interpreter's own class, so that `isinstance` holds for every
//! result, whoever made it.

use crate::accelerated::{Fast, accelerate};
use crate::call::{Call, given};
use crate::ended;
use crate::text::{ascii, new_ascii, new_ascii_with};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use std::ffi::{CStr, c_void};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};
use urlmill_core::span::MAX_LEN;
use urlmill_core::{Span, urllib};

/// Our subclasses, for as long as they live, which is as long as their instances do. They are made once: the attributes
/// of all results know them by this, also after the module is imported once more.
static OURS: [AtomicPtr<ffi::PyTypeObject>; 2] = [const { AtomicPtr::new(ptr::null_mut()) }; 2];

/// Makes the fast subclass of `base`, one of the interpreter's result classes, with `F` for its `geturl`.
pub(crate) fn fast_subclass<'py, F: Fast>(
    which: usize,
    base: &Bound<'py, PyType>,
    accelerated: &Bound<'py, PyType>,
) -> PyResult<Bound<'py, PyType>> {
    let py = base.py();
    let body = PyDict::new(py);
    body.set_item("__slots__", PyTuple::empty(py))?;
    body.set_item("__module__", "urlmill._native")?;
    body.set_item("__doc__", base.getattr("__doc__")?)?;
    body.set_item("geturl", accelerate::<F>(accelerated, &base.getattr("geturl")?)?)?;
    body.set_item("__reduce_ex__", accelerate::<Reduce>(accelerated, &base.getattr("__reduce_ex__")?)?)?;
    let class = py.get_type::<PyType>().call1((base.name()?, (base,), body))?.cast_into::<PyType>()?;
    let getters: [(&'static CStr, ffi::getter); 4] =
        [(c"username", username), (c"password", password), (c"hostname", hostname), (c"port", port)];
    for (attribute, getter) in getters {
        let attribute_name = PyString::intern(py, attribute.to_str().unwrap_or_default());
        let definition = Box::leak(Box::new(ffi::PyGetSetDef {
            name: attribute.as_ptr(),
            get: Some(getter),
            set: None,
            doc: ptr::null(),
            // A text that is never let go.
            closure: attribute_name.clone().into_ptr().cast::<c_void>(),
        }));
        // SAFETY: the definition lives as long as the process, as the descriptor needs it to.
        let descriptor =
            unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyDescr_NewGetSet(class.as_type_ptr(), definition))? };
        class.setattr(attribute_name, descriptor)?;
    }
    OURS[which].store(class.as_type_ptr(), Relaxed);
    Ok(class)
}

/// A result pickles as a call of the interpreter's own class, with the state that the interpreter gives it, so that
/// whoever loads it need not have urlmill. Subclasses pickle as they would without us.
struct Reduce;

impl Fast for Reduce {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let py = call.py;
        let [result, _protocol] = call.bind(["self", "protocol"], 2, 2)?;
        let result = result?;
        let kind = result.get_type();
        if !OURS.iter().any(|ours| ours.load(Relaxed) == kind.as_type_ptr()) {
            return None;
        }
        // SAFETY: the class is alive, and so is its base, of which it was made.
        let theirs = unsafe { Bound::from_borrowed_ptr(py, (*kind.as_type_ptr()).tp_base.cast()) };
        let items = given(py, PyTuple::new(py, result.cast::<PyTuple>().ok()?.as_slice()))?;
        let get_state = given(py, result.getattr_opt(intern!(py, "__getstate__")))?;
        let state = get_state.map_or_else(|| Some(py.None().into_bound(py)), |get| given(py, ended::call0(&get)))?;
        let reduced =
            if state.is_none() { (theirs, items).into_pyobject(py) } else { (theirs, items, state).into_pyobject(py) };
        Some(given(py, reduced)?.into_any())
    }
}

/// Reads an attribute of the result `object`: by `fast`, given its netloc, or as the interpreter's own class does.
#[inline]
unsafe fn read(
    object: *mut ffi::PyObject,
    name: *mut c_void,
    fast: impl for<'py> FnOnce(&Bound<'py, PyAny>, &[u8]) -> Option<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter has checked that `object` is an instance of the class, which is a tuple.
    unsafe {
        let py = Python::assume_attached();
        // A subclass may have a `netloc` of its own.
        let is_exact = OURS.iter().any(|ours| ours.load(Relaxed) == ffi::Py_TYPE(object));
        if is_exact && ffi::PyTuple_GET_SIZE(object) > 1 {
            let netloc = Bound::from_borrowed_ptr(py, ffi::PyTuple_GET_ITEM(object, 1));
            let text = ascii(&netloc).filter(|text| text.len() <= MAX_LEN);
            if let Some(answer) = text.and_then(|text| fast(&netloc, text)) {
                return answer.into_ptr();
            }
        }
        ffi::PyErr_Clear();
        read_slowly(object, name.cast())
    }
}

/// `super(ours, object).name`
///
/// # Safety
/// Attached; `object` is an instance of one of our classes, and `name` a `str`.
#[cold]
unsafe fn read_slowly(object: *mut ffi::PyObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: what this function asks for. A class is alive while it has instances; references that come new are let go.
    unsafe {
        let kind = ffi::Py_TYPE(object);
        let classes = OURS.each_ref().map(|ours| ours.load(Relaxed));
        let ours = classes[usize::from(ffi::PyType_IsSubtype(kind, classes[0]) == 0)];
        if kind == ours {
            let property = ffi::PyObject_GetAttr((*ours).tp_base.cast(), name);
            if property.is_null() {
                return property;
            }
            let value = match (*ffi::Py_TYPE(property)).tp_descr_get {
                Some(get) => get(property, object, kind.cast()),
                None => return property,
            };
            ffi::Py_DECREF(property);
            return value;
        }
        let arguments = [ours.cast::<ffi::PyObject>(), object];
        let proxy = ffi::PyObject_Vectorcall(
            (&raw mut ffi::PySuper_Type).cast(),
            arguments.as_ptr(),
            arguments.len(),
            ptr::null_mut(),
        );
        if proxy.is_null() {
            return proxy;
        }
        let value = ffi::PyObject_GetAttr(proxy, name);
        ffi::Py_DECREF(proxy);
        value
    }
}

fn cut_or_none<'py>(netloc: &Bound<'py, PyAny>, text: &[u8], span: Option<Span>) -> Option<Bound<'py, PyAny>> {
    let py = netloc.py();
    span.map_or_else(|| Some(py.None().into_bound(py)), |span| new_ascii(py, span.of(text)))
}

unsafe extern "C" fn username(object: *mut ffi::PyObject, name: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe { read(object, name, |netloc, text| cut_or_none(netloc, text, urllib::login(text).0)) }
}

unsafe extern "C" fn password(object: *mut ffi::PyObject, name: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe { read(object, name, |netloc, text| cut_or_none(netloc, text, urllib::login(text).1)) }
}

unsafe extern "C" fn hostname(object: *mut ffi::PyObject, name: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe {
        read(object, name, |netloc, text| {
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

unsafe extern "C" fn port(object: *mut ffi::PyObject, name: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the result classes.
    unsafe {
        read(object, name, |netloc, text| {
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
