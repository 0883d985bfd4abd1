//! Which text the octets of escapes become.

use super::query::new_list;
use crate::call::{Call, given, is_default};
use crate::ended;
use crate::text::{
    Text, ascii_with_nul, encoded, has_char, new_ascii, new_decoded, new_decoded_latin1, new_decoded_octets,
    with_decoded,
};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::types::string::PyStringData;
use std::ffi::CStr;
use urlmill_core::Span;
use urlmill_core::percent::{Plus, is_coded};
use urlmill_core::span::MAX_LEN;

/// The `encoding` and the `errors` of a call.
#[derive(Clone, Copy)]
pub(super) enum Decoding<'a> {
    /// What is not UTF-8 is replaced: the default.
    Utf8,
    /// Every octet is a character.
    Latin1,
    /// One of the interpreter's codecs, which is called as its own function would call it: what it answers, or raises, is
    /// the answer.
    Codec { encoding: &'a CStr, errors: &'a CStr },
}

impl<'a> Decoding<'a> {
    /// `None` for a codec that is not known here: it may give a warning, and that would name another caller.
    pub(super) fn of(encoding: Option<&'a Bound<'_, PyAny>>, errors: Option<&'a Bound<'_, PyAny>>) -> Option<Self> {
        if is_default(encoding, b"utf-8") && is_default(errors, b"replace") {
            return Some(Self::Utf8);
        }
        let (encoding, errors) = names(encoding, errors, c"replace")?;
        Some(match encoding.to_bytes() {
            b"latin-1" | b"latin1" | b"iso-8859-1" => Self::Latin1,
            _ => Self::Codec { encoding, errors },
        })
    }

    /// `unquote(raw)` for ASCII text with something to decode.
    fn decoded<'py>(self, call: &Call<'_, 'py>, raw: &[u8], plus: Plus) -> Option<Bound<'py, PyAny>> {
        match self {
            Self::Utf8 => new_decoded(call.py, raw, plus),
            Self::Latin1 => new_decoded_latin1(call.py, raw, plus),
            Self::Codec { encoding, errors } => {
                with_decoded(raw, plus, |octets, _| call.answered(ended::decode(call.py, octets, encoding, errors)))
            }
        }
    }

    /// `unquote(octets)`
    pub(super) fn of_octets<'py>(self, call: &Call<'_, 'py>, octets: &[u8]) -> Option<Bound<'py, PyAny>> {
        match self {
            Self::Utf8 => new_decoded_octets(call.py, octets, Plus::Literal),
            _ => self.decoded(call, octets, Plus::Literal),
        }
    }

    /// The same for any ASCII text with something to decode. Where that is `+` alone, the codec has no part in it.
    pub(super) fn of_ascii<'py>(self, call: &Call<'_, 'py>, raw: &[u8], plus: Plus) -> Option<Bound<'py, PyAny>> {
        let has_escapes = is_coded(raw, Plus::Literal);
        if has_escapes { self } else { Self::Utf8 }.decoded(call, raw, plus)
    }

    /// The same for text of any width; the text itself, if there is nothing to decode.
    pub(super) fn of_any_width<'py>(
        self,
        call: &Call<'_, 'py>,
        text: &Bound<'py, PyString>,
        plus: Plus,
    ) -> Option<Bound<'py, PyAny>> {
        let has_escapes = has_char(text, '%')?;
        if !has_escapes && (plus == Plus::Literal || !has_char(text, '+')?) {
            return Some(text.clone().into_any());
        }
        match self {
            Self::Latin1 | Self::Codec { .. } if has_escapes => self.of_runs(call, text, plus),
            _ if has_surrogates(text)? => Self::Utf8.of_runs(call, text, plus),
            // The interpreter decodes each run of ASCII by itself. To decode all of it at once is the same, since what is
            // not ASCII is whole sequences: the octets before one and those after it cannot become part of it.
            _ => new_decoded_octets(call.py, given(call.py, encoded(text))?.as_bytes(), plus),
        }
    }

    /// Each run of ASCII by itself, as the interpreter does it.
    fn of_runs<'py>(
        self,
        call: &Call<'_, 'py>,
        string: &Bound<'py, PyString>,
        plus: Plus,
    ) -> Option<Bound<'py, PyAny>> {
        let text = Text::new(string.as_any())?;
        if text.bytes.len() > MAX_LEN {
            return None;
        }
        let parts = new_list(call.py, 0)?;
        let mut start = 0;
        for run in text.bytes.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
            let end = start + run.len();
            let part = if run.is_ascii() { self.decoded(call, run, plus)? } else { text.cut(Span::new(start, end))? };
            given(call.py, parts.append(part))?;
            start = end;
        }
        let separator = new_ascii(call.py, b"")?;
        // SAFETY: a string, and a list of strings; a new string or null.
        unsafe { Bound::from_owned_ptr_or_opt(call.py, ffi::PyUnicode_Join(separator.as_ptr(), parts.as_ptr())) }
    }
}

/// Whether a surrogate is among the characters, so that there is no UTF-8 for them. To try takes much longer.
pub(super) fn has_surrogates(text: &Bound<'_, PyString>) -> Option<bool> {
    // SAFETY: a string that others can see does not change any more.
    Some(match given(text.py(), unsafe { text.data() })? {
        PyStringData::Ucs1(_) => false,
        PyStringData::Ucs2(chars) => chars.iter().any(|char| char & 0xf800 == 0xd800),
        PyStringData::Ucs4(chars) => chars.iter().any(|char| char & !0x7ff == 0xd800),
    })
}

/// The names by which `quote` asks for a codec.
pub(super) fn encoding_names<'a>(
    encoding: Option<&'a Bound<'_, PyAny>>,
    errors: Option<&'a Bound<'_, PyAny>>,
) -> Option<(&'a CStr, &'a CStr)> {
    names(encoding, errors, c"strict")
}

/// The name of a codec and of an error handler; `None` if one of them is not known here.
fn names<'a>(
    encoding: Option<&'a Bound<'_, PyAny>>,
    errors: Option<&'a Bound<'_, PyAny>>,
    default_errors: &'a CStr,
) -> Option<(&'a CStr, &'a CStr)> {
    let (encoding, errors) = (name(encoding, c"utf-8")?, name(errors, default_errors)?);
    (ERRORS.contains(&errors) && is_known(encoding.to_bytes())).then_some((encoding, errors))
}

/// The name that was given, or else the default; `None` if it is odd.
fn name<'a>(arg: Option<&'a Bound<'_, PyAny>>, default: &'a CStr) -> Option<&'a CStr> {
    arg.filter(|arg| !arg.is_none()).map_or(Some(default), ascii_with_nul)
}

/// Error handlers that every interpreter brings along.
const ERRORS: [&CStr; 6] =
    [c"replace", c"strict", c"ignore", c"surrogateescape", c"backslashreplace", c"xmlcharrefreplace"];

/// Whether every interpreter has a codec of that name, and it only encodes and decodes: it gives no warnings.
fn is_known(encoding: &[u8]) -> bool {
    // As the interpreter looks for it.
    let mut place = [0; 16];
    let Some(name) = place.get_mut(..encoding.len()) else { return false };
    for (slot, &byte) in name.iter_mut().zip(encoding) {
        *slot = if matches!(byte, b'-' | b' ') { b'_' } else { byte.to_ascii_lowercase() };
    }
    let name = &*name;
    let number = |prefix: &[u8]| std::str::from_utf8(name.strip_prefix(prefix)?).ok()?.parse::<u16>().ok();
    match &name[..name.len().min(3)] {
        [b'c', b'p', _] => number(b"cp").is_some_and(|number| CODE_PAGES.contains(&number)),
        [b'w', b'i', b'n'] => number(b"windows_").is_some_and(|number| (1250..=1258).contains(&number)),
        [b'i', b's', b'o'] => {
            matches!(name, b"iso2022_jp" | b"iso_2022_jp" | b"iso2022_kr" | b"iso_2022_kr")
                || [&b"iso8859_"[..], b"iso_8859_"].into_iter().filter_map(number).any(|part| (1..=16).contains(&part))
        }
        _ => NAMES.iter().any(|known| known.as_bytes() == name),
    }
}

const CODE_PAGES: [u16; 45] = [
    37, 154, 273, 367, 424, 437, 500, 720, 737, 775, 819, 850, 852, 855, 856, 857, 858, 860, 861, 862, 863, 864, 865,
    866, 869, 874, 875, 932, 936, 949, 950, 1006, 1026, 1125, 1140, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257,
    1258, 1361,
];

const NAMES: [&str; 34] = [
    "ascii",
    "us_ascii",
    "latin_1",
    "latin1",
    "utf_8",
    "utf8",
    "utf_8_sig",
    "utf_16",
    "utf_16_le",
    "utf_16_be",
    "utf_16le",
    "utf_16be",
    "utf_32",
    "utf_7",
    "koi8_r",
    "koi8_u",
    "koi8_t",
    "mac_roman",
    "macintosh",
    "mac_cyrillic",
    "mac_greek",
    "mac_latin2",
    "mac_turkish",
    "shift_jis",
    "sjis",
    "euc_jp",
    "euc_kr",
    "gb2312",
    "gbk",
    "gb18030",
    "big5",
    "big5hkscs",
    "hz",
    "tis_620",
];
