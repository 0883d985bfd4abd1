//! `parse_qsl` and `parse_qs`.

use super::decoding::Decoding;
use super::percent::is_left_out;
use crate::accelerated::Fast;
use crate::call::{Call, flag, given};
use crate::text::{Text, ascii, new_ascii, new_decoded};
use memchr::{memchr, memmem};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use std::{mem, ptr};
use urlmill_core::Span;
use urlmill_core::percent::{Plus, is_coded};
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
