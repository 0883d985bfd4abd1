//! Lines of JSON as columns of their values, or as counts of them.

use super::counting::{Done, Tally, done};
use super::table::with_rows;
use super::{Table, array, stopped, texts_of};
use arrow_schema::{DataType, Field, Schema, TimeUnit};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::{ObjectKind, ObjectPart, Objects, Unit};

/// Name, kind, and the paths to the values of a column, of which the first that is there counts.
type GivenField = (String, String, Vec<Vec<String>>);

/// Values of lines of JSON as columns. The last column, ``left``, says which lines are left to the caller: those of which
/// the kernel is not sure.
#[pyfunction]
#[pyo3(signature = (lines, fields, /))]
pub(crate) fn read_objects(lines: &Bound<'_, PyAny>, fields: Vec<GivenField>) -> PyResult<Table> {
    let (objects, mut columns) = wanted(fields)?;
    columns.push(Field::new("left", DataType::Boolean, true));
    let schema = Arc::new(Schema::new(columns));
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

/// Counts values of lines of JSON. ``counted`` is the name of a field of text or of whole numbers; or ``path``, which is that
/// of the fields ``request``, ``method`` and ``target`` or ``stem``.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct ObjectCounter {
    counter: urlmill_columns::ObjectCounter,
}

#[pymethods]
impl ObjectCounter {
    #[new]
    #[pyo3(signature = (fields, counted, /))]
    fn new(fields: Vec<GivenField>, counted: &str) -> PyResult<Self> {
        let (objects, columns) = wanted(fields)?;
        let place = |name: &str| columns.iter().position(|column| column.name() == name);
        let is_counted = |kind: &DataType| matches!(kind, DataType::Utf8View | DataType::UInt16 | DataType::UInt64);
        let part = match place(counted) {
            _ if counted == "path" => ObjectPart::Path {
                request: place("request"),
                method: place("method"),
                target: place("target").or_else(|| place("stem")),
                is_stem: place("stem").is_some(),
            },
            Some(field) if is_counted(columns[field].data_type()) => ObjectPart::Field(field),
            _ => return Err(PyValueError::new_err(format!("expected one column {counted:?}, got 0"))),
        };
        Ok(Self { counter: urlmill_columns::ObjectCounter::new(objects, part) })
    }

    /// As `RecordCounter` does.
    #[pyo3(signature = (octets, rank, tally, /))]
    fn count(&self, octets: &Bound<'_, PyBytes>, rank: u64, tally: &Bound<'_, Tally>) -> PyResult<Done> {
        let (memory, tally) = (octets.as_bytes(), &tally.get().tally);
        done(octets.py().detach(|| self.counter.count(memory, rank, tally)))
    }
}

fn wanted(fields: Vec<GivenField>) -> PyResult<(Objects, Vec<Field>)> {
    let mut columns = Vec::with_capacity(fields.len() + 1);
    let mut wanted = Vec::with_capacity(fields.len());
    for (name, kind, paths) in fields {
        let (kind, data_type) = kind_of(&kind)?;
        columns.push(Field::new(name, data_type, true));
        wanted.push((kind, paths));
    }
    Ok((Objects::new(&wanted), columns))
}

pub(super) fn kind_of(kind: &str) -> PyResult<(ObjectKind, DataType)> {
    Ok(match kind {
        "written" | "octets" => (ObjectKind::Written, DataType::Utf8View),
        "text" | "string" => (ObjectKind::Text, DataType::Utf8View),
        "uint16" => (ObjectKind::UInt16, DataType::UInt16),
        "uint64" => (ObjectKind::UInt64, DataType::UInt64),
        "float64" => (ObjectKind::Float64, DataType::Float64),
        "clock" => (ObjectKind::Time, DataType::Timestamp(TimeUnit::Microsecond, Some(Arc::from("UTC")))),
        "status" => (ObjectKind::Status, DataType::UInt16),
        "method" => (ObjectKind::Method, DataType::Utf8View),
        "client" => (ObjectKind::Client, DataType::Utf8View),
        "host" => (ObjectKind::Host, DataType::Utf8View),
        "host_port" => (ObjectKind::HostPort, DataType::UInt16),
        "seconds" => (ObjectKind::Duration(Unit::Seconds), DataType::Float64),
        "milliseconds" => (ObjectKind::Duration(Unit::Milliseconds), DataType::Float64),
        "microseconds" => (ObjectKind::Duration(Unit::Microseconds), DataType::Float64),
        "nanoseconds" => (ObjectKind::Duration(Unit::Nanoseconds), DataType::Float64),
        "elapsed" => (ObjectKind::Elapsed, DataType::Float64),
        "date" => (ObjectKind::Date, DataType::Utf8View),
        "time_of_day" => (ObjectKind::TimeOfDay, DataType::Utf8View),
        _ => return Err(PyValueError::new_err(format!("there is no kind {kind:?}"))),
    })
}
