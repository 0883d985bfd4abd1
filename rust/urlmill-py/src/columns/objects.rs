//! Lines of JSON as columns of their values.

use super::table::with_rows;
use super::{Table, array, stopped, texts_of};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::sync::Arc;
use urlmill_columns::{ObjectKind, Objects};

/// Name, kind, and the paths to the values of a column, of which the first that is there counts.
type GivenField = (String, String, Vec<Vec<String>>);

/// Values of lines of JSON as columns. The last column, ``left``, says which lines are left to the caller: those of which
/// the kernel is not sure.
#[pyfunction]
#[pyo3(signature = (lines, fields, /))]
pub(crate) fn read_objects(lines: &Bound<'_, PyAny>, fields: Vec<GivenField>) -> PyResult<Table> {
    let mut columns = Vec::with_capacity(fields.len() + 1);
    let mut wanted = Vec::with_capacity(fields.len());
    for (name, kind, paths) in fields {
        let (kind, data_type) = kind_of(&kind)?;
        columns.push(Field::new(name, data_type, true));
        wanted.push((kind, paths));
    }
    columns.push(Field::new("left", DataType::Boolean, true));
    let schema = Arc::new(Schema::new(columns));
    let objects = Objects::new(&wanted);
    let texts = texts_of(lines)?;
    lines.py().detach(|| {
        let mut batches = Vec::with_capacity(texts.chunks.len());
        for chunk in &texts.chunks {
            let columns = urlmill_columns::objects(chunk, &objects).map_err(|stop| stopped(&stop, 0))?;
            let columns = columns.into_iter().map(array).collect::<PyResult<_>>()?;
            batches.push(with_rows(&schema, columns, chunk.len())?);
        }
        Ok(Table::new(schema.clone(), batches))
    })
}

fn kind_of(kind: &str) -> PyResult<(ObjectKind, DataType)> {
    Ok(match kind {
        "written" => (ObjectKind::Written, DataType::Utf8View),
        "text" => (ObjectKind::Text, DataType::Utf8View),
        "uint16" => (ObjectKind::UInt16, DataType::UInt16),
        "uint64" => (ObjectKind::UInt64, DataType::UInt64),
        "float64" => (ObjectKind::Float64, DataType::Float64),
        "clock" => (ObjectKind::Moment, DataType::Timestamp(TimeUnit::Microsecond, Some(Arc::from("UTC")))),
        _ => return Err(PyValueError::new_err(format!("there is no kind {kind:?}"))),
    })
}
