//! Columns from Python objects, and Python objects from columns.

use arrow_array::builder::{BooleanBuilder, Int64Builder, ListBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float64Type, Int16Type, Int32Type, Int64Type, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, LargeBinaryArray};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, TimeUnit};
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDateTime, PyDelta, PyDict, PyList, PyString, PyTzInfo};
use std::sync::Arc;

/// The texts of an iterable, in one array.
pub(super) fn texts(urls: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    refuse_one_text(urls)?;
    let mut texts = Builder::default();
    if let Ok(list) = urls.cast_exact::<PyList>() {
        for item in list {
            texts.push(&item)?;
        }
    } else {
        for item in urls.try_iter()? {
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
    present: Vec<bool>,
    has_nulls: bool,
}

impl Builder {
    fn push(&mut self, item: &Bound<'_, PyAny>) -> PyResult<()> {
        const BETWEEN_SIGNALS: usize = 1 << 16;
        let row = self.present.len();
        reserve(&mut self.present, 1)?;
        reserve(&mut self.offsets, 2)?; // one of them for the end
        if row % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 {
            item.py().check_signals()?;
        }
        if let Some(text) = crate::text::ascii(item) {
            self.add(text)?;
        } else if let Ok(text) = item.cast::<PyString>() {
            if let Ok(text) = text.to_str() {
                self.add(text.as_bytes())?;
            } else {
                // Lone surrogates are no UTF-8, and the kernels will say so.
                let octets = text.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?;
                self.add(octets.as_bytes())?;
            }
        } else if !item.is_none() {
            let kind = item.get_type().name()?;
            return Err(PyTypeError::new_err(format!("row {row}: a URL is made from str, not {kind}")));
        }
        self.has_nulls |= item.is_none();
        self.present.push(!item.is_none());
        self.offsets.push(self.octets.len() as i64);
        Ok(())
    }

    fn add(&mut self, text: &[u8]) -> PyResult<()> {
        reserve(&mut self.octets, text.len())?;
        self.octets.extend_from_slice(text);
        Ok(())
    }

    fn finish(mut self) -> PyResult<ArrayRef> {
        self.offsets.insert(0, 0);
        let offsets = OffsetBuffer::new(ScalarBuffer::from(self.offsets));
        let octets = Buffer::from_vec(self.octets);
        let nulls = self.has_nulls.then(|| NullBuffer::from(self.present));
        let array = LargeBinaryArray::try_new(offsets, octets, nulls).map_err(super::capsule::arrow_error)?;
        Ok(Arc::new(array))
    }
}

/// Room for so many more, or an error that Python knows.
#[inline]
fn reserve<T>(items: &mut Vec<T>, more: usize) -> PyResult<()> {
    items
        .try_reserve(more)
        .map_err(|_| PyMemoryError::new_err("there is too little memory for a column with so many rows"))
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

/// An array of `len` rows, null but for those of `items`: numbers of rows, in order, from `first` on, and values.
pub(super) fn sparse(
    kind: &DataType,
    first: usize,
    len: usize,
    items: &mut std::iter::Peekable<impl Iterator<Item = PyResult<(usize, Py<PyAny>)>>>,
    py: Python<'_>,
) -> PyResult<ArrayRef> {
    let mut next = |row: usize| -> PyResult<Option<Py<PyAny>>> {
        let is_it = items.peek().is_some_and(|item| item.as_ref().is_ok_and(|(at, _)| *at == first + row));
        let is_over = items.peek().is_some_and(Result::is_err);
        if !is_it && !is_over {
            return Ok(None);
        }
        let value = items.next().transpose()?.map(|(_, value)| value);
        Ok(value.filter(|value| !value.is_none(py)))
    };
    Ok(match kind {
        DataType::Int64 => {
            let mut values = Int64Builder::with_capacity(len);
            for row in 0..len {
                values.append_option(next(row)?.map(|value| value.extract::<i64>(py)).transpose()?);
            }
            Arc::new(values.finish())
        }
        DataType::Boolean => {
            let mut values = BooleanBuilder::with_capacity(len);
            for row in 0..len {
                values.append_option(next(row)?.map(|value| value.extract::<bool>(py)).transpose()?);
            }
            Arc::new(values.finish())
        }
        DataType::List(_) => {
            let mut values = ListBuilder::new(StringViewBuilder::new());
            for row in 0..len {
                let texts: Option<Vec<Bound<'_, PyString>>> = next(row)?.map(|value| value.extract(py)).transpose()?;
                let Some(texts) = texts else {
                    values.append_null();
                    continue;
                };
                for text in texts {
                    values.values().append_option(text.to_str().ok());
                }
                values.append(true);
            }
            Arc::new(values.finish())
        }
        _ => {
            let mut values = StringViewBuilder::with_capacity(len);
            for row in 0..len {
                let value = next(row)?;
                // Text with surrogates, which stand for octets that are none, has no place in Arrow.
                let text = value.as_ref().map(|value| value.bind(py).cast::<PyString>()).transpose()?;
                values.append_option(text.and_then(|text| text.to_str().ok()));
            }
            Arc::new(values.finish())
        }
    })
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
            moment(py, array.as_primitive::<TimestampSecondType>().value(row))?
        }
        DataType::Boolean => array.as_boolean().value(row).into_pyobject(py)?.to_owned().into_any(),
        DataType::List(_) => {
            let items = array.as_list::<i32>().value(row);
            PyList::new(py, (0..items.len()).map(|row| value(py, &items, row)).collect::<PyResult<Vec<_>>>()?)?
                .into_any()
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
fn moment(py: Python<'_>, seconds: i64) -> PyResult<Bound<'_, PyAny>> {
    let zone = PyTzInfo::utc(py)?;
    let start = PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&zone))?;
    let (days, seconds) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    start.add(PyDelta::new(py, i32::try_from(days)?, i32::try_from(seconds)?, 0, false)?)
}

/// One text would otherwise be taken for the list of its characters.
fn refuse_one_text(urls: &Bound<'_, PyAny>) -> PyResult<()> {
    if urls.is_instance_of::<PyString>() || urls.is_instance_of::<PyBytes>() {
        return Err(PyTypeError::new_err("a column of URLs is a list or an Arrow array, not one text"));
    }
    Ok(())
}
