//! Percent-encoding, as UTF-8 (section 1.3 of the URL Standard).

use super::class::is;
use crate::buffer::Buffer;
use crate::percent::escape;

/// Appends `raw`, its bytes of the sets of `mask` as escapes. All sets have what is not ASCII.
#[inline]
pub(super) fn push_encoded(raw: &[u8], mask: u8, out: &mut Buffer) {
    let mut rest = raw;
    while let Some(at) = rest.iter().position(|&b| is(b, mask)) {
        out.extend_from_slice(&rest[..at]);
        rest = push_first(&rest[at..], out);
    }
    out.extend_from_slice(rest);
}

/// Appends the first byte of `raw`, or the lone surrogate there, as an escape; what is left comes back.
#[cold]
fn push_first<'a>(raw: &'a [u8], out: &mut Buffer) -> &'a [u8] {
    match raw {
        // The Standard reads text without lone surrogates: U+FFFD stands for them.
        [0xed, 0xa0..=0xff, _, rest @ ..] => {
            out.extend_from_slice(b"%EF%BF%BD");
            rest
        }
        [byte, rest @ ..] => {
            out.extend_from_slice(&escape(*byte));
            rest
        }
        [] => raw,
    }
}
