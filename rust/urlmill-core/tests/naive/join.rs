//! RFC 3986, sections 5.2.2 to 5.3, as the pseudo-code has it.

use super::{latin1, show, split};
use urlmill_core::{Buffer, Code, Fault, Span, join};

pub fn compare(base: &[u8], reference: &[u8]) {
    let name = format!("{} and {}", show(base), show(reference));
    let mut out = Buffer::from(&b"kept"[..]);
    let fast = join::resolve(base, reference, &mut out).map(|()| latin1(&out));
    assert_eq!(fast, resolve(base, reference).map(|target| format!("kept{target}")), "{name}");
}

pub fn compare_dots(path: &[u8]) {
    // The text in front ends in a segment that no `..` of the path may reach.
    let mut out = Buffer::from(&b"kept/kept"[..]);
    join::remove_dot_segments(path, &mut out);
    assert_eq!(latin1(&out), format!("kept/kept{}", remove_dot_segments(&latin1(path))), "{}", show(path));
}

#[derive(Default)]
struct Uri {
    scheme: Option<String>,
    authority: Option<String>,
    path: String,
    query: Option<String>,
    fragment: Option<String>,
}

fn parse(text: &[u8]) -> Uri {
    let parts = split::split(text);
    let cut = |span: Span| latin1(span.of(text));
    Uri {
        scheme: parts.scheme.map(cut),
        authority: parts.authority.map(cut),
        path: cut(parts.path),
        query: parts.query.map(cut),
        fragment: parts.fragment.map(cut),
    }
}

/// Section 5.2.2.
pub fn resolve(base: &[u8], reference: &[u8]) -> Result<String, Fault> {
    let (base, r) = (parse(base), parse(reference));
    if base.scheme.is_none() {
        return Err(Fault::new(Code::NotAbsolute, 0));
    }
    let mut t = Uri::default();
    if r.scheme.is_some() {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = remove_dot_segments(&r.path);
        t.query = r.query;
    } else {
        if r.authority.is_some() {
            t.authority = r.authority;
            t.path = remove_dot_segments(&r.path);
            t.query = r.query;
        } else {
            if r.path.is_empty() {
                t.path.clone_from(&base.path);
                if r.query.is_some() {
                    t.query = r.query;
                } else {
                    t.query.clone_from(&base.query);
                }
            } else {
                if r.path.starts_with('/') {
                    t.path = remove_dot_segments(&r.path);
                } else {
                    t.path = remove_dot_segments(&merge(&base, &r.path));
                }
                t.query = r.query;
            }
            t.authority = base.authority;
        }
        t.scheme = base.scheme;
    }
    t.fragment = r.fragment;
    Ok(recompose(t))
}

/// Section 5.2.3.
fn merge(base: &Uri, path: &str) -> String {
    if base.authority.is_some() && base.path.is_empty() {
        return format!("/{path}");
    }
    match base.path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{path}"),
        None => path.to_string(),
    }
}

/// Section 5.2.4, with the letters of its steps.
pub fn remove_dot_segments(path: &str) -> String {
    let mut input = path.to_string();
    let mut output = String::new();
    while !input.is_empty() {
        if let Some(rest) = input.strip_prefix("../").or(input.strip_prefix("./")) {
            input = rest.to_string(); // A
        } else if let Some(rest) = input.strip_prefix("/./") {
            input = format!("/{rest}"); // B
        } else if input == "/." {
            input = "/".to_string(); // B
        } else if let Some(rest) = input.strip_prefix("/../") {
            input = format!("/{rest}"); // C
            remove_last_segment(&mut output);
        } else if input == "/.." {
            input = "/".to_string(); // C
            remove_last_segment(&mut output);
        } else if input == "." || input == ".." {
            input.clear(); // D
        } else {
            let next = input.char_indices().skip(1).find(|&(_, character)| character == '/'); // E
            let rest = input.split_off(next.map_or(input.len(), |(at, _)| at));
            output.push_str(&input);
            input = rest;
        }
    }
    output
}

fn remove_last_segment(output: &mut String) {
    output.truncate(output.rfind('/').unwrap_or(0));
}

/// Section 5.3; and section 3.3, which the pseudo-code forgets: without an authority a path cannot begin with `//`.
fn recompose(uri: Uri) -> String {
    let mut result = String::new();
    if let Some(scheme) = uri.scheme {
        result = format!("{result}{scheme}:");
    }
    if let Some(authority) = uri.authority {
        result = format!("{result}//{authority}");
    } else if uri.path.starts_with("//") {
        result += "/.";
    }
    result += &uri.path;
    if let Some(query) = uri.query {
        result = format!("{result}?{query}");
    }
    if let Some(fragment) = uri.fragment {
        result = format!("{result}#{fragment}");
    }
    result
}
