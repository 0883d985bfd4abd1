//! What stands before a message of syslog.

use super::clock;
use memchr::memchr3;

/// `Mar  5 10:05:03`
pub(super) const LEN: usize = 15;

/// RFC 3164 4.1.2: a time that does not know its year, nor its zone.
pub(super) fn is_time(text: &[u8]) -> bool {
    let Ok(text) = <&[u8; LEN]>::try_from(text) else { return false };
    let [m, o, n, b' ', tens, ones, b' ', h0, h1, b':', m0, m1, b':', s0, s1] = *text else { return false };
    let tens = if tens == b' ' { b'0' } else { tens };
    let Some(month) = clock::month([m, o, n]) else { return false };
    let pairs = [[tens, ones], [h0, h1], [m0, m1], [s0, s1]].map(|pair| clock::pair(&pair, 0));
    let [Some(day), Some(hour), Some(minute), Some(second)] = pairs else { return false };
    // The 29th of February, as the year is not known.
    (1..=clock::days_of(month, 4)).contains(&day) && hour < 24 && minute < 60 && second <= 60
}

/// How long the structured data is that `text` begins with (RFC 5424 6.3): `-`, or elements in brackets, in whose quoted
/// values a backslash protects the character after it.
pub(super) fn elements(text: &[u8]) -> Option<usize> {
    if text.first() == Some(&b'-') {
        return Some(1);
    }
    let mut at = 0;
    while text.get(at) == Some(&b'[') {
        at = after_element(text, at + 1)?;
    }
    (at > 0).then_some(at)
}

fn after_element(text: &[u8], mut at: usize) -> Option<usize> {
    let mut is_quoted = false;
    loop {
        at += memchr3(b'"', b'\\', b']', text.get(at..)?)?;
        match text[at] {
            b'"' => is_quoted = !is_quoted,
            b'\\' if is_quoted => at += 1,
            b']' if !is_quoted => return Some(at + 1),
            _ => (),
        }
        at += 1;
    }
}
