//! What is raised where the kernels stop, or where Arrow data from outside is wrong.

use crate::panics::guarded_or;
use arrow_schema::DataType;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PySystemError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use urlmill_columns::Stop;

/// Why a column whose rows are counted from `first` on could not be read or made.
pub(super) fn stopped(stop: &Stop, first: usize) -> PyErr {
    match stop {
        Stop::Type(kind) => not_text(kind),
        Stop::TooLong { row } => {
            PyOverflowError::new_err(format!("row {} is longer than 2 GiB, which no string view can hold", first + row))
        }
        Stop::Malformed | Stop::NotText { .. } => not_well_formed(what_is_wrong(stop)),
        Stop::Profile(name) => PyValueError::new_err(format!("the field {name:?} is of profile 'web' alone")),
        Stop::Memory => too_little_memory(),
        Stop::TooMuch => PyOverflowError::new_err("a row is longer than 2 GiB now, which no string view can hold"),
        Stop::Interrupted | Stop::Class => PySystemError::new_err("urlmill: stopped"),
        Stop::Panicked => PySystemError::new_err("urlmill: reading a column panicked; please report it"),
        Stop::Arrow(error) => PyValueError::new_err(error.to_string()),
    }
}

pub(super) fn not_well_formed(words: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data is not well formed: {words}"))
}

/// With an array that could be read.
pub(super) fn what_is_wrong(stop: &Stop) -> String {
    match stop {
        Stop::NotText { row } => {
            format!("expected UTF-8 in a column of text, got other octets in row {row}; cast the column to binary")
        }
        _ => "a row points to where no such text is".to_owned(),
    }
}

pub(super) fn too_little_memory() -> PyErr {
    PyMemoryError::new_err("there is too little memory for a column with so many rows")
}

/// What `make` makes of data from outside. Where arrow-rs panics, it is not what Arrow asks for.
pub(super) fn without_panic<T>(make: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    guarded_or(make, || not_well_formed("it does not hold together"))
}

fn not_text(kind: &DataType) -> PyErr {
    let hint = if matches!(kind, DataType::Struct(_)) { "; of a table, give one column" } else { "" };
    PyTypeError::new_err(format!("a column of URLs holds text, not {kind}{hint}"))
}
