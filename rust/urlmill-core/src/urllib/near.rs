//! `urlsplit` for what nearly every URL is: up to 128 bytes that begin with `http://`, `https://` or one slash.
//!
//! All of it is looked at once, sixteen bytes at a time, for control characters and for the marks between the parts. The
//! marks come out as bits, and finding the parts is a matter of counting zeros. A search for each mark in turn, and one
//! more for control characters, takes three times as many instructions. The rows of columns have a way of their own,
//! `parse::short`: it may read past a text, and needs neither the control characters nor what is not boring.

use crate::scan::lanes::{LANES, Lanes, Mask, NEAR, REACH, first_from};
use crate::span::Span;
use crate::split::Split;

/// Where the part begins that a mark ends first: the authority, or the path where there is none. `None` is for text that
/// is not of this kind.
#[inline(always)]
pub(super) fn start(text: &[u8]) -> Option<usize> {
    if !(LANES..=REACH).contains(&text.len()) {
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
    let hash = first_from(marks.hashes, path_start).unwrap_or(len);
    let question = first_from(marks.questions, path_start).unwrap_or(len);
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
        let (vectors, _) = text.as_chunks::<LANES>();
        let (near, far) = vectors.split_at(vectors.len().min(NEAR / LANES));
        let (mut ends, mut odd, mut controls) = (0, 0, Mask::NONE);
        let (mut questions, mut hashes) = ([0_u64; 2], [0_u64; 2]);
        for (index, &vector) in near.iter().enumerate() {
            let (seen, at) = (Seen::new(vector), LANES * index);
            ends |= seen.ends() << at;
            odd |= seen.odd() << at;
            questions[0] |= seen.questions.bits() << at;
            hashes[0] |= seen.hashes.bits() << at;
            controls = controls | seen.controls();
        }
        for (index, &vector) in far.iter().enumerate() {
            let (seen, at) = (Seen::new(vector), LANES * index);
            questions[1] |= seen.questions.bits() << at;
            hashes[1] |= seen.hashes.bits() << at;
            controls = controls | seen.controls();
        }
        // The bytes that are left, as part of a last full vector.
        let (seen, at) = (Seen::new(*text.last_chunk()?), (text.len() - LANES) as u32);
        ends |= seen.ends().checked_shl(at).unwrap_or(0);
        odd |= seen.odd().checked_shl(at).unwrap_or(0);
        controls = controls | seen.controls();
        let whole = |[low, high]: [u64; 2], last: Mask| {
            u128::from(low) | u128::from(high) << NEAR | u128::from(last.bits()) << at
        };
        let (questions, hashes) = (whole(questions, seen.questions), whole(hashes, seen.hashes));
        (controls.bits() == 0).then_some(Self { ends, odd, questions, hashes })
    }
}

/// What is seen in sixteen bytes.
struct Seen {
    lanes: Lanes,
    questions: Mask,
    hashes: Mask,
}

impl Seen {
    #[inline(always)]
    fn new(bytes: [u8; LANES]) -> Self {
        let lanes = Lanes::new(bytes);
        Self { lanes, questions: lanes.equal(b'?'), hashes: lanes.equal(b'#') }
    }

    #[inline(always)]
    fn ends(&self) -> u64 {
        (self.lanes.equal(b'/') | self.questions | self.hashes).bits()
    }

    #[inline(always)]
    fn odd(&self) -> u64 {
        (self.lanes.equal(b'[') | self.lanes.equal(b']') | self.lanes.beyond_ascii()).bits()
    }

    #[inline(always)]
    fn controls(&self) -> Mask {
        self.lanes.up_to(0x1f)
    }
}
