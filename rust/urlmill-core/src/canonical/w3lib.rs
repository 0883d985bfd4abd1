//! The form that w3lib 2.5 gives a URL: `canonicalize_url`.
//!
//! What is rare is for Python to answer, which has all of the rules in one short file: hosts beyond ASCII and in brackets,
//! backslashes, tabs and line breaks, paths from the root without an authority, and whatever w3lib refuses.

// Branches would keep compilers from looking at many bytes together.
#![expect(clippy::needless_bitwise_bool)]

mod kept;
mod netloc;
mod query;

use super::Normal;
use crate::buffer::{Buffer, room};
use crate::join::remove_dot_segments;
use crate::percent::escape;
use crate::scan::class::hex_octet;
use crate::scan::vector::any;
use crate::span::MAX_LEN;
use crate::split::split;
use kept::{KEPT_IN_PATH, KEPT_IN_REST, is_kept, push_escaped, push_octet};
use memchr::{memchr, memrchr};
use netloc::write_netloc;
use query::write_query;

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
            if out.ends_with(b"//") {
                return None; // of a colon alone nothing is left, and so it has no slashes either
            }
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

#[inline]
fn write_path(path: &[u8], has_params: bool, out: &mut Buffer) -> Option<()> {
    let start = out.len();
    room(out, path.len() + 1)?;
    let (path, params) = if has_params { without_params(path) } else { (path, &b""[..]) };
    if any(path, is_unsettled) {
        push_settled(path, out)?;
    } else {
        out.extend_from_slice(path);
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
