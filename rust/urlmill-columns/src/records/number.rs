//! Numbers as logs write them.

use super::Unit;
use memchr::{memchr, memchr2};

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
    let number = parsed(text).filter(|_| is_decimal(text.strip_prefix(b"-").unwrap_or(text)))?;
    number.is_finite().then_some(number)
}

/// Digits, with a point and zeros after them or without: some writers of JSON know one kind of number only, and write
/// `200.0`.
#[inline]
pub(super) fn whole_or_real(text: &[u8]) -> Option<u64> {
    whole(text).or_else(|| {
        let (digits, zeros) = text.split_at(memchr(b'.', text)?);
        zeros[1..].iter().all(|&b| b == b'0').then(|| whole(digits))?
    })
}

/// Digits, and maybe a point and more of them, and maybe an exponent. Nothing so large or so small that it would become
/// another number.
pub(super) fn scientific(text: &[u8]) -> Option<f64> {
    let (digits, exponent) = text.split_at(memchr2(b'e', b'E', text).unwrap_or(text.len()));
    let is_exponent = match exponent {
        [] => true,
        [_, b'+' | b'-', exponent @ ..] | [_, exponent @ ..] => is_digits(exponent),
    };
    let is_zero = || digits.iter().all(|&b| matches!(b, b'0' | b'.'));
    let number = parsed(text).filter(|_| is_decimal(digits) && is_exponent)?;
    (number.is_normal() || is_zero()).then_some(number)
}

/// Whether it is a number with so few digits that it needs no other look: it is neither too large nor too small.
#[inline]
pub(super) fn is_small(text: &[u8]) -> bool {
    const FEW: usize = 24;
    text.len() <= FEW && is_decimal(text)
}

fn is_decimal(text: &[u8]) -> bool {
    match memchr(b'.', text) {
        Some(point) => is_digits(&text[..point]) && is_digits(&text[point + 1..]),
        None => is_digits(text),
    }
}

fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

fn parsed(text: &[u8]) -> Option<f64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The status of a response: three digits, or `0` if there was no response.
pub(super) fn status(text: &[u8]) -> Option<u16> {
    let is_status = text.len() == 3 || matches!(text, b"0");
    u16::try_from(whole(text)?).ok().filter(|_| is_status)
}

/// A duration as seconds.
pub(super) fn duration(text: &[u8], unit: Unit) -> Option<f64> {
    Some(real(text)? / unit.in_a_second())
}

/// A duration with its unit after it, such as `0.012s` or `15ms`, as seconds. Others must say what `1m30s` is.
pub(super) fn elapsed(text: &[u8]) -> Option<f64> {
    let digits = text.iter().take_while(|&&b| b.is_ascii_digit() || b == b'.').count();
    let (number, unit) = text.split_at(digits);
    let unit = match unit {
        b"s" => Unit::Seconds,
        b"ms" => Unit::Milliseconds,
        b"us" | b"\xc2\xb5s" | b"\xce\xbcs" => Unit::Microseconds,
        b"ns" => Unit::Nanoseconds,
        _ => return None,
    };
    Some(scientific(number)? / unit.in_a_second())
}
