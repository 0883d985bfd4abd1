//! What columns of JSON values may hold. Whether it is what Python's reader finds, the suite in Python says.

use crate::naive::texts;
use arrow_array::{ArrayRef, StringArray, StringViewArray};
use std::sync::Arc;
use urlmill_columns::{Chunk, Column, ObjectCounter, ObjectKind, ObjectPart, Objects, Tally, Unit, objects};

const A_THEN_B: [&[&str]; 2] = [&["a"], &["b", "c"]];

/// One column, whose values are at `a`, or else at `b.c`; and which lines are left.
fn read(kind: ObjectKind, lines: &[Option<&str>]) -> (Column, Vec<bool>) {
    let paths = A_THEN_B.map(|path| path.iter().map(|&key| key.to_owned()).collect());
    let wanted = Objects::new(&[(kind, paths.to_vec())]);
    let mut found =
        [Arc::new(StringArray::from(lines.to_vec())) as ArrayRef, Arc::new(StringViewArray::from(lines.to_vec()))]
            .map(|array| objects(&Chunk::new(&array).unwrap(), &wanted).unwrap());
    assert_eq!(format!("{:?}", found[0][1]), format!("{:?}", found[1][1]));
    let [first, _] = &mut found;
    let (Some(Column::Bool(left)), Some(column)) = (first.pop(), first.pop()) else { panic!("two columns") };
    (column, left.iter().map(|is_left| is_left.unwrap()).collect())
}

fn text(kind: ObjectKind, line: &str) -> Result<Option<String>, ()> {
    let (column, left) = read(kind, &[Some(line)]);
    if left[0] { Err(()) } else { Ok(texts(column)[0].clone()) }
}

fn moment(written: &str) -> Option<i64> {
    let line = format!(r#"{{"a":{written}}}"#);
    let (Column::Time(array), left) = read(ObjectKind::Time, &[Some(&line)]) else { panic!("times") };
    assert_eq!(array.iter().next().unwrap().is_none(), left[0]);
    array.iter().next().unwrap()
}

#[test]
fn the_first_value_that_is_there_counts() {
    for (line, expected) in [
        (r#"{"a":"x","b":{"c":"y"}}"#, Some("x")),
        (r#"{"b":{"c":"a longer text than twelve"},"a":"-"}"#, Some("a longer text than twelve")),
        (r#"{"a":null,"b":{"c":17.50}}"#, Some("17.50")),
        (r#"{"a":"","b":{"c":"y"}}"#, Some("")),
        (r#"{"a":"\u002d","b":{"c":"escaped \"\ud83d\ude00\""}}"#, Some("escaped \"\u{1f600}\"")),
        (r#"{"b":null}"#, None),
        (r#"{"b":[]}"#, None),
        ("{}", None),
    ] {
        assert_eq!(text(ObjectKind::Text, line), Ok(expected.map(str::to_owned)), "{line}");
    }
    assert_eq!(text(ObjectKind::Written, r#"{"a":"-","b":{"c":"y"}}"#), Ok(Some("-".to_owned())));
    assert_eq!(text(ObjectKind::Text, r#"{"a":"x","b":{"c":"\ud83d"}}"#), Err(()));
    assert_eq!(text(ObjectKind::Text, r#"{"b":"c"}"#), Err(()));
}

#[test]
fn moments_are_exact_or_left() {
    const SECOND: i64 = 1_704_164_645;
    for written in [
        "\"2024-01-02T03:04:05Z\"",
        "\"2024-01-02 03:04:05\"",
        "\"2024-01-02T05:34:05+0230\"",
        "\"2024-01-01T22:04:05.000-05\"",
        "1704164645",
        "1704164645000",
        "1704164645000000",
        "1704164645000000999",
        "1704164645.0",
        "\"1704164645\"",
        "\"02/Jan/2024:03:04:05 +0000\"",
    ] {
        assert_eq!(moment(written), Some(SECOND * 1_000_000), "{written}");
    }
    assert_eq!(moment("\"2024-01-02T03:04:05.1234567Z\""), Some(SECOND * 1_000_000 + 123_456));
    assert_eq!(moment("1704164645.25"), Some(SECOND * 1_000_000 + 250_000));
    for written in [
        "\"2024-02-30T00:00:00Z\"",
        "\"1969-12-31T23:59:59Z\"",
        "\"1970-01-01T00:00:00+01:00\"",
        "\"2200-01-01T00:00:00Z\"",
        "\"2024-01-02T03:04:60Z\"",
        "\"2024-01-02T03:04:05+2400\"",
        "\"2024-01-02T03:04:05.Z\"",
        "\"2024-01-02\"",
        "true",
        "-1",
        "00000000001704164645",
        "\"x\"",
    ] {
        assert_eq!(moment(written), None, "{written}");
    }
}

#[test]
fn words_of_rows_meet_without_a_seam() {
    let lines: Vec<_> =
        (0..300).map(|n| (n % 7 != 0).then(|| format!(r#"{{"a":"{n}{}"}}"#, "\\n".repeat(n % 3)))).collect();
    let refs: Vec<_> = lines.iter().map(Option::as_deref).collect();
    let (column, left) = read(ObjectKind::Text, &refs);
    let expected: Vec<_> = (0..300).map(|n| (n % 7 != 0).then(|| format!("{n}{}", "\n".repeat(n % 3)))).collect();
    assert_eq!((texts(column), left), (expected, vec![false; 300]));
}

#[test]
fn numbers_are_whole_or_left() {
    let lines =
        ["200", "\"200\"", "200.0", "200.5", "65536", "-1", "\"\"", "null"].map(|each| format!(r#"{{"a":{each}}}"#));
    let refs: Vec<_> = lines.iter().map(|line| Some(line.as_str())).collect();
    let (Column::UInt16(array), left) = read(ObjectKind::UInt16, &refs) else { panic!("numbers") };
    let found: Vec<_> = array.iter().collect();
    assert_eq!(found, [Some(200), Some(200), Some(200), None, None, None, None, None]);
    assert_eq!(left, [false, false, false, true, true, true, false, false]);
}

#[test]
fn what_counts_of_a_client_and_a_host_is_a_part_of_the_text() {
    for (kind, written, expected) in [
        (ObjectKind::Client, r#""192.0.2.1""#, Ok(Some("192.0.2.1"))),
        (ObjectKind::Client, r#""[2001:db8::1]:443""#, Ok(Some("2001:db8::1"))),
        (ObjectKind::Client, r#""192.0.2.1, a.example""#, Ok(Some("192.0.2.1"))),
        (ObjectKind::Client, r#""\u0031\u0039\u0032.0.2.1:80""#, Ok(Some("192.0.2.1"))),
        (ObjectKind::Client, r#""unknown""#, Ok(None)),
        (ObjectKind::Client, r#""web""#, Err(())),
        (ObjectKind::Host, r#""a-longer-name.example.org:8080""#, Ok(Some("a-longer-name.example.org"))),
        (ObjectKind::Host, r#""a b""#, Err(())),
        (ObjectKind::Method, r#""G T""#, Err(())),
        (ObjectKind::Date, r#""2023-02-29""#, Err(())),
        (ObjectKind::TimeOfDay, r#""10:05:03.5""#, Ok(Some("10:05:03.5"))),
    ] {
        let found = text(kind, &format!(r#"{{"a":{written}}}"#));
        assert_eq!(found, expected.map(|text| text.map(str::to_owned)), "{written}");
    }
}

#[test]
fn durations_are_in_seconds() {
    for (kind, written, expected) in [
        (ObjectKind::Duration(Unit::Nanoseconds), "12500000", Some(0.0125)),
        (ObjectKind::Duration(Unit::Milliseconds), "\"12\"", Some(0.012)),
        (ObjectKind::Duration(Unit::Seconds), "9.5e-05", Some(9.5e-05)),
        (ObjectKind::Duration(Unit::Seconds), "-1", None),
        (ObjectKind::Elapsed, "\"0.012500s\"", Some(0.0125)),
        (ObjectKind::Elapsed, "\"15\u{b5}s\"", Some(1.5e-05)),
    ] {
        let line = format!(r#"{{"a":{written}}}"#);
        let (Column::Float64(array), left) = read(kind, &[Some(&line)]) else { panic!("numbers") };
        assert_eq!((array.iter().next().unwrap(), left[0]), (expected, false), "{written}");
    }
}

type Counted = (Vec<(String, u64, u64)>, Option<(u64, u64)>, Vec<usize>);

/// Values with their counts and ranks, those of null, and the lines that are left.
fn counted(octets: &str, part: ObjectPart) -> Counted {
    let field = |key: &str| (ObjectKind::Text, vec![vec![key.to_owned()]]);
    let status = (ObjectKind::Status, vec![vec!["status".to_owned()]]);
    let wanted = Objects::new(&[field("request"), field("method"), field("target"), status]);
    let tally = Tally::default();
    let (rows, left) = ObjectCounter::new(wanted, part).count(octets.as_bytes(), 10, &tally).unwrap();
    let (values, nulls) = tally
        .with_all(|all| {
            let most = all.most(usize::MAX)?.into_iter().map(|(value, count, rank)| (value.to_owned(), count, rank));
            Ok((most.collect::<Vec<_>>(), all.nulls()))
        })
        .unwrap();
    let counted = values.iter().map(|(_, count, _)| count).sum::<u64>() + nulls.map_or(0, |(count, _)| count);
    assert_eq!(rows, counted);
    (values, nulls, left.iter().map(|left| left.line).collect())
}

const PATH: ObjectPart = ObjectPart::Path { request: Some(0), method: Some(1), target: Some(2), is_stem: false };

#[test]
fn paths_are_counted_with_the_ranks_of_their_first_lines() {
    let lines = [
        r#"{"target":"-"}"#,
        r#"{"target":"/b?c"}"#,
        r#"{"target":"/\u0061#b"}"#,
        "",
        r#"{"request":"GET /b HTTP/1.1","target":"/c","status":200}"#,
        r#"{"target":"h:1","method":"CONNECT"}"#,
        r#"{"target":"http://h.example/a?b"}"#,
    ];
    for (between, ranks) in [("\n", [25, 43]), ("\r\n", [26, 45])] {
        let values = vec![("/b".to_owned(), 2, ranks[0]), ("/a".to_owned(), 2, ranks[1])];
        let expected = (values, Some((2, 10)), Vec::new());
        assert_eq!(counted(&lines.join(between), PATH), expected);
        assert_eq!(counted(&(lines.join(between) + between), PATH), expected);
    }
    assert_eq!(counted("", PATH), (Vec::new(), None, Vec::new()));
}

#[test]
fn a_path_alone_that_has_more_is_left() {
    let stem = ObjectPart::Path { request: None, method: None, target: Some(2), is_stem: true };
    let lines = [r#"{"target":"/b?c"}"#, r#"{"target":"/b"}"#, r#"{"target":"/\u0061#b"}"#];
    assert_eq!(counted(&lines.join("\n"), stem), (vec![("/b".to_owned(), 1, 28)], None, vec![0, 2]));
}

#[test]
fn numbers_are_counted_as_they_are_read() {
    let lines = "{\"status\":200}\n{\"status\":\"200\"}\n{\"status\":200.0}\n{\"status\":-1}\n{\"status\":\"x\"}";
    let expected = (vec![("200".to_owned(), 3, 10)], Some((1, 59)), vec![4]);
    assert_eq!(counted(lines, ObjectPart::Field(3)), expected);
}

#[test]
fn lines_of_which_it_is_not_sure_are_left() {
    for line in
        [r#"{"target":"x"}"#, r#"{"target":"/a","status":"x"}"#, r#"{"target":"/\t"}"#, "x", r#"{"target":"http://h"}"#]
    {
        let expected = (Vec::new(), Some((2, 10)), vec![2]);
        assert_eq!(counted(&format!("{{}}\n\n{line}\n{{}}\n"), PATH), expected, "{line}");
    }
}

/// Most times are like the one before: whether one is right does not depend on that.
#[test]
fn a_time_after_another_is_as_right_as_by_itself() {
    let field = |kind, key: &str| (kind, vec![vec![key.to_owned()]]);
    let fields = [field(ObjectKind::Time, "time"), field(ObjectKind::Text, "path")];
    let counter = ObjectCounter::new(Objects::new(&fields), ObjectPart::Field(1));
    let left = |octets: &[u8]| counter.count(octets, 0, &Tally::default()).unwrap().1.len();
    let mut lines = Vec::new();
    for month in ["1969-12", "1970-01", "2015-02", "2015-05", "2015-13", "2199-12"] {
        for day in ["00", "01", "28", "29", "31", "0a"] {
            for (second, rest) in
                [("00", "Z"), ("59", "Z"), ("60", "Z"), ("5x", "Z"), ("00", "+02:00"), ("59", "-02:00")]
            {
                for fraction in ["", ".123", ".999", ".12x", ",123", ".", ".1234567890"] {
                    for between in ['T', ' ', 'x'] {
                        let time = format!("{month}-{day}{between}23:59:{second}{fraction}{rest}");
                        lines.push(format!("{{\"time\":\"{time}\",\"path\":\"a\"}}\n"));
                    }
                }
            }
        }
    }
    let alone: usize = lines.iter().map(|line| left(line.as_bytes())).sum();
    assert!(alone > 0 && alone < lines.len());
    assert_eq!(left(lines.concat().as_bytes()), alone);
    lines.sort_unstable_by_key(|line| line.bytes().rev().collect::<Vec<_>>());
    assert_eq!(left(lines.concat().as_bytes()), alone, "in another order");
}
