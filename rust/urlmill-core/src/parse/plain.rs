//! The short way for what nearly all URLs are.

use super::{Offsets, is_control};
use crate::scan::class::{ENDS_AUTHORITY, HEX, SCHEME, is};
use crate::span::Span;

/// The parts of what nearly all URLs of the web are: a host without login and port, nothing odd in it, and after it
/// nothing that would have to be refused. Every byte is looked at once. For text whose scheme is known already, and for
/// rules of which [`super::WEB`] is one and neither [`super::WHOLE_PATH`] nor [`super::LENIENT`] is; `None` leaves it to
/// [`super::parse`].
#[inline]
#[must_use]
pub fn parse_plain(text: &[u8], scheme: Span) -> Option<Offsets> {
    let scheme_end = scheme.end;
    let host_start = scheme_end as usize + 3;
    let rest = text.get(host_start - 2..)?.strip_prefix(b"//")?;
    // All that may stand in a scheme may stand in a name; most names are too short for vectors.
    let host_len = rest.iter().position(|&b| !is(b, SCHEME)).unwrap_or(rest.len());
    if host_len == 0 || rest.get(host_len).is_some_and(|&b| !is(b, ENDS_AUTHORITY)) {
        return None;
    }
    let path_start = host_start + host_len;
    let (path_end, query_end) = plain_ends(&text[path_start..])?;
    Some(Offsets {
        scheme_end,
        user_end: host_start as u32,
        host_start: host_start as u32,
        host_end: path_start as u32,
        path_start: path_start as u32,
        path_end: (path_start + path_end) as u32,
        query_end: (path_start + query_end) as u32,
        has_authority: true,
    })
}

/// Where path and query end in `tail`; `None` if something in it is to be refused. Of most sixteen bytes it is enough to
/// see that none of them is a mark.
#[inline]
fn plain_ends(tail: &[u8]) -> Option<(usize, usize)> {
    let mut ends = Ends { path: tail.len(), query: tail.len() };
    let (chunks, rest) = tail.as_chunks::<16>();
    for (index, chunk) in chunks.iter().enumerate() {
        if has_marks(chunk) {
            ends.look_into(tail, index * 16..index * 16 + 16)?;
        }
    }
    // The odd bytes at the end are seen as part of the last sixteen, or all of them as the first and the last eight.
    let may_have_marks = match (tail.last_chunk::<16>(), tail.first_chunk::<8>(), tail.last_chunk::<8>()) {
        (Some(last), _, _) => !rest.is_empty() && has_marks(last),
        (None, Some(first), Some(last)) => has_marks(first) || has_marks(last),
        _ => true,
    };
    if may_have_marks {
        ends.look_into(tail, chunks.len() * 16..tail.len())?;
    }
    Some((ends.path.min(ends.query), ends.query))
}

#[inline]
fn has_marks<const N: usize>(chunk: &[u8; N]) -> bool {
    chunk.map(may_be_mark).iter().fold(false, |any, &mark| any | mark)
}

/// Controls, `#`, `%`, `?`, and a few that seldom stand in a URL: two comparisons take fewer instructions than six.
#[inline]
fn may_be_mark(byte: u8) -> bool {
    byte <= b'%' || byte | 0x40 == 0x7f
}

/// Both are the length of the tail as long as nothing has ended them.
struct Ends {
    path: usize,
    query: usize,
}

impl Ends {
    #[inline]
    fn look_into(&mut self, tail: &[u8], range: std::ops::Range<usize>) -> Option<()> {
        for (at, &byte) in range.clone().zip(&tail[range]) {
            if may_be_mark(byte) {
                match byte {
                    b'?' => self.path = self.path.min(at),
                    b'#' => self.query = self.query.min(at),
                    b'%' => match *tail.get(at + 1..at + 3)? {
                        [high, low] if is(high, HEX) && is(low, HEX) => {}
                        _ => return None,
                    },
                    _ if is_control(byte) => return None,
                    _ => {}
                }
            }
        }
        Some(())
    }
}
