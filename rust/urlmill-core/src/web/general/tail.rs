//! Path start state, and all that follow.

use super::Parser;
use crate::web::class::{FRAGMENT, PATH, QUERY, SPECIAL_QUERY, is};
use crate::web::encode::push_encoded;
use crate::web::path::{push_opaque, push_segments};
use crate::web::scheme::Kind;
use crate::web::settled;
use memchr::memchr;

impl Parser<'_> {
    /// Path start state.
    pub(super) fn path_start(&mut self, at: usize) {
        let floor = self.out.len();
        if self.is_slash(at) || self.kind.is_special() {
            self.segments(at + usize::from(self.is_slash(at)), floor);
        } else {
            self.end_path(floor);
            self.query(at);
        }
    }

    /// Path state, with the path that begins at `floor` of `out`.
    pub(super) fn segments(&mut self, at: usize, floor: usize) {
        let rest = &self.text[at..];
        if self.settled_tail(at, floor) {
            return;
        }
        let len = rest.iter().position(|&b| matches!(b, b'?' | b'#')).unwrap_or(rest.len());
        push_segments(&rest[..len], self.kind, floor, self.out);
        self.end_path(floor);
        self.query(at + len);
    }

    /// Path, query and fragment at once, if nothing of them has to change.
    fn settled_tail(&mut self, at: usize, floor: usize) -> bool {
        let is_web = matches!(self.kind, Kind::Web(_));
        let first = self.text.get(at).copied();
        // What begins the text has nothing before it, by which it could be seen whether it begins a segment.
        let is_odd = at == 0 && first.is_none_or(|b| b == b'\\' || is(b, PATH));
        if !is_web || is_odd || matches!(first, Some(b'.' | b'%')) {
            return false;
        }
        let Some((path_end, query_end)) = settled::tail(self.text, at.max(1)) else { return false };
        self.out.push(b'/');
        let start = self.len();
        self.found.path_start = (floor - self.start) as u32;
        self.found.path_end = start + (path_end - at) as u32;
        self.found.query_end = start + (query_end - at) as u32;
        self.out.extend_from_slice(&self.text[at..]);
        true
    }

    /// Without an authority, a path cannot begin with two slashes; `/.` keeps it a path.
    pub(super) fn end_path(&mut self, floor: usize) {
        self.found.path_start = (floor - self.start) as u32;
        if !self.found.has_authority && self.out[floor..].starts_with(b"//") {
            self.out.insert_from_slice(floor, b"/.");
            self.found.path_start += 2;
        }
        self.found.path_end = self.len();
    }

    pub(super) fn opaque_path(&mut self, at: usize) {
        let rest = &self.text[at..];
        let len = rest.iter().position(|&b| matches!(b, b'?' | b'#')).unwrap_or(rest.len());
        let floor = self.out.len();
        push_opaque(&rest[..len], len < rest.len(), self.out);
        self.end_path(floor);
        self.query(at + len);
    }

    /// The query with its question mark, if there is one, and what follows.
    pub(super) fn query(&mut self, at: usize) {
        let rest = &self.text[at..];
        let len = memchr(b'#', rest).unwrap_or(rest.len());
        let set = if self.kind.is_special() { SPECIAL_QUERY } else { QUERY };
        push_encoded(&rest[..len], set, self.out);
        self.fragment(at + len);
    }

    /// The fragment with its number sign, if there is one.
    pub(super) fn fragment(&mut self, at: usize) {
        self.found.query_end = self.len();
        if let [b'#', fragment @ ..] = &self.text[at..] {
            self.out.push(b'#');
            push_encoded(fragment, FRAGMENT, self.out);
        }
    }
}
