//! The basic URL parser of the URL Standard (section 4.4), a part at a time where the Standard goes by characters.
//!
//! Each method takes over where a state of the Standard begins, and writes what the serialiser (section 4.5) would.

use super::class::{FRAGMENT, QUERY, SPECIAL_QUERY, USERINFO, is};
use super::encode::push_encoded;
use super::ipv4::push_decimal;
use super::path::{self, push_opaque, push_segments, shorten};
use super::scheme::{self, Kind};
use super::source::{before_cleaning, cleaned, is_left_out, trimmed};
use super::{Base, NO_MEMORY, host, settled};
use crate::buffer::{Buffer, room};
use crate::error::{Code, Fault};
use crate::parse::Offsets;
use crate::scan::vector::any;
use crate::span::MAX_LEN;
use memchr::{memchr, memrchr};

/// Any text at all; what it is as an href is appended to `out`.
pub(super) fn parse(text: &[u8], base: Option<&Base<'_>>, out: &mut Buffer) -> Result<Offsets, Fault> {
    let (trimmed, start) = trimmed(text);
    if !any(trimmed, is_left_out) {
        return run(trimmed, base, out).map_err(|fault| placed(fault, |at| start + at));
    }
    let clean = cleaned(trimmed).ok_or(NO_MEMORY)?;
    run(&clean, base, out).map_err(|fault| placed(fault, |at| start + before_cleaning(trimmed, at)))
}

/// The fault as seen in the text that was given. One of the whole text stands at its start, whatever is left out there.
fn placed(fault: Fault, place: impl Fn(usize) -> usize) -> Fault {
    if fault.code == Code::NotAbsolute { fault } else { Fault::new(fault.code, place(fault.at as usize)) }
}

fn run(text: &[u8], base: Option<&Base<'_>>, out: &mut Buffer) -> Result<Offsets, Fault> {
    let start = out.len();
    let mut parser = Parser { text, base, out, start, kind: Kind::Other, found: Offsets::default() };
    let read = parser.scheme();
    let (found, len) = (parser.found, parser.out.len() - start);
    let answer = if len > MAX_LEN { Err(NO_MEMORY) } else { read.map(|()| found) };
    if answer.is_err() {
        out.truncate(start);
    }
    answer
}

/// As much as may have to be written, international hosts apart: an escape for each byte that needs one, what comes from
/// the base, an address, and the slashes that may be missing.
fn longest(text: &[u8], base: Option<&Base<'_>>) -> usize {
    const FEW: usize = 100;
    let escapes = if text.len() > FEW {
        text.iter().filter(|&&b| b == b' ' || is(b, USERINFO | SPECIAL_QUERY)).count()
    } else {
        text.len()
    };
    text.len() + 2 * escapes + base.map_or(0, |base| base.href.len()) + 64
}

struct Parser<'a> {
    text: &'a [u8],
    base: Option<&'a Base<'a>>,
    out: &'a mut Buffer,
    /// Where the href begins in `out`.
    start: usize,
    kind: Kind,
    found: Offsets,
}

impl<'a> Parser<'a> {
    /// How much is written.
    fn len(&self) -> u32 {
        (self.out.len() - self.start) as u32
    }

    fn is_slash(&self, at: usize) -> bool {
        self.text.get(at).is_some_and(|&b| self.kind.is_slash(b))
    }

    /// The first of `/`, `?` and `#` from `at` on, or of backslashes where they are slashes.
    fn authority_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + rest.iter().position(|&b| matches!(b, b'?' | b'#') || self.kind.is_slash(b)).unwrap_or(rest.len())
    }

    /// Scheme start state and scheme state.
    fn scheme(&mut self) -> Result<(), Fault> {
        let longest = longest(self.text, self.base);
        room(self.out, longest).filter(|()| longest <= MAX_LEN).ok_or(NO_MEMORY)?;
        let Some(colon) = scheme::colon(self.text) else { return self.no_scheme() };
        scheme::push(&self.text[..colon], self.out);
        self.take_scheme(colon as u32);
        let rest = &self.text[colon + 1..];
        match self.kind {
            Kind::File => self.file(colon + 1),
            Kind::Web(_) if !rest.starts_with(b"//") && self.base_of_scheme().is_some() => self.relative(colon + 1),
            Kind::Web(_) => self.authority_behind_slashes(colon + 1),
            Kind::Other if rest.starts_with(b"//") => self.authority(colon + 3),
            Kind::Other if rest.starts_with(b"/") => {
                self.path_behind_slash(colon + 2);
                Ok(())
            }
            Kind::Other => {
                self.opaque_path(colon + 1);
                Ok(())
            }
        }
    }

    /// Knows the scheme that is written.
    fn take_scheme(&mut self, end: u32) {
        self.found.scheme_end = end;
        self.kind = Kind::of(&self.out[self.start..self.start + end as usize]);
        self.end_authority();
    }

    /// The base, if it has the scheme that is written.
    fn base_of_scheme(&self) -> Option<&'a Base<'a>> {
        let scheme = &self.out[self.start..self.start + self.found.scheme_end as usize];
        self.base.filter(|base| base.offsets.scheme().is_some_and(|span| span.of(base.href) == scheme))
    }

    fn no_scheme(&mut self) -> Result<(), Fault> {
        let base = self.base.ok_or(Fault::new(Code::NotAbsolute, 0))?;
        let scheme = base.offsets.scheme().ok_or(Fault::new(Code::NotAbsolute, 0))?;
        let is_opaque = !base.offsets.has_authority && !base.offsets.path().of(base.href).starts_with(b"/");
        if is_opaque && !self.text.starts_with(b"#") {
            return Err(Fault::new(Code::NotAbsolute, 0));
        }
        scheme::push(scheme.of(base.href), self.out);
        self.take_scheme(scheme.end);
        if self.kind == Kind::File { self.file(0) } else { self.relative(0) }
    }

    /// Relative state and relative slash state: of the scheme of the base.
    fn relative(&mut self, at: usize) -> Result<(), Fault> {
        if self.is_slash(at) {
            if self.kind.is_special() && self.is_slash(at + 1) {
                return self.authority_behind_slashes(at + 2);
            }
            if self.text[at + 1..].starts_with(b"/") {
                return self.authority(at + 2);
            }
            self.push_base_authority();
            self.path_behind_slash(at + 1);
            return Ok(());
        }
        self.push_base_authority();
        self.behind_base_path(at);
        Ok(())
    }

    /// What a reference changes that has neither a scheme nor a slash in front.
    fn behind_base_path(&mut self, at: usize) {
        let Some(base) = self.base else { return };
        let floor = self.out.len();
        self.out.extend_from_slice(base.offsets.path().of(base.href));
        match self.text.get(at) {
            None | Some(b'#') => {
                self.end_path(floor);
                let query = base.offsets.path_end as usize..base.offsets.query_end as usize;
                self.out.extend_from_slice(base.href.get(query).unwrap_or_default());
                self.fragment(at);
            }
            Some(b'?') => {
                self.end_path(floor);
                self.query(at);
            }
            Some(_) => {
                if self.kind == Kind::File && path::starts_with_drive(&self.text[at..]) {
                    self.out.truncate(floor);
                } else {
                    shorten(self.kind, floor, self.out);
                }
                self.segments(at, floor);
            }
        }
    }

    /// User, password, host and port of the base, whose scheme is written.
    fn push_base_authority(&mut self) {
        let Some(base) = self.base else { return };
        self.found = base.offsets;
        if let Some(authority) = base.offsets.authority() {
            self.out.extend_from_slice(b"//");
            self.out.extend_from_slice(authority.of(base.href));
        }
    }

    /// Special authority slashes state, and special authority ignore slashes state.
    fn authority_behind_slashes(&mut self, at: usize) -> Result<(), Fault> {
        let slashes = self.text[at..].iter().take_while(|&&b| self.kind.is_slash(b)).count();
        self.authority(at + slashes)
    }

    /// Authority state: what is before the last `@` is a login.
    fn authority(&mut self, at: usize) -> Result<(), Fault> {
        self.out.extend_from_slice(b"//");
        let end = self.authority_end(at);
        let mut host_start = at;
        self.found.user_end = self.len();
        if let Some(sign) = memrchr(b'@', &self.text[at..end]) {
            host_start += sign + 1;
            self.login(&self.text[at..at + sign]);
            if host_start == end {
                return Err(Fault::new(Code::MissingHost, host_start));
            }
        }
        self.host_and_port(host_start, end)?;
        self.path_start(end);
        Ok(())
    }

    fn login(&mut self, login: &[u8]) {
        let (user, password) = match memchr(b':', login) {
            Some(colon) => (&login[..colon], &login[colon + 1..]),
            None => (login, &b""[..]),
        };
        push_encoded(user, USERINFO, self.out);
        self.found.user_end = self.len();
        if !password.is_empty() {
            self.out.push(b':');
            push_encoded(password, USERINFO, self.out);
        }
        if !login.is_empty() && login != b":" {
            self.out.push(b'@');
        }
    }

    /// Host state and port state.
    fn host_and_port(&mut self, at: usize, end: usize) -> Result<(), Fault> {
        let raw = &self.text[at..end];
        let colon = colon_outside_brackets(raw);
        let host = &raw[..colon.unwrap_or(raw.len())];
        self.found.has_authority = true;
        self.found.host_start = self.len();
        if host.is_empty() && (colon.is_some() || self.kind.is_special()) {
            return Err(Fault::new(Code::MissingHost, at));
        }
        self.host(host, at)?;
        if let Some(colon) = colon
            && let Some(port) = port(&raw[colon + 1..]).map_err(|fault| fault.moved((at + colon + 1) as u32))?
            && self.kind != Kind::Web(port)
        {
            self.out.push(b':');
            push_decimal(port, self.out);
        }
        self.found.path_start = self.len();
        Ok(())
    }

    /// Nothing, for an empty one.
    fn host(&mut self, raw: &[u8], at: usize) -> Result<(), Fault> {
        self.found.host_start = self.len();
        if !raw.is_empty() {
            let start = self.out.len();
            let place = |fault: Fault| if fault == NO_MEMORY { fault } else { fault.moved(at as u32) };
            host::push(raw, self.kind.is_special(), self.out).map_err(place)?;
            if self.out.len() - start > longest(raw, None) {
                // So long only IDNA makes them.
                room(self.out, longest(&self.text[at..], self.base)).ok_or(NO_MEMORY)?;
            }
        }
        self.found.host_end = self.len();
        Ok(())
    }

    /// There is no authority, or nothing more of it.
    fn end_authority(&mut self) {
        let at = self.len();
        self.found.path_start = at;
        if !self.found.has_authority {
            (self.found.user_end, self.found.host_start, self.found.host_end) = (at, at, at);
        }
    }

    /// File state and file slash state.
    fn file(&mut self, at: usize) -> Result<(), Fault> {
        let base = self.base_of_scheme();
        if self.is_slash(at) && self.is_slash(at + 1) {
            return self.file_host(at + 2);
        }
        if base.is_some() {
            self.push_base_authority();
        } else {
            self.empty_host();
        }
        let floor = self.out.len();
        if self.is_slash(at) {
            if let Some(base) = base
                && !path::starts_with_drive(&self.text[at + 1..])
                && path::starts_with_drive_segment(base.offsets.path().of(base.href))
            {
                self.out.extend_from_slice(&base.offsets.path().of(base.href)[..3]);
            }
            self.segments(at + 1, floor);
        } else if base.is_some() {
            self.behind_base_path(at);
        } else {
            self.segments(at, floor);
        }
        Ok(())
    }

    fn empty_host(&mut self) {
        self.out.extend_from_slice(b"//");
        let at = self.len();
        self.found.has_authority = true;
        (self.found.user_end, self.found.host_start, self.found.host_end) = (at, at, at);
        self.found.path_start = at;
    }

    fn file_host(&mut self, at: usize) -> Result<(), Fault> {
        self.empty_host();
        let end = self.authority_end(at);
        let raw = &self.text[at..end];
        if path::is_drive(raw) {
            self.segments(at, self.out.len());
            return Ok(());
        }
        let start = self.out.len();
        self.host(raw, at)?;
        if self.out[start..] == *b"localhost" {
            self.out.truncate(start);
            self.found.host_end = self.len();
        }
        self.end_authority();
        self.path_start(end);
        Ok(())
    }

    /// Path start state.
    fn path_start(&mut self, at: usize) {
        if matches!(self.kind, Kind::Web(_)) && self.text[at..].starts_with(b"/") && self.settled_tail(at) {
            return;
        }
        if self.is_slash(at) {
            self.path_behind_slash(at + 1);
        } else if self.kind.is_special() {
            self.path_behind_slash(at);
        } else {
            self.end_path(self.out.len());
            self.query(at);
        }
    }

    /// Path, query and fragment at once, if nothing of them has to change.
    fn settled_tail(&mut self, at: usize) -> bool {
        let Some((path_end, query_end)) = settled::tail(self.text, at) else { return false };
        self.end_authority();
        let start = self.found.path_start;
        self.found.path_end = start + (path_end - at) as u32;
        self.found.query_end = start + (query_end - at) as u32;
        self.out.extend_from_slice(&self.text[at..]);
        true
    }

    /// Path state, with nothing in the path as yet.
    fn path_behind_slash(&mut self, at: usize) {
        self.segments(at, self.out.len());
    }

    /// Path state, with the path that begins at `floor` of `out`.
    fn segments(&mut self, at: usize, floor: usize) {
        let rest = &self.text[at..];
        let len = rest.iter().position(|&b| matches!(b, b'?' | b'#')).unwrap_or(rest.len());
        push_segments(&rest[..len], self.kind, floor, self.out);
        self.end_path(floor);
        self.query(at + len);
    }

    /// Without an authority, a path cannot begin with two slashes; `/.` keeps it a path.
    fn end_path(&mut self, floor: usize) {
        self.found.path_start = (floor - self.start) as u32;
        if !self.found.has_authority && self.out[floor..].starts_with(b"//") {
            self.out.insert_from_slice(floor, b"/.");
            self.found.path_start += 2;
        }
        self.found.path_end = self.len();
    }

    fn opaque_path(&mut self, at: usize) {
        let rest = &self.text[at..];
        let len = rest.iter().position(|&b| matches!(b, b'?' | b'#')).unwrap_or(rest.len());
        let floor = self.out.len();
        push_opaque(&rest[..len], len < rest.len(), self.out);
        self.end_path(floor);
        self.query(at + len);
    }

    /// The query with its question mark, if there is one, and what follows.
    fn query(&mut self, at: usize) {
        let rest = &self.text[at..];
        let len = memchr(b'#', rest).unwrap_or(rest.len());
        let set = if self.kind.is_special() { SPECIAL_QUERY } else { QUERY };
        push_encoded(&rest[..len], set, self.out);
        self.fragment(at + len);
    }

    /// The fragment with its number sign, if there is one.
    fn fragment(&mut self, at: usize) {
        self.found.query_end = self.len();
        if let [b'#', fragment @ ..] = &self.text[at..] {
            self.out.push(b'#');
            push_encoded(fragment, FRAGMENT, self.out);
        }
    }
}

fn colon_outside_brackets(raw: &[u8]) -> Option<usize> {
    let mut is_inside = false;
    raw.iter().position(|&b| {
        match b {
            b'[' => is_inside = true,
            b']' => is_inside = false,
            _ => {}
        }
        b == b':' && !is_inside
    })
}

/// The number that a port is; `None` for an empty one.
fn port(digits: &[u8]) -> Result<Option<u16>, Fault> {
    if let Some(at) = digits.iter().position(|b| !b.is_ascii_digit()) {
        return Err(Fault::new(Code::BadPort, at));
    }
    let value = digits.iter().fold(0, |value: u32, digit| (value * 10 + u32::from(digit - b'0')).min(1 << 16));
    let port = u16::try_from(value).map_err(|_| Fault::new(Code::BadPort, 0))?;
    Ok((!digits.is_empty()).then_some(port))
}
