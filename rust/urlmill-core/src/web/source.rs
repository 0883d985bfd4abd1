//! What the URL Standard takes out of a text before it reads it: controls and spaces around it, tabs and line ends anywhere.

use crate::buffer::{Buffer, room};

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
