//! `parse_qsl`, `parse_qs` and `urlencode`.

use super::percent::{encoder, is_left_out, is_utf8_replace, utf8};
use crate::accelerated::Fast;
use crate::call::{Call, flag};
use crate::state::state;
use crate::text::{ascii, new_ascii, new_decoded, octets};
use memchr::memchr_iter;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};
use urlmill_core::Buffer;
use urlmill_core::percent::{Encoder, Plus};
use urlmill_core::query::fields;

pub(crate) struct ParseQsl;

impl Fast for ParseQsl {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let pairs = PyList::empty(call.py);
        each_pair(call, |name, value| pairs.append(PyTuple::new(call.py, [name, value]).ok()?).ok())?;
        Some(pairs.into_any())
    }
}

pub(crate) struct ParseQs;

impl Fast for ParseQs {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let values = PyDict::new(call.py);
        each_pair(call, |name, value| match values.get_item(&name).ok()? {
            Some(list) => list.cast::<PyList>().ok()?.append(value).ok(),
            None => values.set_item(name, PyList::new(call.py, [value]).ok()?).ok(),
        })?;
        Some(values.into_any())
    }
}

/// Decodes the fields of a query string, in order.
fn each_pair<'py>(
    call: &Call<'_, 'py>,
    mut take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> Option<()>,
) -> Option<()> {
    const PARAMETERS: [&str; 7] =
        ["qs", "keep_blank_values", "strict_parsing", "encoding", "errors", "max_num_fields", "separator"];
    let [qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator] =
        call.bind(PARAMETERS, 1)?;
    let is_plain = !flag(strict_parsing, false)?
        && is_utf8_replace(encoding, errors)
        && separator.is_none_or(|separator| ascii(separator) == Some(b"&"));
    let keep_blank_values = flag(keep_blank_values, false)?;
    let text = ascii(qs?)?;
    if !is_plain || !is_left_out(max_num_fields) && !has_room(max_num_fields?, text)? {
        return None;
    }
    for field in fields(text) {
        let value = field.value.map_or(&b""[..], |span| span.of(text));
        if !value.is_empty() || keep_blank_values {
            let name = new_decoded(call.py, field.name.of(text), Plus::Space)?;
            take(name, new_decoded(call.py, value, Plus::Space)?)?;
        }
    }
    Some(())
}

/// Whether the query has no more fields than allowed. The interpreters count an empty query differently.
fn has_room(max_num_fields: &Bound<'_, PyAny>, text: &[u8]) -> Option<bool> {
    let most = max_num_fields.cast_exact::<PyInt>().ok()?.extract::<usize>().ok()?;
    let separators = memchr_iter(b'&', text).count();
    Some(!text.is_empty() && separators < most)
}

pub(crate) struct Urlencode;

impl Fast for Urlencode {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        const PARAMETERS: [&str; 6] = ["query", "doseq", "safe", "encoding", "errors", "quote_via"];
        let [query, doseq, safe, encoding, errors, quote_via] = call.bind(PARAMETERS, 1)?;
        if !is_left_out(encoding) || !is_left_out(errors) {
            return None;
        }
        let plus = quoting(quote_via)?;
        let encoder = match plus {
            Plus::Space => encoder(safe, &Encoder::FORM, plus)?,
            Plus::Literal => encoder(safe, &Encoder::COMPONENT, plus)?,
        };
        let mut form = Form { encoder: &encoder, doseq: flag(doseq, false)?, out: Buffer::new() };
        let query = query?;
        if let Ok(dict) = query.cast_exact::<PyDict>() {
            if cfg!(Py_GIL_DISABLED) {
                // Another thread may change the dict meanwhile.
                form.pairs(&dict.items())?;
            } else {
                for (name, value) in dict.iter() {
                    form.pair(&name, &value)?;
                }
            }
        } else {
            form.pairs(query.cast_exact::<PyList>().ok()?)?;
        }
        new_ascii(call.py, &form.out)
    }
}

/// What `quote_via` does with a space, if it is a function we know.
fn quoting(quote_via: Option<&Bound<'_, PyAny>>) -> Option<Plus> {
    let Some(function) = quote_via else { return Some(Plus::Space) };
    let state = state()?;
    if state.quote_plus.iter().any(|known| function.is(known)) {
        Some(Plus::Space)
    } else if state.quote.iter().any(|known| function.is(known)) {
        Some(Plus::Literal)
    } else {
        None
    }
}

/// A form being written. No Python code runs meanwhile: names and values of a type that could bring some along are left
/// to the interpreter.
struct Form<'a> {
    encoder: &'a Encoder,
    doseq: bool,
    out: Buffer,
}

impl Form<'_> {
    fn pairs(&mut self, pairs: &Bound<'_, PyList>) -> Option<()> {
        for pair in pairs.iter() {
            match pair.cast_exact::<PyTuple>().ok()?.as_slice() {
                [name, value] => self.pair(name, value)?,
                _ => return None,
            }
        }
        Some(())
    }

    fn pair(&mut self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<()> {
        if self.doseq {
            if let Ok(values) = value.cast_exact::<PyList>() {
                return values.iter().try_for_each(|value| self.field(name, &value));
            }
            if let Ok(values) = value.cast_exact::<PyTuple>() {
                return values.as_slice().iter().try_for_each(|value| self.field(name, value));
            }
        }
        self.field(name, value)
    }

    fn field(&mut self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Option<()> {
        if !self.out.is_empty() {
            self.out.push(b'&');
        }
        self.write(name)?;
        self.out.push(b'=');
        self.write(value)
    }

    fn write(&mut self, item: &Bound<'_, PyAny>) -> Option<()> {
        if let Some(raw) = ascii(item).or_else(|| octets(item)) {
            self.encoder.encode_onto(raw, &mut self.out);
        } else if let Some(raw) = utf8(item) {
            self.encoder.encode_onto(raw.as_bytes(), &mut self.out);
        } else if item.is_exact_instance_of::<PyInt>() || item.is_exact_instance_of::<PyFloat>() {
            self.encoder.encode_onto(ascii(item.str().ok()?.as_any())?, &mut self.out);
        } else {
            return None;
        }
        Some(())
    }
}
