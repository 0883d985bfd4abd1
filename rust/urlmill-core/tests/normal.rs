//! `normal_form` against section 6.2 of RFC 3986, taken step by step.

mod naive;
mod texts;

use naive::normal::compare;
use proptest::prelude::*;
use urlmill_core::normal::{Level, Normal, SchemeForm, normal_form};
use urlmill_core::parse::LENIENT;
use urlmill_core::{Buffer, parse};

const HTTP: SchemeForm = SchemeForm { default_port: Some(80), has_dot_segments: true, needs_host: true };
const OTHER: SchemeForm = SchemeForm { default_port: None, has_dot_segments: true, needs_host: false };

fn normal(text: &str, form: SchemeForm, level: Level) -> (Normal, String) {
    let mut out = Buffer::new();
    let answer = match parse(text.as_bytes(), LENIENT) {
        Ok(parts) => normal_form(text.as_bytes(), &parts, form, level, &mut out),
        Err(_) => Normal::Ask,
    };
    (answer, String::from_utf8_lossy(&out).into_owned())
}

#[test]
fn what_is_normal_already_stays_where_it_is() {
    for text in [
        "http://example.org/",
        "http://user:PW@example.org:8042/over/There?name=Ferret&q=a/../b#Nose",
        "http://h/%20%2F%C3%A9/~me/a_b!$/.well-known/..a/a./...?/.",
        "http://[::1]/",
    ] {
        assert_eq!(normal(text, HTTP, Level::Scheme), (Normal::Same, String::new()), "{text}");
    }
}

#[test]
fn what_means_the_same_is_written_the_same() {
    for (text, expected) in [
        ("HTTP://Example.ORG", "http://example.org/"),
        ("http://h?q", "http://h/?q"),
        ("http://h:80/", "http://h/"),
        ("http://h:/", "http://h/"),
        ("http://h:0080/", "http://h/"),
        ("http://h:008080/", "http://h:8080/"),
        ("http://h:000/", "http://h:0/"),
        ("http://U%73er@H/", "http://User@h/"),
        ("http://h/%7euser/%2fa", "http://h/~user/%2Fa"),
        ("http://h/a/%2e%2E/b", "http://h/b"),
        ("http://h/a b|c[d]?\"#<#>", "http://h/a%20b%7Cc%5Bd%5D?%22#%3C%23%3E"),
        ("http://h/100%?%zz", "http://h/100%25?%25zz"),
        ("http://h/../../a/.", "http://h/a/"),
    ] {
        assert_eq!(normal(text, HTTP, Level::Scheme), (Normal::Changed, expected.into()), "{text}");
    }
}

#[test]
fn a_port_that_is_no_number_stays() {
    for text in ["http://h:65536/", "http://h:8x/", "http://h:-1/", "http://h:%38/"] {
        assert_eq!(normal(text, HTTP, Level::Scheme).0, Normal::Same, "{text}");
    }
}

#[test]
fn what_only_a_scheme_knows_waits_for_its_level() {
    for text in ["http://h", "http://h:80/", "http://h:/", "http://h:0080/"] {
        assert_eq!(normal(text, HTTP, Level::Syntax).0, Normal::Same, "{text}");
    }
}

#[test]
fn a_path_without_authority_never_becomes_one() {
    assert_eq!(normal("x:/..//a", OTHER, Level::Scheme), (Normal::Changed, "x:/.//a".into()));
    assert_eq!(normal("x:/.//a", OTHER, Level::Scheme).0, Normal::Same);
}

#[test]
fn a_path_without_a_scheme_never_gains_one() {
    for (text, expected) in [("%41:b", "./A:b"), ("go%41r://h/x", "./goAr://h/x"), ("%61%2Eb:", "./a.b:")] {
        assert_eq!(normal(text, OTHER, Level::Syntax), (Normal::Changed, expected.into()), "{text}");
        assert_eq!(normal(expected, OTHER, Level::Syntax).0, Normal::Same, "{expected}");
    }
    for text in ["1%41:b", "%C3%A9:b", "a%20b:c"] {
        assert!(!normal(text, OTHER, Level::Syntax).1.starts_with("./"), "{text}");
    }
}

#[test]
fn a_path_without_a_root_keeps_its_dots() {
    assert_eq!(normal("x:a/./../b", OTHER, Level::Scheme).0, Normal::Same);
    assert_eq!(normal("../b", OTHER, Level::Scheme).0, Normal::Same);
}

#[test]
fn what_may_be_for_idna_is_asked_for() {
    for text in ["http://h/é", "http://é/", "http://b%C3%BCcher/", "http://a%2Cb/"] {
        assert_eq!(normal(text, HTTP, Level::Scheme), (Normal::Ask, String::new()), "{text}");
    }
}

#[test]
fn a_host_that_is_not_looked_up_has_the_form_of_every_part() {
    for (text, expected) in
        [("x://B%c3%bccher%2C/", "x://b%C3%BCcher%2C/"), ("x://%41/", "x://a/"), ("x://A%2f%7e", "x://a%2F~")]
    {
        assert_eq!(normal(text, OTHER, Level::Scheme), (Normal::Changed, expected.into()), "{text}");
        assert_eq!(normal(text, OTHER, Level::Syntax), (Normal::Changed, expected.into()), "{text}");
    }
    assert_eq!(normal("http://%41/", HTTP, Level::Scheme), (Normal::Changed, "http://a/".into()));
    assert_eq!(normal("http://%C3%BC/", HTTP, Level::Syntax).0, Normal::Same);
}

#[test]
fn an_ipv6_address_has_the_form_of_rfc_5952() {
    for (text, syntax, scheme) in [
        ("2001:DB8:0:0:0:0:0:1", "2001:db8:0:0:0:0:0:1", "2001:db8::1"),
        ("::FFFF:c000:201", "::ffff:c000:201", "::ffff:192.0.2.1"),
        ("1:0:0:1:0:0:0:0001", "1:0:0:1:0:0:0:0001", "1:0:0:1::1"),
        ("FE80:0::1%25En%2d0", "fe80:0::1%25En-0", "fe80::1%25En-0"),
        ("V1.A:b", "v1.a:b", "v1.a:b"),
    ] {
        let [text, syntax, scheme] = [text, syntax, scheme].map(|host| format!("http://[{host}]/"));
        for (level, expected) in [(Level::Syntax, syntax), (Level::Scheme, scheme)] {
            let (answer, form) = normal(&text, HTTP, level);
            assert_eq!(if answer == Normal::Same { text.clone() } else { form }, expected, "{text}");
        }
    }
}

#[test]
fn every_short_text_has_the_normal_form_of_the_rfc() {
    texts::every(b"/.%2e?#", 5, compare);
    texts::every(b"A:/@?#[", 5, compare);
    texts::every(b"%41:a/", 6, compare);
}

#[test]
fn every_short_path_has_it_too() {
    texts::every(b"/.%2eE~?", 4, |text| {
        compare(&[b"s://h/", text].concat());
        compare(&[b"s:/", text].concat());
    });
}

#[test]
fn every_short_authority_has_it_too() {
    texts::every(b":0fA1]", 5, |text| {
        compare(&[b"s://[::", text].concat());
        compare(&[b"s://[::", text, b"%251A]"].concat());
    });
    texts::every(b":@08A%4[/", 4, |text| {
        compare(&[b"s://", text].concat());
        compare(&[b"s://h:", text].concat());
    });
}

/// Sixteen octets are looked at together, and the last ones again: so where among them something stands matters.
#[test]
fn every_octet_is_judged_wherever_it_stands() {
    for octet in 0..=255 {
        for (before, after) in [(0, 0), (0, 1), (3, 3), (7, 0), (8, 9), (15, 0), (16, 0), (17, 14), (30, 31)] {
            let run = [&b"a".repeat(before)[..], &[octet], &b"b".repeat(after)].concat();
            for start in [&b"s://"[..], b"s://h/", b"s://h/p?", b"s://h/p#", b"s:", b"s://u", b"s://h:", b""] {
                compare(&[start, &run[..]].concat());
            }
        }
    }
}

#[test]
fn dots_are_seen_across_the_sixteens() {
    for len in 0..40 {
        for dots in [&b"/."[..], b"/..", b"/./b", b"/../b", b"/.b", b"/...", b"/%2E", b"%2e/", b"/.?", b"/..#"] {
            let run = b"a".repeat(len);
            for start in [&b"s://h/"[..], b"s:/", b"/", b"s://h?"] {
                compare(&[start, &run[..], dots].concat());
                compare(&[start, &run[..], dots, &run[..]].concat());
            }
        }
    }
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn long_texts_have_the_normal_form_of_the_rfc(
        text in texts::noisy(&[b"http", b":", b"//", b"/", b"?", b"#", b"@", b"Example.org", b"%20", b"%7e", b"%2f", b"/..", b"/.", b":80", b"path", b"="]),
    ) {
        compare(&text);
        compare(&[b"http://", &text[..]].concat());
        compare(&[b"http://example.org/", &text[..]].concat());
    }

    #[test]
    fn once_is_as_good_as_twice(
        text in texts::long(&[b"s", b":", b"//", b"/", b"?", b"#", b"@", b"H", b"%", b"%7e", b"2", b"/..", b"/.", b":080", b" "]),
    ) {
        for form in [HTTP, OTHER] {
            let text = String::from_utf8_lossy(&[b"s://h/", &text[..]].concat()).into_owned();
            let (answer, once) = normal(&text, form, Level::Scheme);
            if answer == Normal::Changed {
                prop_assert_eq!(normal(&once, form, Level::Scheme).0, Normal::Same, "{}", once);
            }
        }
    }
}

#[test]
fn a_megabyte_of_anything_is_normalised_in_one_pass() {
    for word in [&b"%"[..], b"%41", b"/", b"/.", b"/..", b"a/../", b"#", b"~", b"A", b"@", b":", b"0", b"["] {
        let text = texts::megabyte(word);
        for start in [&b""[..], b"s:", b"s:/", b"s://", b"s://h/", b"s://h:", b"s://h?"] {
            let text = [start, &text[..]].concat();
            let Ok(parts) = parse(&text, LENIENT) else { continue };
            std::hint::black_box(normal_form(&text, &parts, HTTP, Level::Scheme, &mut Buffer::new()));
        }
    }
}
