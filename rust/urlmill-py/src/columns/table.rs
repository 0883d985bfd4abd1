//! Record batches, as Python sees them.

use super::{Texts, capsule, items, layout, stopped};
use crate::ended;
use crate::panics::{guarded, guarded_or};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeBinaryArray, RecordBatch, RecordBatchOptions, StructArray};
use arrow_schema::{DataType, Field, FieldRef, Schema, SchemaRef, TimeUnit};
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyList, PyTuple};
use std::sync::Arc;
use urlmill_columns::Chunk;
use urlmill_columns::memory::probe;
use urlmill_core::canonical::fingerprint::LEN;

/// Columns of the same length, in one batch for each chunk of the input.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct Table {
    pub(super) schema: SchemaRef,
    pub(super) batches: Vec<RecordBatch>,
    /// The number of each batch's first row.
    firsts: Vec<usize>,
}

/// One of them.
#[pyclass(frozen, module = "urlmill._native")]
pub(crate) struct TableColumn {
    field: FieldRef,
    arrays: Vec<ArrayRef>,
}

impl Table {
    pub(super) fn new(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        let firsts = batches.iter().scan(0, |next, batch| {
            let first = *next;
            *next += batch.num_rows();
            Some(first)
        });
        Self { firsts: firsts.collect(), schema, batches }
    }

    fn index(&self, name: &str) -> PyResult<usize> {
        self.schema.index_of(name).map_err(|_| PyKeyError::new_err(name.to_owned()))
    }

    fn place(&self, row: usize) -> Option<(&RecordBatch, usize)> {
        let place = self.firsts.partition_point(|&first| first <= row).checked_sub(1)?;
        let row = row - self.firsts[place];
        self.batches.get(place).filter(|batch| row < batch.num_rows()).map(|batch| (batch, row))
    }

    fn as_requested(&self, schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<Self> {
        let Some(DataType::Struct(fields)) = capsule::requested(schema)?.map(|field| field.data_type().clone()) else {
            return Ok(Self::new(self.schema.clone(), self.batches.clone()));
        };
        let wanted: Vec<DataType> = self
            .schema
            .fields()
            .iter()
            .map(|own| fields.find(own.name()).map_or(own.data_type(), |(_, field)| field.data_type()).clone())
            .collect();
        layout::converted(self, &wanted)
    }

    fn field(&self) -> FieldRef {
        let kind = DataType::Struct(self.schema.fields().clone());
        Arc::new(Field::new("", kind, false).with_metadata(self.schema.metadata().clone()))
    }
}

#[pymethods]
impl Table {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| PyList::new(py, self.schema.fields().iter().map(|field| field.name().as_str())))
    }

    /// Their types, as pyarrow names them.
    #[getter]
    fn types<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        guarded(|| PyList::new(py, self.schema.fields().iter().map(|field| type_name(field.data_type()))))
    }

    /// A value as a Python object; ... for what is of a type that none of our columns has.
    #[pyo3(signature = (name, row, /))]
    fn value<'py>(&self, py: Python<'py>, name: &str, row: usize) -> PyResult<Bound<'py, PyAny>> {
        let index = self.index(name)?;
        let (batch, row) = self.place(row).ok_or_else(|| PyValueError::new_err("there is no such row"))?;
        guarded(|| items::value(py, batch.column(index), row))
    }

    /// The values of a column as Python objects.
    #[pyo3(signature = (name, /))]
    fn values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let index = self.index(name)?;
        guarded(|| {
            let values = PyList::empty(py);
            for column in self.batches.iter().map(|batch| batch.column(index)) {
                (0..column.len()).try_for_each(|row| values.append(items::value(py, column, row)?))?;
            }
            Ok(values)
        })
    }

    /// The first row where a column is not null.
    #[pyo3(signature = (name, /))]
    fn first_present(&self, name: &str) -> PyResult<Option<usize>> {
        let index = self.index(name)?;
        let mut first = 0;
        for batch in &self.batches {
            let row = match batch.column(index).nulls() {
                Some(nulls) => nulls.valid_indices().next(),
                None => (batch.num_rows() > 0).then_some(0),
            };
            if let Some(row) = row {
                return Ok(Some(first + row));
            }
            first += batch.num_rows();
        }
        Ok(None)
    }

    /// The values of a column of sixteen octets each, one behind the other, zeros for nulls; and an octet for each row, 1 if
    /// it is not null.
    #[pyo3(signature = (name, /))]
    fn octets<'py>(&self, py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let index = self.index(name)?;
        let columns = || self.batches.iter().filter_map(|batch| fingerprints(batch.column(index)));
        let rows: usize = columns().map(Array::len).sum();
        let values = PyBytes::new_with(py, rows * LEN, |mut place| {
            for column in columns() {
                let here;
                (here, place) = place.split_at_mut(column.len() * LEN);
                here.copy_from_slice(&column.value_data()[..here.len()]);
            }
            Ok(())
        })?;
        let flags = PyBytes::new_with(py, rows, |place| {
            let all = columns().flat_map(|column| (0..column.len()).map(|row| column.is_valid(row)));
            place.iter_mut().zip(all).for_each(|(flag, is_valid)| *flag = u8::from(is_valid));
            Ok(())
        })?;
        Ok((values, flags))
    }

    /// A column as texts.
    #[pyo3(signature = (name, /))]
    fn texts(&self, name: &str) -> PyResult<Texts> {
        let index = self.index(name)?;
        let arrays: Vec<_> = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
        Texts::new(&arrays, Chunk::carried)
    }

    /// These columns alone, under these names.
    #[pyo3(signature = (names, /))]
    #[expect(clippy::needless_pass_by_value, reason = "taken out of Python objects")]
    fn select(&self, names: Vec<(String, String)>) -> PyResult<Self> {
        let indices = names.iter().map(|(name, _)| self.index(name)).collect::<PyResult<Vec<_>>>()?;
        let fields =
            indices.iter().zip(&names).map(|(&index, (_, name))| self.schema.field(index).clone().with_name(name));
        let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), self.schema.metadata().clone());
        let schema = Arc::new(schema);
        let batches = self.batches.iter().map(|batch| {
            let columns = indices.iter().map(|&index| batch.column(index).clone()).collect();
            with_rows(&schema, columns, batch.num_rows())
        });
        Ok(Self::new(schema.clone(), batches.collect::<PyResult<_>>()?))
    }

    /// These columns, and those of ``other``, which has as many rows in the same chunks.
    #[pyo3(signature = (other, /))]
    fn beside(&self, other: &Bound<'_, Self>) -> PyResult<Self> {
        let other = other.get();
        let fields = self.schema.fields().iter().chain(other.schema.fields()).cloned();
        let schema = Schema::new_with_metadata(fields.collect::<Vec<_>>(), self.schema.metadata().clone());
        let schema = Arc::new(schema);
        let batches = self.batches.iter().zip(&other.batches).map(|(one, two)| {
            let columns = one.columns().iter().chain(two.columns()).cloned().collect();
            with_rows(&schema, columns, one.num_rows())
        });
        Ok(Self::new(schema.clone(), batches.collect::<PyResult<_>>()?))
    }

    /// These columns, and one that is null but for ``items``: numbers of rows, in order, and values. ``kind`` is one of
    /// "text", "int", "bool" and "list".
    #[pyo3(signature = (name, kind, layout, items, /))]
    fn with_items(&self, name: &str, kind: &str, layout: &str, items: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = items.py();
        let kind = items::type_of(kind)?;
        let items = ended::items(items)?.map(|item| item?.extract::<(usize, Py<PyAny>)>());
        let mut items = items.peekable();
        let mut first = 0;
        let schema = Arc::new(Schema::new(vec![Field::new(name, kind.clone(), true)]));
        let mut batches = Vec::with_capacity(self.batches.len());
        for batch in &self.batches {
            let rows = batch.num_rows();
            let column = items::sparse(&kind, first, rows, &mut items, py)?;
            batches.push(with_rows(&schema, vec![column], rows)?);
            first += rows;
        }
        let column = layout::in_layout(Self::new(schema, batches), &layout::named(layout)?)?;
        self.beside(&Bound::new(py, column)?)
    }

    /// The same columns, their text in another layout.
    #[pyo3(signature = (layout, /))]
    fn in_layout(&self, layout: &str) -> PyResult<Self> {
        layout::in_layout(Self::new(self.schema.clone(), self.batches.clone()), &layout::named(layout)?)
    }

    /// One of the columns.
    #[pyo3(signature = (name, /))]
    fn column(&self, name: &str) -> PyResult<TableColumn> {
        let index = self.index(name)?;
        let arrays = self.batches.iter().map(|batch| batch.column(index).clone()).collect();
        Ok(TableColumn { field: self.schema.fields()[index].clone(), arrays })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, &self.field())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let table = self.as_requested(requested_schema)?;
        let batch = match &table.batches[..] {
            [batch] => batch.clone(),
            batches => concatenated(&table.schema, batches)?,
        };
        capsule::array_capsules(py, &table.field(), &StructArray::from(batch))
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let table = self.as_requested(requested_schema)?;
        let arrays = table.batches.iter().map(|batch| Arc::new(StructArray::from(batch.clone())) as ArrayRef);
        capsule::stream_capsule(py, &table.field(), arrays.collect())
    }
}

#[pymethods]
impl TableColumn {
    fn __len__(&self) -> usize {
        self.arrays.iter().map(Array::len).sum()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, &self.field)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = Arc::new(Schema::new(vec![self.field.clone()]));
        let batches = self.arrays.iter().map(|array| with_rows(&schema, vec![array.clone()], array.len()));
        let mut table = Table::new(schema.clone(), batches.collect::<PyResult<_>>()?);
        if let Some(wanted) = capsule::requested(requested_schema)? {
            table = layout::converted(&table, &[wanted.data_type().clone()])?;
        }
        let arrays = table.batches.iter().map(|batch| batch.column(0).clone()).collect();
        capsule::stream_capsule(py, &table.schema.fields()[0], arrays)
    }
}

fn fingerprints(column: &ArrayRef) -> Option<&FixedSizeBinaryArray> {
    column.as_fixed_size_binary_opt().filter(|array| array.value_length() == LEN as i32)
}

fn concatenated(schema: &SchemaRef, batches: &[RecordBatch]) -> PyResult<RecordBatch> {
    let size = |column: &ArrayRef| {
        let size = column.to_data().get_slice_memory_size();
        size.unwrap_or_else(|_| column.get_array_memory_size())
    };
    // arrow-rs ends the process where there is too little memory. What grows is copied, hence twice.
    let size: usize = batches.iter().flat_map(RecordBatch::columns).map(size).sum();
    probe(size.saturating_mul(2)).map_err(|stop| stopped(&stop, 0))?;
    // Where the numbers that tell where rows end have no room for so many values, arrow-rs panics or says so.
    let concatenated = || arrow_select::concat::concat_batches(schema, batches).map_err(capsule::arrow_error);
    guarded_or(concatenated, || PyOverflowError::new_err("its chunks are too much for one array: take the stream"))
}

pub(super) fn with_rows(schema: &SchemaRef, columns: Vec<ArrayRef>, rows: usize) -> PyResult<RecordBatch> {
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options).map_err(capsule::arrow_error)
}

fn type_name(kind: &DataType) -> String {
    match kind {
        DataType::Utf8View => "string_view".to_owned(),
        DataType::Utf8 => "string".to_owned(),
        DataType::LargeUtf8 => "large_string".to_owned(),
        DataType::Boolean => "bool".to_owned(),
        DataType::UInt16 | DataType::UInt32 | DataType::UInt64 | DataType::Int16 | DataType::Int64 => {
            kind.to_string().to_lowercase()
        }
        DataType::Float64 => "double".to_owned(),
        DataType::FixedSizeBinary(size) => format!("fixed_size_binary[{size}]"),
        DataType::Timestamp(TimeUnit::Second, Some(zone)) => format!("timestamp[s, tz={zone}]"),
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) => format!("timestamp[us, tz={zone}]"),
        DataType::List(item) => format!("list<{}: {}>", item.name(), type_name(item.data_type())),
        DataType::Struct(fields) => {
            let fields = fields.iter().map(|field| format!("{}: {}", field.name(), type_name(field.data_type())));
            format!("struct<{}>", fields.collect::<Vec<_>>().join(", "))
        }
        DataType::Dictionary(key, value) => {
            format!("dictionary<values={}, indices={}, ordered=0>", type_name(value), type_name(key))
        }
        other => other.to_string(),
    }
}
