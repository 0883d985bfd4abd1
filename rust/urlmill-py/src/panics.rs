//! No panic gets into Python as anything but an ordinary exception.

use pyo3::exceptions::{PyMemoryError, PySystemError};
use pyo3::prelude::*;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What PyO3 says where the interpreter gave it no object, which happens for want of memory.
const NO_OBJECT: &str = "PyObject pointer is null";

/// What `body` returns, or the exception that its panic is to Python.
#[inline]
pub(crate) fn guarded<T>(body: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    guarded_or(body, unknown)
}

/// The same, where it is known what a panic means that is not for want of memory.
#[inline]
pub(crate) fn guarded_or<T>(body: impl FnOnce() -> PyResult<T>, known: impl FnOnce() -> PyErr) -> PyResult<T> {
    let made = || body().inspect_err(make_now);
    catch_unwind(AssertUnwindSafe(made)).unwrap_or_else(|panic| Err(told(panic.as_ref(), known)))
}

/// PyO3 makes an exception when it is raised. A panic there, for want of memory, would end the process.
#[cold]
fn make_now(error: &PyErr) {
    Python::attach(|py| error.value(py).is_none());
}

/// What a panic is that was caught elsewhere.
#[cold]
pub(crate) fn panicked(panic: &(dyn Any + Send)) -> PyErr {
    told(panic, unknown)
}

#[cold]
fn told(panic: &(dyn Any + Send), known: impl FnOnce() -> PyErr) -> PyErr {
    if panic.downcast_ref::<&str>() == Some(&NO_OBJECT) { PyMemoryError::new_err(()) } else { known() }
}

/// No panic is known but for want of memory; should one come, it is an error like any other.
fn unknown() -> PyErr {
    PySystemError::new_err("urlmill panicked; please report the call and its input")
}
