//! The native backend: `urlmill._native`.
//!
//! | file | holds |
//! |---|---|
//! | `accelerated` | the callable that answers fast or hands the call to the interpreter's own function |
//! | `call` | its arguments |
//! | `dropin` | the fast answers |
//! | `ended` | calls of Python code, from threads that the interpreter may end meanwhile |
//! | `primitives` | the core's own operations |
//! | `results` | the result classes |
//! | `cache` | what makes repeated URLs cheap |
//! | `memory` | what is kept of it, and its one switch |
//! | `panics` | what a panic is to Python |
//! | `reserve` | memory for when there is none |
//! | `text` | Python strings as bytes and back |
//! | `state` | what is known of the running interpreter |
//! | `unpacking` | gzip |
//! | `url` | the class that URL objects are made of |
//! | `seen` | the memory of what was seen |
//! | `suffix` | public suffixes and registrable domains |
//! | `web` | what browsers make of a text |
//! | `canonical` | canonical forms |
//! | `columns` | URLs by the column |

#[cfg(any(PyPy, GraalPy))]
compile_error!("the native module is for CPython; elsewhere use the pure wheel, which `make wheel-pure` builds");

mod accelerated;
mod cache;
mod call;
mod canonical;
mod columns;
mod dropin;
mod ended;
mod memory;
mod panics;
mod primitives;
mod reserve;
mod results;
mod seen;
mod state;
mod suffix;
mod text;
mod unpacking;
mod url;
mod web;

use accelerated::{Fast, accelerate};
use cache::{Cache, LastBase};
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyType};
use results::Results;
use state::{SchemeList, SchemeNames, State, state};
use std::sync::OnceLock;

#[global_allocator]
static ALLOCATOR: reserve::Reserve = reserve::Reserve;

#[pymodule(gil_used = false)]
mod _native {
    use super::{Bound, PyModule, PyResult, init};
    #[pymodule_export]
    use crate::canonical::{
        fingerprint, hastened_canonical, hastened_canonicalize_url, hastened_key, known_crawl_form, known_w3lib_form,
    };
    #[pymodule_export]
    use crate::columns::{
        ObjectCounter, Pattern, PatternCounter, RecordCounter, Rules, Table, Tally, Texts, count_line_breaks,
        has_comments, read_flags, read_lines, read_links, read_objects, read_records, read_table, read_texts,
    };
    #[pymodule_export]
    use crate::memory::keep_memory;
    #[pymodule_export]
    use crate::primitives::{
        find_bad_percent, host_kind, query_fields, remove_dot_segments, resolve, split, split_authority,
    };
    #[pymodule_export]
    use crate::seen::FingerprintSet;
    #[pymodule_export]
    use crate::suffix::{public_suffix, public_suffix_list_date, registrable_domain};
    #[pymodule_export]
    use crate::unpacking::Inflater;
    #[pymodule_export]
    use crate::url::{register, register_web};
    #[pymodule_export]
    use crate::web::{web_can_parse, web_href, web_origin};

    #[pymodule_init]
    fn module_init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        init(module)
    }
}

/// The state is one for the process, and so are the classes of the schemes: one interpreter can have them, until it ends.
fn refuse_other_interpreters() -> PyResult<()> {
    static FIRST: OnceLock<i64> = OnceLock::new();
    // SAFETY: attached, so there is a current interpreter.
    let id = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    let who = match *FIRST.get_or_init(|| id) == id {
        true if !state::is_released() => return Ok(()),
        true => "the one that had it has ended",
        false => "another has it",
    };
    Err(PyImportError::new_err(format!(
        "urlmill's native module serves one interpreter of a process, and {who}; set URLMILL_BACKEND=pure"
    )))
}

fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
    refuse_other_interpreters()?;
    memory::look()?;
    let py = module.py();
    #[cfg(Py_3_14)]
    text::ascii_flag::look(py);
    module.add("BaseURL", url::new_type(py)?)?;
    let stdlib = py.import("urllib.parse")?;
    let accelerated = accelerated::new_type(py)?;

    let functions = Functions { module, stdlib: &stdlib, accelerated: &accelerated };
    let results = match state(py) {
        // The module is imported once more.
        Some(state) => state.results.as_ref().map(|results| results.clone_ref(py)),
        None => Results::new(&stdlib, &accelerated),
    };
    functions.add_splitters(results.as_ref())?;
    functions.add::<dropin::Urljoin>("urljoin")?;
    functions.add::<dropin::Unquote>("unquote")?;
    functions.add::<dropin::UnquotePlus>("unquote_plus")?;
    functions.add::<dropin::UnquoteToBytes>("unquote_to_bytes")?;
    let quote = functions.add::<dropin::Quote>("quote")?;
    let quote_plus = functions.add::<dropin::QuotePlus>("quote_plus")?;
    functions.add::<dropin::QuoteFromBytes>("quote_from_bytes")?;
    functions.add::<dropin::ParseQsl>("parse_qsl")?;
    functions.add::<dropin::ParseQs>("parse_qs")?;
    functions.add::<dropin::Urlencode>("urlencode")?;

    state::set(State {
        results,
        empty: PyString::intern(py, "").into_any().unbind(),
        schemes: SchemeNames::new(py),
        uses_params: SchemeList::new(&stdlib, "uses_params")?,
        uses_relative: SchemeList::new(&stdlib, "uses_relative")?,
        uses_netloc: SchemeList::new(&stdlib, "uses_netloc")?,
        drops_empty_parts: drops_empty_parts(&stdlib)?,
        sets_params_aside: sets_params_aside(&stdlib)?,
        guards_slashes: guards_slashes(&stdlib)?,
        roots_paths: roots_paths(&stdlib)?,
        quote: [quote.unbind(), stdlib.getattr("quote")?.unbind()],
        quote_plus: [quote_plus.unbind(), stdlib.getattr("quote_plus")?.unbind()],
        urlsplit: stdlib.getattr("urlsplit")?.unbind(),
        cache: Cache::new(),
        last_base: LastBase::new(),
    });
    py.import("atexit")?.call_method1("register", (pyo3::wrap_pyfunction!(state::release, py)?,))?;
    Ok(())
}

/// Asks the interpreter itself, since no version number tells what a distribution has patched.
fn drops_empty_parts(stdlib: &Bound<'_, PyModule>) -> PyResult<bool> {
    const BASE: &str = "http://h/a?b#c";
    let cases = [
        (BASE, "#", "http://h/a?b"),
        (BASE, "?", "http://h/a?b"),
        (BASE, "d?#", "http://h/d"),
        (BASE, "//i/?", "http://i/"),
        ("http://h/a?", "#e", "http://h/a#e"),
    ];
    for (base, reference, dropped) in cases {
        if !stdlib.call_method1("urljoin", (base, reference))?.eq(dropped)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Likewise.
fn sets_params_aside(stdlib: &Bound<'_, PyModule>) -> PyResult<Option<bool>> {
    let cases = [
        ("http://h/a/b", "..;c", "http://h/a/..;c", "http://h/;c"),
        ("http://h/a/b", "c;?d", "http://h/a/c;?d", "http://h/a/c?d"),
        ("http://h/a/b", "//i/c;", "http://i/c;", "http://i/c"),
        ("http://h/a;", "?b", "http://h/a;?b", "http://h/a?b"),
    ];
    let mut found = Vec::new();
    for (base, reference, as_it_is, without) in cases {
        let url = stdlib.call_method1("urljoin", (base, reference))?;
        found.push(if url.eq(as_it_is)? { Some(false) } else { url.eq(without)?.then_some(true) });
    }
    Ok(same(&found))
}

/// Likewise.
fn guards_slashes(stdlib: &Bound<'_, PyModule>) -> PyResult<Option<bool>> {
    let cases = [
        (("", "", "//a", "", ""), "//a", "////a"),
        (("http", "", "//a", "b", ""), "http://a?b", "http:////a?b"),
        (("x", "", "///", "", "c"), "x:///#c", "x://///#c"),
    ];
    puts_together(stdlib, &cases)
}

/// Likewise. A program that has taken these schemes from the list asks for what is left to the interpreter.
fn roots_paths(stdlib: &Bound<'_, PyModule>) -> PyResult<Option<bool>> {
    let cases = [
        (("http", "", "a", "", ""), "http:a", "http:///a"),
        (("file", "", "a//", "b", ""), "file:a//?b", "file:///a//?b"),
        (("ftp", "", ";a", "", "c"), "ftp:;a#c", "ftp:///;a#c"),
    ];
    puts_together(stdlib, &cases)
}

/// Parts of a URL, and what `urlunsplit` and `urlunparse` may make of them.
type Case = ((&'static str, &'static str, &'static str, &'static str, &'static str), &'static str, &'static str);

/// Whether they make the second of all; `None` if it is neither that nor the first.
fn puts_together(stdlib: &Bound<'_, PyModule>, cases: &[Case]) -> PyResult<Option<bool>> {
    let mut found = Vec::new();
    for &(parts, first, second) in cases {
        let (scheme, netloc, path, query, fragment) = parts;
        for url in [
            stdlib.call_method1("urlunsplit", (parts,))?,
            stdlib.call_method1("urlunparse", ((scheme, netloc, path, "", query, fragment),))?,
        ] {
            found.push(if url.eq(first)? { Some(false) } else { url.eq(second)?.then_some(true) });
        }
    }
    Ok(same(&found))
}

/// The answer, if all are the same.
fn same(found: &[Option<bool>]) -> Option<bool> {
    found[0].filter(|_| found.iter().all(|answer| *answer == found[0]))
}

/// Adds accelerated functions to the module.
struct Functions<'a, 'py> {
    module: &'a Bound<'py, PyModule>,
    stdlib: &'a Bound<'py, PyModule>,
    accelerated: &'a Bound<'py, PyType>,
}

impl<'py> Functions<'_, 'py> {
    fn add<F: Fast>(&self, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let function = accelerate::<F>(self.accelerated, &self.stdlib.getattr(name)?)?;
        self.module.add(name, &function)?;
        Ok(function)
    }

    /// The functions that make results or take them. Those of an interpreter whose results are not known here would
    /// hand every call over, so they are the interpreter's own.
    fn add_splitters(&self, results: Option<&Results>) -> PyResult<()> {
        let Some(results) = results else {
            for name in ["urlsplit", "urlparse", "urlunsplit", "urlunparse", "urldefrag", "clear_cache"] {
                self.module.add(name, self.stdlib.getattr(name)?)?;
            }
            for name in ["SplitResult", "ParseResult"] {
                self.module.add(name, self.stdlib.getattr(name)?)?;
            }
            return Ok(());
        };
        let py = self.module.py();
        for result in [&results.split, &results.parse] {
            let class = result.class.bind(py);
            self.module.add(class.name()?.to_str()?, class)?;
        }
        let urlsplit = self.add::<dropin::Urlsplit>("urlsplit")?;
        add_cache_functions(&urlsplit)?;
        self.add::<dropin::Urlparse>("urlparse")?;
        self.add::<dropin::Urlunsplit>("urlunsplit")?;
        self.add::<dropin::Urlunparse>("urlunparse")?;
        self.add::<dropin::Urldefrag>("urldefrag")?;
        self.add::<dropin::ClearCache>("clear_cache")?;
        Ok(())
    }
}

/// `urlsplit.cache_info()` and its kin, as the interpreter's own `urlsplit` has them.
fn add_cache_functions(urlsplit: &Bound<'_, PyAny>) -> PyResult<()> {
    let module = urlsplit.py();
    for function in [
        pyo3::wrap_pyfunction!(cache_info, module)?,
        pyo3::wrap_pyfunction!(cache_clear, module)?,
        pyo3::wrap_pyfunction!(cache_parameters, module)?,
    ] {
        urlsplit.setattr(function.getattr("__name__")?.cast::<PyString>()?, function)?;
    }
    Ok(())
}

/// Report cache statistics.
#[pyfunction]
fn cache_info(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let info = state(py).map(|state| state.cache.info(py)).unwrap_or_default();
    ended::import(py, c"functools")?.call_method1("_CacheInfo", (info.hits, info.misses, Cache::capacity(), info.kept))
}

/// Clear the cache and its statistics, and those of the interpreter's own `urlsplit`.
#[pyfunction]
fn cache_clear(py: Python<'_>) -> PyResult<()> {
    state(py).map_or(Ok(()), |state| state.clear_caches(py))
}

/// Report how the cache was made.
#[pyfunction]
fn cache_parameters(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let parameters = PyDict::new(py);
    parameters.set_item("maxsize", Cache::capacity())?;
    parameters.set_item("typed", true)?;
    Ok(parameters)
}
