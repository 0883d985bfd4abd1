//! `fields` against cutting at `&` and `=`.

mod naive;
mod texts;

use naive::query::compare;
use proptest::prelude::*;
use urlmill_core::Span;
use urlmill_core::query::{Field, fields};

#[test]
fn every_short_text_is_cut_at_its_delimiters() {
    texts::every(b"&=;+a%\xc3", 5, compare);
    texts::every(b"&=a", 9, compare);
}

/// Up to a length all marks are looked for at once, 64 bytes after 64.
#[test]
fn a_delimiter_is_found_wherever_it_stands() {
    for len in (1..70).chain(125..131).chain(505..520) {
        for at in 0..len {
            for mark in [b'&', b'=', b'%', b'+'] {
                let mut text = b"~".repeat(len);
                text[at] = mark;
                compare(&text);
                text[at / 2] = b'&';
                compare(&text);
            }
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_are_cut_at_their_delimiters(
        text in texts::noisy(&[b"&", b"&&", b"=", b"==", b"name", b"a-rather-long-value-in-one-piece", b";", b"+", b"%26", b"\xc3\xa9"]),
    ) {
        compare(&text);
    }
}

#[test]
fn an_empty_value_is_not_an_absent_value() {
    let (name, empty) = (Span::new(0, 1), Some(Span::new(2, 2)));
    assert_eq!(fields(b"a").collect::<Vec<_>>(), [Field { name, value: None }]);
    assert_eq!(fields(b"a=").collect::<Vec<_>>(), [Field { name, value: empty }]);
}

#[test]
fn a_field_may_have_no_name_but_not_be_empty() {
    assert_eq!(fields(b"&=&").collect::<Vec<_>>(), [Field { name: Span::new(1, 1), value: Some(Span::new(2, 2)) }]);
    assert_eq!(fields(b"&&").count(), 0);
}

#[test]
fn a_finished_iterator_stays_finished() {
    let mut fields = fields(b"a&");
    assert!(fields.next().is_some());
    assert!(fields.next().is_none() && fields.next().is_none());
}

#[test]
fn a_megabyte_of_anything_is_cut_in_one_pass() {
    for word in [&b"&"[..], b"=", b"&=", b"a&", b"a=", b"a", b"a=b&"] {
        compare(&texts::megabyte(word));
    }
}
