//! Several hosts in one authority, `user@host:port,host:port`, as databases have them (C-39).

use crate::authority::{Authority, authority};
use crate::error::Fault;
use crate::host;
use crate::span::Span;
use memchr::{memchr, memrchr};

/// Where the hosts begin in an authority.
fn hosts_start(text: &[u8]) -> usize {
    memrchr(b'@', text).map_or(0, |at| at + 1)
}

/// Whether there is more than one. No host has a comma where there may be several: it is escaped.
pub(super) fn is_list(text: &[u8]) -> bool {
    memchr(b',', &text[hosts_start(text)..]).is_some()
}

/// The login, and the list for a host; refuses what [`authority`] would refuse of each.
pub(super) fn authority_of_list(text: &[u8]) -> Result<Authority, Fault> {
    let start = hosts_start(text);
    let login = authority(&text[..start])?;
    each(&text[start..], |one| authority(one).map(|_| ())).map_err(|fault| fault.moved(start as u32))?;
    Ok(Authority { host: Span::new(start, text.len()), ..login })
}

/// Refuses a list one of whose hosts is none.
pub(super) fn check_hosts(list: &[u8]) -> Result<(), Fault> {
    each(list, |one| host::kind(authority(one)?.host.of(one)).map(|_| ()))
}

fn each(list: &[u8], check: impl Fn(&[u8]) -> Result<(), Fault>) -> Result<(), Fault> {
    let mut start = 0;
    for one in list.split(|&b| b == b',') {
        check(one).map_err(|fault| fault.moved(start))?;
        start += one.len() as u32 + 1;
    }
    Ok(())
}
