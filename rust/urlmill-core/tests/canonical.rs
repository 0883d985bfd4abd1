//! The canonical forms. What each rule makes of a text the Python suite compares with w3lib, and with the rules in Python;
//! here is what must hold for any octets.

use proptest::prelude::*;
use urlmill_core::Buffer;
use urlmill_core::canonical::crawl::{self, crawl_form};
use urlmill_core::canonical::fingerprint::fingerprint;
use urlmill_core::canonical::w3lib::{Options, w3lib_form};
use urlmill_core::canonical::{Normal, tracking};

const USUAL: Options = Options { keep_blank_values: true, keep_fragments: false };
/// What may stand where one part of a URL ends and another begins.
const PIECES: [&str; 30] = [
    "http://",
    "https://",
    "www.",
    "a.com",
    "co.uk",
    "/",
    "//",
    "..",
    ".",
    ";",
    "?",
    "#",
    "&",
    "=",
    "%",
    "%2",
    "%41",
    "%2f",
    "%e9",
    "+",
    " ",
    ":",
    "80",
    "@",
    "[",
    "utm_x",
    "index.html",
    "é",
    "A",
    "|",
];

fn w3lib(text: &str) -> (Normal, String) {
    let mut out = Buffer::new();
    let answer = w3lib_form(text.as_bytes(), USUAL, &mut out);
    (answer, String::from_utf8_lossy(&out).into_owned())
}

fn crawled(text: &str, switches: u32) -> (Normal, String) {
    let mut out = Buffer::new();
    let answer = crawl_form(text.as_bytes(), switches, &mut out);
    (answer, String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn the_form_of_w3lib() {
    for (text, expected) in [
        ("HTTP://U%3a:p@H:0080/a/../%7e%2f%5b?b&a=%2F+%20#f", "http://U%3A:p@h:80/~%2F[?a=%2F++&b="),
        ("http://h", "http://h/"),
        ("http://h/?a=1&a=0", "http://h/?a=0&a=1"),
        ("  http://h/é;%zz ", "http://h/%C3%A9;%zz"),
        ("mailto:a b", "mailto:a%20b"),
    ] {
        assert_eq!(w3lib(text), (Normal::Changed, expected.to_owned()), "{text}");
    }
    for text in ["http://h/", "https://h/a?b=%2F+&c=", "foo:a/../b"] {
        assert_eq!(w3lib(text).0, Normal::Same, "{text}");
    }
    for text in ["http://é/", "http://[::1]/", "http:/a", "http://h:x/", "ht\ttp://h/", "http://h\\/", "ftp:;a"] {
        assert_eq!(w3lib(text).0, Normal::Ask, "{text}");
    }
}

#[test]
fn the_level_crawl() {
    for (text, expected) in [
        ("http://www.a.com:80//b/?utm_x=1&c&#f", "http://a.com/b?c"),
        ("https://u@www.co.uk/x://y", "https://u@www.co.uk/x://y"),
        ("http://h/index.html?PHPSESSID=1", "http://h/index.html"),
    ] {
        let (answer, form) = crawled(text, crawl::DEFAULT);
        assert!(answer == Normal::Same && form.is_empty() && text == expected || form == expected, "{text}: {form}");
    }
    assert_eq!(crawled("http://h/a/index.html", crawl::INDEX_FILES).1, "http://h/a/");
    for text in ["ftp://h/", "http://é/", "http://h/;jsessionid=1", "http:///a", "a/b"] {
        assert_eq!(crawled(text, crawl::DEFAULT).0, Normal::Ask, "{text}");
    }
}

#[test]
fn tracking_parameters_are_known_in_any_letter_case() {
    assert!(
        ["utm_source", "UTM_x", "utm_", "fbclid", "hsCtaTracking"]
            .iter()
            .all(|name| tracking::is_listed(name.as_bytes()))
    );
    assert!(!["utm", "xutm_source", "fbclid2", "", "id"].iter().any(|name| tracking::is_listed(name.as_bytes())));
}

#[test]
fn fingerprints_differ_by_person_and_salt() {
    let all = [("a", "b"), ("b", "a"), ("ab", ""), ("", "")];
    let made: std::collections::HashSet<_> =
        all.iter().map(|(person, salt)| fingerprint(b"x", person.as_bytes(), salt.as_bytes())).collect();
    assert_eq!(made.len(), all.len());
    assert_eq!(fingerprint(b"x", &[b'p'; 17], b""), None);
    assert_eq!(fingerprint(b"x", b"", &[b's'; 17]), None);
}

fn check(text: &[u8]) -> Result<(), TestCaseError> {
    for switches in [crawl::DEFAULT, crawl::DEFAULT | crawl::INDEX_FILES, 0, crawl::WWW, crawl::INDEX_FILES] {
        let mut out = Buffer::from_slice(b"before");
        let answer = crawl_form(text, switches, &mut out);
        prop_assert!(out.starts_with(b"before"));
        prop_assert_eq!(answer == Normal::Changed, out.len() > b"before".len());
        if answer == Normal::Changed {
            let mut again = Buffer::new();
            prop_assert_eq!(crawl_form(&out[b"before".len()..], switches, &mut again), Normal::Same);
        }
    }
    for options in [USUAL, Options { keep_blank_values: false, keep_fragments: true }] {
        let mut out = Buffer::from_slice(b"before");
        let answer = w3lib_form(text, options, &mut out);
        prop_assert!(out.is_ascii() && out.starts_with(b"before"));
        prop_assert!(answer != Normal::Ask || out.len() == b"before".len());
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_octets_have_an_answer(text in prop::collection::vec(any::<u8>(), 0..60)) {
        check(&text)?;
    }

    #[test]
    fn whatever_is_put_together_has_one(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..16)) {
        check(pieces.concat().as_bytes())?;
        check(format!("http://www.a.com/{}", pieces.concat()).as_bytes())?;
    }
}
