//! Canonical forms, as far as the core knows them.

use crate::accelerated::{Fast, accelerate};
use crate::call::Call;
use crate::panics::guarded;
use crate::state::state;
use crate::text::{ascii, encoded_if_it_has_utf8, new_ascii};
use crate::url::{has_our_web, text_and_host};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyString};
use urlmill_core::Buffer;
use urlmill_core::canonical::crawl::{DEFAULT, crawl_form};
use urlmill_core::canonical::key::write_key;
use urlmill_core::canonical::surt::surt_key;
use urlmill_core::canonical::w3lib::{Options, w3lib_form};
use urlmill_core::canonical::{Normal, fingerprint as hash};

type Known<'py> = PyResult<Option<Bound<'py, PyAny>>>;

/// The form that w3lib gives a text; None is for Python to find out.
#[pyfunction]
#[pyo3(signature = (url, keep_blank_values=true, keep_fragments=false, /))]
pub(crate) fn known_w3lib_form<'py>(
    url: &Bound<'py, PyAny>,
    keep_blank_values: bool,
    keep_fragments: bool,
) -> Known<'py> {
    let options = Options { keep_blank_values, keep_fragments };
    guarded(|| written(url, |octets, out| w3lib_form(octets, options, out)))
}

/// The form of the level "crawl"; None is for Python to find out.
#[pyfunction]
#[pyo3(signature = (url, switches, /))]
pub(crate) fn known_crawl_form<'py>(url: &Bound<'py, PyAny>, switches: u32) -> Known<'py> {
    guarded(|| crawl(url, switches))
}

#[inline]
fn crawl<'py>(url: &Bound<'py, PyAny>, switches: u32) -> Known<'py> {
    if has_our_web(url.py()) { written(url, |octets, out| crawl_form(octets, switches, out)) } else { Ok(None) }
}

/// 128 bits of BLAKE2b of a text.
#[pyfunction]
#[pyo3(signature = (form, person, salt, /))]
pub(crate) fn fingerprint<'py>(form: &Bound<'py, PyString>, person: &str, salt: &str) -> PyResult<Bound<'py, PyBytes>> {
    let py = form.py();
    let hashed = if let Some(octets) = ascii(form) {
        hash::fingerprint(octets, person.as_bytes(), salt.as_bytes())
    } else {
        let octets = form.call_method1("encode", ("utf-8", "surrogatepass"))?;
        let octets = octets.cast::<PyBytes>().map_err(|_| PyTypeError::new_err("encode() has not made bytes"))?;
        hash::fingerprint(octets.as_bytes(), person.as_bytes(), salt.as_bytes())
    };
    let hashed = hashed.ok_or_else(|| PyValueError::new_err("person and salt have 16 octets at most"))?;
    PyBytes::new_with(py, hashed.len(), |place| {
        place.copy_from_slice(&hashed);
        Ok(())
    })
}

const USUAL: Options = Options { keep_blank_values: true, keep_fragments: false };

/// `canonical(url, level)`, as far as the core knows it.
struct Canonical;

impl Fast for Canonical {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let [url, level] = call.pair()?;
        match ascii(level)? {
            b"w3lib" => written(url, |octets, out| w3lib_form(octets, USUAL, out)).ok()?,
            b"crawl" => crawl(url, DEFAULT).ok()?,
            _ => None,
        }
    }
}

/// The function that answers as `canonical` does, which it asks for what the core does not know.
#[pyfunction]
#[pyo3(signature = (canonical, /))]
pub(crate) fn hastened_canonical<'py>(canonical: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    hastened::<Canonical>(canonical)
}

/// `key(url, level)`, as far as the core knows it.
struct Key;

impl Fast for Key {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let [url, level] = call.pair()?;
        match ascii(level)? {
            b"surt" => written(url, surt_key).ok()?,
            b"w3lib" => written(url, |octets, out| key(octets, out, |out| w3lib_form(octets, USUAL, out))).ok()?,
            b"crawl" if has_our_web(url.py()) => {
                written(url, |octets, out| key(octets, out, |out| crawl_form(octets, DEFAULT, out))).ok()?
            }
            _ => None,
        }
    }
}

/// The key of the form that is written.
fn key(octets: &[u8], out: &mut Buffer, write: impl FnOnce(&mut Buffer) -> Normal) -> Normal {
    let mut form = Buffer::new();
    let form = match write(&mut form) {
        Normal::Same => octets,
        Normal::Changed => &form,
        Normal::Ask => return Normal::Ask,
    };
    write_key(form, out).map_or(Normal::Ask, |()| Normal::Changed)
}

/// The function that answers as `key` does, which it asks for what the core does not know.
#[pyfunction]
#[pyo3(signature = (key, /))]
pub(crate) fn hastened_key<'py>(key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    hastened::<Key>(key)
}

/// `canonicalize_url` of w3lib 2.5, as far as the core knows it.
struct CanonicalizeUrl;

impl Fast for CanonicalizeUrl {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let names = ["url", "keep_blank_values", "keep_fragments", "encoding"];
        let [url, blank, fragments, encoding] = call.bind(names, 1, names.len())?;
        let url = url?.cast_exact::<PyString>().ok()?.as_any();
        if encoding.is_some_and(|encoding| !encoding.is_none()) {
            return None;
        }
        let chosen = |switch: Option<&Bound<'py, PyAny>>, usual| match switch {
            None => Some(usual),
            Some(switch) => switch.cast_exact::<PyBool>().ok().map(PyBoolMethods::is_true),
        };
        let options = Options { keep_blank_values: chosen(blank, true)?, keep_fragments: chosen(fragments, false)? };
        // Which other schemes have parameters depends on the interpreter.
        written(url, |octets, out| {
            if octets.starts_with(b"https:") || octets.starts_with(b"http:") {
                w3lib_form(octets, options, out)
            } else {
                Normal::Ask
            }
        })
        .ok()?
    }
}

/// The function that answers as w3lib's `canonicalize_url` does, which it asks for what the core does not know.
#[pyfunction]
#[pyo3(signature = (canonicalize_url, /))]
pub(crate) fn hastened_canonicalize_url<'py>(canonicalize_url: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    hastened::<CanonicalizeUrl>(canonicalize_url)
}

fn hastened<'py, F: Fast>(function: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match state(function.py()) {
        Some(state) => accelerate::<F>(&state.quote[0].bind(function.py()).get_type(), function),
        None => Ok(function.clone()),
    }
}

/// What `write` makes of the UTF-8 of a text or of a URL's; None if that is for Python to find out, or there is no UTF-8.
#[inline]
fn written<'py>(url: &Bound<'py, PyAny>, write: impl FnOnce(&[u8], &mut Buffer) -> Normal) -> Known<'py> {
    if let Some(octets) = ascii(url) {
        return answer(url, octets, write);
    }
    let of_url = text_and_host(url).map(|(text, _)| text.to_owned());
    let text = of_url.as_ref().unwrap_or(url);
    if let Some(octets) = ascii(text) {
        return answer(text, octets, write);
    }
    let Ok(string) = text.cast_exact::<PyString>() else { return Ok(None) };
    let Some(octets) = encoded_if_it_has_utf8(string) else { return Ok(None) };
    answer(text, octets.as_bytes(), write)
}

#[inline]
fn answer<'py>(
    text: &Bound<'py, PyAny>,
    octets: &[u8],
    write: impl FnOnce(&[u8], &mut Buffer) -> Normal,
) -> Known<'py> {
    let mut out = Buffer::new();
    match write(octets, &mut out) {
        Normal::Same => Ok(Some(text.clone())),
        Normal::Changed => new_ascii(text.py(), &out).map(Some).ok_or_else(|| PyErr::fetch(text.py())),
        Normal::Ask => Ok(None),
    }
}
