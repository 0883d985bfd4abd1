//! RFC 3986, section 2.1, octet by octet.

use super::show;
use std::borrow::Cow;
use std::mem::MaybeUninit;
use urlmill_core::percent::{self, Encoder, Plus};
use urlmill_core::{Buffer, Code, Fault};

pub fn compare(raw: &[u8]) {
    compare_decoding(raw, Plus::Literal);
    compare_decoding(raw, Plus::Space);
    assert_eq!(percent::check(raw), check(raw), "{}", show(raw));
    compare_encoding(raw, &Encoder::COMPONENT, b"", Plus::Literal);
    compare_encoding(raw, &Encoder::PATH, b"/", Plus::Literal);
    compare_encoding(raw, &Encoder::FORM, b"", Plus::Space);
}

pub fn compare_decoding(raw: &[u8], plus: Plus) {
    let decoded = decode(raw, plus);
    let coded = is_coded(raw, plus);
    assert_eq!(percent::is_coded(raw, plus), coded, "{}", show(raw));
    let fast = percent::decode(raw, plus).unwrap_or_default();
    assert_eq!(fast, decoded, "{}", show(raw));
    assert_eq!(matches!(fast, Cow::Borrowed(_)), !coded, "{}", show(raw));
    // Behind the end there may be room for a whole vector, or not.
    for more in [0, 1, 15, 16, 64] {
        let mut escapes_are_ascii = false;
        let filled = fill(raw.len() + more, |out| {
            let told = percent::decode_into(raw, plus, out);
            escapes_are_ascii = told.is_ascii;
            told.len
        });
        assert_eq!(filled, decoded, "{}", show(raw));
        if raw.is_ascii() {
            assert_eq!(escapes_are_ascii, decoded.is_ascii(), "{}", show(raw));
        }
    }
}

/// Compares with the encoder `Encoder::new(safe, plus)`, given here so that the caller can reuse it.
pub fn compare_encoding(raw: &[u8], encoder: &Encoder, safe: &[u8], plus: Plus) {
    let encoded = encode(raw, safe, plus);
    let fast = encoder.encode(raw).unwrap_or_default();
    assert_eq!(fast, encoded, "{}", show(raw));
    assert_eq!(matches!(fast, Cow::Borrowed(_)), encoded == raw, "{}", show(raw));
    let growth = (encoded != raw).then(|| encoded.len() - raw.len());
    assert_eq!(encoder.growth(raw), growth, "{}", show(raw));
    assert_eq!(encoder.is_kept(raw), encoded == raw, "{}", show(raw));
    if raw.len() <= Encoder::SHORT {
        encoder.encode_short(raw, |short| assert_eq!(init(short), encoded, "{}", show(raw)));
    }
    let mut onto = Buffer::from(&b"kept"[..]);
    assert_eq!(encoder.encode_onto(raw, &mut onto), Some(()));
    assert_eq!(onto[..], [b"kept", &encoded[..]].concat(), "{}", show(raw));
    let filled = fill(encoded.len(), |out| {
        encoder.encode_into(raw, out);
        out.len()
    });
    assert_eq!(filled, encoded, "{}", show(raw));
}

/// What `write` has put into a buffer of `len` octets, up to the length it tells.
fn fill(len: usize, write: impl FnOnce(&mut [MaybeUninit<u8>]) -> usize) -> Vec<u8> {
    let mut slots = vec![MaybeUninit::new(0xee); len];
    let written = write(&mut slots);
    init(&slots[..written])
}

/// What the slots hold.
fn init(slots: &[MaybeUninit<u8>]) -> Vec<u8> {
    // SAFETY: `fill` has made every slot from a value, and safe code can only put another value there; and what
    // `encode_short` hands out is initialised.
    slots.iter().map(|slot| unsafe { slot.assume_init() }).collect()
}

pub fn is_coded(raw: &[u8], plus: Plus) -> bool {
    raw.contains(&b'%') || (raw.contains(&b'+') && plus == Plus::Space)
}

pub fn decode(raw: &[u8], plus: Plus) -> Vec<u8> {
    let mut decoded = Vec::new();
    let mut rest = raw;
    while let Some(&octet) = rest.first() {
        let (meant, length) = match escape(rest) {
            Some(meant) => (meant, 3),
            None if octet == b'+' && plus == Plus::Space => (b' ', 1),
            None => (octet, 1),
        };
        decoded.push(meant);
        rest = &rest[length..];
    }
    decoded
}

pub fn check(raw: &[u8]) -> Result<(), Fault> {
    match (0..raw.len()).find(|&at| raw[at] == b'%' && escape(&raw[at..]).is_none()) {
        Some(at) => Err(Fault::new(Code::BadPercent, at)),
        None => Ok(()),
    }
}

/// The octet that the escape at the beginning of `rest` stands for.
fn escape(rest: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = *rest else { return None };
    Some(16 * hex(high)? + hex(low)?)
}

fn hex(digit: u8) -> Option<u8> {
    (0..16).find(|&value| digit.eq_ignore_ascii_case(&b"0123456789abcdef"[usize::from(value)]))
}

pub fn encode(raw: &[u8], safe: &[u8], plus: Plus) -> Vec<u8> {
    let mut encoded = Vec::new();
    for &octet in raw {
        let unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
        if octet == b' ' && plus == Plus::Space {
            encoded.push(b'+');
        } else if unreserved || (octet.is_ascii() && safe.contains(&octet)) {
            encoded.push(octet);
        } else {
            encoded.extend(format!("%{octet:02X}").bytes());
        }
    }
    encoded
}
