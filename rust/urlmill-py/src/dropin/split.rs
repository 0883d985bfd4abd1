//! Taking URLs apart and putting them together.

use crate::accelerated::Fast;
use crate::call::{Call, flag};
use crate::state::{State, state};
use crate::text::{Text, ascii, new_ascii, new_ascii_with};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlmill_core::buffer::{Buffer, room};
use urlmill_core::urllib::{self, Interpreter, Joined};
use urlmill_core::{Span, Split};

const SPLIT_PARAMETERS: [&str; 3] = ["url", "scheme", "allow_fragments"];

pub(crate) struct Urlsplit;

impl Fast for Urlsplit {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = state()?;
        let Some(url) = call.single() else {
            let (text, parts) = split_call(call)?;
            return split_result(state, &text, &parts);
        };
        let text = Text::new(url)?;
        match state.cache.find(url, &text.bytes) {
            Ok(result) => Some(result),
            Err(miss) => {
                let parts = urllib::urlsplit(&text.bytes)?;
                let result = split_result(state, &text, &parts)?;
                if let Some(miss) = miss {
                    state.cache.keep(&miss, url, &result);
                }
                Some(result)
            }
        }
    }
}

pub(crate) struct ClearCache;

impl Fast for ClearCache {
    /// Clears our cache, and leaves it to the interpreter's own function to clear the interpreter's.
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        state()?.cache.clear(call.py);
        None
    }
}

pub(crate) struct Urlparse;

impl Fast for Urlparse {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = state()?;
        let (text, parts) = split_call(call)?;
        let mut path = parts.path;
        let mut params = None;
        if let Some((before, after)) = urllib::split_params(&text.bytes, parts.path) {
            let scheme = parts.scheme?.of(&text.bytes);
            if !state.uses_params.surely_has(call.py, scheme) {
                return None;
            }
            (path, params) = (before, Some(after));
        }
        let items = [
            scheme(state, &text, &parts)?,
            cut(state, &text, parts.authority)?,
            cut(state, &text, Some(path))?,
            cut(state, &text, params)?,
            cut(state, &text, parts.query)?,
            cut(state, &text, parts.fragment)?,
        ];
        state.parse_result.instance(call.py, items)
    }
}

/// The split behind `urlsplit` and `urlparse`, if their further arguments change nothing about it.
#[inline]
fn split_call<'a, 'py>(call: &Call<'a, 'py>) -> Option<(Text<'a, 'py>, Split)> {
    let [url, scheme, allow_fragments] = call.bind(SPLIT_PARAMETERS, 1)?;
    if scheme.is_some_and(|scheme| ascii(scheme) != Some(b"")) {
        return None;
    }
    let text = Text::new(url?)?;
    let parts = urllib::urlsplit(&text.bytes)?;
    (flag(allow_fragments, true)? || parts.fragment.is_none()).then_some((text, parts))
}

#[inline]
fn split_result<'py>(state: &State, text: &Text<'_, 'py>, parts: &Split) -> Option<Bound<'py, PyAny>> {
    let items = [
        scheme(state, text, parts)?,
        cut(state, text, parts.authority)?,
        cut(state, text, Some(parts.path))?,
        cut(state, text, parts.query)?,
        cut(state, text, parts.fragment)?,
    ];
    state.split_result.instance(text.py(), items)
}

/// A component, absent and empty alike as `""`.
#[inline]
fn cut<'py>(state: &State, text: &Text<'_, 'py>, span: Option<Span>) -> Option<Bound<'py, PyAny>> {
    match span {
        Some(span) if !span.is_empty() => text.cut(span),
        _ => Some(state.empty.bind(text.py()).clone()),
    }
}

/// The scheme in lower case, as `""` if there is none.
#[inline]
fn scheme<'py>(state: &State, text: &Text<'_, 'py>, parts: &Split) -> Option<Bound<'py, PyAny>> {
    let py = text.py();
    let Some(span) = parts.scheme else { return Some(state.empty.bind(py).clone()) };
    let raw = span.of(&text.bytes);
    match state.schemes.get(raw) {
        Some(name) => Some(name.bind(py).clone()),
        None => new_ascii_with(py, raw.len(), |out| {
            for (slot, byte) in out.iter_mut().zip(raw) {
                slot.write(byte.to_ascii_lowercase());
            }
        }),
    }
}

pub(crate) struct Urlunsplit;

impl Fast for Urlunsplit {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let items = result_items(call, 0)?;
        let [scheme, netloc, path, query, fragment] = texts(&items)?;
        unsplit(call.py, scheme, netloc, [path, b"", b"", query, fragment])
    }
}

pub(crate) struct Urlunparse;

impl Fast for Urlunparse {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let items = result_items(call, 1)?;
        let [scheme, netloc, path, params, query, fragment] = texts(&items)?;
        let semicolon: &[u8] = if params.is_empty() { b"" } else { b";" };
        unsplit(call.py, scheme, netloc, [path, semicolon, params, query, fragment])
    }
}

/// The argument, if it is a plain tuple or a result object; `which` is 0 for the split kind, 1 for the parse kind.
fn result_items<'py>(call: &Call<'_, 'py>, which: usize) -> Option<Bound<'py, PyTuple>> {
    let state = state()?;
    let components = call.single()?;
    let kind = components.get_type();
    let ours = [&state.split_result, &state.parse_result][which];
    if !ours.is_plain {
        return None;
    }
    let is_known =
        components.is_exact_instance_of::<PyTuple>() || kind.is(&ours.class) || kind.is(&state.stdlib_results[which]);
    is_known.then(|| components.cast::<PyTuple>().ok().cloned()).flatten()
}

fn texts<'a, const N: usize>(items: &'a Bound<'_, PyTuple>) -> Option<[&'a [u8]; N]> {
    if items.len() != N {
        return None;
    }
    let mut texts: [&[u8]; N] = [b""; N];
    for (slot, item) in texts.iter_mut().zip(items.as_slice()) {
        *slot = ascii(item)?;
    }
    Some(texts)
}

/// Puts a URL together. Without an authority the interpreters disagree, unless there is no scheme either.
fn unsplit<'py>(
    py: Python<'py>,
    scheme: &[u8],
    netloc: &[u8],
    [path, semicolon, params, query, fragment]: [&[u8]; 5],
) -> Option<Bound<'py, PyAny>> {
    let mut out = Buffer::new();
    let parts = [scheme, netloc, path, semicolon, params, query, fragment];
    room(&mut out, parts.iter().map(|part| part.len()).sum::<usize>() + ":///?#".len())?;
    if !netloc.is_empty() {
        if !scheme.is_empty() {
            out.extend_from_slice(scheme);
            out.push(b':');
        }
        out.extend_from_slice(b"//");
        out.extend_from_slice(netloc);
        if path.first().or(semicolon.first()).is_some_and(|&first| first != b'/') {
            out.push(b'/');
        }
    } else if !scheme.is_empty() || path.starts_with(b"//") {
        return None;
    }
    for part in [path, semicolon, params] {
        out.extend_from_slice(part);
    }
    for (mark, part) in [(b'?', query), (b'#', fragment)] {
        if !part.is_empty() {
            out.push(mark);
            out.extend_from_slice(part);
        }
    }
    new_ascii(py, &out)
}

pub(crate) struct Urldefrag;

impl Fast for Urldefrag {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = state()?;
        let url = call.single()?;
        let text = Text::new(url)?;
        let items = if text.bytes.contains(&b'#') {
            let hash = urllib::urldefrag(&text.bytes)?;
            [text.cut(Span::new(0, hash))?, text.cut(Span::new(hash + 1, text.bytes.len()))?]
        } else {
            [url.clone(), state.empty.bind(call.py).clone()]
        };
        state.defrag_result.instance(call.py, items)
    }
}

pub(crate) struct Urljoin;

impl Fast for Urljoin {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = state()?;
        let [base, url, allow_fragments] = call.bind(["base", "url", "allow_fragments"], 2)?;
        if !flag(allow_fragments, true)? {
            return None;
        }
        let url = url?;
        let (base, reference) = (Text::new(base?)?, Text::new(url)?);
        let mut out = Buffer::new();
        let parsed = state.last_base.get(call.py, &base.bytes)?;
        match parsed.join(&base.bytes, &reference.bytes, &Running(state, call.py), &mut out)? {
            Joined::Reference => Some(url.clone()),
            Joined::Appended(head, tail) => base.joined(head, &reference, tail),
            Joined::Written => (base.is_ascii && reference.is_ascii).then(|| new_ascii(call.py, &out))?,
        }
    }
}

struct Running<'py>(&'static State, Python<'py>);

impl Interpreter for Running<'_> {
    #[inline]
    fn is_hierarchical(&self, scheme: &[u8]) -> bool {
        let Self(state, py) = *self;
        state.uses_relative.surely_has(py, scheme) && state.uses_netloc.surely_has(py, scheme)
    }

    #[inline]
    fn drops_empty_parts(&self) -> bool {
        self.0.drops_empty_parts
    }
}
