//! Text in another layout than views, for consumers that have none.

use super::Table;
use super::capsule::arrow_error;
use arrow_array::builder::{GenericStringBuilder, StringViewBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::Int16Type;
use arrow_array::{Array, ArrayRef, ListArray, OffsetSizeTrait, RecordBatch, StringViewArray, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// The type of text columns in a layout.
pub(super) fn named(layout: &str) -> PyResult<DataType> {
    match layout {
        "view" => Ok(DataType::Utf8View),
        "string" => Ok(DataType::Utf8),
        "large_string" => Ok(DataType::LargeUtf8),
        _ => Err(PyValueError::new_err(format!("there is no layout {layout:?}; there are view, string, large_string"))),
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
    let Some(views) = array.as_string_view_opt() else {
        return Ok(codes(array, wanted));
    };
    if *wanted == DataType::LargeUtf8 {
        return Ok(copied::<i64>(views));
    }
    if views.lengths().map(u64::from).sum::<u64>() > i32::MAX as u64 {
        return Err(PyOverflowError::new_err(
            "a column has more than 2 GiB of text: take layout='view' or 'large_string'",
        ));
    }
    Ok(copied::<i32>(views))
}

fn copied<O: OffsetSizeTrait>(views: &StringViewArray) -> ArrayRef {
    let octets = views.lengths().map(|len| len as usize).sum();
    let mut texts = GenericStringBuilder::<O>::with_capacity(views.len(), octets);
    texts.extend(views.iter());
    Arc::new(texts.finish())
}

fn codes(array: &ArrayRef, wanted: &DataType) -> ArrayRef {
    let codes = array.as_dictionary::<Int16Type>();
    let names = codes.values().as_string::<i32>();
    let is_there = |&key: &usize| key < names.len() && names.is_valid(key);
    let keys = codes.keys().iter().map(|key| key.and_then(|key| usize::try_from(key).ok()).filter(is_there));
    let texts = keys.map(|key| key.map(|key| names.value(key)));
    match wanted {
        DataType::Utf8 => Arc::new(texts.collect::<arrow_array::StringArray>()),
        DataType::LargeUtf8 => Arc::new(texts.collect::<arrow_array::LargeStringArray>()),
        _ => {
            let mut views = StringViewBuilder::with_capacity(codes.len());
            views.extend(texts);
            Arc::new(views.finish())
        }
    }
}
