//! The core's own operations, for the objects built on them. Offsets are in characters: see [`Text`].

use crate::ended;
use crate::panics::guarded;
use crate::text::{Text, new_ascii};
use pyo3::exceptions::PyOverflowError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use urlmill_core::span::MAX_LEN;
use urlmill_core::{Buffer, Code, Fault, Span, host, join, percent, query};

/// Scheme, authority, path, query and fragment; None is absent, "" is present and empty.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn split<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    guarded(|| {
        let text = read(text)?;
        let parts = urlmill_core::split(&text.bytes);
        let components = [parts.scheme, parts.authority, Some(parts.path), parts.query, parts.fragment];
        new_tuple(&text, &components)
    })
}

/// User, password, host and port, as written; None is absent, "" is present and empty.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn split_authority<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    guarded(|| {
        let given = text;
        let text = read(given)?;
        let parts = urlmill_core::authority(&text.bytes).map_err(|fault| url_error(given, fault))?;
        new_tuple(&text, &[parts.user, parts.password, Some(parts.host), parts.port])
    })
}

/// Where the first `%` stands that two hexadecimal digits do not follow; -1 if there is none.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn find_bad_percent(text: &Bound<'_, PyAny>) -> PyResult<i64> {
    Ok(percent::check(&read(text)?.bytes).map_or_else(|fault| fault.at.into(), |()| -1))
}

/// One of "name", "ipv4", "ipv6" and "ipvfuture"; None for a text that is not a host, and for an empty one.
#[pyfunction]
#[pyo3(signature = (host, /))]
pub(crate) fn host_kind<'py>(host: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = host.py();
    let host = read(host)?;
    if host.bytes.is_empty() {
        return Ok(None);
    }
    let Ok(kind) = host::kind(&host.bytes) else { return Ok(None) };
    new_ascii(py, kind.name().as_bytes()).map(Some).ok_or_else(|| PyErr::fetch(py))
}

/// The path without its "." and ".." segments: RFC 3986, section 5.2.4.
#[pyfunction]
#[pyo3(signature = (path, /))]
pub(crate) fn remove_dot_segments<'py>(path: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    guarded(|| {
        let octets = utf8(path)?;
        let mut out = Buffer::new();
        join::remove_dot_segments(octets.as_bytes(), &mut out);
        from_utf8(path.py(), &out)
    })
}

/// Names and values as written, in order, empty fields left out; a field without `=` has the value None.
#[pyfunction]
#[pyo3(signature = (text, /))]
pub(crate) fn query_fields<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    guarded(|| {
        let text = read(text)?;
        let fields = PyList::empty(text.py());
        for field in query::fields(&text.bytes) {
            fields.append(new_tuple(&text, &[Some(field.name), field.value])?)?;
        }
        Ok(fields)
    })
}

/// The reference as seen from the base. Nothing is normalised but dot segments.
#[pyfunction]
#[pyo3(signature = (base, reference, /))]
pub(crate) fn resolve<'py>(base: &Bound<'py, PyAny>, reference: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    guarded(|| {
        let (base_octets, reference_octets) = (utf8(base)?, utf8(reference)?);
        let mut out = Buffer::new();
        join::resolve(base_octets.as_bytes(), reference_octets.as_bytes(), &mut out)
            .map_err(|fault| url_error(base, fault))?;
        from_utf8(base.py(), &out)
    })
}

fn utf8<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    let octets = with_surrogates(text.cast()?)?;
    refuse_too_long(octets.as_bytes())?;
    Ok(octets)
}

/// The UTF-8 of a text, lone surrogates and all; whatever a subclass makes of `encode`.
pub(crate) fn with_surrogates<'py>(text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    let (encoding, errors) = (c"utf-8", c"surrogatepass");
    // SAFETY: a str, and names that end with a zero; the result is a new bytes object, or null and an exception.
    unsafe {
        let octets = ffi::PyUnicode_AsEncodedString(text.as_ptr(), encoding.as_ptr(), errors.as_ptr());
        Ok(Bound::from_owned_ptr_or_err(text.py(), octets)?.cast_into_unchecked())
    }
}

fn from_utf8<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyString>> {
    let text = PyBytes::new(py, octets).call_method1("decode", ("utf-8", "surrogatepass"))?;
    Ok(text.cast_into()?)
}

fn read<'a, 'py>(text: &'a Bound<'py, PyAny>) -> PyResult<Text<'a, 'py>> {
    let read = match Text::new(text) {
        Some(read) => Some(read),
        None => Text::of_any_width(text.cast()?),
    };
    let read = read.ok_or_else(|| PyErr::fetch(text.py()))?;
    refuse_too_long(&read.bytes)?;
    Ok(read)
}

pub(crate) fn refuse_too_long(text: &[u8]) -> PyResult<()> {
    if text.len() > MAX_LEN {
        return Err(PyOverflowError::new_err("a URL cannot be longer than 4 GiB"));
    }
    Ok(())
}

fn new_tuple<'py>(text: &Text<'_, 'py>, spans: &[Option<Span>]) -> PyResult<Bound<'py, PyTuple>> {
    let py = text.py();
    let items = spans.iter().map(|span| match span {
        Some(span) => text.cut(*span).ok_or_else(|| PyErr::fetch(py)),
        None => Ok(py.None().into_bound(py)),
    });
    PyTuple::new(py, items.collect::<PyResult<Vec<_>>>()?)
}

/// The Python exception for `fault`, whose words are made in Python, once for both backends.
pub(crate) fn url_error(text: &Bound<'_, PyAny>, fault: Fault) -> PyErr {
    raise(text, Code::name(fault.code), fault.at)
}

/// A `URLError`.
#[cold]
pub(crate) fn raise(text: &Bound<'_, PyAny>, code: &str, at: u32) -> PyErr {
    let error = ended::import(text.py(), c"urlmill.errors")
        .and_then(|module| module.getattr("URLError"))
        .and_then(|class| ended::call(&class, &(code, at, text).into_pyobject(text.py())?, None));
    error.map_or_else(|error| error, PyErr::from_value)
}
