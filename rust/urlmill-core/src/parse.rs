//! A URL taken apart, and checked as far as its characters go. What takes knowledge of a scheme comes in as rules.
//!
//! ```text
//!   https://user:pw@example.org:8042/over/there?name=ferret#nose
//!        |      |   |          |    |          |           |
//!        |      |   |          |    |          |           query_end
//!        |      |   |          |    |          path_end
//!        |      |   |          |    path_start
//!        |      |   |          host_end
//!        |      |   host_start
//!        |      user_end
//!        scheme_end
//! ```

mod grammar;
mod plain;
mod several;
mod short;

use crate::authority::{authority, loose_authority};
use crate::error::{Code, Fault};
use crate::host;
use crate::percent;
use crate::scan::class::{ALPHA, REG_NAME, SCHEME, URI, is};
use crate::scan::vector::any;
use crate::span::Span;
use crate::split::{Split, scheme, split};
pub use grammar::{is_old_http, is_uri};
use memchr::memchr;
pub use plain::parse_plain;
pub use short::{only_host, parse_host_within, parse_within};

/// Path, query and fragment may hold any printable character.
pub const ANY_PRINTABLE: u32 = 1;
/// `//` must follow the scheme.
pub const NEEDS_AUTHORITY: u32 = 1 << 1;
/// The host may not be empty.
pub const NEEDS_HOST: u32 = 1 << 2;
/// `|` may stand in the path: the scheme looks at it.
pub const KEEPS_BAR: u32 = 1 << 3;
/// `?` is an ordinary character.
pub const WHOLE_PATH: u32 = 1 << 4;
/// The scheme looks at every URL, beyond what is checked here.
pub const CHECKED: u32 = 1 << 5;
/// Nothing is refused.
pub const LENIENT: u32 = 1 << 6;
/// The authority may list hosts, each with its port. A list is the host of the URL, which then has no port.
pub const SEVERAL_HOSTS: u32 = 1 << 7;
/// The class has its own way to edit its URLs, to join references to them or to compare their hosts; the parser does not
/// look at it.
pub const OWN_EDITS: u32 = 1 << 8;
/// Under a profile the class asks for what [`is_uri`] and [`is_old_http`] look at, and for nothing else; the parser does not
/// look at it.
pub const HTTP_FORM: u32 = 1 << 9;

/// Where the parts of a URL are, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// [`NO_SCHEME`], or where its colon is.
    pub(crate) scheme_end: u32,
    /// Where the user ends; means nothing without a login.
    pub(crate) user_end: u32,
    /// After the `@`, if there is one.
    pub(crate) host_start: u32,
    pub(crate) host_end: u32,
    pub(crate) path_start: u32,
    pub(crate) path_end: u32,
    /// `path_end`, if there is no query.
    pub(crate) query_end: u32,
    pub(crate) has_authority: bool,
}

pub(crate) const NO_SCHEME: u32 = u32::MAX;

impl Default for Offsets {
    /// Those of no text.
    fn default() -> Self {
        Self {
            scheme_end: NO_SCHEME,
            user_end: 0,
            host_start: 0,
            host_end: 0,
            path_start: 0,
            path_end: 0,
            query_end: 0,
            has_authority: false,
        }
    }
}

impl Offsets {
    /// Without its colon.
    #[inline]
    #[must_use]
    pub fn scheme(&self) -> Option<Span> {
        (self.scheme_end != NO_SCHEME).then_some(Span { start: 0, end: self.scheme_end })
    }

    /// Without its slashes.
    #[inline]
    #[must_use]
    pub fn authority(&self) -> Option<Span> {
        self.has_authority.then(|| Span { start: self.authority_start(), end: self.path_start })
    }

    /// As written.
    #[inline]
    #[must_use]
    pub fn user(&self) -> Option<Span> {
        self.has_login().then(|| Span { start: self.authority_start(), end: self.user_end })
    }

    /// As written; only with a user.
    #[inline]
    #[must_use]
    pub fn password(&self) -> Option<Span> {
        let at = self.host_start.wrapping_sub(1);
        (self.has_login() && self.user_end < at).then(|| Span { start: self.user_end + 1, end: at })
    }

    /// As written; an IP literal keeps its brackets.
    #[inline]
    #[must_use]
    pub fn host(&self) -> Option<Span> {
        self.has_authority.then_some(Span { start: self.host_start, end: self.host_end })
    }

    /// As written, possibly empty.
    #[inline]
    #[must_use]
    pub fn port(&self) -> Option<Span> {
        (self.has_authority && self.host_end < self.path_start)
            .then(|| Span { start: self.host_end + 1, end: self.path_start })
    }

    /// With its slash.
    #[inline]
    #[must_use]
    pub fn path(&self) -> Span {
        Span { start: self.path_start, end: self.path_end }
    }

    /// Without its question mark.
    #[inline]
    #[must_use]
    pub fn query(&self) -> Option<Span> {
        (self.path_end < self.query_end).then(|| Span { start: self.path_end + 1, end: self.query_end })
    }

    /// Without its number sign, in a text of `len` bytes.
    #[inline]
    #[must_use]
    pub fn fragment(&self, len: usize) -> Option<Span> {
        ((self.query_end as usize) < len).then(|| Span::new(self.query_end as usize + 1, len))
    }

    /// Whether a list of hosts would be read otherwise than one host is: there is a comma, and what one host would have
    /// for its port.
    #[inline]
    fn may_be_list(&self, text: &[u8]) -> bool {
        self.host_end < self.path_start
            && text
                .get(self.host_start as usize..self.path_start as usize)
                .is_some_and(|hosts| memchr(b',', hosts).is_some())
    }

    /// All that follows the login is the host, and there is no port (C-39).
    #[inline]
    fn take_list(&mut self) {
        self.host_end = self.path_start;
    }

    #[inline]
    fn has_login(&self) -> bool {
        self.has_authority && self.host_start > self.authority_start()
    }

    #[inline]
    fn authority_start(&self) -> u32 {
        if self.scheme_end == NO_SCHEME { 2 } else { self.scheme_end + 3 }
    }
}

/// Where the parts of `text` are; or, unless `rules` are lenient, the first thing that is wrong with it.
///
/// # Errors
/// See [`Code`]; the authority is looked at first, then path, query and fragment.
#[inline]
pub fn parse(text: &[u8], rules: u32) -> Result<Offsets, Fault> {
    if rules & (ANY_PRINTABLE | WHOLE_PATH | LENIENT) == ANY_PRINTABLE
        && let Some(scheme) = scheme(text)
        && let Some(offsets) = parse_plain(text, scheme)
    {
        return Ok(offsets);
    }
    let parts = split(text);
    let after_scheme = parts.scheme.map_or(0, |span| span.end + 1);
    let mut offsets = Offsets {
        scheme_end: parts.scheme.map_or(NO_SCHEME, |span| span.end),
        user_end: after_scheme,
        host_start: after_scheme,
        host_end: after_scheme,
        path_start: parts.path.start,
        path_end: parts.path.end,
        query_end: parts.query.map_or(parts.path.end, |query| query.end),
        has_authority: parts.authority.is_some(),
    };
    if rules & WHOLE_PATH != 0 {
        offsets.path_end = offsets.query_end;
    }
    if rules & LENIENT != 0 {
        if let Some(span) = parts.authority {
            place(&mut offsets, span, loose_authority(span.of(text)));
            if rules & SEVERAL_HOSTS != 0 && offsets.may_be_list(text) {
                offsets.take_list();
            }
        }
        return Ok(offsets);
    }
    if parts.scheme.is_none() {
        return Err(no_scheme(text));
    }
    check_authority(text, &parts, rules, &mut offsets)?;
    check_tail(text, rules, &offsets)?;
    Ok(offsets)
}

fn check_authority(text: &[u8], parts: &Split, rules: u32, offsets: &mut Offsets) -> Result<(), Fault> {
    let Some(span) = parts.authority else {
        if rules & NEEDS_AUTHORITY != 0 {
            return Err(Fault::new(Code::MissingAuthority, offsets.path_start as usize));
        }
        return Ok(());
    };
    let raw = span.of(text);
    let is_list = rules & SEVERAL_HOSTS != 0 && several::is_list(raw);
    let found = if is_list { several::authority_of_list(raw) } else { authority(raw) };
    let found = found.map_err(|fault| fault.moved(span.start))?;
    place(offsets, span, found);
    if found.user.is_some() {
        let login = &raw[..found.host.start as usize - 1];
        check_run(login, |b| is(b, REG_NAME) || b == b':').map_err(|fault| fault.moved(span.start))?;
    }
    let host = found.host.of(raw);
    if is_list { several::check_hosts(host) } else { host::kind(host).map(|_| ()) }
        .map_err(|fault| fault.moved(offsets.host_start))?;
    if host.is_empty() && rules & NEEDS_HOST != 0 {
        return Err(Fault::new(Code::MissingHost, offsets.host_start as usize));
    }
    Ok(())
}

fn place(offsets: &mut Offsets, span: Span, found: crate::Authority) {
    offsets.user_end = span.start + found.user.map_or(0, |user| user.end);
    offsets.host_start = span.start + found.host.start;
    offsets.host_end = span.start + found.host.end;
}

/// Path, query and fragment.
fn check_tail(text: &[u8], rules: u32, offsets: &Offsets) -> Result<(), Fault> {
    if rules & ANY_PRINTABLE != 0 {
        let tail = &text[offsets.path_start as usize..];
        return check_run(tail, |b| !is_control(b)).map_err(|fault| fault.moved(offsets.path_start));
    }
    let is_uri = |b| is(b, URI);
    if rules & KEEPS_BAR != 0 {
        return check_parts(text, offsets, |b| is_uri(b) || b == b'|', is_uri);
    }
    check_parts(text, offsets, is_uri, is_uri)
}

fn check_parts(
    text: &[u8],
    offsets: &Offsets,
    in_path: impl Fn(u8) -> bool,
    elsewhere: impl Fn(u8) -> bool,
) -> Result<(), Fault> {
    let path = offsets.path();
    check_run(path.of(text), in_path).map_err(|fault| fault.moved(path.start))?;
    for part in [offsets.query(), offsets.fragment(text.len())].into_iter().flatten() {
        check_run(part.of(text), &elsewhere).map_err(|fault| fault.moved(part.start))?;
    }
    Ok(())
}

#[inline]
fn is_control(byte: u8) -> bool {
    byte < 0x20 || byte == 0x7f
}

/// Refuses the first byte that `may_stand` does not hold for, or a `%` that begins no escape, whichever comes first.
fn check_run(raw: &[u8], may_stand: impl Fn(u8) -> bool) -> Result<(), Fault> {
    if any(raw, |b| !may_stand(b)) {
        let stray = raw.iter().position(|&b| !may_stand(b)).unwrap_or(raw.len());
        percent::check_before(raw, stray)?;
        return Err(Fault::new(Code::BadChar, stray));
    }
    percent::check(raw)
}

/// Either there is no scheme at all, or the text in its place is not a scheme.
#[cold]
fn no_scheme(text: &[u8]) -> Fault {
    let end = text.iter().position(|b| matches!(b, b':' | b'/' | b'?' | b'#'));
    if end.and_then(|end| text.get(end)) != Some(&b':') {
        return Fault::new(Code::NotAbsolute, 0);
    }
    let starts_well = text.first().is_some_and(|&b| is(b, ALPHA));
    let good = if starts_well { text.iter().take_while(|&&b| is(b, SCHEME)).count() } else { 0 };
    Fault::new(Code::BadScheme, good)
}
