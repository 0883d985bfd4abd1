//! Lines and records against twins that split the obvious way, with every view looked at.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod counting;
mod kinds;
mod naive;
mod objects;

use naive::{compare, lines_of, naive_lines};
use proptest::prelude::*;

fn piece() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["\"", "\\", " ", "-", "a", "é", "\" \"", "] \"", " [", "longer than twelve", "è", "x"])
}

fn line() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat())
}

fn literal() -> impl Strategy<Value = String> {
    let literals = vec!["\"", "\" \"", " ", "] \"", "-", "é", "a", "\"\\", "\"\""];
    prop::sample::select(literals).prop_map(str::to_owned)
}

proptest! {
    #[test]
    fn lines_are_those_that_splitting_finds(pieces in prop::collection::vec(prop::sample::select(vec![
        &b"\n"[..], b"\r", b"\r\n", b"a", b"\0", b"\xc3\xa9", b"\xff", b"\xc3", b"longer than twelve", b" ",
    ]), 0..40)) {
        let octets = pieces.concat();
        prop_assert_eq!(lines_of(&octets), naive_lines(&octets));
    }

    #[test]
    fn records_are_those_that_splitting_finds(
        texts in prop::collection::vec(prop::option::of(line()), 0..6),
        head in prop::sample::select(vec!["", "a", "\"", "é", "ab"]),
        literals in prop::collection::vec(literal(), 0..4),
        last in prop::sample::select(vec!["", "\"", " ", "é", "x"]),
    ) {
        let literals: Vec<_> = [head.to_owned()].into_iter().chain(literals).collect();
        compare(&texts, &literals, last);
        compare(&texts, &[], last);
    }

    #[test]
    fn lines_that_fit_are_read(
        values in prop::collection::vec(prop::collection::vec("[a-z/\u{e9}-]{0,20}", 3), 0..80),
        literals in prop::collection::vec(prop::sample::select(vec!["\"", "\" \"", " ", "] \"", " ["]), 3),
    ) {
        let literals: Vec<String> = literals.into_iter().map(str::to_owned).collect();
        let texts: Vec<_> = values
            .iter()
            .map(|row| literals.iter().zip(row).flat_map(|(before, value)| [before.as_str(), value]).collect::<String>())
            .map(|line| Some(line + "\""))
            .collect();
        compare(&texts, &literals, "\"");
    }
}

/// A line that fits, but for some of its pieces.
fn nearly() -> impl Strategy<Value = String> {
    let clients = prop::sample::select(vec!["192.0.2.1", "::1", "-", "x", "a.example", ""]);
    let users = prop::sample::select(vec!["-", "anna", "a b", "- -", ""]);
    let requests = prop::sample::select(vec![
        "GET /a?b#c HTTP/1.1",
        "-",
        "",
        "CONNECT h:1 HTTP/1.1",
        "GET http://h.example/a HTTP/1.0",
        "GET x",
        "GET /a\t HTTP/1.1",
        "GET * HTTP/1.1",
        "a \\\" b",
    ]);
    let ends = prop::sample::select(vec!["200", "-1", "20 \"x\"", "200 \"é\"", "0", "200 \"", "200\r"]);
    let lines = (clients, users, requests, ends);
    lines.prop_map(|(client, user, request, end)| {
        format!("{client} {user} [17/May/2015:10:05:03 +0000] \"{request}\" {end}\n")
    })
}

proptest! {
    #[test]
    fn what_is_counted_is_what_the_columns_have(
        lines in prop::collection::vec(prop_oneof![nearly(), line().prop_map(|line| line + "\r\n")], 0..12),
        rest in prop::sample::select(vec![&b""[..], b"\xff\n", b"\n\n", b"\r", b"192.0.2.1"]),
    ) {
        counting::compare(&[lines.concat().as_bytes(), rest].concat());
    }
}

#[test]
fn words_of_rows_meet_without_a_seam() {
    let texts: Vec<_> = (0..1000)
        .map(|n| {
            (n % 7 != 0).then(|| format!("host-{n} \"{}\"{}", "p/".repeat(n % 20), if n % 5 == 0 { "x" } else { "" }))
        })
        .collect();
    compare(&texts, &[String::new(), " \"".to_owned()], "\"");
    let octets: Vec<u8> =
        texts.iter().flat_map(|text| format!("{}\n", text.as_deref().unwrap_or("")).into_bytes()).collect();
    assert_eq!(lines_of(&octets), texts);
}

/// Most clocks are like the one before: whether one is right does not depend on that.
#[test]
fn a_clock_after_another_is_as_right_as_by_itself() {
    let mut octets = Vec::new();
    for month in ["Feb", "Apr", "May", "Fob"] {
        for day in ["00", "01", "28", "29", "30", "31", "32", "0a", " 1"] {
            for second in ["00", "59", "60", "61", "5x"] {
                for (year, zone) in [(2024, "+0000"), (2023, "-0130"), (1, "+0100"), (9999, "-0100"), (2024, "+2400")] {
                    let clock = format!("{day}/{month}/{year:04}:10:05:{second} {zone}");
                    octets.extend(format!("192.0.2.1 - [{clock}] \"GET / HTTP/1.1\" 200\n").bytes());
                }
            }
        }
    }
    let (before, after) = (b"192.0.2.1 - [", b"] \"GET / HTTP/1.1\" 200\n");
    octets.extend([&before[..], b"01", &[0; 16], b"00", &[0; 6], after].concat());
    counting::compare(&octets);
}

/// Whether lines are ASCII is looked at for many at once.
#[test]
fn lines_beyond_ascii_are_found_wherever_they_stand() {
    for beyond in ["\u{e9}".as_bytes(), b"\xff"] {
        let mut octets = Vec::new();
        for number in 0..600 {
            let path: &[u8] = if number % 97 == 13 { beyond } else { b"a" };
            let filler = "b".repeat(number % 50);
            octets.extend(b"192.0.2.1 - [17/May/2015:10:05:03 +0000] \"GET /");
            octets.extend([path, filler.as_bytes(), b" HTTP/1.1\" 200\n"].concat());
        }
        octets.extend([b"192.0.2.1 - [17/May/2015:10:05:03 +0000] \"GET /", beyond, &vec![b'c'; 40_000]].concat());
        octets.extend(b" HTTP/1.1\" 200");
        counting::compare(&octets);
    }
}
