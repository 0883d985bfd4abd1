//! The memory of what was seen, for Python.

use crate::panics::guarded;
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use std::sync::{Mutex, PoisonError};
use urlmill_core::seen::{Fingerprint, OutOfMemory, Seen};

/// Fingerprints in Python are 16 octets each, one behind the other.
const WIDTH: usize = size_of::<Fingerprint>();

/// A set of fingerprints, with counts if they are asked for. Threads may share it.
#[pyclass(module = "urlmill._native", frozen)]
pub(crate) struct FingerprintSet {
    seen: Mutex<Seen>,
    is_counted: bool,
}

#[pymethods]
impl FingerprintSet {
    #[new]
    #[pyo3(signature = (counted=false, /))]
    fn new(counted: bool) -> Self {
        Self { seen: Mutex::new(Seen::new(counted)), is_counted: counted }
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.with(py, |seen| seen.len())
    }

    /// How many octets of memory the fingerprints take.
    fn size(&self, py: Python<'_>) -> usize {
        self.with(py, |seen| seen.size())
    }

    /// Adds them; for each an octet, 1 if it is the first of its kind.
    #[pyo3(signature = (fingerprints, threads=1, /))]
    fn add<'py>(&self, fingerprints: &Bound<'py, PyBytes>, threads: usize) -> PyResult<Bound<'py, PyBytes>> {
        let py = fingerprints.py();
        let octets = whole(fingerprints)?;
        let is_new = self.with(py, |seen| {
            let all = read(octets)?;
            let mut is_new = filled(all.len(), false)?;
            seen.add_on(threads, &all, &mut is_new)?;
            Ok(is_new)
        });
        as_octets(py, &is_new.map_err(raised)?)
    }

    /// For each an octet, 1 if it has been added.
    #[pyo3(signature = (fingerprints, /))]
    fn find<'py>(&self, fingerprints: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyBytes>> {
        let py = fingerprints.py();
        let counts = self.counted(fingerprints)?;
        as_octets(py, &counts.into_iter().map(|count| count > 0).collect::<Vec<_>>())
    }

    /// How often each was added; without counts, 1 for those that were.
    #[pyo3(signature = (fingerprints, /))]
    fn counts<'py>(&self, fingerprints: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyList>> {
        let counts = self.counted(fingerprints)?;
        guarded(|| PyList::new(fingerprints.py(), counts))
    }

    /// Adds what was counted elsewhere.
    #[pyo3(signature = (fingerprints, counts, /))]
    fn add_counted(&self, fingerprints: &Bound<'_, PyBytes>, counts: Vec<u32>) -> PyResult<()> {
        let octets = whole(fingerprints)?;
        if octets.len() / WIDTH != counts.len() {
            return Err(PyValueError::new_err("expected a count for each fingerprint"));
        }
        let added = self.with(fingerprints.py(), |seen| {
            let all = read(octets)?;
            all.into_iter().zip(counts).filter(|&(_, count)| count > 0).try_for_each(|(each, count)| {
                seen.add_counted(each, count)?;
                Ok(())
            })
        });
        added.map_err(raised)
    }

    /// All that begin with an octet, in order; and their counts, if they are counted.
    #[pyo3(signature = (first, /))]
    fn of_shard<'py>(&self, py: Python<'py>, first: u8) -> PyResult<(Bound<'py, PyBytes>, Option<Bound<'py, PyList>>)> {
        let (octets, counts) = self
            .with(py, |seen| {
                let (mut octets, mut counts) = (Vec::new(), Vec::new());
                for (each, count) in seen.of_shard(first) {
                    octets.try_reserve(WIDTH).map_err(|_| OutOfMemory)?;
                    octets.extend_from_slice(&each.to_be_bytes());
                    if self.is_counted {
                        counts.try_reserve(1).map_err(|_| OutOfMemory)?;
                        counts.push(count);
                    }
                }
                Ok((octets, counts))
            })
            .map_err(raised)?;
        let counts = if self.is_counted { Some(guarded(|| PyList::new(py, counts))?) } else { None };
        Ok((guarded(|| Ok(PyBytes::new(py, &octets)))?, counts))
    }
}

impl FingerprintSet {
    /// Without the interpreter, since another thread may have the set for a while.
    fn with<T: Send>(&self, py: Python<'_>, body: impl FnOnce(&mut Seen) -> T + Send) -> T {
        py.detach(|| body(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn counted(&self, fingerprints: &Bound<'_, PyBytes>) -> PyResult<Vec<u32>> {
        let octets = whole(fingerprints)?;
        let counts = self.with(fingerprints.py(), |seen| {
            let all = read(octets)?;
            let mut counts = filled(all.len(), 0)?;
            counts.iter_mut().zip(all).for_each(|(count, each)| *count = seen.count(each));
            Ok(counts)
        });
        counts.map_err(raised)
    }
}

fn whole<'a>(fingerprints: &'a Bound<'_, PyBytes>) -> PyResult<&'a [u8]> {
    let octets = fingerprints.as_bytes();
    if octets.len() % WIDTH == 0 {
        return Ok(octets);
    }
    Err(PyValueError::new_err(format!("expected fingerprints of {WIDTH} octets each, got {} octets", octets.len())))
}

fn read(octets: &[u8]) -> Result<Vec<Fingerprint>, OutOfMemory> {
    let mut all = Vec::new();
    all.try_reserve_exact(octets.len() / WIDTH).map_err(|_| OutOfMemory)?;
    all.extend(octets.as_chunks().0.iter().map(|chunk| Fingerprint::from_be_bytes(*chunk)));
    Ok(all)
}

fn filled<T: Clone>(length: usize, value: T) -> Result<Vec<T>, OutOfMemory> {
    let mut made = Vec::new();
    made.try_reserve_exact(length).map_err(|_| OutOfMemory)?;
    made.resize(length, value);
    Ok(made)
}

fn as_octets<'py>(py: Python<'py>, flags: &[bool]) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, flags.len(), |octets| {
        octets.iter_mut().zip(flags).for_each(|(octet, flag)| *octet = u8::from(*flag));
        Ok(())
    })
}

fn raised(_: OutOfMemory) -> PyErr {
    PyMemoryError::new_err("there is too little memory to remember more")
}
