//! Lines and records against twins that split the obvious way, with every view looked at.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

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
