//! The drop-in's routines against a retelling of CPython's `urllib/parse.py`.

mod naive;
mod texts;

use naive::python::{Python, RELEASES};
use naive::urllib::{
    compare_defrag, compare_join, compare_netloc, compare_params, compare_port, compare_split, urljoin,
};
use proptest::prelude::*;
use std::hint::black_box;
use urlmill_core::Span;
use urlmill_core::urllib::{host_port, login, port_number, split_params, urldefrag, urlsplit};

const BASES: &[&[u8]] = &[
    b"http://h/a/b/c;p?q#f",
    b"http://h/a/b?#",
    b"http://h/a//",
    b"http://h",
    b"http://h?q",
    b"http://h/..",
    b"http:///a/b",
    b"http:a/b",
    b"HTTP://H/a/b",
    b"ws://h/a;b/c",
    b"svn+ssh://h/a?",
    b"telnet://h/a",
    b"r://h/a",
    b"n://h/a",
    b"x://h/a",
    b"//h/a",
    b"/a",
    b"",
];

#[test]
fn every_short_text_is_split_as_every_release_splits_it() {
    texts::every(b":/?#a1[ \t\xc3", 5, compare_split);
    texts::every(b":/?#a+", 6, compare_split);
}

#[test]
fn an_address_in_brackets_is_split_as_every_release_splits_it() {
    for (before, after) in [(&b"//"[..], &b""[..]), (b"http://", b"/a/b?c#d"), (b"https://", b"?a#b"), (b"x://", b"#")]
    {
        texts::every(b"[]:1a", 7, |host| compare_split(&[before, host, after].concat()));
        texts::every(b":1ag.@%[]", 3, |end| {
            for start in [&b"[::1]"[..], b"[::ffff:1.2.3.4", b"[1:2:3:4:5:6:7", b"[::1%25", b"[v1.a]", b"u@[::1]"] {
                compare_split(&[before, start, end, after].concat());
                compare_defrag(&[before, start, end, after].concat());
            }
        });
    }
}

#[test]
fn every_octet_is_boring_or_is_not() {
    for octet in 0..=255 {
        for text in
            [&[octet][..], &[octet, b':'], &[b'a', octet, b':'], &[b'/', b'/', octet], &[b'/', b'/', b'/', octet]]
        {
            compare_split(text);
            compare_defrag(&[text, b"#"].concat());
            compare_join(b"http://h/", text);
        }
    }
}

#[test]
fn an_odd_octet_is_found_wherever_it_stands() {
    for (before, after) in (0..70).flat_map(|before| (0..20).map(move |after| (before, after))) {
        for octet in [b"\0", b"\t", b"\x1f", b" ", b"[", b"\xff"] {
            let text = [&b"~".repeat(before), &octet[..], &b"~".repeat(after)].concat();
            compare_split(&text);
            compare_split(&[b"//", &text[..]].concat());
        }
    }
}

/// Up to a length, and for certain beginnings, texts are looked at as a whole: at every length each mark stands once at
/// every place, and so does another one somewhere behind it.
#[test]
fn a_mark_is_found_wherever_it_stands() {
    for beginning in [&b"https://"[..], b"http://", b"/"] {
        for len in (0..40).chain(56..68).chain(112..132) {
            for at in 0..len {
                for (mark, other) in
                    [(b'/', b'?'), (b'?', b'#'), (b'#', b'?'), (b'[', b'/'), (0x1f, b'?'), (0x80, b'/')]
                {
                    let mut text = [beginning, &b"~".repeat(len)].concat();
                    text[beginning.len() + at] = mark;
                    compare_split(&text);
                    text[beginning.len() + (at + 17) % len] = other;
                    compare_split(&text);
                }
            }
        }
    }
}

#[test]
fn every_short_reference_is_joined_as_every_release_joins_it() {
    for base in BASES {
        texts::every(b"/.a;?#:", 4, |reference| compare_join(base, reference));
        texts::every(b"/.a", 6, |reference| compare_join(base, reference));
        for scheme in [&b"http:"[..], b"Http:", b"ws:", b"x:"] {
            texts::every(b"/.a;?#", 3, |rest| compare_join(base, &[scheme, rest].concat()));
        }
    }
}

#[test]
fn every_short_base_is_joined_as_every_release_joins_it() {
    for scheme in [&b"http:"[..], b"ws:", b"http://h", b"WS://h/"] {
        texts::every(b"/.a;?#", 4, |rest| {
            let base = [scheme, rest].concat();
            for reference in
                [&b"c"[..], b"../c", b"..", b".", b"/c", b"//c", b"?c", b"#c", b";c", b"../..//c/.", b"ws:c"]
            {
                compare_join(&base, reference);
            }
        });
    }
}

#[test]
fn every_short_text_loses_its_fragment_as_in_every_release() {
    texts::every(b":/?#;aA", 5, compare_defrag);
    for start in [&b"http:"[..], b"http://h", b"ws://h", b"x:"] {
        texts::every(b":/?#;a", 4, |rest| compare_defrag(&[start, rest, b"#f"].concat()));
    }
}

#[test]
fn every_short_path_is_cut_at_the_first_semicolon_of_its_last_segment() {
    texts::every(b"/;.a\xc3", 6, compare_params);
}

#[test]
fn every_short_netloc_has_the_login_the_host_and_the_port_of_the_result_classes() {
    texts::every(b":@[]a1\xc3", 6, compare_netloc);
}

#[test]
fn every_port_of_up_to_five_digits_is_its_number() {
    texts::every(b"01569a-+ \xc3", 5, compare_port);
    for number in (0..100_000).chain([100_080, u32::MAX]) {
        compare_port(number.to_string().as_bytes());
        compare_port(format!("{number:06}").as_bytes());
    }
}

const WORDS: &[&[u8]] = &[
    b"http:",
    b"WS:",
    b"//",
    b"/",
    b"/../",
    b"/./",
    b"..",
    b".",
    b"user:pw@host:80",
    b"segment",
    b";",
    b"?",
    b"#",
    b":",
    b"a=b&c",
    b"%20",
    b" ",
    b"1",
    b"+",
];

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_are_split_and_defragmented_as_in_every_release(
        start in texts::one_of(&[b"", b"http://", b"http://host", b"a"]),
        rest in texts::long(WORDS),
    ) {
        let text = [start, &rest[..]].concat();
        compare_split(&text);
        compare_defrag(&text);
        compare_defrag(&[&text[..], b"#fragment"].concat());
        compare_params(&text);
        compare_netloc(&text);
    }

    #[test]
    fn octets_of_any_kind_are_split_and_joined_as_in_every_release(text in texts::noisy(WORDS)) {
        compare_split(&text);
        compare_join(b"http://host/a/b", &text);
        compare_defrag(&[&text[..], b"#fragment"].concat());
        compare_params(&text);
        compare_netloc(&text);
    }

    #[test]
    fn long_references_are_joined_as_every_release_joins_them(
        start in texts::one_of(&[b"http://host", b"ws://host/", b"http:", b""]),
        base in texts::long(WORDS),
        reference in texts::long(WORDS),
    ) {
        compare_join(&[start, &base[..]].concat(), &reference);
    }

    #[test]
    fn long_paths_are_joined_as_every_release_joins_them(
        base in texts::long(&[b"/", b".", b"..", b"a", b"/../", b"segment"]),
        reference in texts::long(&[b"/", b".", b"..", b"a", b"/../", b"segment"]),
    ) {
        compare_join(&[b"http://host/", &base[..]].concat(), &reference);
    }
}

/// What a crawler meets has to be answered, not just answered right.
#[test]
fn everyday_references_are_joined_without_the_interpreter() {
    for (base, reference, expected) in [
        ("http://h/a/b?q#f", "c", "http://h/a/c"),
        ("http://h/a/b", "../c?x=1#y", "http://h/c?x=1#y"),
        ("http://h/a/b", "/c/d.html", "http://h/c/d.html"),
        ("http://h/a/b", "//i/c", "http://i/c"),
        ("http://h/a/b?q", "?x", "http://h/a/b?x"),
        ("http://h/a/b?q", "#y", "http://h/a/b?q#y"),
        ("http://h", "c", "http://h/c"),
        ("http://h/a/", "./", "http://h/a/"),
        ("http://h/a/b", "../../../c", "http://h/c"),
        ("http://h/a/b", "http://i/c", "http://i/c"),
        ("http://h/a/b", "mailto:a@b", "mailto:a@b"),
        ("http://h/a/b", "javascript:void(0)", "javascript:void(0)"),
        ("http://h/a/b", "ftp://i/c;type=a", "ftp://i/c;type=a"),
        ("http://[::1]:80/a/b", "../c", "http://[::1]:80/c"),
        ("http://h/a/b", "//[2001:db8::1]/c", "http://[2001:db8::1]/c"),
        ("http://h/a/b", "//[fe80::1%25eth0]/c", "http://[fe80::1%25eth0]/c"),
    ] {
        for release in RELEASES {
            let joined = urljoin(base.as_bytes(), reference.as_bytes(), release);
            assert_eq!(joined.as_deref(), Some(expected.as_bytes()), "{base} and {reference}");
        }
    }
}

/// Which of the two is right changed with 3.14.
#[test]
fn parameters_behind_dots_are_joined_without_the_interpreter() {
    for (base, reference, set_aside, as_they_are) in [
        ("http://h/a/b", "..;c", "http://h/;c", "http://h/a/..;c"),
        ("http://h/a/b", "d/.;c?q", "http://h/a/d/;c?q", "http://h/a/d/.;c?q"),
        ("http://h/a/b", "c;", "http://h/a/c", "http://h/a/c;"),
        ("http://h/a/b", "c;d;#f", "http://h/a/c;d;#f", "http://h/a/c;d;#f"),
        ("ws://h/a/b", "..;c", "ws://h/a/..;c", "ws://h/a/..;c"),
    ] {
        for release in RELEASES {
            let expected = if release == Python::V3_14 { as_they_are } else { set_aside };
            let joined = urljoin(base.as_bytes(), reference.as_bytes(), release);
            assert_eq!(joined.as_deref(), Some(expected.as_bytes()), "{base} and {reference}, {release:?}");
        }
    }
}

#[test]
fn everyday_fragments_are_cut_off_without_the_interpreter() {
    for text in ["http://h/a?q", "http://[::1]/a", "http://[fe80::1%25a]/a", "//h/a", "/a/b", "a?q", "?q", ""] {
        assert_eq!(urldefrag(format!("{text}#f").as_bytes()), Some(text.len()), "{text}");
    }
}

const ENDLESS: &[&[u8]] = &[b"../", b"./", b"/", b"a/", b"/..", b"@", b":", b";", b"?", b"#", b"1", b"\xff", b"a"];

#[test]
fn a_megabyte_of_anything_is_split_in_one_pass() {
    for word in ENDLESS {
        let text = texts::megabyte(word);
        black_box((urlsplit(&text), urldefrag(&text), login(&text), host_port(&text), port_number(&text)));
        black_box((urldefrag(&[b"http://h/", &text[..]].concat()), split_params(&text, Span::new(0, text.len()))));
    }
}

#[test]
fn a_megabyte_of_anything_is_joined_in_one_pass() {
    let deep = [b"http://h/", &texts::megabyte(b"a/")[..]].concat();
    for word in ENDLESS {
        let text = texts::megabyte(word);
        let url = [b"http://h/", &text[..]].concat();
        for (base, reference) in [(&b"http://h/a"[..], &text[..]), (&url, b"../c"), (&deep, &text)] {
            black_box(urljoin(base, reference, RELEASES[0]));
        }
    }
}
