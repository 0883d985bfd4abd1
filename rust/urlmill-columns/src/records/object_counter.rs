//! Values of lines of JSON that are counted where they stand: no column is made of them.

use super::counted::{Left, Value, count_lines};
use super::counts::Tally;
use super::json_time::LatestTime;
use super::object_kind::{ObjectKind, status};
use super::objects::Objects;
use super::{number, request, target};
use crate::split::Stop;
use std::borrow::Cow;
use urlmill_core::json::{Reader, Value as Written, unescape_into};
use urlmill_core::scan::vector::has_control;

/// What is counted. The numbers are those of the fields.
#[derive(Clone, Copy, Debug)]
pub enum ObjectPart {
    /// A field of text or of whole numbers.
    Field(usize),
    /// The path of what was requested, as far as there are fields for that.
    Path {
        /// `GET /a?b HTTP/1.1`: if it is one, the others do not count.
        request: Option<usize>,
        /// `GET`
        method: Option<usize>,
        /// `/a?b`
        target: Option<usize>,
        /// Whether the target is a path alone: one with a `?` or `#` of its own is left.
        is_stem: bool,
    },
}

/// Counts the objects of lines.
#[derive(Clone, Debug)]
pub struct ObjectCounter {
    objects: Objects,
    part: ObjectPart,
    /// The fields that can be wrong, whatever is counted.
    checked: Vec<usize>,
}

impl ObjectCounter {
    /// For objects with these fields.
    #[must_use]
    pub fn new(objects: Objects, part: ObjectPart) -> Self {
        let can_be_wrong = |kind| !matches!(kind, ObjectKind::Written | ObjectKind::Text);
        let fields = objects.fields.iter().enumerate();
        let is_counted = |field| matches!(part, ObjectPart::Field(counted) if counted == field);
        let checked = fields.filter(|(field, (kind, _))| can_be_wrong(*kind) && !is_counted(*field));
        let checked = checked.map(|(field, _)| field).collect();
        Self { objects, part, checked }
    }

    /// As [`super::RecordCounter::count`] does; lines of which the kernel is not sure are left.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn count(&self, octets: &[u8], rank: u64, tally: &Tally) -> Result<(u64, Vec<Left>), Stop> {
        let mut reader = Reader::new(self.objects.keys.clone());
        let mut values = vec![Written::Absent; self.objects.count];
        let mut time = LatestTime::default();
        tally.with(|counts| {
            count_lines(octets, rank, counts, |line| {
                if !line.is_text() || !reader.read(line.memory, line.text.len(), &mut values) {
                    return Value::Unsure;
                }
                self.value(line.text, &values, &mut time).unwrap_or(Value::Unsure)
            })
        })
    }

    /// `None` if it is not sure.
    #[inline]
    fn value<'a>(&self, line: &'a [u8], values: &[Written], time: &mut LatestTime) -> Option<Value<'a>> {
        for &field in &self.checked {
            self.check(field, values, line, time)?;
        }
        let text = match self.part {
            ObjectPart::Field(field) => self.first(field, values, line)?,
            ObjectPart::Path { request, method, target, is_stem } => {
                let first = |field: Option<usize>| field.map_or(Some(None), |field| self.first(field, values, line));
                let target = first(target)?;
                if is_stem && target.as_deref().is_some_and(target::has_more) {
                    return None;
                }
                path_of(first(request)?, first(method)?, target)?
            }
        };
        let Some(text) = text else { return Some(Value::Null) };
        match self.part {
            ObjectPart::Field(field) => match self.objects.fields.get(field)?.0 {
                ObjectKind::Status => status(&text).map(|number| Value::Number(number.into())),
                ObjectKind::UInt16 | ObjectKind::UInt64 => number::whole_or_real(&text).map(Value::Number),
                _ => Some(text.into()),
            },
            ObjectPart::Path { .. } => Some(text.into()),
        }
    }

    /// `None` if it is not sure of a field.
    #[inline]
    fn check(&self, field: usize, values: &[Written], line: &[u8], time: &mut LatestTime) -> Option<()> {
        let (kind, candidates) = self.objects.fields.get(field)?;
        let text = match candidates[..] {
            [one] => match values[one] {
                Written::Absent => return Some(()),
                Written::Text(span) => Some(span.of(line)),
                Written::Escaped(_) => None,
            },
            _ => None,
        };
        let Some(text) = text else { return self.first(field, values, line).map(|_| ()) };
        let is_right =
            kind.is_absent(text) || (*kind == ObjectKind::Time && time.is_like(text)) || kind.part(text).is_some();
        is_right.then_some(())
    }

    /// The text of the first value of a field that is there, if it is of the kind.
    #[inline]
    #[expect(clippy::option_option, reason = "whether it is sure, and whether there is a value")]
    fn first<'a>(&self, field: usize, values: &[Written], line: &'a [u8]) -> Option<Option<Text<'a>>> {
        let (kind, candidates) = self.objects.fields.get(field)?;
        for &candidate in candidates {
            let text = match values[candidate] {
                Written::Absent => continue,
                Written::Text(span) => Cow::Borrowed(span.of(line)),
                Written::Escaped(span) => Cow::Owned(unescaped(span.of(line))?),
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
}

type Text<'a> = Cow<'a, [u8]>;

impl<'a> From<Text<'a>> for Value<'a> {
    #[inline]
    fn from(text: Text<'a>) -> Self {
        match text {
            Cow::Borrowed(text) => Self::Text(text),
            Cow::Owned(text) => Self::Owned(text),
        }
    }
}

fn unescaped(escaped: &[u8]) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    text.try_reserve(escaped.len()).ok()?;
    unescape_into(escaped, &mut text);
    Some(text)
}

/// The path of what was requested; `None` if it is not sure.
#[inline]
#[expect(clippy::option_option, reason = "whether it is sure, and whether there is a value")]
fn path_of<'a>(
    request: Option<Text<'a>>,
    method: Option<Text<'a>>,
    target: Option<Text<'a>>,
) -> Option<Option<Text<'a>>> {
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
    if matches!(target, Cow::Owned(text) if has_control(text)) {
        return None;
    }
    Some(within(target, start, end))
}
