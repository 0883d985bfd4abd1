//! `parse` against the grammar of RFC 3986, under every combination of rules.
#![allow(clippy::unwrap_used)]

mod naive;
mod texts;

use naive::parse::{compare, compare_lists};
use proptest::prelude::*;
use urlmill_core::parse::{
    ANY_PRINTABLE, LENIENT, SEVERAL_HOSTS, is_old_http, is_uri, only_host, parse_host_within, parse_plain, parse_within,
};
use urlmill_core::scan::class::{URI, is};
use urlmill_core::{Code, Fault, parse};
use urlmill_core::{Offsets, Span};

#[test]
fn every_short_text_has_the_parts_of_the_grammar_or_its_first_fault() {
    texts::every(b":/?#a@[", 5, compare);
    texts::every(b"a1+.:/", 4, compare);
}

#[test]
fn every_short_list_of_hosts_is_the_host_of_its_url() {
    texts::every(b",:1a@[]%/", 5, |text| {
        compare_lists(&[b"s://", text].concat());
        compare_lists(&[b"s://u:p@h:1,", text].concat());
    });
}

#[test]
fn every_short_text_behind_a_scheme_does_too() {
    texts::every(b":/?#a@%4|", 4, |text| {
        compare(&[b"s:", text].concat());
        compare(&[b"s://", text].concat());
        compare(&[b"s://h/", text].concat());
    });
}

/// Sixteen octets are looked at together, and the last ones again: so where among them something stands matters.
#[test]
fn every_octet_is_judged_wherever_it_stands() {
    for octet in 0..=255 {
        for (before, after) in
            [(0, 0), (0, 1), (3, 3), (7, 0), (8, 9), (15, 0), (16, 0), (17, 14), (30, 31), (63, 0), (64, 15)]
        {
            let run = [&b"a".repeat(before)[..], &[octet], &b"b".repeat(after)].concat();
            for start in [&b"s://"[..], b"s://h/", b"s://h/p?", b"s://h/p#", b"s:", b"s://u", b""] {
                compare(&[start, &run[..]].concat());
                compare(&[start, &run[..], b"@h"].concat());
            }
        }
    }
}

/// The host and what follows it are looked at in pieces of their own, up to 64 octets at once.
#[test]
fn what_ends_a_part_or_is_refused_does_so_at_any_distance() {
    for len in 0..140 {
        let run = b"a".repeat(len);
        for marks in
            [&b"?"[..], b"#", b"?b#?c", b"#?", b"%41", b"%4", b"%", b"\t", b"\x7f", b"_", b"+", b"/b?c", b":1/"]
        {
            compare(&[b"http://", &run[..], marks].concat());
            compare(&[b"http://h", &run[..], b"/p", marks, b"bc"].concat());
            compare(&[b"http://h/", &run[..], marks].concat());
            compare(&[b"s://h/", &run[..], marks, &run[..]].concat());
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_have_the_parts_of_the_grammar_or_its_first_fault(
        text in texts::noisy(&[b"http", b":", b"//", b"/", b"?", b"#", b"@", b"example.org", b"%20", b"a+b", b"\xc3\xa9", b"path", b"=", b"&"]),
    ) {
        compare(&text);
        compare(&[b"http://", &text[..]].concat());
        compare(&[b"http://example.org/", &text[..]].concat());
    }
}

#[test]
fn what_the_web_writes_is_kept_but_controls_are_not() {
    assert!(parse(b"http://h/a b|c\"d", ANY_PRINTABLE).is_ok());
    assert_eq!(parse(b"http://h/a b", 0), Err(Fault { code: Code::BadChar, at: 10 }));
    assert_eq!(parse(b"http://h/a\tb", ANY_PRINTABLE), Err(Fault { code: Code::BadChar, at: 10 }));
    assert_eq!(parse(b"http://h/%4", ANY_PRINTABLE), Err(Fault { code: Code::BadPercent, at: 9 }));
}

#[test]
fn a_megabyte_of_anything_is_parsed_in_one_pass() {
    for word in [&b"@"[..], b":", b"[", b"]", b"a", b"%", b"%41", b"/", b"?", b"#", b"."] {
        let text = texts::megabyte(word);
        for start in [&b""[..], b"s:", b"s://", b"s://h/", b"s://[", b"s://u:p@"] {
            for rules in [0, ANY_PRINTABLE, LENIENT] {
                std::hint::black_box(parse(&[start, &text[..]].concat(), rules).is_ok());
            }
        }
    }
}

/// Whatever follows it: that is read too, and must not matter.
fn compare_within(text: &[u8]) {
    for rules in [LENIENT, LENIENT | SEVERAL_HOSTS] {
        compare_within_by(text, rules);
    }
}

fn compare_within_by(text: &[u8], rules: u32) {
    let expected = parse(text, rules).unwrap();
    let lists = |scheme: &[u8]| {
        assert_eq!(scheme, expected.scheme().unwrap_or_default().of(text));
        rules & SEVERAL_HOSTS != 0
    };
    // What was there before must not matter either.
    let before = parse(b"z://u:p@h:1/a?b#c", LENIENT).unwrap();
    assert_eq!(only_host(text, lists), expected.host(), "{}", text.escape_ascii());
    for after in [&b""[..], &[b'/'; 128], &[b'?'; 128], &[b'#'; 128], &[b'@'; 128], &[b'a'; 128]] {
        let longer = [text, after].concat();
        let mut found = before;
        parse_within(&longer, text.len(), lists, &mut found);
        assert_eq!(found, expected, "{}", text.escape_ascii());
        let authority = |parts: Offsets| {
            (parts.scheme(), parts.authority(), parts.user(), parts.password(), parts.host(), parts.port())
        };
        let mut found = before;
        parse_host_within(&longer, text.len(), lists, &mut found);
        assert_eq!(authority(found), authority(expected), "{}", text.escape_ascii());
    }
}

#[test]
fn every_short_text_has_its_parts_within_a_longer_one() {
    texts::every(b":/?#a@[", 4, |text| {
        compare_within(text);
        compare_within(&[b"http://", text].concat());
        compare_within(&[b"https://", text].concat());
    });
}

#[test]
fn every_short_list_of_hosts_has_its_parts_within_a_longer_text() {
    texts::every(b",:@[]a/", 5, |text| {
        compare_within(&[b"z://", text].concat());
        compare_within(&[b"http://", text].concat());
    });
}

#[test]
fn marks_are_found_wherever_they_stand() {
    for len in 0..140 {
        for marks in [&b"/"[..], b"?", b"#", b"/?", b"?#", b"#?", b"@", b":80/", b"[", b"/?a#", b":1,b:2/"] {
            let run = b"a".repeat(len);
            compare_within(&[b"http://", &run[..], marks].concat());
            compare_within(&[b"https://h/", &run[..], marks, b"b"].concat());
        }
    }
}

/// RFC 3986, and RFC 1738 section 5, which has neither "~" nor fragments, and no "/" or "?" in a query.
#[test]
fn each_grammar_has_its_own_octets_wherever_they_stand() {
    for octet in b' '..=b'~' {
        for before in 0..40 {
            for start in [&b"http://h.example/"[..], b"http://h.example/?", b"http://h.example/#"] {
                let text = [start, &b"a".repeat(before)[..], &[octet], b"bc"].concat();
                let Some(parts) = parse_plain(&text, Span::new(0, 4)) else { continue };
                let begins_fragment = octet == b'#' && !start.ends_with(b"#");
                assert_eq!(is_uri(&text, &parts), is(octet, URI) || begins_fragment, "{}", naive::show(&text));
                let is_odd = octet == b'~' || (start.ends_with(b"?") && matches!(octet, b'/' | b'?'));
                let is_old = is(octet, URI) && !is_odd && parts.fragment(text.len()).is_none();
                assert_eq!(is_old_http(&text, &parts), is_old, "{}", naive::show(&text));
            }
        }
    }
}

/// A letter of each kind that the old grammar of names tells apart.
#[test]
fn every_short_host_is_an_old_name_or_not() {
    texts::every(b"a1-._", 6, |host| {
        let text = [b"http://", host, b"/"].concat();
        let Some(parts) = parse_plain(&text, Span::new(0, 4)) else { return };
        let labels: Vec<&[u8]> = host.split(|&octet| octet == b'.').collect();
        let is_label = |label: &[u8]| {
            let ends = [label.first(), label.last()];
            ends.iter().all(|end| end.is_some_and(u8::is_ascii_alphanumeric)) && !label.contains(&b'_')
        };
        let is_last = labels.last().is_some_and(|label| label.first().is_some_and(u8::is_ascii_alphabetic));
        let is_name = labels.iter().all(|label| is_label(label)) && is_last;
        assert_eq!(is_old_http(&text, &parts), is_name, "{}", naive::show(&text));
    });
}
