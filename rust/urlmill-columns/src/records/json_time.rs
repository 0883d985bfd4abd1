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
        [_, _, b'/', ..] => moment::micros(text),
        // Of one pair only, or the depth would be up to who writes the log.
        [b'[', inner @ .., b']'] if !inner.starts_with(b"[") => return micros(inner),
        _ => count(text),
    }
    .filter(|micros| (0..AFTER_2199).contains(micros))
}

/// One that was right: the lines of a log come in the order of time, so most times are like the one before.
#[derive(Debug, Default)]
pub(super) struct LatestTime {
    text: Vec<u8>,
    /// Where the digits after its point end.
    fraction: usize,
}

impl LatestTime {
    /// Whether it is right since it differs in no more than the second and its fraction, and the day of a month: all have
    /// so many days. If not, the next may be like it.
    #[inline]
    pub(super) fn is_like(&mut self, text: &[u8]) -> bool {
        self.differs_little(text) || self.is_right(text)
    }

    #[inline]
    fn differs_little(&self, text: &[u8]) -> bool {
        if text.len() != self.text.len() {
            return false;
        }
        let (Some((head, rest)), Some((own, own_rest))) =
            (text.split_first_chunk::<19>(), self.text.split_first_chunk::<19>())
        else {
            return false;
        };
        let is_head = head[..8] == own[..8] && head[10..17] == own[10..17];
        let mut digits = rest.iter().zip(own_rest).enumerate();
        is_head
            && matches!(clock::pair(head, 8), Some(1..=28))
            && matches!(clock::pair(head, 17), Some(0..=59))
            && digits
                .all(|(at, (b, own))| b == own || (b.is_ascii_digit() && own.is_ascii_digit() && at < self.fraction))
    }

    #[inline(never)]
    fn is_right(&mut self, text: &[u8]) -> bool {
        const MONTH: i64 = 31 * 86_400 * SECOND;
        const LONGEST: usize = 35;
        let Some(micros) = micros(text) else { return false };
        let is_iso = text.get(4) == Some(&b'-') && text.len() <= LONGEST;
        if is_iso && (MONTH..AFTER_2199 - MONTH).contains(&micros) {
            self.text.clear();
            self.text.extend_from_slice(text);
            let digits =
                text[19..].strip_prefix(b".").map(|rest| rest.iter().take_while(|b| b.is_ascii_digit()).count());
            self.fraction = digits.map_or(0, |digits| 1 + digits);
        }
        true
    }
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

/// `2015-05-17`
pub(super) fn is_date(text: &[u8]) -> bool {
    let mut moment = MOMENT;
    if text.len() != 10 || text[4] != b'-' {
        return false;
    }
    moment[..10].copy_from_slice(text);
    moment::micros(&moment).is_some()
}

/// `10:05:03`, maybe with a fraction; no leap second.
pub(super) fn is_time_of_day(text: &[u8]) -> bool {
    let Some((head, rest)) = text.split_at_checked(8) else { return false };
    let is_fraction = match rest {
        [] => true,
        [b'.', digits @ ..] => (1..=9).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    let mut moment = MOMENT;
    moment[11..19].copy_from_slice(head);
    is_fraction && head[6] != b'6' && moment::micros(&moment).is_some()
}

const MOMENT: [u8; 20] = *b"2000-01-01T00:00:00Z";
