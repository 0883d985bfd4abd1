//! A URL with other parts. The text is put together and read back, so that each part is what was meant, or there is no
//! such URL.

use crate::buffer::{Buffer, room};
use crate::parse::{Offsets, parse, parse_plain};
use crate::percent::{Encoder, Plus};
use crate::span::{MAX_LEN, Span};
use memchr::{memchr, memrchr};

/// What stands in a segment as it is.
const SEGMENT: Encoder = Encoder::new(b"!$&'()*+,;=:@", Plus::Literal);
/// What stands in a parameter as it is, by the rules of forms.
const PARAMETER: Encoder = Encoder::new(b"!$()*,/:?@", Plus::Space);

/// The parts of a URL that has a scheme and an authority.
#[derive(Clone, Copy, Debug)]
pub struct Pieces<'a> {
    /// Without its colon.
    pub scheme: &'a [u8],
    /// With its `@`, or empty.
    pub login: &'a [u8],
    /// As written.
    pub host: &'a [u8],
    /// Without its colon.
    pub port: Option<&'a [u8]>,
    /// With its slash.
    pub path: &'a [u8],
    /// Without its question mark.
    pub query: Option<&'a [u8]>,
    /// Without its number sign.
    pub fragment: Option<&'a [u8]>,
}

impl<'a> Pieces<'a> {
    /// Those of `text`; `None` if it has no scheme or no authority.
    #[inline]
    #[must_use]
    pub fn of(text: &'a [u8], parts: &Offsets) -> Option<Self> {
        let (authority, host) = (parts.authority()?, parts.host()?);
        Some(Self {
            scheme: parts.scheme()?.of(text),
            login: Span { start: authority.start, end: host.start }.of(text),
            host: host.of(text),
            port: parts.port().map(|port| port.of(text)),
            path: parts.path().of(text),
            query: parts.query().map(|query| query.of(text)),
            fragment: parts.fragment(text.len()).map(|fragment| fragment.of(text)),
        })
    }

    /// Writes the URL to `out`, which is empty, and reads it; `None` if it would be refused or its parts would not be these,
    /// or if there is no memory for it.
    #[inline]
    #[must_use]
    pub fn put_together(&self, rules: u32, out: &mut Buffer) -> Option<Offsets> {
        if self.path.first().is_some_and(|&first| first != b'/') {
            return None;
        }
        let optional = [self.port, self.query, self.fragment];
        let marked: usize = optional.iter().flatten().map(|part| part.len() + 1).sum();
        let len = self.scheme.len() + 3 + self.login.len() + self.host.len() + self.path.len() + marked;
        if len > MAX_LEN {
            return None;
        }
        room(out, len)?;
        out.extend_from_slice(self.scheme);
        out.extend_from_slice(b"://");
        out.extend_from_slice(self.login);
        let host = put(out, self.host);
        let port = put_marked(out, b':', self.port);
        let path = put(out, self.path);
        let query = put_marked(out, b'?', self.query);
        let fragment = put_marked(out, b'#', self.fragment);
        let scheme = Span::new(0, self.scheme.len());
        let read = parse_plain(out, scheme).or_else(|| parse(out, rules).ok())?;
        let is_meant = read.scheme() == Some(scheme)
            && read.host() == Some(host)
            && read.port() == port
            && read.path() == path
            && read.query() == query
            && read.fragment(out.len()) == fragment;
        is_meant.then_some(read)
    }
}

fn put(out: &mut Buffer, part: &[u8]) -> Span {
    let start = out.len();
    out.extend_from_slice(part);
    Span::new(start, out.len())
}

fn put_marked(out: &mut Buffer, mark: u8, part: Option<&[u8]>) -> Option<Span> {
    let part = part?;
    out.push(mark);
    Some(put(out, part))
}

/// The path with one more segment, which is escaped; after a final slash it takes the empty place. `None` for what takes
/// thought: an empty segment, and steps.
#[must_use]
pub fn child(path: &[u8], segment: &[u8], out: &mut Buffer) -> Option<()> {
    put_segment(path.strip_suffix(b"/").unwrap_or(path), segment, out)
}

/// The path in `out`, which does not end with a slash, with one more segment; `None` as for [`child`].
#[must_use]
pub fn further(segment: &[u8], out: &mut Buffer) -> Option<()> {
    put_segment(b"", segment, out)
}

/// The path with another last segment; `None` as for [`child`], and if it is a step that is there.
#[must_use]
pub fn renamed(path: &[u8], segment: &[u8], out: &mut Buffer) -> Option<()> {
    let (before, last) = divided(path);
    if may_be_step(last) { None } else { put_segment(before, segment, out) }
}

/// The path without its last segment; the root is its own parent. `None` if a step is taken away.
#[must_use]
pub fn parent(path: &[u8]) -> Option<&[u8]> {
    match divided(path) {
        (_, last) if may_be_step(last) => None,
        (b"", _) => Some(&path[..path.len().min(1)]),
        (before, _) => Some(before),
    }
}

/// What stands before the last slash, and what after it.
fn divided(path: &[u8]) -> (&[u8], &[u8]) {
    memrchr(b'/', path).map_or((b"", path), |slash| (&path[..slash], &path[slash + 1..]))
}

/// Whether it is `.` or `..`, or could be when its escapes are decoded.
fn may_be_step(segment: &[u8]) -> bool {
    const LONGEST: usize = b"%2E%2E".len();
    matches!(segment, b"." | b"..") || (segment.len() <= LONGEST && segment.contains(&b'%'))
}

fn put_segment(before: &[u8], segment: &[u8], out: &mut Buffer) -> Option<()> {
    if matches!(segment, b"" | b"." | b"..") {
        return None;
    }
    room(out, before.len() + 1)?;
    out.extend_from_slice(before);
    out.push(b'/');
    SEGMENT.encode_onto(segment, out)
}

/// A parameter that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'a> {
    /// As it is meant.
    pub name: &'a [u8],
    /// As it is meant.
    pub value: &'a [u8],
}

/// Parameters that are looked for among those of a query one by one.
pub const MOST_UPDATED: usize = 8;

/// `query` with each of these parameters, whose names differ, in place of all of its name, or else at the end. `None` for
/// what takes thought: names that are escaped, and more than [`MOST_UPDATED`].
#[must_use]
pub fn updated(query: &[u8], parameters: &[Parameter<'_>], out: &mut Buffer) -> Option<()> {
    if parameters.len() > MOST_UPDATED {
        return None;
    }
    let mut done = [false; MOST_UPDATED];
    // Even of an empty query the one field, which is empty, is kept: what comes first is not divided from it.
    let mut is_first = true;
    for field in query.split(|&byte| byte == b'&') {
        let name = field.split(|&byte| byte == b'=').next().unwrap_or_default();
        if name.iter().any(|byte| matches!(byte, b'%' | b'+')) {
            return None;
        }
        let place = parameters.iter().position(|parameter| parameter.name == name).filter(|_| !field.is_empty());
        if place.is_some_and(|place| done[place]) {
            continue;
        }
        if !is_first {
            room(out, 1)?;
            out.push(b'&');
        }
        is_first = false;
        if let Some(place) = place {
            done[place] = true;
            put_field(parameters[place], out)?;
        } else {
            room(out, field.len())?;
            out.extend_from_slice(field);
        }
    }
    for (parameter, _) in parameters.iter().zip(done).filter(|(_, done)| !done) {
        extended(*parameter, out)?;
    }
    Some(())
}

/// `query` without the parameters of these names, a star at the end of which stands for any text; and whether there is
/// still a query then. `None` for what takes thought: names that are escaped, other stars, and more than [`MOST_UPDATED`].
#[must_use]
pub fn without(query: &[u8], names: &[&[u8]], out: &mut Buffer) -> Option<bool> {
    let has_inner_star = |name: &&[u8]| memchr(b'*', name).is_some_and(|at| at + 1 < name.len());
    if names.len() > MOST_UPDATED || names.iter().any(has_inner_star) {
        return None;
    }
    room(out, query.len())?;
    let (mut kept, mut fields, mut is_empty) = (0_usize, 0_usize, true);
    for field in query.split(|&byte| byte == b'&') {
        fields += 1;
        let name = field.split(|&byte| byte == b'=').next().unwrap_or_default();
        if name.iter().any(|byte| matches!(byte, b'%' | b'+')) {
            return None;
        }
        let is_meant = |pattern: &&[u8]| match pattern.strip_suffix(b"*") {
            Some(start) => name.starts_with(start),
            None => name == *pattern,
        };
        if !field.is_empty() && names.iter().any(is_meant) {
            continue;
        }
        if kept > 0 {
            out.push(b'&');
        }
        kept += 1;
        is_empty &= field.is_empty();
        out.extend_from_slice(field);
    }
    Some(kept == fields || !is_empty)
}

/// The query in `out` with one more parameter after it; `None` if there is no memory for it.
#[must_use]
pub fn extended(parameter: Parameter<'_>, out: &mut Buffer) -> Option<()> {
    room(out, 1)?;
    if out.last().is_some_and(|&last| last != b'&') {
        out.push(b'&');
    }
    put_field(parameter, out)
}

fn put_field(parameter: Parameter<'_>, out: &mut Buffer) -> Option<()> {
    PARAMETER.encode_onto(parameter.name, out)?;
    room(out, 1)?;
    out.push(b'=');
    PARAMETER.encode_onto(parameter.value, out)
}
