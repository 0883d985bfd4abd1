//! gzip for Python.

use pyo3::exceptions::{PyEOFError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use urlmill_columns::Unpacking;

/// Unpacks gzip, one member after the other.
#[pyclass(module = "urlmill._native")]
pub(crate) struct Inflater {
    inflater: urlmill_columns::Inflater,
    /// Kept for its memory.
    unpacked: Vec<u8>,
}

#[pymethods]
impl Inflater {
    #[new]
    fn new() -> Self {
        Self { inflater: urlmill_columns::Inflater::default(), unpacked: Vec::new() }
    }

    /// Unpacks about ``most`` octets of what is in ``packed`` from ``start`` on: how far it came, and these. If there are
    /// none, it takes more of what is packed. Raises ValueError where that is broken.
    #[pyo3(signature = (packed, start, most, /))]
    fn unpack<'py>(
        &mut self,
        packed: &Bound<'py, PyBytes>,
        start: usize,
        most: usize,
    ) -> PyResult<(usize, Bound<'py, PyBytes>)> {
        let py = packed.py();
        let rest = packed.as_bytes().get(start..).unwrap_or_default();
        let Self { inflater, unpacked } = self;
        unpacked.clear();
        let used = py.detach(|| inflater.unpack(rest, unpacked, most)).map_err(raised)?;
        Ok((start + used, PyBytes::new(py, unpacked)))
    }

    /// Raises EOFError if more should follow.
    fn finish(&self) -> PyResult<()> {
        self.inflater.finish().map_err(raised)
    }
}

fn raised(why: Unpacking) -> PyErr {
    match why {
        Unpacking::Ended => PyEOFError::new_err("the packed data ends in the middle"),
        Unpacking::Broken(words) => PyValueError::new_err(words),
        Unpacking::Stopped(_) => PyMemoryError::new_err("there is too little memory to unpack more"),
    }
}
