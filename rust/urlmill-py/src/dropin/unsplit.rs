//! Putting URLs together: `urlunsplit`, `urlunparse` and `geturl`.

use crate::accelerated::Fast;
use crate::call::{Call, flag};
use crate::results::{Mark, ResultClass, Results};
use crate::state::state;
use crate::text::{ascii, new_ascii};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use urlmill_core::buffer::{Buffer, room};

pub(crate) struct Urlunsplit;

impl Fast for Urlunsplit {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let [components, keep_empty] = call.bind(["components", "keep_empty"], 1, 1)?;
        unsplit(components?, keep_empty)
    }
}

/// `SplitResult.geturl`, which takes no arguments.
pub(crate) struct SplitGeturl;

impl Fast for SplitGeturl {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        unsplit(call.single()?, None)
    }
}

fn unsplit<'py>(components: &Bound<'py, PyAny>, keep_empty: Option<&Bound<'py, PyAny>>) -> Option<Bound<'py, PyAny>> {
    let state = state(components.py())?;
    let results = state.results.as_ref()?;
    let (items, keep_empty) = result_items(results, &results.split, components, keep_empty)?;
    let [scheme, netloc, path, query, fragment] = texts(results, &items, keep_empty)?;
    Parts { scheme, netloc, path, params: None, query, fragment }.put_together(components.py(), keep_empty)
}

pub(crate) struct Urlunparse;

impl Fast for Urlunparse {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let [components, keep_empty] = call.bind(["components", "keep_empty"], 1, 1)?;
        unparse(components?, keep_empty)
    }
}

/// `ParseResult.geturl`, which takes no arguments.
pub(crate) struct ParseGeturl;

impl Fast for ParseGeturl {
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        unparse(call.single()?, None)
    }
}

fn unparse<'py>(components: &Bound<'py, PyAny>, keep_empty: Option<&Bound<'py, PyAny>>) -> Option<Bound<'py, PyAny>> {
    let state = state(components.py())?;
    let results = state.results.as_ref()?;
    let (items, keep_empty) = result_items(results, &results.parse, components, keep_empty)?;
    let [scheme, netloc, path, params, query, fragment] = texts(results, &items, keep_empty)?;
    Parts { scheme, netloc, path, params, query, fragment }.put_together(components.py(), keep_empty)
}

/// The components, if they are a plain tuple or a result of this class, and whether empty ones are kept.
fn result_items<'py>(
    results: &Results,
    known: &ResultClass,
    components: &Bound<'py, PyAny>,
    keep_empty: Option<&Bound<'py, PyAny>>,
) -> Option<(Bound<'py, PyTuple>, bool)> {
    let kind = components.get_type();
    let mark = if components.is_exact_instance_of::<PyTuple>() {
        Mark::NotSet
    } else if kind.is(&known.class) || kind.is(&known.theirs) {
        known.mark(components)
    } else {
        return None;
    };
    let keep_empty = keeps_empty(results, keep_empty, mark)?;
    Some((components.cast::<PyTuple>().ok()?.clone(), keep_empty))
}

/// What `keep_empty` and the result's own mark come to. `None` is for what raises, and for what is odd.
fn keeps_empty(results: &Results, keep_empty: Option<&Bound<'_, PyAny>>, mark: Mark) -> Option<bool> {
    let Some(missing_as_none) = results.missing_as_none else {
        return keep_empty.is_none().then_some(false);
    };
    match (keep_empty, mark) {
        (_, Mark::Odd) => None,
        (None, Mark::Set(marked)) => Some(marked),
        (None, Mark::NotSet) => Some(missing_as_none),
        (Some(_), Mark::Set(false)) => (!flag(keep_empty, false)?).then_some(false),
        (Some(_), _) => flag(keep_empty, false),
    }
}

/// The items as text, an empty one as absent unless `keep_empty`.
fn texts<'a, const N: usize>(
    results: &Results,
    items: &'a Bound<'_, PyTuple>,
    keep_empty: bool,
) -> Option<[Option<&'a [u8]>; N]> {
    if items.len() != N {
        return None;
    }
    let may_be_none = results.missing_as_none.is_some();
    let mut texts = [None; N];
    for (slot, item) in texts.iter_mut().zip(items.as_slice()) {
        *slot = match ascii(item) {
            Some(text) => Some(text).filter(|text| keep_empty || !text.is_empty()),
            None if may_be_none && item.is_none() => None,
            None => return None,
        };
    }
    // The interpreter does not take `None` for a path.
    (!items.as_slice()[PATH].is_none()).then_some(texts)
}

/// Where the path stands among the items.
const PATH: usize = 2;

struct Parts<'a> {
    scheme: Option<&'a [u8]>,
    netloc: Option<&'a [u8]>,
    path: Option<&'a [u8]>,
    params: Option<&'a [u8]>,
    query: Option<&'a [u8]>,
    fragment: Option<&'a [u8]>,
}

impl Parts<'_> {
    /// The URL that these parts make.
    ///
    /// Where there is no authority, the scheme may be one that has one. Then interpreters write an empty one before a path
    /// that begins with a slash or is empty, and some before any other. For parameters behind an empty path, that changed
    /// twice: `None`. If empty parts are kept, it is known to be absent.
    fn put_together<'py>(&self, py: Python<'py>, keep_empty: bool) -> Option<Bound<'py, PyAny>> {
        let path = self.path.unwrap_or_default();
        // An empty scheme is written by none of them.
        let scheme = self.scheme.filter(|scheme| !scheme.is_empty());
        let starts_without_slash = if path.is_empty() { self.params.is_some() } else { path[0] != b'/' };
        let mut netloc = self.netloc;
        if netloc.is_none() {
            let state = state(py)?;
            if path.starts_with(b"//") {
                let guards_slashes = state.guards_slashes.filter(|_| !keep_empty)?;
                netloc = guards_slashes.then_some(b"");
            } else if !keep_empty && let Some(scheme) = scheme {
                if state.uses_netloc.surely_has(py, scheme) {
                    if path.is_empty() && starts_without_slash {
                        return None;
                    }
                    netloc = (!starts_without_slash || state.roots_paths?).then_some(b"");
                } else if !state.uses_netloc.surely_lacks(py, scheme) {
                    return None;
                }
            }
        }
        let root: &[u8] = if netloc.is_some() && starts_without_slash { b"/" } else { b"" };
        let mut out = Buffer::new();
        let mut write = |before: &[u8], part: Option<&[u8]>, after: &[u8]| {
            let Some(part) = part else { return Some(()) };
            room(&mut out, before.len() + part.len() + after.len())?;
            out.extend_from_slice(before);
            out.extend_from_slice(part);
            out.extend_from_slice(after);
            Some(())
        };
        write(b"", scheme, b":")?;
        write(b"//", netloc, root)?;
        write(b"", Some(path), b"")?;
        write(b";", self.params, b"")?;
        write(b"?", self.query, b"")?;
        write(b"#", self.fragment, b"")?;
        new_ascii(py, &out)
    }
}
