//! URLs by the column, for Python: Arrow in, Arrow out.
//!
//! | file | holds |
//! |---|---|
//! | `border` | what producers of Arrow say, checked |
//! | `capsule` | the Arrow PyCapsule interface, both ways |
//! | `classes` | what the kernels ask of the Python classes |
//! | `counting` | values of logs, counted without columns |
//! | `errors` | what is raised where the kernels stop, or Arrow data is wrong |
//! | `flags` | columns of bool from octets |
//! | `items` | columns from Python objects, and Python objects from columns |
//! | `layout` | text in another layout than views |
//! | `lines` | octets as lines, and lines of access logs as fields |
//! | `objects` | lines of JSON as values |
//! | `patterns` | lines that a pattern is looked for in |
//! | `table` | what comes out |
//! | `wanted` | the fields that Python asks for |
//!
//! The capsules are made and opened here, with what arrow-rs has for its side of the interface. `pyo3-arrow` would save
//! these hundred lines, but it is a release behind arrow-rs, and brings casts between all types, time zones and NumPy
//! into a module, so that `urlsplit` alone does not wait for them.

mod border;
mod capsule;
mod classes;
mod counting;
mod errors;
mod flags;
mod items;
mod layout;
mod lines;
mod links;
mod objects;
mod patterns;
mod table;
mod wanted;

use crate::memory::ask_for_huge_pages;
use crate::panics::guarded;
use arrow_array::{Array, ArrayRef, ListArray, StringViewArray, StructArray};
use arrow_schema::{DataType, Field as ArrowField, Schema};
use classes::PythonClasses;
pub(crate) use counting::{RecordCounter, Tally};
use errors::{not_well_formed, stopped, too_little_memory, what_is_wrong, without_panic};
pub(crate) use flags::read_flags;
pub(crate) use lines::{count_line_breaks, has_comments, read_lines, read_records};
pub(crate) use links::read_links;
pub(crate) use objects::{ObjectCounter, read_objects};
pub(crate) use patterns::{Pattern, PatternCounter};
use pyo3::exceptions::PySystemError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::{Duration, Instant};
pub(crate) use table::Table;
use urlmill_columns::{Chunk, Column, Field, Profile, Request, SchemeRules, Schemes, Stop, TextColumn};
use urlmill_core::normal::SchemeForm;
use wanted::{Wanted, arrow_field, pair};

/// A column of URLs as it was given.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct Texts {
    chunks: Vec<Chunk>,
}

/// What is known of the schemes, and the codes of errors: put together once for many calls.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct Rules {
    schemes: Schemes,
    codes: Arc<[String]>,
}

#[pymethods]
impl Rules {
    /// ``schemes`` are what is known of each, "" for all others; ``codes`` are sorted.
    #[new]
    #[pyo3(signature = (schemes, codes, /))]
    fn new(schemes: Vec<GivenScheme>, codes: Vec<String>) -> Self {
        Self { schemes: schemes_of(schemes), codes: codes.into() }
    }
}

/// A list or another iterable of str and None, or anything with the Arrow PyCapsule interface, as texts.
#[pyfunction]
#[pyo3(signature = (urls, /))]
pub(crate) fn read_texts(urls: &Bound<'_, PyAny>) -> PyResult<Texts> {
    guarded(|| texts_of(urls))
}

fn texts_of(urls: &Bound<'_, PyAny>) -> PyResult<Texts> {
    match capsule::arrays(urls)? {
        Some(arrays) => Texts::new(&arrays, Chunk::new),
        None => Texts::new(&[items::texts(urls)?], Chunk::new),
    }
}

/// A record batch or a table, as anything with the Arrow PyCapsule interface may be; ``texts`` is read as such.
#[pyfunction]
#[pyo3(signature = (batch, texts, /))]
pub(crate) fn read_table(batch: &Bound<'_, PyAny>, texts: &str) -> PyResult<Table> {
    capsule::table(batch, texts)
}

impl Texts {
    fn new(arrays: &[ArrayRef], read: fn(&ArrayRef) -> Result<Chunk, Stop>) -> PyResult<Self> {
        let mut first = 0;
        let mut chunks = Vec::with_capacity(arrays.len());
        for array in arrays {
            chunks.push(read(array).map_err(|stop| stopped(&stop, first))?);
            first += array.len();
        }
        Ok(Self { chunks })
    }

    /// Each row with its number, but for chunks of nothing but nulls, which may be endless; octets that are not text count
    /// as null.
    fn rows(&self) -> impl Iterator<Item = (usize, Option<&str>)> {
        let mut next = 0;
        self.chunks.iter().flat_map(move |chunk| {
            let first = next;
            next += chunk.len();
            let looked_at = if chunk.is_all_null() { 0 } else { chunk.len() };
            (0..looked_at).map(move |row| (first + row, chunk.text(row)))
        })
    }
}

#[pymethods]
impl Texts {
    fn __len__(&self) -> usize {
        self.chunks.iter().map(Chunk::len).sum()
    }

    /// The text of a row; None is null, or longer than so many octets.
    #[pyo3(signature = (row, longest=None, /))]
    fn text<'py>(&self, py: Python<'py>, row: usize, longest: Option<usize>) -> PyResult<Option<Bound<'py, PyString>>> {
        let mut row = row;
        for chunk in &self.chunks {
            if row < chunk.len() {
                let text = chunk.text(row).filter(|text| longest.is_none_or(|longest| text.len() <= longest));
                return guarded(|| Ok(text.map(|text| PyString::new(py, text))));
            }
            row -= chunk.len();
        }
        Ok(None)
    }

    /// The octets of a row, which may be no text; None is null.
    #[pyo3(signature = (row, /))]
    fn octets<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let mut row = row;
        for chunk in &self.chunks {
            if row < chunk.len() {
                return guarded(|| Ok(chunk.octets(row).map(|octets| PyBytes::new(py, octets))));
            }
            row -= chunk.len();
        }
        Ok(None)
    }

    /// The numbers of the rows whose octets are not text.
    fn not_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows = py.detach(|| {
            let (mut found, mut first) = (Vec::new(), 0);
            for chunk in &self.chunks {
                for row in chunk.not_text() {
                    found.try_reserve(1).map_err(|_| Stop::Memory)?;
                    found.push(first + row);
                }
                first += chunk.len();
            }
            Ok(found)
        });
        let rows = rows.map_err(|stop: Stop| stopped(&stop, 0))?;
        guarded(|| PyList::new(py, rows))
    }

    /// The rows that are text and whose octet in ``flags`` is 1, as a column of this name.
    #[pyo3(signature = (flags, name, layout, /))]
    fn chosen(&self, flags: &Bound<'_, PyBytes>, name: &str, layout: &str) -> PyResult<Table> {
        let octets = flags.as_bytes();
        let chosen = flags.py().detach(|| {
            let mut first = 0;
            let columns = self.chunks.iter().map(|chunk| {
                let before = first;
                first += chunk.len();
                chunk.chosen(|row| octets.get(before + row) == Some(&1))
            });
            columns.collect::<Result<Vec<_>, Stop>>()
        });
        let schema = Arc::new(Schema::new(vec![ArrowField::new(name, DataType::Utf8View, true)]));
        let batches = chosen.map_err(|stop| stopped(&stop, 0))?.into_iter().map(|column| {
            let rows = column.views.len();
            table::with_rows(&schema, vec![views(column)], rows)
        });
        let table = Table::new(schema.clone(), batches.collect::<PyResult<_>>()?);
        layout::in_layout(table, &layout::named(layout)?)
    }

    /// The number and the text of each row of these schemes, given in lower case; of all rows, if None.
    #[pyo3(signature = (schemes, /))]
    #[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
    fn of_schemes<'py>(&self, py: Python<'py>, schemes: Option<Vec<String>>) -> PyResult<Bound<'py, PyList>> {
        const BETWEEN_SIGNALS: usize = 1 << 16;
        let is_asked = |text: &str| {
            let Some(schemes) = &schemes else { return true };
            let scheme = urlmill_core::split::scheme(text.as_bytes());
            let scheme = scheme.map_or(&[][..], |span| span.of(text.as_bytes()));
            schemes.iter().any(|asked| asked.as_bytes().eq_ignore_ascii_case(scheme))
        };
        guarded(|| {
            // One by one, since there may be as many as rows: the list knows what to say where memory ends.
            let found = PyList::empty(py);
            for (row, text) in self.rows() {
                if row % BETWEEN_SIGNALS == BETWEEN_SIGNALS - 1 {
                    py.check_signals()?;
                }
                if let Some(text) = text.filter(|text| is_asked(text)) {
                    found.append((row, text))?;
                }
            }
            Ok(found)
        })
    }

    /// The fields as columns, each with what it needs to know; ``asked`` is whom to ask about a row that only a class can
    /// tell about.
    #[pyo3(signature = (fields, profile, threads, layout, rules, asked))]
    #[expect(clippy::too_many_arguments, reason = "one caller, which has them all at hand")]
    fn split(
        &self,
        py: Python<'_>,
        fields: Vec<(String, Bound<'_, PyAny>)>,
        profile: &str,
        threads: Option<usize>,
        layout: &str,
        rules: &Bound<'_, Rules>,
        asked: Py<PyAny>,
    ) -> PyResult<Table> {
        let wanted =
            fields.into_iter().map(|(name, argument)| Wanted::new(&name, &argument)).collect::<PyResult<Vec<_>>>()?;
        let fields: Vec<_> = wanted.iter().map(Wanted::field).collect();
        let layout = layout::named(layout)?;
        let profile = match profile {
            "lenient" => Profile::Lenient,
            "web" => Profile::Web,
            _ => Profile::Refusing,
        };
        let Rules { schemes, codes } = rules.get();
        let classes =
            PythonClasses::new(codes.clone(), asked, fields.iter().any(|field| matches!(field, Field::Error)));
        let interrupted = Mutex::new(None);
        let work = || -> Result<Table, Failure> {
            let last = Mutex::new(Instant::now());
            let request = Request {
                fields: &fields,
                profile,
                threads,
                schemes,
                classes: &classes,
                codes: &|| classes.codes(),
                may_go_on: &|| may_go_on(&last, &interrupted),
                prepare: &ask_for_huge_pages,
            };
            let columns = urlmill_columns::split(&self.chunks, &request)?;
            let schema = Arc::new(Schema::new(fields.iter().map(|&field| arrow_field(field)).collect::<Vec<_>>()));
            let batches = columns.into_iter().zip(&self.chunks).map(|(columns, chunk)| {
                table::with_rows(&schema, columns.into_iter().map(array).collect::<PyResult<_>>()?, chunk.len())
            });
            let table = Table::new(schema.clone(), batches.collect::<PyResult<_>>()?);
            Ok(layout::in_layout(table, &layout)?)
        };
        let result = py.detach(work);
        finished(result, &interrupted, &classes.error)
    }
}

/// The result, or the error: that of a signal, or that of a class, where one of those has stopped the work.
fn finished(
    result: Result<Table, Failure>,
    interrupted: &Mutex<Option<PyErr>>,
    of_class: &Mutex<Option<PyErr>>,
) -> PyResult<Table> {
    let taken = |kept: &Mutex<Option<PyErr>>| kept.lock().ok().and_then(|mut kept| kept.take());
    result
        .map_err(|failure| match failure {
            Failure::Stop(Stop::Interrupted) => taken(interrupted),
            Failure::Stop(Stop::Class) => taken(of_class),
            Failure::Stop(stop) => Some(stopped(&stop, 0)),
            Failure::Python(error) => Some(error),
        })
        .map_err(|error| error.unwrap_or_else(|| PySystemError::new_err("urlmill: stopped for no reason")))
}

enum Failure {
    Stop(Stop),
    Python(PyErr),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        Self::Stop(stop)
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self::Python(error)
    }
}

/// Whether the user has not pressed Ctrl-C. Asked seldom: to attach may mean to wait for whoever holds the interpreter.
fn may_go_on(last: &Mutex<Instant>, interrupted: &Mutex<Option<PyErr>>) -> bool {
    const OFTEN_ENOUGH: Duration = Duration::from_millis(50);
    let Ok(mut last) = last.lock() else { return false };
    if last.elapsed() < OFTEN_ENOUGH {
        return true;
    }
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method alone is not general enough")]
    let result = Python::try_attach(|py| py.check_signals());
    *last = Instant::now();
    // When the interpreter ends, a signal is no concern of ours; a daemon thread does not get past the end of `detach`.
    let Some(result) = result else { return true };
    match (result, interrupted.lock()) {
        (Ok(()), _) => true,
        (Err(error), Ok(mut kept)) => {
            *kept = Some(error);
            false
        }
        (Err(_), Err(_)) => false,
    }
}

/// Name, rules, whether its class is plain, whether it joins plainly; and of what normal forms follow from, the default
/// port, whether there are dot segments, whether there must be a host.
type GivenScheme = (String, u32, bool, bool, Option<(Option<u16>, bool, bool)>);

fn schemes_of(given: Vec<GivenScheme>) -> Schemes {
    let (others, known): (Vec<_>, Vec<_>) = given
        .into_iter()
        .map(|(name, rules, is_plain, joins_plainly, form)| {
            let form = form.map(|(default_port, has_dot_segments, needs_host)| SchemeForm {
                default_port,
                has_dot_segments,
                needs_host,
            });
            SchemeRules { name, rules, is_plain, joins_plainly, form }
        })
        .partition(|scheme| scheme.name.is_empty());
    let nothing = SchemeRules { name: String::new(), rules: 0, is_plain: false, joins_plainly: false, form: None };
    let others = others.into_iter().next().unwrap_or(nothing);
    Schemes::new(known, others)
}

fn array(column: Column) -> PyResult<ArrayRef> {
    Ok(match column {
        Column::Text(text) => views(text),
        Column::UInt16(array) => Arc::new(array),
        Column::UInt32(array) => Arc::new(array),
        Column::UInt64(array) => Arc::new(array),
        Column::Float64(array) => Arc::new(array),
        Column::Clock(array) => Arc::new(array),
        Column::Time(array) => Arc::new(array),
        Column::Code(array) => Arc::new(array),
        Column::Bool(array) => Arc::new(array),
        Column::Fingerprint(array) => Arc::new(array),
        Column::Items(items) => {
            let pairs = StructArray::try_new(pair(), vec![views(items.names), views(items.values)], None);
            let pairs = Arc::new(pairs.map_err(capsule::arrow_error)?);
            let field = Arc::new(ArrowField::new_list_field(DataType::Struct(pair()), true));
            Arc::new(ListArray::try_new(field, items.offsets, pairs, items.nulls).map_err(capsule::arrow_error)?)
        }
    })
}

fn views(text: TextColumn) -> ArrayRef {
    // SAFETY: the kernels make views into the buffers they name, from one ASCII delimiter of a UTF-8 text to another, or
    // of text they have made. That a row is UTF-8, and within its buffer, they have seen as they read it; the kernels' own
    // tests have every view looked at, which here would take as long as the rest.
    Arc::new(unsafe { StringViewArray::new_unchecked(text.views, text.buffers.into(), text.nulls) })
}
