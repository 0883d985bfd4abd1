//! IPv4 addresses as browsers read them: in one to four parts, each decimal, octal or hexadecimal (section 3.5).

use crate::buffer::Buffer;
use crate::scan::class::hex_value;
use memchr::memrchr;

/// Whether a domain, in lower case, can be nothing but an IPv4 address: its last label is a number.
#[inline]
pub(super) fn ends_in_number(domain: &[u8]) -> bool {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let last = memrchr(b'.', domain).map_or(domain, |dot| &domain[dot + 1..]);
    last.first().is_some_and(u8::is_ascii_digit) && (last.iter().all(u8::is_ascii_digit) || number(last).is_some())
}

/// The address that `domain` is; `None` if it is not one.
pub(super) fn read(domain: &[u8]) -> Option<u32> {
    let domain = domain.strip_suffix(b".").unwrap_or(domain);
    let mut address = 0;
    let mut parts = domain.split(|&b| b == b'.');
    let mut part = number(parts.next()?)?;
    // What is left for the last part.
    let mut bits = 32;
    for next in parts {
        if part > 0xff || bits == 8 {
            return None;
        }
        bits -= 8;
        address |= part << bits;
        part = number(next)?;
    }
    (part >> bits == 0).then_some(())?;
    u32::try_from(address | part).ok()
}

/// More than any address, and what stands for all larger numbers.
const TOO_LARGE: u64 = 1 << 32;

/// The number that a part is; `None` if it is not one.
fn number(part: &[u8]) -> Option<u64> {
    let (digits, radix) = match part {
        [] => return None,
        [b'0', b'x' | b'X', hex @ ..] => (hex, 16),
        [b'0', octal @ ..] => (octal, 8),
        decimal => (decimal, 10),
    };
    digits.iter().try_fold(0, |value: u64, &digit| {
        let digit = u64::from(hex_value(digit)?);
        (digit < radix).then(|| (value * radix + digit).min(TOO_LARGE))
    })
}

/// Appends an address: four decimal numbers.
pub(super) fn push(address: u32, out: &mut Buffer) {
    for (index, octet) in address.to_be_bytes().into_iter().enumerate() {
        if index > 0 {
            out.push(b'.');
        }
        push_decimal(u16::from(octet), out);
    }
}

/// Appends a number.
pub(super) fn push_decimal(number: u16, out: &mut Buffer) {
    let mut digits = [0; 5];
    let mut start = digits.len();
    let mut rest = number;
    loop {
        start -= 1;
        digits[start] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[start..]);
}
