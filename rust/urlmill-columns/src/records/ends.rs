//! Where a field begins and ends.

use super::find::{Literal, Quotes};
use super::{Bounds, Piece, RecordKind, clock, moment, syslog};
use memchr::memchr;

/// The way from where a field may begin to where the next one may.
#[derive(Clone, Debug)]
pub(super) struct End {
    literal: Literal,
    place: Place,
    /// Spaces, or a quote.
    has_more_before: bool,
    /// What ends the field if it begins with `"`; only for one that may be in quotes.
    quoted: Option<Literal>,
    may_be_doubled: bool,
    /// What stands before the field, as it does before others.
    between: Option<u8>,
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
    After(Rare),
}

/// What fields of few formats end after.
#[derive(Clone, Copy, Debug)]
enum Rare {
    /// The literal is not one between the items of a list.
    List,
    /// A time may have a space in it, as the literal has.
    Time,
    /// So many bytes.
    Bytes(usize),
    /// All elements of structured data.
    Elements,
}

impl End {
    pub(super) fn new(piece: &Piece<'_>, literal: &str, is_last: bool) -> Self {
        let &Piece { before, kind, bounds, .. } = piece;
        let place = match (kind, literal.as_bytes()) {
            (RecordKind::SyslogTime, _) => Place::After(Rare::Bytes(syslog::LEN)),
            (RecordKind::Structured, _) => Place::After(Rare::Elements),
            (_, []) if is_last => Place::OfLine,
            (_, [b'"', ..]) => Place::Unprotected,
            (RecordKind::Time, [b' ', ..]) => Place::After(Rare::Time),
            (RecordKind::Forwarded, _) => Place::After(Rare::List),
            _ if bounds == Bounds::List => Place::After(Rare::List),
            _ => Place::First,
        };
        let is_foreign = literal.bytes().next().is_some_and(|first| !clock::may_have(first));
        let quoted = (bounds == Bounds::Quoted).then(|| Literal::new(format!("\"{literal}").as_bytes()));
        Self {
            literal: Literal::new(literal.as_bytes()),
            place,
            has_more_before: matches!(bounds, Bounds::Padded | Bounds::Quoted),
            quoted,
            may_be_doubled: bounds == Bounds::Doubled,
            between: before.bytes().next(),
            is_after_clock: kind == RecordKind::Clock && is_foreign && matches!(bounds, Bounds::Plain | Bounds::List),
        }
    }

    /// Where a field that may begin at `at` begins and ends, and where the next one may begin.
    #[inline]
    pub(super) fn after(&self, text: &[u8], quotes: &mut Quotes<'_>, at: usize) -> Option<(usize, usize, usize)> {
        let rest = text.get(at..)?;
        let len = if self.is_after_clock && self.is_where_a_clock_ends(rest) {
            clock::LEN
        } else {
            match self.place {
                _ if self.has_more_before => return self.after_more(rest, at),
                _ if self.may_be_doubled && rest.first() == Some(&b'"') => self.after_quote(rest)?,
                Place::OfLine if self.may_be_doubled => self.until_end(rest)?,
                Place::OfLine => rest.len(),
                Place::First => self.literal.find(rest)?,
                Place::Unprotected => self.literal.find_quote(text, quotes, at)? - at,
                Place::After(rare) => self.after_rare(rare, rest)?,
            }
        };
        Some((at, at + len, at + len + self.literal.len()))
    }

    /// One that has something before it which is not of it.
    #[inline(never)]
    fn after_more(&self, rest: &[u8], at: usize) -> Option<(usize, usize, usize)> {
        if let (Some(end), [b'"', inner @ ..]) = (&self.quoted, rest) {
            let start = at + 1;
            let len = end.find_rarely(inner)?;
            return Some((start, start + len, start + len + end.len()));
        }
        let spaces = if self.quoted.is_some() { 0 } else { rest.iter().take_while(|&&b| b == b' ').count() };
        let rest = &rest[spaces..];
        let len = match self.place {
            Place::OfLine => rest.len(),
            Place::First | Place::Unprotected => self.literal.find_rarely(rest)?,
            Place::After(rare) => self.after_rare(rare, rest)?,
        };
        let start = at + spaces;
        Some((start, start + len, start + len + self.literal.len()))
    }

    #[inline(never)]
    fn after_rare(&self, rare: Rare, rest: &[u8]) -> Option<usize> {
        match rare {
            Rare::List => self.after_list(rest),
            Rare::Time => {
                let first = self.literal.find_rarely(rest)?;
                let second = self.literal.find_rarely(&rest[first + 1..]).map(|len| first + 1 + len);
                Some(second.filter(|&len| moment::micros(&rest[..len]).is_some()).unwrap_or(first))
            }
            Rare::Bytes(len) => {
                let (field, rest) = rest.split_at_checked(len)?;
                (field.is_ascii() && self.literal.begins(rest)).then_some(len)
            }
            Rare::Elements => {
                let len = syslog::elements(rest)?;
                self.literal.begins(&rest[len..]).then_some(len)
            }
        }
    }

    /// Between items stand a comma and a space, or ` : ` (nginx, between groups of servers).
    fn after_list(&self, rest: &[u8]) -> Option<usize> {
        let mut from = 0;
        loop {
            let at = from + self.literal.find_rarely(&rest[from..])?;
            let (before, after) = rest.split_at(at);
            let is_within = after.starts_with(b" ")
                && (before.ends_with(b",") || before.ends_with(b" :") || after.starts_with(b" : "));
            if !is_within {
                return Some(at);
            }
            from = at + 1;
        }
    }

    /// One that begins with a quote: with pairs of them in between, or else as if it was nothing special.
    #[inline(never)]
    fn after_quote(&self, rest: &[u8]) -> Option<usize> {
        self.doubled(rest).or_else(|| match self.place {
            Place::OfLine => self.until_end(rest),
            _ => self.literal.find_rarely(rest),
        })
    }

    /// The last field, which cannot have in it what stands between fields.
    #[inline(never)]
    fn until_end(&self, rest: &[u8]) -> Option<usize> {
        let is_whole = self.between.is_none_or(|between| memchr(between, rest).is_none());
        is_whole.then_some(rest.len())
    }

    /// How long a field is that begins with a quote and ends with one, with pairs of them in between.
    fn doubled(&self, rest: &[u8]) -> Option<usize> {
        let mut at = 1;
        loop {
            at += 1 + memchr(b'"', rest.get(at..)?)?;
            match rest.get(at) {
                Some(b'"') => at += 1,
                after => {
                    let is_end =
                        if self.literal.len() == 0 { after.is_none() } else { self.literal.begins(&rest[at..]) };
                    return is_end.then_some(at);
                }
            }
        }
    }

    fn is_where_a_clock_ends(&self, rest: &[u8]) -> bool {
        rest.first().is_some_and(u8::is_ascii_digit)
            && rest.get(clock::LEN..).is_some_and(|rest| self.literal.begins(rest))
    }
}
