//! Columns from Python objects, and Python objects from columns.

use super::{stopped, too_little_memory};
use crate::ended;
use arrow_array::builder::make_view;
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float64Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType, TimestampSecondType, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, LargeBinaryArray, ListArray};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_data::MAX_INLINE_VIEW_LEN;
use arrow_schema::{DataType, TimeUnit};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDateTime, PyDelta, PyDict, PyList, PyString, PyTzInfo};
use std::iter::Peekable;
use std::sync::Arc;
use urlmill_columns::memory::{Zeroable, packed, zeroed};
use urlmill_columns::{Stop, TextColumn, nulls_of_bits};

/// The texts of an iterable, in one array.
pub(super) fn texts(urls: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    refuse_one_text(urls)?;
    let mut texts = Builder::default();
    if let Ok(list) = urls.cast_exact::<PyList>() {
        for item in list {
            texts.push(&item)?;
        }
    } else {
        for item in ended::items(urls)? {
            texts.push(&item?)?;
        }
    }
    texts.finish()
}

#[derive(Default)]
struct Builder {
    octets: Vec<u8>,
    /// Where each row ends.
    offsets: Vec<i64>,
    /// A bit for each row that is not null.
    present: Vec<u64>,
    has_nulls: bool,
}

impl Builder {
    fn push(&mut self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        const BETWEEN_SIGNALS: usize = 1 << 16;
        let row = self.offsets.len();
        reserve(&mut self.offsets, 2)?; // one of them for the end
        if row.is_multiple_of(64) {
            reserve(&mut self.present, 1)?;
            self.present.push(0);
        }
        if row % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 {
            item.py().check_signals()?;
        }
        if let Some(text) = crate::text::ascii(item) {
            self.add(text)?;
        } else if let Ok(text) = item.cast::<PyString>() {
            let octets = match crate::text::encoded(text) {
                Ok(octets) => octets,
                // Lone surrogates are not UTF-8, and the kernels will say so.
                Err(_) => crate::primitives::with_surrogates(text)?,
            };
            self.add(octets.as_bytes())?;
        } else if !item.is_none() {
            let kind = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {row}: a URL is made from str, not {kind}")));
        }
        self.has_nulls |= item.is_none();
        self.present[row / 64] |= u64::from(!item.is_none()) << (row % 64);
        self.offsets.push(self.octets.len() as i64);
        Ok(())
    }

    fn add(&mut self, text: &[u8]) -> PyResult<()> {
        reserve(&mut self.octets, text.len())?;
        self.octets.extend_from_slice(text);
        Ok(())
    }

    fn finish(mut self) -> PyResult<ArrayRef> {
        let rows = self.offsets.len();
        self.offsets.insert(0, 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        let octets = Buffer::from_vec(self.octets);
        let nulls = if self.has_nulls { nulls_of_bits(self.present, rows) } else { None };
        let array = LargeBinaryArray::try_new(offsets, octets, nulls).map_err(super::capsule::arrow_error)?;
        Ok(Arc::new(array))
    }
}

/// Room for so many more, or an error that Python knows.
#[inline]
fn reserve<T>(items: &mut Vec<T>, more: usize) -> PyResult<()> {
    items.try_reserve(more).map_err(|_| too_little_memory())
}

/// The Arrow type of columns of a kind that Python names.
pub(super) fn type_of(kind: &str) -> PyResult<DataType> {
    Ok(match kind {
        "text" => DataType::Utf8View,
        "int" => DataType::Int64,
        "bool" => DataType::Boolean,
        "list" => DataType::new_list(DataType::Utf8View, true),
        _ => return Err(PyValueError::new_err(format!("there is no kind {kind:?}"))),
    })
}

/// An array of `len` rows, null but for those of `items`: numbers of rows, in order, from `first` on, and values. Memory that
/// nulls stand in is not touched: there may be more of it than there is.
pub(super) fn sparse(
    kind: &DataType,
    first: usize,
    len: usize,
    items: &mut Peekable<impl Iterator<Item = PyResult<(usize, Py<PyAny>)>>>,
    py: Python<'_>,
) -> PyResult<ArrayRef> {
    let mut bits = zeros(len.div_ceil(64))?;
    let mut next = first;
    // The rows that are not null, each marked as such if `put` has found something to put there.
    let mut each = |put: &mut dyn FnMut(usize, &Bound<'_, PyAny>) -> PyResult<bool>| -> PyResult<()> {
        let is_here = |item: &PyResult<(usize, _)>| item.as_ref().map_or(true, |(row, _)| *row < first + len);
        while let Some(item) = items.next_if(is_here) {
            let (row, value) = item?;
            if row < next {
                return Err(PyValueError::new_err(format!("row {row} comes too late")));
            }
            next = row + 1;
            let (row, value) = (row - first, value.bind(py));
            if !value.is_none() && put(row, value)? {
                bits[row / 64] |= 1 << (row % 64);
            }
        }
        Ok(())
    };
    Ok(match kind {
        DataType::Int64 => {
            let mut values = zeros::<i64>(len)?;
            each(&mut |row, value| {
                values[row] = value.extract()?;
                Ok(true)
            })?;
            Arc::new(Int64Array::new(values.into(), nulls_of_bits(bits, len)))
        }
        DataType::Boolean => {
            let mut values = zeros::<u64>(len.div_ceil(64))?;
            each(&mut |row, value| {
                values[row / 64] |= u64::from(value.extract::<bool>()?) << (row % 64);
                Ok(true)
            })?;
            let values = BooleanBuffer::new(Buffer::from_vec(values), 0, len);
            Arc::new(BooleanArray::new(values, nulls_of_bits(bits, len)))
        }
        DataType::List(field) => {
            let mut ends = zeros::<i32>(len + 1)?;
            let (mut views, mut present, mut texts) = (Vec::new(), Vec::new(), SideTexts::default());
            let mut filled = 0;
            each(&mut |row, value| {
                let end = ends[filled];
                ends[filled..=row].fill(end);
                for text in value.try_iter()? {
                    let view = texts.view(&text?)?;
                    reserve(&mut views, 1)?;
                    reserve(&mut present, 1)?;
                    views.push(view.unwrap_or_default());
                    present.push(view.is_some());
                }
                filled = row + 1;
                ends[filled] = i32::try_from(views.len())?;
                Ok(true)
            })?;
            let end = ends[filled];
            if end > 0 {
                ends[filled..].fill(end);
            }
            let count = views.len();
            let present = packed(present, count).map_err(|stop| stopped(&stop, 0))?;
            let values = texts.column(views, nulls_of_bits(present, count));
            let ends = OffsetBuffer::new(ends.into());
            let list = ListArray::try_new(field.clone(), ends, values, nulls_of_bits(bits, len));
            Arc::new(list.map_err(super::capsule::arrow_error)?)
        }
        _ => {
            let mut views = zeros::<u128>(len)?;
            let mut texts = SideTexts::default();
            each(&mut |row, value| {
                let view = texts.view(value)?;
                views[row] = view.unwrap_or_default();
                Ok(view.is_some())
            })?;
            texts.column(views, nulls_of_bits(bits, len))
        }
    })
}

fn zeros<T: Zeroable>(len: usize) -> PyResult<Vec<T>> {
    zeroed(len).map_err(|stop| stopped(&stop, 0))
}

/// What views of long texts point to.
#[derive(Default)]
struct SideTexts {
    full: Vec<Buffer>,
    octets: Vec<u8>,
}

impl SideTexts {
    /// `None` for text with surrogates, which stand for octets that are none: it has no place in Arrow.
    fn view(&mut self, text: &Bound<'_, PyAny>) -> PyResult<Option<u128>> {
        const MOST: usize = i32::MAX as usize;
        let Ok(text) = text.cast::<PyString>()?.to_str() else { return Ok(None) };
        if text.len() > MOST {
            return Err(stopped(&Stop::TooMuch, 0));
        }
        if self.octets.len() + text.len() > MOST {
            self.full.push(Buffer::from_vec(std::mem::take(&mut self.octets)));
        }
        let view = make_view(text.as_bytes(), self.full.len() as u32, self.octets.len() as u32);
        if text.len() > MAX_INLINE_VIEW_LEN as usize {
            reserve(&mut self.octets, text.len())?;
            self.octets.extend_from_slice(text.as_bytes());
        }
        Ok(Some(view))
    }

    fn column(mut self, views: Vec<u128>, nulls: Option<NullBuffer>) -> ArrayRef {
        self.full.push(Buffer::from_vec(self.octets));
        super::views(TextColumn { views: views.into(), buffers: self.full, nulls })
    }
}

/// A value as a Python object; `...` for what is of a type that none of our columns has.
pub(super) fn value<'py>(py: Python<'py>, array: &dyn Array, row: usize) -> PyResult<Bound<'py, PyAny>> {
    if array.is_null(row) {
        return Ok(py.None().into_bound(py));
    }
    Ok(match array.data_type() {
        DataType::Utf8View => PyString::new(py, array.as_string_view().value(row)).into_any(),
        DataType::Utf8 => PyString::new(py, array.as_string::<i32>().value(row)).into_any(),
        DataType::LargeUtf8 => PyString::new(py, array.as_string::<i64>().value(row)).into_any(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(row).into_pyobject(py)?.into_any(),
        DataType::Timestamp(TimeUnit::Second, Some(zone)) if zone.as_ref() == "UTC" => {
            moment(py, array.as_primitive::<TimestampSecondType>().value(row), 0)?
        }
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) if zone.as_ref() == "UTC" => {
            let micros = array.as_primitive::<TimestampMicrosecondType>().value(row);
            moment(py, micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000))?
        }
        DataType::FixedSizeBinary(_) => PyBytes::new(py, array.as_fixed_size_binary().value(row)).into_any(),
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            let values = PyList::empty(py);
            (0..items.len()).try_for_each(|row| values.append(value(py, &items, row)?))?;
            values.into_any()
        }
        DataType::Struct(_) => {
            let parts = array.as_struct();
            let values = PyDict::new(py);
            for (field, column) in parts.fields().iter().zip(parts.columns()) {
                values.set_item(field.name(), value(py, column, row)?)?;
            }
            values.into_any()
        }
        DataType::Dictionary(key, _) if **key == DataType::Int16 => {
            let array = array.as_dictionary::<Int16Type>();
            let key = usize::try_from(array.keys().value(row)).unwrap_or(usize::MAX);
            if key < array.values().len() { value(py, array.values(), key)? } else { py.None().into_bound(py) }
        }
        _ => py.Ellipsis().into_bound(py),
    })
}

/// In UTC. Added to 1970, since not every system's clock functions know of times before that.
fn moment(py: Python<'_>, seconds: i64, micros: i64) -> PyResult<Bound<'_, PyAny>> {
    let zone = PyTzInfo::utc(py)?;
    let start = PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&zone))?;
    let (days, seconds) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    start.add(PyDelta::new(py, i32::try_from(days)?, i32::try_from(seconds)?, i32::try_from(micros)?, false)?)
}

/// One text would otherwise be taken for the list of its characters.
fn refuse_one_text(urls: &Bound<'_, PyAny>) -> PyResult<()> {
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("a column of URLs is a list or an Arrow array, not one text"));
    }
    Ok(())
}
