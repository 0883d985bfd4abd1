//! Paths: the path state of the URL Standard (section 4.4), a segment at a time.

use super::class::{C0_CONTROL, PATH};
use super::encode::push_encoded;
use super::scheme::Kind;
use crate::buffer::Buffer;
use memchr::memrchr;

/// Appends the segments of `raw`, which has no slash in front, to the path that begins at `floor` of `out`.
pub(super) fn push_segments(raw: &[u8], kind: Kind, floor: usize, out: &mut Buffer) {
    let mut rest = raw;
    loop {
        let end = rest.iter().position(|&b| kind.is_slash(b));
        let segment = &rest[..end.unwrap_or(rest.len())];
        let is_last = end.is_none();
        if is_double_dot(segment) {
            shorten(kind, floor, out);
            if is_last {
                out.push(b'/');
            }
        } else if is_single_dot(segment) {
            if is_last {
                out.push(b'/');
            }
        } else if kind == Kind::File && out.len() == floor && is_drive(segment) {
            out.extend_from_slice(&[b'/', segment[0], b':']);
        } else {
            out.push(b'/');
            push_encoded(segment, PATH, out);
        }
        match end {
            Some(end) => rest = &rest[end + 1..],
            None => return,
        }
    }
}

/// Takes the last segment away, unless it is the drive letter of a file.
pub(super) fn shorten(kind: Kind, floor: usize, out: &mut Buffer) {
    let path = &out[floor..];
    if !(kind == Kind::File && path.len() == 3 && starts_with_drive_segment(path)) {
        out.truncate(floor + memrchr(b'/', path).unwrap_or(0));
    }
}

/// Appends a path that is not made of segments.
pub(super) fn push_opaque(raw: &[u8], has_more: bool, out: &mut Buffer) {
    // A space at the end would be lost when the URL without what follows is parsed again.
    match raw.strip_suffix(b" ").filter(|_| has_more) {
        Some(raw) => {
            push_encoded(raw, C0_CONTROL, out);
            out.extend_from_slice(b"%20");
        }
        None => push_encoded(raw, C0_CONTROL, out),
    }
}

/// Whether the first segment of an absolute path, as it is written in a URL, is a drive letter.
pub(super) fn starts_with_drive_segment(path: &[u8]) -> bool {
    matches!(path, [b'/', letter, b':'] | [b'/', letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

/// Whether text of a file URL starts with a drive letter.
pub(super) fn starts_with_drive(text: &[u8]) -> bool {
    text.len() > 1 && is_drive(&text[..2]) && text.get(2).is_none_or(|b| matches!(b, b'/' | b'\\' | b'?' | b'#'))
}

pub(super) fn is_drive(segment: &[u8]) -> bool {
    matches!(segment, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// Whether a segment of the path is `.` or `..`, escaped or not.
#[cold]
pub(super) fn has_dot_segments(path: &[u8]) -> bool {
    path.split(|&b| b == b'/').any(|segment| is_single_dot(segment) || is_double_dot(segment))
}

fn is_single_dot(segment: &[u8]) -> bool {
    without_dot(segment).is_some_and(<[u8]>::is_empty)
}

fn is_double_dot(segment: &[u8]) -> bool {
    without_dot(segment).is_some_and(is_single_dot)
}

/// What follows the dot, escaped or not, that `segment` begins with.
#[inline]
fn without_dot(segment: &[u8]) -> Option<&[u8]> {
    match segment {
        [b'.', rest @ ..] | [b'%', b'2', b'e' | b'E', rest @ ..] => Some(rest),
        _ => None,
    }
}
