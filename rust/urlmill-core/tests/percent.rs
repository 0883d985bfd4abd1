//! Percent-coding against RFC 3986, section 2.1.

#![allow(clippy::unwrap_used, reason = "a test")]

mod naive;
mod texts;

use naive::percent::{compare, compare_encoding};
use proptest::prelude::*;
use std::borrow::Cow;
use std::mem::MaybeUninit;
use urlmill_core::percent::{Encoder, Plus, check, decode, decode_into};

#[test]
fn every_short_text_is_coded_octet_by_octet() {
    texts::every(b"%+ aF2/\xc3", 5, compare);
    texts::every(b"%2g", 8, compare);
}

/// Marks are looked for in 64 bytes at a time, and an escape may stand in two blocks.
#[test]
fn an_escape_is_read_across_the_end_of_a_block() {
    for (before, after) in (44..68).flat_map(|before| [0, 1, 15, 16, 17, 70].map(|after| (before, after))) {
        for word in [&b"%41"[..], b"%4", b"%", b"%4%41", b"%e9%41", b"+%41+", b"%%41%", b" / "] {
            compare(&[&b"a".repeat(before), word, &b"b".repeat(after), word].concat());
        }
    }
}

/// Where most of a block is escaped, it is written octet by octet.
#[test]
fn a_block_is_encoded_however_much_of_it_is_escaped() {
    for len in [1, 2, 3, 16, 63, 64, 65, 128, 255, 256, 257] {
        for escaped in 0..=len {
            compare(&[b"%".repeat(escaped), b"a".repeat(len - escaped)].concat());
            compare(&[b" a".repeat(len - escaped), b"\xff".repeat(escaped)].concat());
        }
    }
}

#[test]
fn every_pair_after_a_percent_sign_is_an_escape_or_is_not() {
    for high in 0..=255 {
        for low in 0..=255 {
            compare(&[b'%', high, low]);
        }
    }
}

#[test]
fn every_octet_can_be_declared_safe_if_it_is_ascii() {
    for safe in 0..=255 {
        for plus in [Plus::Literal, Plus::Space] {
            let encoder = Encoder::new(&[safe], plus);
            for octet in 0..=255 {
                compare_encoding(&[octet], &encoder, &[safe], plus);
            }
        }
    }
}

const WORDS: &[&[u8]] = &[b"%", b"%2", b"%20", b"%c3%A9", b"%25", b"%zz", b"+", b" ", b"plain", b"/~._-", b"\xc3\xa9"];

/// Several octets are looked at together, so the neighbours of a mark and its place among them matter.
#[test]
fn a_mark_is_found_wherever_it_stands() {
    for (before, after) in (0..20).flat_map(|before| (0..20).map(move |after| (before, after))) {
        for word in WORDS {
            compare(&[&b"$".repeat(before), *word, &b"*".repeat(after)].concat());
        }
    }
}

#[test]
fn two_marks_do_not_hide_each_other() {
    for (one, other) in (0..25).flat_map(|one| (0..25).map(move |other| (one, other))) {
        for mark in b"%+ /\xff" {
            let mut text = b"a".repeat(25);
            (text[one], text[other]) = (*mark, *mark);
            compare(&text);
        }
    }
}

/// Sixteen bytes are looked at together, where what is safe allows it.
#[test]
fn every_octet_is_kept_or_not_wherever_it_stands() {
    for safe in [&b""[..], b"/", b" ", b"~", b"\xff", b"/:"] {
        for plus in [Plus::Literal, Plus::Space] {
            let encoder = Encoder::new(safe, plus);
            for len in [15, 16, 17, 31, 33, 65] {
                for (octet, at) in (0..=255).flat_map(|octet| (0..len).map(move |at| (octet, at))) {
                    let mut text = b"a".repeat(len);
                    text[at] = octet;
                    compare_encoding(&text, &encoder, safe, plus);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_are_coded_octet_by_octet(text in texts::noisy(WORDS)) {
        compare(&text);
    }

    #[test]
    fn what_is_safe_is_a_matter_of_choice(
        text in texts::noisy(WORDS),
        safe in prop::collection::vec(any::<u8>(), 0..20),
        plus in prop::sample::select(vec![Plus::Literal, Plus::Space]),
    ) {
        compare_encoding(&text, &Encoder::new(&safe, plus), &safe, plus);
    }

    #[test]
    fn what_was_encoded_is_decoded_again(text in prop::collection::vec(any::<u8>(), 0..300)) {
        for (encoder, plus) in [(Encoder::COMPONENT, Plus::Literal), (Encoder::FORM, Plus::Space)] {
            let encoded = encoder.encode(&text).unwrap();
            prop_assert_eq!(&*decode(&encoded, plus).unwrap(), &text[..]);
        }
        prop_assert!(check(&Encoder::PATH.encode(&text).unwrap()).is_ok());
    }
}

#[test]
fn an_escape_is_decoded_once() {
    assert_eq!(&*decode(b"%2541", Plus::Literal).unwrap(), b"%41");
    assert_eq!(&*decode(b"%2%41", Plus::Literal).unwrap(), b"%2A");
    assert_eq!(&*decode(b"%2B+", Plus::Space).unwrap(), b"+ ");
}

#[test]
fn a_plain_text_is_borrowed() {
    assert!(matches!(decode(b"a+b", Plus::Literal), Some(Cow::Borrowed(_))));
    assert!(matches!(Encoder::PATH.encode(b"/a/b.c"), Some(Cow::Borrowed(_))));
    assert!(matches!(Encoder::FORM.encode(b"a b"), Some(Cow::Owned(_))));
}

#[test]
fn a_megabyte_of_anything_is_coded_in_one_pass() {
    for word in [&b"%"[..], b"%2", b"%41", b"+", b" ", b"a", b"\xff"] {
        let text = texts::megabyte(word);
        assert_eq!(check(&text).is_err(), matches!(word, b"%" | b"%2"));
        assert_eq!(decode(&text, Plus::Space).unwrap().len(), if word == b"%41" { text.len() / 3 } else { text.len() });
        assert_eq!(*decode(&Encoder::FORM.encode(&text).unwrap(), Plus::Space).unwrap(), text);
    }
}

#[test]
#[should_panic(expected = "too short")]
fn a_place_too_short_for_what_is_decoded_is_refused() {
    decode_into(b"a+b+c", Plus::Space, &mut [MaybeUninit::uninit(); 2]);
}
