//! What the URL Standard takes out of a text before it reads it: controls and spaces around it, tabs and line ends anywhere.

use crate::buffer::{Buffer, room};
use crate::scan::class::{SCHEME, is};

/// The text without controls and spaces around it, and how many bytes stood before it.
#[inline]
pub(super) fn trimmed(text: &[u8]) -> (&[u8], usize) {
    let start = text.iter().position(|&b| b > b' ').unwrap_or(text.len());
    let end = text.iter().rposition(|&b| b > b' ').map_or(start, |at| at + 1);
    (&text[start..end], start)
}

#[inline]
pub(super) fn is_left_out(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r')
}

/// The text without tabs and line ends; `None` if there is no memory for it.
pub(super) fn cleaned(trimmed: &[u8]) -> Option<Buffer> {
    let mut clean = Buffer::new();
    room(&mut clean, trimmed.len())?;
    for run in trimmed.split(|&b| is_left_out(b)) {
        clean.extend_from_slice(run);
    }
    Some(clean)
}

/// Where byte `at` of the cleaned text is in the one that was cleaned; its end for the end.
pub(super) fn before_cleaning(trimmed: &[u8], at: usize) -> usize {
    let mut kept = trimmed.iter().enumerate().filter(|&(_, &b)| !is_left_out(b));
    kept.nth(at).map_or(trimmed.len(), |(index, _)| index)
}

/// As much of a text as decides whether it has an href: no path, query or fragment is ever refused. What follows the slashes
/// in front is a host, or already a path; which of them there is can be seen by the character that ends it.
pub(super) fn up_to_path(text: &[u8]) -> &[u8] {
    let skip = |start: usize, is_skipped: fn(u8) -> bool| {
        start + text[start..].iter().take_while(|&&b| is_skipped(b) || is_left_out(b)).count()
    };
    let scheme_end = skip(0, |b| b <= b' ' || is(b, SCHEME));
    let colon_end = scheme_end + usize::from(text.get(scheme_end) == Some(&b':'));
    let start = skip(colon_end, |b| matches!(b, b'/' | b'\\'));
    let end = text[start..].iter().position(|b| matches!(b, b'/' | b'?' | b'#'));
    end.map_or(text, |end| &text[..=start + end])
}
