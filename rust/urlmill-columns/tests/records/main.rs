//! Lines and records against twins that split the obvious way, with every view looked at.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod kinds;

use arrow_array::{Array, ArrayRef, BinaryArray, DictionaryArray, StringArray, StringViewArray, types::Int32Type};
use arrow_buffer::Buffer;
use proptest::prelude::*;
use std::sync::Arc;
use urlmill_columns::{Chunk, Column, Format, RecordKind, lines, records};

fn lines_of(octets: &[u8]) -> Vec<Option<String>> {
    let column = lines(&Buffer::from_slice_ref(octets)).unwrap();
    column.checked().unwrap().iter().map(|line| line.map(str::to_owned)).collect()
}

fn naive_lines(octets: &[u8]) -> Vec<Option<String>> {
    let mut pieces: Vec<&[u8]> = octets.split(|&b| b == b'\n').collect();
    let rest = pieces.pop().filter(|rest| !rest.is_empty());
    let whole = pieces.into_iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let text = |line: &[u8]| match std::str::from_utf8(line) {
        Ok(text) => text.to_owned(),
        Err(_) => line.iter().map(|&b| char::from(b)).collect(),
    };
    whole.chain(rest).map(|line| (!line.is_empty()).then(|| text(line))).collect()
}

type Row = (Option<Vec<Option<String>>>, Option<u32>);

/// Of text fields alone: what a field may hold has tests of its own.
fn naive_record(line: Option<&str>, literals: &[String], last: &str) -> Row {
    let Some(line) = line else { return (None, None) };
    let line: Vec<char> = line.chars().collect();
    let head: Vec<char> = literals.first().map_or(last, String::as_str).chars().collect();
    let same = line.iter().zip(&head).take_while(|(one, other)| one == other).count();
    if same < head.len() {
        return (None, Some(same as u32));
    }
    let mut at = head.len();
    let mut values = Vec::new();
    let ends = literals.iter().skip(1).map(String::as_str).chain(literals.first().map(|_| last));
    for end in ends {
        let end: Vec<char> = end.chars().collect();
        let mut stop = at;
        if end.is_empty() {
            stop = line.len();
        }
        while !line[stop.min(line.len())..].starts_with(&end) {
            stop += if end[0] == '"' && line.get(stop) == Some(&'\\') { 2 } else { 1 };
            if stop >= line.len() {
                return (None, Some(at as u32));
            }
        }
        let value: String = line[at..stop].iter().collect();
        values.push(Some(value).filter(|value| value != "-"));
        at = stop + end.len();
    }
    if at == line.len() { (Some(values), None) } else { (None, Some(at as u32)) }
}

fn texts(column: Column) -> Vec<Option<String>> {
    let Column::Text(text) = column else { panic!("no text") };
    text.checked().unwrap().iter().map(|text| text.map(str::to_owned)).collect()
}

fn read(array: &ArrayRef, fields: &[(&str, RecordKind)], last: &str) -> Vec<Column> {
    let columns = records(&Chunk::new(array).unwrap(), &Format::new(fields, last)).unwrap();
    for column in &columns {
        if let Column::Text(text) = column {
            assert_eq!(text.clone().checked().unwrap().len(), array.len());
        }
    }
    columns
}

fn rows(array: &ArrayRef, literals: &[String], last: &str) -> Vec<Row> {
    let fields: Vec<_> = literals.iter().map(|literal| (literal.as_str(), RecordKind::Text)).collect();
    let mut columns = read(array, &fields, last);
    let Some(Column::UInt32(places)) = columns.pop() else { panic!("no positions") };
    let columns: Vec<_> = columns.into_iter().map(texts).collect();
    (0..array.len())
        .map(|row| {
            let values: Vec<_> = columns.iter().map(|column| column[row].clone()).collect();
            let place = places.is_valid(row).then(|| places.value(row));
            let is_read = array.is_valid(row) && place.is_none();
            assert!(is_read || values.iter().all(Option::is_none));
            (is_read.then_some(values), place)
        })
        .collect()
}

fn compare(texts: &[Option<String>], literals: &[String], last: &str) {
    let expected: Vec<_> = texts.iter().map(|line| naive_record(line.as_deref(), literals, last)).collect();
    let refs: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
    let arrays: [ArrayRef; 4] = [
        Arc::new(StringArray::from(refs.clone())),
        Arc::new(StringViewArray::from(refs.clone())),
        Arc::new(refs.iter().map(|text| text.map(str::as_bytes)).collect::<BinaryArray>()),
        Arc::new(refs.into_iter().collect::<DictionaryArray<Int32Type>>()),
    ];
    for array in arrays {
        assert_eq!(rows(&array, literals, last), expected, "{texts:?} {literals:?} {last:?}");
    }
}

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
