//! What the strict profiles ask of an http URL that [`super::parse_plain`] has read: they have fewer characters.

use super::Offsets;
use crate::scan::lanes::{BLOCK, LANES, Lanes, Mask, any_marked, several_bits};
use crate::span::Span;
use memchr::memchr;

/// Whether it keeps to RFC 3986.
#[inline]
#[must_use]
pub fn is_uri(text: &[u8], parts: &Offsets) -> bool {
    let has_second_mark =
        || parts.fragment(text.len()).is_some_and(|fragment| memchr(b'#', fragment.of(text)).is_some());
    !any_marked(from_path(text, parts), other) && !has_second_mark()
}

/// Whether it surely has the form of RFC 1738, section 5: httpurl. An address for a host is for others to look at.
#[inline]
#[must_use]
pub fn is_old_http(text: &[u8], parts: &Offsets) -> bool {
    let query = parts.query().map(|query| query.of(text));
    // With this bit set a slash is a question mark.
    let is_query =
        query.is_none_or(|query| !parts.path().is_empty() && !any_marked(query, |lanes| lanes.with(0x10).equal(b'?')));
    let has_login = parts.authority().map(|authority| authority.start) != parts.host().map(|host| host.start);
    is_query
        && !has_login
        && parts.fragment(text.len()).is_none()
        && parts.host().is_some_and(|host| is_old_name(text, host))
        && !any_marked(from_path(text, parts), new)
}

/// Path, query and fragment.
#[inline]
fn from_path<'a>(text: &'a [u8], parts: &Offsets) -> &'a [u8] {
    text.get(parts.path_start as usize..).unwrap_or_default()
}

/// Marks what the grammar of RFC 3986 has no place for: `[\]`, `{|}`, `^`, and what is odd in both. Controls and stray
/// percent signs are refused by now.
#[inline(always)]
fn other(lanes: Lanes) -> Mask {
    lanes.with(0x20).between(b'{', b'}') | lanes.equal(b'^') | odd(lanes)
}

/// Marks what that of RFC 1738 has no place for: `[\]^`, `{|}~`, and what is odd in both.
#[inline(always)]
fn new(lanes: Lanes) -> Mask {
    lanes.with(0x20).between(b'{', b'~') | odd(lanes)
}

/// Marks a space and `"`, `<` and `>`, which differ in this bit as those do, and a backtick.
#[inline(always)]
fn odd(lanes: Lanes) -> Mask {
    lanes.with(2).equal(b'"') | lanes.with(2).equal(b'>') | lanes.equal(b'`')
}

/// Whether it is made of letters and digits, with hyphens and dots between them, and its last label begins with a letter.
/// Of a long one that is not said.
#[inline]
fn is_old_name(text: &[u8], span: Span) -> bool {
    let host = span.of(text);
    if host.is_empty() || host.len() > BLOCK {
        return false;
    }
    let last = host.len() - 1;
    let all = u64::MAX >> (BLOCK - 1 - last);
    let marks = |lanes: Lanes| [lanes.equal(b'.'), lanes.equal(b'-'), lanes.letters() | lanes.between(b'0', b'9')];
    // Nearly always there are two vectors to take, whatever they end in: lengths that vary cost more than bytes.
    let near = text.get(span.start as usize..).and_then(<[u8]>::first_chunk::<{ 2 * LANES }>);
    let [dots, hyphens, named] = match near {
        Some(near) if last < near.len() => several_bits(near, marks).map(|bits| bits & all),
        _ => several_bits(host, marks),
    };
    let stand_together = (dots << 1 & (dots | hyphens)) | (hyphens << 1 & dots);
    let last_label = u64::BITS - dots.leading_zeros();
    dots | hyphens | named == all
        && stand_together == 0
        && named & named >> last & 1 == 1
        && host.get(last_label as usize).is_some_and(u8::is_ascii_alphabetic)
}
