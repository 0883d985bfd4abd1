//! `parse_qsl`, `parse_qs` and `urlencode`.

use super::decoding::Decoding;
use super::percent::{encoder, is_left_out, utf8};
use crate::accelerated::Fast;
use crate::call::{Call, flag, given};
use crate::state::state;
use crate::text::{Text, ascii, new_ascii, new_decoded, octets};
use memchr::{memchr, memmem};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyTuple};
use std::{mem, ptr, slice};
use urlmill_core::Span;
use urlmill_core::buffer::{Buffer, room};
use urlmill_core::percent::{Encoder, Plus, is_coded};
use urlmill_core::query::{Fields, fields_between};
use urlmill_core::span::MAX_LEN;

pub(crate) struct ParseQsl;

impl Fast for ParseQsl {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let query = Query::of(call)?;
        let Some(fields) = query.fields() else {
            let pairs = new_list(call.py, 0)?;
            query.each_pair_slowly(call, |name, value| given(call.py, pairs.append(new_pair(name, value)?)))?;
            return Some(pairs.into_any());
        };
        // Of fields without end, most may be empty.
        let reserved = fields.most().min(64).cast_signed();
        let pairs = new_list(call.py, reserved)?;
        // SAFETY: a list. It is not tracked while items are null, so that `gc.get_objects` cannot hand it out.
        unsafe { ffi::PyObject_GC_UnTrack(pairs.as_ptr().cast()) };
        let mut count = 0;
        query.each_pair(call.py, fields, |name, value| {
            let pair = new_pair(name, value)?;
            if count < reserved {
                // SAFETY: the list has room for so many items, and this one is null.
                unsafe { ffi::PyList_SET_ITEM(pairs.as_ptr(), count, pair.into_ptr()) };
                count += 1;
                return Some(());
            }
            // SAFETY: a list without null items, and an object.
            (unsafe { ffi::PyList_Append(pairs.as_ptr(), pair.as_ptr()) } == 0).then_some(())
        })?;
        if count < reserved {
            // SAFETY: null items may be cut off, and only they are.
            let status = unsafe { ffi::PyList_SetSlice(pairs.as_ptr(), count, reserved, ptr::null_mut()) };
            (status == 0).then_some(())?;
        }
        // SAFETY: it was not tracked any more, and all its items are set.
        unsafe { ffi::PyObject_GC_Track(pairs.as_ptr().cast()) };
        Some(pairs.into_any())
    }
}

pub(crate) struct ParseQs;

impl Fast for ParseQs {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let py = call.py;
        let query = Query::of(call)?;
        // SAFETY: a new dict or null.
        let values = unsafe { Bound::from_owned_ptr_or_opt(py, ffi::PyDict_New())?.cast_into_unchecked::<PyDict>() };
        let take = |name: Bound<'py, PyAny>, value: Bound<'py, PyAny>| {
            let list = if let Some(list) = given(py, values.get_item(&name))? {
                list.cast_into::<PyList>().ok()?
            } else {
                let list = new_list(py, 0)?;
                given(py, values.set_item(name, &list))?;
                list
            };
            given(py, list.append(value))
        };
        match query.fields() {
            Some(fields) => query.each_pair(py, fields, take)?,
            None => query.each_pair_slowly(call, take)?,
        }
        Some(values.into_any())
    }
}

// PyO3's own constructors panic where memory has run out; these say so.

/// Its items are null.
pub(super) fn new_list(py: Python<'_>, len: ffi::Py_ssize_t) -> Option<Bound<'_, PyList>> {
    // SAFETY: a new list or null.
    unsafe { Some(Bound::from_owned_ptr_or_opt(py, ffi::PyList_New(len))?.cast_into_unchecked()) }
}

fn new_pair<'py>(name: Bound<'py, PyAny>, value: Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    // SAFETY: a new tuple or null, and two items to fill it.
    unsafe {
        let pair = Bound::from_owned_ptr_or_opt(name.py(), ffi::PyTuple_New(2))?;
        ffi::PyTuple_SET_ITEM(pair.as_ptr(), 0, name.into_ptr());
        ffi::PyTuple_SET_ITEM(pair.as_ptr(), 1, value.into_ptr());
        Some(pair)
    }
}

/// A query string, if it is to be taken apart in a usual way.
struct Query<'a, 'py> {
    text: Text<'a, 'py>,
    separator: &'a [u8],
    keep_blank_values: bool,
    decoding: Decoding<'a>,
}

impl<'a, 'py> Query<'a, 'py> {
    #[inline]
    fn of(call: &Call<'a, 'py>) -> Option<Self> {
        let Some(qs) = call.single() else { return Self::with_options(call) };
        Some(Self { text: short(qs)?, separator: b"&", keep_blank_values: false, decoding: Decoding::Utf8 })
    }

    fn with_options(call: &Call<'a, 'py>) -> Option<Self> {
        const PARAMETERS: [&str; 7] =
            ["qs", "keep_blank_values", "strict_parsing", "encoding", "errors", "max_num_fields", "separator"];
        let [qs, keep_blank_values, strict_parsing, encoding, errors, max_num_fields, separator] =
            call.bind(PARAMETERS, 1, PARAMETERS.len())?;
        let separator = match separator {
            None => b"&",
            Some(separator) => ascii(separator).filter(|separator| !separator.is_empty())?,
        };
        let keep_blank_values = flag(keep_blank_values, false)?;
        let decoding = Decoding::of(encoding, errors)?;
        let query = Self { text: short(qs?)?, separator, keep_blank_values, decoding };
        let is_boring = (is_left_out(max_num_fields) || query.has_room(max_num_fields?)?)
            && (!flag(strict_parsing, false)? || query.is_strict());
        is_boring.then_some(query)
    }

    /// Whether every field has a `=`, empty fields among them, so that `strict_parsing` refuses none.
    fn is_strict(&self) -> bool {
        self.spans().all(|field| memchr(b'=', field.of(&self.text.bytes)).is_some())
    }

    /// Whether there are no more fields than allowed. The interpreters count an empty query differently.
    fn has_room(&self, max_num_fields: &Bound<'_, PyAny>) -> Option<bool> {
        let most = max_num_fields.cast_exact::<PyInt>().ok()?;
        let most = given(most.py(), most.extract::<usize>())?;
        Some(!self.text.bytes.is_empty() && self.spans().count() <= most)
    }

    /// What stands between separators.
    fn spans(&self) -> impl Iterator<Item = Span> {
        let (text, separator) = (&*self.text.bytes, self.separator);
        let ends = memmem::find_iter(text, separator).chain([text.len()]);
        ends.scan(0, move |start, end| Some(Span::new(mem::replace(start, end + separator.len()), end)))
    }

    /// The fields, if they are what they nearly always are: of ASCII, in UTF-8, with a single character between them.
    #[inline]
    fn fields(&self) -> Option<Fields<'_>> {
        match (self.text.is_ascii, self.separator, self.decoding) {
            (true, &[separator], Decoding::Utf8) => Some(fields_between(&self.text.bytes, separator)),
            _ => None,
        }
    }

    /// Decodes the fields, in order.
    #[inline]
    fn each_pair(
        &self,
        py: Python<'py>,
        mut fields: Fields<'_>,
        mut take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> Option<()>,
    ) -> Option<()> {
        while let Some(field) = fields.next() {
            let value = field.value.unwrap_or_default();
            if !value.is_empty() || self.keep_blank_values {
                let [name, value] = [field.name, value].map(|span| {
                    let raw = span.of(&self.text.bytes);
                    if fields.is_coded(span) { new_decoded(py, raw, Plus::Space) } else { new_ascii(py, raw) }
                });
                take(name?, value?)?;
            }
        }
        Some(())
    }

    /// The same for other fields.
    #[cold]
    fn each_pair_slowly(
        &self,
        call: &Call<'_, 'py>,
        mut take: impl FnMut(Bound<'py, PyAny>, Bound<'py, PyAny>) -> Option<()>,
    ) -> Option<()> {
        for field in self.spans() {
            let raw = field.of(&self.text.bytes);
            let (start, end) = (field.start as usize, field.end as usize);
            let equals = memchr(b'=', raw).map_or(end, |at| start + at);
            let (name, value) = (Span::new(start, equals), Span::new((equals + 1).min(end), end));
            if !field.is_empty() && (!value.is_empty() || self.keep_blank_values) {
                let name = self.decoded(call, name)?;
                take(name, self.decoded(call, value)?)?;
            }
        }
        Some(())
    }

    fn decoded(&self, call: &Call<'_, 'py>, span: Span) -> Option<Bound<'py, PyAny>> {
        let raw = span.of(&self.text.bytes);
        if raw.is_ascii() && !is_coded(raw, Plus::Space) {
            return new_ascii(call.py, raw);
        }
        if raw.is_ascii() {
            return self.decoding.of_ascii(call, raw, Plus::Space);
        }
        self.decoding.of_any_width(call, self.text.cut(span)?.cast_exact().ok()?, Plus::Space)
    }
}

/// Text of which offsets can be held.
#[inline]
fn short<'a, 'py>(qs: &'a Bound<'py, PyAny>) -> Option<Text<'a, 'py>> {
    Text::new(qs).filter(|text| text.bytes.len() <= MAX_LEN)
}

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
