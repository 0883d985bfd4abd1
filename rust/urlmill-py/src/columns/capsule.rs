//! The Arrow PyCapsule interface: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use super::{Table, border, not_well_formed, what_is_wrong, without_panic};
use crate::ended;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray, make_array};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::Arc;
use urlmill_columns::Chunk;

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

/// The record batches that `object` offers. Every row of their columns is looked at, since whoever gets them from here
/// relies on that; but for the column that is to be read as `texts`, where it is done then.
pub(super) fn table(object: &Bound<'_, PyAny>, texts: &str) -> PyResult<Table> {
    let py = object.py();
    let Some((field, chunks)) = chunks(object)? else {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected a record batch with __arrow_c_array__, got {kind}")));
    };
    let DataType::Struct(fields) = field.data_type() else {
        return Err(PyTypeError::new_err(format!(
            "a record batch has columns; this is an array of {}",
            field.data_type()
        )));
    };
    let schema = Arc::new(Schema::new_with_metadata(fields.clone(), field.metadata().clone()));
    let texts = schema.index_of(texts).ok();
    let mut batches = Vec::with_capacity(chunks.len());
    for chunk in chunks {
        if chunk.null_count() > 0 {
            return Err(PyValueError::new_err("rows of a record batch cannot be null, only their values"));
        }
        let batch = without_panic(|| Ok(RecordBatch::from(StructArray::from(chunk.to_data()))))?;
        let batch = batch.with_schema(schema.clone()).map_err(arrow_error)?;
        for (index, column) in batch.columns().iter().enumerate() {
            let is_dictionary = column.as_any_dictionary_opt().is_some();
            if Some(index) != texts || is_dictionary {
                py.detach(|| check_column(fields[index].name(), column))?;
            }
        }
        batches.push(batch);
    }
    Ok(Table::new(schema, batches))
}

fn check_column(name: &str, column: &ArrayRef) -> PyResult<()> {
    let text = if column.as_any_dictionary_opt().is_some() { None } else { Chunk::carried(column).ok() };
    let checked = match text {
        Some(chunk) => chunk.check().map_err(|stop| what_is_wrong(&stop)),
        None => without_panic(|| Ok(column.to_data().validate_full().map_err(|error| error.to_string())))?,
    };
    checked.map_err(|words| not_well_formed(format_args!("its column {name:?}: {words}")))
}

fn chunks(object: &Bound<'_, PyAny>) -> PyResult<Option<(FieldRef, Vec<ArrayRef>)>> {
    let py = object.py();
    ask_pyarrow(object)?;
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_array__"))? {
        let (schema, array): (Bound<'_, PyCapsule>, Bound<'_, PyCapsule>) = ended::call0(&method)?.extract()?;
        let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: capsules of these names hold these structures, alive as long as the capsules are.
        let field = Arc::new(unsafe { field_of(schema.as_ref())? });
        // SAFETY: likewise; the array is moved out, which leaves one that is marked as released.
        let array = unsafe { FFI_ArrowArray::from_raw(array.as_ptr()) };
        if array.is_released() {
            return Err(PyValueError::new_err("this Arrow array was taken before"));
        }
        // SAFETY: it came with its schema.
        let array = unsafe { array_of(array, &field)? };
        return Ok(Some((field, vec![array])));
    }
    if let Some(method) = object.getattr_opt(intern!(py, "__arrow_c_stream__"))? {
        let stream = ended::call0(&method)?.cast_into::<PyCapsule>()?;
        let stream = stream.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
        // SAFETY: as above.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
        return of_stream(py, &mut stream).map(Some);
    }
    Ok(None)
}

/// pyarrow reads files without looking whether offsets fit the buffers they point into, and only it knows how large those
/// are. Its own look at that takes no longer for many rows than for few.
fn ask_pyarrow(object: &Bound<'_, PyAny>) -> PyResult<()> {
    // A class may have anything for its module.
    let module = object.get_type().module();
    if !module.is_ok_and(|module| module.to_str().is_ok_and(|module| module == "pyarrow.lib")) {
        return Ok(());
    }
    match object.getattr_opt(intern!(object.py(), "validate"))? {
        Some(validate) => ended::call0(&validate).map(drop).map_err(not_well_formed),
        None => Ok(()),
    }
}

/// # Safety
/// The schema is one of the C data interface.
unsafe fn field_of(schema: &FFI_ArrowSchema) -> PyResult<Field> {
    without_panic(|| {
        // SAFETY: what this function asks for.
        unsafe { border::check_schema(schema) }.map_err(not_well_formed)?;
        Field::try_from(schema).map_err(|error| foreign(schema).unwrap_or_else(|| not_well_formed(error)))
    })
}

/// What to say of a column whose type is the producer's own: Arrow's begin with a letter or a plus sign, those that Polars has
/// besides with an underscore.
fn foreign(schema: &FFI_ArrowSchema) -> Option<PyErr> {
    fn own_type(schema: &FFI_ArrowSchema) -> Option<&str> {
        let is_own = schema.format().starts_with('_');
        is_own.then(|| schema.format()).or_else(|| schema.children().chain(schema.dictionary()).find_map(own_type))
    }
    let mut columns = schema.children().chain([schema]);
    let (name, kind) = columns.find_map(|column| Some((column.name(), own_type(column)?)))?;
    let name = name.unwrap_or_default();
    Some(PyTypeError::new_err(format!(
        "the column {name:?} cannot be carried: its type {kind:?} is not one of Arrow's"
    )))
}

/// # Safety
/// The array is one of the C data interface, and `field` is of its schema.
unsafe fn array_of(mut array: FFI_ArrowArray, field: &Field) -> PyResult<ArrayRef> {
    let kind = field.data_type();
    without_panic(|| {
        // SAFETY: what this function asks for.
        unsafe { border::check_array(&mut array, kind) }.map_err(not_well_formed)?;
        // SAFETY: likewise, and all that can be checked was.
        let data = unsafe { from_ffi_and_data_type(array, kind.clone()) }.map_err(not_well_formed)?;
        data.validate().map_err(not_well_formed)?;
        Ok(make_array(data))
    })
}

/// All that a stream has to give.
fn of_stream(py: Python<'_>, stream: &mut FFI_ArrowArrayStream) -> PyResult<(FieldRef, Vec<ArrayRef>)> {
    let (Some(get_schema), Some(get_next), Some(_)) = (stream.get_schema(), stream.get_next(), stream.release()) else {
        return Err(PyValueError::new_err("this Arrow stream was taken before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // Detached: the producer may wait for threads of its own, and those for the interpreter.
    // SAFETY: the callbacks of a stream are called with it, and with memory to write to.
    let code = py.detach(|| unsafe { get_schema(stream, &raw mut schema) });
    if code != 0 {
        return Err(said_by(stream, code));
    }
    // SAFETY: the producer has filled it.
    let field = Arc::new(unsafe { field_of(&schema)? });
    let mut chunks = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: as above.
        let code = py.detach(|| unsafe { get_next(stream, &raw mut array) });
        if code != 0 {
            return Err(said_by(stream, code));
        }
        if array.is_released() {
            return Ok((field, chunks)); // that is how a stream ends
        }
        // SAFETY: the producer has filled it, and all arrays of a stream are of its schema.
        chunks.push(unsafe { array_of(array, &field)? });
        py.check_signals()?;
    }
}

/// What a producer says about its error.
fn said_by(stream: &mut FFI_ArrowArrayStream, code: c_int) -> PyErr {
    // SAFETY: a callback of the stream, which is called with it; what it returns is null or ends with a zero, and stays
    // until the next call.
    let words = stream.get_last_error().and_then(|last_error| unsafe {
        let words = last_error(stream);
        (!words.is_null()).then(|| CStr::from_ptr(words).to_string_lossy().into_owned())
    });
    PyValueError::new_err(words.unwrap_or_else(|| format!("the producer of the Arrow stream failed with error {code}")))
}

/// What a consumer would like to have.
pub(super) fn requested(schema: Option<&Bound<'_, PyCapsule>>) -> PyResult<Option<Field>> {
    let Some(capsule) = schema else { return Ok(None) };
    let schema = capsule.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    // SAFETY: a capsule of this name holds this structure.
    unsafe { field_of(schema.as_ref()) }.map(Some)
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
