//! Canonical forms, as far as the core knows them.

use crate::panics::guarded;
use crate::text::{ascii, encoded, new_ascii};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use urlmill_core::Buffer;
use urlmill_core::canonical::w3lib::{Options, w3lib_form};
use urlmill_core::canonical::Normal;

type Known<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// The form that w3lib gives a text; None is for Python to find out.
#[pyfunction]
#[pyo3(signature = (text, keep_blank_values=true, keep_fragments=false, /))]
pub(crate) fn known_w3lib_form<'py>(
    text: &Bound<'py, PyAny>,
    keep_blank_values: bool,
    keep_fragments: bool,
) -> Known<'py> {
    let options = Options { keep_blank_values, keep_fragments };
    guarded(|| written(text, |octets, out| w3lib_form(octets, options, out)))
}

/// What `write` makes of the UTF-8 of `text`; None if that is for Python to find out, or `text` has no UTF-8.
#[inline]
fn written<'py>(text: &Bound<'py, PyAny>, write: impl FnOnce(&[u8], &mut Buffer) -> Normal) -> Known<'py> {
    let py = text.py();
    let wide: Bound<'_, PyBytes>;
    let octets = if let Some(octets) = ascii(text) {
        octets
    } else {
        let Ok(string) = text.cast_exact::<PyString>() else { return Ok(None) };
        let Ok(found) = encoded(string) else { return Ok(None) };
        wide = found;
        wide.as_bytes()
    };
    let mut out = Buffer::new();
    match write(octets, &mut out) {
        Normal::Same => Ok(Some(text.clone())),
        Normal::Changed => new_ascii(py, &out).map(Some).ok_or_else(|| PyErr::fetch(py)),
        Normal::Ask => Ok(None),
    }
}
