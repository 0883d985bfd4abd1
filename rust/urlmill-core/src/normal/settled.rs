//! Whether there is anything to do: sixteen bytes at a time, and then only at what sticks out.

use super::{Level, SchemeForm, is_plain};
use crate::parse::Offsets;
use crate::scan::class::{UNRESERVED, hex_value, is};
use crate::scan::vector::any;
use crate::span::Span;
use wide::u8x16;

/// Whether `text` is surely its own normal form. If not, it may still turn out to be.
#[inline]
pub(super) fn is_settled(text: &[u8], parts: &Offsets, form: SchemeForm, level: Level) -> bool {
    let names_end = parts.host().or(parts.scheme()).map_or(0, |span| span.end);
    let names = Span { start: 0, end: names_end }.of(text);
    let needs_slash = form.needs_host && parts.path().is_empty();
    if level == Level::Scheme && (needs_slash || parts.port().is_some()) || any(names, |b| b.is_ascii_uppercase()) {
        return false;
    }
    each_mark(text, |at| may_stand(text, at, parts, form))
}

/// Whether the byte at `at` is as it should be.
#[inline]
fn may_stand(text: &[u8], at: usize, parts: &Offsets, form: SchemeForm) -> bool {
    let Some((&byte, after)) = text.get(at..).and_then(<[u8]>::split_first) else { return false };
    match byte {
        b'.' => !(form.has_dot_segments && is_dot_segment(text, at, parts.path())),
        b'%' => is_settled_escape(after) && !parts.host().is_some_and(|host| holds(host, at)),
        b'#' => parts.fragment(text.len()).is_some_and(|fragment| fragment.start as usize == at + 1),
        _ => byte.is_ascii() && is_plain(byte),
    }
}

fn holds(span: Span, at: usize) -> bool {
    (span.start as usize..span.end as usize).contains(&at)
}

/// Whether the dot at `at`, which follows a slash, begins a segment of `path` that is `.` or `..`.
fn is_dot_segment(text: &[u8], at: usize, path: Span) -> bool {
    holds(path, at) && matches!(&text[at + 1..path.end as usize], [] | [b'/', ..] | [b'.'] | [b'.', b'/', ..])
}

/// Whether these are the digits of an escape that stays as it is.
#[inline]
fn is_settled_escape(digits: &[u8]) -> bool {
    let &[high, low, ..] = digits else { return false };
    let (Some(upper), Some(lower)) = (hex_value(high), hex_value(low)) else { return false };
    !(high.is_ascii_lowercase() || low.is_ascii_lowercase() || is(upper << 4 | lower, UNRESERVED))
}

/// Whether `may_stand` holds for each mark of `text`.
#[inline(always)]
fn each_mark(text: &[u8], may_stand: impl Fn(usize) -> bool) -> bool {
    let all_stand = |start: usize, mut marks: u32| {
        while marks != 0 {
            if !may_stand(start + marks.trailing_zeros() as usize) {
                return false;
            }
            marks &= marks - 1;
        }
        true
    };
    let (chunks, rest) = text.as_chunks::<16>();
    let mut follows_slash = false;
    for (index, &chunk) in chunks.iter().enumerate() {
        if !all_stand(index * 16, marks(chunk, follows_slash)) {
            return false;
        }
        follows_slash = chunk[15] == b'/';
    }
    if rest.is_empty() {
        return true;
    }
    // The odd bytes at the end are looked at as part of the last sixteen.
    if let (Some(&last), Some(start)) = (text.last_chunk::<16>(), text.len().checked_sub(17)) {
        return all_stand(start + 1, marks(last, text[start] == b'/'));
    }
    let mut few = [b'a'; 16];
    few[..rest.len()].copy_from_slice(rest);
    all_stand(0, marks(few, false))
}

/// A bit for each byte that may have to change: what is not for URIs, `%`, `#`, a dot after a slash; and some that may
/// stand but seldom do, since that takes fewer comparisons.
#[inline(always)]
fn marks(chunk: [u8; 16], follows_slash: bool) -> u32 {
    let chunk = u8x16::new(chunk);
    let equal = |byte| chunk.simd_eq(u8x16::splat(byte));
    // Controls, the space, and ! " # $ %
    let low = chunk.min(u8x16::splat(b'%')).simd_eq(chunk);
    // < >
    let angle = (chunk & u8x16::splat(!2)).simd_eq(u8x16::splat(b'<'));
    // [ \ ] ^ { | } ~ and all above; the underscore would be among them, but that one is common.
    let folded = chunk | u8x16::splat(0x20);
    let high = folded.max(u8x16::splat(b'{')).simd_eq(folded) & !equal(b'_');
    let odd = (low | angle | high | equal(b'`')).to_bitmask();
    let after_slash = equal(b'/').to_bitmask() << 1 | u32::from(follows_slash);
    odd | after_slash & equal(b'.').to_bitmask()
}
