//! `host::kind` against the grammar of RFC 3986, section 3.2.2.

mod naive;
mod texts;

use naive::host::compare;
use proptest::prelude::*;

#[test]
fn every_short_text_is_what_the_grammar_says() {
    texts::every(b"[]:.%1vg\xc3", 5, compare);
    texts::every(b"2.5", 7, compare);
}

#[test]
fn every_octet_may_or_may_not_stand_in_a_name_and_in_a_literal() {
    for octet in 0..=255 {
        for text in [&[octet][..], &[b'h', octet], &[b'[', octet, b']'], &[b'[', b'v', b'1', b'.', octet, b']']] {
            compare(text);
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn groups_in_any_number_and_order_are_judged_by_the_grammar(
        words in prop::collection::vec(texts::one_of(&[b":", b":", b"::", b"1", b"ffff", b"12345", b"127.0.0.1", b"256.1.1.1", b"01.2.3.4", b"g"]), 0..20),
        zone in texts::one_of(&[b"", b"%25", b"%25en1", b"%25%41", b"%25%4", b"%en1", b"%25a%25b"]),
    ) {
        let address = words.concat();
        compare(&address);
        compare(&[b"[", &address[..], zone, b"]"].concat());
    }

    #[test]
    fn eight_groups_or_a_gap_make_an_address(groups in prop::collection::vec("[0-9a-fA-F]{1,4}", 0..10), gap in 0..10usize) {
        let plain = groups.join(":");
        compare(format!("[{plain}]").as_bytes());
        let (head, tail) = groups.split_at(gap.min(groups.len()));
        compare(format!("[{}::{}]", head.join(":"), tail.join(":")).as_bytes());
        compare(format!("[{}::{}:1.2.3.4]", head.join(":"), tail.join(":")).as_bytes());
    }
}
