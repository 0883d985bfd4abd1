//! References, seen from their bases.

use crate::block::Row;
use crate::chunk::Chunk;
use crate::memory::probe_if_long;
use crate::out::Made;
use crate::side::Side;
use crate::split::{Reading, Stop};
use std::borrow::Cow;
use urlmill_core::Buffer;
use urlmill_core::join::resolve;
use urlmill_core::split::scheme;

/// What references are seen from.
#[derive(Debug)]
pub enum Bases {
    /// All from the same.
    One(String),
    /// Each from the one in its row.
    Each(Rows),
}

/// A column, by the number of the row.
#[derive(Debug)]
pub struct Rows {
    chunks: Vec<Chunk>,
    /// The number of the first row of each.
    firsts: Vec<usize>,
}

impl Rows {
    /// The rows of all chunks, one after the other.
    ///
    /// # Errors
    /// [`Stop::Malformed`], as for [`Chunk::check`]: bases are read one by one, with no block to look at first.
    pub fn new(chunks: Vec<Chunk>) -> Result<Self, Stop> {
        chunks.iter().try_for_each(Chunk::check)?;
        let firsts = chunks.iter().scan(0, |next, chunk| {
            let first = *next;
            *next += chunk.len();
            Some(first)
        });
        Ok(Self { firsts: firsts.collect(), chunks })
    }

    fn text(&self, row: usize) -> Option<&str> {
        let chunk = self.firsts.partition_point(|&first| first <= row).checked_sub(1)?;
        self.chunks.get(chunk)?.text(row - self.firsts[chunk])
    }
}

impl Bases {
    pub(crate) fn of(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::One(base) => Some(base.as_bytes()),
            Self::Each(rows) => rows.text(row).map(str::as_bytes),
        }
    }
}

/// The row resolved against `base`; null if that cannot be a base.
pub(crate) fn joined(side: &mut Side<'_>, row: &Row<'_>, base: Option<&[u8]>, reading: &Reading<'_>) -> Made {
    let Some(base) = base else { return Ok(None) };
    let reference = row.text();
    let is_plain = scheme(base).is_some_and(|scheme| reading.schemes.of(scheme.of(base)).joins_plainly);
    // To resolve takes as much for the path that is put together and for what is written.
    probe_if_long(2 * (base.len() + reference.len()))?;
    let mut out = Buffer::new();
    let found = if is_plain && resolve(base, reference, &mut out).is_ok() {
        Some(Cow::Borrowed(&out[..]))
    } else {
        asked(base, reference, reading)?.map(|text| Cow::Owned(text.into_bytes()))
    };
    match found {
        Some(text) if *text == *reference => Ok(Some(row.place.whole())),
        Some(text) => side.store(&text).map(Some),
        None => Ok(None),
    }
}

#[cold]
fn asked(base: &[u8], reference: &[u8], reading: &Reading<'_>) -> Result<Option<String>, Stop> {
    match (std::str::from_utf8(base), std::str::from_utf8(reference)) {
        (Ok(base), Ok(reference)) => reading.classes.joined(base, reference),
        _ => Ok(None),
    }
}
