//! Times of every way of writing, to the millionth of a second.
//!
//! | | |
//! |---|---|
//! | `17/May/2015:10:05:03.123 +0200` | Apache, and HAProxy without the zone |
//! | `2015-05-17T10:05:03.123456Z` | ISO 8601, with a space for the `T`, with `/` for `-`, or with a comma before the fraction |
//! | `1431857103.123` | since 1970: seconds, or thousandths, millionths or billionths of one |
//!
//! Without a zone it is UTC. More digits than six are left out.

use super::clock::{self, FIRST, LAST, days_of, days_since_1970, pair};

const MILLION: i64 = 1_000_000;

/// Microseconds since 1970 began in UTC.
pub(super) fn micros(text: &[u8]) -> Option<i64> {
    match text {
        [_, _, b'/', ..] => of_apache(text),
        [_, _, _, _, b'-' | b'/', ..] => of_iso(text),
        _ => since_1970(text),
    }
}

fn of_apache(text: &[u8]) -> Option<i64> {
    let (head, rest) = text.split_at_checked(20)?;
    let [_, _, b'/', m, o, n, b'/', _, _, _, _, b':', ..] = head else { return None };
    let year = pair(head, 7)? * 100 + pair(head, 9)?;
    let day = day_of(year, clock::month([*m, *o, *n])?, pair(head, 0)?)?;
    let seconds = day * 86_400 + time_of_day(&head[12..])?;
    let (fraction, rest) = fraction(rest, b".")?;
    let ahead = match rest {
        [] => 0,
        [b' ', zone @ ..] => ahead(zone)?,
        _ => return None,
    };
    micros_of(seconds - ahead, fraction)
}

fn of_iso(text: &[u8]) -> Option<i64> {
    let (head, rest) = text.split_at_checked(19)?;
    let [_, _, _, _, first, _, _, second, _, _, b'T' | b't' | b' ', ..] = head else { return None };
    if first != second {
        return None;
    }
    let year = pair(head, 0)? * 100 + pair(head, 2)?;
    let day = day_of(year, pair(head, 5)?, pair(head, 8)?)?;
    let seconds = day * 86_400 + time_of_day(&head[11..])?;
    let (fraction, rest) = fraction(rest, b".,")?;
    let ahead = match rest {
        [] | [b'Z' | b'z'] => 0,
        _ => ahead(rest)?,
    };
    micros_of(seconds - ahead, fraction)
}

/// `2015-05-17`: when that day began, in seconds since 1970 did.
pub(super) fn date(text: &[u8]) -> Option<i64> {
    let text: &[u8; 10] = text.try_into().ok()?;
    let [_, _, _, _, b'-', _, _, b'-', _, _] = text else { return None };
    let year = pair(text, 0)? * 100 + pair(text, 2)?;
    Some(day_of(year, pair(text, 5)?, pair(text, 8)?)? * 86_400)
}

/// `10:05:03.123` or `10:05`, in microseconds; what a W3C log has for `time`.
pub(super) fn day_time(text: &[u8]) -> Option<u64> {
    let (head, rest) = text.split_at_checked(5)?;
    let [h0, h1, b':', m0, m1] = *head else { return None };
    let (second, rest) = match rest {
        [b':', s0, s1, rest @ ..] => ([*s0, *s1], rest),
        [] => (*b"00", rest),
        _ => return None,
    };
    let seconds = time_of_day(&[h0, h1, b':', m0, m1, b':', second[0], second[1]])?;
    let (millionths, rest) = fraction(rest, b".")?;
    let micros = rest.is_empty().then_some(seconds * MILLION + millionths)?;
    u64::try_from(micros).ok()
}

fn day_of(year: i64, month: i64, day: i64) -> Option<i64> {
    let is_day = year >= 1 && (1..=12).contains(&month) && day >= 1 && day <= days_of(month, year);
    is_day.then(|| days_since_1970(year, month, day))
}

/// `10:05:03`; a leap second is the second after it, as clocks that do not know of them have it.
fn time_of_day(text: &[u8]) -> Option<i64> {
    let (hour, minute, second) = (pair(text, 0)?, pair(text, 3)?, pair(text, 6)?);
    let is_time = text[2] == b':' && text[5] == b':' && hour < 24 && minute < 60 && second <= 60;
    is_time.then_some(hour * 3600 + minute * 60 + second)
}

/// Millionths, and what stands after them.
fn fraction<'a>(text: &'a [u8], points: &[u8]) -> Option<(i64, &'a [u8])> {
    let digits = match text {
        [point, digits @ ..] if points.contains(point) => digits,
        _ => return Some((0, text)),
    };
    let len = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    if len == 0 {
        return None;
    }
    let millionths = (0..6).fold(0, |sum, at| sum * 10 + if at < len { i64::from(digits[at] - b'0') } else { 0 });
    Some((millionths, &digits[len..]))
}

/// `+0200`, `+02:00` or `+02`, in seconds.
fn ahead(zone: &[u8]) -> Option<i64> {
    let minutes = match zone {
        [_, _, _] => 0,
        [_, _, _, b':', _, _] => pair(zone, 4)?,
        [_, _, _, _, _] => pair(zone, 3)?,
        _ => return None,
    };
    let hours = pair(zone, 1)?;
    let seconds = (hours * 60 + minutes) * 60;
    match zone[0] {
        _ if hours > 23 || minutes > 59 => None,
        b'+' => Some(seconds),
        b'-' => Some(-seconds),
        _ => None,
    }
}

fn since_1970(text: &[u8]) -> Option<i64> {
    const MOST: usize = 19;
    let len = text.iter().take_while(|b| b.is_ascii_digit()).count();
    if len == 0 || len > MOST {
        return None;
    }
    let count: i64 = std::str::from_utf8(&text[..len]).ok()?.parse().ok()?;
    let (millionths, rest) = fraction(&text[len..], b".")?;
    if !rest.is_empty() {
        return None;
    }
    // As many digits as a time of this century has, in each unit.
    match count {
        0..100_000_000_000 => micros_of(count, millionths),
        100_000_000_000..100_000_000_000_000 => micros_of(count / 1000, count % 1000 * 1000 + millionths / 1000),
        100_000_000_000_000..100_000_000_000_000_000 => micros_of(count / MILLION, count % MILLION),
        _ => micros_of(count / 1_000_000_000, count / 1000 % MILLION),
    }
}

fn micros_of(seconds: i64, millionths: i64) -> Option<i64> {
    (FIRST..=LAST).contains(&seconds).then(|| seconds * MILLION + millionths)
}
