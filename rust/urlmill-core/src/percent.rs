//! Percent-decoding and -encoding of octets.
//!
//! Decoding is total, as `urllib.parse` has it: a `%` without two hexadecimal digits stands for itself. [`check`]
//! finds such a `%` for callers who mind.

use crate::buffer::{Buffer, room};
use crate::error::{Code, Fault};
use crate::scan::class::{CLASSES, HEX, UNRESERVED, hex_value, is};
use crate::scan::swar::{equal, unmarked};
use crate::scan::vector::any;
use memchr::{memchr, memchr_iter, memchr2};
use std::borrow::Cow;
use std::mem::MaybeUninit;
use wide::u8x16;

/// Whether `+` stands for a space, as in form-encoded queries, or for itself, as everywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plus {
    /// `+` is an ordinary character.
    Literal,
    /// `+` is a space.
    Space,
}

/// Whether decoding has anything to do, be it only to find that a `%` stands for itself.
#[inline]
#[must_use]
pub fn is_coded(raw: &[u8], plus: Plus) -> bool {
    match plus {
        // Seldom, so that all of it must be looked at.
        Plus::Literal if raw.len() <= 512 => any(raw, |b| b == b'%'),
        Plus::Literal => memchr(b'%', raw).is_some(),
        // Often and soon: most queries have one or the other.
        Plus::Space => memchr2(b'%', b'+', raw).is_some(),
    }
}

/// Decodes each escape once; borrows where there is nothing to decode. `None` if memory has run out.
#[must_use]
pub fn decode(raw: &[u8], plus: Plus) -> Option<Cow<'_, [u8]>> {
    if !is_coded(raw, plus) {
        return Some(Cow::Borrowed(raw));
    }
    let mut out = zeros(raw.len())?;
    let len = decode_to(raw, plus, &mut out, |slots, bytes| slots.copy_from_slice(bytes));
    out.truncate(len);
    Some(Cow::Owned(out))
}

/// So many; `None` if memory has run out.
fn zeros(len: usize) -> Option<Vec<u8>> {
    let mut zeros = Vec::new();
    zeros.try_reserve_exact(len).ok()?;
    zeros.resize(len, 0);
    Some(zeros)
}

/// Decodes into `out`, which is as long as `raw` or longer, and tells how many bytes were written: all of `out` before
/// that is initialised. For callers that have a buffer at hand and cannot spare an allocation.
#[inline]
pub fn decode_into(raw: &[u8], plus: Plus, out: &mut [MaybeUninit<u8>]) -> usize {
    // Callers take so many bytes for initialised, so a shorter one must not pass.
    let out = &mut out[..raw.len()];
    if plus == Plus::Space && memchr(b'%', raw).is_none() {
        // Nothing but spaces: as many bytes as there are, sixteen at a time.
        for (slot, &byte) in out.iter_mut().zip(raw) {
            slot.write(if byte == b'+' { b' ' } else { byte });
        }
        return raw.len();
    }
    decode_to(raw, plus, out, |slots, bytes| {
        slots.write_copy_of_slice(bytes);
    })
}

/// Eight bytes at a time: most of a URL is not escaped, and what is comes in short runs, for which a call of `memchr`
/// costs more than it saves. All eight are written at once; those from the first coded one on are written again.
#[inline(always)]
fn decode_to<T>(raw: &[u8], plus: Plus, out: &mut [T], write: impl Fn(&mut [T], &[u8])) -> usize {
    let out = &mut out[..raw.len()];
    let (mut at, mut written) = (0, 0);
    while at < raw.len() {
        if let Some(eight) = raw[at..].first_chunk::<8>() {
            write(&mut out[written..written + 8], eight);
            let plain = plain_prefix(*eight, plus);
            at += plain;
            written += plain;
            if plain == 8 {
                continue;
            }
        }
        let (byte, len) = decode_one(&raw[at..], plus);
        write(&mut out[written..=written], &[byte]);
        at += len;
        written += 1;
    }
    written
}

/// How many of the eight bytes stand before the first coded one.
#[inline]
fn plain_prefix(eight: [u8; 8], plus: Plus) -> usize {
    let word = u64::from_le_bytes(eight);
    unmarked(match plus {
        Plus::Literal => equal(word, b'%'),
        Plus::Space => equal(word, b'%') | equal(word, b'+'),
    })
}

/// The octet that `raw` begins with, and how many bytes it is written in.
#[inline]
pub(crate) fn decode_one(raw: &[u8], plus: Plus) -> (u8, usize) {
    match *raw {
        [b'%', high, low, ..] => match (hex_value(high), hex_value(low)) {
            (Some(high), Some(low)) => (high << 4 | low, 3),
            _ => (b'%', 1),
        },
        [b'+', ..] if plus == Plus::Space => (b' ', 1),
        [byte, ..] => (byte, 1),
        [] => (0, 0),
    }
}

/// Refuses a `%` that is not followed by two hexadecimal digits.
///
/// # Errors
/// [`Code::BadPercent`] at the first such `%`.
pub fn check(raw: &[u8]) -> Result<(), Fault> {
    check_before(raw, raw.len())
}

/// The same for a `%` before `end`; the digits may stand behind it.
///
/// # Errors
/// [`Code::BadPercent`] at the first such `%`.
pub fn check_before(raw: &[u8], end: usize) -> Result<(), Fault> {
    for at in memchr_iter(b'%', &raw[..end]) {
        match raw.get(at + 1..at + 3) {
            Some(&[high, low]) if is(high, HEX) && is(low, HEX) => {}
            _ => return Err(Fault::new(Code::BadPercent, at)),
        }
    }
    Ok(())
}

/// `%XX`
#[inline]
pub(crate) const fn escape(octet: u8) -> [u8; 3] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    [b'%', DIGITS[(octet >> 4) as usize], DIGITS[(octet & 15) as usize]]
}

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

    #[inline]
    fn is_kept(&self, raw: &[u8]) -> bool {
        match self.kept {
            Some(kept) if raw.len() >= 16 => all_kept(raw, kept),
            _ => raw.iter().fold(KEPT, |changes, &byte| changes | self.change[byte as usize]) == KEPT,
        }
    }

    /// The encoding of `raw`, borrowed where it is `raw` itself; `None` if memory has run out.
    #[must_use]
    pub fn encode<'a>(&self, raw: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let Some(growth) = self.growth(raw) else { return Some(Cow::Borrowed(raw)) };
        let mut out = zeros(raw.len() + growth)?;
        self.encode_to(raw, &mut out, |slots, bytes| slots.copy_from_slice(bytes));
        Some(Cow::Owned(out))
    }

    /// Appends the encoding of `raw` to `out`; `None` if memory has run out.
    #[inline]
    pub fn encode_onto(&self, raw: &[u8], out: &mut Buffer) -> Option<()> {
        const PIECE: usize = 64;
        if self.is_kept(raw) {
            room(out, raw.len())?;
            out.extend_from_slice(raw);
            return Some(());
        }
        // By way of a place whose length is known: a `Buffer` takes long for single bytes.
        let mut place = [0; 3 * PIECE + 1];
        for piece in raw.chunks(PIECE) {
            let len = self.encode_to(piece, &mut place, |slots, bytes| slots.copy_from_slice(bytes));
            room(out, len)?;
            out.extend_from_slice(&place[..len]);
        }
        Some(())
    }

    /// Writes the encoding of `raw` into `out`, which is as much longer as [`Self::growth`] says and wholly initialised
    /// by this.
    #[inline]
    pub fn encode_into(&self, raw: &[u8], out: &mut [MaybeUninit<u8>]) {
        self.encode_to(raw, out, |slots, bytes| {
            slots.write_copy_of_slice(bytes);
        });
    }

    /// Tells how many bytes were written; what does not fit is left out.
    ///
    /// Four bytes are written for each octet, and the next one is written over those that are too many: which octets are
    /// escaped no processor can foresee, and a wrong guess takes longer than the rest.
    #[inline(always)]
    fn encode_to<T>(&self, raw: &[u8], out: &mut [T], write: impl Fn(&mut [T], &[u8])) -> usize {
        let mut at = 0;
        for &byte in raw {
            // The mask saves a check: there are four of them.
            let four = WRITTEN[usize::from(self.change[byte as usize] & 3)][byte as usize];
            let len = usize::from(four[3]);
            let slots = out.get_mut(at..).unwrap_or_default();
            if let Some(slots) = slots.first_chunk_mut::<4>() {
                write(slots, &four);
            } else if let Some(slots) = slots.get_mut(..len) {
                write(slots, &four[..len]);
            }
            at += len;
        }
        at
    }
}

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

/// Whether all of `raw`, sixteen bytes or more, is unreserved or `kept`. By vectors, where a table takes a look for each
/// byte.
#[inline]
fn all_kept(raw: &[u8], kept: u8) -> bool {
    let are_kept = |vector: [u8; 16]| {
        let vector = u8x16::new(vector);
        let equal = |byte| vector.simd_eq(u8x16::splat(byte));
        let between = |vector: u8x16, first: u8, last: u8| {
            let offset = vector - u8x16::splat(first);
            offset.simd_eq(offset.min(u8x16::splat(last - first)))
        };
        let letters = between(vector | u8x16::splat(0x20), b'a', b'z');
        letters | between(vector, b'0', b'9') | equal(b'-') | equal(b'.') | equal(b'_') | equal(b'~') | equal(kept)
    };
    let Some(&last) = raw.last_chunk() else { return false };
    let all = raw.as_chunks().0.iter().fold(are_kept(last), |all, &vector| all & are_kept(vector));
    all.to_bitmask() == 0xffff
}
