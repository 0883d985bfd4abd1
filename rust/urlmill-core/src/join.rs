//! Resolving a reference against a base: RFC 3986, section 5.

use crate::buffer::Buffer;
use crate::error::{Code, Fault};
use crate::split::split;
use memchr::memchr;

/// The reference `reference` as seen from `base`, appended to `out`. Nothing is normalised but dot segments.
///
/// # Errors
/// [`Code::NotAbsolute`] if `base` has no scheme.
pub fn resolve(base: &[u8], reference: &[u8], out: &mut Buffer) -> Result<(), Fault> {
    let b = split(base);
    let r = split(reference);
    let base_scheme = b.scheme.ok_or(Fault::new(Code::NotAbsolute, 0))?;
    out.reserve(base.len() + reference.len() + 1);

    let (scheme, authority, path_from_base, query);
    if let Some(own) = r.scheme {
        scheme = own.of(reference);
        (authority, path_from_base, query) = (r.authority.map(|s| s.of(reference)), None, r.query);
    } else {
        scheme = base_scheme.of(base);
        if let Some(own) = r.authority {
            (authority, path_from_base, query) = (Some(own.of(reference)), None, r.query);
        } else {
            authority = b.authority.map(|s| s.of(base));
            (path_from_base, query) = (Some(b.path.of(base)), r.query);
        }
    }
    out.extend_from_slice(scheme);
    out.push(b':');
    if let Some(authority) = authority {
        out.extend_from_slice(b"//");
        out.extend_from_slice(authority);
    }
    let path = r.path.of(reference);
    let path_start = out.len();
    let mut query = query.map(|s| s.of(reference));
    match path_from_base {
        Some(base_path) if path.is_empty() => {
            out.extend_from_slice(base_path);
            query = query.or(b.query.map(|s| s.of(base)));
        }
        Some(base_path) if path[0] != b'/' => {
            let merged = merge(base_path, path, authority.is_some());
            remove_dot_segments(&merged, out);
        }
        _ => remove_dot_segments(path, out),
    }
    // RFC 3986 section 3.3: without an authority a path cannot begin with two slashes. `/.` keeps it a path.
    if authority.is_none() && out[path_start..].starts_with(b"//") {
        out.insert_from_slice(path_start, b"/.");
    }
    if let Some(query) = query {
        out.push(b'?');
        out.extend_from_slice(query);
    }
    if let Some(fragment) = r.fragment {
        out.push(b'#');
        out.extend_from_slice(fragment.of(reference));
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
