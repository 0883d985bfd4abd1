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
//! made when it is first needed. It takes half a millisecond to make, and one probe for each label that matters.

mod label;
mod table;

use crate::span::Span;
use label::Label;
use std::sync::LazyLock;
use table::{BOTH, CHILDREN, EXCEPTION, ICANN, ROOT, RULE, Table, WILDCARD};

/// The list, as the package ships it.
pub static LIST: &str = include_str!("../../../python/urlmill/public_suffix_list.dat");

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(LIST));

/// What was found in a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The public suffix, without a dot at the end.
    pub suffix: Span,
    /// The suffix and the label before it; `None` if the host is itself a suffix.
    pub domain: Option<Span>,
}

/// The public suffix of `host`, ASCII in any letter case, its international labels as A-labels (`xn--`).
///
/// Without `private` only those of registries count, not those of companies that let others use names below their own.
/// `None` for a name below a top level that no rule knows, for one with an empty label, and for addresses. A host is at
/// most [`crate::span::MAX_LEN`] bytes long.
#[inline]
#[must_use]
pub fn find(host: &[u8], private: bool) -> Option<Found> {
    if host.first() == Some(&b'[') {
        return None;
    }
    let end = host.len() - usize::from(host.last() == Some(&b'.'));
    let (suffix, last) = find_suffix(host, end, if private { BOTH } else { ICANN })?;
    let mut start = suffix;
    if let Some(before) = suffix.checked_sub(1) {
        // Most often the walk has ended at that very label.
        start = if last.1 == before { last.0 } else { Label::before(host, before)?.1 };
    }
    if has_empty_label(&host[..start]) {
        return None;
    }
    Some(Found { suffix: Span::new(suffix, end), domain: (start < suffix).then(|| Span::new(start, end)) })
}

/// The day the list was published, as year, month and day.
#[must_use]
pub fn list_date() -> &'static str {
    let version = LIST.lines().find_map(|line| line.strip_prefix("// VERSION: "));
    version.and_then(|version| version.get(..10)).unwrap_or_default()
}

/// Where the suffix starts, and where the label that was looked at last starts and ends. From the right, label by label,
/// for as long as there are rules that might go on.
#[inline]
fn find_suffix(host: &[u8], end: usize, sections: u8) -> Option<(usize, (usize, usize))> {
    let table = &*TABLE;
    let (mut node, mut flags) = (ROOT, 0);
    let mut suffix = None;
    let mut label_end = end;
    loop {
        let (label, start) = Label::before(host, label_end)?;
        if flags & WILDCARD != 0 {
            suffix = Some(start);
        }
        let last = (start, label_end);
        let Some((child, its_flags)) = table.child(node, &label, &host[start..label_end]) else {
            return Some((suffix?, last));
        };
        (node, flags) = (child, its_flags & sections);
        if flags & EXCEPTION != 0 {
            // Not this name, whatever the wildcard says, but the one it is directly below.
            return Some((label_end + 1, last));
        }
        if flags & RULE != 0 {
            suffix = Some(start);
        }
        if start == 0 || flags & (CHILDREN | WILDCARD) == 0 {
            return Some((suffix?, last));
        }
        label_end = start - 1;
    }
}

/// `before` is what stands before a label, its dot included.
#[inline]
fn has_empty_label(before: &[u8]) -> bool {
    before.first() == Some(&b'.') || before.windows(2).any(|pair| pair == b"..")
}
