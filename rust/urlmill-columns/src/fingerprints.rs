//! Fingerprints of the canonical forms of rows.

use crate::chunk::Chunk;
use crate::memory::{probe_if_long, zeroed};
use crate::split::Stop;
use urlmill_core::Buffer;
use urlmill_core::canonical::Normal;
use urlmill_core::canonical::fingerprint::{LEN, fingerprint};
use urlmill_core::threads::on_threads;

/// Which forms, and what tells their fingerprints from those of others: at most 16 octets each.
#[derive(Clone, Copy)]
pub struct Forms<'a> {
    /// The canonical form of a text.
    pub write: &'a (dyn Fn(&[u8], &mut Buffer) -> Normal + Sync),
    /// For BLAKE2b.
    pub person: &'a [u8],
    /// For BLAKE2b.
    pub salt: &'a [u8],
}

/// How a row was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Answer {
    /// It is null.
    #[default]
    Null,
    /// Its fingerprint is there.
    Known,
    /// Somebody else has to say what its form is.
    Ask,
}

/// A fingerprint for each row, one behind the other, and how the row was answered.
#[derive(Debug)]
pub struct Fingerprints {
    /// Zeros where it is not known.
    pub octets: Vec<u8>,
    /// One for each row.
    pub answers: Vec<Answer>,
}

/// To begin a thread takes as long as some hundred rows.
const FEW: usize = 1 << 12;

/// Those of all rows, on so many threads.
///
/// # Errors
/// Those of [`Stop`].
pub fn fingerprints(chunks: &[Chunk], forms: Forms<'_>, threads: usize) -> Result<Fingerprints, Stop> {
    chunks.iter().try_for_each(Chunk::check)?;
    let rows: usize = chunks.iter().map(Chunk::len).sum();
    let mut octets = zeroed(rows.checked_mul(LEN).ok_or(Stop::Memory)?)?;
    let mut answers = Vec::new();
    answers.try_reserve_exact(rows).map_err(|_| Stop::Memory)?;
    answers.resize(rows, Answer::Null);
    let width = rows.div_ceil(threads.max(1)).max(FEW);
    let parts = octets.chunks_mut(width * LEN).zip(answers.chunks_mut(width)).enumerate();
    let done = on_threads(parts, |(part, (octets, answers))| fill(chunks, part * width, octets, answers, forms));
    done.into_iter().try_for_each(|part| part.unwrap_or(Err(Stop::Panicked)))?;
    Ok(Fingerprints { octets, answers })
}

/// The rows from `first` on.
fn fill(
    chunks: &[Chunk],
    first: usize,
    octets: &mut [u8],
    answers: &mut [Answer],
    forms: Forms<'_>,
) -> Result<(), Stop> {
    let mut written = Buffer::new();
    let mut out = octets.chunks_mut(LEN).zip(answers);
    let mut before = 0; // rows of the chunks before
    for chunk in chunks {
        let from = first.saturating_sub(before).min(chunk.len());
        before += chunk.len();
        for (row, (place, answer)) in (from..chunk.len()).zip(&mut out) {
            let Some(octets) = chunk.octets(row) else { continue };
            let Ok(text) = std::str::from_utf8(octets) else {
                *answer = Answer::Ask;
                continue;
            };
            probe_if_long(4 * text.len())?;
            written.clear();
            let form = match (forms.write)(text.as_bytes(), &mut written) {
                Normal::Same => text.as_bytes(),
                Normal::Changed => &written[..],
                Normal::Ask => {
                    *answer = Answer::Ask;
                    continue;
                }
            };
            let Some(hashed) = fingerprint(form, forms.person, forms.salt) else { continue };
            place.copy_from_slice(&hashed);
            *answer = Answer::Known;
        }
    }
    Ok(())
}
