//! Text in another layout than views, for consumers that have none.

use super::capsule::arrow_error;
use super::{Table, stopped};
use arrow_array::builder::make_view;
use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{
    Array, ArrayRef, GenericStringArray, ListArray, OffsetSizeTrait, RecordBatch, StringViewArray, StructArray,
};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;
use urlmill_columns::memory::{packed, with_room};
use urlmill_columns::{TextColumn, nulls_of_bits};

/// The type of text columns in a layout.
pub(super) fn named(layout: &str) -> PyResult<DataType> {
    match layout {
        "view" => Ok(DataType::Utf8View),
        "string" => Ok(DataType::Utf8),
        "large_string" => Ok(DataType::LargeUtf8),
        _ => Err(PyValueError::new_err(format!("expected a layout (view, string, large_string), got {layout:?}"))),
    }
}

/// The same table, its text columns in another layout.
pub(super) fn in_layout(table: Table, layout: &DataType) -> PyResult<Table> {
    if *layout == DataType::Utf8View {
        return Ok(table);
    }
    let wanted: Vec<_> = table.schema.fields().iter().map(|field| with_text(field.data_type(), layout)).collect();
    converted(&table, &wanted)
}

/// The same type with its text, however deep, in another layout.
fn with_text(kind: &DataType, layout: &DataType) -> DataType {
    let within =
        |field: &FieldRef| Arc::new(field.as_ref().clone().with_data_type(with_text(field.data_type(), layout)));
    match kind {
        DataType::Utf8View => layout.clone(),
        DataType::List(item) => DataType::List(within(item)),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(within).collect()),
        other => other.clone(),
    }
}

/// The same table with other types, as far as we know how to make them.
pub(super) fn converted(table: &Table, types: &[DataType]) -> PyResult<Table> {
    let fields = table.schema.fields().iter().zip(types).map(|(field, wanted)| {
        let kind = if is_convertible(field.data_type(), wanted) { wanted } else { field.data_type() };
        Field::new(field.name(), kind.clone(), field.is_nullable()).with_metadata(field.metadata().clone())
    });
    let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), table.schema.metadata().clone());
    let schema = Arc::new(schema);
    let batches = table.batches.iter().map(|batch| {
        let columns = batch.columns().iter().zip(schema.fields());
        let columns = columns.map(|(column, field)| in_type(column, field.data_type()));
        let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(schema.clone(), columns.collect::<PyResult<_>>()?, &options)
            .map_err(arrow_error)
    });
    Ok(Table::new(schema.clone(), batches.collect::<PyResult<_>>()?))
}

fn is_convertible(from: &DataType, to: &DataType) -> bool {
    let is_code =
        matches!(from, DataType::Dictionary(key, value) if **key == DataType::Int16 && **value == DataType::Utf8);
    let is_text = matches!(to, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    match (from, to) {
        (DataType::List(from), DataType::List(to)) => is_convertible(from.data_type(), to.data_type()),
        (DataType::Struct(from), DataType::Struct(to)) => {
            let is_pair = |(from, to): (&FieldRef, &FieldRef)| {
                from.name() == to.name() && is_convertible(from.data_type(), to.data_type())
            };
            from.len() == to.len() && from.iter().zip(to).all(is_pair)
        }
        _ => is_text && (is_code || *from == DataType::Utf8View),
    }
}

fn in_type(array: &ArrayRef, wanted: &DataType) -> PyResult<ArrayRef> {
    if array.data_type() == wanted || !is_convertible(array.data_type(), wanted) {
        return Ok(array.clone());
    }
    if let (DataType::List(item), Some(list)) = (wanted, array.as_list_opt::<i32>()) {
        let values = in_type(list.values(), item.data_type())?;
        let list = ListArray::try_new(item.clone(), list.offsets().clone(), values, list.nulls().cloned());
        return Ok(Arc::new(list.map_err(arrow_error)?));
    }
    if let (DataType::Struct(fields), Some(parts)) = (wanted, array.as_struct_opt()) {
        let columns = parts.columns().iter().zip(fields).map(|(column, field)| in_type(column, field.data_type()));
        let parts = StructArray::try_new(fields.clone(), columns.collect::<PyResult<_>>()?, parts.nulls().cloned());
        return Ok(Arc::new(parts.map_err(arrow_error)?));
    }
    let named;
    let views = if let Some(views) = array.as_string_view_opt() {
        views
    } else {
        named = names(array)?;
        named.as_string_view()
    };
    match wanted {
        DataType::Utf8View => Ok(Arc::new(views.clone())),
        DataType::LargeUtf8 => copied::<i64>(views),
        _ => copied::<i32>(views),
    }
}

/// The same texts, one after the other.
fn copied<O: OffsetSizeTrait>(views: &StringViewArray) -> PyResult<ArrayRef> {
    let lengths = views.lengths().map(|len| len as usize);
    // What the view of a null holds means nothing.
    let octets: usize = match views.nulls() {
        None => lengths.sum(),
        Some(nulls) => lengths.zip(nulls).map(|(len, is_there)| if is_there { len } else { 0 }).sum(),
    };
    if O::from_usize(octets).is_none() {
        return Err(PyOverflowError::new_err(
            "a column has more than 2 GiB of text: take layout='view' or 'large_string'",
        ));
    }
    let mut texts: Vec<u8> = room(octets)?;
    let mut ends: Vec<O> = room(views.len() + 1)?;
    ends.push(O::zero());
    for text in views {
        texts.extend_from_slice(text.unwrap_or_default().as_bytes());
        ends.push(O::usize_as(texts.len()));
    }
    // SAFETY: the ends begin with zero and grow with the texts, each of which is UTF-8. To look at that once more would take
    // as long as to copy them.
    Ok(Arc::new(unsafe {
        let ends = OffsetBuffer::new_unchecked(ends.into());
        GenericStringArray::<O>::new_unchecked(ends, Buffer::from_vec(texts), views.nulls().cloned())
    }))
}

/// Codes as the names they stand for.
fn names(array: &ArrayRef) -> PyResult<ArrayRef> {
    let codes = array.as_dictionary::<Int16Type>();
    let names = codes.values().as_string::<i32>();
    let name = |row: usize| {
        let key = codes.is_valid(row).then(|| usize::try_from(codes.keys().value(row)).ok())??;
        (key < names.len() && names.is_valid(key)).then_some(key)
    };
    let view = |key: usize| make_view(names.value(key).as_bytes(), 0, names.value_offsets()[key].cast_unsigned());
    let rows = codes.len();
    let mut views = room(rows)?;
    views.extend((0..rows).map(|row| name(row).map_or(0, view)));
    let bits = packed((0..rows).map(|row| name(row).is_some()), rows).map_err(|stop| stopped(&stop, 0))?;
    let buffers = vec![names.values().clone()];
    Ok(super::views(TextColumn { views: views.into(), buffers, nulls: nulls_of_bits(bits, rows) }))
}

fn room<T>(len: usize) -> PyResult<Vec<T>> {
    with_room(len).map_err(|stop| stopped(&stop, 0))
}
