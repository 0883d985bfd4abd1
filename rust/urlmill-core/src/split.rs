//! The five-way split of RFC 3986, section 3 and appendix B: it always succeeds.

use crate::class::{ALPHA, ENDS_AUTHORITY, SCHEME, is};
use crate::span::Span;
use memchr::{memchr, memchr2};

/// The five components; `None` is absent, an empty span is present and empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Without its colon.
    pub scheme: Option<Span>,
    /// Without its two slashes.
    pub authority: Option<Span>,
    /// With its leading slash, if it has one; never absent.
    pub path: Span,
    /// Without its question mark.
    pub query: Option<Span>,
    /// Without its number sign.
    pub fragment: Option<Span>,
}

/// Finds the components of `text`, which is at most [`crate::span::MAX_LEN`] bytes long.
#[inline]
#[must_use]
pub fn split(text: &[u8]) -> Split {
    let scheme = scheme(text);
    let after_scheme = scheme.map_or(0, |span| span.end as usize + 1);

    let (authority, path_start) = match text.get(after_scheme..) {
        Some([b'/', b'/', rest @ ..]) => {
            let start = after_scheme + 2;
            let end = start + rest.iter().position(|&b| is(b, ENDS_AUTHORITY)).unwrap_or(rest.len());
            (Some(Span::new(start, end)), end)
        }
        _ => (None, after_scheme),
    };

    let tail = text.get(path_start..).unwrap_or_default();
    let path_end = path_start + memchr2(b'?', b'#', tail).unwrap_or(tail.len());
    let path = Span::new(path_start, path_end);

    let (query, fragment_mark) = if text.get(path_end) == Some(&b'?') {
        let start = path_end + 1;
        let end = memchr(b'#', &text[start..]).map_or(text.len(), |at| start + at);
        (Some(Span::new(start, end)), end)
    } else {
        (None, path_end)
    };
    let fragment = (fragment_mark < text.len()).then(|| Span::new(fragment_mark + 1, text.len()));

    Split { scheme, authority, path, query, fragment }
}

/// A letter, then letters, digits, `+`, `-` and `.`, then a colon; anything else is no scheme.
#[inline]
fn scheme(text: &[u8]) -> Option<Span> {
    if !is(*text.first()?, ALPHA) {
        return None;
    }
    let end = text.iter().position(|&b| !is(b, SCHEME))?;
    (text[end] == b':').then(|| Span::new(0, end))
}
