//! Octets as lines, and lines of access logs as fields.

use super::table::with_rows;
use super::{Table, Texts, array, read_texts, stopped, views};
use arrow_buffer::Buffer;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use bytes::Bytes;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::{Format, RecordKind};

/// A column ``line``, with a row for each line of ``octets``, without its end. One with nothing in it is null. One that is
/// no UTF-8 is read as Latin-1.
#[pyfunction]
#[pyo3(signature = (octets, /))]
pub(crate) fn read_lines(octets: &Bound<'_, PyBytes>) -> PyResult<Table> {
    let py = octets.py();
    let octets = buffer(octets);
    let schema = Arc::new(Schema::new(vec![Field::new("line", DataType::Utf8View, true)]));
    let column = py.detach(|| urlmill_columns::lines(&octets)).map_err(|stop| stopped(&stop, 0))?;
    let lines = views(column);
    let rows = lines.len();
    Ok(Table::new(schema.clone(), vec![with_rows(&schema, vec![lines], rows)?]))
}

/// How many line breaks there are: sixteen times faster than ``octets.count``, and others may run meanwhile.
#[pyfunction]
#[pyo3(signature = (octets, /))]
pub(crate) fn count_line_breaks(octets: &Bound<'_, PyBytes>) -> usize {
    let memory = octets.as_bytes();
    octets.py().detach(|| urlmill_columns::count_line_breaks(memory))
}

/// The memory of a bytes object, which lives as long as the buffer does. Wherever the last of those is dropped, attached or
/// not: PyO3 then lets the object go as soon as somebody is.
fn buffer(octets: &Bound<'_, PyBytes>) -> Buffer {
    Buffer::from(Bytes::from_owner(PyBackedBytes::from(octets.clone())))
}

/// Fields of lines as columns: ``pieces`` are what stands before each field, its name and its kind; and last, what a line
/// must end with. ``error_at`` is the character where a line no longer matches.
#[pyfunction]
#[pyo3(signature = (lines, pieces, /))]
#[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
pub(crate) fn read_records(lines: &Bound<'_, PyAny>, pieces: Vec<(String, String, String)>) -> PyResult<Table> {
    let (format, schema) = format_of(&pieces)?;
    let given;
    let read;
    let texts: &Texts = if let Ok(texts) = lines.cast::<Texts>() {
        given = texts;
        given.get()
    } else {
        read = read_texts(lines)?;
        &read
    };
    lines.py().detach(|| {
        let mut batches = Vec::with_capacity(texts.chunks.len());
        for chunk in &texts.chunks {
            let columns = urlmill_columns::records(chunk, &format).map_err(|stop| stopped(&stop, 0))?;
            let columns = columns.into_iter().map(array).collect::<PyResult<_>>()?;
            batches.push(with_rows(&schema, columns, chunk.len())?);
        }
        Ok(Table::new(schema.clone(), batches))
    })
}

fn format_of(pieces: &[(String, String, String)]) -> PyResult<(Format, SchemaRef)> {
    let Some(((last, name, kind), pieces)) = pieces.split_last() else {
        return Err(PyValueError::new_err("there are no pieces; the last one says what a line must end with"));
    };
    if !name.is_empty() || !kind.is_empty() {
        return Err(PyValueError::new_err("the last piece is what a line must end with; it has no name and no kind"));
    }
    let mut fields = Vec::with_capacity(pieces.len());
    let mut columns = Vec::with_capacity(pieces.len() + 4);
    for (index, (literal, name, kind)) in pieces.iter().enumerate() {
        if index > 0 && literal.is_empty() {
            return Err(PyValueError::new_err(format!("nothing stands before {name:?} to end the field before it")));
        }
        let (kind, types) = kind_of(kind)?;
        fields.push((literal.as_str(), kind));
        for (column, kind) in types {
            columns.push(Field::new(if column.is_empty() { name } else { column }, kind, true));
        }
    }
    columns.push(Field::new("error_at", DataType::UInt32, true));
    Ok((Format::new(&fields, last), Arc::new(Schema::new(columns))))
}

/// A kind, and the columns it makes: "" is the one that has the field's own name.
fn kind_of(kind: &str) -> PyResult<(RecordKind, Vec<(&'static str, DataType)>)> {
    Ok(match kind {
        "" => (RecordKind::Skipped, Vec::new()),
        "text" => (RecordKind::Text, vec![("", DataType::Utf8View)]),
        "uint16" => (RecordKind::UInt16, vec![("", DataType::UInt16)]),
        "uint64" => (RecordKind::UInt64, vec![("", DataType::UInt64)]),
        "float64" => (RecordKind::Float64, vec![("", DataType::Float64)]),
        "clock" => (RecordKind::Clock, vec![("", DataType::Timestamp(TimeUnit::Second, Some(Arc::from("UTC"))))]),
        "request" => {
            let names = ["", "method", "target", "protocol"];
            (RecordKind::Request, names.map(|name| (name, DataType::Utf8View)).to_vec())
        }
        _ => return Err(PyValueError::new_err(format!("there is no kind {kind:?}"))),
    })
}
