//! Moments as JSON logs write them: ISO 8601, the clock of an access log, or a count since 1970.

use super::clock;
use super::number;

const SECOND: i64 = 1_000_000;

/// Millionths of a second since 1970 began in UTC; without a zone, that is meant. `None` for anything but the usual, and for
/// what lies before 1970 or after 2199: others must say what that is.
pub(super) fn micros(text: &[u8]) -> Option<i64> {
    match text {
        [_, _, _, _, b'-', ..] => iso(text),
        [_, _, b'/', ..] => clock::seconds(text).map(|seconds| seconds * SECOND),
        _ => count(text),
    }
    .filter(|micros| (0..AFTER_2199).contains(micros))
}

const AFTER_2199: i64 = 7_258_118_400 * SECOND;

/// `2015-05-17T10:05:03.123456+02:00`
fn iso(text: &[u8]) -> Option<i64> {
    let (first, rest) = text.split_first_chunk::<19>()?;
    let [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b' ', _, _, b':', _, _, b':', _, _] = first else { return None };
    let year = pair(first, 0)? * 100 + pair(first, 2)?;
    let (month, day) = (pair(first, 5)?, pair(first, 8)?);
    let (hour, minute, second) = (pair(first, 11)?, pair(first, 14)?, pair(first, 17)?);
    let is_day = year >= 1970 && (1..=12).contains(&month) && day >= 1 && day <= clock::days_of(month, year);
    if !is_day || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (fraction, zone) = fraction(rest)?;
    let seconds = clock::days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second;
    Some((seconds - seconds_ahead(zone)?) * SECOND + fraction)
}

fn pair(text: &[u8], at: usize) -> Option<i64> {
    let (tens, ones) = (text.get(at)?.wrapping_sub(b'0'), text.get(at + 1)?.wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| i64::from(tens * 10 + ones))
}

/// Millionths of a second, and what follows them. Up to nine digits are taken, and six count.
fn fraction(text: &[u8]) -> Option<(i64, &[u8])> {
    let Some(digits) = text.strip_prefix(b".") else { return Some((0, text)) };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if !(1..=9).contains(&len) {
        return None;
    }
    let (digits, rest) = digits.split_at(len);
    let six = digits.iter().copied().chain([b'0'; 6]).take(6);
    Some((six.fold(0, |number, b| number * 10 + i64::from(b - b'0')), rest))
}

/// How far a zone is ahead of UTC: `Z`, `+hh`, `+hhmm` or `+hh:mm`.
fn seconds_ahead(zone: &[u8]) -> Option<i64> {
    let sign = match zone {
        [] | b"Z" => return Some(0),
        [b'+', ..] => 1,
        [b'-', ..] => -1,
        _ => return None,
    };
    let minutes = match zone {
        [_, _, _] => 0,
        [_, _, _, _, _] => pair(zone, 3)?,
        [_, _, _, b':', _, _] => pair(zone, 4)?,
        _ => return None,
    };
    let hours = pair(zone, 1)?;
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes) * 60)
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
