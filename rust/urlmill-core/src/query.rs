//! The fields of a query: `name=value&name=value`.

use crate::percent::{Plus, is_coded};
use crate::span::Span;
use memchr::{memchr, memchr_iter};
use wide::u8x16;

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
    fields_between(text, b'&')
}

/// The same with another separator, which may be any byte: it separates first, whatever else it means.
#[inline]
#[must_use]
pub fn fields_between(text: &[u8], separator: u8) -> Fields<'_> {
    Fields { text, separator, at: 0, marks: Marks::of(text, separator) }
}

/// See [`fields`].
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    text: &'a [u8],
    separator: u8,
    at: usize,
    marks: Option<Marks>,
}

impl Fields<'_> {
    /// Whether a name or a value has anything to decode; `+` is a space.
    #[inline]
    #[must_use]
    pub fn is_coded(&self, span: Span) -> bool {
        match &self.marks {
            Some(marks) => first_from(&marks.coded, span.start as usize) < span.end as usize,
            None => is_coded(span.of(self.text), Plus::Space),
        }
    }

    /// The most that can come.
    #[inline]
    #[must_use]
    pub fn most(&self) -> usize {
        let ends = match &self.marks {
            Some(marks) => {
                marks.ends[..self.text.len().div_ceil(64)].iter().map(|word| word.count_ones() as usize).sum()
            }
            None => memchr_iter(self.separator, self.text).count(),
        };
        ends + 1
    }

    /// Where the field that begins at `start` ends, and where its first `=` stands.
    #[inline]
    fn field_at(&self, start: usize) -> (usize, Option<usize>) {
        let len = self.text.len();
        if let Some(marks) = &self.marks {
            let end = first_from(&marks.ends, start).min(len);
            let equals = first_from(&marks.equals, start);
            return (end, (equals < end).then_some(equals));
        }
        let end = memchr(self.separator, &self.text[start..]).map_or(len, |at| start + at);
        (end, memchr(b'=', &self.text[start..end]).map(|at| start + at))
    }
}

impl Iterator for Fields<'_> {
    type Item = Field;

    #[inline]
    fn next(&mut self) -> Option<Field> {
        while self.at < self.text.len() {
            let start = self.at;
            let (end, equals) = self.field_at(start);
            self.at = end + 1;
            if start == end {
                continue;
            }
            return Some(match equals {
                Some(at) => Field { name: Span::new(start, at), value: Some(Span::new(at + 1, end)) },
                None => Field { name: Span::new(start, end), value: None },
            });
        }
        None
    }
}

const WORDS: usize = 8;

/// A bit for each byte that is a mark. Fields are short, and calls of `memchr`, four for a field, take several times as
/// long as all of them at once.
#[derive(Clone, Debug)]
struct Marks {
    /// The separator.
    ends: [u64; WORDS],
    /// `=`
    equals: [u64; WORDS],
    /// `%` and `+`
    coded: [u64; WORDS],
}

impl Marks {
    /// `None` if `text` is too long.
    #[inline]
    fn of(text: &[u8], separator: u8) -> Option<Self> {
        if text.len() >= WORDS * 64 {
            return None;
        }
        let mut marks = Self { ends: [0; WORDS], equals: [0; WORDS], coded: [0; WORDS] };
        let (blocks, rest) = text.as_chunks::<64>();
        for (index, block) in blocks.iter().enumerate() {
            marks.look(index, block, separator);
        }
        if !rest.is_empty() {
            let mut last = [0; 64];
            last[..rest.len()].copy_from_slice(rest);
            marks.look(blocks.len(), &last, separator);
        }
        Some(marks)
    }

    #[inline(always)]
    fn look(&mut self, index: usize, block: &[u8; 64], separator: u8) {
        let (mut ends, mut equals, mut coded) = (0, 0, 0);
        for (index, &vector) in block.as_chunks::<16>().0.iter().enumerate() {
            let vector = u8x16::new(vector);
            let equal = |byte| vector.simd_eq(u8x16::splat(byte));
            let bits = |marks: u8x16| u64::from(marks.to_bitmask()) << (16 * index);
            ends |= bits(equal(separator));
            equals |= bits(equal(b'='));
            coded |= bits(equal(b'%') | equal(b'+'));
        }
        // Always within: `of` has looked at the length.
        let index = index % WORDS;
        (self.ends[index], self.equals[index], self.coded[index]) = (ends, equals, coded);
    }
}

/// The first bit that is set from `at` on, or a number beyond all of them.
#[inline]
fn first_from(words: &[u64; WORDS], at: usize) -> usize {
    let mut index = at / 64;
    let mut unseen = u64::MAX << (at % 64);
    while let Some(word) = words.get(index) {
        let found = word & unseen;
        if found != 0 {
            return index * 64 + found.trailing_zeros() as usize;
        }
        unseen = u64::MAX;
        index += 1;
    }
    WORDS * 64
}
