//! `suffix::find` against the algorithm of the Public Suffix List, and against another library that reads the same list.

mod naive;
mod texts;

use naive::suffix::compare;
use proptest::prelude::*;
use publicsuffix::{List, Psl};
use std::collections::HashSet;
use std::sync::LazyLock;
use urlmill_core::suffix::{LIST, Odd, find, list_date};

fn rules() -> impl Iterator<Item = &'static str> {
    LIST.lines().filter(|line| !line.is_empty() && !line.starts_with("//") && line.is_ascii())
}

/// A name that a rule matches.
fn name_of(rule: &str) -> String {
    rule.trim_start_matches('!').replace('*', "any")
}

fn found(host: &str, private: bool) -> Option<(&str, Option<&str>)> {
    let found = find(host.as_bytes(), private).ok()??;
    let text = |span: urlmill_core::Span| &host[span.start as usize..span.end as usize];
    Some((text(found.suffix), found.domain.map(text)))
}

#[test]
fn each_kind_of_rule() {
    for (host, private, suffix, domain) in [
        ("www.example.com", true, "com", Some("example.com")),
        ("example.com", true, "com", Some("example.com")),
        ("com", true, "com", None),
        ("t.co", true, "co", Some("t.co")),
        ("a.b.example.co.uk", true, "co.uk", Some("example.co.uk")),
        ("co.uk", true, "co.uk", None),
        ("WWW.Example.CO.Uk.", true, "CO.Uk", Some("Example.CO.Uk")),
        // *.ck, !www.ck
        ("a.b.c.ck", true, "c.ck", Some("b.c.ck")),
        ("c.ck", true, "c.ck", None),
        ("a.www.ck", true, "ck", Some("www.ck")),
        ("www.ck", true, "ck", Some("www.ck")),
        // jp, *.kawasaki.jp, !city.kawasaki.jp
        ("kawasaki.jp", true, "jp", Some("kawasaki.jp")),
        ("a.b.kawasaki.jp", true, "b.kawasaki.jp", Some("a.b.kawasaki.jp")),
        ("a.city.kawasaki.jp", true, "kawasaki.jp", Some("city.kawasaki.jp")),
        // uk.com, of the private section
        ("a.b.uk.com", true, "uk.com", Some("b.uk.com")),
        ("a.b.uk.com", false, "com", Some("uk.com")),
        ("xn--55qx5d.cn", true, "xn--55qx5d.cn", None),
        ("a.xn--p1ai", true, "xn--p1ai", Some("a.xn--p1ai")),
    ] {
        assert_eq!(found(host, private), Some((suffix, domain)), "{host}");
    }
}

#[test]
fn what_nobody_can_register() {
    for host in [
        "",
        ".",
        "..",
        "localhost",
        "a.localhost",
        "ck",
        "127.0.0.1",
        "1.2.3.4.",
        "[::1]",
        "[v1.com]",
        "[::1].com",
        ".com",
        "a..com",
        "a.com..",
        ".a.com",
        "www..a.com",
        "..a.b.com",
        "a.com\0",
        "a.\u{441}om",
        "a.c\x0fm",
    ] {
        assert_eq!(found(host, true), None, "{host}");
    }
}

#[test]
fn what_is_no_host_has_no_suffix() {
    let barred = (0..0x80u8).filter(|b| !b.is_ascii_alphanumeric() && !b"-._~!$&'()*+,;=%".contains(b));
    for octet in barred.map(char::from) {
        for host in [format!("evil.com{octet}.good.com"), format!("{octet}.good.com"), format!("good.com{octet}")] {
            for padding in ["", "a.", &"a.".repeat(30), &"a.".repeat(100), "\u{e9}.", "%41."] {
                assert_eq!(find(format!("{padding}{host}").as_bytes(), true), Ok(None), "{padding}{host}");
            }
        }
    }
    for host in ["%41.com", "a.%2f.com", "\u{e9}.com", &format!("{}\u{e9}.com", "a.".repeat(100))] {
        assert_eq!(find(host.as_bytes(), true), Err(Odd), "{host}");
    }
    for host in ["_dmarc.good.com", "a~!$&'()*+;=.good.com", &format!("_{}.good.com", "a".repeat(100))] {
        assert_eq!(found(host, true), Some(("com", Some("good.com"))), "{host}");
    }
}

#[test]
fn the_list_has_a_date() {
    let date: Vec<u32> = list_date().split('-').filter_map(|part| part.parse().ok()).collect();
    assert!(date.len() == 3 && date[0] >= 2026, "{}", list_date());
}

#[test]
fn every_rule_is_in_the_table() {
    for rule in rules() {
        let name = name_of(rule);
        assert_eq!(found(&name, true).map(|(suffix, _)| suffix == name), Some(!rule.starts_with('!')), "{rule}");
    }
}

#[test]
fn around_every_rule() {
    for rule in rules() {
        let name = name_of(rule);
        for host in [name.clone(), format!("a.{name}"), format!("www.example-of-it.{name}."), format!("x{name}")] {
            compare(host.as_bytes());
            compare(host.to_ascii_uppercase().as_bytes());
        }
        // One byte changed: long labels are only partly in the words that are compared first.
        for at in 0..name.len() {
            let mut changed = name.clone().into_bytes();
            changed[at] ^= 1;
            compare(&changed);
        }
    }
}

#[test]
fn every_short_text_is_what_the_algorithm_says() {
    texts::every(b".ckw\xc3", 6, compare);
    texts::every(b".co_\\%", 6, compare);
    texts::every(b".PL[", 7, compare);
}

#[test]
fn huge_hosts_take_linear_time() {
    for word in [&b"a"[..], b"a.", b".", b"com.", b"amazonaws.com.", b"\xff"] {
        let mut host = texts::megabyte(word);
        let _ = find(&host, true);
        host.extend_from_slice(b"a.com");
        let _ = find(&host, true);
    }
}

/// The whole list, and without its private section. That library takes a text with one rule a line.
static THEIRS: LazyLock<[List; 2]> = LazyLock::new(|| {
    let icann = LIST.split("// ===BEGIN PRIVATE DOMAINS===").next().unwrap_or_default();
    [LIST, icann].map(|text| text.parse().unwrap_or_default())
});

/// It has lower case only, keeps a dot at the end, and invents a rule for a top level that has none.
fn compare_with_theirs(host: &str) {
    if is_hidden_from_them(host) {
        return;
    }
    for (private, list) in [true, false].into_iter().zip(&*THEIRS) {
        let suffix = list.suffix(host.as_bytes()).filter(publicsuffix::Suffix::is_known);
        let domain = list.domain(host.as_bytes()).filter(|domain| domain.suffix().is_known());
        let theirs = suffix.map(|suffix| (suffix.as_bytes(), domain.map(|domain| domain.as_bytes().to_vec())));
        let ours =
            found(host, private).map(|(suffix, domain)| (suffix.as_bytes(), domain.map(|d| d.as_bytes().to_vec())));
        assert_eq!(ours, theirs, "{host} {private}");
    }
}

/// Where a name is the beginning of longer rules, it does not look for a wildcard that the name falls under. So for it
/// `r.cloud.int.apple` is no suffix, since there is a `*.r.cloud.int.apple`; by the algorithm the rule
/// `*.cloud.int.apple` makes it one.
fn is_hidden_from_them(host: &str) -> bool {
    static HIDDEN: LazyLock<Vec<String>> = LazyLock::new(|| {
        let wildcards: HashSet<&str> = rules().filter_map(|rule| rule.strip_prefix("*.")).collect();
        let below_wildcard = |name: &&str| name.split_once('.').is_some_and(|(_, parent)| wildcards.contains(parent));
        wildcards.iter().copied().filter(below_wildcard).map(|name| format!(".{name}")).collect()
    });
    HIDDEN.iter().any(|name| format!(".{host}").ends_with(name))
}

#[test]
fn another_library_agrees_around_every_rule() {
    for rule in rules() {
        let name = name_of(rule);
        for host in [name.clone(), format!("a.{name}"), format!("a.b.{name}"), format!("x{name}")] {
            compare_with_theirs(&host);
        }
        if let Some((_, parent)) = name.split_once('.') {
            compare_with_theirs(parent);
        }
    }
}

/// Labels of the rules, in any order; and whole rules with something before them.
fn host() -> impl Strategy<Value = String> {
    let names: Vec<String> = rules().map(name_of).collect();
    let labels: Vec<String> = names.iter().flat_map(|name| name.split('.').map(str::to_owned)).collect();
    let label = prop_oneof![prop::sample::select(labels), "[a-z0-9-]{1,20}"];
    let name = prop_oneof![3 => prop::sample::select(names).boxed(), 1 => label.clone().boxed()];
    (prop::collection::vec(label, 0..5), name).prop_map(|(mut labels, name)| {
        labels.push(name);
        labels.join(".")
    })
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn another_library_agrees(host in host()) {
        compare_with_theirs(&host);
    }

    #[test]
    fn the_algorithm_agrees(host in host(), upper in any::<u64>(), noise in prop::collection::vec((any::<usize>(), any::<u8>()), 0..3)) {
        let mut host = host.into_bytes();
        for (_, b) in host.iter_mut().enumerate().filter(|(at, _)| upper >> (at % 64) & 1 != 0) {
            b.make_ascii_uppercase();
        }
        compare(&host);
        for (at, octet) in noise {
            let at = at % (host.len() + 1);
            host.insert(at, if octet < 128 { b'.' } else { octet });
            compare(&host);
        }
    }

    #[test]
    fn any_octets(host in texts::noisy(&[b".", b"com", b"uk", b"co", b"ck", b"www", b"kawasaki.jp", b"city", b"xn--p1ai", b"["])) {
        compare(&host);
    }
}
