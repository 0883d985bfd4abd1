//! Keys that sort by site: the host read from its right end, as archives have it (SURT).

use crate::buffer::{Buffer, room};
use crate::span::MAX_LEN;
use crate::split::split;
use memchr::{memchr, memrchr};

/// The key of a canonical form, appended to `out`: `org,example:8042)/a?b https` for `https://example.org:8042/a?b`. A text
/// without an authority is its own key. `None` if memory has run out or the text is too long.
#[must_use]
pub fn write_key(form: &[u8], out: &mut Buffer) -> Option<()> {
    if form.len() > MAX_LEN {
        return None;
    }
    let parts = split(form);
    let Some(authority) = parts.authority else {
        room(out, form.len())?;
        out.extend_from_slice(form);
        return Some(());
    };
    let authority_end = authority.end as usize;
    let authority = authority.of(form);
    // A character of the host may become three.
    room(out, form.len().checked_add(authority.len().checked_mul(2)?)?)?;
    let (login, server) = match memrchr(b'@', authority) {
        Some(at) => (Some(&authority[..at]), &authority[at + 1..]),
        None => (None, authority),
    };
    let port = if server.starts_with(b"[") { None } else { memchr(b':', server) }.unwrap_or(server.len());
    let (host, port) = server.split_at(port);
    if is_address(host) {
        out.extend_from_slice(host);
    } else {
        write_turned(host, out);
    }
    out.extend_from_slice(port);
    if let Some(login) = login {
        out.push(b'@');
        out.extend_from_slice(login);
    }
    out.push(b')');
    out.extend_from_slice(&form[authority_end..]);
    if let Some(scheme) = parts.scheme {
        out.push(b' ');
        out.extend_from_slice(scheme.of(form));
    }
    Some(())
}

/// Their left end is the larger part already.
fn is_address(host: &[u8]) -> bool {
    if host.starts_with(b"[") {
        return memchr(b'\n', host).is_none();
    }
    let mut numbers = 0;
    let all = host.split(|&b| b == b'.').all(|part| {
        numbers += 1;
        !part.is_empty() && part.iter().all(u8::is_ascii_digit)
    });
    all && numbers == 4
}

/// The last label first. What a host may have, and what means something here, is escaped.
fn write_turned(host: &[u8], out: &mut Buffer) {
    let mut end = host.len();
    loop {
        let start = memrchr(b'.', &host[..end]).map_or(0, |dot| dot + 1);
        for &b in &host[start..end] {
            match b {
                b',' => out.extend_from_slice(b"%2C"),
                b')' => out.extend_from_slice(b"%29"),
                _ => out.push(b),
            }
        }
        if start == 0 {
            return;
        }
        out.push(b',');
        end = start - 1;
    }
}
