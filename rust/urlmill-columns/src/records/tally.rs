//! How often each value occurs in lines of JSON, without a column that has them all.

use super::object_kind::ObjectKind;
use super::objects::Objects;
use super::{request, target};
use ahash::RandomState;
use memchr::memchr_iter;
use std::borrow::Cow;
use std::collections::HashMap;
use urlmill_core::json::{Reader, Value, unescape_into};
use urlmill_core::scan::vector::is_ascii;

/// What is counted. The numbers are those of the fields.
#[derive(Clone, Copy, Debug)]
pub enum Tallied {
    /// A field of text.
    Text(usize),
    /// The path of what was requested, as far as there are fields for that.
    Path {
        /// `GET /a?b HTTP/1.1`: if it is one, the others do not count.
        request: Option<usize>,
        /// `GET`
        method: Option<usize>,
        /// `/a?b`
        target: Option<usize>,
    },
}

/// Values in the order in which they were first seen, each with its count, and how many rows had none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectTally {
    /// The values.
    pub values: Vec<(String, u64)>,
    /// Rows without one.
    pub nulls: u64,
}

/// Counts the values of all lines of `octets` that are not blank. `None` if it is not sure of one of them, or if there is too
/// little memory: then columns are to be made.
#[must_use]
pub fn tally(octets: &[u8], wanted: &Objects, tallied: Tallied) -> Option<ObjectTally> {
    let mut reader = Reader::new(wanted.keys.clone());
    let mut values = vec![Value::Absent; wanted.count];
    let can_be_wrong = |field: &&Candidates| !matches!(field.0, ObjectKind::Written | ObjectKind::Text);
    let checked: Vec<_> = wanted.fields.iter().filter(can_be_wrong).collect();
    let mut counts = Counts::default();
    let rest = octets.last().is_some_and(|&last| last != b'\n').then_some(octets.len());
    let mut next = 0;
    for end in memchr_iter(b'\n', octets).chain(rest) {
        let (memory, is_whole) = (&octets[next..], end < octets.len());
        let line = &octets[next..end];
        next = end + 1;
        let line = line.strip_suffix(b"\r").filter(|_| is_whole).unwrap_or(line);
        if line.is_empty() {
            continue;
        }
        let is_text = is_ascii(line) || std::str::from_utf8(line).is_ok();
        if !is_text || !reader.read(memory, line.len(), &mut values) {
            return None;
        }
        for field in &checked {
            first(field, &values, line)?;
        }
        counts.add(tallied.of(|field| first(wanted.fields.get(field)?, &values, line))?)?;
    }
    counts.finish()
}

type Text<'a> = Cow<'a, [u8]>;
/// The kind of a field, and which values are for it.
type Candidates = (ObjectKind, Vec<usize>);

/// The text of the first value that is there, if it is of the kind.
#[inline]
#[expect(clippy::option_option, reason = "whether it is sure, and whether there is a value")]
fn first<'a>((kind, candidates): &Candidates, values: &[Value], line: &'a [u8]) -> Option<Option<Text<'a>>> {
    for &candidate in candidates {
        let text = match values[candidate] {
            Value::Absent => continue,
            Value::Text(span) => Cow::Borrowed(span.of(line)),
            Value::Escaped(span) => Cow::Owned(unescaped(span.of(line))?),
        };
        if kind.is_absent(&text) {
            continue;
        }
        let part = kind.part(&text)?;
        if !part.is_empty() || text.is_empty() {
            return Some(Some(within(&text, part.start as usize, part.end as usize)));
        }
    }
    Some(None)
}

fn unescaped(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    text.try_reserve(escaped.len()).ok()?;
    unescape_into(escaped, &mut text);
    Some(text)
}

impl Tallied {
    /// What is counted of a row; `None` if it is not sure.
    #[inline]
    #[expect(clippy::option_option, reason = "whether it is sure, and whether there is a value")]
    fn of<'a>(self, text: impl Fn(usize) -> Option<Option<Text<'a>>>) -> Option<Option<Text<'a>>> {
        let text_if_any = |field: Option<usize>| field.map_or(Some(None), &text);
        let (request, method, target) = match self {
            Self::Text(field) => return text(field),
            Self::Path { request, method, target } => {
                (text_if_any(request)?, text_if_any(method)?, text_if_any(target)?)
            }
        };
        let parts = request.as_ref().and_then(|text| request::parts(text));
        let (is_connect, target) = match (parts, request) {
            (Some((method, target, _)), Some(text)) => {
                (method.of(&text) == b"CONNECT", Some(within(&text, target.start as usize, target.end as usize)))
            }
            _ => (method.is_some_and(|method| *method == *b"CONNECT"), target),
        };
        match target {
            // RFC 9112 3.2.3: it names a host and a port.
            Some(_) if is_connect => Some(None),
            Some(target) => path(&target).map(Some),
            None => Some(None),
        }
    }
}

/// A part of a text.
fn within<'a>(text: &Text<'a>, start: usize, end: usize) -> Text<'a> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[start..end]),
        Cow::Owned(text) => Cow::Owned(text[start..end].to_vec()),
    }
}

/// The path of a target; `None` for one that is not as most are, so that somebody must take a closer look.
#[inline]
fn path<'a>(target: &Text<'a>) -> Option<Text<'a>> {
    let (start, end) = target::path(target)?;
    // Only an escape brings a control character in.
    if matches!(target, Cow::Owned(text) if text.iter().any(|&b| b < b' ')) {
        return None;
    }
    Some(within(target, start, end))
}

/// Values and their counts in the making.
#[derive(Default)]
struct Counts<'a> {
    places: HashMap<Text<'a>, usize, RandomState>,
    values: Vec<(Text<'a>, u64)>,
    nulls: u64,
}

impl<'a> Counts<'a> {
    /// `None` if there is too little memory.
    #[inline]
    fn add(&mut self, value: Option<Text<'a>>) -> Option<()> {
        let Some(value) = value else {
            self.nulls += 1;
            return Some(());
        };
        if let Some(&place) = self.places.get(&*value) {
            self.values[place].1 += 1;
            return Some(());
        }
        self.places.try_reserve(1).ok()?;
        self.values.try_reserve(1).ok()?;
        self.places.insert(value.clone(), self.values.len());
        self.values.push((value, 1));
        Some(())
    }

    fn finish(self) -> Option<ObjectTally> {
        let mut values = Vec::new();
        values.try_reserve(self.values.len()).ok()?;
        for (value, count) in self.values {
            values.push((String::from_utf8(value.into_owned()).ok()?, count));
        }
        Some(ObjectTally { values, nulls: self.nulls })
    }
}
