//! The basic URL parser of the URL Standard (section 4.4), a part at a time where the Standard goes by characters.
//!
//! Each method takes over where a state of the Standard begins, and writes what the serialiser (section 4.5) would.

mod authority;
mod file;
mod tail;

use super::class::{SPECIAL_QUERY, USERINFO, is};
use super::path::{self, shorten};
use super::scheme::{self, Kind};
use super::source::{before_cleaning, cleaned, is_left_out, trimmed};
use super::{Base, NO_MEMORY};
use crate::buffer::{Buffer, room};
use crate::error::{Code, Fault};
use crate::parse::Offsets;
use crate::scan::vector::any;
use crate::span::MAX_LEN;

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
    // For what mostly fits into a buffer without an allocation the escapes need not be counted.
    const FEW: usize = 128;
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
                self.path_start(colon + 1);
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
            self.path_start(at);
        } else {
            self.push_base_authority();
            self.behind_base_path(at);
        }
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
}
