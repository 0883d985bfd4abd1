//! Lines that are like one before. A server writes the same keys in the same order, so the text between values is the same
//! in most lines, and to compare it takes a fraction of the time that it takes to read it.

use super::object::Slot;
use super::value::{DEEPEST, read, skip};
use super::{Line, Value};

/// The text between the values of a line.
#[derive(Clone, Debug)]
pub(super) struct Shape {
    steps: Vec<Step>,
    tail: Literal,
    /// The places of values that such a line does not have.
    absent: Vec<usize>,
}

/// Some text, and a value after it.
#[derive(Clone, Debug)]
struct Step {
    before: Literal,
    place: Option<usize>,
}

impl Shape {
    /// That of a line of which the reader was sure; `None` if it says too little about lines like it.
    pub(super) fn new(line: Line<'_>, slots: &[Slot], places: usize) -> Option<Self> {
        /// No log is known to have as many values on a line.
        const MOST: usize = 256;
        if slots.is_empty() || slots.len() > MOST || slots.iter().any(|slot| slot.is_open) {
            return None;
        }
        let starts = [0].into_iter().chain(slots.iter().map(|slot| slot.end));
        let between = slots.iter().zip(starts).map(|(slot, start)| line.memory.get(start..slot.start));
        let steps =
            between.zip(slots).map(|(text, slot)| Some(Step { before: Literal::new(text?), place: slot.place }));
        let tail = Literal::new(line.memory.get(slots.last()?.end..line.end)?);
        let absent = (0..places).filter(|&place| slots.iter().all(|slot| slot.place != Some(place))).collect();
        Some(Self { steps: steps.collect::<Option<_>>()?, tail, absent })
    }

    /// Reads a line if it is of this shape, and the reader sure of its values.
    #[inline]
    pub(super) fn read(&self, line: Line<'_>, values: &mut [Value]) -> bool {
        for &place in &self.absent {
            if let Some(value) = values.get_mut(place) {
                *value = Value::Absent;
            }
        }
        self.end(line, values).is_some_and(|at| at + self.tail.len() == line.end && self.tail.begins(line, at))
    }

    /// Where the tail of the line begins.
    #[inline(always)]
    fn end(&self, line: Line<'_>, values: &mut [Value]) -> Option<usize> {
        let mut at = 0;
        for step in &self.steps {
            if !step.before.begins(line, at) {
                return None;
            }
            at += step.before.len();
            match step.place {
                None => at = skip(line, at, DEEPEST)?,
                Some(place) => (*values.get_mut(place)?, at) = read(line, at)?,
            }
        }
        Some(at)
    }
}

const WORDS: usize = 4;
const SHORT: usize = WORDS * 8;

/// Text that is compared as a whole, if it is short.
#[derive(Clone, Debug)]
struct Literal {
    octets: Vec<u8>,
    /// The first 32 bytes, and ones for each that there is.
    head: [u64; WORDS],
    mask: [u64; WORDS],
}

impl Literal {
    fn new(octets: &[u8]) -> Self {
        let (mut head, mut mask) = ([0; SHORT], [0; SHORT]);
        for ((head, mask), &octet) in head.iter_mut().zip(&mut mask).zip(octets) {
            (*head, *mask) = (octet, 0xff);
        }
        Self { octets: octets.to_vec(), head: words(&head), mask: words(&mask) }
    }

    fn len(&self) -> usize {
        self.octets.len()
    }

    /// Whether it stands at `at`. It may go beyond the line, so that the value after it is looked for where no line is.
    #[inline(always)]
    fn begins(&self, line: Line<'_>, at: usize) -> bool {
        let Some(rest) = line.memory.get(at..) else { return false };
        match rest.first_chunk::<SHORT>() {
            Some(first) if self.octets.len() <= SHORT => {
                let pairs = words(first).into_iter().zip(self.head).zip(self.mask);
                pairs.fold(0, |different, ((word, head), mask)| different | (word ^ head) & mask) == 0
            }
            _ => rest.starts_with(&self.octets),
        }
    }
}

#[inline(always)]
fn words(bytes: &[u8; SHORT]) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *word = u64::from_le_bytes(*bytes);
    }
    words
}
