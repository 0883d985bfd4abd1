//! One table, many masks: which sets each byte belongs to.
//!
//! `CLASS[b as usize] & SCHEME != 0` asks whether `b` may stand in a scheme. The names are those of RFC 3986.

/// `A-Z a-z`
pub const ALPHA: u8 = 1;
/// `0-9`
pub const DIGIT: u8 = 1 << 1;
/// `0-9 A-F a-f`
pub const HEX: u8 = 1 << 2;
/// What may follow the first letter of a scheme: `ALPHA DIGIT + - .`
pub const SCHEME: u8 = 1 << 3;
/// `ALPHA DIGIT - . _ ~`: encoding these changes nothing.
pub const UNRESERVED: u8 = 1 << 4;
/// `/ ? #`: what ends an authority.
pub const ENDS_AUTHORITY: u8 = 1 << 5;

/// What may stand in a host name: `UNRESERVED`, the sub-delims, `%`, and anything that is not ASCII.
pub const REG_NAME: u8 = 1 << 6;
/// What may stand in a path, a query or a fragment: `REG_NAME` and `: @ / ?`.
pub const URI: u8 = 1 << 7;

/// The sets of each byte.
pub static CLASS: [u8; 256] = CLASSES;

/// The same for constants, which cannot read a static.
pub(crate) const CLASSES: [u8; 256] = table();

/// Whether `byte` is in any of the sets of `mask`.
#[inline]
#[must_use]
pub fn is(byte: u8, mask: u8) -> bool {
    CLASS[byte as usize] & mask != 0
}

/// The value of a hexadecimal digit.
#[inline]
#[must_use]
pub fn hex_value(byte: u8) -> Option<u8> {
    match HEX_VALUE[byte as usize] {
        NOT_HEX => None,
        value => Some(value),
    }
}

/// The octet that two hexadecimal digits stand for.
#[inline]
#[must_use]
pub(crate) fn hex_octet(high: u8, low: u8) -> Option<u8> {
    let (high, low) = (HEX_VALUE[high as usize], HEX_VALUE[low as usize]);
    (high | low != NOT_HEX).then_some(high << 4 | low)
}

const NOT_HEX: u8 = 0xff;

static HEX_VALUE: [u8; 256] = {
    let mut table = [NOT_HEX; 256];
    let mut value = 0;
    while value < 16 {
        table[b"0123456789abcdef"[value] as usize] = value as u8;
        table[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    table
};

const fn table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        let mut mask = 0;
        if b.is_ascii_alphabetic() {
            mask |= ALPHA;
        }
        if b.is_ascii_digit() {
            mask |= DIGIT;
        }
        if b.is_ascii_hexdigit() {
            mask |= HEX;
        }
        if b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.') {
            mask |= SCHEME;
        }
        if b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_' | b'~') {
            mask |= UNRESERVED;
        }
        if matches!(b, b'/' | b'?' | b'#') {
            mask |= ENDS_AUTHORITY;
        }
        if mask & UNRESERVED != 0 || !b.is_ascii() || is_sub_delim(b) || b == b'%' {
            mask |= REG_NAME | URI;
        }
        if matches!(b, b':' | b'@' | b'/' | b'?') {
            mask |= URI;
        }
        table[byte] = mask;
        byte += 1;
    }
    table
}

const fn is_sub_delim(byte: u8) -> bool {
    matches!(byte, b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b',' | b';' | b'=')
}
