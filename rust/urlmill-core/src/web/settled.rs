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
    let host_end = name_end(text, host_start)?;
    let host = &text[host_start..host_end];
    if is_number(host) && !is_settled_address(host) {
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
    let Some(end) = name_end(text, start) else { return false };
    let is_end = matches!(text.get(end), None | Some(b'/' | b'?' | b'#' | b'\\'));
    let host = &text[start..end];
    is_end && (!is_number(host) || ipv4::read(host).is_some())
}

/// Where the host begins in an http URL.
#[inline(always)]
fn name_start(text: &[u8]) -> Option<usize> {
    const HTTPS: u64 = u64::from_le_bytes(*b"https://");
    const HTTP: u64 = u64::from_le_bytes(*b"http://\0");
    match u64::from_le_bytes(*text.first_chunk()?) {
        HTTPS => Some(8),
        first if first << 8 == HTTP << 8 => Some(7),
        _ => None,
    }
}

/// Where the name ends that begins at `start`.
#[inline(always)]
fn name_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    // Two at a time: most names end in one of them, and which one no processor can foresee.
    while let Some(pair) = text.get(at..).and_then(<[u8]>::first_chunk::<{ 2 * LANES }>) {
        let (halves, _) = pair.as_chunks();
        let len = (name(Lanes::new(halves[0])) | name(Lanes::new(halves[1])) << LANES).trailing_ones() as usize;
        at += len;
        if len < pair.len() {
            return (at > start).then_some(at);
        }
    }
    loop {
        let (lanes, skipped) = load(text, at);
        let len = (name(lanes) >> skipped).trailing_ones() as usize;
        at += len;
        if len < LANES {
            return (at > start).then_some(at);
        }
    }
}

/// What may stand in a name in lower case.
#[inline(always)]
fn name(lanes: Lanes) -> u64 {
    let marks_and_digits = lanes.between(b'-', b'9').without(lanes.equal(b'/'));
    (marks_and_digits | lanes.between(b'a', b'z') | lanes.equal(b'_')).bits()
}

/// Whether a host can be nothing but an IPv4 address; of nearly all the last character says that they are not.
#[inline(always)]
fn is_number(host: &[u8]) -> bool {
    matches!(host.last(), Some(b'0'..=b'9' | b'a'..=b'f' | b'x' | b'.')) && ipv4::ends_in_number(host)
}

/// Whether a host that is a number is an address, written as it has to be.
#[cold]
fn is_settled_address(host: &[u8]) -> bool {
    let mut out = Buffer::new();
    ipv4::read(host).is_some_and(|address| {
        ipv4::push(address, &mut out);
        out[..] == *host
    })
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

/// Where path and query end, if all from `start` on, where the path begins, is as it should be. Something stands before it.
#[inline(always)]
pub(super) fn tail(text: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut tail = Tail { text, path_end: text.len(), query_end: text.len(), set: PATH, may_have_dots: Mask::NONE };
    let (chunks, last) = text.get(start..)?.as_chunks::<LANES>();
    let (before, _) = text.get(start.checked_sub(1)?..)?.as_chunks::<LANES>();
    let mut at = start;
    for (chunk, before) in chunks.iter().zip(before) {
        tail.look(Lanes::new(*chunk), Lanes::new(*before), at, 0)?;
        at += LANES;
    }
    if !last.is_empty() {
        let skipped = LANES - last.len();
        let before = text.len().checked_sub(LANES + 1).and_then(|start| text.get(start..)?.first_chunk());
        let (chunk, before) = match (text.last_chunk(), before) {
            (Some(&chunk), Some(&before)) => (chunk, before),
            _ => (few(text), few(&text[..text.len() - 1])),
        };
        tail.look(Lanes::new(chunk), Lanes::new(before), at, skipped)?;
    }
    if tail.may_have_dots.bits() != 0 && has_dot_segments(&text[start..tail.path_end]) {
        return None;
    }
    Some((tail.path_end, tail.query_end))
}

/// What is known of path, query and fragment.
struct Tail<'a> {
    text: &'a [u8],
    path_end: usize,
    query_end: usize,
    /// What may not stand where we are: each part has another set.
    set: u8,
    /// Whether a segment of the path begins with a dot, or with an escape that might be one.
    may_have_dots: Mask,
}

impl Tail<'_> {
    /// Looks at sixteen bytes more, of which the first ones, as many as `skipped`, stand before `at` and are known already;
    /// `before` are those that stand before each. `None` if there is one that may not stand there.
    #[inline(always)]
    fn look(&mut self, lanes: Lanes, before: Lanes, at: usize, skipped: usize) -> Option<()> {
        let mut odd = marks(lanes).bits() >> skipped;
        if self.set == PATH {
            self.may_have_dots = self.may_have_dots | before.equal(b'/') & (lanes.equal(b'.') | lanes.equal(b'%'));
        }
        while odd != 0 {
            let place = at + odd.trailing_zeros() as usize;
            odd &= odd - 1;
            match self.text.get(place)? {
                b'?' if self.set == PATH => (self.path_end, self.set) = (place, SPECIAL_QUERY),
                b'#' if self.set != FRAGMENT => {
                    if self.set == PATH {
                        self.path_end = place;
                    }
                    (self.query_end, self.set) = (place, FRAGMENT);
                }
                b'\\' if self.set == PATH => return None,
                &byte if is(byte, self.set) => return None,
                _ => {}
            }
        }
        Some(())
    }
}

/// The sixteen bytes from `at` on, or the last of the text, and how many of those come before `at`.
#[inline(always)]
fn load(text: &[u8], at: usize) -> (Lanes, usize) {
    if let Some(&chunk) = text.get(at..).and_then(<[u8]>::first_chunk) {
        return (Lanes::new(chunk), 0);
    }
    let chunk = text.last_chunk().copied().unwrap_or_else(|| few(text));
    (Lanes::new(chunk), (at + LANES).saturating_sub(text.len()))
}

/// Sixteen bytes or fewer, behind zeros.
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
    // Controls, the space, and ! " #; { | } ~ and all above
    let ends = lanes.outside(b'#', b'{');
    // < > and \ ^ differ in one bit.
    let folded = lanes.with(2);
    let pairs = folded.equal(b'>') | folded.equal(b'^');
    ends | pairs | lanes.equal(b'?') | lanes.equal(b'\'') | lanes.equal(b'`')
}
