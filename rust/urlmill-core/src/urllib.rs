//! The part of `urllib.parse` on which every supported CPython agrees.
//!
//! Each function answers for boring input, or says `None`; then the caller asks the running interpreter. What is
//! boring is decided here and nowhere else:
//!
//! - no control character, and no space in front: CPythons strip and delete them differently;
//! - no bracket and nothing but ASCII in the authority: how they are checked changed with almost every release;
//! - a scheme that begins with a letter: 3.10 takes `1x:` for a scheme, later ones do not;
//! - where text is put together again, no component that is present but empty: 3.14 keeps its delimiter, earlier ones
//!   drop it; and no `;` that an earlier one would have taken for the start of parameters.

use crate::class::{BRACKET, NOT_ASCII, SCHEME, is};
use crate::span::{MAX_LEN, Span};
use crate::split::{Split, split};
use memchr::{memchr, memchr_iter, memrchr};

/// `urlsplit(text)`, or `None` if `text` is not boring. Bytes above 127 stand for any character that is not ASCII.
#[inline]
#[must_use]
pub fn urlsplit(text: &[u8]) -> Option<Split> {
    if text.len() > MAX_LEN || text.first() == Some(&b' ') || has_control(text) {
        return None;
    }
    let parts = split(text);
    let is_odd =
        parts.authority_class & (BRACKET | NOT_ASCII) != 0 || parts.scheme.is_none() && has_doubtful_scheme(text);
    (!is_odd).then_some(parts)
}

/// Written as a minimum and not as a search, because that compiles to vector instructions.
#[inline]
fn has_control(text: &[u8]) -> bool {
    text.iter().fold(u8::MAX, |least, &b| least.min(b)) < b' '
}

/// Scheme characters up to a colon, but no letter in front.
#[inline]
fn has_doubtful_scheme(text: &[u8]) -> bool {
    match text.first() {
        Some(&first) if is(first, SCHEME) && !first.is_ascii_alphabetic() => {
            text.iter().find(|&&b| !is(b, SCHEME)) == Some(&b':')
        }
        _ => false,
    }
}

/// The `;parameters` of a path as `urlparse` cuts them off: from the first semicolon of the last segment. The second
/// span begins after the semicolon.
#[inline]
#[must_use]
pub fn split_params(text: &[u8], path: Span) -> Option<(Span, Span)> {
    let raw = path.of(text);
    let last_segment = memrchr(b'/', raw).unwrap_or(0);
    let at = path.start as usize + last_segment + memchr(b';', &raw[last_segment..])?;
    Some((Span::new(path.start as usize, at), Span::new(at + 1, path.end as usize)))
}

/// What `urljoin` answers. Most links need no new text but the beginning of the base before them.
#[derive(Debug, PartialEq, Eq)]
pub enum Joined {
    /// The reference, as it was given.
    Reference,
    /// So many bytes of the base, then the reference.
    Appended(usize),
    /// The text in the buffer.
    Written,
}

/// The interpreter's lists of schemes, which a program may have changed.
pub trait SchemeLists {
    /// Whether the lower-case `scheme` is in both `uses_relative` and `uses_netloc`.
    fn is_hierarchical(&self, scheme: &[u8]) -> bool;
}

/// `urljoin(base, reference)`, or `None` if either is not boring. `out` is an empty buffer.
#[inline]
pub fn urljoin(base: &[u8], reference: &[u8], lists: &impl SchemeLists, out: &mut Vec<u8>) -> Option<Joined> {
    if base.is_empty() || reference.is_empty() {
        return None;
    }
    let r = urlsplit(reference)?;
    let b = urlsplit(base)?;
    let base_scheme = b.scheme?;
    if b.authority.is_none_or(Span::is_empty) {
        return None;
    }
    let base_scheme_name = base_scheme.of(base);
    if let Some(scheme) = r.scheme
        && !scheme.of(reference).eq_ignore_ascii_case(base_scheme_name)
    {
        return Some(Joined::Reference);
    }
    // From here on the lists decide, and they know lower-case names only.
    if !lists.is_hierarchical(base_scheme_name) || is_empty(r.query) || is_empty(r.fragment) {
        return None;
    }
    let path = r.path.of(reference);
    if let Some(authority) = r.authority {
        // An authority in the reference: all of it is the answer, put together again.
        if authority.is_empty() || path.ends_with(b";") {
            return None;
        }
        return match r.scheme {
            None => Some(Joined::Appended(base_scheme.end as usize + 1)),
            Some(scheme) => (scheme.of(reference) == base_scheme_name).then_some(Joined::Reference),
        };
    }
    let base_path = b.path.of(base);
    if r.scheme.is_some() || memchr(b';', path).is_some() || memchr(b';', base_path).is_some() {
        return None;
    }
    if path.is_empty() {
        return match (r.query, b.query) {
            (Some(_), _) | (None, None) => Some(Joined::Appended(b.path.end as usize)),
            (None, Some(query)) => (!query.is_empty()).then_some(Joined::Appended(query.end as usize)),
        };
    }
    if path[0] == b'/' {
        if !has_dot_segment(path) {
            return Some(Joined::Appended(b.path.start as usize));
        }
    } else if !has_dot_segment(path) && is_plain_folder(base_path) {
        let folder = memrchr(b'/', base_path).map_or(0, |at| at + 1);
        if folder > 0 && !has_empty_segment(path) {
            return Some(Joined::Appended(b.path.start as usize + folder));
        }
    }
    out.reserve(base.len() + reference.len() + 1);
    out.extend_from_slice(&base[..b.path.start as usize]);
    join_paths(base_path, path, out);
    // The query and the fragment stand at the end of the reference, delimiters and all.
    out.extend_from_slice(&reference[r.path.end as usize..]);
    Some(Joined::Written)
}

fn is_empty(span: Option<Span>) -> bool {
    span.is_some_and(Span::is_empty)
}

/// Whether a segment begins with a dot; only then can it be `.` or `..`.
fn has_dot_segment(path: &[u8]) -> bool {
    memchr_iter(b'.', path).any(|at| at == 0 || path[at - 1] == b'/')
}

/// Whether two slashes follow each other.
fn has_empty_segment(path: &[u8]) -> bool {
    memchr_iter(b'/', path).any(|at| path.get(at + 1) == Some(&b'/'))
}

/// Whether the folder of a rooted base path is one that `urljoin` leaves as it is.
fn is_plain_folder(base_path: &[u8]) -> bool {
    base_path == b"/" || !has_dot_segment(base_path) && !has_empty_segment(base_path)
}

/// The path `urljoin` makes. Unlike RFC 3986 it drops the empty segments of a merged path, and a `..` too many takes
/// the root's own empty segment along; the slash in front is then put back.
fn join_paths(base_path: &[u8], path: &[u8], out: &mut Vec<u8>) {
    let mut joined = Segments { floor: out.len(), count: 0, out };
    let last_slash = memrchr(b'/', path);
    let last = &path[last_slash.map_or(0, |at| at + 1)..];
    if path[0] == b'/' {
        path.split(|&b| b == b'/').for_each(|segment| joined.take(segment));
    } else {
        joined.take(b"");
        let folder = &base_path[..memrchr(b'/', base_path).unwrap_or(0)];
        let between = &path[..last_slash.unwrap_or(0)];
        for segments in [folder, between] {
            segments.split(|&b| b == b'/').filter(|segment| !segment.is_empty()).for_each(|s| joined.take(s));
        }
        joined.take(last);
    }
    joined.finish(last);
}

/// A stack of path segments, kept as the text they make when joined by slashes.
struct Segments<'a> {
    out: &'a mut Vec<u8>,
    floor: usize,
    count: usize,
}

impl Segments<'_> {
    fn take(&mut self, segment: &[u8]) {
        match segment {
            b"." => {}
            b".." => self.pop(),
            _ => self.push(segment),
        }
    }

    fn push(&mut self, segment: &[u8]) {
        if self.count > 0 {
            self.out.push(b'/');
        }
        self.out.extend_from_slice(segment);
        self.count += 1;
    }

    fn pop(&mut self) {
        let kept = if self.count > 1 { memrchr(b'/', &self.out[self.floor..]).unwrap_or(0) } else { 0 };
        self.out.truncate(self.floor + kept);
        self.count = self.count.saturating_sub(1);
    }

    fn finish(&mut self, last: &[u8]) {
        if matches!(last, b"." | b"..") {
            self.push(b"");
        }
        if self.out.get(self.floor) != Some(&b'/') {
            self.out.insert(self.floor, b'/');
        }
    }
}

/// `urldefrag(text)`: the URL without its fragment is `text[..hash]`. The answer is where the `#` stands, or `None` if `text` is not boring or has no fragment.
#[must_use]
pub fn urldefrag(text: &[u8]) -> Option<usize> {
    let parts = urlsplit(text)?;
    let fragment = parts.fragment?;
    let put_together_alike = match (parts.scheme, parts.authority) {
        (_, Some(authority)) => !authority.is_empty(),
        (scheme, None) => scheme.is_none(),
    };
    let path = parts.path.of(text);
    if !put_together_alike || is_empty(parts.query) || path.ends_with(b";") {
        return None;
    }
    let scheme = parts.scheme.map_or(&b""[..], |span| span.of(text));
    (!scheme.iter().any(u8::is_ascii_uppercase)).then(|| fragment.start as usize - 1)
}

/// The login part of `netloc`, as the result classes have it: up to the last `@`, cut at its first colon.
#[inline]
#[must_use]
pub fn login(netloc: &[u8]) -> (Option<Span>, Option<Span>) {
    let Some(at) = memrchr(b'@', netloc) else { return (None, None) };
    match memchr(b':', &netloc[..at]) {
        Some(colon) => (Some(Span::new(0, colon)), Some(Span::new(colon + 1, at))),
        None => (Some(Span::new(0, at)), None),
    }
}

/// The host and the port of `netloc`, as the result classes have them, either possibly empty; `None` if a bracket makes
/// it less than boring.
#[inline]
#[must_use]
pub fn host_port(netloc: &[u8]) -> Option<(Span, Span)> {
    let start = memrchr(b'@', netloc).map_or(0, |at| at + 1);
    let end = netloc.len();
    let mut colon = end;
    for (offset, &b) in netloc[start..].iter().enumerate() {
        match b {
            b'[' | b']' => return None,
            b':' if colon == end => colon = start + offset,
            _ => {}
        }
    }
    Some((Span::new(start, colon), Span::new((colon + 1).min(end), end)))
}

/// The number a port's digits make: `None` unless they are one to five digits of a value up to 65535.
#[inline]
#[must_use]
pub fn port_number(digits: &[u8]) -> Option<u16> {
    if digits.is_empty() || digits.len() > 5 {
        return None;
    }
    let value =
        digits.iter().try_fold(0, |value: u32, &b| b.is_ascii_digit().then(|| value * 10 + u32::from(b - b'0')));
    value.and_then(|value| u16::try_from(value).ok())
}
