//! Times as JSON logs write them: ISO 8601, the clock of an access log, or a count since 1970.

use super::{clock, moment, number};

const SECOND: i64 = 1_000_000;
const AFTER_2199: i64 = 7_258_118_400 * SECOND;

/// Millionths of a second since 1970 began in UTC. `None` for anything but the usual, and for what lies before 1970 or after
/// 2199: others must say what that is.
pub(super) fn micros(text: &[u8]) -> Option<i64> {
    match text {
        [_, _, _, _, b'-', ..] if is_usual(text) => moment::micros(text),
        [_, _, _, _, b'-', ..] => None,
        [_, _, b'/', ..] => clock::seconds(text).map(|seconds| seconds * SECOND),
        _ => count(text),
    }
    .filter(|micros| (0..AFTER_2199).contains(micros))
}

/// `2015-05-17T10:05:03.123456+02:00`: no leap second, at most nine digits after a point, a `Z` or a zone in digits.
fn is_usual(text: &[u8]) -> bool {
    let Some((first, rest)) = text.split_at_checked(19) else { return false };
    let digits = rest.strip_prefix(b".").map_or(0, |rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
    let has_usual_marks = rest.iter().all(|&b| b.is_ascii_digit() || b".:Z+-".contains(&b));
    matches!(first[10], b'T' | b' ') && first[17] != b'6' && digits <= 9 && has_usual_marks
}

/// Seconds, or thousandths, millionths or billionths of one: its size tells. With a point, it is one of the first two.
fn count(text: &[u8]) -> Option<i64> {
    const LONGEST: usize = 18; // digits of which 64 bits hold any
    if text.iter().all(u8::is_ascii_digit) {
        let is_held = text.len() <= LONGEST || text.len() == LONGEST + 1 && matches!(text[0], b'1'..=b'8');
        let count = number::whole(text).filter(|_| is_held)? as i64;
        return Some(match count {
            0..100_000_000_000 => count * SECOND,
            100_000_000_000..100_000_000_000_000 => count * 1000,
            100_000_000_000_000..100_000_000_000_000_000 => count,
            _ => count / 1000,
        });
    }
    let count = number::real(text)?;
    if !(0.0..1e14).contains(&count) {
        return None;
    }
    let micros = if count < 1e11 { count * 1e6 } else { count * 1e3 };
    Some(micros.round_ties_even() as i64)
}
