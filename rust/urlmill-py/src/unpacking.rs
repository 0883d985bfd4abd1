//! gzip for Python: packed octets in, whole lines out.

use pyo3::exceptions::{PyEOFError, PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use urlmill_columns::Unpacking;

/// Unpacks gzip, one member after the other.
#[pyclass(module = "urlmill._native")]
pub(crate) struct Inflater {
    inflater: urlmill_columns::Inflater,
}

#[pymethods]
impl Inflater {
    #[new]
    fn new() -> Self {
        Self { inflater: urlmill_columns::Inflater::default() }
    }

    /// Unpacks what is in ``packed`` from ``start`` on, until there are whole lines of at least ``size`` octets, or the
    /// beginning of one of more than ``longest``: how far it came, and these; None if it takes more of what is packed.
    /// Raises ValueError if that is broken.
    #[pyo3(signature = (packed, start, size, longest, /))]
    fn unpack<'py>(
        &mut self,
        packed: &Bound<'py, PyBytes>,
        start: usize,
        size: usize,
        longest: usize,
    ) -> PyResult<(usize, Option<Bound<'py, PyBytes>>)> {
        let py = packed.py();
        let rest = packed.as_bytes().get(start..).unwrap_or_default();
        let inflater = &mut self.inflater;
        let (used, end) = py.detach(|| inflater.unpack(rest, size, longest)).map_err(raised)?;
        let lines = end.map(|end| {
            let lines = PyBytes::new(py, &self.inflater.rest()[..end]);
            self.inflater.take(end);
            lines
        });
        Ok((start + used, lines))
    }

    /// What was unpacked and not given yet.
    fn rest<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let rest = PyBytes::new(py, self.inflater.rest());
        self.inflater.take(usize::MAX);
        rest
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
        Unpacking::Stopped(_) => PyMemoryError::new_err("there is too little memory to unpack a line"),
    }
}
