//! Where a literal stands, for fields that are short: to call a function takes longer than to look at most of them.

use urlmill_core::scan::first::{Marks, first_of, near};

/// The quotes of a line, and its backslashes.
pub(super) struct Quotes<'a>(Marks<'a, 2>);

impl<'a> Quotes<'a> {
    /// Those of the line that is the first `len` bytes of `memory`.
    #[inline]
    pub(super) fn of(memory: &'a [u8], len: usize) -> Self {
        Self(Marks::new([b'"', b'\\'], memory, len))
    }
}

/// A literal, and what makes it fast to compare.
#[derive(Clone, Debug)]
pub(super) struct Literal {
    octets: Vec<u8>,
    /// The first eight bytes, and ones for each that there is.
    head: u64,
    mask: u64,
}

impl Literal {
    pub(super) fn new(octets: &[u8]) -> Self {
        let (mut head, mut mask) = ([0; 8], [0; 8]);
        for ((head, mask), &octet) in head.iter_mut().zip(&mut mask).zip(octets) {
            (*head, *mask) = (octet, 0xff);
        }
        Self { octets: octets.to_vec(), head: u64::from_le_bytes(head), mask: u64::from_le_bytes(mask) }
    }

    pub(super) fn len(&self) -> usize {
        self.octets.len()
    }

    /// Whether `text` begins with it.
    #[inline(always)]
    pub(super) fn begins(&self, text: &[u8]) -> bool {
        match text.first_chunk::<8>() {
            Some(head) if self.octets.len() <= 8 => (u64::from_le_bytes(*head) ^ self.head) & self.mask == 0,
            _ => text.starts_with(&self.octets),
        }
    }

    /// Its first occurrence.
    #[inline(always)]
    pub(super) fn find(&self, text: &[u8]) -> Option<usize> {
        // The lowest byte of the head is the first one.
        match near(self.head as u8, text) {
            Some(at) if matches!(self.octets.len(), 1..=8) && self.begins(&text[at..]) => Some(at),
            _ => self.find_far(text),
        }
    }

    #[inline(never)]
    fn find_far(&self, text: &[u8]) -> Option<usize> {
        let Some(&first) = self.octets.first() else { return Some(0) };
        let mut at = first_of([first], text)?;
        while !self.begins(&text[at..]) {
            at += 1 + first_of([first], &text[at + 1..])?;
        }
        Some(at)
    }

    /// The first occurrence from `at` on of one that begins with `"`, where no backslash protects it; in a line with
    /// these quotes.
    #[inline]
    pub(super) fn find_quote(&self, text: &[u8], quotes: &mut Quotes<'_>, mut at: usize) -> Option<usize> {
        loop {
            at = quotes.0.from(at)?;
            let is_quote = text[at] == b'"';
            if is_quote && (self.octets.len() == 1 || self.begins(&text[at..])) {
                return Some(at);
            }
            at += if is_quote { 1 } else { 2 };
        }
    }

    /// The same in a part of a line.
    #[inline]
    pub(super) fn find_unprotected(&self, text: &[u8]) -> Option<usize> {
        let mut from = 0;
        loop {
            let at = from + first_of([b'"', b'\\'], text.get(from..)?)?;
            let is_quote = text[at] == b'"';
            if is_quote && self.begins(&text[at..]) {
                return Some(at);
            }
            from = at + if is_quote { 1 } else { 2 };
        }
    }

    /// Where a field that ends with it ends; for fields that few formats have, to keep the others short.
    #[inline(never)]
    pub(super) fn find_rarely(&self, text: &[u8]) -> Option<usize> {
        if self.octets.first() == Some(&b'"') { self.find_unprotected(text) } else { self.find(text) }
    }

    /// Where the character begins in which `text` is no longer the same.
    #[cold]
    pub(super) fn first_difference(&self, text: &[u8]) -> usize {
        let mut at = text.iter().zip(&self.octets).take_while(|(one, other)| one == other).count();
        while text.get(at).is_some_and(|b| b & 0xc0 == 0x80) && at > 0 {
            at -= 1;
        }
        at
    }
}
