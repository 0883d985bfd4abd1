//! What the fields of records may hold.

use crate::naive::{read, texts};
use arrow_array::{ArrayRef, BinaryArray, StringArray};
use proptest::prelude::*;
use std::net::IpAddr;
use std::sync::Arc;
use urlmill_columns::{Column, RecordKind};

/// One field of a kind, from the beginning to the end of each line.
fn alone(kind: RecordKind, texts: &[&str]) -> (Vec<Column>, Vec<Option<u32>>) {
    let array: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
    let mut columns = read(&array, &[("", kind)], "");
    let Some(Column::UInt32(places)) = columns.pop() else { panic!("no positions") };
    (columns, places.iter().collect())
}

fn clock(text: &str) -> Result<Option<i64>, u32> {
    let (mut columns, places) = alone(RecordKind::Clock, &[text]);
    let Some(Column::Clock(array)) = columns.pop() else { panic!("no clock") };
    places[0].map_or(Ok(array.iter().next().unwrap()), Err)
}

#[test]
fn every_day_has_its_number() {
    const MONTHS: [(&str, i64); 12] = [
        ("Jan", 31),
        ("Feb", 28),
        ("Mar", 31),
        ("Apr", 30),
        ("May", 31),
        ("Jun", 30),
        ("Jul", 31),
        ("Aug", 31),
        ("Sep", 30),
        ("Oct", 31),
        ("Nov", 30),
        ("Dec", 31),
    ];
    let mut expected = -62_135_596_800; // of 0001-01-01
    for year in 1..=9999 {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        for (name, days) in MONTHS {
            let days = days + i64::from(is_leap && name == "Feb");
            // The first and last days tell whether those between are right.
            let found = |day: i64| clock(&format!("{day:02}/{name}/{year:04}:00:00:00 +0000"));
            assert_eq!(found(1), Ok(Some(expected)), "{name} {year}");
            if year % 97 < 8 {
                assert_eq!(found(days), Ok(Some(expected + (days - 1) * 86_400)), "{name} {year}");
                assert_eq!(found(days + 1), Err(0), "{name} {year}");
            }
            expected += days * 86_400;
        }
    }
}

#[test]
fn clocks_are_exact_or_bad() {
    assert_eq!(clock("17/May/2015:10:05:03 +0000"), Ok(Some(1_431_857_103)));
    assert_eq!(clock("17/May/2015:10:05:03 +0230"), Ok(Some(1_431_857_103 - 9000)));
    assert_eq!(clock("17/May/2015:10:05:03 -2359"), Ok(Some(1_431_857_103 + 86_340)));
    assert_eq!(clock("30/Jun/2015:23:59:60 +0000"), clock("01/Jul/2015:00:00:00 +0000"));
    assert_eq!(clock("-"), Ok(None));
    for bad in [
        "",
        " ",
        "17/may/2015:10:05:03 +0000",
        "17/May/2015:10:05:03 +000",
        "17/May/2015:10:05:03 +00000",
        "17/May/2015:24:05:03 +0000",
        "17/May/2015:10:60:03 +0000",
        "17/May/2015:10:05:61 +0000",
        "17/May/2015:10:05:03 +2400",
        "17/May/2015:10:05:03 +0060",
        "17/May/2015:10:05:03 *0000",
        "00/May/2015:10:05:03 +0000",
        "17/May/0000:10:05:03 +0000",
        "1é/May/2015:10:05:3 +0000",
        "01/Jan/0001:00:00:00 +0001",
        "31/Dec/9999:23:59:60 +0000",
        "31/Dec/9999:23:59:59 -0001",
        "1:/May/2015:10:05:03 +0000",
        "17-May-2015:10:05:03 +0000",
        "17/May/2015 10:05:03 +0000",
    ] {
        assert_eq!(clock(bad), Err(0), "{bad}");
    }
}

#[test]
fn numbers_are_whole_or_bad() {
    let given = [
        "0",
        "65535",
        "65536",
        "-",
        "",
        "+1",
        "-1",
        "1.0",
        "00000000000000000000000000007",
        "1 ",
        "１",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999",
    ];
    let (columns, places) = alone(RecordKind::UInt16, &given);
    let [Column::UInt16(array)] = &columns[..] else { panic!("no numbers") };
    assert_eq!(array.iter().flatten().collect::<Vec<_>>(), [0, 65535, 7]);
    assert_eq!(places.iter().filter(|place| **place == Some(0)).count(), 10);
    let (columns, places) = alone(RecordKind::UInt64, &given);
    let [Column::UInt64(array)] = &columns[..] else { panic!("no numbers") };
    assert_eq!(array.iter().flatten().collect::<Vec<_>>(), [0, 65535, 65536, 7, u64::MAX]);
    assert_eq!(places.iter().filter(|place| **place == Some(0)).count(), 8);
    let huge = "9".repeat(400);
    let (columns, places) = alone(
        RecordKind::Float64,
        &["0.125", "-2.5", "3", "-", "", ".5", "5.", "1e3", "inf", "NaN", "+1", "--1", &huge, "1.2.3", "0x1p3", "-."],
    );
    let [Column::Float64(array)] = &columns[..] else { panic!("no numbers") };
    assert_eq!(array.iter().flatten().collect::<Vec<_>>(), [0.125, -2.5, 3.0]);
    assert_eq!(places.iter().filter(|place| **place == Some(0)).count(), 12);
}

#[test]
fn requests_have_parts_or_none() {
    let given = [
        ("GET /a?b HTTP/1.1", Some(("GET", "/a?b", Some("HTTP/1.1")))),
        ("GET /a b c HTTP/1.0", Some(("GET", "/a b c", Some("HTTP/1.0")))),
        ("GET /", Some(("GET", "/", None))),
        ("M-SEARCH * HTTP/", Some(("M-SEARCH", "*", Some("HTTP/")))),
        ("GET   HTTP/1.1", Some(("GET", " ", Some("HTTP/1.1")))),
        ("GET  HTTP/1.1", None),
        ("GET HTTP/1.1", None),
        ("GET ", None),
        (" / HTTP/1.1", None),
        ("GET /a b", None),
        ("GET", None),
        ("-", None),
        ("", None),
        ("\\x16\\x03\\x01 / HTTP/1.1", None),
        ("G\u{c9}T / HTTP/1.1", None),
        ("GET / http/1.1", None),
    ];
    let (columns, places) = alone(RecordKind::Request, &given.map(|(text, _)| text));
    assert!(places.iter().all(Option::is_none));
    let columns: Vec<_> = columns.into_iter().map(texts).collect();
    for (row, (text, parts)) in given.into_iter().enumerate() {
        assert_eq!(columns[0][row].as_deref(), Some(text).filter(|text| *text != "-"));
        let found = [1, 2, 3].map(|column: usize| columns[column][row].as_deref());
        assert_eq!(found, parts.map_or([None; 3], |(m, t, p)| [Some(m), Some(t), p]), "{text}");
    }
}

#[test]
fn octets_that_are_no_text_are_bad_where_they_are_none() {
    let array: ArrayRef = Arc::new(BinaryArray::from(vec![&b"a \xc3\xa9"[..], b"a \xc3\xa9\xff", b"\x80", b"a"]));
    let columns = read(&array, &[("", RecordKind::Text), (" ", RecordKind::Skipped)], "");
    let [Column::Text(_), Column::UInt32(places)] = &columns[..] else { panic!("other columns") };
    assert_eq!(places.iter().collect::<Vec<_>>(), [None, Some(3), Some(0), Some(0)]);
}

#[test]
fn the_first_fault_of_a_line_is_told() {
    let array: ArrayRef = Arc::new(StringArray::from(vec!["é x 1", "é 1 x", "é 1", "é x", "è 1 1", "é 1 1 1"]));
    let fields = [("é ", RecordKind::UInt16), (" ", RecordKind::UInt64)];
    let Some(Column::UInt32(places)) = read(&array, &fields, "").pop() else { panic!("no positions") };
    assert_eq!(places.iter().collect::<Vec<_>>(), [Some(2), Some(4), Some(2), Some(2), Some(0), Some(4)]);
}

proptest! {
    #[test]
    fn addresses_are_those_that_the_standard_library_reads(
        texts in prop::collection::vec("[0-9.]{0,16}|([0-9]{1,3}[.]){3}[0-9]{1,3}|[0-9a-f:]{0,20}|[0-9a-f.:]{0,16}", 0..80),
    ) {
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let (_, places) = alone(RecordKind::Address, &texts);
        let expected = texts.iter().map(|text| text.parse::<IpAddr>().err().map(|_| 0));
        prop_assert_eq!(places, expected.collect::<Vec<_>>());
    }
}

#[test]
fn every_number_below_256_is_an_octet() {
    let texts: Vec<String> = (0..1000).flat_map(|n| [format!("{n}.0.0.1"), format!("1.2.3.{n:02}")]).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let (_, places) = alone(RecordKind::Address, &texts);
    for (text, place) in texts.iter().zip(places) {
        assert_eq!(place.is_none(), text.parse::<IpAddr>().is_ok(), "{text}");
    }
}
