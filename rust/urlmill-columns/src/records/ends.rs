//! Where a field begins and ends.

use super::find::Literal;
use super::{Bounds, RecordKind, clock, moment, syslog};

/// The way from where a field may begin to where the next one may.
#[derive(Clone, Debug)]
pub(super) struct End {
    literal: Literal,
    place: Place,
    is_padded: bool,
    /// What ends the field if it begins with `"`.
    quoted: Option<Literal>,
    /// Whether the field is a clock, and the literal begins with what a clock cannot have: so it can be looked for where a
    /// clock ends. If it stands before that as well, either end makes the line bad, unless the field is `-`.
    is_after_clock: bool,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    OfLine,
    First,
    /// The literal begins with `"`.
    Unprotected,
    /// Not between the items of a list.
    AfterList,
    /// After a time, which may have a space in it as the literal has.
    AfterTime,
    /// After so many bytes.
    Fixed(usize),
    /// After all elements of structured data.
    AfterElements,
}

impl End {
    pub(super) fn new(literal: &str, kind: RecordKind, bounds: Bounds, is_last: bool) -> Self {
        let place = match (kind, literal.as_bytes()) {
            (RecordKind::SyslogTime, _) => Place::Fixed(syslog::LEN),
            (RecordKind::Structured, _) => Place::AfterElements,
            (_, []) if is_last => Place::OfLine,
            (_, [b'"', ..]) => Place::Unprotected,
            (RecordKind::Time, [b' ', ..]) => Place::AfterTime,
            (RecordKind::Forwarded, _) => Place::AfterList,
            _ if bounds == Bounds::List => Place::AfterList,
            _ => Place::First,
        };
        let is_foreign = literal.bytes().next().is_some_and(|first| !clock::may_have(first));
        let quoted = (bounds == Bounds::Quoted).then(|| Literal::new(format!("\"{literal}").as_bytes()));
        Self {
            literal: Literal::new(literal.as_bytes()),
            place,
            is_padded: bounds == Bounds::Padded,
            quoted,
            is_after_clock: kind == RecordKind::Clock && is_foreign,
        }
    }

    /// Where a field that may begin at `at` begins and ends, and where the next one may begin.
    #[inline]
    pub(super) fn after(&self, text: &[u8], at: usize) -> Option<(usize, usize, usize)> {
        let rest = text.get(at..)?;
        if self.is_padded || self.quoted.is_some() {
            return self.after_more(text, at);
        }
        let len = if self.is_after_clock && self.is_where_a_clock_ends(rest) { clock::LEN } else { self.len_of(rest)? };
        Some((at, at + len, at + len + self.literal.len()))
    }

    /// One that has something before it which is not of it.
    #[inline(never)]
    fn after_more(&self, text: &[u8], at: usize) -> Option<(usize, usize, usize)> {
        let rest = text.get(at..)?;
        if let (Some(end), [b'"', inner @ ..]) = (&self.quoted, rest) {
            let start = at + 1;
            let len = end.find_unprotected(inner)?;
            return Some((start, start + len, start + len + end.len()));
        }
        let spaces = if self.is_padded { rest.iter().take_while(|&&b| b == b' ').count() } else { 0 };
        let len = self.len_of(&rest[spaces..])?;
        let start = at + spaces;
        Some((start, start + len, start + len + self.literal.len()))
    }

    #[inline]
    fn len_of(&self, rest: &[u8]) -> Option<usize> {
        match self.place {
            Place::OfLine => Some(rest.len()),
            Place::First => self.literal.find(rest),
            Place::Unprotected => self.literal.find_unprotected(rest),
            Place::AfterList => self.after_list(rest),
            Place::AfterTime => {
                let first = self.literal.find(rest)?;
                let second = self.literal.find(&rest[first + 1..]).map(|len| first + 1 + len);
                Some(second.filter(|&len| moment::micros(&rest[..len]).is_some()).unwrap_or(first))
            }
            Place::Fixed(len) => {
                let (field, rest) = rest.split_at_checked(len)?;
                (field.is_ascii() && self.literal.begins(rest)).then_some(len)
            }
            Place::AfterElements => {
                let len = syslog::elements(rest)?;
                self.literal.begins(&rest[len..]).then_some(len)
            }
        }
    }

    /// Between items stand a comma and a space, or ` : ` (nginx, between groups of servers).
    fn after_list(&self, rest: &[u8]) -> Option<usize> {
        let mut from = 0;
        loop {
            let at = from + self.literal.find(&rest[from..])?;
            let (before, after) = rest.split_at(at);
            let is_within = after.starts_with(b" ")
                && (before.ends_with(b",") || before.ends_with(b" :") || after.starts_with(b" : "));
            if !is_within {
                return Some(at);
            }
            from = at + 1;
        }
    }

    fn is_where_a_clock_ends(&self, rest: &[u8]) -> bool {
        rest.first().is_some_and(u8::is_ascii_digit)
            && rest.get(clock::LEN..).is_some_and(|rest| self.literal.begins(rest))
    }
}
