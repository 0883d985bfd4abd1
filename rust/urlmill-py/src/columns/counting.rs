//! How often values occur in lines of access logs, without columns of them.

use super::lines::{Pieces, format_of, kind_and_bounds};
use super::stopped;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};
use urlmill_columns::{Counted, Counts, Left, Part, RecordKind, Requested, Stop};

/// Counts that several threads may add to at once.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct Tally {
    pub(super) tally: urlmill_columns::Tally,
}

/// Value, count, and the rank of the first row.
type Ranked<'py> = (Bound<'py, PyString>, u64, u64);

#[pymethods]
impl Tally {
    #[new]
    fn new() -> Self {
        Self { tally: urlmill_columns::Tally::default() }
    }

    /// How many different values there are, without null.
    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.look(py, |counts| Ok(counts.len()))
    }

    /// How many rows have a value.
    #[getter]
    fn total(&self, py: Python<'_>) -> PyResult<u64> {
        self.look(py, |counts| Ok(counts.total()))
    }

    /// How many rows have none, and the rank of the first; None if all have one.
    #[getter]
    fn nulls(&self, py: Python<'_>) -> PyResult<Option<(u64, u64)>> {
        self.look(py, |counts| Ok(counts.nulls()))
    }

    /// Adds values, each so many times; None is null.
    #[pyo3(signature = (values, counts, ranks, /))]
    #[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
    fn add(&self, values: Vec<Option<PyBackedStr>>, counts: Vec<u64>, ranks: Vec<u64>) -> PyResult<()> {
        if values.len() != counts.len() || values.len() != ranks.len() {
            return Err(PyValueError::new_err("expected as many counts and ranks as values"));
        }
        let added = self.tally.with(|all| {
            for ((value, &count), &rank) in values.iter().zip(&counts).zip(&ranks) {
                match value {
                    Some(value) => all.add(value.as_bytes(), count, rank)?,
                    None => all.add_null(count, rank),
                }
            }
            Ok(())
        });
        added.map_err(|stop| stopped(&stop, 0))
    }

    /// The most frequent values with their counts and the ranks of their first rows; of two as frequent, the one that was
    /// seen first. Null is not among them.
    #[pyo3(signature = (number, /))]
    fn most<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Vec<Ranked<'py>>> {
        let most = self.look(py, |counts| {
            Ok(counts.most(number)?.into_iter().map(|(text, count, first)| (text.to_owned(), count, first)).collect())
        });
        let most: Vec<(String, u64, u64)> = most?;
        Ok(most.into_iter().map(|(text, count, first)| (PyString::new(py, &text), count, first)).collect())
    }
}

impl Tally {
    fn look<T: Send>(&self, py: Python<'_>, look: impl FnOnce(&Counts) -> Result<T, Stop> + Send) -> PyResult<T> {
        py.detach(|| self.tally.with_all(look)).map_err(|stop| stopped(&stop, 0))
    }
}

/// Rows that were counted; and of lines that were not, the number, the beginning and the end.
pub(super) type Done = (u64, Vec<(usize, usize, usize)>);

/// Counts a part of the records of lines. ``shapes`` are pieces as `read_records` takes them, of which a line has the first
/// that it fits. ``counted`` is the name of a column of text or of whole numbers, or ``path`` or ``query``. A ``target`` may
/// have a query; of a ``stem``, that is left to the caller.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct RecordCounter {
    counter: urlmill_columns::RecordCounter,
}

#[pymethods]
impl RecordCounter {
    #[new]
    #[pyo3(signature = (shapes, counted, /))]
    #[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
    fn new(shapes: Vec<Pieces>, counted: &str) -> PyResult<Self> {
        let shapes = shapes.iter().map(|pieces| {
            let (format, _) = format_of(pieces)?;
            Ok(Counted { format, part: part_of(pieces, counted)? })
        });
        let shapes = shapes.collect::<PyResult<_>>()?;
        Ok(Self { counter: urlmill_columns::RecordCounter::new(shapes) })
    }

    /// Counts the lines of ``octets`` that are not blank: how many, and the number, the beginning and the end of each that
    /// is left to the caller. The rank of a line is ``rank`` plus where it begins.
    #[pyo3(signature = (octets, rank, tally, /))]
    fn count(&self, octets: &Bound<'_, PyBytes>, rank: u64, tally: &Bound<'_, Tally>) -> PyResult<Done> {
        let (memory, tally) = (octets.as_bytes(), &tally.get().tally);
        done(octets.py().detach(|| self.counter.count(memory, rank, tally)))
    }
}

/// As Python takes it.
pub(super) fn done(done: Result<(u64, Vec<Left>), Stop>) -> PyResult<Done> {
    let (rows, left) = done.map_err(|stop| stopped(&stop, 0))?;
    Ok((rows, left.into_iter().map(|Left { line, start, end }| (line, start, end)).collect()))
}

/// What is counted of records with these pieces.
fn part_of(pieces: &Pieces, counted: &str) -> PyResult<Part> {
    let kinds = pieces.iter().map(|(_, name, kind)| Ok((name.as_str(), kind_and_bounds(kind)?.0)));
    let kinds: Vec<(&str, RecordKind)> = kinds.collect::<PyResult<_>>()?;
    let named = |wanted: &str| kinds.iter().position(|&(name, _)| name == wanted);
    let mut found = Vec::new();
    for (index, &(name, kind)) in kinds.iter().enumerate() {
        match (kind, counted) {
            _ if name.is_empty() => (),
            _ if name == counted => found.push(Part::Field(index)),
            (RecordKind::Request, "method") => found.push(Part::Method(index)),
            (RecordKind::Request, "target") => found.push(Part::Target(index)),
            (RecordKind::Request, "protocol") => found.push(Part::Protocol(index)),
            (RecordKind::Request, "path") => found.push(Part::Path(Requested::Line(index))),
            (RecordKind::Request, "query") => found.push(Part::Query(Requested::Line(index))),
            (RecordKind::Forwarded, "x_forwarded_for") => found.push(Part::Written(index)),
            _ => (),
        }
    }
    if let (Some(target), "path" | "query") = (named("target"), counted) {
        let requested = Requested::Apart { target, method: named("method"), is_stem: false };
        found.push(if counted == "path" { Part::Path(requested) } else { Part::Query(requested) });
    }
    if let (Some(target), "path") = (named("stem"), counted) {
        found.push(Part::Path(Requested::Apart { target, method: named("method"), is_stem: true }));
    }
    match found[..] {
        [part] => Ok(part),
        _ => Err(PyValueError::new_err(format!("expected one column {counted:?}, got {}", found.len()))),
    }
}
