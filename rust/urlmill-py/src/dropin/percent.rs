//! `quote` and `unquote` and their kin.

use crate::accelerated::Fast;
use crate::call::{Call, given, is_default};
use crate::ended;
use crate::text::{
    ascii, encoded, has_char, new_ascii, new_ascii_with, new_decoded, new_decoded_latin1, octets, with_decoded,
};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::ffi::CStr;
use urlmill_core::percent::{Encoder, Plus, is_coded};

pub(crate) struct Unquote;

impl Fast for Unquote {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        unquote(call, Plus::Literal)
    }
}

pub(crate) struct UnquotePlus;

impl Fast for UnquotePlus {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        unquote(call, Plus::Space)
    }
}

#[inline]
fn unquote<'py>(call: &Call<'_, 'py>, plus: Plus) -> Option<Bound<'py, PyAny>> {
    let Some(string) = call.single() else { return unquote_with_options(call, plus) };
    match ascii(string) {
        Some(raw) if is_coded(raw, plus) => new_decoded(call.py, raw, plus),
        Some(_) => Some(string.clone()),
        None => unquote_beyond_ascii(string, true, plus),
    }
}

fn unquote_with_options<'py>(call: &Call<'_, 'py>, plus: Plus) -> Option<Bound<'py, PyAny>> {
    let [string, encoding, errors] = call.bind(["string", "encoding", "errors"], 1, 3)?;
    let string = string?;
    let Some(raw) = ascii(string) else {
        return unquote_beyond_ascii(string, is_utf8_replace(encoding, errors), plus);
    };
    if !is_coded(raw, plus) {
        // Without escapes the encoding does not matter.
        return Some(string.clone());
    }
    if is_utf8_replace(encoding, errors) {
        return new_decoded(call.py, raw, plus);
    }
    let encoding = ascii(encoding?)?;
    if !is_default(errors, b"replace") {
        return None;
    }
    if matches!(encoding, b"latin-1" | b"latin1" | b"iso-8859-1") {
        return new_decoded_latin1(call.py, raw, plus);
    }
    let encoding = CODE_PAGES.iter().find(|name| name.to_bytes() == encoding)?;
    with_decoded(raw, plus, |decoded| call.answered(ended::decode(call.py, decoded, encoding)))
}

/// Encodings that every interpreter has, in which ASCII is ASCII and each other octet is a character or is replaced.
const CODE_PAGES: [&CStr; 8] =
    [c"cp1252", c"windows-1252", c"ascii", c"us-ascii", c"iso-8859-15", c"cp1251", c"windows-1251", c"koi8-r"];

/// The text itself, if it is exactly a `str` that has nothing to decode. If it has, and is to be decoded as UTF-8, the
/// interpreter decodes each run of ASCII by itself. To decode all of it at once is the same, since what is not ASCII is
/// whole sequences: the octets before one and those after it cannot become part of it.
fn unquote_beyond_ascii<'py>(string: &Bound<'py, PyAny>, is_utf8: bool, plus: Plus) -> Option<Bound<'py, PyAny>> {
    let text = string.cast_exact::<PyString>().ok()?;
    let is_coded = has_char(text, '%')? || plus == Plus::Space && has_char(text, '+')?;
    if !is_coded {
        return Some(string.clone());
    }
    if !is_utf8 {
        return None;
    }
    new_decoded(string.py(), given(string.py(), encoded(text))?.as_bytes(), plus)
}

/// Whether text is to be decoded as it is by default.
pub(super) fn is_utf8_replace(encoding: Option<&Bound<'_, PyAny>>, errors: Option<&Bound<'_, PyAny>>) -> bool {
    is_default(encoding, b"utf-8") && is_default(errors, b"replace")
}

pub(crate) struct UnquoteToBytes;

impl Fast for UnquoteToBytes {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let string = call.single()?;
        let new_bytes = |octets: &[u8]| {
            let len = octets.len().cast_signed();
            // SAFETY: the pointer and the length are those of a slice; a new bytes object or null.
            unsafe {
                let bytes = ffi::PyBytes_FromStringAndSize(octets.as_ptr().cast(), len);
                Bound::from_owned_ptr_or_opt(call.py, bytes)
            }
        };
        let (raw, is_bytes) = match ascii(string) {
            Some(raw) => (raw, false),
            None => (octets(string)?, true),
        };
        match is_coded(raw, Plus::Literal) {
            true => with_decoded(raw, Plus::Literal, new_bytes),
            false if is_bytes && !raw.is_empty() => Some(string.clone()),
            false => new_bytes(raw),
        }
    }
}

pub(crate) struct Quote;

impl Fast for Quote {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        quote(call, &Encoder::PATH, Plus::Literal)
    }
}

pub(crate) struct QuotePlus;

impl Fast for QuotePlus {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        quote(call, &Encoder::FORM, Plus::Space)
    }
}

pub(crate) struct QuoteFromBytes;

impl Fast for QuoteFromBytes {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let [bs, safe] = call.bind(["bs", "safe"], 1, 2)?;
        let encoder = encoder(safe, &Encoder::PATH, Plus::Literal)?;
        quote_octets(call.py, octets(bs?)?, &encoder)
    }
}

#[inline]
fn quote<'py>(call: &Call<'_, 'py>, default: &'static Encoder, plus: Plus) -> Option<Bound<'py, PyAny>> {
    if let Some(string) = call.single() {
        return quote_any(string, default);
    }
    let [string, safe, encoding, errors] = call.bind(["string", "safe", "encoding", "errors"], 1, 4)?;
    if !is_left_out(encoding) || !is_left_out(errors) {
        return None;
    }
    quote_any(string?, &*encoder(safe, default, plus)?)
}

#[inline]
fn quote_any<'py>(string: &Bound<'py, PyAny>, encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    let py = string.py();
    if let Some(raw) = ascii(string) {
        return match encoder.growth(raw) {
            None => Some(string.clone()),
            Some(growth) => new_encoded(py, raw, encoder, growth),
        };
    }
    if let Some(raw) = octets(string) {
        return quote_octets(py, raw, encoder);
    }
    quote_octets(py, utf8(string)?.as_bytes(), encoder)
}

pub(super) fn is_left_out(arg: Option<&Bound<'_, PyAny>>) -> bool {
    arg.is_none_or(PyAnyMethods::is_none)
}

/// The encoder for a `safe` argument; `None` if that is neither left out nor exactly a `str` of ASCII.
pub(super) fn encoder(
    safe: Option<&Bound<'_, PyAny>>,
    default: &'static Encoder,
    plus: Plus,
) -> Option<Cow<'static, Encoder>> {
    let Some(safe) = safe else { return Some(Cow::Borrowed(default)) };
    Some(match (ascii(safe)?, plus) {
        (b"", Plus::Literal) => Cow::Borrowed(&Encoder::COMPONENT),
        (b"", Plus::Space) => Cow::Borrowed(&Encoder::FORM),
        (b"/", Plus::Literal) => Cow::Borrowed(&Encoder::PATH),
        (more, _) => Cow::Owned(Encoder::new(more, plus)),
    })
}

/// The UTF-8 of a `str`; `None` if it is something else or has a lone surrogate.
pub(super) fn utf8<'py>(string: &Bound<'py, PyAny>) -> Option<Bound<'py, PyBytes>> {
    given(string.py(), encoded(string.cast_exact::<PyString>().ok()?))
}

fn quote_octets<'py>(py: Python<'py>, raw: &[u8], encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    match encoder.growth(raw) {
        None => new_ascii(py, raw),
        Some(growth) => new_encoded(py, raw, encoder, growth),
    }
}

#[inline(never)]
fn new_encoded<'py>(py: Python<'py>, raw: &[u8], encoder: &Encoder, growth: usize) -> Option<Bound<'py, PyAny>> {
    new_ascii_with(py, raw.len() + growth, |out| encoder.encode_into(raw, out))
}
