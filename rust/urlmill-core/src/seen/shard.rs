//! A part of the set, as a sorted table with gaps.
//!
//! The home of a fingerprint is its value, scaled to the length of the table; it stands there or as near as can be after it.
//! So the whole table is in order, a search ends at the first that is greater, and to make the
//! table longer is one pass through it. At least two thirds of the places are taken once the table has grown, at most 85%.

use super::{Fingerprint, OutOfMemory};

/// A place that is free. The one fingerprint that looks like this is kept apart.
const FREE: Fingerprint = 0;
/// The fewest homes.
const FEWEST: usize = 16;

#[derive(Debug)]
pub(super) struct Shard {
    /// As many as there are homes, and what has been pushed beyond the last one.
    slots: Vec<Fingerprint>,
    homes: usize,
    /// How many places are taken.
    taken: usize,
    /// How often each was added; `None` if that is not counted.
    counts: Option<Vec<u32>>,
    /// How often the fingerprint was added that is all zeros.
    zeros: u32,
}

/// Where a fingerprint is, or where it belongs.
enum Place {
    Found(usize),
    Missing(usize),
}

impl Shard {
    pub(super) fn new(is_counted: bool) -> Self {
        Self { slots: Vec::new(), homes: 0, taken: 0, counts: is_counted.then(Vec::new), zeros: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.taken + usize::from(self.zeros > 0)
    }

    pub(super) fn size(&self) -> usize {
        let counts = self.counts.as_ref().map_or(0, |counts| counts.capacity() * size_of::<u32>());
        self.slots.capacity() * size_of::<Fingerprint>() + counts
    }

    /// Whether it is new.
    #[inline]
    pub(super) fn add(&mut self, fingerprint: Fingerprint, count: u32) -> Result<bool, OutOfMemory> {
        if fingerprint == FREE {
            let is_new = self.zeros == 0;
            self.zeros = if self.counts.is_some() { self.zeros.saturating_add(count) } else { 1 };
            return Ok(is_new);
        }
        let place = match self.place(fingerprint) {
            Place::Found(place) => {
                if let Some(counts) = &mut self.counts {
                    counts[place] = counts[place].saturating_add(count);
                }
                return Ok(false);
            }
            Place::Missing(place) if self.taken * 20 < self.homes * 17 => place,
            Place::Missing(_) => {
                self.grow()?;
                match self.place(fingerprint) {
                    Place::Found(place) | Place::Missing(place) => place,
                }
            }
        };
        self.insert(place, fingerprint, count)?;
        Ok(true)
    }

    pub(super) fn count(&self, fingerprint: Fingerprint) -> u32 {
        if fingerprint == FREE {
            return self.zeros;
        }
        match self.place(fingerprint) {
            Place::Found(place) => self.counts.as_ref().map_or(1, |counts| counts[place]),
            Place::Missing(_) => 0,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Fingerprint, u32)> {
        let counted = |place: usize| self.counts.as_ref().map_or(1, |counts| counts[place]);
        let taken = self.slots.iter().enumerate().filter(|(_, slot)| **slot != FREE);
        let zeros = (self.zeros > 0).then_some((FREE, self.zeros));
        zeros.into_iter().chain(taken.map(move |(place, slot)| (*slot, counted(place))))
    }

    #[inline]
    fn place(&self, fingerprint: Fingerprint) -> Place {
        let mut place = home(fingerprint, self.homes);
        while let Some(&slot) = self.slots.get(place) {
            if slot == fingerprint {
                return Place::Found(place);
            }
            if slot == FREE || slot > fingerprint {
                break;
            }
            place += 1;
        }
        Place::Missing(place)
    }

    /// Puts it there; what stands there moves up to the next free place.
    #[inline]
    fn insert(&mut self, place: usize, fingerprint: Fingerprint, count: u32) -> Result<(), OutOfMemory> {
        let free = match self.slots[place.min(self.slots.len())..].iter().position(|slot| *slot == FREE) {
            Some(distance) => place + distance,
            None => self.lengthen()?,
        };
        self.slots.copy_within(place..free, place + 1);
        self.slots[place] = fingerprint;
        if let Some(counts) = &mut self.counts {
            counts.copy_within(place..free, place + 1);
            counts[place] = count;
        }
        self.taken += 1;
        Ok(())
    }

    /// One more place at the end; where it is.
    #[cold]
    fn lengthen(&mut self) -> Result<usize, OutOfMemory> {
        const MORE: usize = 64;
        if let Some(counts) = &mut self.counts {
            if counts.len() == counts.capacity() {
                counts.try_reserve_exact(MORE).map_err(|_| OutOfMemory)?;
            }
            counts.push(0);
        }
        if self.slots.len() == self.slots.capacity() {
            self.slots.try_reserve_exact(MORE).map_err(|_| OutOfMemory)?;
        }
        self.slots.push(FREE);
        Ok(self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), OutOfMemory> {
        let homes = FEWEST.max(self.homes + self.homes / 4);
        // Beyond the last home there is room for those that are pushed on; more of it is made as they come.
        let length = homes.max(self.longest_reach(homes));
        let mut slots = zeroed(length)?;
        let mut counts = self.counts.as_ref().map(|_| zeroed(length)).transpose()?;
        let mut next = 0;
        for (place, &slot) in self.slots.iter().enumerate().filter(|(_, slot)| **slot != FREE) {
            next = next.max(home(slot, homes));
            slots[next] = slot;
            if let (Some(new), Some(old)) = (&mut counts, &self.counts) {
                new[next] = old[place];
            }
            next += 1;
        }
        (self.slots, self.counts, self.homes) = (slots, counts, homes);
        Ok(())
    }

    /// How many places they take when there are so many homes.
    fn longest_reach(&self, homes: usize) -> usize {
        let taken = self.slots.iter().filter(|slot| **slot != FREE);
        taken.fold(0, |next, &slot| next.max(home(slot, homes)) + 1)
    }
}

/// In the order of the fingerprints.
#[inline]
fn home(fingerprint: Fingerprint, homes: usize) -> usize {
    let within = (fingerprint >> 56) as u64; // without the byte that chose the shard
    ((u128::from(within) * homes as u128) >> 64) as usize
}

fn zeroed<T: Clone + Default>(length: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut made = Vec::new();
    made.try_reserve_exact(length).map_err(|_| OutOfMemory)?;
    made.resize(length, T::default());
    Ok(made)
}
