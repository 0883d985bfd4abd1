//! What the strict profiles ask of an http URL that [`super::parse_plain`] has read: they have fewer characters.

use super::Offsets;
use crate::scan::vector::any;
use memchr::memchr;

/// Whether it keeps to RFC 3986.
#[inline]
#[must_use]
pub fn is_uri(text: &[u8], parts: &Offsets) -> bool {
    let rest = text.get(parts.path_start as usize..).unwrap_or_default();
    // Controls and stray percent signs are refused by now.
    let is_other = |b: u8| {
        (b == b' ')
            | (b == b'"')
            | (b == b'<')
            | (b == b'>')
            | (b == b'`')
            | (b.wrapping_sub(b'[') < 4)
            | (b.wrapping_sub(b'{') < 3)
    };
    let has_second_mark =
        || parts.fragment(text.len()).is_some_and(|fragment| memchr(b'#', fragment.of(text)).is_some());
    !any(rest, is_other) && !has_second_mark()
}

/// Whether it surely has the form of RFC 1738, section 5: httpurl. An address for a host is for others to look at.
#[inline]
#[must_use]
pub fn is_old_http(text: &[u8], parts: &Offsets) -> bool {
    let query = parts.query().map(|query| query.of(text));
    let is_query = query.is_none_or(|query| !parts.path().is_empty() && !any(query, |b| (b == b'/') | (b == b'?')));
    is_query
        && parts.host().is_some_and(|host| is_old_name(host.of(text)))
        && !any(text, |b| (b == b'~') | (b == b'#'))
        && is_uri(text, parts)
}

/// Whether every label begins and ends with a letter or digit, and the last one begins with a letter.
fn is_old_name(host: &[u8]) -> bool {
    let mut last = None;
    for label in host.split(|&byte| byte == b'.') {
        let (Some(first), Some(end)) = (label.first(), label.last()) else { return false };
        if !first.is_ascii_alphanumeric() || !end.is_ascii_alphanumeric() {
            return false;
        }
        last = Some(first);
    }
    last.is_some_and(u8::is_ascii_alphabetic)
}
