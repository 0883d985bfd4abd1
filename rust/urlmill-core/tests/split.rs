//! `split` against the regular expression of RFC 3986, appendix B.

mod naive;
mod texts;

use naive::split::compare;
use proptest::prelude::*;
use urlmill_core::{Span, split};

#[test]
fn every_short_text_is_split_as_the_regular_expression_has_it() {
    texts::every(b":/?#a1@[\xc3", 5, compare);
    texts::every(b":/?#a", 7, compare);
}

#[test]
fn every_octet_is_or_is_not_a_character_of_a_scheme() {
    for octet in 0..=255 {
        for text in [&[octet, b':'][..], &[b'a', octet, b':'], &[b'a', octet, b'/', b'/'], &[octet]] {
            compare(text);
        }
    }
}

/// Several octets are looked at together, so where among them an authority ends matters, and what stands on either
/// side of its end.
#[test]
fn an_authority_ends_at_the_first_mark_wherever_it_stands() {
    for (length, at) in (0..20).flat_map(|length| (0..30).map(move |at| (length, at))) {
        for end in b"/?#" {
            for odd in b"[]\x80\xff.0\"\\" {
                let mut text = [&b"//"[..], &b"a".repeat(length), &[*end], &b"b".repeat(20)].concat();
                if let Some(octet) = text.get_mut(2 + at) {
                    *octet = *odd;
                }
                compare(&text);
            }
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_are_split_as_the_regular_expression_has_it(
        text in texts::noisy(&[b"http", b":", b"//", b"/", b"?", b"#", b"@", b"example.org", b"%20", b"a+b-c.d", b"\xc3\xa9"]),
    ) {
        compare(&text);
        compare(&[b"http://", &text[..]].concat());
    }
}

#[test]
fn an_empty_component_is_not_an_absent_component() {
    let full = split(b"a://?#");
    assert_eq!(
        (full.authority, full.query, full.fragment),
        (Some(Span::new(4, 4)), Some(Span::new(5, 5)), Some(Span::new(6, 6)))
    );
    let bare = split(b"a:");
    assert_eq!((bare.authority, bare.query, bare.fragment), (None, None, None));
    assert_eq!(bare.path, Span::new(2, 2));
}

#[test]
fn a_megabyte_of_anything_is_split_in_one_pass() {
    for word in [&b"a"[..], b":", b"/", b"//", b"?", b"#", b"a:", b"%", b"@", b"\xff"] {
        compare(&texts::megabyte(word));
        compare(&[b"a://", &texts::megabyte(word)[..]].concat());
    }
}
