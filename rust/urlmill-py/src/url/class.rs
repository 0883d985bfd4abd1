//! How the interpreter is told of the class.

use super::edits::table;
use super::normal::known_form;
use super::{BASE, Url, dealloc, parse_method, parts, tp_hash, tp_new, tp_richcompare, tp_str};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::ffi::{c_int, c_void};
use std::ptr;

/// Makes the class.
pub(crate) fn new_type(py: Python<'_>) -> PyResult<Bound<'_, PyType>> {
    fn slot(slot: c_int, pfunc: *mut c_void) -> ffi::PyType_Slot {
        ffi::PyType_Slot { slot, pfunc }
    }
    if let Some(class) = BASE.get() {
        return Ok(class.bind(py).clone()); // the module is imported once more
    }
    // The interpreter keeps pointers into these tables for as long as the type lives.
    let methods = Box::leak(Box::new([
        ffi::PyMethodDef {
            ml_name: c"_parse".as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFast: parse_method },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_CLASS,
            ml_doc: c"_parse($type, text, settings, /)\n--\n\nA URL of the class that its scheme asks for.".as_ptr(),
        },
        ffi::PyMethodDef {
            ml_name: c"_known_form".as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFast: known_form },
            ml_flags: ffi::METH_FASTCALL,
            ml_doc: c"_known_form($self, level, default_port, has_dot_segments, needs_host, /)\n--\n\n\
                The normal form, for a class that adds nothing to it; None where it takes more than characters."
                .as_ptr(),
        },
        table::REPLACE,
        table::REPLACED,
        table::CHILD,
        table::RENAMED,
        table::PARENT,
        table::PARAMETERS,
        table::WITHOUT,
        table::JOINED,
        ffi::PyMethodDef::zeroed(),
    ]));
    let getset = parts::getset().leak();
    let mut slots = [
        slot(ffi::Py_tp_new, tp_new as *mut c_void),
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(ffi::Py_tp_getset, getset.as_mut_ptr().cast()),
        slot(ffi::Py_tp_str, tp_str as *mut c_void),
        slot(ffi::Py_tp_hash, tp_hash as *mut c_void),
        slot(ffi::Py_tp_richcompare, tp_richcompare as *mut c_void),
        slot(ffi::Py_tp_doc, c"A URL as it was written, and where its parts are.".as_ptr().cast_mut().cast()),
        slot(0, ptr::null_mut()),
    ];
    let mut spec = ffi::PyType_Spec {
        name: c"urlmill._native.BaseURL".as_ptr(),
        basicsize: size_of::<Url>() as c_int,
        itemsize: 0,
        flags: (ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE) as _,
        slots: slots.as_mut_ptr(),
    };
    // SAFETY: the spec and its tables are complete and end as the interpreter expects.
    let class = unsafe {
        Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpec(&raw mut spec))?.cast_into_unchecked::<PyType>()
    };
    let _ = BASE.set(class.clone().unbind());
    Ok(class)
}
