//! The login, the host and the port.

// Branches would keep compilers from looking at many bytes together.
#![expect(clippy::needless_bitwise_bool)]

use super::kept::{KEPT_IN_LOGIN, push_octet};
use super::push_lowered;
use crate::buffer::{Buffer, room};
use crate::percent::{Plus, decode_one};
use crate::scan::vector::any;
use memchr::{memchr, memrchr};

/// `None` for what is not plain, and for a port that is not one.
#[inline]
pub(super) fn write_netloc(netloc: &[u8], is_plain: bool, out: &mut Buffer) -> Option<()> {
    if !is_plain {
        return None;
    }
    if !any(netloc, |b| (b.wrapping_sub(b'A') < 26) | (b == b'@') | (b == b':')) {
        out.extend_from_slice(netloc);
        return Some(());
    }
    let mut server = netloc;
    if let Some(at) = memrchr(b'@', netloc) {
        server = &netloc[at + 1..];
        write_login(&netloc[..at], out)?;
        out.push(b'@');
    }
    let colon = server.iter().position(|&b| b == b':');
    room(out, server.len() + 1)?;
    push_lowered(&server[..colon.unwrap_or(server.len())], out);
    match colon.map(|colon| &server[colon + 1..]) {
        None | Some(b"") => Some(()),
        Some(port) => write_port(port, out),
    }
}

#[cold]
fn write_login(login: &[u8], out: &mut Buffer) -> Option<()> {
    room(out, login.len().checked_mul(3)?)?;
    let (user, password) = match memchr(b':', login) {
        Some(colon) => (&login[..colon], Some(&login[colon + 1..])),
        None => (login, None),
    };
    push_again(user, out);
    if let Some(password) = password {
        out.push(b':');
        push_again(password, out);
    }
    Some(())
}

/// Decoded, and escaped anew.
fn push_again(raw: &[u8], out: &mut Buffer) {
    let mut rest = raw;
    while !rest.is_empty() {
        let (octet, len) = decode_one(rest, Plus::Literal);
        push_octet(octet, KEPT_IN_LOGIN, out);
        rest = &rest[len..];
    }
}

/// `None` for what Python refuses, or may.
fn write_port(port: &[u8], out: &mut Buffer) -> Option<()> {
    const SURELY_TAKEN: usize = 4300;
    if port.len() > SURELY_TAKEN || !port.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let zeros = port.iter().take_while(|&&b| b == b'0').count().min(port.len() - 1);
    let digits = &port[zeros..];
    if digits.len() > 5 || digits.iter().fold(0, |number, &b| number * 10 + u32::from(b - b'0')) > 0xffff {
        return None;
    }
    out.push(b':');
    out.extend_from_slice(digits);
    Some(())
}
