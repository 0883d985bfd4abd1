//! Resolving a reference against a base: RFC 3986, section 5.

use crate::buffer::Buffer;
use crate::error::{Code, Fault};
use crate::span::Span;
use crate::split::split;
use memchr::memchr;

/// The reference `reference` as seen from `base`, appended to `out`. Nothing is normalised but dot segments.
///
/// # Errors
/// [`Code::NotAbsolute`] if `base` has no scheme.
pub fn resolve(base: &[u8], reference: &[u8], out: &mut Buffer) -> Result<(), Fault> {
    let b = split(base);
    let r = split(reference);
    let base_scheme = b.scheme.ok_or(Fault::new(Code::NotAbsolute, 0))?.of(base);
    let own = |span: Option<Span>| span.map(|span| span.of(reference));
    let inherited = |span: Option<Span>| span.map(|span| span.of(base));
    let (path, base_path) = (r.path.of(reference), b.path.of(base));

    // With a scheme or an authority of its own, a reference takes nothing from the base after that.
    let is_complete = r.scheme.is_some() || r.authority.is_some();
    let authority = if is_complete { own(r.authority) } else { inherited(b.authority) };
    let is_same_path = !is_complete && path.is_empty();
    let query = own(r.query).or(if is_same_path { inherited(b.query) } else { None });

    out.reserve(base.len() + reference.len() + 1);
    out.extend_from_slice(own(r.scheme).unwrap_or(base_scheme));
    out.push(b':');
    if let Some(authority) = authority {
        out.extend_from_slice(b"//");
        out.extend_from_slice(authority);
    }
    let path_start = out.len();
    if is_same_path {
        out.extend_from_slice(base_path);
    } else if is_complete || path.starts_with(b"/") {
        remove_dot_segments(path, out);
    } else {
        remove_dot_segments(&merge(base_path, path, authority.is_some()), out);
    }
    // RFC 3986 section 3.3: without an authority a path cannot begin with two slashes. `/.` keeps it a path.
    if authority.is_none() && out[path_start..].starts_with(b"//") {
        out.insert_from_slice(path_start, b"/.");
    }
    for (mark, part) in [(b'?', query), (b'#', own(r.fragment))] {
        if let Some(part) = part {
            out.push(mark);
            out.extend_from_slice(part);
        }
    }
    Ok(())
}

/// Section 5.2.3: the base path up to its last slash, then the reference's.
fn merge(base_path: &[u8], path: &[u8], has_authority: bool) -> Vec<u8> {
    let kept = if has_authority && base_path.is_empty() {
        &b"/"[..]
    } else {
        let end = memchr::memrchr(b'/', base_path).map_or(0, |at| at + 1);
        &base_path[..end]
    };
    [kept, path].concat()
}

/// Section 5.2.4, in one pass: appends `path` to `out` without its `.` and `..` segments.
pub fn remove_dot_segments(path: &[u8], out: &mut Buffer) {
    let floor = out.len();
    let mut rest = path;
    // Leading `./` and `../` of a path without a root are dropped (steps A and D).
    loop {
        rest = match rest {
            [b'.', b'/', tail @ ..] | [b'.', b'.', b'/', tail @ ..] => tail,
            b"." | b".." => &[],
            _ => break,
        };
    }
    while !rest.is_empty() {
        // A segment here is an optional slash and what follows it up to the next slash (step E).
        let body = usize::from(rest[0] == b'/');
        let end = memchr(b'/', &rest[body..]).map_or(rest.len(), |at| body + at);
        let last = end == rest.len();
        match &rest[..end] {
            b"/." => {
                if last {
                    out.push(b'/');
                }
            }
            b"/.." => {
                let parent = memchr::memrchr(b'/', &out[floor..]).unwrap_or(0);
                out.truncate(floor + parent);
                if last {
                    out.push(b'/');
                }
            }
            segment => out.extend_from_slice(segment),
        }
        rest = &rest[end..];
    }
}
