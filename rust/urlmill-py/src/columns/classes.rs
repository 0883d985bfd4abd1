//! What the kernels ask of the Python classes, from whatever thread.

use crate::ended;
use crate::panics::guarded;
use crate::text::copied;
use pyo3::exceptions::{PyOverflowError, PySystemError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use urlmill_columns::{Classes, Domain, Section, Stop};
use urlmill_core::normal::Level;

pub(super) struct PythonClasses {
    /// Sorted.
    known: Arc<[String]>,
    /// Codes of a user's own classes, with the order they were met in; `None` if codes are not asked for.
    others: Option<Mutex<HashMap<String, usize>>>,
    /// Has a method for each question.
    asked: Py<PyAny>,
    /// What a class has raised besides `URLError`; the first one stops the work.
    pub(super) error: Mutex<Option<PyErr>>,
}

/// The keys of a column of codes have 15 bits.
const TOO_MANY_CODES: &str = "a column has at most 32,768 codes of errors; the classes of these URLs have more";

impl PythonClasses {
    pub(super) fn new(known: Arc<[String]>, asked: Py<PyAny>, wants_codes: bool) -> Self {
        Self { known, others: wants_codes.then(Mutex::default), asked, error: Mutex::default() }
    }

    pub(super) fn codes(&self) -> Vec<String> {
        let mut codes = self.known.to_vec();
        if let Some(Ok(others)) = self.others.as_ref().map(Mutex::lock) {
            let mut others: Vec<_> = others.iter().collect();
            others.sort_unstable_by_key(|(_, number)| **number);
            codes.extend(others.into_iter().map(|(code, _)| code.clone()));
        }
        codes
    }

    /// `None` if there are more codes than numbers.
    fn number_of(&self, code: &str) -> Option<i16> {
        if let Ok(number) = self.known.binary_search_by(|known| known.as_str().cmp(code)) {
            return i16::try_from(number).ok();
        }
        let Some(others) = &self.others else { return Some(0) };
        let mut others = others.lock().ok()?;
        if let Some(&number) = others.get(code) {
            return i16::try_from(number).ok();
        }
        let number = self.known.len() + others.len();
        let found = i16::try_from(number).ok()?;
        others.insert(code.to_owned(), number);
        Some(found)
    }

    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Stop> {
        let ending = || Err(PySystemError::new_err("urlmill: the interpreter is ending"));
        Python::try_attach(|py| guarded(|| question(py))).unwrap_or_else(ending).map_err(|error| {
            if let Ok(mut kept) = self.error.lock() {
                kept.get_or_insert(error);
            }
            Stop::Class
        })
    }
}

impl PythonClasses {
    /// What a method of whom we ask says.
    fn asked<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyString>,
        arguments: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
    ) -> PyResult<Bound<'py, PyAny>> {
        ended::call(&self.asked.bind(py).getattr(name)?, &arguments.into_pyobject(py)?, None)
    }
}

impl Classes for PythonClasses {
    fn fault(&self, text: &str) -> Result<Option<(i16, u32)>, Stop> {
        let found: Option<(String, u32)> = self.ask(|py| self.asked(py, intern!(py, "fault"), (text,))?.extract())?;
        let Some((code, at)) = found else { return Ok(None) };
        match self.number_of(&code) {
            Some(number) => Ok(Some((number, at))),
            None => self.ask(|_| Err(PyOverflowError::new_err(TOO_MANY_CODES))),
        }
    }

    fn lowered(&self, host: &str) -> Result<String, Stop> {
        self.ask(|py| copied(PyString::new(py, host).call_method0(intern!(py, "lower"))?.cast()?))
    }

    fn domain(&self, text: &str, part: Domain, section: Section) -> Result<Option<String>, Stop> {
        self.ask(|py| {
            let name = match part {
                Domain::Registrable => intern!(py, "registrable_domain"),
                Domain::Suffix => intern!(py, "public_suffix"),
            };
            text_or_none(&self.asked(py, name, (text, section == Section::All))?)
        })
    }

    fn normal(&self, text: &str, level: Level) -> Result<Option<String>, Stop> {
        self.ask(|py| text_or_none(&self.asked(py, intern!(py, "normal"), (text, level.name()))?))
    }

    fn canonical(&self, text: &str) -> Result<Option<String>, Stop> {
        self.ask(|py| text_or_none(&self.asked(py, intern!(py, "canonical"), (text,))?))
    }

    fn joined(&self, base: &str, reference: &str) -> Result<Option<String>, Stop> {
        self.ask(|py| text_or_none(&self.asked(py, intern!(py, "joined"), (base, reference))?))
    }

    fn number(&self, code: &'static str) -> i16 {
        self.number_of(code).unwrap_or_default()
    }
}

fn text_or_none(answer: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if answer.is_none() { Ok(None) } else { copied(answer.cast()?).map(Some) }
}
