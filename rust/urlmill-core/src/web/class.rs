//! The percent-encode sets of the URL Standard (section 1.3), and the characters that it forbids in hosts (section 3.1).

/// Controls, and all beyond `~`.
pub(super) const C0_CONTROL: u8 = 1;
pub(super) const FRAGMENT: u8 = 1 << 1;
pub(super) const QUERY: u8 = 1 << 2;
/// The query set of the special schemes, such as http.
pub(super) const SPECIAL_QUERY: u8 = 1 << 3;
pub(super) const PATH: u8 = 1 << 4;
pub(super) const USERINFO: u8 = 1 << 5;
/// What no host may hold.
pub(super) const NOT_IN_HOST: u8 = 1 << 6;
/// What no domain may hold; that is more.
pub(super) const NOT_IN_DOMAIN: u8 = 1 << 7;

/// Whether `byte` is in any of the sets of `mask`.
#[inline]
pub(super) fn is(byte: u8, mask: u8) -> bool {
    SETS[byte as usize] & mask != 0
}

static SETS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = sets(byte as u8);
        byte += 1;
    }
    table
};

const fn sets(byte: u8) -> u8 {
    let mut sets = match byte {
        0..0x20 | 0x7f.. => C0_CONTROL | FRAGMENT | QUERY | SPECIAL_QUERY | PATH | USERINFO,
        b' ' | b'"' | b'<' | b'>' => FRAGMENT | QUERY | SPECIAL_QUERY | PATH | USERINFO,
        b'#' => QUERY | SPECIAL_QUERY | PATH | USERINFO,
        b'\'' => SPECIAL_QUERY,
        b'`' => FRAGMENT | PATH | USERINFO,
        b'?' | b'^' | b'{' | b'}' => PATH | USERINFO,
        b'/' | b':' | b';' | b'=' | b'@' | b'[' | b'\\' | b']' | b'|' => USERINFO,
        _ => 0,
    };
    if matches!(byte, 0 | b'\t' | b'\n' | b'\r' | b' ' | b'#' | b'/' | b':' | b'<' | b'>' | b'?' | b'@' | b'[' | b'\\')
        || matches!(byte, b']' | b'^' | b'|')
    {
        sets |= NOT_IN_HOST | NOT_IN_DOMAIN;
    }
    if matches!(byte, 0..0x20 | b'%' | 0x7f) {
        sets |= NOT_IN_DOMAIN;
    }
    sets
}
