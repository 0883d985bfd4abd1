//! Lines of JSON as columns of their values.
//!
//! A column may have several keys, of which the first with a value counts. A row is left to the caller where the kernel is
//! not sure of the line or of a value that it needs: its answers are those of Python's reader, or none.

use super::json_time::micros;
use super::object_kind::{ObjectKind, status, uint16};
use super::written::{Numbers, Texts};
use super::{host, number};
use crate::chunk::Chunk;
use crate::column::Column;
use crate::memory::{reserve, zeroed};
use crate::side::{Side, Sides};
use crate::split::Stop;
use crate::view::Place;
use arrow_array::BooleanArray;
use arrow_array::types::{Float64Type, TimestampMicrosecondType, UInt16Type, UInt64Type};
use arrow_buffer::{BooleanBuffer, Buffer};
use std::sync::Arc;
use urlmill_core::Span;
use urlmill_core::json::{Keys, Reader, Value, unescape_into};

/// A column: what it is, and the paths to its values.
pub type ObjectField = (ObjectKind, Vec<Vec<String>>);

/// What is wanted of each line.
#[derive(Clone, Debug)]
pub struct Objects {
    pub(super) keys: Keys,
    /// How many values are looked for.
    pub(super) count: usize,
    /// The kind of each column, and which of the values are for it.
    pub(super) fields: Vec<(ObjectKind, Vec<usize>)>,
}

impl Objects {
    /// These columns.
    #[must_use]
    pub fn new(fields: &[ObjectField]) -> Self {
        let mut paths: Vec<&[String]> = fields.iter().flat_map(|(_, paths)| paths).map(Vec::as_slice).collect();
        paths.sort_unstable();
        paths.dedup();
        let place = |path: &Vec<String>| paths.binary_search(&path.as_slice()).unwrap_or_default();
        let columns = fields.iter().map(|(kind, paths)| (*kind, paths.iter().map(place).collect())).collect();
        let keys = Keys::new(paths.iter().map(|path| path.iter().map(String::as_str)));
        Self { keys, count: paths.len(), fields: columns }
    }
}

/// The columns, and one more: whether a row is left to the caller. Of such rows, all other columns are null.
///
/// # Errors
/// See [`Stop`].
pub fn objects(chunk: &Chunk, wanted: &Objects) -> Result<Vec<Column>, Stop> {
    let chunk = &chunk.expanded()?;
    let (source, rows) = (&chunk.source, chunk.len());
    let mut outs = wanted.fields.iter().map(|(kind, _)| Out::new(*kind, rows)).collect::<Result<Vec<_>, _>>()?;
    let mut left: Vec<u64> = zeroed(rows.div_ceil(64))?;
    let mut sides = Sides::new(1)?;
    {
        let Some(side) = sides.each(source.buffers.len()).next() else { return Err(Stop::TooMuch) };
        let mut unescaped = Unescaped { side, text: Vec::new() };
        let mut reader = Reader::new(wanted.keys.clone());
        let mut values = vec![Value::Absent; wanted.count];
        let mut places = Vec::with_capacity(64);
        for (word, first) in (0..rows).step_by(64).enumerate() {
            let present = source.read(first, 64.min(rows - first), &mut places)?[0];
            let is_text = source.is_text(first, &places)?;
            for (index, place) in places.iter().enumerate() {
                let row = first + index;
                let is_line = present >> index & 1 == 1;
                let is_read = is_line
                    && (is_text || std::str::from_utf8(place.text()).is_ok())
                    && reader.read(place.rest, place.len as usize, &mut values)
                    && write(wanted, &mut outs, row, place, &values, &mut unescaped)?;
                if !is_read {
                    for out in &mut outs {
                        out.set_null(row);
                    }
                    left[word] |= u64::from(is_line) << index;
                }
            }
        }
    }
    let buffers = sides.beside(&source.buffers)?;
    let mut columns = Vec::with_capacity(outs.len() + 1);
    for out in outs {
        columns.push(out.finish(&buffers)?);
    }
    let left = BooleanBuffer::new(Buffer::from_vec(left), 0, rows);
    columns.push(Column::Bool(BooleanArray::new(left, None)));
    Ok(columns)
}

/// Writes the values of a row; whether it is sure of all.
#[inline]
fn write(
    wanted: &Objects,
    outs: &mut [Out],
    row: usize,
    place: &Place<'_>,
    values: &[Value],
    unescaped: &mut Unescaped<'_>,
) -> Result<bool, Stop> {
    for (out, (kind, candidates)) in outs.iter_mut().zip(&wanted.fields) {
        let mut written = Written::Absent;
        for &candidate in candidates {
            written = out.write(*kind, row, place, values[candidate], unescaped)?;
            if written != Written::Absent {
                break;
            }
        }
        match written {
            Written::Yes => (),
            Written::Absent => out.set_null(row),
            Written::Unsure => return Ok(false),
        }
    }
    Ok(true)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Written {
    Yes,
    Absent,
    Unsure,
}

/// Where text without its escapes goes.
struct Unescaped<'a> {
    side: Side<'a>,
    text: Vec<u8>,
}

impl Unescaped<'_> {
    #[cold]
    fn set(&mut self, escaped: &[u8]) -> Result<(), Stop> {
        self.text.clear();
        reserve(&mut self.text, escaped.len())?;
        unescape_into(escaped, &mut self.text);
        Ok(())
    }
}

/// A column in the making.
enum Out {
    Text(Texts),
    UInt16(Numbers<UInt16Type>),
    UInt64(Numbers<UInt64Type>),
    Float64(Numbers<Float64Type>),
    Time(Numbers<TimestampMicrosecondType>),
}

impl Out {
    fn new(kind: ObjectKind, rows: usize) -> Result<Self, Stop> {
        Ok(match kind {
            ObjectKind::UInt16 | ObjectKind::Status | ObjectKind::HostPort => Self::UInt16(Numbers::new(rows)?),
            ObjectKind::UInt64 => Self::UInt64(Numbers::new(rows)?),
            ObjectKind::Float64 | ObjectKind::Duration(_) | ObjectKind::Elapsed => Self::Float64(Numbers::new(rows)?),
            ObjectKind::Time => Self::Time(Numbers::new(rows)?),
            _ => Self::Text(Texts::new(rows)?),
        })
    }

    #[inline]
    fn write(
        &mut self,
        kind: ObjectKind,
        row: usize,
        place: &Place<'_>,
        value: Value,
        unescaped: &mut Unescaped<'_>,
    ) -> Result<Written, Stop> {
        let text = match value {
            Value::Absent => return Ok(Written::Absent),
            Value::Text(span) => span.of(place.rest),
            Value::Escaped(span) => {
                unescaped.set(span.of(place.rest))?;
                &unescaped.text
            }
        };
        if kind.is_absent(text) {
            return Ok(Written::Absent);
        }
        let is_written = match self {
            Self::Text(texts) => {
                let Some(part) = kind.part(text) else { return Ok(Written::Unsure) };
                if part.is_empty() && !text.is_empty() {
                    return Ok(Written::Absent);
                }
                let view = match value {
                    Value::Text(span) => {
                        let start = span.start as usize;
                        place.view(Span::new(start + part.start as usize, start + part.end as usize))
                    }
                    _ => unescaped.side.store(part.of(text))?,
                };
                texts.set(row, Some(view));
                true
            }
            Self::UInt16(numbers) => match kind {
                ObjectKind::Status => numbers.put_if(row, status(text)),
                ObjectKind::HostPort => match host::authority(text) {
                    Some((_, None)) => return Ok(Written::Absent),
                    found => numbers.put_if(row, found.and_then(|(_, port)| port)),
                },
                _ => numbers.put_if(row, uint16(text)),
            },
            Self::UInt64(numbers) => numbers.put_if(row, number::whole_or_real(text)),
            Self::Float64(numbers) => {
                let seconds = match kind {
                    ObjectKind::Elapsed => number::elapsed(text),
                    ObjectKind::Duration(unit) => number::scientific(text).map(|number| number / unit.in_a_second()),
                    _ => number::scientific(text),
                };
                numbers.put_if(row, seconds)
            }
            Self::Time(numbers) => numbers.put_if(row, micros(text)),
        };
        Ok(if is_written { Written::Yes } else { Written::Unsure })
    }

    fn set_null(&mut self, row: usize) {
        match self {
            Self::Text(texts) => texts.set_null(row),
            Self::UInt16(numbers) => numbers.set_null(row),
            Self::UInt64(numbers) => numbers.set_null(row),
            Self::Float64(numbers) => numbers.set_null(row),
            Self::Time(numbers) => numbers.set_null(row),
        }
    }

    fn finish(self, buffers: &[Buffer]) -> Result<Column, Stop> {
        Ok(match self {
            Self::Text(texts) => texts.finish(buffers),
            Self::UInt16(numbers) => Column::UInt16(numbers.finish()?),
            Self::UInt64(numbers) => Column::UInt64(numbers.finish()?),
            Self::Float64(numbers) => Column::Float64(numbers.finish()?),
            Self::Time(numbers) => Column::Time(numbers.finish()?.with_timezone(Arc::from("UTC"))),
        })
    }
}
