//! `urljoin`.

use crate::accelerated::Fast;
use crate::call::{Call, flag};
use crate::state::{State, state};
use crate::text::{Text, new_ascii};
use pyo3::prelude::*;
use urlmill_core::buffer::Buffer;
use urlmill_core::urllib::{Interpreter, Joined};

pub(crate) struct Urljoin;

impl Fast for Urljoin {
    #[inline]
    fn answer<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
        let state = &*state(call.py)?;
        let [base_given, url] = match call.pair() {
            Some(pair) => pair,
            None => with_options(call)?,
        };
        let (base, reference) = (Text::new(base_given)?, Text::new(url)?);
        // The other one itself, whatever it is: that comes before all else.
        if base.bytes.is_empty() {
            return Some(url.clone());
        }
        if reference.bytes.is_empty() {
            return Some(base_given.clone());
        }
        let mut out = Buffer::new();
        let parsed = state.last_base.get(call.py, &base.bytes)?;
        let running = Running { state, py: call.py, is_ascii: base.is_ascii && reference.is_ascii };
        match parsed.join(&base.bytes, &reference.bytes, &running, &mut out)? {
            Joined::Reference => Some(url.clone()),
            Joined::Appended(head, tail) => base.joined(head, &reference, tail),
            Joined::Written => new_ascii(call.py, &out),
        }
    }
}

/// The base and the URL, if the third argument says nothing.
fn with_options<'a, 'py>(call: &Call<'a, 'py>) -> Option<[&'a Bound<'py, PyAny>; 2]> {
    let [base, url, allow_fragments] = call.bind(["base", "url", "allow_fragments"], 2, 3)?;
    flag(allow_fragments, true)?.then_some([base?, url?])
}

struct Running<'a, 'py> {
    state: &'a State,
    py: Python<'py>,
    is_ascii: bool,
}

impl Interpreter for Running<'_, '_> {
    #[inline]
    fn is_hierarchical(&self, scheme: &[u8]) -> bool {
        let Self { state, py, .. } = *self;
        state.uses_relative.surely_has(py, scheme) && state.uses_netloc.surely_has(py, scheme)
    }

    #[inline]
    fn drops_empty_parts(&self) -> bool {
        self.state.drops_empty_parts
    }

    fn sets_params_aside(&self, scheme: &[u8]) -> Option<bool> {
        let Self { state, py, .. } = *self;
        if !state.sets_params_aside? {
            return Some(false);
        }
        if state.uses_params.surely_has(py, scheme) {
            return Some(true);
        }
        state.uses_params.surely_lacks(py, scheme).then_some(false)
    }

    /// Of other text only the shape was looked at.
    #[inline]
    fn can_write(&self) -> bool {
        self.is_ascii
    }
}
