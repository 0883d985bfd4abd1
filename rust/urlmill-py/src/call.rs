//! The arguments of a vectorcall.

use crate::text::ascii;
use pyo3::ffi;
use pyo3::prelude::*;
use std::cell::Cell;
use std::slice;

/// What a function was called with.
pub(crate) struct Call<'a, 'py> {
    pub(crate) py: Python<'py>,
    positional: &'a [Bound<'py, PyAny>],
    /// Keyword values, in the order of their names.
    keyword: &'a [Bound<'py, PyAny>],
    names: *mut ffi::PyObject,
    /// See [`Call::answered`].
    has_raised: Cell<bool>,
}

impl<'a, 'py> Call<'a, 'py> {
    /// # Safety
    /// The arguments are those the interpreter passed to a vectorcall function that has not returned yet.
    #[inline]
    pub(crate) unsafe fn new(
        py: Python<'py>,
        args: *const *mut ffi::PyObject,
        nargsf: usize,
        names: *mut ffi::PyObject,
    ) -> Self {
        // SAFETY: the vectorcall protocol: positional arguments, then one for each name, all alive until we return. A
        // `Bound` is a pointer, and behind a shared reference it is never dropped.
        unsafe {
            let count = ffi::PyVectorcall_NARGS(nargsf).cast_unsigned();
            let named = if names.is_null() { 0 } else { ffi::PyTuple_GET_SIZE(names).cast_unsigned() };
            let args: &[Bound<'py, PyAny>] =
                if count + named == 0 { &[] } else { slice::from_raw_parts(args.cast(), count + named) };
            let (positional, keyword) = args.split_at(count);
            Self { py, positional, keyword, names, has_raised: Cell::new(false) }
        }
    }

    /// What Python code has answered. Its error is the call's: the interpreter's own function is not asked then, since it
    /// would run that code again, and a Ctrl-C would be lost.
    pub(crate) fn answered<T>(&self, answer: PyResult<T>) -> Option<T> {
        answer
            .map_err(|error| {
                error.restore(self.py);
                self.has_raised.set(true);
            })
            .ok()
    }

    /// Whether an error stands that is the call's.
    #[inline]
    pub(crate) fn has_raised(&self) -> bool {
        self.has_raised.get()
    }

    /// The argument, if there is just one and it has no name.
    #[inline]
    pub(crate) fn single(&self) -> Option<&'a Bound<'py, PyAny>> {
        match (self.positional, self.keyword) {
            ([only], []) => Some(only),
            _ => None,
        }
    }

    /// The arguments, if there are just two and they have no names.
    #[inline]
    pub(crate) fn pair(&self) -> Option<[&'a Bound<'py, PyAny>; 2]> {
        match (self.positional, self.keyword) {
            ([first, second], []) => Some([first, second]),
            _ => None,
        }
    }

    /// The arguments in the order of `parameters`, of which the first `required` must be there, and only the first
    /// `positional` may come without a name. `None` is for a call that does not fit: the interpreter's own function then
    /// says what is wrong with it.
    #[inline(always)]
    pub(crate) fn bind<const N: usize>(
        &self,
        parameters: [&str; N],
        required: usize,
        positional: usize,
    ) -> Option<[Option<&'a Bound<'py, PyAny>>; N]> {
        let mut bound = [None; N];
        if self.positional.len() > positional {
            return None;
        }
        for (slot, arg) in bound.iter_mut().zip(self.positional) {
            *slot = Some(arg);
        }
        if !self.keyword.is_empty() {
            self.bind_names(parameters, &mut bound)?;
        }
        bound[..required].iter().all(Option::is_some).then_some(bound)
    }

    fn bind_names<const N: usize>(
        &self,
        parameters: [&str; N],
        bound: &mut [Option<&'a Bound<'py, PyAny>>; N],
    ) -> Option<()> {
        for (index, value) in self.keyword.iter().enumerate() {
            // SAFETY: `names` is a tuple with one name for each keyword value, and outlives the call.
            let name = unsafe {
                let name = ffi::PyTuple_GET_ITEM(self.names, index.cast_signed());
                Bound::from_borrowed_ptr(self.py, name)
            };
            let name = ascii(&name)?;
            let slot = parameters.iter().position(|parameter| parameter.as_bytes() == name)?;
            if bound[slot].replace(value).is_some() {
                return None;
            }
        }
        Some(())
    }
}

/// The value, if there is one. An error is left standing for `delegate` to clear: a `PyErr` that is dropped outside
/// PyO3's own wrappers is only put aside for later, and later may never come.
#[inline]
pub(crate) fn given<T>(py: Python<'_>, result: PyResult<T>) -> Option<T> {
    result.map_err(|error| error.restore(py)).ok()
}

/// A flag as written by most programs: left out, `True` or `False`. `None` is for anything else.
#[inline]
pub(crate) fn flag(arg: Option<&Bound<'_, PyAny>>, default: bool) -> Option<bool> {
    match arg {
        None => Some(default),
        Some(value) if value.is(pyo3::types::PyBool::new(value.py(), true)) => Some(true),
        Some(value) if value.is(pyo3::types::PyBool::new(value.py(), false)) => Some(false),
        Some(_) => None,
    }
}

/// Whether `arg` was left out, is `None`, or is the text `default`.
#[inline]
pub(crate) fn is_default(arg: Option<&Bound<'_, PyAny>>, default: &[u8]) -> bool {
    arg.is_none_or(|value| value.is_none() || ascii(value) == Some(default))
}
