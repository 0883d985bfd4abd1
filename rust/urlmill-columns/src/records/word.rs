//! Words.

use memchr::memchr2;

/// RFC 9110 5.6.2: `token`.
#[inline]
pub(super) fn is_token(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(|&b| IS_TOKEN[b as usize])
}

/// Something without a space in it.
pub(super) fn is_word(text: &[u8]) -> bool {
    !text.is_empty() && memchr2(b' ', b'\t', text).is_none()
}

/// A name may have spaces in it. If one of its words is `-`, it is several fields.
#[inline]
pub(super) fn is_user(text: &[u8]) -> bool {
    text.len() < 2 || !text.split(|&b| b == b' ').any(|word| word == b"-")
}

/// RFC 9110 5.6.2: `tchar`.
static IS_TOKEN: [bool; 256] = {
    let mut is_token = [false; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        is_token[byte as usize] = byte.is_ascii_alphanumeric();
        byte += 1;
    }
    let others = b"!#$%&'*+-.^_`|~";
    let mut index = 0;
    while index < others.len() {
        is_token[others[index] as usize] = true;
        index += 1;
    }
    is_token
};
