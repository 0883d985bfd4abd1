//! Python strings seen as bytes, and bytes made into Python strings.

use crate::call::given;
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::string::PyStringData;
use pyo3::types::{PyBytes, PyString};
use std::borrow::Cow;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::{ptr, slice};
use urlmill_core::Span;
use urlmill_core::percent::{Plus, decode_into};

/// The characters of `obj`, if it is exactly a `str` (not a subclass, whose methods may differ) and all ASCII.
#[inline]
pub(crate) fn ascii<'a>(obj: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    let ptr = obj.as_ptr();
    // SAFETY: the flags say that `ptr` is a str whose characters are one byte each and stand in the object itself;
    // strings do not change, and `obj` keeps this one alive for 'a.
    unsafe {
        if ffi::PyUnicode_CheckExact(ptr) == 0 || !is_compact_ascii(ptr) {
            return None;
        }
        let len = ffi::PyUnicode_GET_LENGTH(ptr).cast_unsigned();
        Some(slice::from_raw_parts(ascii_data(ptr), len))
    }
}

/// The same with the NUL behind the characters; `None` if there is one among them, too.
pub(crate) fn ascii_with_nul<'a>(obj: &'a Bound<'_, PyAny>) -> Option<&'a CStr> {
    let len = ascii(obj)?.len();
    // SAFETY: as for `ascii`, which took it; the interpreter puts a NUL behind the characters.
    let octets = unsafe { slice::from_raw_parts(ascii_data(obj.as_ptr()), len + 1) };
    CStr::from_bytes_with_nul(octets).ok()
}

/// Whether the characters of `text`, exactly a `str`, are all ASCII and stand in the object itself.
#[inline]
unsafe fn is_compact_ascii(text: *mut ffi::PyObject) -> bool {
    // SAFETY: `text` is a str.
    #[cfg(not(Py_3_14))]
    return unsafe { ffi::PyUnicode_IS_COMPACT_ASCII(text) != 0 };
    // From 3.14 on pyo3-ffi does not offer the flag.
    #[cfg(Py_3_14)]
    return if ascii_flag::is_known() {
        // SAFETY: `text` is a str, and this byte of its header is written once, when it is made.
        unsafe { ascii_flag::is_set(text) }
    } else {
        // Only such a string has its characters right behind its header. To ask takes a call, some nanoseconds.
        // SAFETY: `text` is a str.
        unsafe { ffi::PyUnicode_DATA(text).cast_const().cast() == ascii_data(text) }
    };
}

/// The flag of a string that says that it is ASCII. Every exact `str` keeps its characters in itself, so
/// this flag alone tells.
#[cfg(Py_3_14)]
pub(crate) mod ascii_flag {
    use pyo3::ffi;
    use pyo3::prelude::*;
    use std::mem::offset_of;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    /// Where the flags stand: behind two bits for interning, or a byte where there is no GIL, three bits for the width, one
    /// more, then ours.
    const BYTE: usize = offset_of!(ffi::PyASCIIObject, state) + if cfg!(Py_GIL_DISABLED) { 1 } else { 0 };
    const BIT: u8 = if cfg!(Py_GIL_DISABLED) { 1 << 4 } else { 1 << 6 };
    /// Whether the compiler of the interpreter packs them so: others begin at the other end, or leave a gap.
    const IS_PACKED: bool = cfg!(target_endian = "little") && !cfg!(all(windows, Py_GIL_DISABLED));

    static KNOWN: AtomicBool = AtomicBool::new(false);

    /// Whether the interpreter has it where we think.
    #[inline]
    pub(super) fn is_known() -> bool {
        KNOWN.load(Relaxed)
    }

    /// # Safety
    /// `text` is a str.
    #[inline]
    pub(super) unsafe fn is_set(text: *mut ffi::PyObject) -> bool {
        // SAFETY: what this function asks for; the byte is within the header.
        unsafe { *text.cast::<u8>().add(BYTE) & BIT != 0 }
    }

    /// Looks at strings of every width, and at several at once: some of their bits are what was in memory before.
    pub(crate) fn look(py: Python<'_>) {
        const LARGEST: [ffi::Py_UCS4; 4] = [0x7f, 0xff, 0xffff, 0x10_ffff];
        let made: Vec<_> = LARGEST.iter().cycle().take(32).map(|&largest| (largest, new(py, largest))).collect();
        let is_as_thought = |(largest, text): &(ffi::Py_UCS4, Option<Bound<'_, PyAny>>)| {
            // SAFETY: it is a str.
            text.as_ref().is_some_and(|text| unsafe { is_set(text.as_ptr()) } == (*largest == LARGEST[0]))
        };
        KNOWN.store(IS_PACKED && made.iter().all(is_as_thought), Relaxed);
        // SAFETY: attached. An error is that memory has run out; then the flag is not known.
        unsafe { ffi::PyErr_Clear() };
    }

    /// A string of characters up to `largest`.
    fn new(py: Python<'_>, largest: ffi::Py_UCS4) -> Option<Bound<'_, PyAny>> {
        // SAFETY: a new string or null, whose characters are written, as they must be.
        unsafe {
            let text = Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_New(2, largest))?;
            (ffi::PyUnicode_Fill(text.as_ptr(), 0, 2, largest) == 2).then_some(text)
        }
    }
}

/// Where the characters of a compact ASCII string stand: right behind its header. `PyUnicode_DATA` would look again
/// what kind of string it is.
///
/// # Safety
/// `text` is a compact ASCII string.
#[inline]
unsafe fn ascii_data(text: *mut ffi::PyObject) -> *const u8 {
    // SAFETY: what this function asks for.
    unsafe { text.cast::<ffi::PyASCIIObject>().add(1).cast() }
}

/// Whether `text` has the character; `None` if something failed.
pub(crate) fn has_char(text: &Bound<'_, PyString>, wanted: char) -> Option<bool> {
    // SAFETY: `text` is a str, and the end is bounded by the interpreter.
    match unsafe { ffi::PyUnicode_FindChar(text.as_ptr(), wanted.into(), 0, ffi::Py_ssize_t::MAX, 1) } {
        -2 => None,
        at => Some(at >= 0),
    }
}

/// The octets of `obj`, if it is exactly a `bytes`.
#[inline]
pub(crate) fn octets<'a>(obj: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    obj.cast_exact::<PyBytes>().ok().map(PyBytesMethods::as_bytes)
}

/// A `str` of any width in the shape the core takes: one byte a character, where a byte above 127 stands for some
/// character that is not ASCII. Offsets into `bytes` are offsets into the `str`.
pub(crate) struct Text<'a, 'py> {
    source: &'a Bound<'py, PyAny>,
    pub(crate) bytes: Cow<'a, [u8]>,
    pub(crate) is_ascii: bool,
}

impl<'a, 'py> Text<'a, 'py> {
    /// `None` if `source` is not exactly a `str`.
    #[inline]
    pub(crate) fn new(source: &'a Bound<'py, PyAny>) -> Option<Self> {
        match ascii(source) {
            Some(bytes) => Some(Self { source, bytes: Cow::Borrowed(bytes), is_ascii: true }),
            None => Self::of_any_width(source.cast_exact().ok()?),
        }
    }

    /// For subclasses of `str` too. `None` if memory has run out.
    pub(crate) fn of_any_width(text: &'a Bound<'py, PyString>) -> Option<Self> {
        // SAFETY: a string that others can see does not change any more.
        let bytes = match given(text.py(), unsafe { text.data() })? {
            PyStringData::Ucs1(chars) => Cow::Borrowed(chars),
            PyStringData::Ucs2(chars) => Cow::Owned(narrowed(text.py(), chars)?),
            PyStringData::Ucs4(chars) => Cow::Owned(narrowed(text.py(), chars)?),
        };
        Some(Self { source: text.as_any(), bytes, is_ascii: false })
    }

    #[inline]
    pub(crate) fn py(&self) -> Python<'py> {
        self.source.py()
    }

    /// The first `head` characters of this string and the first `tail` of `other`, not both none.
    #[inline]
    pub(crate) fn joined(&self, head: usize, other: &Self, tail: usize) -> Option<Bound<'py, PyAny>> {
        if self.is_ascii && other.is_ascii {
            return new_ascii_with(self.py(), head + tail, |out| {
                let (front, back) = out.split_at_mut(head);
                front.write_copy_of_slice(&self.bytes[..head]);
                back.write_copy_of_slice(&other.bytes[..tail]);
            });
        }
        let (head, tail) = (self.cut(Span::new(0, head))?, other.cut(Span::new(0, tail))?);
        // SAFETY: both are str.
        unsafe { Bound::from_owned_ptr_or_opt(self.py(), ffi::PyUnicode_Concat(head.as_ptr(), tail.as_ptr())) }
    }

    /// The part of the string that `span` covers.
    #[inline]
    pub(crate) fn cut(&self, span: Span) -> Option<Bound<'py, PyAny>> {
        let py = self.py();
        if self.is_ascii {
            return new_ascii(py, span.of(&self.bytes));
        }
        // SAFETY: `source` is a str, and the interpreter bounds the offsets itself.
        unsafe {
            let (start, end) = (span.start as ffi::Py_ssize_t, span.end as ffi::Py_ssize_t);
            Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_Substring(self.source.as_ptr(), start, end))
        }
    }
}

/// One byte for each character; `None` if memory has run out, and then the interpreter has an error standing.
fn narrowed<C: Copy>(_: Python<'_>, chars: &[C]) -> Option<Vec<u8>>
where
    u8: TryFrom<C>,
{
    let mut bytes = Vec::new();
    if bytes.try_reserve_exact(chars.len()).is_err() {
        // SAFETY: attached.
        unsafe { ffi::PyErr_NoMemory() };
        return None;
    }
    bytes.extend(chars.iter().map(|&char| u8::try_from(char).unwrap_or(0x80)));
    Some(bytes)
}

/// A `str` of the ASCII text `bytes`; `None` if memory has run out.
#[inline]
pub(crate) fn new_ascii<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyAny>> {
    if bytes.len() < 2 {
        // The interpreter keeps one empty string and one string for each character: it hands those out here.
        // SAFETY: the pointer and the length are those of a slice.
        return unsafe {
            let len = bytes.len().cast_signed();
            Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_FromStringAndSize(bytes.as_ptr().cast(), len))
        };
    }
    new_ascii_with(py, bytes.len(), |out| {
        out.write_copy_of_slice(bytes);
    })
}

/// A `str` of `len` ASCII characters (at least one) that `fill` writes, all of them.
#[inline]
pub(crate) fn new_ascii_with(
    py: Python<'_>,
    len: usize,
    fill: impl FnOnce(&mut [MaybeUninit<u8>]),
) -> Option<Bound<'_, PyAny>> {
    // SAFETY: a new string of `len` characters up to 127 holds that many bytes, and it has not been shared yet.
    unsafe {
        let text = Bound::from_owned_ptr_or_opt(py, ffi::PyUnicode_New(len.cast_signed(), 127))?;
        let data = ascii_data(text.as_ptr()).cast_mut().cast::<MaybeUninit<u8>>();
        fill(slice::from_raw_parts_mut(data, len));
        Some(text)
    }
}

/// A `str` of the ASCII text `bytes` in lower case; `None` if memory has run out.
#[inline]
pub(crate) fn new_ascii_lowered<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyAny>> {
    match bytes {
        [] => new_ascii(py, &[]),
        // One of those that the interpreter keeps, which must not be written to.
        [one] => new_ascii(py, &[one.to_ascii_lowercase()]),
        _ => new_ascii_with(py, bytes.len(), |out| write_lowered(bytes, out)),
    }
}

/// Sixteen bytes at a time, or eight; the odd ones at the end again as part of the last.
#[inline]
fn write_lowered(part: &[u8], out: &mut [MaybeUninit<u8>]) {
    fn by<const N: usize>(part: &[u8], out: &mut [MaybeUninit<u8>]) -> bool {
        let Some(last) = part.last_chunk::<N>() else { return false };
        for (chunk, slots) in part.as_chunks::<N>().0.iter().zip(out.chunks_exact_mut(N)) {
            slots.write_copy_of_slice(&chunk.map(|b| b.to_ascii_lowercase()));
        }
        out[part.len() - N..].write_copy_of_slice(&last.map(|b| b.to_ascii_lowercase()));
        true
    }
    if !by::<16>(part, out) && !by::<8>(part, out) {
        by::<1>(part, out);
    }
}

/// `unquote(raw)` for ASCII text that has something to decode: escapes decoded as UTF-8, what is not UTF-8 replaced. Not
/// inlined: its buffer would weigh on those calls that do not need one.
#[inline(never)]
pub(crate) fn new_decoded<'py>(py: Python<'py>, raw: &[u8], plus: Plus) -> Option<Bound<'py, PyAny>> {
    debug_assert!(raw.is_ascii());
    with_decoded(
        raw,
        plus,
        |decoded, is_ascii| if is_ascii { new_ascii(py, decoded) } else { new_from_utf8(py, decoded) },
    )
}

/// The same for any octets.
#[inline(never)]
pub(crate) fn new_decoded_octets<'py>(py: Python<'py>, raw: &[u8], plus: Plus) -> Option<Bound<'py, PyAny>> {
    with_decoded(raw, plus, |decoded, _| new_from_utf8(py, decoded))
}

fn new_from_utf8<'py>(py: Python<'py>, octets: &[u8]) -> Option<Bound<'py, PyAny>> {
    // SAFETY: the pointer and the length are those of a slice, and the error handler's name ends in NUL.
    unsafe {
        let len = octets.len().cast_signed();
        let text = ffi::PyUnicode_DecodeUTF8(octets.as_ptr().cast(), len, c"replace".as_ptr());
        Bound::from_owned_ptr_or_opt(py, text)
    }
}

/// The same for escapes that are decoded as Latin-1, of which every octet is a character.
#[inline(never)]
pub(crate) fn new_decoded_latin1<'py>(py: Python<'py>, raw: &[u8], plus: Plus) -> Option<Bound<'py, PyAny>> {
    with_decoded(raw, plus, |decoded, _| {
        // SAFETY: the pointer and the length are those of a slice, and no handler is asked for.
        unsafe {
            let len = decoded.len().cast_signed();
            let text = ffi::PyUnicode_DecodeLatin1(decoded.as_ptr().cast(), len, ptr::null());
            Bound::from_owned_ptr_or_opt(py, text)
        }
    })
}

/// Hands the decoding of `raw` to `then`, and whether its escapes are all ASCII, in a buffer on the stack where it fits;
/// `None` if memory has run out.
#[inline]
pub(crate) fn with_decoded<T>(raw: &[u8], plus: Plus, then: impl FnOnce(&[u8], bool) -> Option<T>) -> Option<T> {
    const ON_STACK: usize = 1024;
    let mut stack = [MaybeUninit::uninit(); ON_STACK];
    let mut heap = Vec::new();
    let buffer = if raw.len() <= ON_STACK {
        &mut stack[..]
    } else {
        heap.try_reserve_exact(raw.len()).ok()?;
        heap.resize(raw.len(), MaybeUninit::uninit());
        &mut heap[..]
    };
    let decoded = decode_into(raw, plus, buffer);
    // SAFETY: `decode_into` has initialised that many bytes.
    then(unsafe { slice::from_raw_parts(buffer.as_ptr().cast(), decoded.len) }, decoded.is_ascii)
}

/// The UTF-8 of a `str`; an error if it has a lone surrogate. Not `to_str`, which would leave a copy behind in the caller's
/// string.
pub(crate) fn encoded<'py>(string: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyBytes>> {
    // SAFETY: `string` is a str; the result is a new bytes object or null.
    unsafe {
        let bytes = Bound::from_owned_ptr_or_err(string.py(), ffi::PyUnicode_AsUTF8String(string.as_ptr()))?;
        Ok(bytes.cast_into_unchecked())
    }
}

/// The UTF-8 of a `str`, if it has one and there is memory for it. A `PyErr` that a vectorcall drops would wait for the
/// next call of PyO3's.
pub(crate) fn encoded_if_it_has_utf8<'py>(string: &Bound<'py, PyString>) -> Option<Bound<'py, PyBytes>> {
    // SAFETY: `string` is a str; the result is a new bytes object, or null with an error, which is not ours to raise.
    unsafe {
        let bytes = Bound::from_owned_ptr_or_opt(string.py(), ffi::PyUnicode_AsUTF8String(string.as_ptr()));
        if bytes.is_none() {
            ffi::PyErr_Clear();
        }
        Some(bytes?.cast_into_unchecked())
    }
}

/// A copy of a `str`, for which there may be too little memory.
pub(crate) fn copied(string: &Bound<'_, PyString>) -> PyResult<String> {
    let octets = encoded(string)?;
    let mut copy = Vec::new();
    copy.try_reserve_exact(octets.as_bytes().len()).map_err(|_| PyMemoryError::new_err(()))?;
    copy.extend_from_slice(octets.as_bytes());
    Ok(String::from_utf8(copy)?)
}
