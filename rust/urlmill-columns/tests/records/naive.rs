//! Lines and records the obvious way. The fuzz target `records` shares it.

use arrow_array::{Array, ArrayRef, BinaryArray, DictionaryArray, StringArray, StringViewArray, types::Int32Type};
use arrow_buffer::Buffer;
use std::sync::Arc;
use urlmill_columns::{Chunk, Column, Format, RecordKind, lines, records};

/// What the kernel finds.
pub(crate) fn lines_of(octets: &[u8]) -> Vec<Option<String>> {
    let column = lines(&Buffer::from_slice_ref(octets)).unwrap();
    column.checked().unwrap().iter().map(|line| line.map(str::to_owned)).collect()
}

pub(crate) fn naive_lines(octets: &[u8]) -> Vec<Option<String>> {
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

pub(crate) fn texts(column: Column) -> Vec<Option<String>> {
    let Column::Text(text) = column else { panic!("no text") };
    text.checked().unwrap().iter().map(|text| text.map(str::to_owned)).collect()
}

pub(crate) fn read(array: &ArrayRef, fields: &[(&str, RecordKind)], last: &str) -> Vec<Column> {
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

/// Of every layout the kernel must find what the twin does.
pub(crate) fn compare(texts: &[Option<String>], literals: &[String], last: &str) {
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
