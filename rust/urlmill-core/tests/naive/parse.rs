//! The grammar of RFC 3986, a part at a time, each part a text of its own.

use super::{authority, host, show, split};
use urlmill_core::parse::{ANY_PRINTABLE, KEEPS_BAR, LENIENT, NEEDS_AUTHORITY, NEEDS_HOST, SEVERAL_HOSTS, WHOLE_PATH};
use urlmill_core::{Code, Fault, Offsets, Span};

#[derive(Debug, PartialEq, Eq)]
pub struct Parts {
    pub scheme: Option<Span>,
    pub authority: Option<Span>,
    pub user: Option<Span>,
    pub password: Option<Span>,
    pub host: Option<Span>,
    pub port: Option<Span>,
    pub path: Span,
    pub query: Option<Span>,
    pub fragment: Option<Span>,
}

pub fn compare(text: &[u8]) {
    for rules in 0..64 {
        // All combinations but for the one bit that this crate makes nothing of.
        let rules = (rules & 31) | (rules & 32) << 1;
        let fast = urlmill_core::parse(text, rules).map(|offsets| parts(&offsets, text.len()));
        assert_eq!(fast, parse(text, rules), "{} with {rules:#b}", show(text));
    }
}

pub fn compare_lists(text: &[u8]) {
    for rules in [0, ANY_PRINTABLE, NEEDS_AUTHORITY | NEEDS_HOST, LENIENT, LENIENT | WHOLE_PATH] {
        let rules = rules | SEVERAL_HOSTS;
        let fast = urlmill_core::parse(text, rules).map(|offsets| parts(&offsets, text.len()));
        assert_eq!(fast, parse(text, rules), "{} with {rules:#b}", show(text));
    }
}

fn parts(offsets: &Offsets, len: usize) -> Parts {
    Parts {
        scheme: offsets.scheme(),
        authority: offsets.authority(),
        user: offsets.user(),
        password: offsets.password(),
        host: offsets.host(),
        port: offsets.port(),
        path: offsets.path(),
        query: offsets.query(),
        fragment: offsets.fragment(len),
    }
}

pub fn parse(text: &[u8], rules: u32) -> Result<Parts, Fault> {
    let found = split::split(text);
    let (mut path, mut query) = (found.path, found.query);
    if rules & WHOLE_PATH != 0
        && let Some(rest) = query.take()
    {
        path.end = rest.end;
    }
    let (scheme, fragment) = (found.scheme, found.fragment);
    let (mut user, mut password, mut host, mut port) = (None, None, None, None);
    if rules & LENIENT == 0 && scheme.is_none() {
        return Err(no_scheme(text));
    }
    if let Some(span) = found.authority {
        let raw = span.of(text);
        let moved = |span: Span, by: Span| Span { start: span.start + by.start, end: span.end + by.start };
        let parts = if rules & LENIENT == 0 {
            checked(raw, rules).map_err(|fault| Fault { at: fault.at + span.start, ..fault })?
        } else {
            loose(raw, rules)
        };
        user = parts.user.map(|part| moved(part, span));
        password = parts.password.map(|part| moved(part, span));
        host = Some(moved(parts.host, span));
        port = parts.port.map(|part| moved(part, span));
    } else if rules & NEEDS_AUTHORITY != 0 && rules & LENIENT == 0 {
        return Err(Fault::new(Code::MissingAuthority, path.start as usize));
    }
    if rules & LENIENT == 0 {
        for (part, is_path) in [(Some(path), true), (query, false), (fragment, false)] {
            let Some(part) = part else { continue };
            let bar = if is_path && rules & KEEPS_BAR != 0 { "|" } else { "" };
            let any_printable = rules & ANY_PRINTABLE != 0;
            check(part.of(text), |char| {
                if any_printable { !char.is_ascii_control() } else { may_stand(char, ":@/?%") || bar.contains(char) }
            })
            .map_err(|fault| Fault { at: fault.at + part.start, ..fault })?;
        }
    }
    Ok(Parts { scheme, authority: found.authority, user, password, host, port, path, query, fragment })
}

fn checked(raw: &[u8], rules: u32) -> Result<urlmill_core::Authority, Fault> {
    let start = raw.iter().rposition(|&b| b == b'@').map_or(0, |at| at + 1);
    if rules & SEVERAL_HOSTS != 0 && raw[start..].contains(&b',') {
        return checked_list(raw, start);
    }
    let parts = authority::authority(raw)?;
    if parts.user.is_some() {
        check(&raw[..parts.host.start as usize - 1], |char| may_stand(char, ":%"))?;
    }
    let text = parts.host.of(raw);
    host::kind(text).map_err(|fault| Fault { at: fault.at + parts.host.start, ..fault })?;
    if text.is_empty() && rules & NEEDS_HOST != 0 {
        return Err(Fault::new(Code::MissingHost, parts.host.start as usize));
    }
    Ok(parts)
}

/// A login, then hosts and ports with commas between them, each as if it were alone.
fn checked_list(raw: &[u8], start: usize) -> Result<urlmill_core::Authority, Fault> {
    let mut pieces = Vec::new();
    let mut at = start;
    for piece in raw[start..].split(|&b| b == b',') {
        pieces.push((at as u32, piece));
        at += piece.len() + 1;
    }
    let parts = authority::authority(&raw[..start])?;
    for &(at, piece) in &pieces {
        authority::authority(piece).map_err(|fault| Fault { at: fault.at + at, ..fault })?;
    }
    if parts.user.is_some() {
        check(&raw[..start - 1], |char| may_stand(char, ":%"))?;
    }
    for (at, piece) in pieces {
        let host = authority::authority(piece)?.host.of(piece);
        host::kind(host).map_err(|fault| Fault { at: fault.at + at, ..fault })?;
    }
    Ok(urlmill_core::Authority { host: Span::new(start, raw.len()), ..parts })
}

/// The last `@` ends the login; the first colon that no brackets hold ends the host, unless that is a list.
fn loose(raw: &[u8], rules: u32) -> urlmill_core::Authority {
    let at = raw.iter().rposition(|&b| b == b'@');
    let start = at.map_or(0, |at| at + 1);
    let colon = at.and_then(|at| raw[..at].iter().position(|&b| b == b':'));
    let rest = &raw[start..];
    let literal = if rest.starts_with(b"[") { rest.iter().position(|&b| b == b']').unwrap_or(0) } else { 0 };
    let is_list = rules & SEVERAL_HOSTS != 0 && rest.contains(&b',');
    let host_end = rest.iter().enumerate().position(|(index, &b)| index >= literal && b == b':' && !is_list);
    urlmill_core::Authority {
        user: at.map(|at| Span::new(0, colon.unwrap_or(at))),
        password: at.zip(colon).map(|(at, colon)| Span::new(colon + 1, at)),
        host: Span::new(start, start + host_end.unwrap_or(rest.len())),
        port: host_end.map(|end| Span::new(start + end + 1, raw.len())),
    }
}

/// `unreserved / sub-delims`, any character that is not ASCII, and those of `more`.
fn may_stand(char: char, more: &str) -> bool {
    char.is_ascii_alphanumeric() || !char.is_ascii() || "-._~!$&'()*+,;=".contains(char) || more.contains(char)
}

/// The first character that may not stand, or escape that is none.
fn check(raw: &[u8], may_stand: impl Fn(char) -> bool) -> Result<(), Fault> {
    for (at, &b) in raw.iter().enumerate() {
        let digits = raw.iter().skip(at + 1).take(2).filter(|b| b.is_ascii_hexdigit()).count();
        if b == b'%' && digits < 2 {
            return Err(Fault::new(Code::BadPercent, at));
        }
        if !may_stand(char::from(b)) {
            return Err(Fault::new(Code::BadChar, at));
        }
    }
    Ok(())
}

fn no_scheme(text: &[u8]) -> Fault {
    let mark = text.iter().find(|b| b":/?#".contains(b));
    if mark != Some(&b':') {
        return Fault::new(Code::NotAbsolute, 0);
    }
    // The longest beginning that a scheme could have.
    let longest = (0..=text.len()).rev().find(|&end| {
        end == 0 || split::split(&[&text[..end], b":"].concat()).scheme.is_some_and(|span| span.end as usize == end)
    });
    Fault::new(Code::BadScheme, longest.unwrap_or(0))
}
