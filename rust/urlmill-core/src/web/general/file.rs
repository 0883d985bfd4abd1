//! File state, file slash state and file host state.

use super::Parser;
use crate::error::Fault;
use crate::web::path;

impl Parser<'_> {
    /// File state and file slash state.
    pub(super) fn file(&mut self, at: usize) -> Result<(), Fault> {
        let base = self.base_of_scheme();
        if self.is_slash(at) && self.is_slash(at + 1) {
            return self.file_host(at + 2);
        }
        if base.is_some() {
            self.push_base_authority();
        } else {
            self.empty_host();
        }
        let floor = self.out.len();
        if self.is_slash(at) {
            if let Some(base) = base
                && !path::starts_with_drive(&self.text[at + 1..])
                && path::starts_with_drive_segment(base.offsets.path().of(base.href))
            {
                self.out.extend_from_slice(&base.offsets.path().of(base.href)[..3]);
            }
            self.segments(at + 1, floor);
        } else if base.is_some() {
            self.behind_base_path(at);
        } else {
            self.segments(at, floor);
        }
        Ok(())
    }

    fn empty_host(&mut self) {
        self.out.extend_from_slice(b"//");
        let at = self.len();
        self.found.has_authority = true;
        (self.found.user_end, self.found.host_start, self.found.host_end) = (at, at, at);
        self.found.path_start = at;
    }

    fn file_host(&mut self, at: usize) -> Result<(), Fault> {
        self.empty_host();
        let end = self.authority_end(at);
        let raw = &self.text[at..end];
        if path::is_drive(raw) {
            self.segments(at, self.out.len());
            return Ok(());
        }
        let start = self.out.len();
        self.host(raw, at)?;
        if self.out[start..] == *b"localhost" {
            self.out.truncate(start);
            self.found.host_end = self.len();
        }
        self.end_authority();
        self.path_start(end);
        Ok(())
    }
}
