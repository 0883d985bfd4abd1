//! Whether rows are ASCII, which most are.

use crate::view::{INLINE, Place};
pub(crate) use urlmill_core::scan::vector::is_ascii;

/// Whether all texts are. Those that stand one after the other in a buffer are looked at in one go.
pub(crate) fn are_ascii(places: &[Place<'_>]) -> bool {
    /// What may stand between two texts.
    const GAP: u32 = 64;
    let mut run: Option<Place<'_>> = None;
    for place in places {
        if place.len as usize <= INLINE {
            if !is_ascii(place.text()) {
                return false;
            }
            continue;
        }
        match &mut run {
            Some(run) if place.buffer == run.buffer && place.offset.wrapping_sub(run.offset + run.len) <= GAP => {
                run.len = place.offset + place.len - run.offset;
            }
            _ => {
                if run.is_some_and(|run| !is_ascii(run.text())) {
                    return false;
                }
                run = Some(*place);
            }
        }
    }
    run.is_none_or(|run| is_ascii(run.text()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_in_any_order_and_with_gaps_between_them() {
        fn place(rest: &[u8], offset: u32, len: u32, buffer: u32) -> Place<'_> {
            Place { rest, len, buffer, offset }
        }
        let octets = [b'a'; 1000];
        let spans = [(0, 100), (100, 50), (160, 40), (500, 100), (20, 30), (900, 100), (0, 5), (7, 90)];
        for bad in 0..1000_usize {
            let mut octets = octets;
            octets[bad] = 0xe9;
            let places: Vec<_> =
                spans.iter().map(|&(at, len)| place(&octets[at as usize..], at, len, at % 2)).collect();
            let short = place(b"short", 0, 5, 0);
            let places = [&[short], &places[..]].concat();
            let expected = places.iter().all(|place| place.text().is_ascii());
            // What stands in a gap may be no ASCII; then whoever asks looks again.
            assert!(!are_ascii(&places) || expected, "{bad}");
            if !(150..160).contains(&bad) {
                assert_eq!(are_ascii(&places), expected, "{bad}");
            }
        }
    }
}
