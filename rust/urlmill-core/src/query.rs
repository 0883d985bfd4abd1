//! The fields of a query: `name=value&name=value`.

use crate::span::Span;
use crate::swar::{before, equal, unmarked};
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
            let (len, equals) = field_marks(&self.text[start..]);
            let end = start + len;
            self.at = end + 1;
            if len == 0 {
                continue;
            }
            return Some(match equals {
                Some(at) => Field { name: Span::new(start, start + at), value: Some(Span::new(start + at + 1, end)) },
                None => Field { name: Span::new(start, end), value: None },
            });
        }
        None
    }
}

/// How long the field is that `text` begins with, and where its first `=` stands.
///
/// Eight bytes at a time: fields are short, and a call of `memchr` for each mark takes longer than the rest.
#[inline]
fn field_marks(text: &[u8]) -> (usize, Option<usize>) {
    const SHORT: usize = 64;
    let near = &text[..text.len().min(SHORT)];
    let (eights, rest) = near.as_chunks::<8>();
    let mut equals = None;
    for (index, &eight) in eights.iter().enumerate() {
        let word = u64::from_le_bytes(eight);
        let end = equal(word, b'&');
        if equals.is_none() {
            let mark = equal(word, b'=') & before(end);
            equals = (mark != 0).then(|| index * 8 + unmarked(mark));
        }
        if end != 0 {
            return (index * 8 + unmarked(end), equals);
        }
    }
    for (at, &byte) in (near.len() - rest.len()..).zip(rest) {
        match byte {
            b'&' => return (at, equals),
            b'=' if equals.is_none() => equals = Some(at),
            _ => {}
        }
    }
    let far = &text[near.len()..];
    let len = memchr(b'&', far).unwrap_or(far.len());
    let equals = equals.or_else(|| memchr(b'=', &far[..len]).map(|at| near.len() + at));
    (near.len() + len, equals)
}
