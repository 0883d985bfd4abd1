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

/// What follows the last dot of the last segment.
pub(crate) fn extension(row: &Row<'_>) -> Option<Span> {
    let span = row.parts.path();
    let path = row.part(span);
    let after_slash = path.iter().rposition(|&b| b == b'/').map_or(0, |at| at + 1);
    let dots = path[after_slash..].iter().take_while(|&&b| b == b'.').count();
    let name = after_slash + dots;
    let dot = path[name..].iter().rposition(|&b| b == b'.')?;
    Some(Span { start: span.start + (name + dot + 1) as u32, end: span.end })
}
