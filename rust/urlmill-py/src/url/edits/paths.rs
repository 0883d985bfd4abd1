//! Another path: one more segment, another name, the parent, a reference that is followed.

use super::{argument, edited, made};
use crate::text::ascii;
use crate::url::registry::plain;
use pyo3::ffi;
use urlmill_core::{Buffer, edit, join, parse, percent, split};

pub(super) unsafe extern "C" fn known_child(
    object: *mut ffi::PyObject,
    segments: *mut *mut ffi::PyObject,
    count: ffi::Py_ssize_t,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with `count` arguments.
    unsafe {
        edited(object, |url| {
            let mut path = Buffer::new();
            for index in 0..count {
                let segment = argument(url.object.py(), *segments.offset(index));
                let written = ascii(&segment).and_then(|segment| match index {
                    0 => edit::child(url.parts.path().of(url.text), segment, &mut path),
                    _ => edit::further(segment, &mut path),
                });
                if written.is_none() {
                    return Ok(None);
                }
            }
            if count == 0 { Ok(None) } else { url.with_path(&path) }
        })
    }
}

pub(super) unsafe extern "C" fn known_renamed(
    object: *mut ffi::PyObject,
    name: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: called as a method of the class, with one argument.
    unsafe {
        edited(object, |url| {
            let mut path = Buffer::new();
            let written = ascii(&argument(url.object.py(), name))
                .and_then(|name| edit::renamed(url.parts.path().of(url.text), name, &mut path));
            if written.is_some() { url.with_path(&path) } else { Ok(None) }
        })
    }
}

pub(super) unsafe extern "C" fn known_parent(
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

pub(super) unsafe extern "C" fn known_joined(
    object: *mut ffi::PyObject,
    reference: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
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
