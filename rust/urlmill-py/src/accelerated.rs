//! The callable that stands in for a function of `urllib.parse`, or for one of ours.
//!
//! A plain PyO3 function will not do: it cannot carry attributes (`urlsplit.cache_info`), does not bind to instances as
//! Python functions do, and does not know which function to hand an odd call to. This type does, and is called through
//! the vectorcall protocol: some nanoseconds more than a built-in, which the interpreter has special instructions for.

use crate::call::Call;
use crate::ended;
use crate::panics;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use std::any::Any;
use std::ffi::{CStr, c_int, c_void};
use std::mem::offset_of;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// A fast answer to some of the calls of a function.
pub(crate) trait Fast {
    /// The answer, or `None` where the interpreter's own function must be asked: because the arguments are odd, or
    /// because something failed (that function then fails in the same way, with its own words). An error of Python code
    /// goes to [`Call::answered`].
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>>;
}

#[repr(C)]
struct Accelerated {
    ob_base: ffi::PyObject,
    vectorcall: ffi::vectorcallfunc,
    /// The interpreter's own function.
    wrapped: *mut ffi::PyObject,
    dict: *mut ffi::PyObject,
    weakrefs: *mut ffi::PyObject,
}

/// Makes the callable that answers by `F` where it can and by `wrapped` elsewhere, and looks like `wrapped`.
pub(crate) fn accelerate<'py, F: Fast>(
    kind: &Bound<'py, PyType>,
    wrapped: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = kind.py();
    let attributes = PyDict::new(py);
    for name in ["__module__", "__doc__"] {
        attributes.set_item(name, wrapped.getattr_opt(name)?)?;
    }
    attributes.set_item("__wrapped__", wrapped)?;
    // Not what a call does, since calls go by the type; but `unittest.mock` takes the signature of a spec from it.
    attributes.set_item("__call__", wrapped)?;
    // SAFETY: `kind` comes from `new_type`, so what it allocates has the layout of `Accelerated`, zeroed.
    unsafe {
        let object = ffi::PyType_GenericAlloc(kind.as_type_ptr(), 0);
        let object = Bound::from_owned_ptr_or_err(py, object)?;
        let fields = object.as_ptr().cast::<Accelerated>();
        (*fields).vectorcall = vectorcall::<F>;
        (*fields).wrapped = wrapped.clone().into_ptr();
        (*fields).dict = attributes.into_ptr();
        Ok(object)
    }
}

unsafe extern "C" fn vectorcall<F: Fast>(
    callable: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    nargsf: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter calls this attached, with an `Accelerated` and the arguments of a vectorcall.
    unsafe {
        let py = Python::assume_attached();
        let call = Call::new(py, args, nargsf, names);
        match catch_unwind(AssertUnwindSafe(|| F::answer(&call))) {
            Ok(Some(object)) => object.into_ptr(),
            Ok(None) if call.has_raised() => ptr::null_mut(),
            Ok(None) => delegate(callable, args, nargsf, names),
            Err(panic) => panicked(py, panic.as_ref()),
        }
    }
}

/// A panic must not cross into C.
#[cold]
fn panicked(py: Python<'_>, panic: &(dyn Any + Send)) -> *mut ffi::PyObject {
    panics::panicked(panic).restore(py);
    ptr::null_mut()
}

#[cold]
unsafe fn delegate(
    callable: *mut ffi::PyObject,
    args: *const *mut ffi::PyObject,
    nargsf: usize,
    names: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: as for `vectorcall`. An error left behind by a fast path that gave up (no memory, a lone surrogate) must
    // not stand while Python code runs. The offset flag is ours to pass on: it only lends out a slot.
    unsafe {
        ffi::PyErr_Clear();
        ended::vectorcall((*callable.cast::<Accelerated>()).wrapped, args, nargsf, names)
    }
}

/// Binds to an instance, as Python functions do.
unsafe extern "C" fn descr_get(
    callable: *mut ffi::PyObject,
    instance: *mut ffi::PyObject,
    _owner: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the descriptor protocol: `instance` is null or None when the attribute is read from the class.
    unsafe {
        if instance.is_null() || instance == ffi::Py_None() {
            return ffi::Py_NewRef(callable);
        }
        returned(callable, |callable| {
            let instance = Bound::from_borrowed_ptr(callable.py(), instance);
            ended::import(callable.py(), c"types")?.getattr("MethodType")?.call1((callable, instance))
        })
    }
}

/// Attributes that are those of the wrapped function: its names, and what introspection takes for the marks of a function.
const OF_WRAPPED: [&CStr; 9] = [
    c"__name__",
    c"__qualname__",
    c"__code__",
    c"__defaults__",
    c"__kwdefaults__",
    c"__annotations__",
    c"__globals__",
    c"__closure__",
    c"__type_params__",
];

unsafe extern "C" fn of_wrapped(callable: *mut ffi::PyObject, name: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: called as a getter of the type, with the name it was defined with.
    unsafe { ffi::PyObject_GetAttrString((*callable.cast::<Accelerated>()).wrapped, name.cast()) }
}

unsafe extern "C" fn repr(callable: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called on a live object, attached.
    unsafe {
        returned(callable, |callable| {
            let (module, name) = (callable.getattr("__module__")?, callable.getattr("__qualname__")?);
            Ok(PyString::new(callable.py(), &format!("<urlmill fast path of {module}.{name}>")).into_any())
        })
    }
}

/// Pickled by name, as functions are, but by the name it has in urlmill: under its `__module__`, which is that of the
/// wrapped function, stands the wrapped function.
unsafe extern "C" fn reduce(callable: *mut ffi::PyObject, _: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: called as a method of a live object, attached.
    unsafe {
        returned(callable, |callable| {
            let resolve = ended::import(callable.py(), c"pkgutil")?.getattr("resolve_name")?;
            let module = callable.getattr("__module__")?;
            let module = if module.eq("urllib.parse")? { "urlmill.parse" } else { module.extract()? };
            let name = format!("{module}:{}", callable.getattr("__qualname__")?);
            Ok((resolve, (name,)).into_pyobject(callable.py())?.into_any())
        })
    }
}

/// What `method` returns for `callable`, or its error raised, as C wants it.
///
/// # Safety
/// Attached, and `callable` is a live object.
unsafe fn returned(
    callable: *mut ffi::PyObject,
    method: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>,
) -> *mut ffi::PyObject {
    // SAFETY: what this function asks for.
    let (py, callable) = unsafe {
        let py = Python::assume_attached();
        (py, Bound::from_borrowed_ptr(py, callable))
    };
    match catch_unwind(AssertUnwindSafe(|| method(&callable))) {
        Ok(Ok(object)) => object.into_ptr(),
        Ok(Err(error)) => {
            error.restore(py);
            ptr::null_mut()
        }
        Err(panic) => panicked(py, panic.as_ref()),
    }
}

/// The type of these callables.
pub(crate) fn new_type(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    fn member(name: &'static std::ffi::CStr, offset: usize) -> ffi::PyMemberDef {
        ffi::PyMemberDef {
            name: name.as_ptr(),
            type_code: ffi::Py_T_PYSSIZET,
            offset: offset.cast_signed(),
            flags: ffi::Py_READONLY,
            doc: ptr::null(),
        }
    }
    fn slot(slot: c_int, pfunc: *mut c_void) -> ffi::PyType_Slot {
        ffi::PyType_Slot { slot, pfunc }
    }
    // The interpreter keeps pointers into these tables for as long as the type lives.
    let members = Box::leak(Box::new([
        member(c"__vectorcalloffset__", offset_of!(Accelerated, vectorcall)),
        member(c"__dictoffset__", offset_of!(Accelerated, dict)),
        member(c"__weaklistoffset__", offset_of!(Accelerated, weakrefs)),
        ffi::PyMemberDef::default(),
    ]));
    let methods = Box::leak(Box::new([
        ffi::PyMethodDef {
            ml_name: c"__reduce__".as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunction: reduce },
            ml_flags: ffi::METH_NOARGS,
            ml_doc: ptr::null(),
        },
        ffi::PyMethodDef::zeroed(),
    ]));
    let mut getset = vec![ffi::PyGetSetDef {
        name: c"__dict__".as_ptr(),
        get: Some(ffi::PyObject_GenericGetDict),
        set: Some(ffi::PyObject_GenericSetDict),
        ..ffi::PyGetSetDef::default()
    }];
    getset.extend(OF_WRAPPED.map(|name| ffi::PyGetSetDef {
        name: name.as_ptr(),
        get: Some(of_wrapped),
        closure: name.as_ptr().cast_mut().cast(),
        ..ffi::PyGetSetDef::default()
    }));
    getset.push(ffi::PyGetSetDef::default());
    let getset = getset.leak();
    let mut slots = [
        slot(ffi::Py_tp_members, members.as_mut_ptr().cast()),
        slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, getset.as_mut_ptr().cast()),
        slot(ffi::Py_tp_call, ffi::PyVectorcall_Call as *mut c_void),
        slot(ffi::Py_tp_descr_get, descr_get as *mut c_void),
        slot(ffi::Py_tp_repr, repr as *mut c_void),
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_traverse, traverse as *mut c_void),
        slot(ffi::Py_tp_clear, clear as *mut c_void),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = ffi::PyType_Spec {
        name: c"urlmill._native.Accelerated".as_ptr(),
        basicsize: size_of::<Accelerated>() as c_int,
        itemsize: 0,
        flags: (ffi::Py_TPFLAGS_DEFAULT
            | ffi::Py_TPFLAGS_HAVE_GC
            | ffi::Py_TPFLAGS_HAVE_VECTORCALL
            | ffi::Py_TPFLAGS_METHOD_DESCRIPTOR
            | ffi::Py_TPFLAGS_DISALLOW_INSTANTIATION) as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the spec and its tables are complete and end as the interpreter expects.
    unsafe {
        let kind = Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&raw mut spec))?;
        Ok(kind.cast_into_unchecked())
    }
}

/// Once a function is in `urllib.parse`, it holds the one it stands for, whose globals hold it.
unsafe extern "C" fn traverse(callable: *mut ffi::PyObject, visit: ffi::visitproc, arg: *mut c_void) -> c_int {
    // SAFETY: the garbage collector calls this on a live object; what it holds is visited once each.
    unsafe {
        let fields = callable.cast::<Accelerated>();
        for held in [ffi::Py_TYPE(callable).cast(), (*fields).wrapped, (*fields).dict] {
            if !held.is_null() {
                let status = visit(held, arg);
                if status != 0 {
                    return status;
                }
            }
        }
        0
    }
}

/// Lets go of its attributes. It keeps the function it stands for, so that it can be called to the last.
unsafe extern "C" fn clear(callable: *mut ffi::PyObject) -> c_int {
    // SAFETY: called on a live object; the field is null before what it held is let go, as that may run code.
    unsafe {
        let dict = ptr::replace(&raw mut (*callable.cast::<Accelerated>()).dict, ptr::null_mut());
        ffi::Py_XDECREF(dict);
        0
    }
}

unsafe extern "C" fn dealloc(callable: *mut ffi::PyObject) {
    // SAFETY: the last reference is gone; the fields are ours, and so is the type reference a heap type's object holds.
    unsafe {
        ffi::PyObject_GC_UnTrack(callable.cast());
        let kind = ffi::Py_TYPE(callable);
        let fields = callable.cast::<Accelerated>();
        if !(*fields).weakrefs.is_null() {
            ffi::PyObject_ClearWeakRefs(callable);
        }
        ffi::Py_XDECREF((*fields).wrapped);
        ffi::Py_XDECREF((*fields).dict);
        ffi::PyObject_GC_Del(callable.cast());
        ffi::Py_DECREF(kind.cast());
    }
}
