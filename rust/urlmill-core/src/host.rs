//! Hosts: RFC 3986 section 3.2.2, with the zone ids of RFC 6874.

use crate::error::{Code, Fault};
use crate::percent;
use crate::scan::class::{HEX, REG_NAME, UNRESERVED, is};
use memchr::memmem;
use std::net::{Ipv4Addr, Ipv6Addr};

/// What a host is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A registered name; international ones are for IDNA to judge.
    Name,
    /// Four decimal numbers.
    Ipv4,
    /// In brackets, possibly with a zone id.
    Ipv6,
    /// In brackets, of a version yet to come.
    IpvFuture,
}

impl Kind {
    /// The kind as users see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::IpvFuture => "ipvfuture",
        }
    }
}

/// What `host` is; an empty one is a name.
///
/// # Errors
/// [`Code::BadHost`] at the first character that no name has, or at the start of a bad IP literal.
pub fn kind(host: &[u8]) -> Result<Kind, Fault> {
    if let [b'[', literal @ ..] = host {
        let inner = literal.strip_suffix(b"]");
        return inner.and_then(literal_kind).ok_or(Fault::new(Code::BadHost, 0));
    }
    check_name(host)?;
    Ok(if is_address::<Ipv4Addr>(host) { Kind::Ipv4 } else { Kind::Name })
}

/// Refuses what is neither a name nor an IPv4 address, at the first character that shows it.
fn check_name(host: &[u8]) -> Result<(), Fault> {
    let stray = host.iter().position(|&b| !is(b, REG_NAME)).unwrap_or(host.len());
    let bad = percent::check_before(host, stray).map_or_else(|fault| fault.at as usize, |()| stray);
    if bad == host.len() { Ok(()) } else { Err(Fault::new(Code::BadHost, bad)) }
}

fn literal_kind(inner: &[u8]) -> Option<Kind> {
    if let Some((b'v' | b'V', rest)) = inner.split_first() {
        let dot = rest.iter().position(|&b| b == b'.')?;
        let (version, address) = (&rest[..dot], &rest[dot + 1..]);
        let is_version = !version.is_empty() && version.iter().all(|&b| is(b, HEX));
        let is_plain = |b: u8| b == b':' || b.is_ascii() && b != b'%' && is(b, REG_NAME);
        return (is_version && !address.is_empty() && address.iter().all(|&b| is_plain(b))).then_some(Kind::IpvFuture);
    }
    let (address, zone) = match memmem::find(inner, b"%25") {
        Some(at) => (&inner[..at], Some(&inner[at + 3..])),
        None => (inner, None),
    };
    let is_zone = |zone: &[u8]| {
        !zone.is_empty() && zone.iter().all(|&b| b == b'%' || is(b, UNRESERVED)) && percent::check(zone).is_ok()
    };
    (is_address::<Ipv6Addr>(address) && zone.is_none_or(is_zone)).then_some(Kind::Ipv6)
}

pub(crate) fn is_address<A: std::str::FromStr>(text: &[u8]) -> bool {
    str::from_utf8(text).is_ok_and(|text| text.parse::<A>().is_ok())
}
