//! `Reader` against a tree in which keys are looked up.
#![allow(clippy::unwrap_used, missing_docs)]

mod naive;
mod texts;

use naive::json::{PATHS, compare};
use proptest::prelude::*;
use urlmill_core::Span;
use urlmill_core::json::{Keys, Reader, Value};

#[test]
fn every_short_text_is_read_or_left() {
    texts::every(b"{}\":,a1[\\", 6, |text| {
        compare(text);
    });
    texts::every(b"\"a\\u0n,", 5, |text| {
        compare(&[b"{\"a\":", text, b"}"].concat());
        compare(&[b"{\"a\":\"", text, b"\"}"].concat());
    });
    texts::every(b"-01.eE+", 5, |text| {
        compare(&[b"{\"a\":", text, b"}"].concat());
    });
}

/// Lines are of the shape of the first one but for their values, or nearly.
#[test]
fn lines_of_one_shape_are_read() {
    texts::every(b"\"1,n[]{} \\", 4, |text| {
        let line = [b"{\"a\":\"text\",\"x\":1,\"c\":{\"a\":", text, b"},\"b\":\"\"}"].concat();
        compare(&[b"{\"a\":\"\",\"x\":2,\"c\":{\"a\":null},\"b\":\"longer than sixteen\"}\n", &line[..]].concat());
    });
}

#[test]
fn a_string_ends_wherever_its_quote_stands() {
    for len in 0..70 {
        for at in 0..=len {
            for mark in [&b"\""[..], b"\\\"", b"\\", b"\x1f", b"\n", b"\\u0041"] {
                let mut text = b"~".repeat(len);
                text.splice(at..at, mark.iter().copied());
                compare(&[b"{\"a\":\"", &text[..], b"\",\"b\":1}"].concat());
                compare(&[b"{\"a\":\"\",\"b\":1}\n{\"a\":\"", &text[..]].concat());
            }
        }
    }
}

const WORDS: &[&[u8]] = &[
    b"{",
    b"}",
    b"[",
    b"]",
    b"\"",
    b":",
    b",",
    b"\n",
    b" ",
    b"\"a\":",
    b"\"b\":\"",
    b"\"c\":{",
    b"\"d\":{",
    b"\"e\":[\"",
    b"\"f\":",
    b"\"c\":[{\"key\":\"a\",\"value\":",
    b"{\"name\":\"a\",\"value\":{\"intValue\":",
    b"\"\xc3\xa9\":",
    b"\\u00e9",
    b"\\ud83d\\ude00",
    b"\\ud83d",
    b"\\n",
    b"null",
    b"true",
    b"-0",
    b"1.5e3",
    b"NaN",
    b"\xff",
    b"\t",
    b"text of some length",
    b"\"},",
    b"\",",
];

fn value() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        "-?[1-9][0-9]{0,3}(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,2})?",
        "\"[ -!#-\\[\\]-~é\u{1f600}]{0,20}\"",
        "\"([a-z]{0,9}\\\\(n|\"|/|\\\\|u00e9|ud83d\\\\ude00)){1,3}\"",
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(|items| format!("[{}]", items.join(" , "))),
            prop::collection::vec(("key|name|x", "[ad]", inner.clone(), any::<bool>()), 0..3).prop_map(|items| {
                let items = items.iter().map(|(label, name, value, is_typed)| {
                    let value = if *is_typed { format!("{{\"stringValue\":{value}}}") } else { value.clone() };
                    format!("{{\"{label}\":\"{name}\",\"value\":{value}}}")
                });
                format!("[{}]", items.collect::<Vec<_>>().join(","))
            }),
            prop::collection::vec(("[a-fé]", inner), 0..3).prop_map(|pairs| object(&pairs)),
        ]
    })
}

fn object(pairs: &[(String, String)]) -> String {
    let pairs: Vec<_> = pairs.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
    format!("{{{}}}", pairs.join(","))
}

/// Flat text and numbers under different keys: what logs are made of.
fn plain() -> impl Strategy<Value = String> {
    let value = prop_oneof!["\"[a-z/é]{0,30}\"", "[1-9][0-9]{0,5}", Just("null".to_owned()), "\"\\\\u00e9[a-z]{0,9}\""];
    prop::collection::vec(value, 5).prop_map(|values| {
        let keys = ["a", "x", "b", "c.d", "f"];
        let pairs: Vec<_> = keys.iter().zip(values).map(|(&key, value)| (key.to_owned(), value)).collect();
        object(&pairs)
    })
}

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn noise_is_read_or_left(text in texts::noisy(WORDS)) {
        compare(&text);
    }

    #[test]
    fn objects_are_read_or_left(lines in prop::collection::vec(prop::collection::vec(("[a-fé]", value()), 0..5), 1..6)) {
        let lines: Vec<_> = lines.iter().map(|pairs| object(pairs)).collect();
        compare(lines.join("\n").as_bytes());
    }

    #[test]
    fn plain_objects_are_read(lines in prop::collection::vec(plain(), 1..12)) {
        prop_assert_eq!(compare(lines.join("\n").as_bytes()), lines.len());
    }
}

fn read(line: &str) -> Option<[Value; PATHS.len()]> {
    let mut values = [Value::Absent; PATHS.len()];
    let mut reader = Reader::new(Keys::new(PATHS.map(|path| path.iter().copied())));
    reader.read(line.as_bytes(), line.len(), &mut values).then_some(values)
}

#[test]
fn what_readers_do_not_agree_about_is_left() {
    for line in [
        r#"{"a":1,"a":2}"#,
        r#"{"c":{"a":1},"c":{}}"#,
        r#"{"\u0061":1}"#,
        r#"{"a":-0}"#,
        r#"{"a":NaN}"#,
        r#"{"a":"\ud800"}"#,
        r#"{"a":{}}"#,
        r#"{"a":[1]}"#,
        r#"{"f":{"é":1}}"#,
        r#" {"c" : 1 } "#,
        r#"{"c":[1]}"#,
        r#"{"c":[{"key":"a","value":1},{"key":"a","value":2}]}"#,
        r#"{"c":[{"value":1,"key":"a"}]}"#,
        r#"{"c":[{"key":"a","value":{"arrayValue":1}}]}"#,
        r#"{"c":[{"key":"a","value":{"intValue":1,"x":2}}]}"#,
        r#"{"c":[{"key":"a","value":1,"x":2}]}"#,
        r#"{"c":[{"key":"\u0061","value":1}]}"#,
        r#"{"c":[{"key":"d","value":{"e":1}}]}"#,
        "\u{feff}{}",
        "[]",
        "{}{}",
        "",
        " ",
        r#"{"a":"b"#,
        r#"{"x":01}"#,
    ] {
        assert_eq!(read(line), None, "{line}");
    }
    for line in [r#"{"x":1,"x":2}"#, r#"{"x":{"\u0061":"\ud800"}}"#, r#" {"c" : null } "#, r#" {"c" : [ ] } "#, "{}"] {
        assert_eq!(read(line), Some([Value::Absent; PATHS.len()]), "{line}");
    }
}

#[test]
fn the_first_of_several_strings_counts() {
    assert_eq!(read(r#"{"a":["x","y"]}"#).unwrap()[0], Value::Text(Span::new(7, 8)));
    assert_eq!(read(r#"{"a":[]}"#).unwrap()[0], Value::Absent);
}

#[test]
fn names_and_values_in_a_list_are_keys() {
    for line in [
        r#"{"c":[{"key":"x","value":{"arrayValue":[]}},{"key":"a","value":{"stringValue":"GET"}}]}"#,
        r#"{ "c" : [ { "name" : "a" , "value" : "GET" } , { "key" : "y" , "value" : 1 } ] }"#,
    ] {
        let start = line.find("GET").unwrap();
        assert_eq!(read(line).unwrap()[2], Value::Text(Span::new(start, start + 3)));
        // The second is of the shape of the first.
        assert_eq!(compare(format!("{line}\n{}", line.replace("GET", "HEAD")).as_bytes()), 2);
    }
    assert_eq!(read(r#"{"c":[{"key":"a","value":null}]}"#).unwrap()[2], Value::Absent);
}

#[test]
fn nesting_ends_somewhere() {
    for (depth, is_read) in [(60, true), (70, false), (100_000, false)] {
        let line = format!(r#"{{"x":{}{}}}"#, "[".repeat(depth), "]".repeat(depth));
        assert_eq!(read(&line).is_some(), is_read);
    }
    let path = vec!["c"; 100_000];
    let line = format!("{}1{}", r#"{"c":"#.repeat(path.len()), "}".repeat(path.len()));
    let mut reader = Reader::new(Keys::new([path]));
    assert!(!reader.read(line.as_bytes(), line.len(), &mut [Value::Absent]));
}

#[test]
fn a_megabyte_of_anything_is_read_in_one_pass() {
    for word in [
        &b"{\"a\":\"b\"}\n"[..],
        b"{\"",
        b"{\"a\":",
        b"\\",
        b"{\"a\":\"\\u0041",
        b"[",
        b"{\"x\":1}\n{\"y\":2}\n",
        b"\"",
        b"a",
    ] {
        compare(&texts::megabyte(word));
        compare(&[b"{\"a\":\"", &texts::megabyte(word)[..]].concat());
    }
}
