//! The parts of a URL as Python sees them.

use super::Url;
use crate::text::{ascii, new_ascii, new_ascii_lowered};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ffi::{CStr, c_void};
use std::ptr;
use urlmill_core::authority::port_number;
use urlmill_core::{Offsets, Span};

type Getter = unsafe extern "C" fn(*mut ffi::PyObject, *mut c_void) -> *mut ffi::PyObject;

/// The table of attributes.
pub(super) fn getset() -> Vec<ffi::PyGetSetDef> {
    let attributes: [(&CStr, Getter, &CStr); 13] = [
        (c"scheme", lowered::<Scheme>, c"In lower case; None only under the lenient profile."),
        (c"authority", raw::<Authority>, c"What stands between // and the path, as written."),
        (c"raw_user", raw::<User>, c"The user name as written."),
        (c"raw_password", raw::<Password>, c"The password as written."),
        (c"host", lowered::<Host>, c"In lower case; an IP literal keeps its brackets."),
        (c"raw_host", raw::<Host>, c"The host as written."),
        (c"raw_port", raw::<Port>, c"The port as written, possibly empty."),
        (c"port", port, c"The port as a number; None if none is written, or none that could be one."),
        (c"path", raw::<Path>, c"As written, with its slash."),
        (c"query", raw::<Query>, c"As written, without its question mark."),
        (c"fragment", raw::<Fragment>, c"As written, without its number sign."),
        (
            c"origin",
            super::edits::origin,
            c"Who is trusted together (RFC 6454); opaque where the scheme names no server, or none that could be.",
        ),
        (c"_settings", settings, c"How it was read; None for the default."),
    ];
    let mut table: Vec<ffi::PyGetSetDef> = attributes
        .into_iter()
        .map(|(name, get, doc)| ffi::PyGetSetDef {
            name: name.as_ptr(),
            get: Some(get),
            set: None,
            doc: doc.as_ptr(),
            closure: ptr::null_mut(),
        })
        .collect();
    table.push(ffi::PyGetSetDef::default());
    table
}

/// Which part an attribute is; a type for each, so that each has a getter of its own.
trait Part {
    fn span(offsets: &Offsets, len: usize) -> Option<Span>;
}

macro_rules! parts {
    ($($name:ident: $offsets:ident, $len:ident => $span:expr;)*) => {$(
        struct $name;
        impl Part for $name {
            #[inline]
            fn span($offsets: &Offsets, $len: usize) -> Option<Span> {
                $span
            }
        }
    )*};
}

parts! {
    Scheme: offsets, _len => offsets.scheme();
    Authority: offsets, _len => offsets.authority();
    User: offsets, _len => offsets.user();
    Password: offsets, _len => offsets.password();
    Host: offsets, _len => offsets.host();
    Port: offsets, _len => offsets.port();
    Path: offsets, _len => Some(offsets.path());
    Query: offsets, _len => offsets.query();
    Fragment: offsets, len => offsets.fragment(len);
}

/// The text of a URL and where the part is in it.
///
/// # Safety
/// Attached, and `object` is an instance of the class.
#[inline]
unsafe fn find<'a, P: Part>(object: *mut ffi::PyObject) -> (Borrowed<'a, 'a, PyAny>, Option<Span>) {
    // SAFETY: what this function asks for; the text is never null.
    unsafe {
        let url = object.cast::<Url>();
        let text = Borrowed::from_ptr(Python::assume_attached(), (*url).text);
        let len = ffi::PyUnicode_GET_LENGTH((*url).text).cast_unsigned();
        (text, P::span(&(*url).offsets, len))
    }
}

unsafe extern "C" fn raw<P: Part>(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the class.
    let (text, span) = unsafe { find::<P>(object) };
    let Some(span) = span else { return none() };
    match ascii(&text) {
        Some(bytes) => returned(new_ascii(text.py(), span.of(bytes))),
        None => cut(&text, span),
    }
}

unsafe extern "C" fn lowered<P: Part>(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the class.
    let (text, span) = unsafe { find::<P>(object) };
    let Some(span) = span else { return none() };
    if let Some(bytes) = ascii(&text) {
        return returned(new_ascii_lowered(text.py(), span.of(bytes)));
    }
    let lower = || -> PyResult<Bound<'_, PyAny>> {
        // SAFETY: `cut` returns a new reference, or null with an error set.
        let part = unsafe { Bound::from_owned_ptr_or_err(text.py(), cut(&text, span))? };
        part.call_method0(pyo3::intern!(text.py(), "lower"))
    };
    match lower() {
        Ok(text) => text.into_ptr(),
        Err(error) => {
            error.restore(text.py());
            ptr::null_mut()
        }
    }
}

unsafe extern "C" fn port(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the class.
    let (text, span) = unsafe { find::<Port>(object) };
    let Some(span) = span else { return none() };
    let number = if let Some(bytes) = ascii(&text) {
        port_number(span.of(bytes))
    } else {
        // SAFETY: `cut` returns a new reference, or null with an error set.
        let Some(part) = (unsafe { Bound::from_owned_ptr_or_opt(text.py(), cut(&text, span)) }) else {
            return ptr::null_mut();
        };
        ascii(&part).and_then(port_number)
    };
    match number {
        // SAFETY: attached.
        Some(number) => unsafe { ffi::PyLong_FromLong(number.into()) },
        None => none(),
    }
}

unsafe extern "C" fn settings(object: *mut ffi::PyObject, _: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the class.
    unsafe {
        let settings = (*object.cast::<Url>()).settings;
        if settings.is_null() { none() } else { ffi::Py_NewRef(settings) }
    }
}

/// A part of a text that is not ASCII; null with an error set if memory has run out.
fn cut(text: &Bound<'_, PyAny>, span: Span) -> *mut ffi::PyObject {
    debug_assert!(text.is_instance_of::<PyString>());
    // SAFETY: `text` is a str, and the interpreter bounds the offsets itself.
    unsafe { ffi::PyUnicode_Substring(text.as_ptr(), span.start as ffi::Py_ssize_t, span.end as ffi::Py_ssize_t) }
}

/// The object; null if there is none, for want of memory, and then the interpreter has set the error.
fn returned(object: Option<Bound<'_, PyAny>>) -> *mut ffi::PyObject {
    object.map_or(ptr::null_mut(), Bound::into_ptr)
}

fn none() -> *mut ffi::PyObject {
    // SAFETY: attached, as all of this is; None is always there.
    unsafe { ffi::Py_NewRef(ffi::Py_None()) }
}
