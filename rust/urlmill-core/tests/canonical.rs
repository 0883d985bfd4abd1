//! The canonical forms. What each rule makes of a text the Python suite compares with w3lib, and with the rules in Python;
//! here is what must hold for any octets.

use proptest::prelude::*;
use urlmill_core::Buffer;
use urlmill_core::canonical::crawl::{self, crawl_form};
use urlmill_core::canonical::fingerprint::fingerprint;
use urlmill_core::canonical::key::write_key;
use urlmill_core::canonical::surt::surt_key;
use urlmill_core::canonical::w3lib::{Options, w3lib_form};
use urlmill_core::canonical::{Form, Normal, tracking};
use urlmill_core::split::split;

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
fn the_key_of_surt() {
    for (text, expected) in [
        ("http://www.Example.org:80/A/B/?b=2&a=1&A=0&a#f", "org,example)/a/b?a&a=0&a=1&b=2"),
        ("https://www12.h:8080", "h:8080)/"),
        ("https://www.a.1:0/?&", "1,a)/?&"),
        ("http://www5/", "www5)/"),
        ("http://h/%C3%A9%20%41/%7e?%3D%23", "h)/%c3%a9%20a/~?=%23"),
    ] {
        let mut out = Buffer::new();
        assert_eq!(surt_key(text.as_bytes(), &mut out), Normal::Changed, "{text}");
        assert_eq!(String::from_utf8_lossy(&out), expected, "{text}");
    }
    for text in [
        "http://1.2/",
        "http://a..b/",
        "http://www..b/",
        "http://.a/",
        "http://a./",
        "http://a_b/",
        "http://é/",
        "http://h:/",
        "http://h:65536/",
        "http://u@h/",
        "http://h//",
        "http://h/a/.b",
        "http://h/(a)",
        "http://h/%2525",
        "http://h/%zz",
        "http://h/?sid=1",
        "http://http://a/",
        "ftp://h/",
        "http://",
        "http://h/a b",
    ] {
        assert_eq!(surt_key(text.as_bytes(), &mut Buffer::new()), Normal::Ask, "{text}");
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
    let mut out = Buffer::from_slice(b"before");
    let answer = surt_key(text, &mut out);
    prop_assert!(out.is_ascii() && out.starts_with(b"before"));
    prop_assert!(answer != Normal::Ask || out.len() == b"before".len());
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

fn key(form: &str) -> String {
    let mut out = Buffer::new();
    assert_eq!(write_key(form.as_bytes(), &mut out), Some(()));
    String::from_utf8_lossy(&out).into_owned()
}

/// With lists.
fn naive_key(form: &str) -> String {
    let parts = split(form.as_bytes());
    let Some(authority) = parts.authority else { return form.to_owned() };
    let of = |start: u32, end: usize| &form[start as usize..end];
    let rest = of(authority.end, form.len());
    let authority = of(authority.start, authority.end as usize);
    let (login, server) = authority.rsplit_once('@').map_or(("", authority), |(login, server)| (login, server));
    let at = if authority.contains('@') { "@" } else { "" };
    let port = if server.starts_with('[') { server.len() } else { server.find(':').unwrap_or(server.len()) };
    let (host, port) = server.split_at(port);
    let numbers: Vec<&str> = host.split('.').collect();
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_address = numbers.len() == 4 && numbers.iter().all(is_number) || host.starts_with('[');
    let turned = || host.replace(',', "%2C").replace(')', "%29").split('.').rev().collect::<Vec<_>>().join(",");
    let host = if is_address { host.to_owned() } else { turned() };
    let scheme = parts.scheme.map_or(String::new(), |scheme| format!(" {}", of(scheme.start, scheme.end as usize)));
    format!("{host}{port}{at}{login}){rest}{scheme}")
}

#[test]
fn keys_are_turned_round() {
    for (form, expected) in [
        ("https://a.example.org:81/b?c#d", "org,example,a:81)/b?c#d https"),
        ("http://u:p@b.A,c)d.example.", ",example,A%2Cc%29d,b@u:p) http"),
        ("http://1.2.3.4:80/", "1.2.3.4:80)/ http"),
        ("http://1.2.3/", "3,2,1)/ http"),
        ("//[::1]:80/", "[::1]:80)/"),
        ("http://", ") http"),
        ("mailto:a@b.c", "mailto:a@b.c"),
    ] {
        assert_eq!(key(form), expected);
        assert_eq!(naive_key(form), expected);
    }
}

#[test]
fn a_level_is_what_its_function_says() {
    let text = "http://www.a.com:80/b/?utm_x=1&c#f";
    for (form, expected) in [
        (Form::named("rfc3986", 0), "http://www.a.com/b/?utm_x=1&c#f"),
        (Form::named("web", 0), "http://www.a.com/b/?utm_x=1&c#f"),
        (Form::named("w3lib", 1), "http://www.a.com:80/b/?c=&utm_x=1"),
        (Form::named("w3lib", 2), "http://www.a.com:80/b/?utm_x=1#f"),
        (Form::named("crawl", crawl::DEFAULT), "http://a.com/b?c"),
        (Form::named("crawl", 0), "http://www.a.com/b/?utm_x=1&c#f"),
    ] {
        let mut out = Buffer::new();
        assert_eq!(form.write(text.as_bytes(), &mut out), Normal::Changed);
        assert_eq!(String::from_utf8_lossy(&out), expected, "{form:?}");
    }
    for form in [Form::Other, Form::Rfc3986, Form::Crawl(0)] {
        assert_eq!(form.write(b"ftp://h/", &mut Buffer::new()), Normal::Ask);
    }
    for form in [Form::Rfc3986, Form::Web, Form::W3lib(USUAL), Form::Crawl(0)] {
        let mut out = Buffer::from_slice(b"before");
        assert_eq!(form.write(b"http://a.com/b", &mut out), Normal::Same, "{form:?}");
        assert_eq!(out[..], *b"before", "nothing is written of what stays as it is");
    }
}

proptest! {
    #[test]
    fn keys_are_what_lists_make(pieces in prop::collection::vec(prop::sample::select(PIECES.to_vec()), 0..9)) {
        let form = format!("http://{}", pieces.concat());
        prop_assert_eq!(key(&form), naive_key(&form));
    }
}
