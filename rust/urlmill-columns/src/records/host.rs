//! Hosts and addresses, as logs write them.

use super::number;
use std::net::Ipv6Addr;
use urlmill_core::Span;

/// Four decimal numbers, or IPv6 with or without a zone.
#[inline]
pub(super) fn is_address(text: &[u8]) -> bool {
    is_ipv4(text) || is_ipv6(text)
}

/// An address, or a name with a dot in it: one without could be any word. `unix:` is nginx's for a socket.
#[inline]
pub(super) fn is_client(text: &[u8]) -> bool {
    is_ipv4(text) || is_dotted(text) || matches!(text, b"localhost" | b"unix:") || is_ipv6(text)
}

/// A host that cannot be any word.
pub(super) fn is_full(text: &[u8]) -> bool {
    is_ipv4(text) || is_dotted(text) || matches!(text, b"localhost") || is_ipv6(text) || is_bracketed(text)
}

/// A name, or an address; an IPv6 one may be in brackets.
pub(super) fn is_host(text: &[u8]) -> bool {
    is_ipv4(text) || is_name(text) || is_ipv6(text) || is_bracketed(text)
}

/// A host, and the port after it if there is one.
pub(super) fn authority(text: &[u8]) -> Option<(Span, Option<u16>)> {
    if is_host(text) {
        return Some((Span::new(0, text.len()), None));
    }
    let (at, port) = port(text)?;
    (is_ipv4(&text[..at]) || is_name(&text[..at]) || is_bracketed(&text[..at])).then(|| (Span::new(0, at), Some(port)))
}

/// A client, and the port that must stand after it. Some write IPv6 without brackets: the last colon is that of the port.
pub(super) fn endpoint(text: &[u8]) -> Option<(Span, u16)> {
    let (at, port) = port(text)?;
    if is_bracketed(&text[..at]) {
        return Some((Span::new(1, at - 1), port));
    }
    is_client(&text[..at]).then(|| (Span::new(0, at), port))
}

/// The first of a list with commas, which is the client as those before us saw it: `None` if it is not known.
#[expect(clippy::option_option, reason = "not a list at all is something else")]
pub(super) fn forwarded(text: &[u8]) -> Option<Option<Span>> {
    let mut items = text.split(|&b| b == b',').map(item);
    let first = items.next()??;
    items.all(|item| item.is_some()).then_some(first)
}

#[expect(clippy::option_option, reason = "what is not known is an item, too")]
fn item(text: &[u8]) -> Option<Option<Span>> {
    let is_space = |&&b: &&u8| b == b' ';
    let start = text.iter().take_while(is_space).count();
    let end = text.len() - text.iter().rev().take_while(is_space).count();
    let item = text.get(start..end)?;
    let span = match item {
        b"unknown" | b"-" => return Some(None),
        _ if is_client(item) => Span::new(0, item.len()),
        _ if is_bracketed(item) => Span::new(1, item.len() - 1),
        _ => endpoint(item)?.0,
    };
    Some(Some(Span::new(start + span.start as usize, start + span.end as usize)))
}

fn port(text: &[u8]) -> Option<(usize, u16)> {
    let at = text.iter().rposition(|&b| b == b':')?;
    Some((at, u16::try_from(number::whole(&text[at + 1..])?).ok()?))
}

/// Four numbers below 256 without zeros before them. Most clients are one, and `parse` takes four times as long.
#[inline]
fn is_ipv4(text: &[u8]) -> bool {
    let mut rest = text;
    for dots_left in (0..4).rev() {
        let Some(len) = octet(rest) else { return false };
        rest = match (&rest[len..], dots_left) {
            ([], 0) => return true,
            ([b'.', rest @ ..], 1..) => rest,
            _ => return false,
        };
    }
    false
}

/// How many digits the number below 256 has that `text` begins with.
#[inline]
fn octet(text: &[u8]) -> Option<usize> {
    let digit = |at: usize| text.get(at).map_or(u8::MAX, |b| b.wrapping_sub(b'0'));
    let (first, second, third) = (digit(0), digit(1), digit(2));
    match (first, second, third) {
        (10.., ..) => None,
        (_, 10.., _) => Some(1),
        (0, ..) => None,
        (_, _, 10..) => Some(2),
        (1, ..) | (2, 0..=4, _) | (2, 5, 0..=5) => Some(3),
        _ => None,
    }
}

fn is_ipv6(text: &[u8]) -> bool {
    let address = match text.iter().position(|&b| b == b'%') {
        Some(at) if is_zone(&text[at + 1..]) => &text[..at],
        Some(_) => return false,
        None => text,
    };
    address.contains(&b':') && std::str::from_utf8(address).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}

fn is_zone(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|&b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
}

fn is_bracketed(text: &[u8]) -> bool {
    matches!(text, [b'[', inner @ .., b']'] if is_ipv6(inner))
}

/// Letters, digits, `-`, `_` and whatever is not ASCII, with dots between them. What ends in a number is an address.
fn is_name(text: &[u8]) -> bool {
    let name = text.strip_suffix(b".").unwrap_or(text);
    let (mut is_empty, mut is_number) = (true, true); // the label that is looked at
    for &b in name {
        match b {
            b'.' if is_empty => return false,
            b'.' => (is_empty, is_number) = (true, true),
            b'0'..=b'9' => is_empty = false,
            b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'_' | 0x80.. => (is_empty, is_number) = (false, false),
            _ => return false,
        }
    }
    !is_empty && !is_number && !name.starts_with(b"-")
}

fn is_dotted(text: &[u8]) -> bool {
    text.strip_suffix(b".").unwrap_or(text).contains(&b'.') && is_name(text)
}
