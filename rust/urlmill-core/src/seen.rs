//! Which fingerprints have been seen: exact, and close to the size of the fingerprints themselves.

mod shard;

use crate::threads::on_threads;
use shard::Shard;

/// 128 bits that stand for a URL. They come out of a hash, so that all of them are equally likely.
pub type Fingerprint = u128;

/// A shard for each first byte of a fingerprint. Only one shard is copied when it grows, so growing needs little memory more.
const SHARD_COUNT: usize = 256;

/// There was no memory for more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory;

/// A set of fingerprints; if asked for, with the number of times that each was added.
#[derive(Debug)]
pub struct Seen {
    shards: Vec<Shard>,
}

impl Seen {
    /// An empty set.
    #[must_use]
    pub fn new(is_counted: bool) -> Self {
        Self { shards: (0..SHARD_COUNT).map(|_| Shard::new(is_counted)).collect() }
    }

    /// How many different fingerprints there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes of memory it has.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shards.iter().map(Shard::size).sum()
    }

    /// Adds all, and says of each whether it is the first of its kind. Where memory runs out, those before it are in.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn add(&mut self, fingerprints: &[Fingerprint], is_new: &mut [bool]) -> Result<(), OutOfMemory> {
        for (&each, is_new) in fingerprints.iter().zip(is_new) {
            *is_new = self.shards[shard_of(each)].add(each, 1)?;
        }
        Ok(())
    }

    /// The same on several threads, each of which has shards of its own: the answers are those of one thread.
    ///
    /// # Errors
    /// [`OutOfMemory`]; then any of them may be in.
    pub fn add_on(
        &mut self,
        threads: usize,
        fingerprints: &[Fingerprint],
        is_new: &mut [bool],
    ) -> Result<(), OutOfMemory> {
        // To begin a thread takes as long as some hundred of them.
        const FEW: usize = 1 << 14;
        if threads < 2 || fingerprints.len() < FEW {
            return self.add(fingerprints, is_new);
        }
        let width = SHARD_COUNT.div_ceil(threads);
        let found = on_threads(self.shards.chunks_mut(width).enumerate(), |(part, shards)| {
            let first = part * width;
            let mut new = Vec::new();
            for (row, &each) in fingerprints.iter().enumerate() {
                let shard = shard_of(each).wrapping_sub(first);
                if shard < shards.len() && shards[shard].add(each, 1)? {
                    new.try_reserve(1).map_err(|_| OutOfMemory)?;
                    new.push(row);
                }
            }
            Ok(new)
        });
        is_new.fill(false);
        for part in found {
            part.unwrap_or(Err(OutOfMemory))?.into_iter().for_each(|row: usize| is_new[row] = true);
        }
        Ok(())
    }

    /// Adds one that was counted elsewhere; whether it is the first of its kind.
    ///
    /// # Errors
    /// [`OutOfMemory`].
    pub fn add_counted(&mut self, fingerprint: Fingerprint, count: u32) -> Result<bool, OutOfMemory> {
        self.shards[shard_of(fingerprint)].add(fingerprint, count)
    }

    /// How often it was added, as far as that is counted; 0 if never.
    #[must_use]
    pub fn count(&self, fingerprint: Fingerprint) -> u32 {
        self.shards[shard_of(fingerprint)].count(fingerprint)
    }

    /// All that begin with this byte, in order, each with its count.
    pub fn of_shard(&self, first: u8) -> impl Iterator<Item = (Fingerprint, u32)> {
        self.shards[usize::from(first)].iter()
    }
}

fn shard_of(fingerprint: Fingerprint) -> usize {
    (fingerprint >> 120) as usize
}

#[cfg(test)]
mod tests;
