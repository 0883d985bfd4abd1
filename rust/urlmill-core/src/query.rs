//! The fields of a query: `name=value&name=value`.

use crate::span::Span;
use memchr::memchr;

/// One field. `a` has no value, `a=` has an empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Up to the first `=`.
    pub name: Span,
    /// After it.
    pub value: Option<Span>,
}

/// The fields of `text` between `&`s, in order, empty ones (`&&`) left out.
#[inline]
#[must_use]
pub fn fields(text: &[u8]) -> Fields<'_> {
    Fields { text, at: 0 }
}

/// See [`fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a [u8],
    at: usize,
}

impl Iterator for Fields<'_> {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        while self.at < self.text.len() {
            let start = self.at;
            let rest = &self.text[start..];
            let field = &rest[..memchr(b'&', rest).unwrap_or(rest.len())];
            let end = start + field.len();
            self.at = end + 1;
            if field.is_empty() {
                continue;
            }
            return Some(match memchr(b'=', field) {
                Some(at) => Field { name: Span::new(start, start + at), value: Some(Span::new(start + at + 1, end)) },
                None => Field { name: Span::new(start, end), value: None },
            });
        }
        None
    }
}
