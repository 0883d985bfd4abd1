//! Octets and how they are written.

use super::{Plus, copy, escape, zeros};
use crate::buffer::{Buffer, room};
use crate::scan::class::{CLASSES, UNRESERVED};
use crate::scan::lanes::{BLOCK, LANES, Lanes, Mask, bits};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// Says which octets are written as they are and which as `%XX`.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// What becomes of each octet.
    change: [u8; 256],
    /// If it says anything, only unreserved characters and this one are left alone.
    kept: Option<u8>,
}

/// Written as it is.
const KEPT: u8 = 0;
/// Written as `+`.
const SPACE: u8 = 1;
/// Written as `%XX`: the value is how much longer that is, so that a sum over the input gives the output's length.
const ESCAPED: u8 = 2;

impl Encoder {
    /// Leaves unreserved characters alone.
    pub const COMPONENT: Self = Self::new(b"", Plus::Literal);
    /// Leaves unreserved characters and `/` alone.
    pub const PATH: Self = Self::new(b"/", Plus::Literal);
    /// Leaves unreserved characters alone and writes a space as `+`.
    pub const FORM: Self = Self::new(b"", Plus::Space);

    /// Leaves unreserved characters and the ASCII ones of `safe` alone; others in `safe` are ignored.
    #[must_use]
    pub const fn new(safe: &[u8], plus: Plus) -> Self {
        let mut change = [ESCAPED; 256];
        let mut byte = 0;
        while byte < 256 {
            if CLASSES[byte] & UNRESERVED != 0 {
                change[byte] = KEPT;
            }
            byte += 1;
        }
        let mut at = 0;
        while at < safe.len() {
            if safe[at].is_ascii() {
                change[safe[at] as usize] = KEPT;
            }
            at += 1;
        }
        if matches!(plus, Plus::Space) {
            change[b' ' as usize] = SPACE;
        }
        let kept = match *safe {
            [] => Some(b'-'),
            [only] if only.is_ascii() && only != b' ' => Some(only),
            _ => None,
        };
        Self { change, kept }
    }

    /// How much longer the encoding of `raw` is than `raw`; `None` if it is `raw` itself.
    #[inline]
    #[must_use]
    pub fn growth(&self, raw: &[u8]) -> Option<usize> {
        if self.is_kept(raw) {
            return None;
        }
        Some(raw.iter().map(|&byte| usize::from(self.change[byte as usize] & ESCAPED)).sum())
    }

    /// Whether the encoding of `raw` is `raw` itself.
    #[inline]
    #[must_use]
    pub fn is_kept(&self, raw: &[u8]) -> bool {
        match self.kept {
            Some(kept) if raw.len() >= LANES => all_kept(raw, kept),
            _ => raw.iter().fold(KEPT, |changes, &byte| changes | self.change[byte as usize]) == KEPT,
        }
    }

    /// The most bytes that [`Self::encode_short`] takes.
    pub const SHORT: usize = 4 * BLOCK;

    /// The encoding of `raw`, up to [`Self::SHORT`] bytes, for `then`. All of it is initialised. Unlike
    /// [`Self::encode_into`] it need not be told the length beforehand.
    ///
    /// # Panics
    /// If `raw` is longer.
    #[inline(always)]
    pub fn encode_short<R>(&self, raw: &[u8], then: impl FnOnce(&[MaybeUninit<u8>]) -> R) -> R {
        assert!(raw.len() <= Self::SHORT, "{} bytes are more than {}", raw.len(), Self::SHORT);
        let mut out = [MaybeUninit::uninit(); 4 * 3 * BLOCK + LANES];
        let mut at = 0;
        for block in raw.chunks(BLOCK) {
            // Always there: three bytes for each octet before, and a place for this block.
            let Some(place) = out[at..].first_chunk_mut() else { break };
            at += self.encode_block(block, place, |slots, bytes| {
                slots.write_copy_of_slice(bytes);
            });
        }
        then(&out[..at])
    }

    /// The encoding of `raw`, borrowed where it is `raw` itself; `None` if memory has run out.
    #[must_use]
    pub fn encode<'a>(&self, raw: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let Some(growth) = self.growth(raw) else { return Some(Cow::Borrowed(raw)) };
        let mut out = zeros(raw.len() + growth)?;
        let mut place = [0; PLACE];
        let mut at = 0;
        for block in raw.chunks(BLOCK) {
            let len = self.encode_block(block, &mut place, |slots, bytes| slots.copy_from_slice(bytes));
            out[at..at + len].copy_from_slice(&place[..len]);
            at += len;
        }
        Some(Cow::Owned(out))
    }

    /// Appends the encoding of `raw` to `out`; `None` if memory has run out.
    #[inline]
    pub fn encode_onto(&self, raw: &[u8], out: &mut Buffer) -> Option<()> {
        if self.is_kept(raw) {
            room(out, raw.len())?;
            out.extend_from_slice(raw);
            return Some(());
        }
        // By way of a place whose length is known: a `Buffer` takes long for single bytes.
        let mut place = [0; PLACE];
        for block in raw.chunks(BLOCK) {
            let len = self.encode_block(block, &mut place, |slots, bytes| slots.copy_from_slice(bytes));
            room(out, len)?;
            out.extend_from_slice(&place[..len]);
        }
        Some(())
    }

    /// Writes the encoding of `raw` into `out`, which is as much longer as [`Self::growth`] says and wholly initialised
    /// by this.
    ///
    /// # Panics
    /// If `out` has another length.
    #[inline]
    pub fn encode_into(&self, raw: &[u8], out: &mut [MaybeUninit<u8>]) {
        let mut place = [MaybeUninit::uninit(); PLACE];
        let mut at = 0;
        for block in raw.chunks(BLOCK) {
            let len = self.encode_block(block, &mut place, |slots, bytes| {
                slots.write_copy_of_slice(bytes);
            });
            out[at..at + len].copy_from_slice(&place[..len]);
            at += len;
        }
        assert!(at == out.len(), "a place of {} bytes for {at}", out.len());
    }

    /// Tells how many bytes were written.
    #[inline(always)]
    fn encode_block<T>(&self, block: &[u8], place: &mut [T; PLACE], write: impl Fn(&mut [T], &[u8])) -> usize {
        let mut changed = self.changed(block);
        if changed.count_ones() as usize > block.len() / 2 {
            return self.encode_each(block, place, write);
        }
        let (mut at, mut len) = (0, 0);
        while changed != 0 {
            let end = changed.trailing_zeros() as usize;
            copy(block, at..end, &mut place[len..], &|lanes| lanes, &write);
            len += end - at;
            let four = self.written(block[end]);
            write(&mut place[len..len + 4], &four);
            len += usize::from(four[3]);
            at = end + 1;
            changed &= changed - 1;
        }
        copy(block, at..block.len(), &mut place[len..], &|lanes| lanes, &write);
        len + block.len() - at
    }

    /// The same for a block of which most is escaped.
    ///
    /// Four bytes are written for each octet, and the next one is written over those that are too many: which octets are
    /// escaped no processor can foresee, and a wrong guess takes longer than the rest.
    #[inline(always)]
    fn encode_each<T>(&self, block: &[u8], place: &mut [T; PLACE], write: impl Fn(&mut [T], &[u8])) -> usize {
        let mut len = 0;
        for &byte in block {
            let four = self.written(byte);
            write(&mut place[len..len + 4], &four);
            len += usize::from(four[3]);
        }
        len
    }

    /// Up to three bytes, and behind them how many.
    #[inline(always)]
    fn written(&self, byte: u8) -> [u8; 4] {
        // The mask saves a check: there are four of them.
        WRITTEN[usize::from(self.change[byte as usize] & 3)][byte as usize]
    }

    /// A bit for each byte of a block that is not written as it is.
    #[inline(always)]
    fn changed(&self, block: &[u8]) -> u64 {
        if let Some(kept) = self.kept {
            return !bits(block, |lanes| unreserved_or(kept, lanes)) & u64::MAX >> (BLOCK - block.len());
        }
        let is_changed = |&byte: &u8| u64::from(self.change[byte as usize] != KEPT);
        block.iter().rev().fold(0, |bits, byte| bits << 1 | is_changed(byte))
    }
}

/// Room for the encoding of a block, and for what is written too much.
const PLACE: usize = 3 * BLOCK + LANES;

/// What is written for each octet, by what becomes of it: up to three bytes, and behind them how many.
static WRITTEN: [[[u8; 4]; 256]; 4] = {
    let mut written = [[[0; 4]; 256]; 4];
    let mut octet = 0;
    while octet < 256 {
        let [percent, high, low] = escape(octet as u8);
        written[KEPT as usize][octet] = [octet as u8, 0, 0, 1];
        written[SPACE as usize][octet] = [b'+', 0, 0, 1];
        written[ESCAPED as usize][octet] = [percent, high, low, 3];
        octet += 1;
    }
    written
};

/// Marks unreserved characters and `kept`.
#[inline(always)]
fn unreserved_or(kept: u8, lanes: Lanes) -> Mask {
    // The digits, and before them `-`, `.` and `/`.
    let digits = lanes.between(b'-', b'9').without(lanes.equal(b'/'));
    lanes.letters() | digits | lanes.equal(b'_') | lanes.equal(b'~') | lanes.equal(kept)
}

/// Whether all of `raw`, sixteen bytes or more, is unreserved or `kept`. By vectors, where a table takes a look for each
/// byte.
#[inline]
fn all_kept(raw: &[u8], kept: u8) -> bool {
    let are_kept = |vector| unreserved_or(kept, Lanes::new(vector));
    let Some(&last) = raw.last_chunk() else { return false };
    let all = raw.as_chunks().0.iter().fold(are_kept(last), |all, &vector| all & are_kept(vector));
    all.bits() == 0xffff
}
