//! The part of `urllib.parse` on which every supported CPython agrees.
//!
//! Each function answers for boring input, or says `None`; then the caller asks the running interpreter. What is
//! boring is decided here and nowhere else:
//!
//! - no control character, and no space in front: CPythons strip and delete them differently;
//! - nothing but ASCII in the authority, and no brackets but around an IPv6 address, possibly with a zone, that is all
//!   of the host: how anything else is checked changed with almost every release;
//! - a scheme that begins with a letter: 3.10 takes `1x:` for a scheme, later ones do not;
//! - where text is put together again, no component that is present but empty, since 3.14 keeps its delimiter and
//!   earlier ones drop it; and no `;` that an earlier one would have taken for the start of parameters. `urljoin` asks
//!   which of them is running.

use crate::authority;
use crate::host::is_address;
use crate::scan::class::{HEX, SCHEME, UNRESERVED, is};
use crate::scan::vector::any;
use crate::span::{MAX_LEN, Span};
use crate::split::{Split, split};
use memchr::{memchr, memrchr};
use std::net::Ipv6Addr;

mod join;
mod near;

pub use join::{Base, Interpreter, Joined};

/// `urlsplit(text)`, or `None` if `text` is not boring. Bytes above 127 stand for any character that is not ASCII.
#[inline]
#[must_use]
pub fn urlsplit(text: &[u8]) -> Option<Split> {
    if let Some(start) = near::start(text) { near::split(text, start) } else { split_any(text) }
}

fn split_any(text: &[u8]) -> Option<Split> {
    if text.len() > MAX_LEN || text.first() == Some(&b' ') || any(text, |b| b < b' ') {
        return None;
    }
    let parts = split(text);
    let has_odd_authority = !parts.authority_is_plain && !parts.authority.is_some_and(|span| is_ipv6(span.of(text)));
    let is_odd = has_odd_authority || parts.scheme.is_none() && has_doubtful_scheme(text);
    (!is_odd).then_some(parts)
}

/// `[address]` or `[address]:digits`, without a login. Behind the address there may be a zone, `%` and unreserved
/// characters: those releases that look at it all take that.
#[cold]
fn is_ipv6(authority: &[u8]) -> bool {
    let [b'[', rest @ ..] = authority else { return false };
    // Addresses of versions yet to come are soon seen, and handed over the sooner.
    let (address, rest) = split_while(rest, |b| is(b, HEX) || b == b':' || b == b'.');
    let after = match rest {
        [b'%', zoned @ ..] => match split_while(zoned, |b| is(b, UNRESERVED)) {
            ([], _) => return false,
            (_, after) => after,
        },
        after => after,
    };
    let has_end = match after {
        [b']'] => true,
        [b']', b':', digits @ ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    has_end && is_address::<Ipv6Addr>(address)
}

/// The bytes in front that are of a kind, and the rest.
fn split_while(text: &[u8], is_of_kind: impl Fn(u8) -> bool) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|&b| !is_of_kind(b)).unwrap_or(text.len()))
}

/// Scheme characters up to a colon, but no letter in front.
#[inline]
fn has_doubtful_scheme(text: &[u8]) -> bool {
    match text.first() {
        Some(&first) if is(first, SCHEME) && !first.is_ascii_alphabetic() => {
            text.iter().find(|&&b| !is(b, SCHEME)) == Some(&b':')
        }
        _ => false,
    }
}

/// The `;parameters` of a path as `urlparse` cuts them off: from the first semicolon of the last segment. The second
/// span begins after the semicolon.
#[inline]
#[must_use]
pub fn split_params(text: &[u8], path: Span) -> Option<(Span, Span)> {
    let raw = path.of(text);
    // Hardly ever is there one, and to see that takes a few instructions.
    if !any(raw, |b| b == b';') {
        return None;
    }
    let last_segment = memrchr(b'/', raw).unwrap_or(0);
    let at = path.start as usize + last_segment + memchr(b';', &raw[last_segment..])?;
    Some((Span::new(path.start as usize, at), Span::new(at + 1, path.end as usize)))
}

fn is_empty(span: Option<Span>) -> bool {
    span.is_some_and(Span::is_empty)
}

/// `urldefrag(text)`: the URL without its fragment is `text[..hash]`. The answer is where the `#` stands, or `None` if
/// `text` is not boring or has no fragment.
#[must_use]
pub fn urldefrag(text: &[u8]) -> Option<usize> {
    let parts = urlsplit(text)?;
    let fragment = parts.fragment?;
    let put_together_alike = match (parts.scheme, parts.authority) {
        (_, Some(authority)) => !authority.is_empty(),
        (scheme, None) => scheme.is_none(),
    };
    let path = parts.path.of(text);
    if !put_together_alike || is_empty(parts.query) || path.ends_with(b";") {
        return None;
    }
    let scheme = parts.scheme.map_or(&b""[..], |span| span.of(text));
    (!scheme.iter().any(u8::is_ascii_uppercase)).then(|| fragment.start as usize - 1)
}

/// The login part of `netloc`, as the result classes have it: up to the last `@`, cut at its first colon.
#[inline]
#[must_use]
pub fn login(netloc: &[u8]) -> (Option<Span>, Option<Span>) {
    // Hardly ever is there one, and to see that takes a few instructions.
    if !any(netloc, |b| b == b'@') {
        return (None, None);
    }
    let (user, password, _) = authority::login(netloc);
    (user, password)
}

/// The host and the port of `netloc`, as the result classes have them, either possibly empty; `None` if a bracket makes
/// it less than boring.
#[inline]
#[must_use]
pub fn host_port(netloc: &[u8]) -> Option<(Span, Span)> {
    // Nearly always it is a host and nothing else.
    if !any(netloc, |b| matches!(b, b'@' | b':' | b'[' | b']')) {
        return Some((Span::new(0, netloc.len()), Span::new(netloc.len(), netloc.len())));
    }
    let start = memrchr(b'@', netloc).map_or(0, |at| at + 1);
    let end = netloc.len();
    if any(&netloc[start..], |b| matches!(b, b'[' | b']')) {
        return None;
    }
    let (host, port) = authority::host_and_port(netloc, start);
    Some((host, port.unwrap_or(Span::new(end, end))))
}

/// The number a port's digits make: `None` unless they are one to five digits of a value up to 65535.
#[inline]
#[must_use]
pub fn port_number(digits: &[u8]) -> Option<u16> {
    // Of very many zeros an interpreter makes no number.
    if digits.len() > 5 { None } else { authority::port_number(digits) }
}
