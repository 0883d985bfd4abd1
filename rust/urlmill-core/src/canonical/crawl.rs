//! The level `crawl`: the normal form of an address of the web, and then what makes no difference to crawlers.
//!
//! What is rare is for Python to answer, which has all of the rules in one short file: other schemes, text that is not
//! ASCII, tabs and backslashes, and paths that hold a session id.

// Branches would keep compilers from looking at many bytes together.
#![expect(clippy::needless_bitwise_bool)]

use super::{Normal, form_of_web, tracking};
use crate::buffer::{Buffer, room};
use crate::normal::{self, Level};
use crate::parse::{LENIENT, parse};
use crate::query::{Field, fields};
use crate::scan::vector::any;
use crate::span::{MAX_LEN, Span};
use crate::split::split;
use crate::suffix;
use memchr::{memchr, memrchr};
use smallvec::SmallVec;

// Each rule, which a bit switches on. Python has the same table.
/// The fragment goes.
pub const FRAGMENT: u32 = 1;
/// Parameters that are on the list go.
pub const TRACKING: u32 = 1 << 1;
/// Session ids go.
pub const SESSIONS: u32 = 1 << 2;
/// Parameters are in order of their names.
pub const ORDER: u32 = 1 << 3;
/// A query without anything goes, and so does an empty parameter.
pub const EMPTY_QUERY: u32 = 1 << 4;
/// The label `www` goes.
pub const WWW: u32 = 1 << 5;
/// Several slashes become one.
pub const SLASHES: u32 = 1 << 6;
/// A slash at the end goes.
pub const TRAILING_SLASH: u32 = 1 << 7;
/// The names of what a server sends for a folder go.
pub const INDEX_FILES: u32 = 1 << 8;

/// The default: every rule but the last.
pub const DEFAULT: u32 = INDEX_FILES - 1;

/// The canonical form of `text`, appended to `out` if it is another text; else nothing is appended.
#[inline]
pub fn crawl_form(text: &[u8], switches: u32, out: &mut Buffer) -> Normal {
    let start = out.len();
    let answer = match write(text, switches, out) {
        None => Normal::Ask,
        Some(()) if out[start..] == *text => Normal::Same,
        Some(()) => return Normal::Changed,
    };
    out.truncate(start);
    answer
}

/// `None` where it is to be asked for.
fn write(given: &[u8], switches: u32, out: &mut Buffer) -> Option<()> {
    let text = given.trim_ascii();
    let form = form_of_web(text)?;
    let is_odd = |b: u8| (b.wrapping_sub(b' ') > b'~' - b' ') | (b == b'\\');
    if text.len() > MAX_LEN || any(text, is_odd) {
        return None;
    }
    let offsets = parse(text, LENIENT).ok()?;
    let mut normal = Buffer::new();
    let text = match normal::normal_form(text, &offsets, form, Level::Scheme, &mut normal) {
        Normal::Same => text,
        Normal::Changed => &normal,
        Normal::Ask => return None,
    };
    // What is written is never longer.
    room(out, text.len())?;
    let parts = split(text);
    let authority = parts.authority.filter(|authority| !authority.is_empty())?;
    out.extend_from_slice(&text[..authority.start as usize]);
    write_authority(authority.of(text), switches, out)?;
    let start = out.len();
    let mut query: SmallVec<[Field; 16]> = SmallVec::new();
    if let Some(span) = parts.query {
        let all = fields(span.of(text));
        query.try_reserve(all.most()).ok()?;
    }
    let has_query = match parts.query {
        Some(span) => keep_fields(span.of(text), switches, &mut query)?,
        None => false,
    };
    write_path(parts.path.of(text), has_query, switches, start, out)?;
    if let Some(span) = parts.query.filter(|_| has_query) {
        write_fields(span.of(text), &query, out);
    }
    if let Some(fragment) = parts.fragment.filter(|_| switches & FRAGMENT == 0) {
        out.push(b'#');
        out.extend_from_slice(fragment.of(text));
    }
    Some(())
}

/// Without the label `www` where that leaves the registrable domain as it is.
#[inline]
fn write_authority(authority: &[u8], switches: u32, out: &mut Buffer) -> Option<()> {
    let server = memchr(b'@', authority).and_then(|_| memrchr(b'@', authority)).map_or(0, |at| at + 1);
    let (login, server) = authority.split_at(server);
    out.extend_from_slice(login);
    let mut rest = server;
    if switches & WWW != 0 && server.starts_with(b"www.") {
        let end = memchr(b':', server).unwrap_or(server.len());
        // A name with escapes is for Python.
        if let Some(domain) = suffix::find_within(server, end, true).ok()?.and_then(|found| found.domain) {
            while rest.starts_with(b"www.") && server.len() - rest.len() + 4 <= domain.start as usize {
                rest = &rest[4..];
            }
        }
    }
    out.extend_from_slice(rest);
    Some(())
}

/// Whether there is a query left, and which parameters it has, in order.
fn keep_fields(query: &[u8], switches: u32, kept: &mut SmallVec<[Field; 16]>) -> Option<bool> {
    if switches & EMPTY_QUERY == 0 && (query.is_empty() || query.split(|&b| b == b'&').any(<[u8]>::is_empty)) {
        return None;
    }
    for field in fields(query) {
        let name = field.name.of(query);
        let value = field.value.map_or(&b""[..], |value| value.of(query));
        let is_left_out = switches & TRACKING != 0 && tracking::is_listed(name)
            || switches & SESSIONS != 0 && is_session(name, value);
        if !is_left_out {
            kept.push(field);
        }
    }
    if switches & ORDER != 0 && !kept.is_sorted_by_key(|field| field.name.of(query)) {
        // Those of one name stay in order: it may matter.
        kept.sort_unstable_by_key(|field| (field.name.of(query), field.name.start));
    }
    Some(!kept.is_empty())
}

fn write_fields(query: &[u8], kept: &[Field], out: &mut Buffer) {
    let mut mark = b'?';
    for field in kept {
        out.push(mark);
        mark = b'&';
        let end = field.value.map_or(field.name.end, |value| value.end);
        out.extend_from_slice(Span { start: field.name.start, end }.of(query));
    }
}

/// Names that mean nothing else, and names that do, by what a session id looks like.
fn is_session(name: &[u8], value: &[u8]) -> bool {
    const SURE: [&[u8]; 5] = [b"jsessionid", b"phpsessid", b"oscsid", b"zenid", b"cftoken"];
    const MAYBE: [&[u8]; 4] = [b"sid", b"sessid", b"sessionid", b"session_id"];
    let is_one_of = |names: &[&[u8]]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
    if !matches!(
        name.first(),
        Some(b'a' | b'A' | b'c' | b'C' | b'j' | b'J' | b'o' | b'O' | b'p' | b'P' | b's' | b'S' | b'z' | b'Z')
    ) {
        return false;
    }
    match name.split_at_checked(b"aspsessionid".len()) {
        Some((start, rest)) if start.eq_ignore_ascii_case(b"aspsessionid") => {
            return rest.len() == 8 && rest.iter().all(u8::is_ascii_alphabetic);
        }
        _ => {}
    }
    is_one_of(&SURE)
        || name.eq_ignore_ascii_case(b"cfid") && !value.is_empty() && value.iter().all(u8::is_ascii_digit)
        || value.len() == 32 && value.iter().all(u8::is_ascii_alphanumeric) && is_one_of(&MAYBE)
}

fn write_path(path: &[u8], has_query: bool, switches: u32, start: usize, out: &mut Buffer) -> Option<()> {
    if switches & SESSIONS != 0 && any(path, |b| (b == b';') | (b == b'(')) && may_hold_session(path) {
        return None;
    }
    if switches & SLASHES != 0 && has_two_slashes(path) {
        push_with_single_slashes(path, out);
    } else {
        out.extend_from_slice(path);
    }
    // One of them may bring the other to the end.
    loop {
        let before = out.len();
        if switches & TRAILING_SLASH != 0 {
            while out.len() > start + 1 && out.last() == Some(&b'/') {
                out.pop();
            }
        }
        if switches & INDEX_FILES != 0 && !has_query {
            let last = memrchr(b'/', &out[start..]).map_or(start, |slash| start + slash + 1);
            if is_index_file(&out[last..]) {
                out.truncate(last);
            }
        }
        if out.len() == before {
            return Some(());
        }
    }
}

/// Java's parameter, or the segment of ASP.NET: seldom, so that it may doubt too much.
#[cold]
fn may_hold_session(path: &[u8]) -> bool {
    const JAVA: &[u8] = b"sess";
    const ASP: &[u8] = b".aspx";
    let has = |wanted: &[u8]| path.windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted));
    memchr(b';', path).is_some() && has(JAVA) || memchr(b'(', path).is_some() && has(ASP)
}

#[inline]
fn has_two_slashes(path: &[u8]) -> bool {
    let next = path.get(1..).unwrap_or_default();
    path.iter().zip(next).fold(false, |found, (&one, &next)| found | ((one == b'/') & (next == b'/')))
}

/// But for the two of an address within the path.
#[cold]
fn push_with_single_slashes(path: &[u8], out: &mut Buffer) {
    let mut rest = path;
    while let Some(slash) = memchr(b'/', rest) {
        let is_address = slash > 0 && rest[slash - 1] == b':';
        out.extend_from_slice(&rest[..=slash]);
        let many = rest[slash..].iter().take_while(|&&b| b == b'/').count();
        if is_address && many > 1 {
            out.push(b'/');
        }
        rest = &rest[slash + many..];
    }
    out.extend_from_slice(rest);
}

fn is_index_file(name: &[u8]) -> bool {
    const INDEX: [&[u8]; 9] = [b"html", b"htm", b"php", b"shtml", b"asp", b"aspx", b"jsp", b"cgi", b"cfm"];
    const DEFAULT: [&[u8]; 4] = [b"html", b"htm", b"asp", b"aspx"];
    let Some(dot) = memchr(b'.', name) else { return false };
    let (stem, kind) = (&name[..dot], &name[dot + 1..]);
    let is_one_of = |kinds: &[&[u8]]| kinds.iter().any(|known| kind.eq_ignore_ascii_case(known));
    stem.eq_ignore_ascii_case(b"index") && is_one_of(&INDEX)
        || stem.eq_ignore_ascii_case(b"default") && is_one_of(&DEFAULT)
}
