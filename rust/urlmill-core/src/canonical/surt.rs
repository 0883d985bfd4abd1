//! The key that the package `surt` 0.3.1 makes of a URL, for the usual ones: plain hosts, and paths and queries without
//! session ids, whose steps are taken and whose escapes need to be decoded once. Python has all of the steps.

// Branches would keep compilers from looking at many bytes together.
#![expect(clippy::needless_bitwise_bool)]

use super::Normal;
use crate::buffer::{Buffer, room};
use crate::percent::{Plus, decode};
use crate::scan::vector::any;
use crate::span::MAX_LEN;
use memchr::memmem::find;
use memchr::{memchr, memrchr};
use smallvec::SmallVec;
use std::borrow::Cow;

/// A name of the query and its value.
type Pair<'a> = (&'a [u8], Option<&'a [u8]>);

/// The key of `text`, appended to `out`.
#[inline]
pub fn surt_key(text: &[u8], out: &mut Buffer) -> Normal {
    let start = out.len();
    if write(text, out).is_some() {
        return Normal::Changed;
    }
    out.truncate(start);
    Normal::Ask
}

/// `None` where it is to be asked for.
fn write(text: &[u8], out: &mut Buffer) -> Option<()> {
    if text.len() > MAX_LEN || any(text, |b| b.wrapping_sub(b'!') > b'~' - b'!') {
        return None;
    }
    let (default_port, rest) = match text.strip_prefix(b"http://") {
        Some(rest) => (80, rest),
        None => (443, text.strip_prefix(b"https://")?),
    };
    let rest = &rest[..memchr(b'#', rest).unwrap_or(rest.len())];
    let (rest, query) = match memchr(b'?', rest) {
        Some(at) => (&rest[..at], &rest[at + 1..]),
        None => (rest, &rest[rest.len()..]),
    };
    let (authority, path) = rest.split_at(memchr(b'/', rest).unwrap_or(rest.len()));
    // An octet becomes three at most.
    room(out, text.len().checked_mul(3)?)?;
    write_host(authority, default_port, out)?;
    out.push(b')');
    write_path(path, out)?;
    write_query(query, out)
}

/// The labels of a plain name from right to left, without `www` and its digits, and a port of its own.
#[inline]
fn write_host(authority: &[u8], default_port: u16, out: &mut Buffer) -> Option<()> {
    let (host, port) = match memchr(b':', authority) {
        Some(colon) => (&authority[..colon], Some(number(&authority[colon + 1..])?)),
        None => (authority, None),
    };
    let is_plain = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.');
    // What has digits alone may be an address; dots at an end go, and so does one of two.
    let is_name = host.iter().any(|b| b.is_ascii_alphabetic() || *b == b'-');
    if !is_name || !host.iter().all(is_plain) || host.starts_with(b".") || host.ends_with(b".") {
        return None;
    }
    let name = without_www(host);
    let mut end = name.len();
    loop {
        let start = memrchr(b'.', &name[..end]).map_or(0, |dot| dot + 1);
        if start == end {
            return None;
        }
        out.extend(name[start..end].iter().map(u8::to_ascii_lowercase));
        if start == 0 {
            break;
        }
        out.push(b',');
        end = start - 1;
    }
    match port {
        None | Some(0) => {}
        Some(port) if port == default_port => {}
        Some(port) => {
            out.push(b':');
            write_number(port, out);
        }
    }
    Some(())
}

fn without_www(host: &[u8]) -> &[u8] {
    let Some((www, rest)) = host.split_at_checked(3) else { return host };
    if !www.eq_ignore_ascii_case(b"www") {
        return host;
    }
    let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    match rest.get(digits) {
        Some(b'.') => &rest[digits + 1..],
        _ => host,
    }
}

/// `None` unless it is a number from 0 to 65535.
fn number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 5 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    u16::try_from(digits.iter().fold(0_u32, |number, digit| number * 10 + u32::from(digit - b'0'))).ok()
}

fn write_number(port: u16, out: &mut Buffer) {
    let mut digits = [0; 5];
    let (mut at, mut rest) = (digits.len(), port);
    while rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

/// What stands for itself after it was decoded once; `None` if it has to be decoded again.
#[inline]
fn decoded(raw: &[u8]) -> Option<Cow<'_, [u8]>> {
    decode(raw, Plus::Literal).filter(|decoded| memchr(b'%', decoded).is_none())
}

/// In lower case, the digits of escapes as well.
#[inline]
fn write_escaped(text: &[u8], out: &mut Buffer) {
    if !any(text, is_escaped) {
        out.extend(text.iter().map(u8::to_ascii_lowercase));
        return;
    }
    for &b in text {
        if is_escaped(b) {
            const DIGITS: &[u8; 16] = b"0123456789abcdef";
            out.extend_from_slice(&[b'%', DIGITS[usize::from(b >> 4)], DIGITS[usize::from(b & 15)]]);
        } else {
            out.push(b.to_ascii_lowercase());
        }
    }
}

#[inline]
fn is_escaped(b: u8) -> bool {
    (b.wrapping_sub(b'!') > b'~' - b'!') | (b == b'#') | (b == b'%')
}

#[inline]
fn write_path(path: &[u8], out: &mut Buffer) -> Option<()> {
    let path = decoded(path)?;
    if path.is_empty() {
        out.push(b'/');
        return Some(());
    }
    // Empty segments, steps, and what may be a session id of ASP.NET.
    let is_odd = |pair: &[u8]| pair[0] == b'/' && matches!(pair[1], b'/' | b'.');
    if path.windows(2).any(is_odd) || memchr(b'(', &path).is_some() {
        return None;
    }
    let kept = path.strip_suffix(b"/").filter(|kept| !kept.is_empty()).unwrap_or(&path);
    write_escaped(kept, out);
    Some(())
}

/// Its fields in order: by name, those without a value first.
#[inline]
fn write_query(query: &[u8], out: &mut Buffer) -> Option<()> {
    if query.is_empty() {
        return Some(());
    }
    let query = decoded(query)?;
    let mut lowered = Buffer::new();
    room(&mut lowered, query.len().checked_mul(3)?)?;
    write_escaped(&query, &mut lowered);
    // What may be a session id.
    if [&b"sid="[..], b"sessionid", b"cftoken="].iter().any(|mark| find(&lowered, mark).is_some()) {
        return None;
    }
    out.push(b'?');
    if lowered.len() == 1 {
        out.extend_from_slice(&lowered);
        return Some(());
    }
    let mut fields: SmallVec<[Pair<'_>; 16]> = SmallVec::new();
    for field in lowered.split(|&b| b == b'&') {
        fields.try_reserve(1).ok()?;
        fields.push(match memchr(b'=', field) {
            Some(at) => (&field[..at], Some(&field[at + 1..])),
            None => (field, None),
        });
    }
    fields.sort_unstable();
    for (index, (name, value)) in fields.into_iter().enumerate() {
        if index > 0 {
            out.push(b'&');
        }
        out.extend_from_slice(name);
        if let Some(value) = value {
            out.push(b'=');
            out.extend_from_slice(value);
        }
    }
    Some(())
}
