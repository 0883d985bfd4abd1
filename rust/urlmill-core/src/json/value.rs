//! Where values end. `None` is for all that is wrong, or that readers do not agree about.

use super::escape::are_whole;
use super::{Line, Value};
use crate::Span;
use crate::scan::lanes::{LANES, Lanes};

/// How deep a value may be nested.
pub(super) const DEEPEST: usize = 64;

/// After the space from `at` on. A line has no line feed in it.
#[inline(always)]
pub(super) fn after_space(line: Line<'_>, mut at: usize) -> usize {
    while let Some(b' ' | b'\t' | b'\r') = line.byte(at) {
        at += 1;
    }
    at
}

/// The closing quote of the string whose text begins at `at`, and whether escapes are in it.
#[inline(always)]
pub(super) fn string_end(line: Line<'_>, mut at: usize) -> Option<(usize, bool)> {
    let mut has_escapes = false;
    loop {
        at = next_mark(line, at)?;
        match line.byte(at)? {
            b'"' => return Some((at, has_escapes)),
            b'\\' => at = after_escape(line, at)?,
            _ => return None, // a control character
        }
        has_escapes = true;
    }
}

/// The next quote, backslash or control character; it may be beyond the line's end.
#[inline(always)]
fn next_mark(line: Line<'_>, mut at: usize) -> Option<usize> {
    while at < line.end {
        let Some(bytes) = line.memory.get(at..).and_then(<[u8]>::first_chunk::<LANES>) else {
            return next_mark_of_few(line, at);
        };
        let lanes = Lanes::new(*bytes);
        let marks = (lanes.equal(b'"') | lanes.equal(b'\\') | lanes.up_to(0x1f)).bits();
        if marks != 0 {
            return Some(at + marks.trailing_zeros() as usize);
        }
        at += LANES;
    }
    None
}

#[cold]
fn next_mark_of_few(line: Line<'_>, at: usize) -> Option<usize> {
    let found = line.memory.get(at..)?.iter().position(|&b| b == b'"' || b == b'\\' || b < 0x20)?;
    Some(at + found)
}

#[inline(never)]
fn after_escape(line: Line<'_>, at: usize) -> Option<usize> {
    match line.byte(at + 1)? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 2),
        b'u' if (at + 2..at + 6).all(|at| line.byte(at).is_some_and(|b| b.is_ascii_hexdigit())) => Some(at + 6),
        _ => None,
    }
}

/// The end of the number at `at`; not of `-0`, which some write without its sign.
#[inline(always)]
fn number_end(line: Line<'_>, start: usize) -> Option<usize> {
    let is_negative = line.byte(start)? == b'-';
    let first = start + usize::from(is_negative);
    let mut at = after_digits(line, first)?;
    let is_zero = line.byte(first) == Some(b'0');
    if is_zero && at > first + 1 {
        return None;
    }
    let whole = at;
    if line.byte(at) == Some(b'.') {
        at = after_digits(line, at + 1)?;
    }
    if let Some(b'e' | b'E') = line.byte(at) {
        let is_signed = matches!(line.byte(at + 1), Some(b'+' | b'-'));
        at = after_digits(line, at + 1 + usize::from(is_signed))?;
    }
    if is_zero && is_negative && at == whole { None } else { Some(at) }
}

/// After one digit at least.
#[inline(always)]
fn after_digits(line: Line<'_>, start: usize) -> Option<usize> {
    let mut at = start;
    while line.byte(at).is_some_and(|b| b.is_ascii_digit()) {
        at += 1;
    }
    (at > start).then_some(at)
}

fn after_word(line: Line<'_>, at: usize, word: &[u8]) -> Option<usize> {
    let end = at + word.len();
    (end <= line.end && line.memory.get(at..end)? == word).then_some(end)
}

/// After a value that is not asked for. `room` is how much deeper it may go.
#[inline(always)]
pub(super) fn skip(line: Line<'_>, at: usize, room: usize) -> Option<usize> {
    match line.byte(at)? {
        b'"' => Some(string_end(line, at + 1)?.0 + 1),
        b'{' | b'[' => skip_nested(line, at, room),
        _ => skip_word(line, at),
    }
}

/// After a number, `true`, `false` or `null`.
#[inline(always)]
fn skip_word(line: Line<'_>, at: usize) -> Option<usize> {
    match line.byte(at)? {
        b'-' | b'0'..=b'9' => number_end(line, at),
        b't' => after_word(line, at, b"true"),
        b'f' => after_word(line, at, b"false"),
        b'n' => after_word(line, at, b"null"),
        _ => None,
    }
}

#[inline(never)]
fn skip_nested(line: Line<'_>, at: usize, room: usize) -> Option<usize> {
    let room = room.checked_sub(1)?;
    let is_object = line.byte(at)? == b'{';
    let close = if is_object { b'}' } else { b']' };
    let mut at = after_space(line, at + 1);
    if line.byte(at)? == close {
        return Some(at + 1);
    }
    loop {
        if is_object {
            at = after_key(line, at)?.1;
        }
        at = after_space(line, skip(line, at, room)?);
        match line.byte(at)? {
            b',' => at = after_space(line, at + 1),
            end if end == close => return Some(at + 1),
            _ => return None,
        }
    }
}

/// The key at `at`, unless there are escapes in it, and where its value begins.
#[inline(always)]
pub(super) fn after_key(line: Line<'_>, at: usize) -> Option<(Option<Span>, usize)> {
    if line.byte(at)? != b'"' {
        return None;
    }
    let (end, has_escapes) = string_end(line, at + 1)?;
    let key = (!has_escapes).then(|| Span::new(at + 1, end));
    let colon = after_space(line, end + 1);
    (line.byte(colon)? == b':').then(|| (key, after_space(line, colon + 1)))
}

/// A value that is asked for, and where it ends. Not an object, nor a list of anything but strings: how those would be
/// written is a question of taste.
#[inline(always)]
pub(super) fn read(line: Line<'_>, at: usize) -> Option<(Value, usize)> {
    match line.byte(at)? {
        b'"' => read_string(line, at),
        b'[' => read_strings(line, at),
        b'n' => Some((Value::Absent, skip_word(line, at)?)),
        _ => {
            let end = skip_word(line, at)?;
            Some((Value::Text(Span::new(at, end)), end))
        }
    }
}

#[inline(always)]
fn read_string(line: Line<'_>, at: usize) -> Option<(Value, usize)> {
    let (end, has_escapes) = string_end(line, at + 1)?;
    let text = Span::new(at + 1, end);
    if !has_escapes {
        return Some((Value::Text(text), end + 1));
    }
    are_whole(text.of(line.memory)).then_some((Value::Escaped(text), end + 1))
}

#[inline(never)]
fn read_strings(line: Line<'_>, at: usize) -> Option<(Value, usize)> {
    let mut at = after_space(line, at + 1);
    if line.byte(at)? == b']' {
        return Some((Value::Absent, at + 1));
    }
    let mut first = None;
    loop {
        if line.byte(at)? != b'"' {
            return None;
        }
        let (value, end) = read_string(line, at)?;
        let first = *first.get_or_insert(value);
        at = after_space(line, end);
        match line.byte(at)? {
            b',' => at = after_space(line, at + 1),
            b']' => return Some((first, at + 1)),
            _ => return None,
        }
    }
}
