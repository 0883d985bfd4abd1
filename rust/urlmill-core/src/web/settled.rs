//! The fast path: sixteen bytes at a time, and then only a look at what sticks out.
//!
//! Whatever is not plainly settled is left to the general parser: so this may doubt too much, but never too little.

use super::class::{FRAGMENT, PATH, SPECIAL_QUERY, is};
use super::path::has_dot_segments;
use crate::parse::Offsets;
use crate::scan::lanes::{LANES, Lanes, Mask, sixteen};

/// Where the parts of `text` are, if it is plainly an http URL that is its own href: a name in lower case, perhaps a port,
/// and a path.
#[inline]
pub(super) fn offsets(text: &[u8]) -> Option<Offsets> {
    let host_start = name_start(text)?;
    let host_end = name_end(text, host_start)?;
    let path_start = match text.get(host_end) {
        Some(b'/') => host_end,
        Some(b':') => port_end(text, host_end + 1, host_start == 8)?,
        _ => return None,
    };
    let (path_end, query_end) = tail(text, path_start)?;
    let start = host_start as u32;
    Some(Offsets {
        scheme_end: start - 3,
        user_end: start,
        host_start: start,
        host_end: host_end as u32,
        path_start: path_start as u32,
        path_end: path_end as u32,
        query_end: query_end as u32,
        has_authority: true,
    })
}

/// Whether `text` is plainly an http URL with a name for its host, in lower case; then it has an href, whatever follows.
#[inline]
pub(super) fn has_name(text: &[u8]) -> bool {
    let Some(end) = name_start(text).and_then(|start| name_end(text, start)) else { return false };
    matches!(text.get(end), None | Some(b'/' | b'?' | b'#' | b'\\'))
}

/// Where the host begins in an http URL.
#[inline(always)]
fn name_start(text: &[u8]) -> Option<usize> {
    let first = text.first_chunk::<8>()?;
    match first {
        b"https://" => Some(8),
        [b'h', b't', b't', b'p', b':', b'/', b'/', _] => Some(7),
        _ => None,
    }
}

/// Where the name ends that begins at `start`, if there is one that cannot be an address: none of its labels begins with a
/// digit.
#[inline(always)]
fn name_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    let mut follows_dot = 1;
    loop {
        let lanes = Lanes::new(sixteen(text.get(at..)?));
        let digits = lanes.between(b'0', b'9');
        let name = digits | lanes.between(b'a', b'z') | lanes.between(b'-', b'.') | lanes.equal(b'_');
        let end = name.bits().trailing_ones();
        let begins = lanes.equal(b'.').bits() << 1 | follows_dot;
        let in_name = (1_u64 << end) - 1;
        if digits.bits() & begins & in_name != 0 {
            return None;
        }
        at += end as usize;
        if end < LANES as u32 {
            return (at > start).then_some(at);
        }
        follows_dot = begins >> LANES;
    }
}

/// Where a port ends that is written as it has to be, before a path.
#[cold]
fn port_end(text: &[u8], start: usize, is_https: bool) -> Option<usize> {
    let rest = text.get(start..)?;
    let len = rest.iter().position(|b| !b.is_ascii_digit())?;
    let digits = &rest[..len];
    let is_written_so = matches!(digits, [b'1'..=b'9', ..] | b"0") && digits.len() <= 5 && rest[len] == b'/';
    let number = digits.iter().take(5).fold(0, |number: u32, digit| number * 10 + u32::from(digit - b'0'));
    let default = if is_https { 443 } else { 80 };
    (is_written_so && number <= 0xffff && number != default).then_some(start + len)
}

/// Where path and query end, if all from `start` on is as it should be.
#[inline(always)]
fn tail(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let len = text.len();
    if len < LANES {
        return None;
    }
    let (mut path_end, mut query_end) = (len, len);
    let mut set = PATH;
    let mut at = start;
    let mut follows_slash = 0;
    let mut may_have_dots = 0;
    while at < len {
        // The odd bytes at the end are looked at as part of the last sixteen.
        let skipped = (at + LANES).saturating_sub(len);
        let lanes = Lanes::new(*text.get(at - skipped..)?.first_chunk()?);
        let mut odd = marks(lanes).bits() >> skipped;
        if set == PATH {
            let slashes = lanes.equal(b'/').bits() >> skipped << 1;
            let dots = (lanes.equal(b'.') | lanes.equal(b'%')).bits() >> skipped;
            may_have_dots |= (slashes | follows_slash) & dots;
            follows_slash = slashes >> LANES;
        }
        while odd != 0 {
            let place = at + odd.trailing_zeros() as usize;
            odd &= odd - 1;
            match text[place] {
                b'?' if set == PATH => (path_end, set) = (place, SPECIAL_QUERY),
                b'#' if set != FRAGMENT => {
                    if set == PATH {
                        path_end = place;
                    }
                    (query_end, set) = (place, FRAGMENT);
                }
                b'\\' if set == PATH => return None,
                byte if is(byte, set) => return None,
                _ => {}
            }
        }
        at += LANES;
    }
    if may_have_dots != 0 && has_dot_segments(&text[start..path_end]) {
        return None;
    }
    Some((path_end, query_end))
}

/// What may have to change in a path, a query or a fragment, or begins one; and some that may stand but seldom do, since
/// that takes fewer comparisons.
#[inline(always)]
fn marks(lanes: Lanes) -> Mask {
    // Controls, the space, and ! " #
    let low = lanes.up_to(b'#');
    // { | } ~ and all above
    let high = lanes.from(b'{');
    let quotes = lanes.equal(b'\'') | lanes.equal(b'`');
    low | high | quotes | lanes.equal(b'<') | lanes.between(b'>', b'?') | lanes.equal(b'\\') | lanes.equal(b'^')
}
