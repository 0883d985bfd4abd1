//! Calls of Python code, from threads that the interpreter may end meanwhile.
//!
//! Until 3.13, a daemon thread that asks for the GIL after the interpreter has begun to end is ended there and then, by
//! `pthread_exit`. In glibc that unwinds the stack, and Rust is not made for it: `catch_unwind`, ours or PyO3's, takes it
//! for a panic, whereupon glibc ends the process ("FATAL: exception not rethrown"); and what is dropped on the way is
//! dropped without the GIL. So a call that is unwound like that does not return: the thread sleeps for ever, as 3.14
//! itself lets it, and as PyO3 does where it takes the GIL.
//!
//! What runs no Python code keeps the GIL, and needs none of this.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyString, PyTuple};
use std::ffi::{CStr, c_char};
use std::hint::black_box;
use std::mem::{forget, transmute};
use std::{ptr, thread};

type Object = *mut ffi::PyObject;

/// The thread does not get past this alive, unless it is forgotten.
struct End;

impl Drop for End {
    fn drop(&mut self) {
        while !thread::panicking() {
            thread::park();
        }
    }
}

/// What `call` returns. It is a call of C that may unwind, and has nothing to drop.
#[inline]
fn or_end<T>(call: impl FnOnce() -> T) -> T {
    let end = End;
    let result = call();
    forget(end);
    result
}

// PyO3 declares the functions of the interpreter as such that never unwind, and the compiler would leave out what is to
// happen then. Behind a pointer that it cannot see through, they are what they are.

/// `object.name(*arguments)`, of at most three.
pub(crate) fn call_method<'py, const N: usize>(
    object: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
    arguments: [&Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    type Function = unsafe extern "C-unwind" fn(Object, *const Object, usize, Object) -> Object;
    let function: unsafe extern "C" fn(Object, *const Object, usize, Object) -> Object = ffi::PyObject_VectorcallMethod;
    const { assert!(N <= 3) };
    let mut given = [object.as_ptr(), ptr::null_mut(), ptr::null_mut(), ptr::null_mut()];
    for (place, argument) in given[1..].iter_mut().zip(arguments) {
        *place = argument.as_ptr();
    }
    // SAFETY: the same function; attached, with live objects, as many as it is told. It returns a new one, or null and an
    // exception.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(name.as_ptr(), given.as_ptr(), 1 + N, ptr::null_mut()));
        Bound::from_owned_ptr_or_err(object.py(), result)
    }
}

/// `callable(*arguments, **keywords)`.
pub(crate) fn call<'py>(
    callable: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
    keywords: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    type Function = unsafe extern "C-unwind" fn(Object, Object, Object) -> Object;
    let function: unsafe extern "C" fn(Object, Object, Object) -> Object = ffi::PyObject_Call;
    let keywords = keywords.map_or(ptr::null_mut(), Bound::as_ptr);
    // SAFETY: as in `call_method`.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(callable.as_ptr(), arguments.as_ptr(), keywords));
        Bound::from_owned_ptr_or_err(callable.py(), result)
    }
}

/// The module of that name. Even one that was imported before is looked up by Python code.
pub(crate) fn import<'py>(py: Python<'py>, name: &CStr) -> PyResult<Bound<'py, PyAny>> {
    type Function = unsafe extern "C-unwind" fn(*const c_char) -> Object;
    let function: unsafe extern "C" fn(*const c_char) -> Object = ffi::PyImport_ImportModule;
    // SAFETY: the same function; attached, with a name that ends in NUL. It returns a new reference, or null and an exception.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(name.as_ptr()));
        Bound::from_owned_ptr_or_err(py, result)
    }
}

type Vectorcall = unsafe extern "C-unwind" fn(Object, *const Object, usize, Object) -> Object;

/// A call that is handed on as it came.
///
/// # Safety
/// Attached, with the arguments of a vectorcall.
#[cfg(Py_3_11)]
pub(crate) unsafe fn vectorcall(callable: Object, args: *const Object, nargsf: usize, names: Object) -> Object {
    let function: ffi::vectorcallfunc = ffi::PyObject_Vectorcall;
    // SAFETY: the same function; what this one asks for.
    unsafe {
        let function: Vectorcall = transmute(black_box(function));
        or_end(|| function(callable, args, nargsf, names))
    }
}

/// A call that is handed on as it came. Before 3.11 the interpreter has no function for it; its header makes one of what
/// an object brings itself.
///
/// # Safety
/// Attached, with the arguments of a vectorcall.
#[cfg(not(Py_3_11))]
pub(crate) unsafe fn vectorcall(callable: Object, args: *const Object, nargsf: usize, names: Object) -> Object {
    // SAFETY: the same function; what this one asks for.
    unsafe {
        let Some(function) = ffi::PyVectorcall_Function(callable) else {
            return without_vectorcall(callable, args, nargsf, names);
        };
        let function: Vectorcall = transmute(black_box(function));
        or_end(|| function(callable, args, nargsf, names))
    }
}

/// The same for an object that brings nothing itself.
///
/// # Safety
/// As for `vectorcall`.
#[cfg(not(Py_3_11))]
#[cold]
unsafe fn without_vectorcall(callable: Object, args: *const Object, nargsf: usize, names: Object) -> Object {
    // SAFETY: what this function asks for: positional arguments, then one for each name.
    let (py, result) = unsafe {
        let py = Python::assume_attached();
        let count = ffi::PyVectorcall_NARGS(nargsf).cast_unsigned();
        let argument = |index: usize| Bound::from_borrowed_ptr(py, *args.add(index));
        let called = || {
            let positional = PyTuple::new(py, (0..count).map(argument))?;
            let keywords = PyDict::new(py);
            if let Some(names) = Bound::from_borrowed_ptr_or_opt(py, names) {
                for (index, name) in names.cast::<PyTuple>()?.iter().enumerate() {
                    keywords.set_item(name, argument(count + index))?;
                }
            }
            call(&Bound::from_borrowed_ptr(py, callable), &positional, Some(&keywords))
        };
        (py, called())
    };
    match result {
        Ok(object) => object.into_ptr(),
        Err(error) => {
            error.restore(py);
            ptr::null_mut()
        }
    }
}

/// `octets.decode(encoding, errors)`: most codecs are Python code.
pub(crate) fn decode<'py>(
    py: Python<'py>,
    octets: &[u8],
    encoding: &CStr,
    errors: &CStr,
) -> PyResult<Bound<'py, PyAny>> {
    type Function = unsafe extern "C-unwind" fn(*const c_char, isize, *const c_char, *const c_char) -> Object;
    let function: unsafe extern "C" fn(*const c_char, isize, *const c_char, *const c_char) -> Object =
        ffi::PyUnicode_Decode;
    let (data, len) = (octets.as_ptr().cast(), octets.len().cast_signed());
    // SAFETY: as in `call_method`; the pointer and the length are those of a slice.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(data, len, encoding.as_ptr(), errors.as_ptr()));
        Bound::from_owned_ptr_or_err(py, result)
    }
}

/// `text.encode(encoding, errors)`.
pub(crate) fn encode<'py>(
    text: &Bound<'py, PyString>,
    encoding: &CStr,
    errors: &CStr,
) -> PyResult<Bound<'py, PyBytes>> {
    type Function = unsafe extern "C-unwind" fn(Object, *const c_char, *const c_char) -> Object;
    let function: unsafe extern "C" fn(Object, *const c_char, *const c_char) -> Object = ffi::PyUnicode_AsEncodedString;
    // SAFETY: as in `call_method`; the result is a bytes object.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(text.as_ptr(), encoding.as_ptr(), errors.as_ptr()));
        Ok(Bound::from_owned_ptr_or_err(text.py(), result)?.cast_into_unchecked())
    }
}

/// `callable()`.
pub(crate) fn call0<'py>(callable: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    call(callable, &PyTuple::empty(callable.py()), None)
}

/// The items of an iterable.
pub(crate) fn items<'py>(iterable: &Bound<'py, PyAny>) -> PyResult<Items<'py>> {
    type Function = unsafe extern "C-unwind" fn(Object) -> Object;
    let function: unsafe extern "C" fn(Object) -> Object = ffi::PyObject_GetIter;
    // SAFETY: as in `call_method`; what it returns is an iterator.
    unsafe {
        let function: Function = transmute(black_box(function));
        let result = or_end(|| function(iterable.as_ptr()));
        Ok(Items(Bound::from_owned_ptr_or_err(iterable.py(), result)?.cast_into_unchecked()))
    }
}

pub(crate) struct Items<'py>(Bound<'py, PyIterator>);

impl<'py> Iterator for Items<'py> {
    type Item = PyResult<Bound<'py, PyAny>>;

    fn next(&mut self) -> Option<Self::Item> {
        type Function = unsafe extern "C-unwind" fn(Object) -> Object;
        let function: unsafe extern "C" fn(Object) -> Object = ffi::PyIter_Next;
        // SAFETY: as in `call_method`, of an iterator; null without an exception is its end.
        unsafe {
            let function: Function = transmute(black_box(function));
            let result = or_end(|| function(self.0.as_ptr()));
            match Bound::from_owned_ptr_or_opt(self.0.py(), result) {
                Some(item) => Some(Ok(item)),
                None => PyErr::take(self.0.py()).map(Err),
            }
        }
    }
}
