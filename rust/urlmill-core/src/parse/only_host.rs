//! For those who want the host of a URL and nothing else.

use crate::authority::loose_authority;
use crate::span::Span;
use crate::split::{authority_end, scheme};
use memchr::memchr3;

/// The host that `parse` finds under [`super::LENIENT`] rules. What follows the authority is not looked at.
#[inline]
#[must_use]
pub fn only_host(text: &[u8]) -> Option<Span> {
    let start = scheme(text).map_or(0, |span| span.end as usize + 1) + 2;
    let rest = text.get(start - 2..)?.strip_prefix(b"//")?;
    let (len, _) = authority_end(rest);
    let authority = &rest[..len];
    if memchr3(b'@', b':', b'[', authority).is_none() {
        return Some(Span::new(start, start + len));
    }
    let host = loose_authority(authority).host;
    Some(Span { start: start as u32 + host.start, end: start as u32 + host.end })
}
