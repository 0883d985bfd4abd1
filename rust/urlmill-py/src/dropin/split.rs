//! Taking URLs apart: `urlsplit`, `urlparse` and `urldefrag`.

use crate::accelerated::Fast;
use crate::call::{Call, flag};
use crate::results::Results;
use crate::state::{State, state};
use crate::text::{Text, ascii, has_char, new_ascii_lowered};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use urlmill_core::{Span, Split, urllib};

/// The last one goes by its name only.
const SPLIT_PARAMETERS: [&str; 4] = ["url", "scheme", "allow_fragments", "missing_as_none"];

pub(crate) struct Urlsplit;

impl Fast for Urlsplit {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = state(call.py)?;
        let results = state.results.as_ref()?;
        let Some(url) = call.single() else { return split_with_options(&state, results, call) };
        split_cached(&state, results, url, results.missing_by_default())
    }
}

#[inline]
fn split_cached<'py>(
    state: &State,
    results: &Results,
    url: &Bound<'py, PyAny>,
    missing_as_none: bool,
) -> Option<Bound<'py, PyAny>> {
    let text = Text::new(url)?;
    match state.cache.find(url, &text.bytes, missing_as_none) {
        Ok(result) => Some(result),
        Err(miss) => {
            let parts = urllib::urlsplit(&text.bytes)?;
            let result = Shown { state, text: &text, parts: &parts, missing_as_none }.split_result(results)?;
            if let Some(miss) = miss {
                state.cache.keep(&miss, url, &result);
            }
            Some(result)
        }
    }
}

fn split_with_options<'py>(state: &State, results: &Results, call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let options = Options::of(results, call)?;
    if options.allow_fragments {
        // Nothing is left that could make a difference.
        return split_cached(state, results, options.url, options.missing_as_none);
    }
    let (text, parts) = options.split()?;
    Shown { state, text: &text, parts: &parts, missing_as_none: options.missing_as_none }.split_result(results)
}

pub(crate) struct ClearCache;

impl Fast for ClearCache {
    /// Clears our cache, and leaves it to the interpreter's own function to clear the interpreter's.
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        state(call.py)?.cache.clear(call.py);
        None
    }
}

pub(crate) struct Urlparse;

impl Fast for Urlparse {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = &*state(call.py)?;
        let results = state.results.as_ref()?;
        let options = Options::of(results, call)?;
        if let Some(url) = repeats(&options) {
            return parse_cached(state, results, url);
        }
        let (text, parts) = options.split()?;
        let mut path = parts.path;
        let mut params = None;
        if let Some((before, after)) = urllib::split_params(&text.bytes, parts.path) {
            let scheme = parts.scheme?.of(&text.bytes);
            if !state.uses_params.surely_has(call.py, scheme) {
                return None;
            }
            (path, params) = (before, Some(after));
        }
        let shown = Shown { state, text: &text, parts: &parts, missing_as_none: options.missing_as_none };
        let items = [
            shown.scheme()?,
            shown.part(parts.authority)?,
            shown.part(Some(path))?,
            shown.part(params)?,
            shown.part(parts.query)?,
            shown.part(parts.fragment)?,
        ];
        results.parse.instance(call.py, items, options.missing_as_none)
    }
}

/// Where the interpreter's own `urlparse` begins to gain by its cache: it asks its `urlsplit`, before 3.14.
const LONG: usize = 4096;

/// The URL, if it is so long that the interpreter's own cache would win if it came again.
#[inline]
fn repeats<'a, 'py>(options: &Options<'a, 'py>) -> Option<&'a Bound<'py, PyAny>> {
    if cfg!(any(Py_3_14, Py_GIL_DISABLED)) || !options.allow_fragments {
        return None;
    }
    // SAFETY: exactly a str, if it is one.
    let len = unsafe { ffi::PyUnicode_GET_LENGTH(options.url.cast_exact::<PyString>().ok()?.as_ptr()) };
    (len.cast_unsigned() >= LONG).then_some(options.url)
}

/// `urlparse(url)` from the parts that `urlsplit` has, or keeps.
#[inline(never)]
fn parse_cached<'py>(state: &State, results: &Results, url: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = url.py();
    let parts = split_cached(state, results, url, false)?;
    let [scheme, netloc, path, query, fragment] = parts.cast::<PyTuple>().ok()?.as_slice() else { return None };
    let (mut path, mut params) = (path.clone(), state.empty.bind(py).clone());
    if has_char(path.cast_exact().ok()?, ';')? {
        let text = Text::new(&path)?;
        if let Some((before, after)) = urllib::split_params(&text.bytes, Span::new(0, text.bytes.len())) {
            if !state.uses_params.surely_has(py, ascii(scheme)?) {
                return None;
            }
            let cut = (text.cut(before)?, text.cut(after)?);
            drop(text);
            (path, params) = cut;
        }
    }
    let items = [scheme.clone(), netloc.clone(), path, params, query.clone(), fragment.clone()];
    results.parse.instance(py, items, false)
}

/// The arguments of `urlsplit` and `urlparse`, if they leave it to the URL where it is cut.
struct Options<'a, 'py> {
    url: &'a Bound<'py, PyAny>,
    allow_fragments: bool,
    missing_as_none: bool,
}

impl<'a, 'py> Options<'a, 'py> {
    #[inline]
    fn of(results: &Results, call: &Call<'a, 'py>) -> Option<Self> {
        if let Some(url) = call.single() {
            return Some(Self { url, allow_fragments: true, missing_as_none: results.missing_by_default() });
        }
        let [url, scheme, allow_fragments, missing_as_none] = call.bind(SPLIT_PARAMETERS, 1, 3)?;
        let missing_as_none = missing(results, missing_as_none)?;
        // An empty scheme says nothing, unless it is to be shown in place of `None`.
        if scheme.is_some_and(|scheme| missing_as_none || ascii(scheme) != Some(b"")) {
            return None;
        }
        Some(Self { url: url?, allow_fragments: flag(allow_fragments, true)?, missing_as_none })
    }

    #[inline]
    fn split(&self) -> Option<(Text<'a, 'py>, Split)> {
        let text = Text::new(self.url)?;
        let parts = urllib::urlsplit(&text.bytes)?;
        (self.allow_fragments || parts.fragment.is_none()).then_some((text, parts))
    }
}

/// The value of `missing_as_none`; `None` if it is odd, or if this interpreter has no such argument.
#[inline]
fn missing(results: &Results, arg: Option<&Bound<'_, PyAny>>) -> Option<bool> {
    match arg {
        None => Some(results.missing_by_default()),
        Some(_) => flag(arg, results.missing_as_none?),
    }
}

/// A URL's parts as a result shows them.
struct Shown<'a, 'py> {
    state: &'a State,
    text: &'a Text<'a, 'py>,
    parts: &'a Split,
    missing_as_none: bool,
}

impl<'py> Shown<'_, 'py> {
    #[inline]
    fn split_result(&self, results: &Results) -> Option<Bound<'py, PyAny>> {
        let items = [
            self.scheme()?,
            self.part(self.parts.authority)?,
            self.part(Some(self.parts.path))?,
            self.part(self.parts.query)?,
            self.part(self.parts.fragment)?,
        ];
        results.split.instance(self.text.py(), items, self.missing_as_none)
    }

    #[inline]
    fn part(&self, span: Option<Span>) -> Option<Bound<'py, PyAny>> {
        match span {
            Some(span) if !span.is_empty() => self.text.cut(span),
            Some(_) => Some(self.state.empty.bind(self.text.py()).clone()),
            None => Some(absent(self.text.py(), self.state, self.missing_as_none)),
        }
    }

    /// In lower case.
    #[inline(always)]
    fn scheme(&self) -> Option<Bound<'py, PyAny>> {
        let py = self.text.py();
        let Some(span) = self.parts.scheme else { return Some(absent(py, self.state, self.missing_as_none)) };
        let raw = span.of(&self.text.bytes);
        match self.state.schemes.get(raw) {
            Some(name) => Some(name.bind(py).clone()),
            None => new_ascii_lowered(py, raw),
        }
    }
}

#[inline]
fn absent<'py>(py: Python<'py>, state: &State, missing_as_none: bool) -> Bound<'py, PyAny> {
    if missing_as_none { py.None().into_bound(py) } else { state.empty.bind(py).clone() }
}

pub(crate) struct Urldefrag;

impl Fast for Urldefrag {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = &*state(call.py)?;
        let results = state.results.as_ref()?;
        let [url, missing_as_none] = call.bind(["url", "missing_as_none"], 1, 1)?;
        let (url, missing_as_none) = (url?, missing(results, missing_as_none)?);
        let items = if has_char(url.cast_exact().ok()?, '#')? {
            let text = Text::new(url)?;
            let hash = urllib::urldefrag(&text.bytes)?;
            [text.cut(Span::new(0, hash))?, text.cut(Span::new(hash + 1, text.bytes.len()))?]
        } else {
            [url.clone(), absent(call.py, state, missing_as_none)]
        };
        results.defrag.instance(call.py, items, missing_as_none)
    }
}
