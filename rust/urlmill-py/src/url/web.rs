//! URLs of the profile "web": their text is the href, and what was given stands in their settings, unless it is the same.

use super::registry::{is_chooser, refuse_abstract};
use super::{BASE, fill, free_directly, plain_text, vectorcall};
use crate::ended;
use crate::text::new_ascii;
use crate::web::{Octets, href};
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use urlmill_core::Buffer;
use urlmill_core::web::settled;

/// The class of the profile.
pub(super) struct Web {
    class: Py<PyType>,
    /// Of a URL that was its own href.
    plain: Py<PyAny>,
    /// The class of settings, made of a base and a source.
    settings: Py<PyType>,
}

/// Null until somebody asks for the profile. What it points to is never freed, so that readers need no lock.
static WEB: AtomicPtr<Web> = AtomicPtr::new(ptr::null_mut());

#[inline]
fn web() -> Option<&'static Web> {
    // SAFETY: null, or what `register_web` has leaked.
    unsafe { WEB.load(Ordering::Acquire).as_ref() }
}

/// Makes `class` the class of the URLs that are read under the profile "web"; `settings` are those of that profile.
#[pyfunction]
#[pyo3(signature = (class, settings, /))]
pub(crate) fn register_web(class: &Bound<'_, PyType>, settings: &Bound<'_, PyAny>) -> PyResult<()> {
    let is_url = BASE.get().map(|base| class.is_subclass(base.bind(class.py()))).transpose()?;
    if is_url != Some(true) {
        return Err(PyTypeError::new_err("register_web() takes a subclass of urlmill.URL"));
    }
    let web =
        Web { class: class.clone().unbind(), plain: settings.clone().unbind(), settings: settings.get_type().unbind() };
    WEB.store(Box::into_raw(Box::new(web)), Ordering::Release);
    // SAFETY: as in `register`.
    unsafe {
        (*class.as_type_ptr()).tp_vectorcall = Some(vectorcall);
        free_directly(class.as_type_ptr());
    }
    Ok(())
}

/// The profile, if that is how `class` and `settings` have a text read.
#[inline]
pub(super) fn asked(class: &Bound<'_, PyType>, settings: Option<&Bound<'_, PyAny>>) -> Option<&'static Web> {
    let web = web()?;
    let is_asked = settings.is_some_and(|settings| settings.get_type().is(&web.settings)) || web.is_for(class);
    is_asked.then_some(web)
}

impl Web {
    /// Whether `class` is the class of the profile, or a subclass of it.
    #[inline]
    fn is_for(&self, class: &Bound<'_, PyType>) -> bool {
        // SAFETY: both are types, and alive.
        unsafe { ffi::PyType_IsSubtype(class.as_type_ptr(), self.class.as_ptr().cast()) != 0 }
    }
}

/// `URL(text, profile="web")` for a text that is ASCII; `None` where there is more to ask.
#[inline]
pub(super) fn new_plain<'py>(
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    octets: &[u8],
) -> Option<PyResult<Bound<'py, PyAny>>> {
    let web = web()?;
    if !(is_chooser(class) || web.class.is(class)) {
        return None;
    }
    let class = web.class.bind(class.py());
    // SAFETY: it is ASCII, and so a str.
    Some(read_plain(web, class, unsafe { text.cast_unchecked() }, octets))
}

/// An ASCII text without a base; most are their own href.
#[inline]
fn read_plain<'py>(
    web: &Web,
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyString>,
    octets: &[u8],
) -> PyResult<Bound<'py, PyAny>> {
    match settled(octets) {
        Some(offsets) => fill(class, text, Some(web.plain.bind(class.py())), offsets),
        None => read(web, class, text, &Octets::Ascii(octets), None, None),
    }
}

/// A URL read as `settings` say, or without any.
pub(super) fn new<'py>(
    web: &Web,
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    settings: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let Ok(text) = text.cast_exact::<PyString>() else {
        return new(web, class, &plain_text(text)?, settings);
    };
    let class = if web.is_for(class) { class } else { web.class.bind(py) };
    let settings = settings.filter(|settings| settings.get_type().is(&web.settings) && !settings.is(&web.plain));
    let (base, source) = match settings {
        None => (None, None),
        Some(settings) => (
            settings.getattr(intern!(py, "base"))?.extract::<Option<Bound<'py, PyString>>>()?,
            settings.getattr(intern!(py, "source"))?.extract::<Option<Bound<'py, PyString>>>()?,
        ),
    };
    let octets = Octets::of(text)?;
    if class.is(&web.class) {
        return match (&octets, settings) {
            (Octets::Ascii(octets), None) => read_plain(web, class, text, octets),
            _ => read(web, class, text, &octets, base.as_ref(), source.as_ref()),
        };
    }
    refuse_abstract(class)?;
    let url = read(web, class, text, &octets, base.as_ref(), source.as_ref())?;
    ended::call_method(&url, intern!(py, "_check"), [])?;
    Ok(url)
}

fn read<'py>(
    web: &Web,
    class: &Bound<'py, PyType>,
    text: &Bound<'py, PyString>,
    octets: &Octets<'_, 'py>,
    base: Option<&Bound<'py, PyString>>,
    source: Option<&Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let mut out = Buffer::new();
    let offsets = href(text, octets.as_bytes(), base, &mut out)?;
    let is_same = matches!(octets, Octets::Ascii(octets) if **octets == *out);
    let href = if is_same { text.clone().into_any() } else { new_ascii(py, &out).ok_or_else(|| PyErr::fetch(py))? };
    let source = match source {
        Some(source) => (!source.as_any().eq(&href)?).then_some(source),
        None => (!is_same).then_some(text),
    };
    let plain = web.plain.bind(py);
    match source {
        None => fill(class, &href, Some(plain), offsets),
        Some(source) => {
            let arguments = (py.None(), source).into_pyobject(py)?;
            let settings = ended::call(web.settings.bind(py), &arguments, None)?;
            fill(class, &href, Some(&settings), offsets)
        }
    }
}
