//! The character classes against the grammar of RFC 3986, appendix A.

use urlmill_core::scan::class::{ALPHA, DIGIT, ENDS_AUTHORITY, HEX, REG_NAME, SCHEME, UNRESERVED, URI, hex_value, is};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const DIGITS: &str = "0123456789";

#[test]
fn every_octet_is_in_the_sets_of_the_grammar() {
    let sets = [
        (ALPHA, LETTERS.to_string()),
        (DIGIT, DIGITS.to_string()),
        (HEX, format!("{DIGITS}ABCDEFabcdef")),
        (SCHEME, format!("{LETTERS}{DIGITS}+-.")),
        (UNRESERVED, format!("{LETTERS}{DIGITS}-._~")),
        (ENDS_AUTHORITY, "/?#".to_string()),
        (REG_NAME, format!("{LETTERS}{DIGITS}-._~!$&'()*+,;=%")),
        (URI, format!("{LETTERS}{DIGITS}-._~!$&'()*+,;=%:@/?")),
    ];
    for octet in 0..=255 {
        for (mask, members) in &sets {
            let is_wide = octet > 127 && (mask & (REG_NAME | URI)) != 0;
            assert_eq!(is(octet, *mask), is_wide || members.as_bytes().contains(&octet), "{octet} in {members}");
        }
    }
}

#[test]
fn every_octet_has_the_value_of_its_hexadecimal_digit_or_none() {
    for octet in 0..=255 {
        let expected = char::from(octet).to_digit(16).map(|value| value as u8);
        assert_eq!(hex_value(octet), expected, "{octet}");
    }
}
