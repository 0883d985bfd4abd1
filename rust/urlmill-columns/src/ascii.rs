//! Whether rows are ASCII, which most are.

use crate::view::{INLINE, Place};
pub(crate) use urlmill_core::scan::vector::is_ascii;

/// What may stand between two texts that are looked at in one go.
const GAP: u32 = 64;

/// Whether all texts are. Those that stand one after the other in a buffer are looked at in one go.
pub(crate) fn are_ascii(places: &[Place<'_>]) -> bool {
    if let Some(run) = one_run(places) {
        return is_ascii(run.text());
    }
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

/// All texts as one, if they stand one after the other, as they mostly do: without a branch for each of them.
#[inline]
fn one_run<'a>(places: &[Place<'a>]) -> Option<Place<'a>> {
    let first = *places.first()?;
    let (mut is_run, mut end) = (true, first.offset);
    for place in places {
        is_run &= place.len as usize > INLINE;
        is_run &= place.buffer == first.buffer;
        is_run &= place.offset.wrapping_sub(end) <= GAP;
        end = place.offset.wrapping_add(place.len);
    }
    let len = end.checked_sub(first.offset)?;
    is_run.then_some(Place { len, ..first })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_one_after_the_other_are_one_run() {
        for bad in 0..300_usize {
            let mut octets = [b'a'; 300];
            octets[bad] = 0xe9;
            let spans = [(5, 20), (25, 13), (40, 100), (150, 50), (250, 30)];
            for count in 1..=spans.len() {
                let places: Vec<_> = spans[..count]
                    .iter()
                    .map(|&(at, len)| Place { rest: &octets[at as usize..], len, buffer: 0, offset: at })
                    .collect();
                let end = places[count - 1].offset + places[count - 1].len;
                assert_eq!(are_ascii(&places), !(5..end as usize).contains(&bad), "{bad} {count}");
            }
        }
    }

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
