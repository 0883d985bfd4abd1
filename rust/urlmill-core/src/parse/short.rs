//! The parts of a text in the middle of a longer one, as the rows of a column are.
//!
//! A search stops at what it finds, and the processor never knows beforehand where that is. Here all of 128 bytes are
//! looked at, whatever is in them, and the marks come out as bits. `urllib::near` gets them in a way of its own: it may
//! not read past a text, and looks for control characters too.

use super::{LENIENT, Offsets, parse};
use crate::authority::loose_authority;
use crate::scan::class::{ENDS_AUTHORITY, is};
use crate::scan::lanes::{LANES, Lanes, NEAR, REACH, first_from};
use crate::scan::swar::authority_end;
use crate::span::Span;
use crate::split::scheme;
use memchr::{memchr, memchr2};

/// The same as `parse` with [`LENIENT`] rules, for the first `len` bytes of `rest`; what follows them may be read. If
/// `rest` is not that long, as for no text. `lists` says whether the URLs of a scheme may list hosts
/// ([`super::SEVERAL_HOSTS`]); it is asked about those alone for which that matters.
///
/// The offsets are written where they are to stay. To return them and then copy them takes half as long again as to find
/// them: a processor cannot read as a whole what it has just written in parts.
#[inline(always)]
pub fn parse_within(rest: &[u8], len: usize, lists: impl Fn(&[u8]) -> bool, into: &mut Offsets) {
    let text = rest.get(..len).unwrap_or_default();
    if !rest.first_chunk().is_some_and(|near| parse_short(near, text, into)) {
        parse_any(text, lists, into);
    }
}

#[cold]
fn parse_any(text: &[u8], lists: impl Fn(&[u8]) -> bool, into: &mut Offsets) {
    *into = parse(text, LENIENT).unwrap_or_default();
    if into.may_be_list(text) && lists(into.scheme().unwrap_or_default().of(text)) {
        into.take_list();
    }
}

/// The same as far as the host: of the path and what follows it, it says nothing.
#[inline(always)]
pub fn parse_host_within(rest: &[u8], len: usize, lists: impl Fn(&[u8]) -> bool, into: &mut Offsets) {
    let text = rest.get(..len).unwrap_or_default();
    if !rest.first_chunk().is_some_and(|near| up_to_path(near, text, into)) {
        parse_within(rest, len, lists, into);
    }
}

/// The host that `parse` finds under [`LENIENT`] rules, for those who want nothing else.
#[inline]
#[must_use]
pub fn only_host(text: &[u8], lists: impl Fn(&[u8]) -> bool) -> Option<Span> {
    // A text shorter than 64 bytes is copied. It takes 165 instructions with that; a search for each mark in turn took 253.
    let mut padded = [0; NEAR];
    let near = if let Some(near) = text.first_chunk() {
        near
    } else {
        padded[..text.len()].copy_from_slice(text);
        &padded
    };
    let mut found = Offsets::default();
    if up_to_path(near, text, &mut found) { found.host() } else { host_of_any(text, lists) }
}

/// Other schemes, and hosts that end far away. To parse all of it would take twice as long.
fn host_of_any(text: &[u8], lists: impl Fn(&[u8]) -> bool) -> Option<Span> {
    let scheme = scheme(text);
    let start = scheme.map_or(0, |span| span.end as usize + 1) + 2;
    let rest = text.get(start - 2..)?.strip_prefix(b"//")?;
    let (len, _) = authority_end(rest);
    let span = Span::new(start, start + len);
    let mut found = Offsets { path_start: span.end, has_authority: true, ..Offsets::default() };
    super::place(&mut found, span, loose_authority(span.of(text)));
    if found.may_be_list(text) && lists(scheme.unwrap_or_default().of(text)) {
        found.take_list();
    }
    found.host()
}

/// Says no unless it begins as URLs of the web do, with an authority that ends near, or with one slash.
#[inline(always)]
fn parse_short(near: &[u8; REACH], text: &[u8], into: &mut Offsets) -> bool {
    if !near.first_chunk().is_some_and(|near| up_to_path(near, text, into)) {
        return false;
    }
    let (tail, len) = (tail_marks(near), text.len());
    let path_end = first_of(tail, into.path_start as usize, text, |far| memchr2(b'?', b'#', far));
    let mut query_end = path_end;
    if text.get(path_end) == Some(&b'?') {
        // Hardly ever is there another mark, and then mostly the one that is looked for.
        query_end = first_of(tail, path_end + 1, text, |far| memchr(b'#', far));
        if query_end < len && text[query_end] == b'?' {
            query_end = memchr(b'#', &text[query_end..]).map_or(len, |at| query_end + at);
        }
    }
    into.path_end = path_end as u32;
    into.query_end = query_end as u32;
    true
}

#[inline(always)]
fn up_to_path(near: &[u8; NEAR], text: &[u8], into: &mut Offsets) -> bool {
    let len = text.len();
    let is_secure = near.starts_with(b"https://");
    if !is_secure && !near.starts_with(b"http://") {
        return only_path(near, text, into);
    }
    let start = 7 + usize::from(is_secure);
    if len < start {
        return false;
    }
    let first = (authority_marks(near) & (u64::MAX << start)).trailing_zeros() as usize;
    if first == NEAR && len > NEAR {
        return false;
    }
    let is_plain = first >= len || is(near[first], ENDS_AUTHORITY);
    let path_start = if is_plain { first.min(len) } else { far_end(near, first, len) };
    into.scheme_end = start as u32 - 3;
    into.user_end = start as u32;
    into.host_start = start as u32;
    into.host_end = path_start as u32;
    into.path_start = path_start as u32;
    into.path_end = path_start as u32;
    into.query_end = path_start as u32;
    into.has_authority = true;
    if !is_plain {
        if path_start == NEAR && len > NEAR {
            return false;
        }
        let span = Span::new(start, path_start);
        super::place(into, span, loose_authority(span.of(near)));
        return !into.may_be_list(near);
    }
    true
}

/// Where the authority ends that has something odd at `first`; the end of `near` if it ends further away.
#[cold]
fn far_end(near: &[u8; NEAR], first: usize, len: usize) -> usize {
    near[first..].iter().position(|&b| is(b, ENDS_AUTHORITY)).map_or(NEAR, |at| first + at).min(len)
}

/// What begins with one slash, as what clients ask of servers does, has neither a scheme nor an authority.
#[inline(always)]
fn only_path(near: &[u8; NEAR], text: &[u8], into: &mut Offsets) -> bool {
    let is_one = !text.is_empty() && near[0] == b'/' && near[1] != b'/';
    if is_one {
        *into = Offsets::default();
    }
    is_one
}

/// The first mark from `start` on; beyond what is within reach, what `search` finds; the end of `text` if there is none.
#[inline(always)]
fn first_of(marks: u128, start: usize, text: &[u8], search: impl Fn(&[u8]) -> Option<usize>) -> usize {
    if let Some(at) = first_from(marks, start) {
        return at.min(text.len());
    }
    let far = start.max(REACH);
    text.get(far..).and_then(search).map_or(text.len(), |at| far + at)
}

/// A bit for each `/ ? #`, for each `: @ [`, which an authority has beside a plain host, and for `; < = >`, which are
/// between those and hardly ever there.
#[inline(always)]
fn authority_marks(near: &[u8; NEAR]) -> u64 {
    let mut marks = 0;
    for (index, &chunk) in near.as_chunks::<LANES>().0.iter().enumerate() {
        let lanes = Lanes::new(chunk);
        let found = lanes.between(b':', b'@') | lanes.equal(b'#') | lanes.equal(b'/') | lanes.equal(b'[');
        marks |= found.bits() << (LANES * index);
    }
    marks
}

/// A bit for each `? #`.
#[inline(always)]
fn tail_marks(near: &[u8; REACH]) -> u128 {
    let mut tail = 0;
    for (index, &chunk) in near.as_chunks::<LANES>().0.iter().enumerate() {
        let lanes = Lanes::new(chunk);
        tail |= u128::from((lanes.equal(b'?') | lanes.equal(b'#')).bits()) << (LANES * index);
    }
    tail
}
