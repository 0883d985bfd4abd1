//! The form that w3lib 2.5 gives a URL: `canonicalize_url`.
//!
//! What is rare is for Python to answer, which has all of the rules in one short file: hosts beyond ASCII and in brackets,
//! backslashes, tabs and line breaks, paths from the root without an authority, and whatever w3lib refuses.

use super::Normal;
use crate::buffer::{Buffer, room};
use crate::join::remove_dot_segments;
use crate::percent::{Encoder, Plus, decode_one, escape};
use crate::query::{Field, fields};
use crate::scan::class::{CLASSES, UNRESERVED, hex_octet};
use crate::scan::vector::any;
use crate::span::{MAX_LEN, Span};
use crate::split::split;
use memchr::{memchr, memrchr};
use smallvec::SmallVec;

/// What a caller can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether parameters without a value are kept.
    pub keep_blank_values: bool,
    /// Whether the fragment is kept.
    pub keep_fragments: bool,
}

/// The schemes behind whose paths `urllib.parse` looks for parameters.
const HAS_PARAMS: [&[u8]; 13] = [
    b"http",
    b"https",
    b"ftp",
    b"hdl",
    b"prospero",
    b"shttp",
    b"rtsp",
    b"rtsps",
    b"sip",
    b"sips",
    b"mms",
    b"sftp",
    b"tel",
];

/// The canonical form of `text`, which is UTF-8, appended to `out` if it is another text; else nothing is appended.
#[inline]
pub fn w3lib_form(text: &[u8], options: Options, out: &mut Buffer) -> Normal {
    if is_plainly_settled(text) {
        return Normal::Same;
    }
    let start = out.len();
    let answer = match write(text, options, out) {
        None => Normal::Ask,
        Some(()) if out[start..] == *text => Normal::Same,
        Some(()) => return Normal::Changed,
    };
    out.truncate(start);
    answer
}

/// Whether it is an address of the web that is its own form at first sight: most of them are. It may doubt too much.
#[inline]
fn is_plainly_settled(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"https://").or_else(|| text.strip_prefix(b"http://")) else { return false };
    if any(rest, |b| is_unsettled(b) | (b == b'#') | (b == b'?') | (b == b';') | (b == b'@')) {
        return false;
    }
    let Some(slash) = rest.iter().position(|&b| b == b'/') else { return false };
    let (host, path) = rest.split_at(slash);
    let is_plain = !any(host, |b| (b.wrapping_sub(b'A') < 26) | (b == b':') | (b == b'[') | (b == b']'));
    is_plain && !host.is_empty() && !has_dot_after_slash(path)
}

/// `None` where it is to be asked for.
fn write(text: &[u8], options: Options, out: &mut Buffer) -> Option<()> {
    let text = trimmed(text);
    if text.len() > MAX_LEN || any(text, |b| (b == b'\t') | (b == b'\n') | (b == b'\r') | (b == b'\\')) {
        return None;
    }
    // For a text that stays as it is; what grows makes more room.
    room(out, text.len() + 4)?;
    let parts = split(text);
    let scheme = parts.scheme.map_or(&b""[..], |scheme| scheme.of(text));
    let has_params = write_scheme(scheme, out);
    let path = parts.path.of(text);
    match parts.authority {
        Some(authority) if !authority.is_empty() => {
            out.extend_from_slice(b"//");
            write_netloc(authority.of(text), parts.authority_is_plain, out)?;
            if path.first().is_some_and(|&first| first != b'/') {
                out.push(b'/');
            }
        }
        // It is written behind two slashes then, or more; parameters alone are, too.
        _ if matches!(path.first(), None | Some(b'/' | b';')) => return None,
        _ => {}
    }
    write_path(path, has_params, out)?;
    if let Some(query) = parts.query {
        write_query(query.of(text), options.keep_blank_values, out)?;
    }
    if let Some(fragment) = parts.fragment.filter(|part| options.keep_fragments && !part.is_empty()) {
        out.push(b'#');
        push_escaped(fragment.of(text), KEPT_IN_REST, out)?;
    }
    Some(())
}

/// Whether parameters may stand behind its paths.
#[inline]
fn write_scheme(scheme: &[u8], out: &mut Buffer) -> bool {
    // Nearly every URL has one of these.
    if matches!(scheme, b"https" | b"http") {
        out.extend_from_slice(scheme);
        out.push(b':');
        return true;
    }
    if scheme.is_empty() {
        return true;
    }
    push_lowered(scheme, out);
    out.push(b':');
    HAS_PARAMS.contains(&&out[out.len() - 1 - scheme.len()..out.len() - 1])
}

fn push_lowered(raw: &[u8], out: &mut Buffer) {
    let start = out.len();
    out.extend_from_slice(raw);
    out[start..].make_ascii_lowercase();
}

/// Without controls and spaces at the ends.
#[inline]
fn trimmed(text: &[u8]) -> &[u8] {
    let start = text.iter().position(|&b| b > b' ').unwrap_or(text.len());
    let end = text.iter().rposition(|&b| b > b' ').map_or(start, |last| last + 1);
    &text[start..end]
}

// What is kept as it is in each part of a URL.
const KEPT_IN_LOGIN: u8 = 1;
const KEPT_IN_PATH: u8 = 1 << 1;
const KEPT_IN_REST: u8 = 1 << 2;
const KEPT_IN_FORM: u8 = 1 << 3;

static KEPT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if CLASSES[byte] & UNRESERVED != 0 {
            table[byte] |= KEPT_IN_LOGIN | KEPT_IN_PATH | KEPT_IN_REST | KEPT_IN_FORM;
        }
        if matches!(b, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',') {
            table[byte] |= KEPT_IN_LOGIN | KEPT_IN_PATH | KEPT_IN_REST;
        }
        if matches!(b, b';' | b'=' | b':' | b'@' | b'/' | b'?') {
            table[byte] |= KEPT_IN_PATH | KEPT_IN_REST;
        }
        if matches!(b, b'|' | b'[' | b']') {
            table[byte] |= KEPT_IN_PATH;
        }
        if b == b'%' {
            table[byte] |= KEPT_IN_REST;
        }
        byte += 1;
    }
    table
};

static FORM: Encoder = Encoder::FORM;

#[inline]
fn is_kept(octet: u8, part: u8) -> bool {
    KEPT[octet as usize] & part != 0
}

/// The octet as it is, or escaped.
#[inline]
fn push_octet(octet: u8, part: u8, out: &mut Buffer) {
    if is_kept(octet, part) {
        out.push(octet);
    } else {
        out.extend_from_slice(&escape(octet));
    }
}

fn push_escaped(raw: &[u8], part: u8, out: &mut Buffer) -> Option<()> {
    room(out, raw.len().checked_mul(3)?)?;
    let mut rest = raw;
    while let Some(end) = rest.iter().position(|&b| !is_kept(b, part)) {
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(&escape(rest[end]));
        rest = &rest[end + 1..];
    }
    out.extend_from_slice(rest);
    Some(())
}

/// `None` for what is not plain, and for a port that is not one.
#[inline]
fn write_netloc(netloc: &[u8], is_plain: bool, out: &mut Buffer) -> Option<()> {
    if !is_plain {
        return None;
    }
    if !any(netloc, |b| (b.wrapping_sub(b'A') < 26) | (b == b'@') | (b == b':')) {
        out.extend_from_slice(netloc);
        return Some(());
    }
    let mut server = netloc;
    if let Some(at) = memrchr(b'@', netloc) {
        server = &netloc[at + 1..];
        write_login(&netloc[..at], out)?;
        out.push(b'@');
    }
    let colon = server.iter().position(|&b| b == b':');
    room(out, server.len() + 1)?;
    push_lowered(&server[..colon.unwrap_or(server.len())], out);
    match colon.map(|colon| &server[colon + 1..]) {
        None | Some(b"") => Some(()),
        Some(port) => write_port(port, out),
    }
}

#[cold]
fn write_login(login: &[u8], out: &mut Buffer) -> Option<()> {
    room(out, login.len().checked_mul(3)?)?;
    let (user, password) = match memchr(b':', login) {
        Some(colon) => (&login[..colon], Some(&login[colon + 1..])),
        None => (login, None),
    };
    push_again(user, out);
    if let Some(password) = password {
        out.push(b':');
        push_again(password, out);
    }
    Some(())
}

/// Decoded, and escaped anew.
fn push_again(raw: &[u8], out: &mut Buffer) {
    let mut rest = raw;
    while !rest.is_empty() {
        let (octet, len) = decode_one(rest, Plus::Literal);
        push_octet(octet, KEPT_IN_LOGIN, out);
        rest = &rest[len..];
    }
}

/// `None` for what Python refuses, or may.
fn write_port(port: &[u8], out: &mut Buffer) -> Option<()> {
    const SURELY_TAKEN: usize = 4300;
    if port.len() > SURELY_TAKEN || !port.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = port.iter().take_while(|&&b| b == b'0').count().min(port.len() - 1);
    let digits = &port[zeros..];
    if digits.len() > 5 || digits.iter().fold(0, |number, &b| number * 10 + u32::from(b - b'0')) > 0xffff {
        return None;
    }
    out.push(b':');
    out.extend_from_slice(digits);
    Some(())
}

#[inline]
fn write_path(path: &[u8], has_params: bool, out: &mut Buffer) -> Option<()> {
    let start = out.len();
    room(out, path.len() + 1)?;
    let (path, params) = if has_params { without_params(path) } else { (path, &b""[..]) };
    if !any(path, is_unsettled) {
        out.extend_from_slice(path);
    } else {
        push_settled(path, out)?;
    }
    if out.len() == start {
        out.push(b'/');
    }
    if out[start] == b'/' && has_dot_after_slash(&out[start..]) {
        resolve(start, out)?;
    }
    if !params.is_empty() {
        room(out, 1)?;
        out.push(b';');
        push_escaped(params, KEPT_IN_REST, out)?;
    }
    Some(())
}

/// Whether it changes in a path, or may begin an escape. Without branches, so that many are looked at together.
#[inline(always)]
fn is_unsettled(b: u8) -> bool {
    let is_odd_mark = (b == b'"') | (b == b'%') | (b == b'<') | (b == b'>') | (b == b'^') | (b == b'`');
    (b.wrapping_sub(b'!') > b'~' - b'!') | is_odd_mark | (b == b'\\') | (b == b'{') | (b == b'}')
}

/// The path, and what stands behind the first `;` of its last segment.
#[inline]
fn without_params(path: &[u8]) -> (&[u8], &[u8]) {
    if !any(path, |b| b == b';') {
        return (path, b"");
    }
    let last = memrchr(b'/', path).map_or(0, |slash| slash + 1);
    match memchr(b';', &path[last..]) {
        Some(at) => (&path[..last + at], &path[last + at + 1..]),
        None => (path, b""),
    }
}

#[inline]
fn has_dot_after_slash(path: &[u8]) -> bool {
    path.iter().zip(&path[1..]).fold(false, |found, (&one, &next)| found | (one == b'/') & (next == b'.'))
}

#[cold]
fn resolve(start: usize, out: &mut Buffer) -> Option<()> {
    let mut path = Buffer::new();
    room(&mut path, out.len() - start)?;
    path.extend_from_slice(&out[start..]);
    out.truncate(start);
    remove_dot_segments(&path, out);
    Some(())
}

/// Escapes of what a path can hold are decoded, but for `%`, `/`, `;` and `?`; the others are in upper case.
fn push_settled(path: &[u8], out: &mut Buffer) -> Option<()> {
    room(out, path.len().checked_mul(3)?.checked_add(1)?)?;
    let mut rest = path;
    while let Some(end) = rest.iter().position(|&b| !is_kept(b, KEPT_IN_PATH)) {
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        let mut len = 1;
        match *rest {
            [b'%', high, low, ..] if let Some(octet) = hex_octet(high, low) => {
                len = 3;
                if matches!(octet, b'%' | b'/' | b';' | b'?') {
                    out.extend_from_slice(&escape(octet));
                } else {
                    push_octet(octet, KEPT_IN_PATH, out);
                }
            }
            [b'%', ..] => out.push(b'%'),
            _ => out.extend_from_slice(&escape(rest[0])),
        }
        rest = &rest[len..];
    }
    out.extend_from_slice(rest);
    Some(())
}

/// The parameters in order, by their octets, written as forms write them.
fn write_query(query: &[u8], keep_blank_values: bool, out: &mut Buffer) -> Option<()> {
    room(out, query.len() + 1)?;
    if is_one_settled_field(query) {
        out.push(b'?');
        out.extend_from_slice(query);
        return Some(());
    }
    let all = fields(query);
    let mut found: SmallVec<[Coded; 16]> = SmallVec::new();
    found.try_reserve(all.most()).ok()?;
    for Field { name, value } in all.clone() {
        let value = value.unwrap_or(Span::new(name.end as usize, name.end as usize));
        if keep_blank_values || !value.is_empty() {
            let is_coded = all.is_coded(Span::new(name.start as usize, value.end as usize));
            found.push(Coded { name, value, is_coded });
        }
    }
    if found.len() > 1 && !found.is_sorted_by(|one, other| one.compare(other, query).is_le()) {
        // Those that are equal are written in the same way, so their order does not matter.
        found.sort_unstable_by(|one, other| one.compare(other, query));
    }
    // Each octet may become an escape, and a parameter get a "=".
    room(out, query.len().checked_mul(3)?.checked_add(2 * found.len())?)?;
    let mut mark = b'?';
    for field in &found {
        out.push(mark);
        mark = b'&';
        push_for_form(field.name.of(query), out);
        out.push(b'=');
        push_for_form(field.value.of(query), out);
    }
    Some(())
}

/// Whether it is a single parameter with a value, written as it would be written here: a good part of all queries.
#[inline]
fn is_one_settled_field(query: &[u8]) -> bool {
    let Some(equals) = query.iter().position(|&b| !is_kept(b, KEPT_IN_FORM)) else { return false };
    query[equals] == b'=' && equals + 1 < query.len() && FORM.is_kept(&query[equals + 1..])
}

/// A parameter, and whether anything in it is to be decoded.
#[derive(Clone, Copy)]
struct Coded {
    name: Span,
    value: Span,
    is_coded: bool,
}

impl Coded {
    #[inline]
    fn compare(&self, other: &Self, query: &[u8]) -> std::cmp::Ordering {
        if self.is_coded || other.is_coded {
            return Decoded(self.name.of(query))
                .cmp(Decoded(other.name.of(query)))
                .then_with(|| Decoded(self.value.of(query)).cmp(Decoded(other.value.of(query))));
        }
        self.name.of(query).cmp(other.name.of(query)).then_with(|| self.value.of(query).cmp(other.value.of(query)))
    }
}

/// A name or a value, as forms write it.
#[inline]
fn push_for_form(raw: &[u8], out: &mut Buffer) {
    let mut rest = raw;
    loop {
        let end = settled_len(rest);
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        if rest.is_empty() {
            return;
        }
        let (octet, len) = decode_one(rest, Plus::Space);
        if octet == b' ' {
            out.push(b'+');
        } else {
            push_octet(octet, KEPT_IN_FORM, out);
        }
        rest = &rest[len..];
    }
}

/// How much of a name or a value is written as forms write it.
#[inline]
fn settled_len(raw: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        if is_kept(byte, KEPT_IN_FORM) || byte == b'+' {
            at += 1;
            continue;
        }
        match raw[at..] {
            [b'%', high, low, ..] if !(high.is_ascii_lowercase() || low.is_ascii_lowercase()) => {
                match hex_octet(high, low) {
                    Some(octet) if !is_kept(octet, KEPT_IN_FORM) && octet != b' ' => at += 3,
                    _ => return at,
                }
            }
            _ => return at,
        }
    }
    at
}

/// The octets that a name or a value stands for.
struct Decoded<'a>(&'a [u8]);

impl Iterator for Decoded<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let (octet, len) = decode_one(self.0, Plus::Space);
        self.0 = &self.0[len..];
        Some(octet)
    }
}
