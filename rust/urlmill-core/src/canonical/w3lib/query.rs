//! The parameters: sorted, and written as forms write them.

use super::kept::{KEPT_IN_FORM, is_kept, push_octet};
use crate::buffer::{Buffer, room};
use crate::percent::{Encoder, Plus, decode_one};
use crate::query::{Field, fields};
use crate::scan::class::hex_octet;
use crate::span::Span;
use smallvec::SmallVec;

static FORM: Encoder = Encoder::FORM;

/// The parameters in order, by their octets, written as forms write them.
pub(super) fn write_query(query: &[u8], keep_blank_values: bool, out: &mut Buffer) -> Option<()> {
    room(out, query.len() + 1)?;
    if is_one_settled_field(query) {
        out.push(b'?');
        out.extend_from_slice(query);
        return Some(());
    }
    let all = fields(query);
    let mut found: SmallVec<[Coded; 16]> = SmallVec::new();
    found.try_reserve(all.most()).ok()?;
    for Field { name, value } in all.clone() {
        let value = value.unwrap_or(Span::new(name.end as usize, name.end as usize));
        if keep_blank_values || !value.is_empty() {
            let has_codes = all.is_coded(Span::new(name.start as usize, value.end as usize));
            found.push(Coded { name, value, has_codes });
        }
    }
    if found.len() > 1 && !found.is_sorted_by(|one, other| one.compare(other, query).is_le()) {
        // Those that are equal are written in the same way, so their order does not matter.
        found.sort_unstable_by(|one, other| one.compare(other, query));
    }
    // Each octet may become an escape, and a parameter get a "=".
    room(out, query.len().checked_mul(3)?.checked_add(2 * found.len())?)?;
    let mut mark = b'?';
    for field in &found {
        out.push(mark);
        mark = b'&';
        push_for_form(field.name.of(query), out);
        out.push(b'=');
        push_for_form(field.value.of(query), out);
    }
    Some(())
}

/// Whether it is a single parameter with a value, written as it would be written here: a good part of all queries.
#[inline]
fn is_one_settled_field(query: &[u8]) -> bool {
    let Some(equals) = query.iter().position(|&b| !is_kept(b, KEPT_IN_FORM)) else { return false };
    query[equals] == b'=' && equals + 1 < query.len() && FORM.is_kept(&query[equals + 1..])
}

/// A parameter, and whether anything in it is to be decoded.
#[derive(Clone, Copy)]
struct Coded {
    name: Span,
    value: Span,
    has_codes: bool,
}

impl Coded {
    #[inline]
    fn compare(&self, other: &Self, query: &[u8]) -> std::cmp::Ordering {
        if self.has_codes || other.has_codes {
            return Decoded(self.name.of(query))
                .cmp(Decoded(other.name.of(query)))
                .then_with(|| Decoded(self.value.of(query)).cmp(Decoded(other.value.of(query))));
        }
        self.name.of(query).cmp(other.name.of(query)).then_with(|| self.value.of(query).cmp(other.value.of(query)))
    }
}

/// A name or a value, as forms write it.
#[inline]
fn push_for_form(raw: &[u8], out: &mut Buffer) {
    let mut rest = raw;
    loop {
        let end = settled_len(rest);
        out.extend_from_slice(&rest[..end]);
        rest = &rest[end..];
        if rest.is_empty() {
            return;
        }
        let (octet, len) = decode_one(rest, Plus::Space);
        if octet == b' ' {
            out.push(b'+');
        } else {
            push_octet(octet, KEPT_IN_FORM, out);
        }
        rest = &rest[len..];
    }
}

/// How much of a name or a value is written as forms write it.
#[inline]
fn settled_len(raw: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        if is_kept(byte, KEPT_IN_FORM) || byte == b'+' {
            at += 1;
            continue;
        }
        match raw[at..] {
            [b'%', high, low, ..] if !(high.is_ascii_lowercase() || low.is_ascii_lowercase()) => {
                match hex_octet(high, low) {
                    Some(octet) if !is_kept(octet, KEPT_IN_FORM) && octet != b' ' => at += 3,
                    _ => return at,
                }
            }
            _ => return at,
        }
    }
    at
}

/// The octets that a name or a value stands for.
struct Decoded<'a>(&'a [u8]);

impl Iterator for Decoded<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0.is_empty() {
            return None;
        }
        let (octet, len) = decode_one(self.0, Plus::Space);
        self.0 = &self.0[len..];
        Some(octet)
    }
}
