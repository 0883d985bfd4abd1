//! Hosts: section 3.5 of the URL Standard.

use super::class::{C0_CONTROL, NOT_IN_DOMAIN, NOT_IN_HOST, is};
use super::encode::push_encoded;
use super::{NO_MEMORY, idna, ipv4, ipv6};
use crate::buffer::{Buffer, room};
use crate::error::{Code, Fault};
use crate::percent::{Plus, decode_one};

/// Appends the host that `raw` is, which is not empty: a domain or an address if `is_special`, else any text.
///
/// # Errors
/// `at` counts from the start of `raw`: where a character is that is forbidden, or its escape; 0 for all other faults.
pub(super) fn push(raw: &[u8], is_special: bool, out: &mut Buffer) -> Result<(), Fault> {
    if let [b'[', literal @ ..] = raw {
        let groups = literal.strip_suffix(b"]").and_then(ipv6::read).ok_or(Fault::new(Code::BadHost, 0))?;
        ipv6::push(groups, out);
        return Ok(());
    }
    if is_special {
        return push_domain(raw, out);
    }
    if let Some(at) = raw.iter().position(|&b| is(b, NOT_IN_HOST)) {
        return Err(Fault::new(Code::BadHost, at));
    }
    push_encoded(raw, C0_CONTROL, out);
    Ok(())
}

fn push_domain(raw: &[u8], out: &mut Buffer) -> Result<(), Fault> {
    let start = out.len();
    if raw.iter().any(|&b| !b.is_ascii() || is(b, NOT_IN_DOMAIN)) {
        let forbidden = push_decoded(raw, out).map(|at| Fault::new(Code::BadHost, at));
        if !out[start..].is_ascii() {
            push_wide(start, out)
                .map_err(|fault| if fault == NO_MEMORY { fault } else { forbidden.unwrap_or(fault) })?;
        } else if let Some(fault) = forbidden {
            return Err(fault);
        }
    } else {
        out.extend_from_slice(raw);
    }
    // An ASCII domain never fails by IDNA.
    out[start..].make_ascii_lowercase();
    if ipv4::ends_in_number(&out[start..]) {
        let address = ipv4::read(&out[start..]).ok_or(Fault::new(Code::BadIpv4, 0))?;
        out.truncate(start);
        ipv4::push(address, out);
    }
    Ok(())
}

/// The same without escapes, and where the first of its characters is that is forbidden as it stands.
fn push_decoded(raw: &[u8], out: &mut Buffer) -> Option<usize> {
    let mut forbidden = None;
    let mut at = 0;
    while at < raw.len() {
        let (octet, len) = if raw[at] == b'%' { decode_one(&raw[at..], Plus::Literal) } else { (raw[at], 1) };
        if is(octet, NOT_IN_DOMAIN) {
            forbidden = forbidden.or(Some(at));
        }
        out.push(octet);
        at += len;
    }
    forbidden
}

/// Writes A-labels for what stands in `out` from `start` on.
fn push_wide(start: usize, out: &mut Buffer) -> Result<(), Fault> {
    let domain = idna::to_ascii(&out[start..])?;
    // Not before: a mark may make another character of `<`, and some characters are mapped to what is forbidden.
    if domain.is_empty() || domain.bytes().any(|b| is(b, NOT_IN_DOMAIN)) {
        return Err(Fault::new(Code::BadHost, 0));
    }
    out.truncate(start);
    room(out, domain.len()).ok_or(NO_MEMORY)?;
    out.extend_from_slice(domain.as_bytes());
    Ok(())
}
