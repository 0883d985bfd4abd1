//! Lines that a pattern is looked for in.

use super::counting::{Done, Tally, done};
use super::objects::kind_of;
use super::table::with_rows;
use super::{Table, array, stopped, texts_of};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::{Grouped, groups};

/// A pattern of Rust's `regex`, and its groups that are wanted. Raises ValueError if it does not compile.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct Pattern {
    pattern: urlmill_columns::Pattern,
    names: Vec<String>,
}

#[pymethods]
impl Pattern {
    #[new]
    #[pyo3(signature = (pattern, groups, is_for_ascii, /))]
    fn new(pattern: &str, groups: Vec<String>, is_for_ascii: bool) -> PyResult<Self> {
        let pattern = urlmill_columns::Pattern::new(pattern, &groups, is_for_ascii).map_err(PyValueError::new_err)?;
        Ok(Self { pattern, names: groups })
    }

    /// The groups as columns of text, null where they took no part in the match. ``error_at`` is 0 where a line does not match; ``left`` says
    /// which lines are left to the caller.
    #[pyo3(signature = (lines, /))]
    fn read(&self, lines: &Bound<'_, PyAny>) -> PyResult<Table> {
        let own = self.names.iter().map(|name| Field::new(name, DataType::Utf8View, true));
        let more = [Field::new("error_at", DataType::UInt32, true), Field::new("left", DataType::Boolean, true)];
        let schema = Arc::new(Schema::new(own.chain(more).collect::<Vec<_>>()));
        let texts = texts_of(lines)?;
        lines.py().detach(|| {
            let mut batches = Vec::with_capacity(texts.chunks.len());
            for chunk in &texts.chunks {
                let columns = groups(chunk, &self.pattern).map_err(|stop| stopped(&stop, 0))?;
                let columns = columns.into_iter().map(array).collect::<PyResult<_>>()?;
                batches.push(with_rows(&schema, columns, chunk.len())?);
            }
            Ok(Table::new(schema.clone(), batches))
        })
    }
}

/// Counts a group of lines that match. ``kinds`` are those of the groups, as `read_objects` has them; ``counted`` is the number
/// of the one that is counted. With ``part``, it is the path of that: ``request`` or ``target``, whose method is in the group
/// ``method``.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct PatternCounter {
    counter: urlmill_columns::PatternCounter,
}

#[pymethods]
impl PatternCounter {
    #[new]
    #[pyo3(signature = (pattern, kinds, counted, part, method, /))]
    #[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
    fn new(
        pattern: &Bound<'_, Pattern>,
        kinds: Vec<String>,
        counted: usize,
        part: &str,
        method: Option<usize>,
    ) -> PyResult<Self> {
        let pattern = pattern.get().pattern.clone();
        let kinds = kinds.iter().map(|kind| Ok(kind_of(kind)?.0)).collect::<PyResult<_>>()?;
        let counted = match part {
            "" => Grouped::Text(counted),
            "request" => Grouped::PathOfRequest(counted),
            "target" => Grouped::PathOfTarget(counted, method),
            _ => return Err(PyValueError::new_err(format!("there is no part {part:?}"))),
        };
        Ok(Self { counter: urlmill_columns::PatternCounter::new(pattern, kinds, counted) })
    }

    /// As `RecordCounter` does.
    #[pyo3(signature = (octets, rank, tally, /))]
    fn count(&self, octets: &Bound<'_, PyBytes>, rank: u64, tally: &Bound<'_, Tally>) -> PyResult<Done> {
        let (memory, tally) = (octets.as_bytes(), &tally.get().tally);
        done(octets.py().detach(|| self.counter.count(memory, rank, tally)))
    }
}
