//! The Arrow PyCapsule interface: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use super::Table;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayReader, ArrayRef, RecordBatch, StructArray, make_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;

const ARRAY: &CStr = c"arrow_array";
const SCHEMA: &CStr = c"arrow_schema";
const STREAM: &CStr = c"arrow_array_stream";

#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
pub(super) fn arrow_error(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The chunks that `object` offers; `None` if it does not know the interface.
pub(super) fn arrays(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    Ok(chunks(object)?.map(|(_, chunks)| chunks))
}

/// The record batches that `object` offers.
pub(super) fn table(object: &Bound<'_, PyAny>) -> PyResult<Table> {
    let Some((field, chunks)) = chunks(object)? else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{kind} is no record batch: it has no __arrow_c_array__")));
    };
    let DataType::Struct(fields) = field.data_type() else {
        return Err(PyTypeError::new_err(format!(
            "a record batch has columns; this is an array of {}",
            field.data_type()
        )));
    };
    let schema = Arc::new(Schema::new_with_metadata(fields.clone(), field.metadata().clone()));
    let mut batches = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        if chunk.null_count() > 0 {
            return Err(PyValueError::new_err("rows of a record batch cannot be null, only their values"));
        }
        let batch = RecordBatch::from(StructArray::from(chunk.to_data()));
        batches.push(batch.with_schema(schema.clone()).map_err(arrow_error)?);
    }
    Ok(Table::new(schema, batches))
}

fn chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<(FieldRef, Vec<ArrayRef>)>> {
    let py = object.py();
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = method.call0()?.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: a capsule of this name holds this structure.
        if unsafe { array.as_ref() }.is_released() {
            return Err(PyValueError::new_err("this Arrow array was taken before"));
        }
        // SAFETY: capsules of these names hold these structures, alive as long as the capsules are; the array is moved
        // out, which leaves one that is marked as released.
        let (schema, data) = unsafe {
            let schema = schema.as_ref();
            (schema, from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema).map_err(arrow_error)?)
        };
        let field = Arc::new(Field::try_from(schema).map_err(arrow_error)?);
        return Ok(Some((field, vec![make_array(data)])));
    }
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let stream = method.call0()?.cast_into::<PyCapsule>()?;
        let stream = stream.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: as above.
        let mut reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) }.map_err(arrow_error)?;
        let field = reader.field().clone();
        let mut chunks = Vec::new();
        // Detached: the producer may wait for threads of its own, and those for the interpreter.
        while let Some(chunk) = py.detach(|| reader.next()) {
            chunks.push(chunk.map_err(arrow_error)?);
            py.check_signals()?;
        }
        return Ok(Some((field, chunks)));
    }
    Ok(None)
}

/// What a consumer would like to have.
pub(super) fn requested(schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<Option<Field>> {
    let Some(capsule) = schema else { return Ok(None) };
    let schema = capsule.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    // SAFETY: a capsule of this name holds this structure.
    Field::try_from(unsafe { schema.as_ref() }).map(Some).map_err(arrow_error)
}

/// A field as a capsule.
pub(super) fn schema_capsule<'py>(py: Python<'py>, field: &Field) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(field).map_err(arrow_error)?;
    PyCapsule::new_with_value(py, schema, SCHEMA)
}

/// An array as two capsules.
pub(super) fn array_capsules<'py>(py: Python<'py>, field: &Field, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array.to_data()), ARRAY)?;
    PyTuple::new(py, [schema_capsule(py, field)?, array])
}

/// Arrays of one type as a stream.
pub(super) fn stream_capsule<'py>(
    py: Python<'py>,
    field: &FieldRef,
    arrays: Vec<ArrayRef>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let stream = Box::new(Stream { field: field.clone(), arrays: arrays.into_iter(), error: None });
    // SAFETY: the callbacks are those below, which take the private data for what it is.
    let stream = unsafe {
        FFI_ArrowArrayStream::new_unchecked(
            Some(get_schema),
            Some(get_next),
            Some(get_last_error),
            Some(release),
            Box::into_raw(stream).cast(),
        )
    };
    PyCapsule::new_with_value(py, stream, STREAM)
}

/// A stream of arrays that need not be record batches, which arrow-rs does not export by itself.
struct Stream {
    field: FieldRef,
    arrays: std::vec::IntoIter<ArrayRef>,
    error: Option<CString>,
}

const INVALID: c_int = 22; // EINVAL

/// # Safety
/// `stream` is one that [`stream_capsule`] has made, and not yet released.
unsafe fn stream_of<'a>(stream: *mut FFI_ArrowArrayStream) -> &'a mut Stream {
    // SAFETY: its private data is the `Stream` that was put there.
    unsafe { &mut *(*stream).private_data().cast::<Stream>() }
}

unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    // SAFETY: the interface: called on a live stream, with memory to write to.
    unsafe {
        let stream = stream_of(stream);
        match FFI_ArrowSchema::try_from(stream.field.as_ref()) {
            Ok(schema) => {
                ptr::write(out, schema);
                0
            }
            Err(error) => {
                stream.error = CString::new(error.to_string()).ok();
                INVALID
            }
        }
    }
}

unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: as for `get_schema`.
    unsafe {
        let next = stream_of(stream).arrays.next();
        // An array that is released from the start marks the end.
        ptr::write(out, next.map_or_else(FFI_ArrowArray::empty, |array| FFI_ArrowArray::new(&array.to_data())));
    }
    0
}

unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: as for `get_schema`.
    unsafe { stream_of(stream) }.error.as_ref().map_or(ptr::null(), |error| error.as_ptr())
}

unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: called once, on a live stream; after this it is marked as released.
    unsafe {
        let data = (*stream).set_private_data(ptr::null_mut::<c_void>());
        if !data.is_null() {
            drop(Box::from_raw(data.cast::<Stream>()));
        }
        (*stream).set_release(None);
    }
}
