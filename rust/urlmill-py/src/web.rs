//! What browsers make of a text, for the objects built on it: the profile "web".

use crate::panics::guarded;
use crate::primitives::{raise, refuse_too_long, with_surrogates};
use crate::text::{ascii, new_ascii};
use crate::url::plain_text;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use urlmill_core::buffer::room;
use urlmill_core::web::{self, Base, NO_MEMORY};
use urlmill_core::{Buffer, Fault, Offsets};

/// The UTF-8 of a text, lone surrogates and all.
pub(crate) enum Octets<'a, 'py> {
    Ascii(&'a [u8]),
    Wide(Bound<'py, PyBytes>),
}

impl<'a, 'py> Octets<'a, 'py> {
    pub(crate) fn of(text: &'a Bound<'py, PyString>) -> PyResult<Self> {
        let octets = match ascii(text) {
            Some(octets) => Self::Ascii(octets),
            None => Self::Wide(with_surrogates(text)?),
        };
        refuse_too_long(octets.as_bytes())?;
        Ok(octets)
    }

    #[inline]
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Ascii(octets) => octets,
            Self::Wide(octets) => octets.as_bytes(),
        }
    }
}

/// Writes the href of `text` seen from `base`, which is read first.
pub(crate) fn href(
    text: &Bound<'_, PyString>,
    octets: &[u8],
    base: Option<&Bound<'_, PyString>>,
    out: &mut Buffer,
) -> PyResult<Offsets> {
    let mut base_href = Buffer::new();
    let base = match base {
        None => None,
        Some(base) => {
            let octets = Octets::of(base)?;
            let offsets = web::parse(octets.as_bytes(), None, &mut base_href)
                .map_err(|fault| error(base, octets.as_bytes(), fault))?;
            Some(Base { href: &base_href, offsets })
        }
    };
    web::parse(octets, base.as_ref(), out).map_err(|fault| error(text, octets, fault))
}

/// The Python exception for a fault in these octets of the text.
#[cold]
fn error(text: &Bound<'_, PyString>, octets: &[u8], fault: Fault) -> PyErr {
    if fault == NO_MEMORY {
        return PyMemoryError::new_err(());
    }
    let before = octets.get(..fault.at as usize).unwrap_or(octets);
    let at = before.iter().filter(|&&octet| octet & 0xC0 != 0x80).count();
    raise(text, fault.code.name(), at as u32)
}

/// An argument, of a subclass of `str` the text alone.
fn given<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
    if let Ok(text) = text.cast_exact::<PyString>() {
        return Ok(text.clone());
    }
    if text.is_instance_of::<PyString>() {
        return Ok(plain_text(text)?.cast_into()?);
    }
    let kind = text.get_type().name()?;
    Err(PyTypeError::new_err(format!("a URL is made from str, not {kind}")))
}

/// The href of a text, seen from a base, which may be any text that has one.
#[pyfunction]
#[pyo3(signature = (text, /, base=None))]
pub(crate) fn web_href<'py>(text: &Bound<'py, PyAny>, base: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let (text, base) = (&given(text)?, base.map(given).transpose()?);
        let octets = Octets::of(text)?;
        let mut out = Buffer::new();
        href(text, octets.as_bytes(), base.as_ref(), &mut out)?;
        if matches!(octets, Octets::Ascii(octets) if *octets == *out) {
            return Ok(text.clone().into_any());
        }
        new_ascii(text.py(), &out).ok_or_else(|| PyErr::fetch(text.py()))
    })
}

/// Whether `web_href` would not raise URLError.
#[pyfunction]
#[pyo3(signature = (text, /, base=None))]
pub(crate) fn web_can_parse(text: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    guarded(|| {
        let text = given(text)?;
        let octets = Octets::of(&text)?;
        // To say no for want of memory would be wrong.
        Vec::<u8>::new().try_reserve(4 * octets.as_bytes().len()).map_err(|_| PyMemoryError::new_err(()))?;
        let mut base_href = Buffer::new();
        let Some(base) = base else { return Ok(web::can_parse(octets.as_bytes(), None)) };
        match web::parse(Octets::of(&given(base)?)?.as_bytes(), None, &mut base_href) {
            Ok(offsets) => Ok(web::can_parse(octets.as_bytes(), Some(&Base { href: &base_href, offsets }))),
            Err(fault) if fault == NO_MEMORY => Err(PyMemoryError::new_err(())),
            Err(_) => Ok(false),
        }
    })
}

/// The origin of an href: "https://h:1", or "null" where it is opaque.
#[pyfunction]
#[pyo3(signature = (href, /))]
pub(crate) fn web_origin<'py>(href: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let href = &given(href)?;
        let py = href.py();
        let octets = Octets::of(href)?;
        let mut text = Buffer::new();
        let (octets, offsets) = match &octets {
            Octets::Ascii(octets) => (*octets, web::offsets_of_href(octets)),
            Octets::Wide(octets) => {
                // Not an href, then; but what is cut out of one must be ASCII.
                let octets = octets.as_bytes();
                let offsets = web::parse(octets, None, &mut text).map_err(|fault| error(href, octets, fault))?;
                (&text[..], offsets)
            }
        };
        let mut out = Buffer::new();
        room(&mut out, octets.len()).ok_or_else(|| PyMemoryError::new_err(()))?;
        web::origin(octets, &offsets, &mut out);
        new_ascii(py, &out).ok_or_else(|| PyErr::fetch(py))
    })
}
