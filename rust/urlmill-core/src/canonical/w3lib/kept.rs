//! What is kept as it is in each part of a URL, and what is escaped.

use crate::buffer::{Buffer, room};
use crate::percent::escape;
use crate::scan::class::{CLASSES, UNRESERVED};

// What is kept as it is in each part of a URL.
pub(super) const KEPT_IN_LOGIN: u8 = 1;
pub(super) const KEPT_IN_PATH: u8 = 1 << 1;
pub(super) const KEPT_IN_REST: u8 = 1 << 2;
pub(super) const KEPT_IN_FORM: u8 = 1 << 3;

static KEPT: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if CLASSES[byte] & UNRESERVED != 0 {
            table[byte] |= KEPT_IN_LOGIN | KEPT_IN_PATH | KEPT_IN_REST | KEPT_IN_FORM;
        }
        if matches!(b, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',') {
            table[byte] |= KEPT_IN_LOGIN | KEPT_IN_PATH | KEPT_IN_REST;
        }
        if matches!(b, b';' | b'=' | b':' | b'@' | b'/' | b'?') {
            table[byte] |= KEPT_IN_PATH | KEPT_IN_REST;
        }
        if matches!(b, b'|' | b'[' | b']') {
            table[byte] |= KEPT_IN_PATH;
        }
        if b == b'%' {
            table[byte] |= KEPT_IN_REST;
        }
        byte += 1;
    }
    table
};

#[inline]
pub(super) fn is_kept(octet: u8, part: u8) -> bool {
    KEPT[octet as usize] & part != 0
}

/// The octet as it is, or escaped.
#[inline]
pub(super) fn push_octet(octet: u8, part: u8, out: &mut Buffer) {
    if is_kept(octet, part) {
        out.push(octet);
    } else {
        out.extend_from_slice(&escape(octet));
    }
}

pub(super) fn push_escaped(raw: &[u8], part: u8, out: &mut Buffer) -> Option<()> {
    room(out, raw.len().checked_mul(3)?)?;
    let mut rest = raw;
    while let Some(end) = rest.iter().position(|&b| !is_kept(b, part)) {
        out.extend_from_slice(&rest[..end]);
        out.extend_from_slice(&escape(rest[end]));
        rest = &rest[end + 1..];
    }
    out.extend_from_slice(rest);
    Some(())
}
