//! Octets as a column of their lines.

use crate::column::{TextColumn, nulls_of_bits};
use crate::memory::{reserve, with_room};
use crate::recycled;
use crate::side::Sides;
use crate::split::Stop;
use crate::view::{MAX, Place};
use arrow_buffer::Buffer;
use memchr::{memchr_iter, memrchr};
use std::ops::Range;
use urlmill_core::Span;

/// A row for each line of `octets`, without its `\n` or `\r\n`; null if there is nothing else in it. The views point into
/// `octets`. A line that is not UTF-8 is read as Latin-1, in which anything can be read.
///
/// # Errors
/// [`Stop::TooLong`] for a line of more than 2 GiB, [`Stop::TooMuch`] for one that has so many as UTF-8.
pub fn lines(octets: &Buffer) -> Result<TextColumn, Stop> {
    lines_within(octets, MAX)
}

/// How many line breaks there are.
#[must_use]
pub fn count_line_breaks(octets: &[u8]) -> usize {
    memchr_iter(b'\n', octets).count()
}

fn lines_within(octets: &Buffer, most: usize) -> Result<TextColumn, Stop> {
    let windows = windows(octets, most)?;
    // In one go, since most blocks are UTF-8 from end to end; and no character has a line break in its middle.
    let is_text = std::str::from_utf8(octets).is_ok();
    let has_rest = octets.last().is_some_and(|&last| last != b'\n');
    let rows = count_line_breaks(octets) + usize::from(has_rest);
    let mut views = recycled::views(rows)?;
    let mut blank = Vec::new();
    let mut sides = Sides::new(1)?;
    let mut changed = Vec::new();
    {
        let Some(mut side) = sides.each(windows.len()).next() else { return Err(Stop::TooMuch) };
        let mut out = views.iter_mut().enumerate();
        for (window, buffer) in windows.iter().zip(0..) {
            let text = &octets[window.clone()];
            let place = Place { rest: text, len: text.len() as u32, buffer, offset: 0 };
            let rest = text.last().is_some_and(|&last| last != b'\n').then_some(text.len());
            let mut next = 0;
            for (end, (row, view)) in memchr_iter(b'\n', text).chain(rest).zip(&mut out) {
                let (start, is_whole) = (next, end < text.len());
                next = end + 1;
                let end = if is_whole && end > start && text[end - 1] == b'\r' { end - 1 } else { end };
                if start == end {
                    reserve(&mut blank, 1)?;
                    blank.push(row);
                }
                let line = &text[start..end];
                *view = if is_text || std::str::from_utf8(line).is_ok() {
                    place.view(Span::new(start, end))
                } else {
                    from_latin_1(line, &mut changed)?;
                    side.store(&changed)?
                };
            }
        }
    }
    let input: Vec<Buffer> = windows.iter().map(|at| octets.slice_with_length(at.start, at.len())).collect();
    let nulls = if blank.is_empty() { None } else { nulls_of_bits(bits_without(&blank, rows)?, rows) };
    Ok(TextColumn { views: recycled::buffer(views), buffers: sides.beside(&input)?, nulls })
}

/// Whole lines, as many as a view's offset can count, again and again.
fn windows(octets: &[u8], most: usize) -> Result<Vec<Range<usize>>, Stop> {
    let mut windows = Vec::with_capacity(1);
    let mut start = 0;
    while octets.len() - start > most {
        let rest = &octets[start..];
        let end = match memrchr(b'\n', &rest[..=most]) {
            Some(at) => start + at + 1,
            // The longest line that there can be.
            None if rest[most..].starts_with(b"\r\n") => start + most + 2,
            None => return Err(Stop::TooLong { row: memchr_iter(b'\n', &octets[..start]).count() }),
        };
        windows.push(start..end);
        start = end;
    }
    windows.push(start..octets.len());
    Ok(windows)
}

fn from_latin_1(line: &[u8], text: &mut Vec<u8>) -> Result<(), Stop> {
    text.clear();
    reserve(text, 2 * line.len())?;
    for &octet in line {
        if octet.is_ascii() {
            text.push(octet);
        } else {
            text.extend([0xc0 | octet >> 6, 0x80 | octet & 0x3f]);
        }
    }
    Ok(())
}

/// Validity of `rows` of which some are null.
fn bits_without(nulls: &[usize], rows: usize) -> Result<Vec<u64>, Stop> {
    let mut bits = with_room(rows.div_ceil(64))?;
    bits.resize(rows.div_ceil(64), u64::MAX);
    for row in nulls {
        bits[row / 64] &= !(1 << (row % 64));
    }
    Ok(bits)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test")]
mod tests {
    use super::*;

    fn rows(octets: &[u8], most: usize) -> Result<Vec<Option<String>>, Stop> {
        let column = lines_within(&Buffer::from_slice_ref(octets), most)?;
        Ok(column.checked().unwrap().iter().map(|line| line.map(str::to_owned)).collect())
    }

    #[test]
    fn more_than_a_view_can_count_is_cut_where_lines_end() {
        let octets = b"thirteen or more\na\n\nanother long line\r\nand \xff is Latin-1, and long\nthe rest of it";
        let whole = rows(octets, MAX).unwrap();
        assert_eq!(whole.len(), 6);
        for most in 28..octets.len() {
            assert_eq!(rows(octets, most).unwrap(), whole, "{most}");
        }
    }

    #[test]
    fn a_line_that_no_view_can_count_is_refused_by_its_number() {
        for (octets, row) in [(&b"a\nb\n123456"[..], Some(2)), (b"123456\n", Some(0)), (b"12345\n123456\r\n", Some(1))]
        {
            assert!(matches!(rows(octets, 5), Err(Stop::TooLong { row: at }) if Some(at) == row));
        }
        for octets in [&b"12345\n12345"[..], b"12345\r\n12345\r\n", b"1\n12345\n\n"] {
            assert_eq!(rows(octets, 5).unwrap(), rows(octets, MAX).unwrap());
        }
    }
}
