//! The first of some bytes in text of some hundred: a call of `memchr` takes longer than to look at most of it.

use super::lanes::{BLOCK, LANES, Lanes, Mask, bits, sixteen};

/// Where `byte` is first, if that is among the first sixteen bytes of a longer text.
#[inline(always)]
#[must_use]
pub fn near(byte: u8, text: &[u8]) -> Option<usize> {
    let marks = Lanes::new(*text.first_chunk()?).equal(byte).bits();
    (marks != 0).then(|| marks.trailing_zeros() as usize)
}

/// The first of some bytes.
#[inline]
#[must_use]
pub fn first_of<const N: usize>(bytes: [u8; N], text: &[u8]) -> Option<usize> {
    let marks = |chunk| any_of(bytes, Lanes::new(chunk)).bits();
    let (chunks, rest) = text.as_chunks::<LANES>();
    for (index, &chunk) in chunks.iter().enumerate() {
        let marks = marks(chunk);
        if marks != 0 {
            return Some(index * LANES + marks.trailing_zeros() as usize);
        }
    }
    let marks = marks(sixteen(rest)) & ((1 << rest.len()) - 1);
    (marks != 0).then(|| text.len() - rest.len() + marks.trailing_zeros() as usize)
}

/// Where some bytes stand in a line: one after the other is asked for, and each part of the line is looked at once.
#[derive(Debug)]
pub struct Marks<'a, const N: usize> {
    bytes: [u8; N],
    /// The line, and what may come after it.
    memory: &'a [u8],
    end: usize,
    /// The number of the block that is looked at, and what is marked in it.
    block: usize,
    found: u64,
}

impl<'a, const N: usize> Marks<'a, N> {
    /// Those of the line that is the first `end` bytes of `memory`: what follows it may be looked at, but counts for
    /// nothing.
    #[inline(always)]
    #[must_use]
    pub fn new(bytes: [u8; N], memory: &'a [u8], end: usize) -> Self {
        Self { bytes, memory, end: end.min(memory.len()), block: usize::MAX, found: 0 }
    }

    /// The first from `at` on.
    #[inline(always)]
    pub fn from(&mut self, at: usize) -> Option<usize> {
        let mut block = at / BLOCK;
        let mut rest = self.of(block) >> (at % BLOCK) << (at % BLOCK);
        while rest == 0 {
            if block >= self.end / BLOCK {
                return None;
            }
            block += 1;
            rest = self.of(block);
        }
        let found = block * BLOCK + rest.trailing_zeros() as usize;
        (found < self.end).then_some(found)
    }

    /// What is marked in a block.
    #[inline(always)]
    fn of(&mut self, block: usize) -> u64 {
        if block != self.block {
            self.block = block;
            self.found = self.memory.get(block * BLOCK..).map_or(0, |rest| self.marks_of(rest));
        }
        self.found
    }

    #[inline(always)]
    fn marks_of(&self, rest: &[u8]) -> u64 {
        let marked = |lanes| any_of(self.bytes, lanes);
        rest.first_chunk::<BLOCK>().map_or_else(|| bits(rest, marked), |block| bits(block, marked))
    }
}

#[inline(always)]
fn any_of<const N: usize>(bytes: [u8; N], lanes: Lanes) -> Mask {
    bytes.into_iter().fold(Mask::NONE, |marks, byte| marks | lanes.equal(byte))
}
