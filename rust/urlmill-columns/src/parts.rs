//! What is read off the parts of a row.

use crate::block::Row;
use urlmill_core::Span;
use urlmill_core::authority::port_number;

/// The port as a number.
pub(crate) fn port(row: &Row<'_>) -> Option<u16> {
    port_number(row.part(row.parts.port()?))
}

/// How many segments of the path are not empty.
pub(crate) fn depth(row: &Row<'_>) -> u32 {
    row.part(row.parts.path()).split(|&b| b == b'/').filter(|segment| !segment.is_empty()).count() as u32
}

/// What follows the last dot of the last segment, before any parameters.
pub(crate) fn extension(row: &Row<'_>) -> Option<Span> {
    let span = row.parts.path();
    let path = row.part(span);
    if row.parts.scheme().is_some() && path.first() != Some(&b'/') {
        return None; // `mailto:a@b.example` has no path of names
    }
    let after_slash = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
    let segment = &path[after_slash..];
    let len = segment.iter().position(|&b| b == b';').unwrap_or(segment.len());
    let dots = segment[..len].iter().take_while(|&&b| b == b'.').count();
    let dot = dots + segment[dots..len].iter().rposition(|&b| b == b'.')?;
    let start = span.start + (after_slash + dot + 1) as u32;
    let end = span.start + (after_slash + len) as u32;
    (start < end).then_some(Span { start, end })
}
