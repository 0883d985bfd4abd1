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
    let (user, password, host_start) = match memrchr(b'@', text) {
        Some(at) => {
            let login = &text[..at];
            if let Some(stray) = memchr(b'@', login) {
                return Err(Fault::new(Code::ReservedUnencoded, stray));
            }
            match memchr(b':', login) {
                Some(colon) => (Some(Span::new(0, colon)), Some(Span::new(colon + 1, at)), at + 1),
                None => (Some(Span::new(0, at)), None, at + 1),
            }
        }
        None => (None, None, 0),
    };
    let (host, port) = host_and_port(text, host_start)?;
    Ok(Authority { user, password, host, port })
}

/// The same for any text: what is not as it should be ends up in the host or the port.
#[must_use]
pub fn loose_authority(text: &[u8]) -> Authority {
    let (user, password, start) = match memrchr(b'@', text) {
        Some(at) => match memchr(b':', &text[..at]) {
            Some(colon) => (Some(Span::new(0, colon)), Some(Span::new(colon + 1, at)), at + 1),
            None => (Some(Span::new(0, at)), None, at + 1),
        },
        None => (None, None, 0),
    };
    let rest = &text[start..];
    let literal = if rest.first() == Some(&b'[') { memchr(b']', rest).map_or(0, |at| at + 1) } else { 0 };
    match memchr(b':', &rest[literal..]) {
        Some(colon) => {
            let host_end = start + literal + colon;
            let port = Some(Span::new(host_end + 1, text.len()));
            Authority { user, password, host: Span::new(start, host_end), port }
        }
        None => Authority { user, password, host: Span::new(start, text.len()), port: None },
    }
}

fn host_and_port(text: &[u8], start: usize) -> Result<(Span, Option<Span>), Fault> {
    let rest = &text[start..];
    // The host as written, and what must be free of brackets.
    let (host_len, inner) = if rest.first() == Some(&b'[') {
        let close = memchr(b']', rest).ok_or(Fault::new(Code::BadHost, start))?;
        (close + 1, 1..close)
    } else {
        let end = memchr(b':', rest).unwrap_or(rest.len());
        if rest.get(end + 1..).is_some_and(|port| memchr(b':', port).is_some()) {
            // An IPv6 address without its brackets.
            return Err(Fault::new(Code::BadHost, start));
        }
        (end, 0..end)
    };
    if let Some(stray) = memchr2(b'[', b']', &rest[inner.clone()]) {
        return Err(Fault::new(Code::BadHost, start + inner.start + stray));
    }
    let host = Span::new(start, start + host_len);
    match rest.get(host_len) {
        None => Ok((host, None)),
        Some(b':') => {
            let port = Span::new(start + host_len + 1, text.len());
            check_port(text, port)?;
            Ok((host, Some(port)))
        }
        // Only an IP literal can be followed by something other than a colon.
        Some(_) => Err(Fault::new(Code::BadHost, start + host_len)),
    }
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
#[must_use]
pub fn port_number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u16, |value, &b| {
        let digit = is(b, DIGIT).then(|| u16::from(b - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}
