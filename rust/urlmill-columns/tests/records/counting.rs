//! Values that are counted where they stand, beside the columns of the same lines. The fuzz target `counting` shares it.

use arrow_array::{Array, ArrayRef, StringArray};
use std::collections::HashMap;
use std::sync::Arc;
use urlmill_columns::{Chunk, Column, Counted, Format, Part, RecordCounter, RecordKind, Requested, Tally, records};

const SHAPES: [&[(&str, RecordKind)]; 2] = [
    &[
        ("", RecordKind::Client),
        (" ", RecordKind::User),
        (" [", RecordKind::Clock),
        ("] \"", RecordKind::Request),
        ("\" ", RecordKind::Status),
        (" \"", RecordKind::Text),
    ],
    &[
        ("", RecordKind::Client),
        (" ", RecordKind::User),
        (" [", RecordKind::Clock),
        ("] \"", RecordKind::Request),
        ("\" ", RecordKind::Status),
    ],
];
const ENDS: [&str; 2] = ["\"", ""];
/// The number of a field, what is counted of it, and in which column of `records` that is.
const PARTS: [(Part, usize); 5] =
    [(Part::Field(0), 0), (Part::Field(1), 1), (Part::Method(3), 4), (Part::Target(3), 5), (Part::Protocol(3), 6)];

type Found = HashMap<Option<String>, u64>;

fn counted(octets: &[u8], part: Part) -> (Found, Vec<usize>) {
    let shapes = SHAPES.iter().zip(ENDS);
    let shapes = shapes.map(|(fields, end)| Counted { format: Format::new(fields, end), part }).collect();
    let tally = Tally::default();
    let (rows, left) = RecordCounter::new(shapes).count(octets, 0, &tally).unwrap();
    let mut found: Found = HashMap::new();
    tally
        .with_all(|counts| {
            found.extend(counts.most(usize::MAX)?.into_iter().map(|(text, count, _)| (Some(text.to_owned()), count)));
            found.extend(counts.nulls().map(|(count, _)| (None, count)));
            Ok(())
        })
        .unwrap();
    assert_eq!(found.values().sum::<u64>(), rows);
    (found, left.into_iter().map(|left| left.line).collect())
}

fn by_columns(octets: &[u8], column: usize) -> (Found, Vec<usize>) {
    let mut found: Found = HashMap::new();
    let mut left = Vec::new();
    for (number, line) in octets.split(|&b| b == b'\n').enumerate() {
        let is_whole = number < urlmill_columns::count_line_breaks(octets);
        let line = if is_whole { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
        if line.is_empty() {
            continue;
        }
        let value = std::str::from_utf8(line).ok().and_then(|line| {
            SHAPES.iter().zip(ENDS).find_map(|(fields, end)| {
                let array: ArrayRef = Arc::new(StringArray::from(vec![line]));
                let mut columns = records(&Chunk::new(&array).unwrap(), &Format::new(fields, end)).unwrap();
                let Some(Column::UInt32(faults)) = columns.pop() else { panic!("no positions") };
                let Column::Text(texts) = columns.swap_remove(column) else { panic!("no text") };
                let texts = texts.checked().unwrap();
                faults.is_null(0).then(|| texts.is_valid(0).then(|| texts.value(0).to_owned()))
            })
        });
        match value {
            Some(value) => *found.entry(value).or_default() += 1,
            None => left.push(number),
        }
    }
    (found, left)
}

/// What is counted must be what the columns have, and what is left what they have not.
pub(crate) fn compare(octets: &[u8]) {
    for (part, column) in PARTS {
        assert_eq!(
            counted(octets, part),
            by_columns(octets, column),
            "{part:?} {:?}",
            octets.escape_ascii().to_string()
        );
    }
    // Paths are begun in the same way as targets.
    let path = Part::Path(Requested::Line(3));
    for value in counted(octets, path).0.into_keys().flatten() {
        assert!(value.starts_with('/') || value == "*", "{value:?}");
        assert!(!value.contains(['?', '#']), "{value:?}");
    }
}
