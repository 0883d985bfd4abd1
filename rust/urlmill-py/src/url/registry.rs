//! Which class the URLs of a scheme have.

use super::{BASE, free_directly, vectorcall};
use crate::ended;
use crate::primitives::raise;
use crate::state::Hold;
use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, OnceLock};
use urlmill_core::Span;
use urlmill_core::parse::{ANY_PRINTABLE, CHECKED, HTTP_FORM, LENIENT, OWN_EDITS, SEVERAL_HOSTS, WHOLE_PATH};

/// The class of a scheme. A later one for the same scheme stands before it; none is freed before [`release`], so that
/// readers need no lock, but a [`Hold`] for as long as they use the class.
struct Entry {
    key: u64,
    scheme: Box<[u8]>,
    class: Py<PyType>,
    rules: u32,
    default_port: Option<u16>,
    /// And not a program's.
    is_ours: bool,
    next: *mut Entry,
}

/// The class that chooses among the others, and serves the schemes that none of them is for; and its rules.
static CHOOSER: AtomicPtr<Chooser> = AtomicPtr::new(ptr::null_mut());

struct Chooser {
    class: Py<PyType>,
    rules: u32,
    settings: OnceLock<[Py<PyAny>; 3]>,
}
/// Chains of entries, by key.
static CHAINS: [AtomicPtr<Entry>; CHAIN_COUNT] = [const { AtomicPtr::new(ptr::null_mut()) }; CHAIN_COUNT];
static WRITER: Mutex<()> = Mutex::new(());
const CHAIN_COUNT: usize = 64;

/// The first eight characters of a scheme in lower case, as a number. All that may stand in a scheme has this bit set
/// but for upper-case letters.
#[inline]
fn key(scheme: &[u8]) -> u64 {
    scheme.iter().take(8).fold(0, |key, &b| key << 8 | u64::from(b | 0x20))
}

/// The same for the scheme that a text begins with.
#[inline]
fn key_within(text: &[u8], scheme: Span) -> u64 {
    const BITS: u64 = 0x2020_2020_2020_2020;
    match text.first_chunk() {
        Some(&first) => {
            let others = 8 - scheme.len().min(8) as u32;
            (u64::from_be_bytes(first) | BITS).checked_shr(8 * others).unwrap_or(0)
        }
        None => key(scheme.of(text)),
    }
}

#[inline]
fn chain(key: u64) -> &'static AtomicPtr<Entry> {
    // The last letters tell schemes apart better than the first.
    &CHAINS[(key ^ key >> 7) as usize % CHAIN_COUNT]
}

#[inline]
fn chooser() -> Option<&'static Chooser> {
    // SAFETY: null, or what `register` has leaked.
    unsafe { CHOOSER.load(Ordering::Acquire).as_ref() }
}

/// Whether `class` is the class that chooses.
#[inline]
pub(super) fn is_chooser(class: &Bound<'_, PyType>) -> bool {
    chooser().is_some_and(|chooser| chooser.class.is(class))
}

#[inline]
fn find(scheme: &[u8]) -> Option<&'static Entry> {
    find_by(key(scheme), scheme)
}

#[inline]
fn find_by(key: u64, scheme: &[u8]) -> Option<&'static Entry> {
    // SAFETY: null, or an entry that `register` has leaked; so is the next one.
    let mut entry = unsafe { chain(key).load(Ordering::Acquire).as_ref() };
    while let Some(found) = entry {
        let is_it = found.key == key && found.scheme.len() == scheme.len();
        if is_it && (scheme.len() <= 8 || found.scheme.eq_ignore_ascii_case(scheme)) {
            return Some(found);
        }
        // SAFETY: as above.
        entry = unsafe { found.next.as_ref() };
    }
    None
}

/// A class, the rules it gives the parser, and the port of the scheme.
pub(super) struct Choice<'a, 'py> {
    pub(super) class: Borrowed<'a, 'py, PyType>,
    pub(super) rules: u32,
    pub(super) default_port: Option<u16>,
}

impl<'py> Choice<'static, 'py> {
    #[inline]
    fn of(entry: &'static Entry, py: Python<'py>) -> Self {
        Self { class: entry.class.bind_borrowed(py), rules: entry.rules, default_port: entry.default_port }
    }
}

/// The class for the scheme that a text begins with when a URL is made by calling `class`, if that is the class that
/// chooses and the one chosen has nothing to say beyond what the parser checks for the web.
#[inline]
pub(super) fn choose_plain<'py>(
    class: &Bound<'py, PyType>,
    text: &[u8],
    scheme: Span,
) -> Option<Borrowed<'static, 'py, PyType>> {
    let chooser = chooser()?;
    let key = key_within(text, scheme);
    debug_assert_eq!(key, self::key(scheme.of(text)));
    let entry = find_by(key, scheme.of(text))?;
    (chooser.class.is(class) && is_plain(entry.rules)).then(|| entry.class.bind_borrowed(class.py()))
}

/// Whether a class has nothing to say beyond what the parser checks for the web.
#[inline]
fn is_plain(rules: u32) -> bool {
    rules & (ANY_PRINTABLE | WHOLE_PATH | LENIENT | CHECKED) == ANY_PRINTABLE
}

/// The class for a scheme, if it is such a class.
#[inline]
pub(super) fn plain<'py>(py: Python<'py>, scheme: &[u8]) -> Option<Choice<'static, 'py>> {
    find(scheme).filter(|entry| is_plain(entry.rules)).map(|entry| Choice::of(entry, py))
}

/// A profile that is not the default, and whose URLs keep their text.
#[derive(Clone, Copy)]
pub(super) enum Profile {
    Strict,
    Rfc1738,
    Lenient,
}

impl Profile {
    const NAMES: [&str; 3] = ["strict", "rfc1738", "lenient"];
    const ALL: [Self; 3] = [Self::Strict, Self::Rfc1738, Self::Lenient];

    #[inline]
    pub(super) fn named(name: &[u8]) -> Option<Self> {
        Self::NAMES.iter().zip(Self::ALL).find_map(|(known, profile)| (known.as_bytes() == name).then_some(profile))
    }
}

/// The class for a scheme and the settings of a profile, if `class` is the one that chooses and the one chosen asks for no
/// more under that profile than the core knows.
#[inline]
pub(super) fn choose_with<'py>(
    class: &Bound<'py, PyType>,
    scheme: &[u8],
    profile: Profile,
) -> Option<PyResult<(Borrowed<'static, 'py, PyType>, Borrowed<'static, 'py, PyAny>)>> {
    let py = class.py();
    let chooser = chooser().filter(|chooser| chooser.class.is(class))?;
    let Choice { class: chosen, rules, .. } = plain(py, scheme)?;
    if rules & HTTP_FORM == 0 {
        return None;
    }
    let settings = match chooser.settings.get() {
        Some(settings) => settings,
        None => match new_settings(class) {
            Ok(settings) => chooser.settings.get_or_init(|| settings),
            Err(error) => return Some(Err(error)),
        },
    };
    Some(Ok((chosen, settings[profile as usize].bind_borrowed(py))))
}

#[cold]
fn new_settings(class: &Bound<'_, PyType>) -> PyResult<[Py<PyAny>; 3]> {
    let of = |name: &str| {
        ended::call_method(class, intern!(class.py(), "_settings_from"), [PyString::new(class.py(), name).as_any()])
    };
    let [strict, rfc1738, lenient] = Profile::NAMES;
    Ok([of(strict)?.unbind(), of(rfc1738)?.unbind(), of(lenient)?.unbind()])
}

/// The same, if its URLs are edited by their texts alone, and it is `kind`.
#[inline]
pub(super) fn editable<'py>(
    py: Python<'py>,
    kind: *mut ffi::PyTypeObject,
    scheme: &[u8],
) -> Option<Choice<'static, 'py>> {
    plain(py, scheme).filter(|choice| choice.class.as_type_ptr() == kind && choice.rules & OWN_EDITS == 0)
}

/// Whether the URLs of a scheme may list hosts, when the class that chooses makes them.
pub(crate) fn may_list(py: Python<'_>, scheme: &[u8]) -> bool {
    let _hold = Hold::new(py);
    let rules = find(scheme).map(|entry| entry.rules).or_else(|| chooser().map(|chooser| chooser.rules));
    rules.is_some_and(|rules| rules & SEVERAL_HOSTS != 0)
}

/// Whether the URLs of the web are of our own class, whose normal forms the core has by heart; a program may register
/// another.
pub(crate) fn has_our_web(py: Python<'_>) -> bool {
    let _hold = Hold::new(py);
    [&b"http"[..], b"https"].into_iter().all(|scheme| find(scheme).is_none_or(|entry| entry.is_ours))
}

/// The class for `text` when it is made by calling `class`.
#[inline]
pub(super) fn choose<'a, 'py>(
    class: &'a Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    bytes: &[u8],
) -> PyResult<Choice<'a, 'py>> {
    let py = class.py();
    let scheme = scheme(bytes);
    let entry = find(scheme);
    if let Some(chooser) = chooser()
        && chooser.class.is(class)
    {
        return Ok(match entry {
            Some(entry) => Choice::of(entry, py),
            None => Choice { class: class.as_borrowed(), rules: chooser.rules, default_port: None },
        });
    }
    if let Some(entry) = entry
        && entry.class.is(class)
    {
        return Ok(Choice::of(entry, py));
    }
    unregistered(class, text, scheme)
}

/// A subclass that is not registered: it takes the schemes it names, or any if it names none.
#[cold]
fn unregistered<'a, 'py>(
    class: &'a Bound<'py, PyType>,
    text: &Bound<'py, PyAny>,
    scheme: &[u8],
) -> PyResult<Choice<'a, 'py>> {
    let names: Vec<String> = class.getattr(intern!(class.py(), "scheme_names"))?.extract()?;
    if !names.is_empty() && !names.iter().any(|name| name.as_bytes().eq_ignore_ascii_case(scheme)) {
        return Err(raise(text, "bad-scheme", 0));
    }
    refuse_abstract(class)?;
    let rules = class.getattr(intern!(class.py(), "_rules"))?.extract()?;
    Ok(Choice { class: class.as_borrowed(), rules, default_port: None })
}

/// As `object.__new__` does.
pub(super) fn refuse_abstract(class: &Bound<'_, PyType>) -> PyResult<()> {
    const IS_ABSTRACT: std::ffi::c_ulong = 1 << 20; // Py_TPFLAGS_IS_ABSTRACT
    // SAFETY: the class is alive.
    if unsafe { ffi::PyType_HasFeature(class.as_type_ptr(), IS_ABSTRACT) } == 0 {
        return Ok(());
    }
    let name = class.name()?;
    Err(PyTypeError::new_err(format!("Can't instantiate abstract class {name}: some of its methods are missing")))
}

/// What stands before the first colon, if it is a scheme; else nothing.
#[inline]
fn scheme(text: &[u8]) -> &[u8] {
    urlmill_core::split::scheme(text).map_or(&[], |span| span.of(text))
}

/// Makes `class` the class of its schemes, each with its default port; one without schemes becomes the class that chooses.
#[pyfunction]
#[pyo3(signature = (class, default_ports, /))]
pub(crate) fn register(class: &Bound<'_, PyType>, default_ports: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
    let py = class.py();
    let is_url = BASE.get().map(|base| class.is_subclass(base.bind(py))).transpose()?;
    if is_url != Some(true) {
        return Err(PyTypeError::new_err("register() takes a subclass of urlmill.URL"));
    }
    let names: Vec<String> = class.getattr(intern!(py, "scheme_names"))?.extract()?;
    let rules: u32 = class.getattr(intern!(py, "_rules"))?.extract()?;
    if names.is_empty() {
        // The one before it is never freed, so that readers need no lock; there is one for each import of the module.
        let chooser = Chooser { class: class.clone().unbind(), rules, settings: OnceLock::new() };
        CHOOSER.store(Box::into_raw(Box::new(chooser)), Ordering::Release);
    }
    let module = class.module();
    let is_ours = module.is_ok_and(|module| module.to_str().is_ok_and(|name| name.starts_with("urlmill.")));
    // What is not a number may be asked for one, in Python code that registers another class: not while others wait.
    let default_ports: Vec<Option<u16>> = default_ports.into_iter().map(|port| port.extract().ok()).collect();
    let _writer = WRITER.lock();
    for (name, default_port) in names.iter().zip(default_ports) {
        let scheme = name.as_bytes();
        let is_same = |entry: &Entry| (entry.rules, entry.default_port) == (rules, default_port);
        if find(scheme).is_some_and(|entry| entry.class.is(class) && is_same(entry)) {
            continue;
        }
        let chain = chain(key(scheme));
        let next = chain.load(Ordering::Acquire);
        let class = class.clone().unbind();
        let entry = Entry { key: key(scheme), scheme: scheme.into(), class, rules, default_port, is_ours, next };
        chain.store(Box::into_raw(Box::new(entry)), Ordering::Release);
    }
    // SAFETY: the class is alive, and this slot is there to be set; it is not inherited, so that a subclass with a
    // constructor of its own keeps it.
    unsafe {
        (*class.as_type_ptr()).tp_vectorcall = Some(vectorcall);
        free_directly(class.as_type_ptr());
    }
    Ok(())
}

/// Lets go of the classes that a program has registered, at exit: see `state::release`. What it asks later of their schemes
/// is answered by our own classes.
///
/// # Safety
/// Attached, with a GIL, and there is no [`Hold`].
pub(crate) unsafe fn release() {
    let mut theirs = Vec::new();
    {
        // No Python code runs in here: with it another thread could, and find what is about to be freed.
        let _writer = WRITER.lock();
        for chain in &CHAINS {
            let mut ours = Vec::new();
            let mut entry = chain.swap(ptr::null_mut(), Ordering::AcqRel);
            while !entry.is_null() {
                // SAFETY: `register` has leaked it, and there are no readers, which is what this function asks for.
                let taken = unsafe { Box::from_raw(entry) };
                entry = taken.next;
                if taken.is_ours { ours.push(taken) } else { theirs.push(taken) }
            }
            for mut entry in ours.into_iter().rev() {
                entry.next = chain.load(Ordering::Acquire);
                chain.store(Box::into_raw(entry), Ordering::Release);
            }
        }
    }
    drop(theirs);
}
