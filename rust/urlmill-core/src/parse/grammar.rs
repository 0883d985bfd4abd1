//! What the strict profiles ask of an http URL that [`super::parse_plain`] has read: they have fewer characters.

// Without branches the questions are asked of whole vectors; `matches!` took three times as long.
#![expect(clippy::needless_bitwise_bool)]

use super::Offsets;
use crate::scan::lanes::{BLOCK, several_bits};
use crate::scan::vector::any;
use memchr::memchr;

/// Whether it keeps to RFC 3986.
#[inline]
#[must_use]
pub fn is_uri(text: &[u8], parts: &Offsets) -> bool {
    let has_second_mark =
        || parts.fragment(text.len()).is_some_and(|fragment| memchr(b'#', fragment.of(text)).is_some());
    !any(from_path(text, parts), is_other) && !has_second_mark()
}

/// Whether it surely has the form of RFC 1738, section 5: httpurl. An address for a host is for others to look at.
#[inline]
#[must_use]
pub fn is_old_http(text: &[u8], parts: &Offsets) -> bool {
    let query = parts.query().map(|query| query.of(text));
    let is_query = query.is_none_or(|query| !parts.path().is_empty() && !any(query, |b| (b == b'/') | (b == b'?')));
    let has_login = parts.authority().map(|authority| authority.start) != parts.host().map(|host| host.start);
    is_query
        && !has_login
        && parts.fragment(text.len()).is_none()
        && parts.host().is_some_and(|host| is_old_name(host.of(text)))
        && !any(from_path(text, parts), |b| is_other(b) | (b == b'~'))
}

/// Path, query and fragment.
#[inline]
fn from_path<'a>(text: &'a [u8], parts: &Offsets) -> &'a [u8] {
    text.get(parts.path_start as usize..).unwrap_or_default()
}

/// Whether the grammar of RFC 3986 has no place for it. Controls and stray percent signs are refused by now.
#[inline(always)]
fn is_other(b: u8) -> bool {
    (b == b' ')
        | (b == b'"')
        | (b == b'<')
        | (b == b'>')
        | (b == b'`')
        | (b.wrapping_sub(b'[') < 4)
        | (b.wrapping_sub(b'{') < 3)
}

/// Whether it is made of letters and digits, with hyphens and dots between them, and its last label begins with a letter.
/// Of a long one that is not said.
#[inline]
fn is_old_name(host: &[u8]) -> bool {
    if host.is_empty() || host.len() > BLOCK {
        return false;
    }
    let [dots, hyphens, letters, digits] =
        several_bits(host, |lanes| [lanes.equal(b'.'), lanes.equal(b'-'), lanes.letters(), lanes.between(b'0', b'9')]);
    let (named, last) = (letters | digits, host.len() - 1);
    let is_made_of_them = (dots | hyphens | named).count_ones() as usize == host.len();
    let stands_apart = (dots << 1 & (dots | hyphens)) | (hyphens << 1 & dots);
    let last_label = u64::BITS - dots.leading_zeros();
    is_made_of_them
        && stands_apart == 0
        && named & named >> last & 1 == 1
        && letters.checked_shr(last_label).unwrap_or(0) & 1 == 1
}
