//! `urlsplit` for what nearly every URL is: up to 128 bytes that begin with `http://`, `https://` or one slash.
//!
//! All of it is looked at once, sixteen bytes at a time, for control characters and for the marks between the parts. The
//! marks come out as bits, and finding the parts is a matter of counting zeros. A search for each mark in turn, and one
//! more for control characters, takes three times as many instructions.

use crate::span::Span;
use crate::split::Split;
use wide::u8x16;

const VECTOR: usize = 16;
/// How far an authority may reach.
const NEAR: usize = 64;
const REACH: usize = 128;

/// Where the part begins that a mark ends first: the authority, or the path where there is none. `None` is for text that
/// is not of this kind.
#[inline(always)]
pub(super) fn start(text: &[u8]) -> Option<usize> {
    if !(VECTOR..=REACH).contains(&text.len()) {
        return None;
    }
    match text {
        [b'h', b't', b't', b'p', b's', b':', b'/', b'/', ..] => Some(8),
        [b'h', b't', b't', b'p', b':', b'/', b'/', ..] => Some(7),
        [b'/', second, ..] if *second != b'/' => Some(0),
        _ => None,
    }
}

/// The parts of `text`, where `start` is from [`start`]; `None` if it is not boring.
#[inline(always)]
pub(super) fn split(text: &[u8], start: usize) -> Option<Split> {
    let marks = Marks::of(text)?;
    let len = text.len();
    let mut split = Split {
        scheme: None,
        authority: None,
        authority_is_plain: true,
        path: Span::default(),
        query: None,
        fragment: None,
    };
    let mut path_start = 0;
    if start > 0 {
        let end = (marks.ends & (u64::MAX << start)).trailing_zeros() as usize;
        if end == NEAR && len > NEAR {
            return super::split_any(text);
        }
        path_start = end.min(len);
        if (marks.odd & (u64::MAX << start)).trailing_zeros() < path_start as u32 {
            split.authority_is_plain = false;
            if !super::is_ipv6(&text[start..path_start]) {
                return None;
            }
        }
        split.scheme = Some(Span::new(0, start - "://".len()));
        split.authority = Some(Span::new(start, path_start));
    }
    // Nothing is past the end, so that a mark that is not there is the end.
    let first_from = |marks: u128, at: usize| {
        let rest = marks.checked_shr(at as u32).unwrap_or(0);
        if rest == 0 { len } else { at + rest.trailing_zeros() as usize }
    };
    let hash = first_from(marks.hashes, path_start);
    let question = first_from(marks.questions, path_start);
    if hash < len {
        split.fragment = Some(Span::new(hash + 1, len));
    }
    if question < hash {
        split.query = Some(Span::new(question + 1, hash));
    }
    split.path = Span::new(path_start, question.min(hash));
    Some(split)
}

/// A bit for each byte of a text that is one of these.
struct Marks {
    /// `/ ? #`, among the first 64.
    ends: u64,
    /// `[ ]` and what is not ASCII, among the first 64.
    odd: u64,
    questions: u128,
    hashes: u128,
}

impl Marks {
    /// `None` if there is a control character.
    #[inline(always)]
    fn of(text: &[u8]) -> Option<Self> {
        let (vectors, _) = text.as_chunks::<VECTOR>();
        let (near, far) = vectors.split_at(vectors.len().min(NEAR / VECTOR));
        let (mut ends, mut odd, mut controls) = (0, 0, u8x16::ZERO);
        let (mut questions, mut hashes) = ([0_u64; 2], [0_u64; 2]);
        for (index, &vector) in near.iter().enumerate() {
            let (seen, at) = (Seen::new(vector), VECTOR * index);
            ends |= seen.ends() << at;
            odd |= seen.odd() << at;
            questions[0] |= bits(seen.questions) << at;
            hashes[0] |= bits(seen.hashes) << at;
            controls |= seen.controls();
        }
        for (index, &vector) in far.iter().enumerate() {
            let (seen, at) = (Seen::new(vector), VECTOR * index);
            questions[1] |= bits(seen.questions) << at;
            hashes[1] |= bits(seen.hashes) << at;
            controls |= seen.controls();
        }
        // The bytes that are left, as part of a last full vector.
        let (seen, at) = (Seen::new(*text.last_chunk()?), (text.len() - VECTOR) as u32);
        ends |= seen.ends().checked_shl(at).unwrap_or(0);
        odd |= seen.odd().checked_shl(at).unwrap_or(0);
        controls |= seen.controls();
        let whole = |[low, high]: [u64; 2], last: u8x16| {
            u128::from(low) | u128::from(high) << NEAR | u128::from(bits(last)) << at
        };
        let (questions, hashes) = (whole(questions, seen.questions), whole(hashes, seen.hashes));
        (controls.to_bitmask() == 0).then_some(Self { ends, odd, questions, hashes })
    }
}

/// What is seen in sixteen bytes.
struct Seen {
    vector: u8x16,
    questions: u8x16,
    hashes: u8x16,
}

impl Seen {
    #[inline(always)]
    fn new(vector: [u8; VECTOR]) -> Self {
        let vector = u8x16::new(vector);
        let equal = |byte| vector.simd_eq(u8x16::splat(byte));
        Self { vector, questions: equal(b'?'), hashes: equal(b'#') }
    }

    #[inline(always)]
    fn ends(&self) -> u64 {
        bits(self.vector.simd_eq(u8x16::splat(b'/')) | self.questions | self.hashes)
    }

    /// A byte above 127 has the bit set that marks are made of.
    #[inline(always)]
    fn odd(&self) -> u64 {
        let equal = |byte| self.vector.simd_eq(u8x16::splat(byte));
        bits(equal(b'[') | equal(b']') | self.vector)
    }

    #[inline(always)]
    fn controls(&self) -> u8x16 {
        self.vector.simd_eq(self.vector.min(u8x16::splat(0x1f)))
    }
}

#[inline(always)]
fn bits(marks: u8x16) -> u64 {
    u64::from(marks.to_bitmask())
}
