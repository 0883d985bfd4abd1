//! `user:password@host:port`: RFC 1738 section 3.1, RFC 3986 section 3.2.

use crate::error::{Code, Fault};
use crate::scan::class::{DIGIT, is};
use crate::span::Span;
use memchr::{memchr, memchr2, memrchr};

/// The parts of an authority; `None` is absent, an empty span is present and empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authority {
    /// Before the first colon of the login part.
    pub user: Option<Span>,
    /// After that colon; present only with a user.
    pub password: Option<Span>,
    /// As written; an IP literal keeps its brackets.
    pub host: Span,
    /// The digits as written, possibly none (`host:`).
    pub port: Option<Span>,
}

/// Finds the parts of `text`, an authority without its slashes. The login part ends at the last `@`.
///
/// # Errors
/// A second `@` in the login part, a bracket that is not around the whole host, or a port that is not a number up to
/// 65535.
pub fn authority(text: &[u8]) -> Result<Authority, Fault> {
    let found = cut(text);
    let start = found.host.start as usize;
    if found.user.is_some()
        && let Some(stray) = memchr(b'@', &text[..start - 1])
    {
        return Err(Fault::new(Code::ReservedUnencoded, stray));
    }
    check_host(text, &found)?;
    if let Some(port) = found.port {
        check_port(text, port)?;
    }
    Ok(found)
}

/// The same for any text: what is not as it should be ends up in the host or the port.
#[must_use]
pub fn loose_authority(text: &[u8]) -> Authority {
    cut(text)
}

/// The one cutter: the strict reading checks what it finds, the loose one takes it as it is, and that of `urllib` asks
/// for a half of it at a time.
#[inline(always)]
fn cut(text: &[u8]) -> Authority {
    let (user, password, start) = login(text);
    let (host, port) = host_and_port(text, start);
    Authority { user, password, host, port }
}

/// User, password and where the host begins. The login ends at the last `@`, the user at its first colon.
#[inline(always)]
pub(crate) fn login(text: &[u8]) -> (Option<Span>, Option<Span>, usize) {
    let Some(at) = memrchr(b'@', text) else { return (None, None, 0) };
    match memchr(b':', &text[..at]) {
        Some(colon) => (Some(Span::new(0, colon)), Some(Span::new(colon + 1, at)), at + 1),
        None => (Some(Span::new(0, at)), None, at + 1),
    }
}

/// Host and port of `text`, whose host begins at `start`. The first colon ends the host; those of an IP literal do not.
#[inline(always)]
pub(crate) fn host_and_port(text: &[u8], start: usize) -> (Span, Option<Span>) {
    let rest = &text[start..];
    let literal = if rest.first() == Some(&b'[') { memchr(b']', rest).map_or(0, |at| at + 1) } else { 0 };
    match memchr(b':', &rest[literal..]) {
        Some(colon) => {
            let host_end = start + literal + colon;
            (Span::new(start, host_end), Some(Span::new(host_end + 1, text.len())))
        }
        None => (Span::new(start, text.len()), None),
    }
}

/// Brackets stand around the whole host or not at all, and without them it has no colon.
fn check_host(text: &[u8], found: &Authority) -> Result<(), Fault> {
    let (start, host) = (found.host.start as usize, found.host.of(text));
    let bad = |at: usize| Err(Fault::new(Code::BadHost, start + at));
    if host.first() == Some(&b'[') {
        let Some(close) = memchr(b']', host) else { return bad(0) };
        return match memchr(b'[', &host[1..close]) {
            Some(stray) => bad(1 + stray),
            None if close + 1 < host.len() => bad(close + 1),
            None => Ok(()),
        };
    }
    if found.port.is_some_and(|port| memchr(b':', port.of(text)).is_some()) {
        return bad(0); // an IPv6 address without its brackets
    }
    memchr2(b'[', b']', host).map_or(Ok(()), bad)
}

/// Decimal digits whose value is at most 65535; none at all is fine, and so are leading zeros.
fn check_port(text: &[u8], port: Span) -> Result<(), Fault> {
    let mut value: u32 = 0;
    for (offset, &b) in port.of(text).iter().enumerate() {
        if !is(b, DIGIT) {
            return Err(Fault::new(Code::BadPort, port.start as usize + offset));
        }
        value = value * 10 + u32::from(b - b'0');
        if value > u32::from(u16::MAX) {
            return Err(Fault::new(Code::BadPort, port.start as usize));
        }
    }
    Ok(())
}

/// The value of a port as written; `None` if it is empty, not a number, or above 65535.
#[inline]
#[must_use]
pub fn port_number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() {
        return None;
    }
    let mut value: u32 = 0;
    for &b in digits {
        value = value * 10 + is(b, DIGIT).then(|| u32::from(b - b'0'))?;
        if value > u32::from(u16::MAX) {
            return None;
        }
    }
    Some(value as u16)
}
