//! Edits of what nearly all URLs are: ASCII, read without settings, of a class that adds nothing to its text. Each method
//! returns None for what takes more, or would be refused: that is for Python, which comes to the same.

mod origin;
mod paths;
mod query;
mod replace;
pub(super) mod table;

use super::registry::{Choice, editable};
use super::{Url, fill, guarded};
use crate::state::Hold;
use crate::text::{ascii, new_ascii};
pub(super) use origin::origin;
use pyo3::ffi;
use pyo3::prelude::*;
use urlmill_core::edit::Pieces;
use urlmill_core::{Buffer, Offsets};

type Made<'py> = PyResult<Option<Bound<'py, PyAny>>>;
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

/// Whether a host is made of letters, digits, hyphens and dots.
fn is_simple(host: &[u8]) -> bool {
    !host.is_empty() && host.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}
