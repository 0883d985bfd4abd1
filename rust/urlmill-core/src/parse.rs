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

use crate::authority::{authority, loose_authority};
use crate::class::{ALPHA, ENDS_AUTHORITY, HEX, REG_NAME, SCHEME, URI, is};
use crate::error::{Code, Fault};
use crate::host;
use crate::percent;
use crate::span::Span;
use crate::split::{Split, scheme, split};
use crate::vector::any;

/// Path, query and fragment may hold any printable character.
pub const WEB: u32 = 1;
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

/// Where the parts of a URL are, in 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// [`NO_SCHEME`], or where its colon is.
    scheme_end: u32,
    /// Where the user ends; means nothing without a login.
    user_end: u32,
    /// After the `@`, if there is one.
    host_start: u32,
    host_end: u32,
    path_start: u32,
    path_end: u32,
    /// `path_end`, if there is no query.
    query_end: u32,
    has_authority: bool,
}

const NO_SCHEME: u32 = u32::MAX;

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
    if rules & (WEB | WHOLE_PATH | LENIENT) == WEB
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

/// The parts of what nearly all URLs of the web are: a host without login and port, nothing odd in it, and after it
/// nothing that would have to be refused. Every byte is looked at once. For text whose scheme is known already, and for
/// rules of which [`WEB`] is one and neither [`WHOLE_PATH`] nor [`LENIENT`] is; `None` leaves it to [`parse`].
#[inline]
#[must_use]
pub fn parse_plain(text: &[u8], scheme: Span) -> Option<Offsets> {
    let scheme_end = scheme.end;
    let host_start = scheme_end as usize + 3;
    let rest = text.get(host_start - 2..)?.strip_prefix(b"//")?;
    // All that may stand in a scheme may stand in a name; most names are too short for vectors.
    let host_len = rest.iter().position(|&b| !is(b, SCHEME)).unwrap_or(rest.len());
    if host_len == 0 || rest.get(host_len).is_some_and(|&b| !is(b, ENDS_AUTHORITY)) {
        return None;
    }
    let path_start = host_start + host_len;
    let (path_end, query_end) = plain_ends(&text[path_start..])?;
    Some(Offsets {
        scheme_end,
        user_end: host_start as u32,
        host_start: host_start as u32,
        host_end: path_start as u32,
        path_start: path_start as u32,
        path_end: (path_start + path_end) as u32,
        query_end: (path_start + query_end) as u32,
        has_authority: true,
    })
}

/// Where path and query end in `tail`; `None` if something in it is to be refused. Of most sixteen bytes it is enough to
/// see that none of them is a mark.
#[inline]
fn plain_ends(tail: &[u8]) -> Option<(usize, usize)> {
    let mut ends = Ends { path: tail.len(), query: tail.len() };
    let (chunks, rest) = tail.as_chunks::<16>();
    for (index, chunk) in chunks.iter().enumerate() {
        if has_marks(chunk) {
            ends.look_into(tail, index * 16..index * 16 + 16)?;
        }
    }
    // The odd bytes at the end are seen as part of the last sixteen, or all of them as the first and the last eight.
    let may_have_marks = match (tail.last_chunk::<16>(), tail.first_chunk::<8>(), tail.last_chunk::<8>()) {
        (Some(last), _, _) => !rest.is_empty() && has_marks(last),
        (None, Some(first), Some(last)) => has_marks(first) || has_marks(last),
        _ => true,
    };
    if may_have_marks {
        ends.look_into(tail, chunks.len() * 16..tail.len())?;
    }
    Some((ends.path.min(ends.query), ends.query))
}

#[inline]
fn has_marks<const N: usize>(chunk: &[u8; N]) -> bool {
    chunk.map(may_be_mark).iter().fold(false, |any, &mark| any | mark)
}

/// Controls, `#`, `%`, `?`, and a few that seldom stand in a URL: two comparisons take fewer instructions than six.
#[inline]
fn may_be_mark(byte: u8) -> bool {
    byte <= b'%' || byte | 0x40 == 0x7f
}

/// Both are the length of the tail as long as nothing has ended them.
struct Ends {
    path: usize,
    query: usize,
}

impl Ends {
    #[inline]
    fn look_into(&mut self, tail: &[u8], range: std::ops::Range<usize>) -> Option<()> {
        for (at, &byte) in range.clone().zip(&tail[range]) {
            if may_be_mark(byte) {
                match byte {
                    b'?' => self.path = self.path.min(at),
                    b'#' => self.query = self.query.min(at),
                    b'%' => match *tail.get(at + 1..at + 3)? {
                        [high, low] if is(high, HEX) && is(low, HEX) => {}
                        _ => return None,
                    },
                    _ if is_control(byte) => return None,
                    _ => {}
                }
            }
        }
        Some(())
    }
}

fn check_authority(text: &[u8], parts: &Split, rules: u32, offsets: &mut Offsets) -> Result<(), Fault> {
    let Some(span) = parts.authority else {
        if rules & NEEDS_AUTHORITY != 0 {
            return Err(Fault::new(Code::MissingAuthority, offsets.path_start as usize));
        }
        return Ok(());
    };
    let raw = span.of(text);
    let found = authority(raw).map_err(|fault| fault.moved(span.start))?;
    place(offsets, span, found);
    if found.user.is_some() {
        let login = &raw[..found.host.start as usize - 1];
        check_run(login, |b| is(b, REG_NAME) || b == b':').map_err(|fault| fault.moved(span.start))?;
    }
    let host = found.host.of(raw);
    host::kind(host).map_err(|fault| fault.moved(offsets.host_start))?;
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
#[inline]
fn check_tail(text: &[u8], rules: u32, offsets: &Offsets) -> Result<(), Fault> {
    if rules & WEB != 0 {
        // Nearly all have neither, and to see that is much faster than to look for the first.
        let tail = &text[offsets.path_start as usize..];
        if !any(tail, |b| is_control(b) || b == b'%') {
            return Ok(());
        }
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
#[inline]
fn check_run(raw: &[u8], may_stand: impl Fn(u8) -> bool) -> Result<(), Fault> {
    if any(raw, |b| !may_stand(b)) {
        let stray = raw.iter().position(|&b| !may_stand(b)).unwrap_or(raw.len());
        percent::check_before(raw, stray)?;
        return Err(Fault::new(Code::BadChar, stray));
    }
    percent::check(raw)
}

/// Either there is no scheme at all, or what stands in its place is none.
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
