//! The normal form: RFC 3986, section 6.2.
//!
//! Nearly every URL is its own normal form, so that is looked for first. The others are written anew, a part at a time,
//! and compared with what was given: so the first look may doubt too much, but never too little.

mod settled;

use crate::authority::port_number;
use crate::buffer::{Buffer, room};
use crate::join::remove_dot_segments;
use crate::parse::Offsets;
use crate::percent::{Plus, decode_one, escape};
use crate::scan::class::{UNRESERVED, URI, is};
use crate::split;
use memchr::{memchr, memmem};

/// What a scheme says about the normal form of its URLs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemeForm {
    /// The port that need not be written.
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
    /// Section 6.2.3: ports and empty paths too.
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
    /// It takes more than this crate knows: text beyond ASCII or a host with escapes, either of which may be for IDNA; or
    /// there is no memory to write in.
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
        // Of names, addresses and what is neither, those without escapes differ in nothing but case.
        let host = host.of(text);
        if memchr(b'%', host).is_some() {
            return None;
        }
        push_lowered(host, out);
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

/// As much as may have to be written: an escape for each character that needs one, and `/.`, `./` or `/` before the path.
fn longest(text: &[u8]) -> usize {
    text.len() + 2 + 2 * text.iter().filter(|&&b| !is_plain(b)).count()
}

/// Whether it is written as it is, wherever escapes are.
fn is_plain(byte: u8) -> bool {
    byte != b'%' && is(byte, URI)
}

fn push_lowered(raw: &[u8], out: &mut Buffer) {
    out.extend(raw.iter().map(u8::to_ascii_lowercase));
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
