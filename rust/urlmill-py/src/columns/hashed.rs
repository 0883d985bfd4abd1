//! Fingerprints by the column, and the flags that come of them.

use super::table::with_rows;
use super::{Table, Texts, stopped};
use arrow_array::BooleanArray;
use arrow_buffer::{BooleanBuffer, Buffer as ArrowBuffer};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::memory::packed;
use urlmill_columns::{Answer, Forms, fingerprints as of_rows, nulls_of_bits};
use urlmill_core::Buffer;
use urlmill_core::canonical::Normal;
use urlmill_core::canonical::crawl::crawl_form;
use urlmill_core::canonical::fingerprint::LEN;
use urlmill_core::canonical::w3lib::{Options, w3lib_form};
use urlmill_core::web;

/// The fingerprint of each row, one behind the other; and an octet for each: 0 if it is null, 1 if its fingerprint is there,
/// 2 if its canonical form has to be asked for.
#[pyfunction]
#[pyo3(signature = (texts, level, switches, person, salt, threads, /))]
pub(crate) fn fingerprints<'py>(
    texts: &Bound<'py, Texts>,
    level: &str,
    switches: u32,
    person: &str,
    salt: &str,
    threads: usize,
) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
    if person.len().max(salt.len()) > LEN {
        return Err(PyValueError::new_err("person and salt have 16 octets at most"));
    }
    let options = Options { keep_blank_values: true, keep_fragments: false };
    let write = |text: &[u8], out: &mut Buffer| match level {
        "w3lib" => w3lib_form(text, options, out),
        "crawl" => crawl_form(text, switches, out),
        "web" => web::parse(text, None, out).map_or(Normal::Ask, |_| Normal::Changed),
        _ => Normal::Ask,
    };
    let forms = Forms { write: &write, person: person.as_bytes(), salt: salt.as_bytes() };
    let py = texts.py();
    let chunks = &texts.get().chunks;
    let found = py.detach(|| of_rows(chunks, forms, threads)).map_err(|stop| stopped(&stop, 0))?;
    let octets = PyBytes::new_with(py, found.octets.len(), |octets| {
        octets.copy_from_slice(&found.octets);
        Ok(())
    })?;
    let answers = PyBytes::new_with(py, found.answers.len(), |octets| {
        octets.iter_mut().zip(&found.answers).for_each(|(octet, answer)| {
            *octet = match answer {
                Answer::Null => 0,
                Answer::Known => 1,
                Answer::Ask => 2,
            };
        });
        Ok(())
    })?;
    Ok((octets, answers))
}

/// A column of bool of this name, with a row for each octet: 0 is false, 1 is true, anything else is null.
#[pyfunction]
#[pyo3(signature = (flags, name, /))]
pub(crate) fn read_flags(flags: &Bound<'_, PyBytes>, name: &str) -> PyResult<Table> {
    let octets = flags.as_bytes();
    let bits = |of: fn(u8) -> bool| {
        packed(octets.iter().map(|octet| of(*octet)), octets.len()).map_err(|stop| stopped(&stop, 0))
    };
    let values = BooleanBuffer::new(ArrowBuffer::from_vec(bits(|octet| octet == 1)?), 0, octets.len());
    let nulls = nulls_of_bits(bits(|octet| octet < 2)?, octets.len());
    let schema = Arc::new(Schema::new(vec![Field::new(name, DataType::Boolean, true)]));
    let batch = with_rows(&schema, vec![Arc::new(BooleanArray::new(values, nulls))], octets.len())?;
    Ok(Table::new(schema, vec![batch]))
}
