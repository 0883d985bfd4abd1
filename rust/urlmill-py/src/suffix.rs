//! Public suffixes and registrable domains, one URL at a time.

use crate::ended;
use crate::panics::guarded;
use crate::primitives::refuse_too_long;
use crate::text::{Text, ascii, new_ascii_lowered};
use crate::url;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use urlmill_core::Span;
use urlmill_core::parse::only_host;
use urlmill_core::span::MAX_LEN;
use urlmill_core::suffix::{Found, Odd, find, find_within, list_date};

type Answer<'py> = PyResult<Option<Bound<'py, PyAny>>>;
/// Which part is asked for.
type Part = fn(Found) -> Option<Span>;

/// The public suffix and the label before it: what somebody has registered, in lower case.
#[pyfunction]
#[pyo3(signature = (url, /, *, private=true))]
pub(crate) fn registrable_domain<'py>(url: &Bound<'py, PyAny>, private: bool) -> Answer<'py> {
    guarded(|| answer(url, private, |found| found.domain))
}

/// The part of the host below which names can be registered, in lower case.
#[pyfunction]
#[pyo3(signature = (url, /, *, private=true))]
pub(crate) fn public_suffix<'py>(url: &Bound<'py, PyAny>, private: bool) -> Answer<'py> {
    guarded(|| answer(url, private, |found| Some(found.suffix)))
}

/// The day the list was published, as year, month and day.
#[pyfunction]
pub(crate) fn public_suffix_list_date() -> &'static str {
    list_date()
}

#[inline]
fn answer<'py>(url: &Bound<'py, PyAny>, private: bool, part: Part) -> Answer<'py> {
    if let Some(bytes) = ascii(url).filter(|bytes| bytes.len() <= MAX_LEN) {
        let host = only_host(bytes, |scheme| url::may_list(url.py(), scheme));
        return of_ascii(url, bytes, host, private, part);
    }
    if let Some((text, host)) = url::text_and_host(url) {
        return match ascii(&text) {
            Some(bytes) => of_ascii(&text, bytes, host, private, part),
            None => of_wide(&text, host, private, part),
        };
    }
    if url.is_exact_instance_of::<PyString>() {
        return of_wide(url, None, private, part);
    }
    answer(&url::plain_text(url)?, private, part)
}

#[inline]
fn of_ascii<'py>(text: &Bound<'py, PyAny>, bytes: &[u8], host: Option<Span>, private: bool, part: Part) -> Answer<'py> {
    let Some(host) = host else { return Ok(None) };
    of_plain(text.py(), bytes, host, private, part).unwrap_or_else(|_| of_wide(text, Some(host), private, part))
}

/// The answer for a host that is ASCII, without escapes.
#[inline]
fn of_plain<'py>(py: Python<'py>, text: &[u8], host: Span, private: bool, part: Part) -> Result<Answer<'py>, Odd> {
    let rest = &text[host.start as usize..];
    let Some(span) = find_within(rest, host.len(), private)?.and_then(part) else { return Ok(Ok(None)) };
    Ok(new_ascii_lowered(py, span.of(rest)).map(Some).ok_or_else(|| PyErr::fetch(py)))
}

/// For any text, whose host is looked for unless it is known.
#[cold]
fn of_wide<'py>(text: &Bound<'py, PyAny>, host: Option<Span>, private: bool, part: Part) -> Answer<'py> {
    let py = text.py();
    let text = Text::new(text).ok_or_else(|| PyErr::fetch(py))?;
    refuse_too_long(&text.bytes)?;
    let lists = |scheme: &[u8]| url::may_list(py, scheme);
    let Some(host) = host.or_else(|| only_host(&text.bytes, lists)) else { return Ok(None) };
    if let Ok(answer) = of_plain(py, &text.bytes, host, private, part) {
        return answer;
    }
    let written = text.cut(host).ok_or_else(|| PyErr::fetch(py))?;
    of_odd(&written.call_method0(intern!(py, "lower"))?, private, part)
}

/// The answer for a host in lower case that has escapes or wide characters. Python knows what its labels are.
fn of_odd<'py>(host: &Bound<'py, PyAny>, private: bool, part: Part) -> Answer<'py> {
    let py = host.py();
    let labels = ended::call_method(&ended::import(py, c"urlmill._hosts.labels")?, intern!(py, "last_labels"), [host])?;
    let Some((written, known)) = labels.extract::<Option<(Bound<'py, PyList>, Bound<'py, PyAny>)>>()? else {
        return Ok(None);
    };
    let known = Text::new(&known).ok_or_else(|| PyErr::fetch(py))?;
    let Ok(Some(span)) = find(&known.bytes, private).map(|found| found.and_then(part)) else { return Ok(None) };
    let count = span.of(&known.bytes).split(|&b| b == b'.').count();
    let kept = written.get_slice(written.len().saturating_sub(count), written.len());
    PyString::intern(py, ".").call_method1(intern!(py, "join"), (kept,)).map(Some)
}
