//! Percent-decoding and -encoding of octets.
//!
//! Decoding is total, as `urllib.parse` has it: a `%` without two hexadecimal digits stands for itself. [`check`]
//! finds such a `%` for callers who mind.

use crate::class::{HEX, UNRESERVED, hex_value, is, table};
use crate::error::{Code, Fault};
use memchr::{memchr, memchr_iter, memchr2};
use std::borrow::Cow;
use std::mem::MaybeUninit;

/// Whether `+` stands for a space, as in form-encoded queries, or for itself, as everywhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plus {
    /// `+` is an ordinary character.
    Literal,
    /// `+` is a space.
    Space,
}

/// Where the first byte that decoding would change stands; `None` if `raw` is its own decoding.
#[inline]
#[must_use]
pub fn first_coded(raw: &[u8], plus: Plus) -> Option<usize> {
    match plus {
        Plus::Literal => memchr(b'%', raw),
        Plus::Space => memchr2(b'%', b'+', raw),
    }
}

/// Decodes each escape once; borrows where there is nothing to decode.
#[must_use]
pub fn decode(raw: &[u8], plus: Plus) -> Cow<'_, [u8]> {
    if first_coded(raw, plus).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut out = Vec::with_capacity(raw.len());
    decode_each(raw, plus, |byte| out.push(byte));
    Cow::Owned(out)
}

/// Decodes into `out`, which is at least as long as `raw`, and tells how many bytes were written: all of `out` before
/// that is initialised. For callers that have a buffer at hand and cannot spare an allocation.
#[inline]
pub fn decode_into(raw: &[u8], plus: Plus, out: &mut [MaybeUninit<u8>]) -> usize {
    let mut slots = out.iter_mut();
    let mut written = 0;
    decode_each(raw, plus, |byte| {
        if let Some(slot) = slots.next() {
            slot.write(byte);
            written += 1;
        }
    });
    written
}

#[inline(always)]
fn decode_each(raw: &[u8], plus: Plus, mut push: impl FnMut(u8)) {
    let mut at = 0;
    while let Some(&byte) = raw.get(at) {
        at += 1;
        push(match byte {
            b'%' => match raw.get(at..at + 2).and_then(|pair| Some((hex_value(pair[0])?, hex_value(pair[1])?))) {
                Some((high, low)) => {
                    at += 2;
                    high << 4 | low
                }
                None => b'%',
            },
            b'+' if plus == Plus::Space => b' ',
            _ => byte,
        });
    }
}

/// Refuses a `%` that is not followed by two hexadecimal digits.
///
/// # Errors
/// [`Code::BadPercent`] at the first such `%`.
pub fn check(raw: &[u8]) -> Result<(), Fault> {
    for at in memchr_iter(b'%', raw) {
        match raw.get(at + 1..at + 3) {
            Some(&[high, low]) if is(high, HEX) && is(low, HEX) => {}
            _ => return Err(Fault::new(Code::BadPercent, at)),
        }
    }
    Ok(())
}

/// Says which octets are written as they are and which as `%XX`.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// How many bytes longer the written form of each octet is: 0 or 2. So one sum over the input gives the exact
    /// length of the output.
    growth: [u8; 256],
    /// What a space that needs no escape is written as: itself or `+`.
    space: u8,
}

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
        let mut growth = [2; 256];
        let mut byte = 0;
        while byte < 256 {
            if table()[byte] & UNRESERVED != 0 {
                growth[byte] = 0;
            }
            byte += 1;
        }
        let mut at = 0;
        while at < safe.len() {
            if safe[at].is_ascii() {
                growth[safe[at] as usize] = 0;
            }
            at += 1;
        }
        let space = match plus {
            Plus::Literal => b' ',
            Plus::Space => {
                growth[b' ' as usize] = 0;
                b'+'
            }
        };
        Self { growth, space }
    }

    /// Whether `raw` is its own encoding.
    #[inline]
    #[must_use]
    pub fn keeps(&self, raw: &[u8]) -> bool {
        self.growth_of(raw) == 0 && (self.space == b' ' || memchr(b' ', raw).is_none())
    }

    /// The exact length of the encoding of `raw`.
    #[inline]
    #[must_use]
    pub fn encoded_len(&self, raw: &[u8]) -> usize {
        raw.len() + self.growth_of(raw)
    }

    /// The encoding of `raw`, borrowed where it is `raw` itself.
    #[must_use]
    pub fn encode<'a>(&self, raw: &'a [u8]) -> Cow<'a, [u8]> {
        if self.keeps(raw) {
            return Cow::Borrowed(raw);
        }
        let mut out = Vec::new();
        self.encode_onto(raw, &mut out);
        Cow::Owned(out)
    }

    /// Appends the encoding of `raw` to `out`.
    #[inline]
    pub fn encode_onto(&self, raw: &[u8], out: &mut Vec<u8>) {
        out.reserve(self.encoded_len(raw));
        self.encode_each(raw, |byte| out.push(byte));
    }

    /// Writes the encoding of `raw` into `out`, which is [`Self::encoded_len`] bytes long and wholly initialised by it.
    #[inline]
    pub fn encode_into(&self, raw: &[u8], out: &mut [MaybeUninit<u8>]) {
        let mut slots = out.iter_mut();
        self.encode_each(raw, |byte| {
            if let Some(slot) = slots.next() {
                slot.write(byte);
            }
        });
    }

    #[inline]
    fn growth_of(&self, raw: &[u8]) -> usize {
        raw.iter().map(|&byte| usize::from(self.growth[byte as usize])).sum()
    }

    #[inline(always)]
    fn encode_each(&self, raw: &[u8], mut push: impl FnMut(u8)) {
        const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
        for &byte in raw {
            if self.growth[byte as usize] == 0 {
                push(if byte == b' ' { self.space } else { byte });
            } else {
                push(b'%');
                push(DIGITS[usize::from(byte >> 4)]);
                push(DIGITS[usize::from(byte & 15)]);
            }
        }
    }
}
