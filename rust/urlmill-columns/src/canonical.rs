//! Canonical forms of rows, their keys and their fingerprints.

use crate::block::{Block, Row};
use crate::memory::probe_if_long;
use crate::out::Made;
use crate::rules::Classes;
use crate::side::Side;
use crate::split::Stop;
use urlmill_core::Buffer;
use urlmill_core::canonical::fingerprint::fingerprint;
use urlmill_core::canonical::key::write_key;
use urlmill_core::canonical::{Form, Normal};

/// A form, and what tells its fingerprints from those of others: at most 16 octets each.
#[derive(Clone, Copy, Debug)]
pub struct Hashed<'a> {
    /// The canonical form.
    pub form: Form,
    /// For BLAKE2b.
    pub person: &'a [u8],
    /// For BLAKE2b.
    pub salt: &'a [u8],
}

/// The form of a row, as far as it is known here.
enum Known {
    /// The row itself.
    Same,
    /// What was written.
    Written,
    /// What somebody else says.
    Asked(String),
}

/// `None` where the level refuses the row.
#[inline]
fn known(row: &Row<'_>, form: Form, out: &mut Buffer, classes: &dyn Classes) -> Result<Option<Known>, Stop> {
    let text = row.text();
    // Where there is too little memory somebody else would be asked, who takes more of it.
    probe_if_long(text.len().saturating_mul(4))?;
    out.clear();
    match form.write(text, out) {
        Normal::Same => Ok(Some(Known::Same)),
        Normal::Changed => Ok(Some(Known::Written)),
        Normal::Ask if form == Form::Web => Ok(None),
        Normal::Ask => asked(text, classes),
    }
}

#[cold]
fn asked(text: &[u8], classes: &dyn Classes) -> Result<Option<Known>, Stop> {
    let Ok(text) = std::str::from_utf8(text) else { return Ok(None) };
    Ok(classes.canonical(text)?.map(Known::Asked))
}

/// The canonical form of the row; null if the level refuses it.
#[inline]
pub(crate) fn form(side: &mut Side<'_>, row: &Row<'_>, form: Form, classes: &dyn Classes) -> Made {
    let mut out = Buffer::new();
    match known(row, form, &mut out, classes)? {
        None => Ok(None),
        Some(Known::Same) => Ok(Some(row.place.whole())),
        Some(Known::Written) => side.store(&out).map(Some),
        Some(Known::Asked(text)) => side.store(text.as_bytes()).map(Some),
    }
}

/// The key of that form.
#[inline]
pub(crate) fn key(side: &mut Side<'_>, row: &Row<'_>, form: Form, classes: &dyn Classes) -> Made {
    let (mut out, mut key) = (Buffer::new(), Buffer::new());
    let form = match known(row, form, &mut out, classes)? {
        None => return Ok(None),
        Some(Known::Same) => row.text(),
        Some(Known::Written) if form == Form::Surt => return side.store(&out).map(Some),
        Some(Known::Written) => &out,
        Some(Known::Asked(key)) => return side.store(key.as_bytes()).map(Some),
    };
    write_key(form, &mut key).ok_or(Stop::Memory)?;
    if *key == *row.text() { Ok(Some(row.place.whole())) } else { side.store(&key).map(Some) }
}

/// The fingerprints of a block's rows, which are those from `at` on.
pub(crate) fn write_fingerprints(
    values: &mut [u128],
    bits: &mut [u64],
    hashed: Hashed<'_>,
    block: &Block<'_>,
    at: usize,
    classes: &dyn Classes,
) -> Result<(), Stop> {
    let mut out = Buffer::new();
    for (word, rows) in block.words().enumerate() {
        let mut present = 0;
        for (index, row) in rows.enumerate() {
            if block.valid[word] >> index & 1 == 0 {
                continue;
            }
            let answer = known(&row, hashed.form, &mut out, classes)?;
            let form = match &answer {
                None => continue,
                Some(Known::Same) => row.text(),
                Some(Known::Written) => &out[..],
                Some(Known::Asked(text)) => text.as_bytes(),
            };
            let Some(found) = fingerprint(form, hashed.person, hashed.salt) else { continue };
            // The octets of a number are in the order of the machine.
            values[at + word * 64 + index] = u128::from_ne_bytes(found);
            present |= 1 << index;
        }
        bits[at / 64 + word] = present;
    }
    Ok(())
}
