//! The clock of an access log: `17/May/2015:10:05:03 +0000`.

/// What Python's `datetime` has: the years 1 to 9999, in UTC.
pub(super) const FIRST: i64 = -62_135_596_800;
pub(super) const LAST: i64 = 253_402_300_799;

/// How many bytes it has.
pub(super) const LEN: usize = 26;

/// Whether it may have this byte.
pub(super) fn may_have(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/: +-".contains(&byte)
}

/// Seconds since 1970 began in UTC. A leap second is the second after it, as clocks that do not know of them have it.
pub(super) fn seconds(text: &[u8]) -> Option<i64> {
    Clock::read(text)?.seconds()
}

/// Whether it has them.
pub(super) fn is_clock(text: &[u8]) -> bool {
    // What the clock ahead of UTC or behind it changes, it changes by less than a year.
    Clock::read(text).is_some_and(|clock| matches!(clock.year, 2..=9998) || clock.seconds().is_some())
}

/// One that was right: the lines of a log come in the order of time, so most clocks are like the one before.
#[derive(Debug)]
pub(super) struct LatestClock([u8; LEN]);

impl Default for LatestClock {
    fn default() -> Self {
        Self(*b"01/Jan/2000:00:00:00 +0000")
    }
}

impl LatestClock {
    /// Whether it is right since it differs in no more than the second, and the day of a month: all have so many days. If
    /// not, the next may be like it.
    #[inline]
    pub(super) fn is_like(&mut self, text: &[u8]) -> bool {
        let Ok(text) = <&[u8; LEN]>::try_from(text) else { return false };
        // The day is what the first word has first, and the second what the last one has first.
        let different = |at: usize| word(text, at) ^ word(&self.0, at);
        let is_like = different(0) >> 16 | different(8) | different(10) | different(18) >> 16 == 0;
        if is_like && matches!(pair(text, 0), Some(1..=28)) && matches!(pair(text, 18), Some(0..=59)) {
            return true;
        }
        if Clock::read(text).is_some_and(|clock| matches!(clock.year, 2..=9998)) {
            self.0 = *text;
            return true;
        }
        false
    }
}

#[inline]
fn word(text: &[u8; LEN], at: usize) -> u64 {
    text[at..].first_chunk::<8>().map_or(0, |word| u64::from_le_bytes(*word))
}

/// What is written, each by itself as it should be.
struct Clock {
    year: i64,
    month: i64,
    day: i64,
    /// Seconds of the day.
    time: i64,
    /// Seconds that it is ahead of UTC.
    ahead: i64,
}

impl Clock {
    #[inline]
    fn read(text: &[u8]) -> Option<Self> {
        let text: &[u8; LEN] = text.try_into().ok()?;
        let [_, _, b'/', _, _, _, b'/', _, _, _, _, b':', _, _, b':', _, _, b':', _, _, b' ', sign, ..] = text else {
            return None;
        };
        let (day, month) = (pair(text, 0)?, month([text[3], text[4], text[5]])?);
        let year = pair(text, 7)? * 100 + pair(text, 9)?;
        let (hour, minute, second) = (pair(text, 12)?, pair(text, 15)?, pair(text, 18)?);
        let (zone_hour, zone_minute) = (pair(text, 22)?, pair(text, 24)?);
        let is_day = year >= 1 && day >= 1 && day <= days_of(month, year);
        if !is_day || hour > 23 || minute > 59 || second > 60 || zone_hour > 23 || zone_minute > 59 {
            return None;
        }
        let ahead = match sign {
            b'+' => (zone_hour * 60 + zone_minute) * 60,
            b'-' => (zone_hour * 60 + zone_minute) * -60,
            _ => return None,
        };
        Some(Self { year, month, day, time: hour * 3600 + minute * 60 + second, ahead })
    }

    fn seconds(&self) -> Option<i64> {
        let seconds = days_since_1970(self.year, self.month, self.day) * 86_400 + self.time - self.ahead;
        (FIRST..=LAST).contains(&seconds).then_some(seconds)
    }
}

/// Two digits.
#[inline]
pub(super) fn pair(text: &[u8], at: usize) -> Option<i64> {
    let (tens, ones) = (text[at].wrapping_sub(b'0'), text[at + 1].wrapping_sub(b'0'));
    (tens <= 9 && ones <= 9).then(|| i64::from(tens * 10 + ones))
}

#[inline]
pub(super) fn month(name: [u8; 3]) -> Option<i64> {
    Some(match &name {
        b"Jan" => 1,
        b"Feb" => 2,
        b"Mar" => 3,
        b"Apr" => 4,
        b"May" => 5,
        b"Jun" => 6,
        b"Jul" => 7,
        b"Aug" => 8,
        b"Sep" => 9,
        b"Oct" => 10,
        b"Nov" => 11,
        b"Dec" => 12,
        _ => return None,
    })
}

pub(super) fn days_of(month: i64, year: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Counted with March as the first month, so that the day which not every year has is the last.
pub(super) fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    const BEFORE_1970: i64 = 719_468;
    let (year, months) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    // 153 days are the five months from March on, and the five after those.
    year * 365 + year / 4 - year / 100 + year / 400 + (months * 153 + 2) / 5 + day - 1 - BEFORE_1970
}
