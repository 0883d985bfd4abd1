//! `authority` against the grammar of RFC 3986, section 3.2, and RFC 1738, section 3.1.

mod naive;
mod texts;

use naive::authority::compare;
use proptest::prelude::*;
use urlmill_core::{Code, Fault, authority};

#[test]
fn every_short_text_has_the_parts_of_the_grammar_or_its_first_fault() {
    texts::every(b":@[]a1\xc3", 6, compare);
}

#[test]
fn every_port_of_up_to_five_digits_is_judged_by_its_value() {
    for number in 0..100_000 {
        compare(format!("h:{number}").as_bytes());
        compare(format!("h:{number:05}").as_bytes());
    }
}

#[test]
fn every_octet_may_stand_in_a_host_but_only_digits_in_a_port() {
    for octet in 0..=255 {
        for text in [&[octet][..], &[b'h', octet], &[b':', octet], &[b'[', octet, b']'], &[b'[', b']', octet]] {
            compare(text);
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_have_the_parts_of_the_grammar_or_its_first_fault(
        text in texts::noisy(&[b"user", b"example.org", b"[", b"]", b"::1", b"%20", b"0", b"65535", b"9", b"\xc3\xa9"]),
        login in texts::one_of(&[b"", b"@", b"u@", b"u:@", b"u:p:q@", b"@@", b"u:@p@"]),
    ) {
        compare(&text);
        compare(&[login, &text[..]].concat());
        compare(&[login, b"[", &text[..], b"]:80"].concat());
        compare(&[login, b"h:", &text[..]].concat());
    }

    #[test]
    fn long_ports_are_judged_by_their_value(port in "0{0,40}[0-9]{0,6}[0-9x]?") {
        compare(format!("h:{port}").as_bytes());
        compare(format!("[::1]:{port}").as_bytes());
    }
}

#[test]
fn an_empty_part_is_not_an_absent_part() {
    let Ok(full) = authority(b":@:") else { unreachable!() };
    assert!(full.user.is_some() && full.password.is_some() && full.host.is_empty() && full.port.is_some());
    let Ok(bare) = authority(b"") else { unreachable!() };
    assert!(bare.user.is_none() && bare.password.is_none() && bare.host.is_empty() && bare.port.is_none());
}

#[test]
fn a_fault_points_at_what_is_wrong() {
    for (text, code, at) in [
        (&b"a@b@c"[..], Code::ReservedUnencoded, 1),
        (b"u@[::1", Code::BadHost, 2),
        (b"[::1]x", Code::BadHost, 5),
        (b"a[b]", Code::BadHost, 1),
        (b"[a[b]", Code::BadHost, 2),
        (b"h:8o", Code::BadPort, 3),
        (b"h:65536", Code::BadPort, 2),
    ] {
        assert_eq!(authority(text), Err(Fault { code, at }), "{}", naive::show(text));
    }
}

#[test]
fn a_megabyte_of_anything_is_judged_in_one_pass() {
    for word in [&b"@"[..], b":", b"[", b"]", b"[]", b"a", b"0", b"a@", b":@"] {
        let text = texts::megabyte(word);
        for start in [&b""[..], b"[", b"h:", b"[]:", b"u:p@"] {
            // The twin is quadratic in the length of the port.
            std::hint::black_box(authority(&[start, &text[..]].concat()).is_ok());
        }
    }
}
