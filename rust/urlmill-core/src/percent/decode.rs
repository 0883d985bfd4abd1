//! Escapes and what they stand for.

use super::{Plus, copy, zeros};
use crate::scan::class::hex_octet;
use crate::scan::lanes::{BLOCK, Lanes, bits};
use crate::scan::vector::any;
use memchr::{memchr, memchr2};
use std::borrow::Cow;
use std::mem::MaybeUninit;

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
    let write = |slots: &mut [u8], bytes: &[u8]| slots.copy_from_slice(bytes);
    let decoded = match plus {
        Plus::Literal => decode_to(raw, |lanes| lanes, &mut out, write),
        Plus::Space => decode_to(raw, |lanes| lanes.replaced(b'+', b' '), &mut out, write),
    };
    out.truncate(decoded.len);
    Some(Cow::Owned(out))
}

/// What was decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// How many bytes were written.
    pub len: usize,
    /// Whether all escapes stand for ASCII. If what was given is ASCII, then so is all that was written.
    pub is_ascii: bool,
}

/// Decodes into `out`, which is as long as `raw` or longer: all of `out` before the length that is told is initialised.
/// For callers that have a buffer at hand and cannot spare an allocation. Sixteen bytes more than needed make it faster.
#[inline]
pub fn decode_into(raw: &[u8], plus: Plus, out: &mut [MaybeUninit<u8>]) -> Decoded {
    let write = |slots: &mut [MaybeUninit<u8>], bytes: &[u8]| {
        slots.write_copy_of_slice(bytes);
    };
    match plus {
        Plus::Literal => decode_to(raw, |lanes| lanes, out, write),
        Plus::Space => decode_to(raw, |lanes| lanes.replaced(b'+', b' '), out, write),
    }
}

/// First the escapes of 64 bytes, as bits: where the next one stands then does not depend on how the last one was read,
/// and a processor reads several at once. `read` says what becomes of bytes that are not escaped.
#[inline(always)]
fn decode_to<T>(raw: &[u8], read: impl Fn(Lanes) -> Lanes, out: &mut [T], write: impl Fn(&mut [T], &[u8])) -> Decoded {
    // Callers take so many bytes for initialised, so a shorter one must not pass.
    assert!(out.len() >= raw.len(), "a place of {} bytes is too short for {}", out.len(), raw.len());
    let (mut at, mut len, mut octets) = (0, 0, 0);
    for (index, block) in raw.chunks(BLOCK).enumerate() {
        let start = BLOCK * index;
        let mut escapes = bits(block, |lanes| lanes.equal(b'%'));
        while escapes != 0 {
            let end = start + escapes.trailing_zeros() as usize;
            copy(raw, at..end, &mut out[len..], &read, &write);
            len += end - at;
            let (octet, written_in) = decode_escape(&raw[end..]);
            write(&mut out[len..=len], &[octet]);
            octets |= octet;
            at = end + written_in;
            len += 1;
            escapes &= escapes - 1;
        }
    }
    copy(raw, at..raw.len(), &mut out[len..], &read, &write);
    len += raw.len() - at;
    Decoded { len, is_ascii: octets.is_ascii() }
}

/// The octet that the `%` at the beginning of `raw` stands for or begins, and how many bytes it is written in.
#[inline(always)]
fn decode_escape(raw: &[u8]) -> (u8, usize) {
    match raw.first_chunk::<3>().and_then(|&[_, high, low]| hex_octet(high, low)) {
        Some(octet) => (octet, 3),
        None => (b'%', 1),
    }
}

/// The octet that `raw` begins with, and how many bytes it is written in.
#[inline]
pub(crate) fn decode_one(raw: &[u8], plus: Plus) -> (u8, usize) {
    match *raw {
        [b'%', ..] => decode_escape(raw),
        [b'+', ..] if plus == Plus::Space => (b' ', 1),
        [byte, ..] => (byte, 1),
        [] => (0, 0),
    }
}
