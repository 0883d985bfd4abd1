//! The parts of request targets, where they are as most are.

use urlmill_core::scan::first::first_of;

/// Where the path of a target begins and ends; `None` for one that needs a closer look.
#[inline]
pub(super) fn path(target: &[u8]) -> Option<(usize, usize)> {
    let start = match target {
        [b'/', ..] | b"*" => 0,
        other => after_origin(other)?,
    };
    let end = first_of([b'?', b'#'], &target[start..]).map_or(target.len(), |at| start + at);
    Some((start, end))
}

/// Whether there is something that ends a path.
#[inline]
pub(super) fn has_more(target: &[u8]) -> bool {
    first_of([b'?', b'#'], target).is_some()
}

/// Where the path begins after `http://` or `https://` and a name of letters, digits, dots and hyphens.
#[cold]
fn after_origin(target: &[u8]) -> Option<usize> {
    let rest = target.strip_prefix(b"http://").or_else(|| target.strip_prefix(b"https://"))?;
    let len = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
    let is_path = len > 0 && rest.get(len) == Some(&b'/') && target.iter().all(u8::is_ascii_graphic);
    is_path.then_some(target.len() - rest.len() + len)
}
