//! `resolve` and `remove_dot_segments` against the pseudo-code of RFC 3986, section 5.2.

mod naive;
mod texts;

use naive::join::{compare, compare_dots};
use proptest::prelude::*;
use urlmill_core::join::{remove_dot_segments, resolve};
use urlmill_core::{Buffer, Code, Fault};

const BASES: &[&[u8]] = &[
    b"a://h/b/c/d;p?q#f",
    b"a://h/b/",
    b"a://h/",
    b"a://h",
    b"a://h?q",
    b"a:///b/c",
    b"a://",
    b"a:b/c",
    b"a:/b/c",
    b"a:b",
    b"a:/",
    b"a:",
    b"a:?q",
    b"a:/..",
    b"a:/.//b",
    b"a:./b/../c",
    b"//h/b",
    b"b",
    b"",
];

#[test]
fn every_short_reference_is_resolved_as_the_pseudo_code_has_it() {
    for base in BASES {
        texts::every(b"/.a:?#", 4, |reference| compare(base, reference));
        texts::every(b"/.a", 6, |reference| compare(base, reference));
    }
}

#[test]
fn every_short_base_is_resolved_as_the_pseudo_code_has_it() {
    texts::every(b"/.:?#b", 5, |rest| {
        let base = [b"a:", rest].concat();
        for reference in [&b""[..], b"c", b"../c", b"..", b".", b"/c", b"//c", b"?c", b"#c", b"a:c", b"..//c"] {
            compare(&base, reference);
        }
    });
}

#[test]
fn every_short_path_loses_its_dot_segments_as_the_pseudo_code_has_it() {
    texts::every(b"/.a\xc3", 7, compare_dots);
    texts::every(b"/.", 12, compare_dots);
}

const WORDS: &[&[u8]] =
    &[b"/", b"//", b"..", b".", b"/../", b"/./", b"segment", b"a", b"...", b"?", b"#", b":", b"\xc3\xa9"];

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_references_are_resolved_as_the_pseudo_code_has_it(
        start in texts::one_of(&[b"a:", b"a://h", b"a://h/", b""]),
        base in texts::noisy(WORDS),
        reference in texts::noisy(WORDS),
    ) {
        compare(&[start, &base[..]].concat(), &reference);
    }

    #[test]
    fn long_paths_lose_their_dot_segments_as_the_pseudo_code_has_it(path in texts::noisy(WORDS)) {
        compare_dots(&path);
    }

    #[test]
    fn dot_segments_are_gone_after_one_time(path in texts::noisy(&[b"/", b".", b"..", b"a", b"/../"])) {
        let (mut once, mut twice) = (Buffer::default(), Buffer::default());
        remove_dot_segments(&path, &mut once);
        remove_dot_segments(&once, &mut twice);
        prop_assert_eq!(once, twice);
    }
}

fn check_examples(examples: &[(&str, &str)]) {
    for (reference, target) in examples {
        let mut out = Buffer::default();
        assert_eq!(resolve(b"http://a/b/c/d;p?q", reference.as_bytes(), &mut out), Ok(()));
        assert_eq!(&out[..], target.as_bytes(), "{reference}");
    }
}

// RFC 3986, section 5.4.1.
#[test]
fn the_normal_examples_of_the_rfc_hold() {
    check_examples(&[
        ("g:h", "g:h"),
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ]);
}

// RFC 3986, section 5.4.2, read strictly: `http:g` is absolute.
#[test]
fn the_abnormal_examples_of_the_rfc_hold() {
    check_examples(&[
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
        ("http:g", "http:g"),
    ]);
}

#[test]
fn a_base_without_a_scheme_is_refused_and_nothing_is_written() {
    let mut out = Buffer::from(&b"kept"[..]);
    assert_eq!(resolve(b"//h/p", b"a:b", &mut out), Err(Fault { code: Code::NotAbsolute, at: 0 }));
    assert_eq!(&out[..], b"kept");
}

#[test]
fn a_path_does_not_turn_into_an_authority() {
    let mut out = Buffer::default();
    assert_eq!(resolve(b"a:/b", b"/.//c", &mut out), Ok(()));
    assert_eq!(&out[..], b"a:/.//c");
}

#[test]
fn a_megabyte_of_anything_is_resolved_in_one_pass() {
    let deep = [b"a:", &texts::megabyte(b"b/")[..]].concat();
    for word in [&b"../"[..], b"./", b"/", b"a/", b"a/../", b"/..", b".", b"a", b"?", b"#", b":"] {
        let text = texts::megabyte(word);
        for (base, reference) in
            [(&b"a://h/b"[..], &text[..]), (&[b"a:/", &text[..]].concat(), b"../c"), (&deep, &text)]
        {
            let mut out = Buffer::default();
            assert_eq!(resolve(base, reference, &mut out), Ok(()));
            assert!(out.len() <= base.len() + reference.len() + b"/.".len());
        }
    }
}
