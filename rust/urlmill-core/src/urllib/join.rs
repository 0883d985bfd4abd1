//! `urljoin`, as far as every supported CPython agrees on it.

use super::{is_empty, split_params, urlsplit};
use crate::buffer::{Buffer, room};
use crate::scan::vector::any;
use crate::span::Span;
use crate::split::Split;
use memchr::{memchr_iter, memrchr};

/// What `urljoin` answers. Most links need no new text but the beginning of the base before them.
#[derive(Debug, PartialEq, Eq)]
pub enum Joined {
    /// The reference, as it was given.
    Reference,
    /// So many bytes of the base, then so many of the reference.
    Appended(usize, usize),
    /// The text in the buffer.
    Written,
}

/// What must be asked of the running interpreter.
pub trait Interpreter {
    /// Whether the lower-case `scheme` is in both `uses_relative` and `uses_netloc`, lists that a program may change.
    fn is_hierarchical(&self, scheme: &[u8]) -> bool;

    /// Whether it takes a query or a fragment that is present and empty for an absent one. If not, those that have one
    /// are not boring.
    fn drops_empty_parts(&self) -> bool;

    /// Whether the `;parameters` of a URL with this scheme are set aside when its path is joined, and put back then unless
    /// they are empty: so did all before 3.14, with the schemes of `uses_params`. `None` if that is not known.
    fn sets_params_aside(&self, scheme: &[u8]) -> Option<bool>;

    /// Whether text that has to be written anew is of use.
    fn can_write(&self) -> bool;
}

/// What is known of a boring base, as offsets into its text. A page has one base and many links.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    scheme: Span,
    path: Span,
    query: Option<Span>,
    /// Whether the path ends with `;`, which is dropped where parameters are set aside.
    has_empty_params: bool,
    /// Where the last segment of the path begins, if `urljoin` leaves all before it as it is.
    plain_folder_end: Option<usize>,
}

impl Base {
    /// `None` if `text` is not boring, or has no scheme or no authority.
    #[must_use]
    pub fn new(text: &[u8]) -> Option<Self> {
        let parts = urlsplit(text)?;
        if parts.authority.is_none_or(Span::is_empty) {
            return None;
        }
        let path = parts.path.of(text);
        let is_plain = !has_dot_segment(path) && !has_empty_segment(path);
        let folder_end = memrchr(b'/', path).map(|at| parts.path.start as usize + at + 1);
        Some(Self {
            scheme: parts.scheme?,
            path: parts.path,
            query: parts.query,
            has_empty_params: path.ends_with(b";"),
            plain_folder_end: folder_end.filter(|_| is_plain),
        })
    }

    /// `urljoin(base, reference)`, where `base` is the text this was made for; `None` if `reference` is not boring,
    /// or if memory has run out.
    /// `out` is an empty buffer.
    #[inline]
    pub fn join(&self, base: &[u8], reference: &[u8], running: &impl Interpreter, out: &mut Buffer) -> Option<Joined> {
        if reference.is_empty() {
            return None;
        }
        let mut r = urlsplit(reference)?;
        let base_scheme = self.scheme.of(base);
        if let Some(scheme) = r.scheme
            && !scheme.of(reference).eq_ignore_ascii_case(base_scheme)
        {
            return Some(Joined::Reference);
        }
        // From here on the lists decide, and they know lower-case names only.
        if !running.is_hierarchical(base_scheme) {
            return None;
        }
        let mut end = reference.len();
        if is_empty(r.fragment) || is_empty(r.query) || is_empty(self.query) {
            if !running.drops_empty_parts() {
                return None;
            }
            end = drop_empty_parts(&mut r, end)?;
        }
        let path = r.path.of(reference);
        if let Some(authority) = r.authority {
            // An authority in the reference: all of it is the answer, put together again.
            if authority.is_empty() || path.ends_with(b";") && running.sets_params_aside(base_scheme)? {
                return None;
            }
            return match r.scheme {
                None => Some(Joined::Appended(self.scheme.end as usize + 1, end)),
                Some(scheme) if scheme.of(reference) != base_scheme => None,
                Some(_) if end == reference.len() => Some(Joined::Reference),
                Some(_) => Some(Joined::Appended(0, end)),
            };
        }
        if r.scheme.is_some() {
            return None;
        }
        if has_doubtful_params(path) && running.sets_params_aside(base_scheme)? {
            return self.join_without_params(base, &reference[..end], r.path, running, out);
        }
        let Some(&first) = path.first() else {
            if self.has_empty_params && running.sets_params_aside(base_scheme)? {
                return None;
            }
            return Some(match (r.query, self.query) {
                (None, Some(query)) if !query.is_empty() => Joined::Appended(query.end as usize, end),
                _ => Joined::Appended(self.path.end as usize, end),
            });
        };
        if !has_dot_segment(path) {
            if first == b'/' {
                return Some(Joined::Appended(self.path.start as usize, end));
            }
            if let Some(folder_end) = self.plain_folder_end
                && !has_empty_segment(path)
            {
                return Some(Joined::Appended(folder_end, end));
            }
        }
        self.write(base, path, &reference[r.path.end as usize..end], running, out)
    }

    /// The same for a reference whose path has parameters that are to be set aside.
    #[cold]
    fn join_without_params(
        &self,
        base: &[u8],
        reference: &[u8],
        path: Span,
        running: &impl Interpreter,
        out: &mut Buffer,
    ) -> Option<Joined> {
        let (before, params) = split_params(reference, path)?;
        // The `;` goes with empty parameters. If there is nothing before it either, the base's path is taken.
        let rest = if params.is_empty() { params.end } else { before.end };
        if before.is_empty() && params.is_empty() {
            return None;
        }
        self.write(base, before.of(reference), &reference[rest as usize..], running, out)
    }

    /// The path joined to that of the base, and behind it the `rest` of the reference, delimiters and all.
    fn write(
        &self,
        base: &[u8],
        path: &[u8],
        rest: &[u8],
        running: &impl Interpreter,
        out: &mut Buffer,
    ) -> Option<Joined> {
        if !running.can_write() {
            return None;
        }
        // A slash more than both at the most.
        room(out, base.len() + path.len() + rest.len() + 1)?;
        out.extend_from_slice(&base[..self.path.start as usize]);
        join_paths(self.path.of(base), path, out);
        out.extend_from_slice(rest);
        Some(Joined::Written)
    }
}

/// Takes an empty query and an empty fragment for absent. Tells where `parts` then end; `None` if an empty query stands
/// before a fragment, so that it is not at the end.
fn drop_empty_parts(parts: &mut Split, mut end: usize) -> Option<usize> {
    if is_empty(parts.fragment) {
        parts.fragment = None;
        end -= 1;
    }
    if is_empty(parts.query) {
        parts.query = None;
        end -= 1;
        return parts.fragment.is_none().then_some(end);
    }
    Some(end)
}

/// Whether it makes a difference if `;parameters` are set aside and put back when the path is joined. It does if there
/// are none behind the `;`, which is then dropped, and if what stands before it is a segment of dots.
fn has_doubtful_params(path: &[u8]) -> bool {
    if !any(path, |b| b == b';') {
        return false;
    }
    let last = &path[memrchr(b'/', path).map_or(0, |at| at + 1)..];
    path.ends_with(b";") || last.starts_with(b".;") || last.starts_with(b"..;")
}

/// Whether a segment begins with a dot; only then can it be `.` or `..`.
fn has_dot_segment(path: &[u8]) -> bool {
    memchr_iter(b'.', path).any(|at| at == 0 || path[at - 1] == b'/')
}

/// Whether two slashes follow each other.
fn has_empty_segment(path: &[u8]) -> bool {
    memchr_iter(b'/', path).any(|at| path.get(at + 1) == Some(&b'/'))
}

/// The path `urljoin` makes. Unlike RFC 3986 it drops the empty segments of a merged path, and a `..` too many takes
/// the root's own empty segment along; the slash in front is then put back.
fn join_paths(base_path: &[u8], path: &[u8], out: &mut Buffer) {
    let mut joined = Segments { floor: out.len(), count: 0, out };
    let last_slash = memrchr(b'/', path);
    let last = &path[last_slash.map_or(0, |at| at + 1)..];
    if path.starts_with(b"/") {
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
    out: &'a mut Buffer,
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
