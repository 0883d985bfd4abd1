//! `urlencode`.

use super::percent::{encoder, is_left_out, utf8};
use crate::accelerated::Fast;
use crate::call::{Call, flag, given};
use crate::state::state;
use crate::text::{ascii, new_ascii, octets};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyTuple};
use std::slice;
use urlmill_core::buffer::{Buffer, room};
use urlmill_core::percent::{Encoder, Plus};

pub(crate) struct Urlencode;

impl Fast for Urlencode {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        const PARAMETERS: [&str; 6] = ["query", "doseq", "safe", "encoding", "errors", "quote_via"];
        if let Some(query) = call.single() {
            return encoded_form(query, false, &Encoder::FORM);
        }
        let [query, doseq, safe, encoding, errors, quote_via] = call.bind(PARAMETERS, 1, PARAMETERS.len())?;
        if !is_left_out(encoding) || !is_left_out(errors) {
            return None;
        }
        let plus = quoting(quote_via)?;
        let encoder = match plus {
            Plus::Space => encoder(safe, &Encoder::FORM, plus)?,
            Plus::Literal => encoder(safe, &Encoder::COMPONENT, plus)?,
        };
        encoded_form(query?, flag(doseq, false)?, &encoder)
    }
}

fn encoded_form<'py>(query: &Bound<'py, PyAny>, doseq: bool, encoder: &Encoder) -> Option<Bound<'py, PyAny>> {
    let mut form = Form { encoder, doseq, out: Buffer::new() };
    if let Ok(dict) = query.cast_exact::<PyDict>() {
        if cfg!(Py_GIL_DISABLED) {
            // Another thread may change the dict meanwhile.
            form.pairs(&dict.items())?;
        } else {
            if !dict.iter().all(|(name, value)| form.is_known(&name) && form.is_known(&value)) {
                return None;
            }
            for (name, value) in dict.iter() {
                form.pair(&name, &value)?;
            }
        }
    } else if let Ok(pairs) = query.cast_exact::<PyTuple>() {
        form.each_pair(pairs.as_slice())?;
    } else {
        form.pairs(query.cast_exact::<PyList>().ok()?)?;
    }
    new_ascii(query.py(), &form.out)
}

/// What `quote_via` does with a space, if it is a function we know.
fn quoting(quote_via: Option<&Bound<'_, PyAny>>) -> Option<Plus> {
    let Some(function) = quote_via else { return Some(Plus::Space) };
    let state = state(function.py())?;
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
    /// Whether it is of a type that can be written here. Asked of all before any is written, so that a form with a date at
    /// its end is handed over soon.
    fn is_known(&self, item: &Bound<'_, PyAny>) -> bool {
        // SAFETY: the object is alive, and its type is compared.
        let kind = unsafe { ffi::Py_TYPE(item.as_ptr()) };
        kind == &raw mut ffi::PyUnicode_Type
            || kind == &raw mut ffi::PyLong_Type && is_number(item)
            || kind == &raw mut ffi::PyBytes_Type
            || kind == &raw mut ffi::PyFloat_Type
            || kind == &raw mut ffi::PyBool_Type
            || item.is_none()
            || self.doseq && is_sequence(item)
    }

    fn pairs(&mut self, pairs: &Bound<'_, PyList>) -> Option<()> {
        if cfg!(Py_GIL_DISABLED) {
            // Another thread may change the list meanwhile.
            return self.each_pair(pairs.to_tuple().as_slice());
        }
        // SAFETY: the GIL keeps others from the list, and nothing below runs Python code. A `Bound` is a pointer, and behind a
        // shared reference it is never dropped.
        let pairs: &[Bound<'_, PyAny>] = unsafe {
            let list = pairs.as_ptr().cast::<ffi::PyListObject>();
            match ffi::PyList_GET_SIZE(pairs.as_ptr()).cast_unsigned() {
                0 => &[],
                len => slice::from_raw_parts((*list).ob_item.cast(), len),
            }
        };
        self.each_pair(pairs)
    }

    fn each_pair(&mut self, pairs: &[Bound<'_, PyAny>]) -> Option<()> {
        for pair in pairs {
            match pair.cast_exact::<PyTuple>().ok()?.as_slice() {
                [name, value] if self.is_known(name) && self.is_known(value) => {}
                _ => return None,
            }
        }
        for pair in pairs {
            if let [name, value] = pair.cast_exact::<PyTuple>().ok()?.as_slice() {
                self.pair(name, value)?;
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
        room(&mut self.out, 1)?;
        if !self.out.is_empty() {
            self.out.push(b'&');
        }
        self.write(name)?;
        room(&mut self.out, 1)?;
        self.out.push(b'=');
        self.write(value)
    }

    fn write(&mut self, item: &Bound<'_, PyAny>) -> Option<()> {
        if let Some(raw) = ascii(item).or_else(|| octets(item)) {
            self.encoder.encode_onto(raw, &mut self.out)
        } else if let Some(raw) = utf8(item) {
            self.encoder.encode_onto(raw.as_bytes(), &mut self.out)
        } else if item.is_none() || item.is_exact_instance_of::<PyBool>() || is_number(item) {
            let text = given(item.py(), item.str())?;
            self.encoder.encode_onto(ascii(text.as_any())?, &mut self.out)
        } else {
            None
        }
    }
}

/// One of those that `doseq` writes item by item. An empty one writes nothing, but its name is looked at all the same:
/// that is left to the interpreter.
fn is_sequence(item: &Bound<'_, PyAny>) -> bool {
    match item.cast_exact::<PyList>() {
        Ok(list) => !list.is_empty(),
        Err(_) => item.cast_exact::<PyTuple>().is_ok_and(|tuple| !tuple.is_empty()),
    }
}

/// One whose text is made by C alone. Since 3.12 a large int is written by Python code, the module `_pylong`, during which
/// other threads may change what is being read here: that is left to the interpreter.
fn is_number(item: &Bound<'_, PyAny>) -> bool {
    if !item.is_exact_instance_of::<PyInt>() {
        return item.is_exact_instance_of::<PyFloat>();
    }
    let mut overflow = 0;
    // SAFETY: an int; nothing is raised if the number does not fit.
    unsafe { ffi::PyLong_AsLongLongAndOverflow(item.as_ptr(), &raw mut overflow) };
    overflow == 0
}
