//! How often each value occurs, and which of them came first.

use crate::memory::{reserve, with_room};
use crate::split::Stop;
use ahash::RandomState;
use hashbrown::HashTable;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Values and their counts. Of each value it also knows the rank of its first row: rows may come in any order.
#[derive(Debug)]
pub struct Counts {
    table: HashTable<Entry>,
    /// The text of all values.
    texts: Vec<u8>,
    hasher: RandomState,
    nulls: Option<Seen>,
}

/// A value, its count, and the rank of its first row.
pub type Ranked<'a> = (&'a str, u64, u64);

#[derive(Clone, Copy, Debug)]
struct Seen {
    count: u64,
    first: u64,
}

impl Seen {
    #[inline]
    fn add(&mut self, more: Self) {
        self.count += more.count;
        self.first = self.first.min(more.first);
    }
}

#[derive(Debug)]
struct Entry {
    hash: u64,
    start: usize,
    len: usize,
    seen: Seen,
}

impl Counts {
    fn new(hasher: RandomState) -> Self {
        Self { table: HashTable::new(), texts: Vec::new(), hasher, nulls: None }
    }

    /// Counts a value, which must be UTF-8, so many times.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    #[inline]
    pub fn add(&mut self, value: &[u8], count: u64, first: u64) -> Result<(), Stop> {
        let hash = self.hasher.hash_one(value);
        self.add_hashed(value, hash, Seen { count, first })
    }

    /// Counts a row without a value so many times.
    #[inline]
    pub fn add_null(&mut self, count: u64, first: u64) {
        let seen = Seen { count, first };
        match &mut self.nulls {
            Some(nulls) => nulls.add(seen),
            None => self.nulls = Some(seen),
        }
    }

    #[inline]
    fn add_hashed(&mut self, value: &[u8], hash: u64, seen: Seen) -> Result<(), Stop> {
        let texts = &self.texts;
        let is_same = |entry: &Entry| {
            entry.hash == hash
                && entry.len == value.len()
                && texts.get(entry.start..).is_some_and(|text| text.starts_with(value))
        };
        match self.table.find_mut(hash, is_same) {
            Some(entry) => {
                entry.seen.add(seen);
                Ok(())
            }
            None => self.insert(value, hash, seen),
        }
    }

    #[cold]
    #[inline(never)]
    fn insert(&mut self, value: &[u8], hash: u64, seen: Seen) -> Result<(), Stop> {
        self.table.try_reserve(1, |entry| entry.hash).map_err(|_| Stop::Memory)?;
        reserve(&mut self.texts, value.len())?;
        let start = self.texts.len();
        self.texts.extend_from_slice(value);
        self.table.insert_unique(hash, Entry { hash, start, len: value.len(), seen }, |entry| entry.hash);
        Ok(())
    }

    fn merge(&mut self, other: &Self) -> Result<(), Stop> {
        if let Some(nulls) = other.nulls {
            self.add_null(nulls.count, nulls.first);
        }
        for entry in &other.table {
            self.add_hashed(other.text(entry), entry.hash, entry.seen)?;
        }
        Ok(())
    }

    fn text(&self, entry: &Entry) -> &[u8] {
        &self.texts[entry.start..entry.start + entry.len]
    }

    /// How many different values there are, without null.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether no value was counted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// How many rows have a value.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.table.iter().map(|entry| entry.seen.count).sum()
    }

    /// How many rows have none, and the rank of the first of them.
    #[must_use]
    pub fn nulls(&self) -> Option<(u64, u64)> {
        self.nulls.map(|seen| (seen.count, seen.first))
    }

    /// The most frequent values; of two as frequent, the one seen first.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn most(&self, number: usize) -> Result<Vec<Ranked<'_>>, Stop> {
        let mut all = with_room(self.len())?;
        all.extend(&self.table);
        let order = |one: &&Entry, other: &&Entry| {
            other.seen.count.cmp(&one.seen.count).then(one.seen.first.cmp(&other.seen.first))
        };
        if number < all.len() {
            all.select_nth_unstable_by(number, order);
            all.truncate(number);
        }
        all.sort_unstable_by(order);
        let text = |entry| std::str::from_utf8(self.text(entry)).unwrap_or_default();
        Ok(all.into_iter().map(|entry| (text(entry), entry.seen.count, entry.seen.first)).collect())
    }
}

/// Counts that several threads add to at once: each has some of its own for as long as it counts.
#[derive(Debug)]
pub struct Tally {
    hasher: RandomState,
    idle: Mutex<Vec<Counts>>,
}

impl Default for Tally {
    fn default() -> Self {
        Self { hasher: RandomState::new(), idle: Mutex::new(Vec::new()) }
    }
}

impl Tally {
    /// Has something counted.
    pub fn with<T>(&self, count: impl FnOnce(&mut Counts) -> T) -> T {
        let idle = self.idle().pop();
        let mut counts = idle.unwrap_or_else(|| Counts::new(self.hasher.clone()));
        let result = count(&mut counts);
        self.idle().push(counts);
        result
    }

    /// Looks at all that was counted so far, put together.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn with_all<T>(&self, look: impl FnOnce(&Counts) -> Result<T, Stop>) -> Result<T, Stop> {
        let mut idle = self.idle();
        idle.sort_unstable_by_key(Counts::len);
        let Some(mut all) = idle.pop() else { return look(&Counts::new(self.hasher.clone())) };
        let mut merged = Ok(());
        while merged.is_ok()
            && let Some(other) = idle.pop()
        {
            merged = all.merge(&other);
        }
        let result = merged.and_then(|()| look(&all));
        idle.push(all);
        result
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Counts>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
