//! Hosts beyond ASCII, against the test data of the web platform and of Unicode, and cases of its own.
#![allow(clippy::unwrap_used, clippy::panic)]

mod wpt;

use urlmill_core::web::parse;
use urlmill_core::{Buffer, Code, Fault};
use wpt::{cases, text_of};

/// The host of a URL that has `host`, written with an escape where a character would end it.
fn host(host: impl AsRef<[u8]>) -> Result<String, Fault> {
    let mut text = b"https://".to_vec();
    for &byte in host.as_ref() {
        match byte {
            b':' | b'/' | b'?' | b'#' | b'\\' | b'%' | b'@' => text.extend(format!("%{byte:02X}").bytes()),
            _ => text.push(byte),
        }
    }
    text.push(b'/');
    let mut out = Buffer::new();
    let found = parse(&text, None, &mut out)?;
    Ok(String::from_utf8(found.host().unwrap().of(&out).to_vec()).unwrap())
}

#[test]
fn domains_become_ascii_as_the_web_platform_has_it() {
    for name in ["toascii.json", "IdnaTestV2.json"] {
        for case in cases(name).unwrap_or_default() {
            let input = case.get("input").text().unwrap();
            let expected = case.get("output").text().map(|output| String::from_utf8(output.to_vec()).unwrap());
            if !input.is_empty() {
                assert_eq!(host(input).ok(), expected, "{:?} of {name}", String::from_utf8_lossy(input));
            }
        }
    }
}

/// Its cases that fail for a length, a hyphen or a character that only STD3 refuses are good here; ASCII is for others to
/// judge, since no ASCII host fails by IDNA.
#[test]
fn domains_become_ascii_as_unicode_has_it() {
    let Some(text) = text_of("IdnaTestV2.txt") else { return };
    let mut count = 0;
    for line in String::from_utf8(text).unwrap().lines() {
        let columns: Vec<_> =
            line.split('#').next().unwrap().split(';').map(|column| unescaped(column.trim())).collect();
        let [source, shown, shown_status, ascii, ascii_status, ..] = &columns[..] else { continue };
        let or = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
        let status = or(ascii_status, shown_status);
        let mut codes = status.trim_matches(['[', ']']).split(", ");
        let is_bad = codes.any(|code| !["", "A4_1", "A4_2", "X4_2", "V2", "V3", "U1"].contains(&code));
        if source.is_ascii() || source.contains('\u{fffd}') {
            continue;
        }
        let expected = or(ascii, &or(shown, source)).replace("\"\"", "");
        let found = host(source);
        count += 1;
        match found {
            Ok(found) if !is_bad => assert_eq!(found, expected, "{line}"),
            Ok(found) => panic!("{line}: {found}"),
            // A forbidden character, nothing left, or a number.
            Err(fault) if !is_bad => {
                let is_forbidden = expected.contains(|char: char| char <= ' ' || "#%/:<>?@[\\]^|\x7f".contains(char));
                let is_other = fault.code == Code::BadIpv4 || expected.is_empty() || is_forbidden;
                assert!(is_other, "{line}: {fault}");
            }
            Err(_) => {}
        }
    }
    assert!(count > 3000, "{count}");
}

/// The file writes some characters as `\uXXXX`, those beyond the first plane as two.
fn unescaped(column: &str) -> String {
    let mut units = Vec::new();
    let mut rest = column;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        let (digits, after) = rest[at + 2..].split_at_checked(4).unwrap();
        units.push(u16::from_str_radix(digits, 16).unwrap());
        rest = after;
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

#[test]
fn a_host_beyond_ascii_is_written_in_a_labels() {
    for (text, expected) in [
        ("faß.ExAmPlE", "xn--fa-hia.example"),
        ("bu\u{308}cher。example", "xn--bcher-kva.example"),
        ("Ｇｏ．com", "go.com"),
        ("\u{1f4a9}.la.", "xn--ls8h.la."),
        ("\u{1112}\u{1161}\u{11ab}", "xn--6q8b"),
        ("한", "xn--6q8b"),
        ("㍿", "xn--6oqv20b1zgzxr"),
        ("<\u{338}", "xn--gdh"),
        ("１。２", "1.0.0.2"),
        ("क\u{94d}\u{200d}ष", "xn--11b2ezcw70k"),
        ("\u{628}\u{200c}\u{628}", "xn--ngba799q"),
        ("xn--.com", "xn--.com"),
        ("\u{5d0}1.example", "xn--1-zhc.example"),
        ("a_b.é", "a_b.xn--9ca"),
    ] {
        assert_eq!(host(text), Ok(expected.into()), "{text}");
    }
}

#[test]
fn what_idna_refuses_is_a_bad_label() {
    for text in [
        "\u{fffd}",
        "\u{2fff}.com",
        "é.xn--",
        "é.xn--a",
        "é.xn--a-",
        "é.xn--é",
        "é.xn--9CB",
        "é.xn--u-ccb",
        "é.xn--zzzzzzzzzzzzzzzzzzzz",
        "\u{301}a",
        "a\u{200d}é",
        "a\u{200c}b",
        "1\u{5d0}",
        "\u{5d0}a",
        "\u{627}1\u{661}",
        "a.\u{5d0}-",
    ] {
        assert_eq!(host(text), Err(Fault { code: Code::BadLabel, at: 8 }), "{text}");
    }
    // What the mapping makes of it is what no host may have, or nothing.
    assert_eq!(host("\u{ad}"), Err(Fault { code: Code::BadHost, at: 8 }));
    assert_eq!(host("a\u{2100}b"), Err(Fault { code: Code::BadHost, at: 8 }));
    assert_eq!(host("é%"), Err(Fault { code: Code::BadHost, at: 10 }));
}

#[test]
fn a_long_label_is_written_and_read_as_a_short_one() {
    // Section 7.1 of RFC 3492, (B) and (L); and characters in an order that makes both directions look back.
    for (text, expected) in [
        ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
        ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
        ("zéàzèzàézçz", "xn--zzzzz-rqac1dfhf"),
    ] {
        assert_eq!(host(text), Ok(expected.into()), "{text}");
        assert_eq!(host(format!("é.{expected}")), Ok(format!("xn--9ca.{expected}")), "{text}");
    }
    let text: String = (0..100_000_u64).map(|at| ['a', 'é', '中', '文', 'è'][(at * at % 7 % 5) as usize]).collect();
    let code = host(&text).unwrap();
    assert_eq!(host(format!("é.{code}")), Ok(format!("xn--9ca.{code}")));
}
