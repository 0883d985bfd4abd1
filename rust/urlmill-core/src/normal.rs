//! The normal form: RFC 3986, section 6.2.
//!
//! Nearly every URL is its own normal form, so that is looked for first. The others are written anew, a part at a time,
//! and compared with what was given: so the first look may doubt too much, but never too little.

mod settled;

use crate::authority::port_number;
use crate::buffer::{Buffer, room};
use crate::host::{self, Kind};
use crate::join::remove_dot_segments;
use crate::parse::Offsets;
use crate::percent::{Plus, decode_one, escape};
use crate::scan::class::{UNRESERVED, URI, is};
use crate::split;
use memchr::{memchr, memmem};
use std::io::Write;
use std::net::Ipv6Addr;

/// What a scheme says about the normal form of its URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeForm {
    /// The port that need not be written. A scheme that has one looks its hosts up in the name system, IDNA and all.
    pub default_port: Option<u16>,
    /// Whether `.` and `..` are steps in a path that begins with a slash.
    pub has_dot_segments: bool,
    /// Whether its URLs name a host, so that an empty path is the same as `/`.
    pub needs_host: bool,
}

/// How much is known to mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Section 6.2.2: what all schemes have in common.
    Syntax,
    /// Section 6.2.3: ports, empty paths and the spelling of hosts too.
    Scheme,
}

impl Level {
    /// Every level there is.
    pub const ALL: [Self; 2] = [Self::Syntax, Self::Scheme];

    /// What users call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Scheme => "scheme",
        }
    }

    /// The level that users call so.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// What became of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Normal {
    /// It is its own normal form.
    Same,
    /// The normal form is another text, which was appended.
    Changed,
    /// It takes more than this crate knows: text beyond ASCII, or a host to look up that keeps escapes, either of which may
    /// be for IDNA; or there is no memory to write in.
    Ask,
}

/// The normal form of `text`, whose parts are `parts`, appended to `out` if it is another text; else nothing is appended.
#[inline]
pub fn normal_form(text: &[u8], parts: &Offsets, form: SchemeForm, level: Level, out: &mut Buffer) -> Normal {
    if settled::is_settled(text, parts, form, level) {
        return Normal::Same;
    }
    written(text, parts, form, level, out)
}

#[cold]
#[inline(never)]
fn written(text: &[u8], parts: &Offsets, form: SchemeForm, level: Level, out: &mut Buffer) -> Normal {
    let start = out.len();
    let answer = match write(text, parts, form, level, out) {
        None => Normal::Ask,
        Some(()) if out[start..] == *text => Normal::Same,
        Some(()) => return Normal::Changed,
    };
    out.truncate(start);
    answer
}

/// `None` where it is to be asked for.
fn write(text: &[u8], parts: &Offsets, form: SchemeForm, level: Level, out: &mut Buffer) -> Option<()> {
    if !text.is_ascii() {
        return None;
    }
    room(out, longest(text))?;
    if let Some(scheme) = parts.scheme() {
        push_lowered(scheme.of(text), out);
        out.push(b':');
    }
    if let (Some(authority), Some(host)) = (parts.authority(), parts.host()) {
        out.extend_from_slice(b"//");
        if let Some(login) = text.get(authority.start as usize..host.start as usize)?.strip_suffix(b"@") {
            push_settled(login, out);
            out.push(b'@');
        }
        write_host(host.of(text), form, level, out)?;
        if let Some(port) = parts.port().and_then(|port| normal_port(port.of(text), form, level)) {
            out.push(b':');
            out.extend_from_slice(port);
        }
    }
    write_path(text, parts, form, level, out)?;
    for (mark, part) in [(b'?', parts.query()), (b'#', parts.fragment(text.len()))] {
        if let Some(part) = part {
            out.push(mark);
            push_settled(part.of(text), out);
        }
    }
    Some(())
}

fn write_host(host: &[u8], form: SchemeForm, level: Level, out: &mut Buffer) -> Option<()> {
    let kind = if memchr(b'%', host).is_some() || host.starts_with(b"[") { host::kind(host).ok() } else { None };
    match kind {
        Some(Kind::Ipv6) => write_ipv6(host, level, out),
        Some(Kind::Name) => {
            let start = out.len();
            push_settled(host, out);
            let is_looked_up = level == Level::Scheme && form.default_port.is_some();
            if is_looked_up && memchr(b'%', &out[start..]).is_some() {
                return None;
            }
            lower_but_escapes(&mut out[start..]);
            Some(())
        }
        // Names without escapes, other addresses and what is neither differ in nothing but case.
        _ => {
            push_lowered(host, out);
            Some(())
        }
    }
}

/// C-35: RFC 3986 does not say how zeros are written, RFC 5952 does. A zone id is what its system calls it.
fn write_ipv6(host: &[u8], level: Level, out: &mut Buffer) -> Option<()> {
    let inner = host.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let (address, zone) = inner.split_at(memmem::find(inner, b"%25").unwrap_or(inner.len()));
    out.push(b'[');
    if level == Level::Scheme {
        let address: Ipv6Addr = str::from_utf8(address).ok()?.parse().ok()?;
        let mut written = [0; LONGEST_ADDRESS];
        let mut rest = &mut written[..];
        write!(rest, "{address}").ok()?;
        let len = LONGEST_ADDRESS - rest.len();
        out.extend_from_slice(&written[..len]);
    } else {
        push_lowered(address, out);
    }
    push_settled(zone, out);
    out.push(b']');
    Some(())
}

/// Characters of an IPv6 address: eight groups and their colons.
const LONGEST_ADDRESS: usize = 39;

fn write_path(text: &[u8], parts: &Offsets, form: SchemeForm, level: Level, out: &mut Buffer) -> Option<()> {
    let (path, start) = (parts.path().of(text), out.len());
    push_settled(path, out);
    // Only now, since an escaped dot is a dot.
    if form.has_dot_segments && path.starts_with(b"/") && memmem::find(&out[start..], b"/.").is_some() {
        let mut settled = Buffer::new();
        room(&mut settled, out.len() - start)?;
        settled.extend_from_slice(&out[start..]);
        out.truncate(start);
        remove_dot_segments(&settled, out);
    }
    if path.is_empty() && form.needs_host && level == Level::Scheme {
        out.push(b'/');
    }
    if parts.authority().is_none() {
        if out[start..].starts_with(b"//") {
            // Section 3.3: without an authority a path cannot begin with two slashes.
            out.insert_from_slice(start, b"/.");
        } else if parts.scheme().is_none() && split::scheme(&out[start..]).is_some() {
            // Section 4.2: without a scheme it cannot begin with what reads like one, as `%41:` does when decoded.
            out.insert_from_slice(start, b"./");
        }
    }
    Some(())
}

/// As much as may have to be written: an escape for each character that needs one, an address, and `/.`, `./` or `/` before
/// the path.
fn longest(text: &[u8]) -> usize {
    text.len() + LONGEST_ADDRESS + 2 + 2 * text.iter().filter(|&&b| !is_plain(b)).count()
}

/// Whether it is written as it is, wherever escapes are.
fn is_plain(byte: u8) -> bool {
    byte != b'%' && is(byte, URI)
}

fn push_lowered(raw: &[u8], out: &mut Buffer) {
    out.extend(raw.iter().map(u8::to_ascii_lowercase));
}

/// The same in place, but for the digits of escapes.
fn lower_but_escapes(settled: &mut [u8]) {
    let mut at = 0;
    while let Some(byte) = settled.get_mut(at) {
        byte.make_ascii_lowercase();
        at += if *byte == b'%' { 3 } else { 1 };
    }
}

/// Upper-case digits, and no escapes but of what needs one. A `%` that begins no escape needs one itself.
fn push_settled(raw: &[u8], out: &mut Buffer) {
    let mut rest = raw;
    while let Some(at) = rest.iter().position(|&b| !is_plain(b)) {
        out.extend_from_slice(&rest[..at]);
        let (octet, len) = decode_one(&rest[at..], Plus::Literal);
        if is(octet, UNRESERVED) {
            out.push(octet);
        } else {
            out.extend_from_slice(&escape(octet));
        }
        rest = &rest[at + len..];
    }
    out.extend_from_slice(rest);
}

/// What is left of a port. One that is not a number stays as it is.
fn normal_port(port: &[u8], form: SchemeForm, level: Level) -> Option<&[u8]> {
    if level == Level::Syntax {
        return Some(port);
    }
    match port_number(port) {
        None => (!port.is_empty()).then_some(port),
        Some(number) if form.default_port == Some(number) => None,
        Some(_) => {
            let zeros = port.iter().take_while(|&&b| b == b'0').count();
            port.get(zeros.min(port.len() - 1)..)
        }
    }
}
