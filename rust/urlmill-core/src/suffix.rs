//! Public suffixes, and the domains that people register below them.
//!
//! ```text
//!   forums.news.bbc.co.uk
//!               │   └─┬─┘
//!               │   suffix      nobody registers co.uk itself
//!               └───┬───┘
//!                 domain        one label more: what somebody has registered
//! ```
//!
//! Which names are suffixes is for the Public Suffix List to say. The crates that have it compiled in do not tell its
//! date, and the pure-Python backend could not read the same copy; so this is a small table over the text of the list,
//! made when it is first needed. It takes a millisecond or two to make, and one probe for each label that matters.

mod label;
mod short;
mod table;

use crate::scan::class::{CLASS, REG_NAME};
use crate::span::Span;
use label::Label;
use memchr::{memchr, memmem, memrchr};
use short::{NEAR, Short};
use std::sync::LazyLock;
use table::{BOTH, CHILDREN, EXCEPTION, ICANN, ROOT, RULE, Table, WILDCARD};

/// The list, as the package ships it.
pub static LIST: &str = include_str!("../../../python/urlmill/_hosts/public_suffix_list.dat");

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(LIST));

/// What was found in a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The public suffix, without a dot at the end.
    pub suffix: Span,
    /// The suffix and the label before it; `None` if the host is itself a suffix.
    pub domain: Option<Span>,
}

/// The host has escapes or wide characters. What it is looked up as, IDNA has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Odd;

/// The public suffix of `host`, ASCII in any letter case, its international labels as A-labels (`xn--`).
///
/// Without `private` only those of registries count, not those of companies that let others use names below their own.
/// `None` for a text that is not a host, for a name below a top level that no rule knows, for one with an empty label,
/// and for addresses. A host is at most [`crate::span::MAX_LEN`] bytes long.
///
/// # Errors
/// [`Odd`], unless one of its other characters already shows that it is not a host.
#[inline]
pub fn find(host: &[u8], private: bool) -> Result<Option<Found>, Odd> {
    find_within(host, host.len(), private)
}

/// The same for the first `len` bytes of `rest`. What follows them may be read: it is faster if there are 64 in all.
/// `None` if `rest` is not that long.
///
/// # Errors
/// The same.
#[inline]
pub fn find_within(rest: &[u8], len: usize, private: bool) -> Result<Option<Found>, Odd> {
    let Some(host) = rest.get(..len) else { return Ok(None) };
    let sections = if private { BOTH } else { ICANN };
    if let Some(near) = rest.first_chunk() {
        return if len <= near.len() { find_in_short(near, host, sections) } else { find_in_long(host, sections) };
    }
    let mut near = [0; NEAR];
    near[..len].copy_from_slice(host);
    find_in_short(&near, host, sections)
}

/// The day the list was published, as year, month and day.
#[must_use]
pub fn list_date() -> &'static str {
    let version = LIST.lines().find_map(|line| line.strip_prefix("// VERSION: "));
    version.and_then(|version| version.get(..10)).unwrap_or_default()
}

#[inline]
fn find_in_short(near: &[u8; NEAR], host: &[u8], sections: u8) -> Result<Option<Found>, Odd> {
    let short = Short::new(near, host.len());
    if !short.is_plain() && !is_name(host)? || short.has_empty_label() {
        return Ok(None);
    }
    Ok(find_by(host, sections, |end| short.label_before(end)))
}

#[cold]
fn find_in_long(host: &[u8], sections: u8) -> Result<Option<Found>, Odd> {
    if !is_name(host)? || host.first() == Some(&b'.') || memmem::find(host, b"..").is_some() {
        return Ok(None);
    }
    Ok(find_by(host, sections, |end| {
        let start = memrchr(b'.', &host[..end]).map_or(0, |dot| dot + 1);
        (Label::of(&host[start..end]), start)
    }))
}

/// Whether all the characters of `host` may stand in a host name. An IP literal is none: it has brackets. Nor is a text
/// with a comma, which may list hosts (C-39), of different domains.
#[cold]
fn is_name(host: &[u8]) -> Result<bool, Odd> {
    if host.iter().fold(REG_NAME, |all, &b| all & CLASS[usize::from(b)]) == 0 || memchr(b',', host).is_some() {
        return Ok(false);
    }
    if host.iter().all(|&b| b.is_ascii() && b != b'%') { Ok(true) } else { Err(Odd) }
}

/// From the right, label by label, for as long as there are rules that might go on. No label is empty; `label_before`
/// gives the one that ends somewhere, and where it starts.
#[inline]
fn find_by(host: &[u8], sections: u8, label_before: impl Fn(usize) -> (Label, usize)) -> Option<Found> {
    let end = host.len() - usize::from(host.last() == Some(&b'.'));
    if end == 0 {
        return None;
    }
    let table = &*TABLE;
    let (mut node, mut flags) = (ROOT, 0);
    let mut suffix = None;
    let mut label_end = end;
    let mut start;
    loop {
        let label;
        (label, start) = label_before(label_end);
        if flags & WILDCARD != 0 {
            suffix = Some(start);
        }
        let Some((child, its_flags)) = table.child(node, label, host, start) else { break };
        (node, flags) = (child, its_flags & sections);
        if flags & EXCEPTION != 0 {
            // Not this name, whatever the wildcard says, but the one it is directly below.
            suffix = Some(label_end + 1);
            break;
        }
        if flags & RULE != 0 {
            suffix = Some(start);
        }
        if start == 0 || flags & (CHILDREN | WILDCARD) == 0 {
            break;
        }
        label_end = start - 1;
    }
    let suffix = suffix?;
    // Most often the walk has ended at the very label before the suffix.
    if suffix != label_end + 1 && suffix > 0 {
        start = label_before(suffix - 1).1;
    }
    let domain = (suffix > 0).then(|| Span::new(start, end));
    Some(Found { suffix: Span::new(suffix, end), domain })
}
