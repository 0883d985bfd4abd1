//! Columns against the core, row by row, with every view looked at.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod naive;

use arrow_array::{Array, ArrayRef, StringArray, UInt16Array};
use naive::{FORM, NoClasses, Row, compare, expected, layouts, rows};
use proptest::prelude::*;
use std::sync::Arc;
use urlmill_columns::{Chunk, Field, Profile, Request, SchemeRules, Schemes, Stop, split};
use urlmill_core::parse::ANY_PRINTABLE;

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "http",
        "HTTPS",
        ":",
        "://",
        "/",
        "//",
        "?",
        "#",
        "@",
        "[",
        "]",
        ".",
        "..",
        "Example.ORG",
        "a-host.example.org",
        "%20",
        "%C3%A9",
        "%ff",
        "%",
        "é",
        "É",
        "\u{85}",
        "\u{ffff}",
        "80",
        "65536",
        "a",
        "longer-than-twelve",
        " ",
        "\t",
    ]);
    let tail = prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat());
    (prop::sample::select(vec!["", "http://", "https://", "https://host/", "HTTP://u:p@"]), tail)
        .prop_map(|(head, tail)| format!("{head}{tail}"))
}

proptest! {
    #[test]
    fn every_row_is_what_the_core_says(texts in prop::collection::vec(prop::option::of(text()), 0..12)) {
        compare(&texts);
    }
}

#[test]
fn tasks_and_blocks_meet_without_a_seam() {
    let texts: Vec<_> = (0..35_000)
        .map(|n| (n % 7 != 0).then(|| format!("http://Host-{n}.EXAMPLE.org:{n}/{}?q={n}", "p/".repeat(n % 8))))
        .collect();
    let expected: Vec<Row> = texts.iter().map(|text| expected(text.as_deref(), Profile::Lenient)).collect();
    // One with offsets, one with keys, one with views: what they read is compared above.
    for array in layouts(&texts).into_iter().step_by(3) {
        for threads in [1, 3] {
            assert!(rows(std::slice::from_ref(&array), threads, Profile::Lenient) == expected);
            assert!(rows(&[array.slice(0, 1000), array.slice(1000, 34_000)], threads, Profile::Lenient) == expected);
        }
    }
}

#[test]
fn a_call_can_be_stopped() {
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(vec!["http://h"; 200_000]));
    let chunks = [Chunk::new(&array).unwrap()];
    let others = SchemeRules {
        name: String::new(),
        rules: ANY_PRINTABLE,
        is_plain: true,
        joins_plainly: true,
        form: Some(FORM),
    };
    let request = Request {
        fields: &[Field::Host],
        profile: Profile::Lenient,
        threads: Some(2),
        schemes: &Schemes::new(Vec::new(), others),
        classes: &NoClasses,
        codes: &Vec::new,
        may_go_on: &|| false,
        prepare: &|_| (),
    };
    assert!(matches!(split(&chunks, &request), Err(Stop::Interrupted)));
}

#[test]
fn what_is_no_text_is_refused() {
    let array: ArrayRef = Arc::new(UInt16Array::from(vec![1]));
    assert!(matches!(Chunk::new(&array), Err(Stop::Type(_))));
}
