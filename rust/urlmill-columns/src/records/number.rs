//! Numbers as logs write them.

use super::Unit;

/// Digits and nothing else.
#[inline]
pub(super) fn whole(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0_u64, |number, &b| {
        let digit = b.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        number.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

/// Digits, and maybe a point and more of them; a sign before them says that a clock went backwards. Nothing that is not
/// finite.
pub(super) fn real(text: &[u8]) -> Option<f64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let whole = digits.iter().take_while(|b| b.is_ascii_digit()).count();
    let fraction = match &digits[whole..] {
        [] => &b"0"[..],
        [b'.', fraction @ ..] => fraction,
        _ => return None,
    };
    if whole == 0 || fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number: f64 = std::str::from_utf8(text).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// The status of a response: three digits, or `0` if there was no response.
pub(super) fn status(text: &[u8]) -> Option<u16> {
    let is_status = text.len() == 3 || matches!(text, b"0");
    u16::try_from(whole(text)?).ok().filter(|_| is_status)
}

/// A duration as seconds.
pub(super) fn duration(text: &[u8], unit: Unit) -> Option<f64> {
    let divisor = match unit {
        Unit::Seconds => return real(text),
        Unit::Milliseconds => 1e3,
        Unit::Microseconds => 1e6,
    };
    Some(real(text)? / divisor)
}
