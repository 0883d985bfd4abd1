//! Edits on whole strings: split, change, join.

use std::fmt::Write;
use urlmill_core::Offsets;
use urlmill_core::edit::{Parameter, Pieces};

fn escaped(raw: &[u8], kept: &str, space: &str) -> Vec<u8> {
    let mut out = String::new();
    for &octet in raw {
        let character = char::from(octet);
        if octet == b' ' {
            out.push_str(space);
        } else if character.is_ascii_alphanumeric() || "-._~".contains(character) || kept.contains(character) {
            out.push(character);
        } else {
            let _ = write!(out, "%{octet:02X}");
        }
    }
    out.into_bytes()
}

fn segment_as_written(segment: &[u8]) -> Vec<u8> {
    escaped(segment, "!$&'()*+,;=:@", "%20")
}

fn split(path: &[u8]) -> Vec<Vec<u8>> {
    path.split(|&octet| octet == b'/').map(<[u8]>::to_vec).collect()
}

pub fn child(path: &[u8], segment: &[u8]) -> Vec<u8> {
    let mut segments = split(path);
    if segments.len() > 1 && segments.last().is_some_and(Vec::is_empty) {
        segments.pop();
    }
    segments.push(segment_as_written(segment));
    segments.join(&b'/')
}

pub fn renamed(path: &[u8], segment: &[u8]) -> Vec<u8> {
    let mut segments = split(path);
    segments.pop();
    if segments.is_empty() {
        segments.push(Vec::new()); // the path was empty, or had no root
    }
    segments.push(segment_as_written(segment));
    segments.join(&b'/')
}

pub fn parent(path: &[u8]) -> Vec<u8> {
    let mut segments = split(path);
    segments.pop();
    let above = segments.join(&b'/');
    if above.is_empty() { path[..path.len().min(1)].to_vec() } else { above }
}

fn field(parameter: &Parameter<'_>) -> Vec<u8> {
    let [name, value] = [parameter.name, parameter.value].map(|text| escaped(text, "!$()*,/:?@", "+"));
    [name, b"=".to_vec(), value].concat()
}

pub fn updated(query: &[u8], parameters: &[Parameter<'_>]) -> Vec<u8> {
    let mut done = Vec::new();
    let mut fields = Vec::new();
    for old in query.split(|&octet| octet == b'&') {
        let name = old.split(|&octet| octet == b'=').next();
        match parameters.iter().find(|parameter| !old.is_empty() && Some(parameter.name) == name) {
            None => fields.push(old.to_vec()),
            Some(parameter) if done.contains(&parameter.name) => {}
            Some(parameter) => {
                done.push(parameter.name);
                fields.push(field(parameter));
            }
        }
    }
    let missing: Vec<_> = parameters.iter().filter(|parameter| !done.contains(&parameter.name)).copied().collect();
    extended(&fields.join(&b'&'), &missing)
}

pub fn extended(query: &[u8], parameters: &[Parameter<'_>]) -> Vec<u8> {
    let mut out = query.to_vec();
    for parameter in parameters {
        if !out.is_empty() && !out.ends_with(b"&") {
            out.push(b'&');
        }
        out.extend(field(parameter));
    }
    out
}

/// `None` if nothing but empty fields stays of those that were there.
pub fn without(query: &[u8], patterns: &[&[u8]]) -> Option<Vec<u8>> {
    let is_meant = |field: &[u8]| {
        let name = field.split(|&octet| octet == b'=').next().unwrap_or_default();
        let matches = |pattern: &[u8]| match pattern.split_last() {
            Some((b'*', start)) => name.starts_with(start),
            _ => name == pattern,
        };
        !field.is_empty() && patterns.iter().any(|pattern| matches(pattern))
    };
    let fields: Vec<&[u8]> = query.split(|&octet| octet == b'&').collect();
    let kept: Vec<&[u8]> = fields.iter().copied().filter(|field| !is_meant(field)).collect();
    (kept.len() == fields.len() || kept.iter().any(|field| !field.is_empty())).then(|| kept.join(&b'&'))
}

pub fn put_together(pieces: &Pieces<'_>) -> Vec<u8> {
    let marked = |mark: &[u8], part: Option<&[u8]>| part.map_or_else(Vec::new, |part| [mark, part].concat());
    let [port, query, fragment] =
        [(b":", pieces.port), (b"?", pieces.query), (b"#", pieces.fragment)].map(|(mark, part)| marked(mark, part));
    [pieces.scheme, b"://", pieces.login, pieces.host, &port, pieces.path, &query, &fragment].concat()
}

/// The parts of a URL, to compare.
#[derive(Debug, PartialEq, Eq)]
pub struct Whole(Vec<Option<Vec<u8>>>);

impl Whole {
    pub fn of(text: &[u8], parts: &Offsets) -> Self {
        let (scheme, host, port) = (parts.scheme(), parts.host(), parts.port());
        let spans = [scheme, host, port, Some(parts.path()), parts.query(), parts.fragment(text.len())];
        Self(spans.map(|span| span.map(|span| span.of(text).to_vec())).to_vec())
    }

    pub fn meant(pieces: &Pieces<'_>) -> Self {
        let (scheme, host, path) = (Some(pieces.scheme), Some(pieces.host), Some(pieces.path));
        let parts = [scheme, host, pieces.port, path, pieces.query, pieces.fragment];
        Self(parts.map(|part| part.map(<[u8]>::to_vec)).to_vec())
    }
}
