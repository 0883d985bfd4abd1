//! Columns of bool.

use super::table::with_rows;
use super::{Table, stopped};
use arrow_array::BooleanArray;
use arrow_buffer::{BooleanBuffer, Buffer};
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::Arc;
use urlmill_columns::memory::packed;
use urlmill_columns::nulls_of_bits;

/// A column of bool of this name, with a row for each octet: 0 is false, 1 is true, anything else is null.
#[pyfunction]
#[pyo3(signature = (flags, name, /))]
pub(crate) fn read_flags(flags: &Bound<'_, PyBytes>, name: &str) -> PyResult<Table> {
    let octets = flags.as_bytes();
    let bits = |of: fn(u8) -> bool| {
        packed(octets.iter().map(|octet| of(*octet)), octets.len()).map_err(|stop| stopped(&stop, 0))
    };
    let values = BooleanBuffer::new(Buffer::from_vec(bits(|octet| octet == 1)?), 0, octets.len());
    let nulls = nulls_of_bits(bits(|octet| octet < 2)?, octets.len());
    let schema = Arc::new(Schema::new(vec![Field::new(name, DataType::Boolean, true)]));
    let batch = with_rows(&schema, vec![Arc::new(BooleanArray::new(values, nulls))], octets.len())?;
    Ok(Table::new(schema, vec![batch]))
}
