//! Authority state, host state and port state.

use super::{Parser, longest};
use crate::buffer::room;
use crate::error::{Code, Fault};
use crate::web::class::USERINFO;
use crate::web::encode::push_encoded;
use crate::web::ipv4::push_decimal;
use crate::web::scheme::Kind;
use crate::web::{NO_MEMORY, host};
use memchr::{memchr, memrchr};

impl Parser<'_> {
    /// Special authority slashes state, and special authority ignore slashes state.
    pub(super) fn authority_behind_slashes(&mut self, at: usize) -> Result<(), Fault> {
        let slashes = self.text[at..].iter().take_while(|&&b| self.kind.is_slash(b)).count();
        self.authority(at + slashes)
    }

    /// Authority state: what is before the last `@` is a login.
    pub(super) fn authority(&mut self, at: usize) -> Result<(), Fault> {
        self.out.extend_from_slice(b"//");
        let end = self.authority_end(at);
        let mut host_start = at;
        self.found.user_end = self.len();
        if let Some(sign) = memrchr(b'@', &self.text[at..end]) {
            host_start += sign + 1;
            self.login(&self.text[at..at + sign]);
            if host_start == end {
                return Err(Fault::new(Code::MissingHost, host_start));
            }
        }
        self.host_and_port(host_start, end)?;
        self.path_start(end);
        Ok(())
    }

    fn login(&mut self, login: &[u8]) {
        let (user, password) = match memchr(b':', login) {
            Some(colon) => (&login[..colon], &login[colon + 1..]),
            None => (login, &b""[..]),
        };
        push_encoded(user, USERINFO, self.out);
        self.found.user_end = self.len();
        if !password.is_empty() {
            self.out.push(b':');
            push_encoded(password, USERINFO, self.out);
        }
        if !login.is_empty() && login != b":" {
            self.out.push(b'@');
        }
    }

    /// Host state and port state.
    fn host_and_port(&mut self, at: usize, end: usize) -> Result<(), Fault> {
        let raw = &self.text[at..end];
        let colon = colon_outside_brackets(raw);
        let host = &raw[..colon.unwrap_or(raw.len())];
        self.found.has_authority = true;
        self.found.host_start = self.len();
        if host.is_empty() && (colon.is_some() || self.kind.is_special()) {
            return Err(Fault::new(Code::MissingHost, at));
        }
        self.host(host, at)?;
        if let Some(colon) = colon
            && let Some(port) = port(&raw[colon + 1..]).map_err(|fault| fault.moved((at + colon + 1) as u32))?
            && self.kind != Kind::Web(port)
        {
            self.out.push(b':');
            push_decimal(port, self.out);
        }
        self.found.path_start = self.len();
        Ok(())
    }

    /// Nothing, for an empty one.
    pub(super) fn host(&mut self, raw: &[u8], at: usize) -> Result<(), Fault> {
        self.found.host_start = self.len();
        if !raw.is_empty() {
            let start = self.out.len();
            let place = |fault: Fault| if fault == NO_MEMORY { fault } else { fault.moved(at as u32) };
            host::push(raw, self.kind.is_special(), self.out).map_err(place)?;
            if self.out.len() - start > longest(raw, None) {
                // So long only IDNA makes them.
                room(self.out, longest(&self.text[at..], self.base)).ok_or(NO_MEMORY)?;
            }
        }
        self.found.host_end = self.len();
        Ok(())
    }

    /// There is no authority, or nothing more of it.
    pub(super) fn end_authority(&mut self) {
        let at = self.len();
        self.found.path_start = at;
        if !self.found.has_authority {
            (self.found.user_end, self.found.host_start, self.found.host_end) = (at, at, at);
        }
    }

    /// The first of `/`, `?` and `#` from `at` on, or of backslashes where they are slashes.
    pub(super) fn authority_end(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + rest.iter().position(|&b| matches!(b, b'?' | b'#') || self.kind.is_slash(b)).unwrap_or(rest.len())
    }
}

fn colon_outside_brackets(raw: &[u8]) -> Option<usize> {
    let mut is_inside = false;
    raw.iter().position(|&b| {
        match b {
            b'[' => is_inside = true,
            b']' => is_inside = false,
            _ => {}
        }
        b == b':' && !is_inside
    })
}

/// The number that a port is; `None` for an empty one.
fn port(digits: &[u8]) -> Result<Option<u16>, Fault> {
    if let Some(at) = digits.iter().position(|b| !b.is_ascii_digit()) {
        return Err(Fault::new(Code::BadPort, at));
    }
    let value = digits.iter().fold(0, |value: u32, digit| (value * 10 + u32::from(digit - b'0')).min(1 << 16));
    let port = u16::try_from(value).map_err(|_| Fault::new(Code::BadPort, 0))?;
    Ok((!digits.is_empty()).then_some(port))
}
