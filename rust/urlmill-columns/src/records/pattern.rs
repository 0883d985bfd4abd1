//! Lines that a pattern is looked for in: its groups as columns, or counted.

use super::counted::{Left, Value, Wanted, count_lines};
use super::counts::Tally;
use super::object_kind::ObjectKind;
use super::written::{Positions, Texts};
use crate::chunk::Chunk;
use crate::column::Column;
use crate::memory::zeroed;
use crate::split::Stop;
use arrow_array::BooleanArray;
use arrow_buffer::{BooleanBuffer, Buffer};
use regex::bytes::{CaptureLocations, Regex};
use urlmill_core::Span;
use urlmill_core::scan::vector::is_ascii;

/// A pattern, and its groups that are wanted.
#[derive(Clone, Debug)]
pub struct Pattern {
    regex: Regex,
    groups: Vec<usize>,
    is_for_ascii: bool,
}

impl Pattern {
    /// `groups` are their names. Lines that are not ASCII may be left to the caller.
    ///
    /// # Errors
    /// What is wrong with the pattern.
    pub fn new(pattern: &str, groups: &[String], is_for_ascii: bool) -> Result<Self, String> {
        let regex = Regex::new(pattern).map_err(|error| error.to_string())?;
        let place = |group: &String| {
            let place = regex.capture_names().position(|name| name == Some(group));
            place.ok_or_else(|| format!("there is no group {group:?}"))
        };
        let groups = groups.iter().map(place).collect::<Result<_, _>>()?;
        Ok(Self { regex, groups, is_for_ascii })
    }

    /// Whether the text is for it.
    fn takes(&self, text: &[u8]) -> bool {
        is_ascii(text) || !self.is_for_ascii && std::str::from_utf8(text).is_ok()
    }

    /// The text of a group that took part in the match.
    #[inline]
    fn span(&self, found: &CaptureLocations, group: usize) -> Option<Span> {
        found.get(*self.groups.get(group)?).map(|(start, end)| Span::new(start, end))
    }
}

/// A column of text for each group, null where it took no part in the match; 0 where a line does not match; and whether a row is left to the
/// caller.
///
/// # Errors
/// See [`Stop`].
pub fn groups(chunk: &Chunk, pattern: &Pattern) -> Result<Vec<Column>, Stop> {
    let chunk = &chunk.expanded()?;
    let (source, rows) = (&chunk.source, chunk.len());
    let mut texts = pattern.groups.iter().map(|_| Texts::new(rows)).collect::<Result<Vec<_>, _>>()?;
    let mut faults = Positions::new(rows)?;
    let mut left: Vec<u64> = zeroed(rows.div_ceil(64))?;
    let mut found = pattern.regex.capture_locations();
    let mut places = Vec::with_capacity(64);
    for (word, first) in (0..rows).step_by(64).enumerate() {
        let present = source.read(first, 64.min(rows - first), &mut places)?[0];
        for (index, place) in places.iter().enumerate() {
            let row = first + index;
            let is_line = present >> index & 1 == 1;
            let is_taken = is_line && pattern.takes(place.text());
            let is_match = is_taken && pattern.regex.captures_read(&mut found, place.text()).is_some();
            for (group, texts) in texts.iter_mut().enumerate() {
                let span = if is_match { pattern.span(&found, group) } else { None };
                texts.set(row, span.map(|span| place.view(span)));
            }
            if is_taken && !is_match {
                faults.put(row, 0);
            }
            left[word] |= u64::from(is_line && !is_taken) << index;
        }
    }
    let mut columns: Vec<_> = texts.into_iter().map(|texts| texts.finish(&source.buffers)).collect();
    columns.push(Column::UInt32(faults.finish()?));
    let left = BooleanBuffer::new(Buffer::from_vec(left), 0, rows);
    columns.push(Column::Bool(BooleanArray::new(left, None)));
    Ok(columns)
}

/// What is counted of lines that match. The numbers are those of the groups.
#[derive(Clone, Copy, Debug)]
pub enum Grouped {
    /// The text of a group.
    Text(usize),
    /// The path of a request.
    PathOfRequest(usize),
    /// The path of a target, with the method that was used.
    PathOfTarget(usize, Option<usize>),
}

/// Counts lines that match.
#[derive(Clone, Debug)]
pub struct PatternCounter {
    pattern: Pattern,
    /// What the groups must look like.
    kinds: Vec<ObjectKind>,
    counted: Grouped,
}

impl PatternCounter {
    /// As many kinds as the pattern has groups.
    #[must_use]
    pub fn new(pattern: Pattern, kinds: Vec<ObjectKind>, counted: Grouped) -> Self {
        Self { pattern, kinds, counted }
    }

    /// As [`super::RecordCounter::count`] does; lines that do not match are left.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn count(&self, octets: &[u8], rank: u64, tally: &Tally) -> Result<(u64, Vec<Left>), Stop> {
        let mut found = self.pattern.regex.capture_locations();
        tally.with(|counts| count_lines(octets, rank, counts, |line| self.value(line.text, &mut found)))
    }

    fn value<'a>(&self, line: &'a [u8], found: &mut CaptureLocations) -> Value<'a> {
        if !self.pattern.takes(line) || self.pattern.regex.captures_read(found, line).is_none() {
            return Value::Unsure;
        }
        let text = |group: usize| {
            let text = self.pattern.span(found, group).map(|span| span.of(line));
            text.filter(|&text| text != b"-")
        };
        for (group, kind) in self.kinds.iter().enumerate() {
            if !matches!(kind, ObjectKind::Text | ObjectKind::Written)
                && text(group).is_some_and(|text| !text.is_empty() && kind.part(text).is_none())
            {
                return Value::Unsure;
            }
        }
        match self.counted {
            Grouped::Text(group) => text(group).into(),
            Grouped::PathOfRequest(group) => text(group).map_or(Value::Null, |text| Wanted::Path.of_request(text)),
            Grouped::PathOfTarget(target, method) => {
                let method = method.and_then(text);
                text(target).map_or(Value::Null, |target| Wanted::Path.of_target(method, target))
            }
        }
    }
}
