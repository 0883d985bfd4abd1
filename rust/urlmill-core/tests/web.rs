//! The web profile, against the test data of the web platform and cases of its own.

#![allow(clippy::unwrap_used, clippy::panic)]

mod naive;
mod wpt;

use naive::web::{Url, compare};
use urlmill_core::web::{origin, parse, settled};
use urlmill_core::{Buffer, Code, Fault, Span};
use wpt::{Value, cases};

fn part(url: &Url, span: Option<Span>) -> Vec<u8> {
    span.map_or(Vec::new(), |span| span.of(&url.href).to_vec())
}

/// The parts under the names that JavaScript has for them.
fn parts(url: &Url) -> [(&'static str, Vec<u8>); 10] {
    let (found, part) = (&url.offsets, |span| part(url, span));
    let marked = |mark: &[u8], span: Option<Span>| {
        let part = part(span);
        if part.is_empty() { part } else { [mark, &part].concat() }
    };
    let (host, port) = (part(found.host()), marked(b":", found.port()));
    [
        ("href", url.href.clone()),
        ("protocol", [part(found.scheme()), b":".to_vec()].concat()),
        ("username", part(found.user())),
        ("password", part(found.password())),
        ("host", [host.clone(), port].concat()),
        ("hostname", host),
        ("port", part(found.port())),
        ("pathname", part(Some(found.path()))),
        ("search", marked(b"?", found.query())),
        ("hash", marked(b"#", found.fragment(url.href.len()))),
    ]
}

fn origin_of(url: &Url) -> String {
    let mut out = Buffer::new();
    origin(&url.href, &url.offsets, &mut out);
    String::from_utf8(out.to_vec()).unwrap()
}

fn href(text: &str, base: Option<&str>) -> Result<String, Fault> {
    let base = base.map(|base| compare(base.as_bytes(), None).unwrap());
    compare(text.as_bytes(), base.as_ref()).map(|url| String::from_utf8(url.href).unwrap())
}

fn check(case: &Value) {
    let input = case.get("input").text().unwrap();
    let shown = naive::show(input);
    let base = case.get("base").text().map(|base| compare(base, None)).transpose();
    let found = base.and_then(|base| compare(input, base.as_ref()));
    if case.get("failure") == &Value::Bool(true) {
        assert!(found.is_err(), "{shown}: {found:?}");
        return;
    }
    let found = found.unwrap_or_else(|fault| panic!("{shown}: {fault}"));
    for (name, part) in parts(&found) {
        assert_eq!(naive::show(&part), naive::show(case.get(name).text().unwrap()), "{name} of {shown}");
    }
    if let Some(expected) = case.get("origin").text() {
        assert_eq!(origin_of(&found).as_bytes(), expected, "{shown}");
    }
}

#[test]
fn urls_are_read_as_the_web_platform_has_it() {
    for name in ["urltestdata.json", "urltestdata-javascript-only.json"] {
        cases(name).unwrap_or_default().iter().for_each(check);
    }
}

#[test]
fn what_is_written_otherwise_becomes_the_same_href() {
    for (text, expected) in [
        ("http://h", "http://h/"),
        (" \x01HTTP:\\\\H\\a\\..\\b ", "http://h/b"),
        ("ht\ntp://ex\tample.org/\r", "http://example.org/"),
        ("https:h:443?'#`", "https://h/?%27#%60"),
        ("https:////u:p:w@h@i:0080/", "https://u:p%3Aw%40h@i:80/"),
        ("ws://:@h/%2e/a/.%2E/.%2e", "ws://h/"),
        ("http://0x7f.1/", "http://127.0.0.1/"),
        ("http://017700000001.", "http://127.0.0.1/"),
        ("http://[1:0:0:2:0:0:0:3]", "http://[1:0:0:2::3]/"),
        ("http://[::ffff:1.2.3.4]", "http://[::ffff:102:304]/"),
        ("http://%41.%62/%41", "http://a.b/%41"),
        ("file:c|/../x", "file:///c:/x"),
        ("file://LocalHost/x", "file:///x"),
        ("file:\\\\srv\\share", "file://srv/share"),
        ("mailto:a b@c ?d e", "mailto:a b@c%20?d%20e"),
        ("s:/..//a", "s:/.//a"),
        ("s://h", "s://h"),
        ("S://\u{e9}%zz:0?\u{e9}", "s://%C3%A9%zz:0?%C3%A9"),
    ] {
        assert_eq!(href(text, None), Ok(expected.into()), "{text}");
    }
}

#[test]
fn a_reference_is_completed_by_its_base() {
    for (text, base, expected) in [
        ("", "http://u:p@h:1/a/b?c#d", "http://u:p@h:1/a/b?c"),
        ("?x", "http://h/a/b?c#d", "http://h/a/b?x"),
        ("#x", "http://h/a/b?c#d", "http://h/a/b?c#x"),
        ("x", "http://h/a/b?c#d", "http://h/a/x"),
        ("..", "http://h/a/b/c", "http://h/a/"),
        ("\\x", "http://h/a", "http://h/x"),
        ("http:x", "http://h/a/b", "http://h/a/x"),
        ("https:x", "http://h/a/b", "https://x/"),
        ("//i\\x", "http://h/a", "http://i/x"),
        ("/x", "file:///C:/a", "file:///C:/x"),
        ("..", "file:///C:/", "file:///C:/"),
        ("d|", "file:///C:/a", "file:///d:"),
        ("#x", "mailto:a", "mailto:a#x"),
        ("x", "s:/a/b", "s:/a/x"),
        (".//x", "s:/", "s:/.//x"),
        ("x", "s:/.//a", "s:/.//x"),
        ("\\x", "s://h/a", "s://h/\\x"),
        ("http://i", "s:x", "http://i/"),
    ] {
        assert_eq!(href(text, Some(base)), Ok(expected.into()), "{text} of {base}");
    }
}

#[test]
fn a_fault_says_what_is_wrong_and_where() {
    for (text, code, at) in [
        ("", Code::NotAbsolute, 0),
        (" x", Code::NotAbsolute, 0),
        ("1http://h", Code::NotAbsolute, 0),
        ("http:", Code::MissingHost, 5),
        (" http://u@ ", Code::MissingHost, 10),
        ("http://u@?x", Code::MissingHost, 9),
        ("s://:1", Code::MissingHost, 4),
        ("http://h:1x2", Code::BadPort, 10),
        ("http://h:065536", Code::BadPort, 9),
        ("http://h:99999999999999999999/", Code::BadPort, 9),
        ("http://a b", Code::BadHost, 8),
        ("h\tttp://a%20%zz", Code::BadHost, 9),
        ("http://a%zz", Code::BadHost, 8),
        ("s://a\0/", Code::BadHost, 5),
        ("file://u@h/", Code::BadHost, 8),
        ("http://u@[::1", Code::BadHost, 9),
        ("http://[::1]x", Code::BadHost, 7),
        ("http://[1::2::3]", Code::BadHost, 7),
        ("http://[1:2:3:4::5:6:7:8]", Code::BadHost, 7),
        ("http://[::%31]", Code::BadHost, 7),
        ("http://1.2.3.4.5", Code::BadIpv4, 7),
        ("http://u@256.1", Code::BadIpv4, 9),
        ("http://0xzz.09/", Code::BadIpv4, 7),
    ] {
        assert_eq!(href(text, None), Err(Fault { code, at }), "{text}");
    }
    let base = compare(b"mailto:x", None).unwrap();
    assert_eq!(compare(b"y", Some(&base)).err(), Some(Fault { code: Code::NotAbsolute, at: 0 }));
}

#[test]
fn lone_surrogates_become_the_replacement_character() {
    assert_eq!(compare(b"s:\xed\xa0\x80?\xed\xbf\xbf", None).unwrap().href, b"s:%EF%BF%BD?%EF%BF%BD");
    assert_eq!(compare(b"http://\xed\xa0\x80", None).err(), Some(Fault { code: Code::BadLabel, at: 7 }));
}

#[test]
fn an_origin_is_that_of_what_a_blob_names() {
    for (text, expected) in [
        ("https://u@h:444/x", "https://h:444"),
        ("http://[::1]", "http://[::1]"),
        ("file:///x", "null"),
        ("s://h", "null"),
        ("blob:https://h:443/x", "https://h"),
        ("blob:ftp://h/", "null"),
        ("blob:blob:http://h/", "null"),
        ("blob:x", "null"),
    ] {
        assert_eq!(origin_of(&compare(text.as_bytes(), None).unwrap()), expected, "{text}");
    }
}

#[test]
fn a_text_that_is_its_own_href_is_not_written_anew() {
    for text in [
        "https://example.org/",
        "http://example.org:8080/over/there?name=ferret#nose",
        "http://a.b.example/.well-known/%20/..a/%2ea?a=/../#?#",
        "http://xn--a.example/~;@[]|",
        "http://a_b-c..d./a?{|}`^#{|}^'",
    ] {
        assert!(settled(text.as_bytes()).is_some(), "{text}");
        assert_eq!(href(text, None), Ok(text.into()));
    }
}

/// Calls `look` with as many texts that are a byte or two away from `text`.
fn each_neighbour(text: &str, count: usize, mut look: impl FnMut(&[u8])) {
    const BYTES: &[u8] = b"a0Z.%2eE/\\:@?#[]|'\"<>^`{}~ \t\n\x00\x7f\xc3\xa9!;_-";
    let mut random = 1_u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % below
    };
    for _ in 0..count {
        let mut text = text.as_bytes().to_vec();
        for _ in 0..=next(2) {
            let (at, byte) = (next(text.len()), BYTES[next(BYTES.len())]);
            match next(3) {
                0 => text[at] = byte,
                1 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        look(&text);
    }
}

#[test]
fn the_fast_path_agrees_with_the_parser() {
    let (mut all, mut settled_ones) = (0, 0);
    for text in [
        "http://example.org/a/b.c?d=e#f",
        "http://a.b/c?d",
        "http://192.168.0.1?a/b",
        "https://u.example.org:8443/.w/%2fe/?a=%20&b=c,d;e/f?g#h/i",
    ] {
        each_neighbour(text, 20_000, |text| {
            let _ = compare(text, None);
            all += 1;
            settled_ones += usize::from(settled(text).is_some());
        });
    }
    assert!(all / 8 < settled_ones && settled_ones < all * 3 / 4, "{settled_ones} of {all}");
}

/// A scheme that browsers do not know is read without the fast path; its paths have the same rules, but for `\\`.
#[test]
fn what_has_to_change_is_seen_wherever_it_stands() {
    // Lengths around those that are looked at in one go.
    const LENGTHS: [usize; 10] = [1, 2, 7, 8, 9, 15, 16, 17, 25, 33];
    let bases = ["http", "x"].map(|scheme| compare(format!("{scheme}://h/").as_bytes(), None).unwrap());
    for piece in [
        "", "/.", "/./", "/..", "/%2e", "/%2E%2e/", "/.a", ".", "%", "?/./", "#/../", "?x#/.", "^", " a", "<", "`",
        "{", "\u{7f}", "é", "?^", "?`", "?\"", "#`", "#^", "|", "~", "!",
    ] {
        for (host, before) in LENGTHS.iter().flat_map(|host| (0..34).map(move |before| (host, before))) {
            for after in [0, 1, 14, 15, 16, 17, 32] {
                let rest = format!("{}{piece}{}", "a".repeat(before), "b".repeat(after));
                let [web, other] = ["http", "x"].map(|scheme| {
                    let mut out = Buffer::new();
                    let text = format!("{scheme}://{}/{rest}", "h".repeat(*host));
                    parse(text.as_bytes(), None, &mut out).map(|_| out[scheme.len()..].to_vec())
                });
                assert_eq!(web, other, "{host} {rest}");
                let [web, other] = [("http", &bases[0]), ("x", &bases[1])].map(|(scheme, base)| {
                    let mut out = Buffer::new();
                    parse(rest.as_bytes(), Some(&base.base()), &mut out).map(|_| out[scheme.len()..].to_vec())
                });
                assert_eq!(web, other, "{rest}");
            }
        }
    }
}

#[test]
fn a_reference_is_read_alike_in_every_way() {
    for base in ["http://u@h:1/a/b?c#d", "file:///C:/a/b", "file://h/a", "s:/.//a", "s://h", "s:a?b"] {
        let base = compare(base.as_bytes(), None).unwrap();
        for text in ["/../a/./b?c#d", "//u:p@h:80/..//a", "file:c|/x", "http:?a"] {
            each_neighbour(text, 2_000, |text| _ = compare(text, Some(&base)));
        }
    }
}

#[test]
fn a_text_of_any_kind_takes_linear_time() {
    let long = |piece: &str| piece.repeat(1 << 16);
    for text in [
        format!("http://h/{}", long("./")),
        format!("http://h/{}", long("a/../")),
        format!("http://h/{}{}", long("a/"), long("../")),
        format!("http://h/{}", long("%2e%2E/")),
        format!("file:///{}", long("c|/../")),
        format!("s:{}", long("/.")),
        format!("http://{}", long(".")),
        format!("http://{}", long("1.")),
        format!("http://{}", long("0")),
        format!("http://{}", long("%")),
        format!("http://{}", long("%41")),
        format!("http://{}", long("é")),
        format!("http://{}", long("[")),
        format!("http://[{}]", long(":")),
        format!("http://[{}]", long("0")),
        format!("http://{}h", long("a:@")),
        format!("http://h:{}", long("0")),
        format!("s:a{}#", long(" ")),
        format!("{}:x", long("a")),
        format!("http://h{}\u{e9}", long("\t\n")),
        long("\0"),
    ] {
        let _ = compare(text.as_bytes(), None);
    }
}
