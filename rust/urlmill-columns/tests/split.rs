//! Columns against the core, row by row, with every view looked at.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod naive;

use arrow_array::{Array, ArrayRef, StringArray, UInt16Array};
use naive::{FORM, NoClasses, Row, compare, expected, layouts, rows};
use proptest::prelude::*;
use std::sync::Arc;
use urlmill_columns::{Chunk, Field, Profile, Request, SchemeRules, Schemes, Stop, split};
use urlmill_core::parse::ANY_PRINTABLE;

const HEADS: [&str; 9] =
    ["", "http://", "https://", "https://host/", "HTTP://u:p@", "file:", "a-scheme:", "ws://h:80/", "blob:https:"];

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
        "\\",
        "/.//",
        "%2e",
        "1.2.3.4",
        "0x7f.1",
    ]);
    let tail = prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat());
    (prop::sample::select(HEADS.to_vec()), tail).prop_map(|(head, tail)| format!("{head}{tail}"))
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
    for (profile, layouts_of_it) in [(Profile::Lenient, 3), (Profile::Web, 1)] {
        let expected: Vec<Row> = texts.iter().map(|text| expected(text.as_deref(), profile)).collect();
        // One with offsets, one with keys, one with views: what they read is compared above.
        for array in layouts(&texts).into_iter().step_by(3).take(layouts_of_it) {
            for threads in [1, 3] {
                assert!(rows(std::slice::from_ref(&array), threads, profile) == expected);
                assert!(rows(&[array.slice(0, 1000), array.slice(1000, 34_000)], threads, profile) == expected);
            }
        }
    }
}

#[test]
fn what_the_web_alone_has_is_refused_elsewhere() {
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(["http://h/"]));
    for field in Field::OF_WEB {
        let request = Request {
            fields: &[Field::Host, field],
            profile: Profile::Refusing,
            threads: None,
            schemes: &Schemes::new(Vec::new(), others()),
            classes: &NoClasses,
            codes: &Vec::new,
            may_go_on: &|| true,
            prepare: &|_| (),
        };
        let stopped = split(&[Chunk::new(&array).unwrap()], &request);
        assert!(matches!(stopped, Err(Stop::Profile(name)) if name == field.name()));
    }
}

fn others() -> SchemeRules {
    let name = String::new();
    SchemeRules { name, rules: ANY_PRINTABLE, is_plain: true, joins_plainly: true, form: Some(FORM) }
}

#[test]
fn a_call_can_be_stopped() {
    let array: ArrayRef = Arc::new(StringArray::from_iter_values(vec!["http://h"; 200_000]));
    let chunks = [Chunk::new(&array).unwrap()];
    let request = Request {
        fields: &[Field::Host],
        profile: Profile::Lenient,
        threads: Some(2),
        schemes: &Schemes::new(Vec::new(), others()),
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
