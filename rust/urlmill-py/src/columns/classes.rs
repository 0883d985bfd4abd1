//! What the kernels ask of the Python classes, from whatever thread.

use crate::panics::guarded;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, Mutex};
use urlmill_columns::{Classes, Domain, Section, Stop};
use urlmill_core::normal::Level;

pub(super) struct PythonClasses {
    /// Sorted.
    known: Arc<[String]>,
    /// Codes of a user's own classes, in the order they were met.
    others: Mutex<Vec<String>>,
    /// Has a method for each question.
    asked: Py<PyAny>,
    /// What a class has raised that is no `URLError`; the first one stops the work.
    pub(super) error: Mutex<Option<PyErr>>,
}

impl PythonClasses {
    pub(super) fn new(known: Arc<[String]>, asked: Py<PyAny>) -> Self {
        Self { known, others: Mutex::default(), asked, error: Mutex::default() }
    }

    pub(super) fn codes(&self) -> Vec<String> {
        let others = self.others.lock().map(|others| others.clone()).unwrap_or_default();
        self.known.iter().cloned().chain(others).collect()
    }

    fn number_of(&self, code: &str) -> Option<i16> {
        if let Ok(number) = self.known.binary_search_by(|known| known.as_str().cmp(code)) {
            return i16::try_from(number).ok();
        }
        let mut others = self.others.lock().ok()?;
        let number = others.iter().position(|other| other == code).unwrap_or_else(|| {
            others.push(code.to_owned());
            others.len() - 1
        });
        i16::try_from(self.known.len() + number).ok()
    }

    fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Result<T, Stop> {
        Python::attach(|py| guarded(|| question(py))).map_err(|error| {
            if let Ok(mut kept) = self.error.lock() {
                kept.get_or_insert(error);
            }
            Stop::Class
        })
    }
}

impl Classes for PythonClasses {
    fn fault(&self, text: &str) -> Result<Option<(i16, u32)>, Stop> {
        let found: Option<(String, u32)> =
            self.ask(|py| self.asked.bind(py).call_method1(intern!(py, "fault"), (text,))?.extract())?;
        let Some((code, at)) = found else { return Ok(None) };
        Ok(self.number_of(&code).map(|number| (number, at)))
    }

    fn lowered(&self, host: &str) -> Result<String, Stop> {
        self.ask(|py| PyString::new(py, host).call_method0(intern!(py, "lower"))?.extract())
    }

    fn domain(&self, text: &str, part: Domain, section: Section) -> Result<Option<String>, Stop> {
        self.ask(|py| {
            let name = match part {
                Domain::Registrable => intern!(py, "registrable_domain"),
                Domain::Suffix => intern!(py, "public_suffix"),
            };
            self.asked.bind(py).call_method1(name, (text, section == Section::All))?.extract()
        })
    }

    fn normal(&self, text: &str, level: Level) -> Result<Option<String>, Stop> {
        let level = match level {
            Level::Syntax => "syntax",
            Level::Scheme => "scheme",
        };
        self.ask(|py| self.asked.bind(py).call_method1(intern!(py, "normal"), (text, level))?.extract())
    }

    fn joined(&self, base: &str, reference: &str) -> Result<Option<String>, Stop> {
        self.ask(|py| self.asked.bind(py).call_method1(intern!(py, "joined"), (base, reference))?.extract())
    }

    fn number(&self, code: &'static str) -> i16 {
        self.number_of(code).unwrap_or_default()
    }
}
