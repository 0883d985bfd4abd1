//! The methods, as the interpreter is told of them.

use super::paths::{known_child, known_joined, known_parent, known_renamed};
use super::query::{known_parameters, known_without};
use super::replace::{known_replaced, replace};
use pyo3::ffi;
use std::ffi::CStr;

type Method = unsafe extern "C" fn(*mut ffi::PyObject, *mut ffi::PyObject) -> *mut ffi::PyObject;
type Arguments =
    unsafe extern "C" fn(*mut ffi::PyObject, *mut *mut ffi::PyObject, ffi::Py_ssize_t) -> *mut ffi::PyObject;
type Keywords = unsafe extern "C" fn(
    *mut ffi::PyObject,
    *const *mut ffi::PyObject,
    ffi::Py_ssize_t,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

const fn with_one(name: &'static CStr, method: Method, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunction: method };
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: ffi::METH_O, ml_doc: doc.as_ptr() }
}

const fn with_many(name: &'static CStr, method: Arguments, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunctionFast: method };
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: ffi::METH_FASTCALL, ml_doc: doc.as_ptr() }
}

const fn with_keywords(name: &'static CStr, method: Keywords, doc: &'static CStr) -> ffi::PyMethodDef {
    let meth = ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: method };
    let flags = ffi::METH_FASTCALL | ffi::METH_KEYWORDS;
    ffi::PyMethodDef { ml_name: name.as_ptr(), ml_meth: meth, ml_flags: flags, ml_doc: doc.as_ptr() }
}

pub(in crate::url) const REPLACE: ffi::PyMethodDef = with_keywords(
    c"replace",
    replace,
    c"replace($self, /, **parts)\n--\n\n\
        The same URL with other parts, named and given as for ``build``; None takes a part away.",
);
pub(in crate::url) const REPLACED: ffi::PyMethodDef = with_keywords(
    c"_known_replaced",
    known_replaced,
    c"_known_replaced($self, /, **parts)\n--\n\nWith other parts, given as for build(); None where it takes more.",
);
pub(in crate::url) const CHILD: ffi::PyMethodDef = with_many(
    c"_known_child",
    known_child,
    c"_known_child($self, /, *segments)\n--\n\nWith more segments; None where it takes more.",
);
pub(in crate::url) const RENAMED: ffi::PyMethodDef = with_one(
    c"_known_renamed",
    known_renamed,
    c"_known_renamed($self, name, /)\n--\n\nWith another last segment; None where it takes more.",
);
pub(in crate::url) const PARENT: ffi::PyMethodDef = with_many(
    c"_known_parent",
    known_parent,
    c"_known_parent($self, /)\n--\n\nWithout its last segment; None where it takes more.",
);
pub(in crate::url) const PARAMETERS: ffi::PyMethodDef = with_many(
    c"_known_parameters",
    known_parameters,
    c"_known_parameters($self, how, query, params, /)\n--\n\n\
        With these parameters: \"with\", \"update\" or \"extend\"; None where it takes more.",
);
pub(in crate::url) const WITHOUT: ffi::PyMethodDef = with_many(
    c"_known_without",
    known_without,
    c"_known_without($self, /, *names)\n--\n\nWithout the parameters of these names; None where it takes more.",
);
pub(in crate::url) const JOINED: ffi::PyMethodDef = with_one(
    c"_known_joined",
    known_joined,
    c"_known_joined($self, reference, /)\n--\n\nThe reference as seen from here; None where it takes more.",
);
