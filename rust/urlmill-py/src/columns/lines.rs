//! Octets as lines, and lines of access logs as fields.

use super::table::with_rows;
use super::{Table, Texts, array, read_texts, stopped, views};
use arrow_buffer::Buffer;
use arrow_schema::{DataType, Field, Schema, SchemaRef, TimeUnit};
use bytes::Bytes;
use memchr::memmem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::{Bounds, Format, Piece, RecordKind, Unit};

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

/// Whether a line begins with ``#``.
#[pyfunction]
#[pyo3(signature = (octets, /))]
pub(crate) fn has_comments(octets: &Bound<'_, PyBytes>) -> bool {
    let memory = octets.as_bytes();
    memory.starts_with(b"#") || octets.py().detach(|| memmem::find(memory, b"\n#").is_some())
}

/// The memory of a bytes object, which lives as long as the buffer does. Wherever the last of those is dropped, attached or
/// not: PyO3 then lets the object go as soon as somebody is.
fn buffer(octets: &Bound<'_, PyBytes>) -> Buffer {
    Buffer::from(Bytes::from_owner(PyBackedBytes::from(octets.clone())))
}

/// Fields of lines as columns: ``pieces`` are what stands before each field, its name and its kind; and last, what a line
/// must end with. A field without a name has no column, and is only looked at. A word before the kind says how the field
/// is set apart: ``quoted``, ``doubled``, ``padded`` or ``list``. ``error_at`` is the character where a line no longer matches.
#[pyfunction]
#[pyo3(signature = (lines, pieces, /))]
#[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
pub(crate) fn read_records(lines: &Bound<'_, PyAny>, pieces: Pieces) -> PyResult<Table> {
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

/// What stands before each field, its name and its kind; and last, what a line must end with.
pub(super) type Pieces = Vec<(String, String, String)>;

pub(super) fn format_of(pieces: &Pieces) -> PyResult<(Format, SchemaRef)> {
    let Some(((last, name, kind), pieces)) = pieces.split_last() else {
        return Err(PyValueError::new_err("there are no pieces; the last one says what a line must end with"));
    };
    if !name.is_empty() || !kind.is_empty() {
        return Err(PyValueError::new_err("the last piece is what a line must end with; it has no name and no kind"));
    }
    let mut fields = Vec::with_capacity(pieces.len());
    let mut columns = Vec::with_capacity(pieces.len() + 4);
    for (index, (before, name, kind)) in pieces.iter().enumerate() {
        if index > 0 && before.is_empty() {
            return Err(PyValueError::new_err(format!("nothing stands before {name:?} to end the field before it")));
        }
        let (kind, bounds) = kind_and_bounds(kind)?;
        let has_column = !name.is_empty();
        fields.push(Piece { before, kind, bounds, has_column });
        if has_column {
            columns.extend(columns_of(name, kind).into_iter().map(|(name, kind)| Field::new(name, kind, true)));
        }
    }
    columns.push(Field::new("error_at", DataType::UInt32, true));
    Ok((Format::new(&fields, last), Arc::new(Schema::new(columns))))
}

/// A kind may have a word before it that says how the field is set apart.
pub(super) fn kind_and_bounds(kind: &str) -> PyResult<(RecordKind, Bounds)> {
    let words = [
        ("quoted ", Bounds::Quoted),
        ("doubled ", Bounds::Doubled),
        ("padded ", Bounds::Padded),
        ("list ", Bounds::List),
    ];
    let found = words.into_iter().find_map(|(word, bounds)| Some((bounds, kind.strip_prefix(word)?)));
    let (bounds, kind) = found.unwrap_or((Bounds::Plain, kind));
    Ok((kind_of(kind)?, bounds))
}

fn kind_of(kind: &str) -> PyResult<RecordKind> {
    Ok(match kind {
        "" => RecordKind::Skipped,
        "text" => RecordKind::Text,
        "uint16" => RecordKind::UInt16,
        "uint64" => RecordKind::UInt64,
        "float64" => RecordKind::Float64,
        "clock" => RecordKind::Clock,
        "time" => RecordKind::Time,
        "date" => RecordKind::Date,
        "day_time" => RecordKind::DayTime,
        "seconds" => RecordKind::Duration(Unit::Seconds),
        "milliseconds" => RecordKind::Duration(Unit::Milliseconds),
        "microseconds" => RecordKind::Duration(Unit::Microseconds),
        "status" => RecordKind::Status,
        "request" => RecordKind::Request,
        "method" => RecordKind::Method,
        "word" => RecordKind::Word,
        "user" => RecordKind::User,
        "host" => RecordKind::Host,
        "full_host" => RecordKind::FullHost,
        "address" => RecordKind::Address,
        "client" => RecordKind::Client,
        "authority" => RecordKind::Authority,
        "endpoint" => RecordKind::Endpoint,
        "forwarded" => RecordKind::Forwarded,
        "syslog_time" => RecordKind::SyslogTime,
        "structured" => RecordKind::Structured,
        _ => return Err(PyValueError::new_err(format!("there is no kind {kind:?}"))),
    })
}

/// The columns that a field of this name makes.
fn columns_of(name: &str, kind: RecordKind) -> Vec<(String, DataType)> {
    let own = |kind: DataType| (name.to_owned(), kind);
    let text = |name: &str| (name.to_owned(), DataType::Utf8View);
    let timestamp = |unit: TimeUnit| DataType::Timestamp(unit, Some(Arc::from("UTC")));
    match kind {
        RecordKind::Skipped => Vec::new(),
        RecordKind::UInt16 | RecordKind::Status => vec![own(DataType::UInt16)],
        RecordKind::UInt64 | RecordKind::DayTime => vec![own(DataType::UInt64)],
        RecordKind::Float64 | RecordKind::Duration(_) => vec![own(DataType::Float64)],
        RecordKind::Clock | RecordKind::Date => vec![own(timestamp(TimeUnit::Second))],
        RecordKind::Time => vec![own(timestamp(TimeUnit::Microsecond))],
        RecordKind::Request => [name, "method", "target", "protocol"].map(text).to_vec(),
        RecordKind::Authority | RecordKind::Endpoint => {
            let port = if name == "host" { "port".to_owned() } else { format!("{name}_port") };
            vec![text(name), (port, DataType::UInt16)]
        }
        RecordKind::Forwarded => [name, "x_forwarded_for"].map(text).to_vec(),
        _ => vec![text(name)],
    }
}
