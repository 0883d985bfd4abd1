//! The fast path: sixteen bytes at a time, and then only a look at what sticks out.
//!
//! Whatever is not plainly settled is left to the general parser: so this may doubt too much, but never too little.

use super::class::{FRAGMENT, PATH, SPECIAL_QUERY, is};
use super::ipv4;
use super::path::has_dot_segments;
use crate::buffer::Buffer;
use crate::parse::Offsets;
use crate::scan::lanes::{LANES, Lanes, Mask};

/// An http URL that is its own href, or lacks nothing but the slash after its host.
pub(super) struct Settled {
    /// Where the parts of the href are.
    pub(super) offsets: Offsets,
    /// Where the slash belongs, if it is not there.
    pub(super) slash: Option<usize>,
}

/// What `text` is, if that is plain to see: a name in lower case, or an IPv4 address, perhaps a port, and the rest as it
/// should be.
#[inline]
pub(super) fn read(text: &[u8]) -> Option<Settled> {
    let host_start = name_start(text)?;
    let (host_end, may_be_address) = name_end(text, host_start)?;
    if may_be_address && !is_settled_address(&text[host_start..host_end]) {
        return None;
    }
    let path_start = match text.get(host_end) {
        Some(b':') => port_end(text, host_end + 1, host_start == 8)?,
        _ => host_end,
    };
    let slash = match text.get(path_start) {
        Some(b'/') => None,
        None | Some(b'?' | b'#') => Some(path_start),
        _ => return None,
    };
    let (path_end, query_end) = tail(text, path_start)?;
    let (start, more) = (host_start as u32, u32::from(slash.is_some()));
    let offsets = Offsets {
        scheme_end: start - 3,
        user_end: start,
        host_start: start,
        host_end: host_end as u32,
        path_start: path_start as u32,
        path_end: path_end as u32 + more,
        query_end: query_end as u32 + more,
        has_authority: true,
    };
    Some(Settled { offsets, slash })
}

/// Whether `text` is plainly an http URL that has an href: after a good host, neither a login nor a port, whatever follows.
#[inline]
pub(super) fn can_parse(text: &[u8]) -> bool {
    let Some(start) = name_start(text) else { return false };
    let Some((end, may_be_address)) = name_end(text, start) else { return false };
    let is_end = matches!(text.get(end), None | Some(b'/' | b'?' | b'#' | b'\\'));
    is_end && !(may_be_address && is_bad_address(&text[start..end]))
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

/// Where the name ends that begins at `start`, and whether it might be an address: one of its labels begins with a digit.
#[inline(always)]
fn name_end(text: &[u8], start: usize) -> Option<(usize, bool)> {
    let mut at = start;
    let mut follows_dot = 1;
    let mut numbers = 0;
    loop {
        let (lanes, skipped) = load(text, at);
        let digits = lanes.between(b'0', b'9');
        let name = digits | lanes.between(b'a', b'z') | lanes.between(b'-', b'.') | lanes.equal(b'_');
        let len = (name.bits() >> skipped).trailing_ones();
        let begins = lanes.equal(b'.').bits() >> skipped << 1 | follows_dot;
        numbers |= digits.bits() >> skipped & begins & ((1 << len) - 1);
        at += len as usize;
        if len < LANES as u32 {
            return (at > start).then_some((at, numbers != 0));
        }
        follows_dot = begins >> LANES;
    }
}

/// Whether a host, if it is an address at all, is written as it has to be.
#[cold]
fn is_settled_address(host: &[u8]) -> bool {
    if !ipv4::ends_in_number(host) {
        return true;
    }
    let mut out = Buffer::new();
    ipv4::read(host).is_some_and(|address| {
        ipv4::push(address, &mut out);
        out[..] == *host
    })
}

#[cold]
fn is_bad_address(host: &[u8]) -> bool {
    ipv4::ends_in_number(host) && ipv4::read(host).is_none()
}

/// Where a port ends that is written as it has to be, before a path.
#[cold]
fn port_end(text: &[u8], start: usize, is_https: bool) -> Option<usize> {
    let rest = text.get(start..)?;
    let len = rest.iter().take_while(|b| b.is_ascii_digit()).count();
    let digits = &rest[..len];
    let is_written_so = matches!(digits, [b'1'..=b'9', ..] | b"0") && digits.len() <= 5;
    let number = digits.iter().take(5).fold(0, |number: u32, digit| number * 10 + u32::from(digit - b'0'));
    let default = if is_https { 443 } else { 80 };
    (is_written_so && number <= 0xffff && number != default).then_some(start + len)
}

/// Where path and query end, if all from `start` on, where the path begins, is as it should be.
#[inline(always)]
pub(super) fn tail(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let len = text.len();
    let (mut path_end, mut query_end) = (len, len);
    let mut set = PATH;
    let mut at = start;
    let mut follows_slash = 0;
    let mut may_have_dots = 0;
    while at < len {
        let (lanes, skipped) = load(text, at);
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

/// The sixteen bytes from `at` on, or the last of the text, and how many of those come before `at`.
#[inline(always)]
fn load(text: &[u8], at: usize) -> (Lanes, usize) {
    let skipped = (at + LANES).saturating_sub(text.len());
    match text.get(at.wrapping_sub(skipped)..).and_then(<[u8]>::first_chunk) {
        Some(&chunk) => (Lanes::new(chunk), skipped),
        None => (Lanes::new(few(text)), skipped),
    }
}

/// Fewer than sixteen bytes, behind zeros.
#[cold]
fn few(text: &[u8]) -> [u8; LANES] {
    let mut chunk = [0; LANES];
    if let Some(place) = LANES.checked_sub(text.len()).and_then(|start| chunk.get_mut(start..)) {
        place.copy_from_slice(text);
    }
    chunk
}

/// What may have to change in a path, a query or a fragment, or begins one; and some that may stand but seldom do, since
/// that takes fewer comparisons.
#[inline(always)]
fn marks(lanes: Lanes) -> Mask {
    // Controls, the space, and ! " #
    let low = lanes.up_to(b'#');
    // { | } ~ and all above
    let high = lanes.from(b'{');
    // < > and \ ^ differ in one bit.
    let folded = lanes.with(2);
    let pairs = folded.equal(b'>') | folded.equal(b'^');
    low | high | pairs | lanes.equal(b'?') | lanes.equal(b'\'') | lanes.equal(b'`')
}
