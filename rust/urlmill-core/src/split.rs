//! The five-way split of RFC 3986, section 3 and appendix B: it always succeeds.

use crate::class::{ALPHA, CLASS, ENDS_AUTHORITY, SCHEME, is};
use crate::span::Span;
use memchr::{memchr, memchr2};

/// The five components; `None` is absent, an empty span is present and empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Without its colon.
    pub scheme: Option<Span>,
    /// Without its two slashes.
    pub authority: Option<Span>,
    /// All sets of [`crate::class`] that some byte of the authority is in: it is read anyway to find its end, and this
    /// saves reading it again to learn that it has no bracket.
    pub authority_class: u16,
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

    let mut authority = None;
    let mut authority_class = 0;
    let mut path_start = after_scheme;
    if let Some([b'/', b'/', rest @ ..]) = text.get(after_scheme..) {
        let start = after_scheme + 2;
        path_start = text.len();
        for (offset, &b) in rest.iter().enumerate() {
            let class = CLASS[b as usize];
            if class & ENDS_AUTHORITY != 0 {
                path_start = start + offset;
                break;
            }
            authority_class |= class;
        }
        authority = Some(Span::new(start, path_start));
    }

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

    Split { scheme, authority, authority_class, path, query, fragment }
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
