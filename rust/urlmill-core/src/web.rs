//! URLs as browsers read them: the parser of the WHATWG URL Standard, and nothing of it that is not about text.
//!
//! What it makes of a text is the text's *href*, which is ASCII. Nearly every URL is its own href; `settled` finds those, and
//! their parts are spans into the text that was given. All others are written anew.
//!
//! | file | sections of the Standard |
//! |---|---|
//! | `general` | 4.4 and 4.5: the parser and the serialiser |
//! | `source`, `scheme`, `path` | 4.4: what is left out of a text; schemes; segments |
//! | `settled` | none: it finds what is its own href |
//! | `host`, `ipv4`, `ipv6` | 3.5: hosts |
//! | `idna` | 3.3: domain to ASCII |
//! | `class`, `encode` | 1.3 and 3.1: percent-encode sets, forbidden characters |
//!
//! # Faults
//! | code | at |
//! |---|---|
//! | `not-absolute`: no scheme, and no base that completes it | 0 |
//! | `missing-host` | where the host would begin |
//! | `bad-host`: a character that no host has | that character, or the `%` of its escape |
//! | `bad-host`: brackets without an IPv6 address, or what IDNA maps to such a character or to nothing | the start of the host |
//! | `bad-ipv4`, `bad-label` | the start of the host |
//! | `bad-port` | the first character that is not a digit; of a number that is too large, the first |
//!
//! Of several, the one that the Standard's parser meets first; but what IDNA refuses is a `bad-host` if there is a character
//! that no host has. Positions are those of the text as it was given; where nothing is left of it but what the Standard
//! takes off its end, that is the position.

mod class;
mod encode;
mod general;
mod host;
mod idna;
mod ipv4;
mod ipv6;
mod path;
mod scheme;
mod settled;
mod source;

use crate::buffer::{Buffer, room};
use crate::error::{Code, Fault};
use crate::parse::Offsets;
use crate::span::MAX_LEN;
use memchr::{memchr, memrchr};

/// Said instead of a fault when there is no memory for the href, or when it is longer than a text may be
/// ([`crate::span::MAX_LEN`]). No other fault is like it.
pub const NO_MEMORY: Fault = Fault { code: Code::NotAbsolute, at: u32::MAX };

/// What a reference is completed by.
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    /// Its href, as [`parse`] writes it.
    pub href: &'a [u8],
    /// The parts of the href.
    pub offsets: Offsets,
}

/// Where the parts of `text` are, if it is its own href: then nothing has to be written. `None` where that is not plain to
/// see, which says nothing.
#[inline]
#[must_use]
pub fn settled(text: &[u8]) -> Option<Offsets> {
    settled::read(text).filter(|found| found.slash.is_none()).map(|found| found.offsets)
}

/// Appends the href of `text`, seen from `base`, and says where the parts of the href are.
///
/// The text is UTF-8, or what Python makes of lone surrogates; those become U+FFFD.
///
/// # Errors
/// See [`self`]; or [`NO_MEMORY`]. Then nothing is appended.
#[inline]
pub fn parse(text: &[u8], base: Option<&Base<'_>>, out: &mut Buffer) -> Result<Offsets, Fault> {
    if text.len() >= MAX_LEN {
        return general::parse(text, base, out);
    }
    let Some(found) = settled::read(text) else { return general::parse(text, base, out) };
    room(out, text.len() + 1).ok_or(NO_MEMORY)?;
    match found.slash {
        None => out.extend_from_slice(text),
        Some(at) => {
            out.extend_from_slice(&text[..at]);
            out.push(b'/');
            out.extend_from_slice(&text[at..]);
        }
    }
    Ok(found.offsets)
}

/// Whether [`parse`] makes an href of `text`, if there is memory for it.
#[inline]
#[must_use]
pub fn can_parse(text: &[u8], base: Option<&Base<'_>>) -> bool {
    settled::can_parse(text) || general::parse(source::up_to_path(text), base, &mut Buffer::new()).is_ok()
}

/// Where the parts are of a text that is known to be an href. Of any other text they mean nothing.
#[must_use]
pub fn offsets_of_href(href: &[u8]) -> Offsets {
    let Some(colon) = memchr(b':', href) else { return Offsets::default() };
    let query_end = memchr(b'#', href).unwrap_or(href.len());
    let path_end = memchr(b'?', &href[..query_end]).unwrap_or(query_end);
    let mut start = colon + 1;
    let mut found = Offsets { scheme_end: colon as u32, ..Offsets::default() };
    let hierarchy = href.get(start..path_end).unwrap_or_default();
    if let Some(rest) = hierarchy.strip_prefix(b"//") {
        start += 2;
        let authority = &rest[..memchr(b'/', rest).unwrap_or(rest.len())];
        let login = memrchr(b'@', authority);
        let host_start = login.map_or(0, |sign| sign + 1);
        let user_end = login.map_or(0, |sign| memchr(b':', &authority[..sign]).unwrap_or(sign));
        let host = &authority[host_start..];
        // Of the colons of an IPv6 address none comes after its bracket.
        let literal = memrchr(b']', host).unwrap_or(0);
        let host_len = memchr(b':', &host[literal..]).map_or(host.len(), |colon| literal + colon);
        found.has_authority = true;
        found.user_end = (start + user_end) as u32;
        found.host_start = (start + host_start) as u32;
        found.host_end = (start + host_start + host_len) as u32;
        start += authority.len();
    } else {
        (found.user_end, found.host_start, found.host_end) = (start as u32, start as u32, start as u32);
        if hierarchy.starts_with(b"/.//") {
            start += 2;
        }
    }
    found.path_start = start as u32;
    found.path_end = path_end as u32;
    found.query_end = query_end as u32;
    found
}

/// Appends the origin of an href, as section 4.7 of the Standard has it: `https://h:1`, or `null` where it is opaque.
///
/// A caller that has to hear of it where memory has run out makes room for as much as the href first.
pub fn origin(href: &[u8], offsets: &Offsets, out: &mut Buffer) {
    let scheme = offsets.scheme().map_or(&b""[..], |span| span.of(href));
    if scheme == b"blob" {
        let mut inner = Buffer::new();
        if let Ok(found) = parse(offsets.path().of(href), None, &mut inner)
            && matches!(found.scheme().map(|span| span.of(&inner)), Some(b"http" | b"https"))
        {
            return origin(&inner, &found, out);
        }
    }
    match (scheme::Kind::of(scheme), offsets.host()) {
        (scheme::Kind::Web(_), Some(host)) => {
            out.extend_from_slice(scheme);
            out.extend_from_slice(b"://");
            out.extend_from_slice(href.get(host.start as usize..offsets.path_start as usize).unwrap_or_default());
        }
        _ => out.extend_from_slice(b"null"),
    }
}
