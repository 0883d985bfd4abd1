//! `quote` and `unquote` and their kin.

use super::decoding::{Decoding, encoding_names, has_surrogates};
use crate::accelerated::Fast;
use crate::call::{Call, given};
use crate::ended;
use crate::text::{Text, ascii, encoded, has_char, new_ascii, new_ascii_with, new_decoded, octets, with_decoded};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
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
        None => unquote_other(call, string, Decoding::Utf8, plus),
    }
}

fn unquote_with_options<'py>(call: &Call<'_, 'py>, plus: Plus) -> Option<Bound<'py, PyAny>> {
    let [string, encoding, errors] = call.bind(["string", "encoding", "errors"], 1, 3)?;
    let string = string?;
    // Without escapes the encoding does not matter, be there one of that name or not.
    if let Some(raw) = ascii(string) {
        if !is_coded(raw, plus) {
            return Some(string.clone());
        }
        return Decoding::of(encoding, errors)?.of_ascii(call, raw, plus);
    }
    if let Ok(text) = string.cast_exact::<PyString>()
        && !has_char(text, '%')?
        && (plus == Plus::Literal || !has_char(text, '+')?)
    {
        return Some(string.clone());
    }
    let decoding = Decoding::of(encoding, errors)?;
    // With bytes, `None` does not stand for a default.
    let is_none = |arg: Option<&Bound<'_, PyAny>>| arg.is_some_and(PyAnyMethods::is_none);
    if is_none(encoding) || is_none(errors) {
        return decoding.of_any_width(call, string.cast_exact().ok()?, plus);
    }
    unquote_other(call, string, decoding, plus)
}

/// What is not a `str` of ASCII. Bytes are taken by `unquote` alone.
fn unquote_other<'py>(
    call: &Call<'_, 'py>,
    string: &Bound<'py, PyAny>,
    decoding: Decoding<'_>,
    plus: Plus,
) -> Option<Bound<'py, PyAny>> {
    match octets(string) {
        Some(octets) if plus == Plus::Literal => decoding.of_octets(call, octets),
        _ => decoding.of_any_width(call, string.cast_exact().ok()?, plus),
    }
}

pub(crate) struct UnquoteToBytes;

impl Fast for UnquoteToBytes {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let string = call.single()?;
        let new_bytes = |octets: &[u8], _| {
            let len = octets.len().cast_signed();
            // SAFETY: the pointer and the length are those of a slice; a new bytes object or null.
            unsafe {
                let bytes = ffi::PyBytes_FromStringAndSize(octets.as_ptr().cast(), len);
                Bound::from_owned_ptr_or_opt(call.py, bytes)
            }
        };
        let (raw, is_bytes) = match (ascii(string), octets(string)) {
            (Some(raw), _) => (raw, false),
            (_, Some(raw)) => (raw, true),
            _ => return with_decoded(utf8(string)?.as_bytes(), Plus::Literal, new_bytes),
        };
        match is_coded(raw, Plus::Literal) {
            true => with_decoded(raw, Plus::Literal, new_bytes),
            false if is_bytes && !raw.is_empty() => Some(string.clone()),
            false => new_bytes(raw, false),
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
    let string = string?;
    if is_left_out(encoding) && is_left_out(errors) {
        return quote_any(string, &*encoder(safe, default, plus)?);
    }
    let text = string.cast_exact::<PyString>().ok()?;
    if ascii(string) == Some(b"") {
        return Some(string.clone());
    }
    let (encoding, errors) = encoding_names(encoding, errors)?;
    // An octet may be that of a space where there is none in the text, and is escaped then.
    let encoder = match plus {
        Plus::Space if !has_char(text, ' ')? => encoder(safe, &Encoder::COMPONENT, Plus::Literal)?,
        _ => encoder(safe, default, plus)?,
    };
    let raw = call.answered(ended::encode(text, encoding, errors))?;
    quote_octets(call.py, raw.as_bytes(), &encoder)
}

#[inline]
fn quote_any<'py>(string: &Bound<'py, PyAny>, encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    let py = string.py();
    if let Some(raw) = ascii(string) {
        return if encoder.is_kept(raw) { Some(string.clone()) } else { new_encoded(py, raw, encoder) };
    }
    if let Some(raw) = octets(string) {
        return quote_octets(py, raw, encoder);
    }
    quote_octets(py, utf8(string)?.as_bytes(), encoder)
}

pub(super) fn is_left_out(arg: Option<&Bound<'_, PyAny>>) -> bool {
    arg.is_none_or(PyAnyMethods::is_none)
}

/// The encoder for a `safe` argument; `None` if that is neither left out nor exactly a `str` or `bytes`.
pub(super) fn encoder(
    safe: Option<&Bound<'_, PyAny>>,
    default: &'static Encoder,
    plus: Plus,
) -> Option<Cow<'static, Encoder>> {
    let Some(safe) = safe else { return Some(Cow::Borrowed(default)) };
    let safe = match octets(safe) {
        Some(octets) => Cow::Borrowed(octets),
        None => Text::new(safe)?.bytes,
    };
    Some(match (&*safe, plus) {
        (b"", Plus::Literal) => Cow::Borrowed(&Encoder::COMPONENT),
        (b"", Plus::Space) => Cow::Borrowed(&Encoder::FORM),
        (b"/", Plus::Literal) => Cow::Borrowed(&Encoder::PATH),
        (more, _) => Cow::Owned(Encoder::new(more, plus)),
    })
}

/// The UTF-8 of a `str`; `None` if it is something else or has a lone surrogate.
pub(super) fn utf8<'py>(string: &Bound<'py, PyAny>) -> Option<Bound<'py, PyBytes>> {
    let text = string.cast_exact::<PyString>().ok()?;
    if has_surrogates(text)? {
        return None;
    }
    given(string.py(), encoded(text))
}

fn quote_octets<'py>(py: Python<'py>, raw: &[u8], encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    if encoder.is_kept(raw) { new_ascii(py, raw) } else { new_encoded(py, raw, encoder) }
}

#[inline(never)]
fn new_encoded<'py>(py: Python<'py>, raw: &[u8], encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    if raw.len() > Encoder::SHORT {
        let len = raw.len() + encoder.growth(raw).unwrap_or_default();
        return new_ascii_with(py, len, |out| encoder.encode_into(raw, out));
    }
    encoder.encode_short(raw, |encoded| {
        // SAFETY: all of it is initialised.
        new_ascii(py, unsafe { encoded.assume_init_ref() })
    })
}
