//! Columns the slow way: each row by itself, from what the core says of it.

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{
    Array, ArrayRef, DictionaryArray, LargeStringArray, StringArray, StringViewArray, UInt16Array, UInt32Array,
};
use arrow_buffer::ArrowNativeType;
use std::sync::Arc;
use urlmill_columns::{
    Bases, Chunk, Classes, Column, Domain, Field, Profile, Request, SchemeRules, Schemes, Section, Stop, split,
};
use urlmill_core::join::resolve;
use urlmill_core::normal::{Level, Normal, SchemeForm, normal_form};
use urlmill_core::parse::{ANY_PRINTABLE, LENIENT, only_host};
use urlmill_core::percent::{Encoder, Plus, decode};
use urlmill_core::suffix::find;
use urlmill_core::{Buffer, Offsets, Span, parse, web};

/// Knows nothing of schemes, and the letters that Rust knows.
pub(crate) struct NoClasses;

impl Classes for NoClasses {
    fn fault(&self, _: &str) -> Result<Option<(i16, u32)>, Stop> {
        Ok(None)
    }

    fn lowered(&self, host: &str) -> Result<String, Stop> {
        Ok(host.to_lowercase())
    }

    fn domain(&self, text: &str, part: Domain, section: Section) -> Result<Option<String>, Stop> {
        Ok(Some(format!("{part:?} {section:?} {text}")))
    }

    fn normal(&self, text: &str, _: Level) -> Result<Option<String>, Stop> {
        Ok(Some(format!("asked {text}")))
    }

    fn canonical(&self, text: &str) -> Result<Option<String>, Stop> {
        Ok(Some(format!("asked {text}")))
    }

    fn joined(&self, _: &str, _: &str) -> Result<Option<String>, Stop> {
        Ok(None)
    }

    fn number(&self, code: &'static str) -> i16 {
        i16::try_from(CODES.iter().position(|&known| known == code).unwrap()).unwrap()
    }
}

// Not sorted, to see them put in order.
const CODES: [&str; 11] = [
    "reserved-unencoded",
    "bad-port",
    "bad-host",
    "bad-percent",
    "not-absolute",
    "bad-char",
    "bad-scheme",
    "missing-authority",
    "missing-host",
    "bad-ipv4",
    "bad-label",
];

pub(crate) const FORM: SchemeForm = SchemeForm { default_port: Some(80), has_dot_segments: true, needs_host: true };
const BASE: &str = "http://h/a/b?c";

fn columns(arrays: &[ArrayRef], threads: usize, profile: Profile) -> Vec<Vec<Column>> {
    let (base, encoder) = (Bases::One(BASE.to_owned()), Encoder::FORM);
    let joined = Field::Joined(&base);
    let mut fields = Field::PARTS.to_vec();
    fields.extend([Field::Valid, Field::QueryValue("a"), Field::Normal(Some(Level::Scheme))]);
    fields.extend([Field::RegistrableDomain(Section::All), Field::PublicSuffix(Section::Icann)]);
    // By themselves: one has every row of a dictionary read, and a reference need not be a URL of the web.
    let mut others = vec![vec![Field::QueryItems], vec![joined]];
    if profile == Profile::Web {
        fields.extend(Field::OF_WEB);
        others.push(vec![Field::Valid]);
    } else {
        others.push(vec![Field::Unquoted(Plus::Literal), Field::Quoted(&encoder)]);
    }
    let chunks: Vec<_> = arrays.iter().map(|array| Chunk::new(array).unwrap()).collect();
    let rules = |name: &str| SchemeRules {
        name: name.to_owned(),
        rules: ANY_PRINTABLE,
        is_plain: true,
        joins_plainly: true,
        form: Some(FORM),
    };
    let request = |fields: &[Field<'_>]| -> Vec<Vec<Column>> {
        let request = Request {
            fields,
            profile,
            threads: Some(threads),
            schemes: &Schemes::new(vec![rules("http")], rules("")),
            classes: &NoClasses,
            codes: &|| CODES.map(str::to_owned).to_vec(),
            may_go_on: &|| true,
            prepare: &|_| (),
        };
        split(&chunks, &request).unwrap()
    };
    let mut found = request(&fields);
    for fields in others {
        for (columns, more) in found.iter_mut().zip(request(&fields)) {
            columns.extend(more);
        }
    }
    found
}

pub(crate) type Row = Vec<Option<String>>;

pub(crate) fn rows(arrays: &[ArrayRef], threads: usize, profile: Profile) -> Vec<Row> {
    let mut rows = Vec::new();
    for (array, columns) in arrays.iter().zip(columns(arrays, threads, profile)) {
        let columns: Vec<Vec<Option<String>>> = columns.into_iter().map(values).collect();
        rows.extend((0..array.len()).map(|row| columns.iter().map(|column| column[row].clone()).collect::<Row>()));
    }
    rows
}

fn values(column: Column) -> Vec<Option<String>> {
    fn numbers<T: ToString>(values: impl Iterator<Item = Option<T>>) -> Vec<Option<String>> {
        values.map(|value| value.map(|value| value.to_string())).collect()
    }
    match column {
        Column::Text(text) => text.checked().unwrap().iter().map(|text| text.map(str::to_owned)).collect(),
        Column::UInt16(array) => numbers::<u16>(UInt16Array::iter(&array)),
        Column::UInt32(array) => numbers::<u32>(UInt32Array::iter(&array)),
        Column::UInt64(array) => numbers(array.iter()),
        Column::Float64(array) => numbers(array.iter()),
        Column::Clock(array) => numbers(array.iter()),
        Column::Time(array) => numbers(array.iter()),
        Column::Code(array) => {
            let names = array.values().as_string::<i32>();
            assert!(names.iter().is_sorted());
            numbers(array.keys().iter().map(|key| key.map(|key| names.value(usize::try_from(key).unwrap()))))
        }
        Column::Bool(array) => numbers(array.iter()),
        Column::Fingerprint(array) => array.iter().map(|value| value.map(|octets| format!("{octets:02x?}"))).collect(),
        Column::Items(items) => {
            let (names, values) = (values(Column::Text(items.names)), values(Column::Text(items.values)));
            let pairs: Vec<_> = names.into_iter().zip(values).collect();
            let is_valid = |row| items.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            let lists = items.offsets.windows(2).map(|ends| &pairs[ends[0].as_usize()..ends[1].as_usize()]);
            lists.enumerate().map(|(row, list)| is_valid(row).then(|| format!("{list:?}"))).collect()
        }
    }
}

/// How many columns there are under a profile.
const OTHERS: usize = Field::PARTS.len() + 9;
const OF_WEB: usize = OTHERS + 1;

/// The same, the slow way.
pub(crate) fn expected(text: Option<&str>, profile: Profile) -> Row {
    let Some(text) = text else {
        return vec![None; if profile == Profile::Web { OF_WEB } else { OTHERS }];
    };
    if profile == Profile::Web {
        return expected_of_web(text);
    }
    let octets = text.as_bytes();
    let parts = parse(octets, LENIENT).unwrap();
    let fault =
        parse(octets, ANY_PRINTABLE).err().map(|fault| (fault.code.name(), text[..fault.at as usize].chars().count()));
    let is_wrong = |c: char| matches!(c, '\u{80}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}') || c as u32 & 0xfffe == 0xfffe;
    let fault = fault.or_else(|| text.chars().position(is_wrong).map(|at| ("bad-char", at)));
    let is_valid = profile == Profile::Lenient || fault.is_none();
    let mut row = parts_of(text, &parts);
    if !is_valid {
        row.fill(None);
    }
    row.extend([fault.map(|(code, _)| code.to_owned()), fault.map(|(_, at)| at.to_string())]);
    row.push(Some(is_valid.to_string()));
    let made = made(text, &parts, normal(text, &parts)).into_iter().chain(made_of_any(text));
    row.extend(made.map(|value| value.filter(|_| is_valid)));
    row
}

/// The same of a URL of the web: what its href has.
fn expected_of_web(text: &str) -> Row {
    let mut joined = Buffer::new();
    let mut base = Buffer::new();
    let offsets = web::parse(BASE.as_bytes(), None, &mut base).unwrap();
    let base = web::Base { href: &base, offsets };
    let joined = web::parse(text.as_bytes(), Some(&base), &mut joined).ok().map(|_| utf8(&joined));
    let mut href = Buffer::new();
    let parts = match web::parse(text.as_bytes(), None, &mut href) {
        Ok(parts) => parts,
        Err(fault) => {
            let at = text[..fault.at as usize].chars().count();
            let mut row = vec![None; OF_WEB];
            row[11] = Some(fault.code.name().to_owned());
            row[12] = Some(at.to_string());
            (row[13], row[OF_WEB - 2], row[OF_WEB - 1]) = (Some("false".to_owned()), joined, Some("false".to_owned()));
            return row;
        }
    };
    let href = utf8(&href);
    let mut row = parts_of(&href, &parts);
    row.extend([None, None, Some("true".to_owned())]);
    let mut made = made(&href, &parts, href.clone());
    let items = made.pop().unwrap();
    row.extend(made);
    let mut origin = Buffer::new();
    web::origin(href.as_bytes(), &parts, &mut origin);
    row.extend([Some(href.clone()), Some(utf8(&origin)), items, joined, Some("true".to_owned())]);
    row
}

fn utf8(octets: &[u8]) -> String {
    String::from_utf8(octets.to_vec()).unwrap()
}

fn parts_of(text: &str, parts: &Offsets) -> Row {
    let octets = text.as_bytes();
    let of = |span: Option<Span>| span.map(|span| utf8(span.of(octets)));
    let decoded = |span: Option<Span>| {
        span.and_then(|span| String::from_utf8(decode(span.of(octets), Plus::Literal)?.into_owned()).ok())
    };
    let path = of(Some(parts.path())).unwrap();
    let is_path = parts.scheme().is_none() || path.starts_with('/');
    let name = path.rsplit('/').next().unwrap().split(';').next().unwrap().trim_start_matches('.');
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    vec![
        of(parts.scheme()).map(|scheme| scheme.to_lowercase()),
        decoded(parts.user()),
        decoded(parts.password()),
        of(parts.host()).map(|host| host.to_lowercase()),
        of(parts.port())
            .filter(|port| port.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|port| port.parse::<u16>().ok())
            .map(|port| port.to_string()),
        of(parts.authority()),
        Some(path.clone()),
        of(parts.query()),
        of(parts.fragment(octets.len())),
        extension.filter(|extension| is_path && !extension.is_empty()),
        Some(path.split('/').filter(|segment| !segment.is_empty()).count().to_string()),
    ]
}

/// What is made of a text and its parts.
fn made(text: &str, parts: &Offsets, normal: String) -> Row {
    let query = parts.query().map_or_else(String::new, |query| utf8(query.of(text.as_bytes())));
    let form = |raw: &str| String::from_utf8(decode(raw.as_bytes(), Plus::Space).unwrap().into_owned()).ok();
    let pairs = query.split('&').filter(|field| !field.is_empty());
    let pairs: Vec<_> = pairs
        .map(|field| field.split_once('=').unwrap_or((field, "")))
        .map(|(name, value)| (form(name), form(value)))
        .collect();
    let value = pairs.iter().find(|(name, _)| name.as_deref() == Some("a")).and_then(|(_, value)| value.clone());
    vec![
        value,
        Some(normal),
        domain(text, Domain::Registrable, Section::All),
        domain(text, Domain::Suffix, Section::Icann),
        Some(format!("{pairs:?}")),
    ]
}

/// What is made of a text, whatever its parts.
fn made_of_any(text: &str) -> Row {
    let mut joined = Buffer::new();
    resolve(BASE.as_bytes(), text.as_bytes(), &mut joined).unwrap();
    let unquoted = String::from_utf8_lossy(&decode(text.as_bytes(), Plus::Literal).unwrap()).into_owned();
    vec![
        Some(utf8(&joined)),
        Some(unquoted),
        Some(String::from_utf8(Encoder::FORM.encode(text.as_bytes()).unwrap().into_owned()).unwrap()),
    ]
}

fn normal(text: &str, parts: &Offsets) -> String {
    let mut normal = Buffer::new();
    match normal_form(text.as_bytes(), parts, FORM, Level::Scheme, &mut normal) {
        Normal::Same => text.to_owned(),
        Normal::Changed => utf8(&normal),
        Normal::Ask => format!("asked {text}"),
    }
}

fn domain(text: &str, part: Domain, section: Section) -> Option<String> {
    let host = only_host(text.as_bytes(), |_| false)?.of(text.as_bytes());
    let Ok(found) = find(host, section == Section::All) else {
        return Some(format!("{part:?} {section:?} {text}"));
    };
    let found = found?;
    let span = if part == Domain::Suffix { found.suffix } else { found.domain? };
    String::from_utf8(span.of(host).to_ascii_lowercase()).ok()
}

pub(crate) fn layouts(texts: &[Option<String>]) -> Vec<ArrayRef> {
    let padded = || [&[Some("x".repeat(20)), None], texts, &[Some("y".to_owned())]].concat();
    let sliced = |array: ArrayRef| array.slice(2, texts.len());
    vec![
        Arc::new(StringArray::from_iter(texts)),
        Arc::new(LargeStringArray::from_iter(texts)),
        Arc::new(StringViewArray::from_iter(texts)),
        Arc::new(texts.iter().map(Option::as_deref).collect::<DictionaryArray<Int32Type>>()),
        sliced(Arc::new(StringArray::from_iter(padded()))),
        sliced(Arc::new(LargeStringArray::from_iter(padded()))),
        sliced(Arc::new(StringViewArray::from_iter(padded()))),
    ]
}

/// Every layout, read each way, against the rows one by one.
///
/// # Panics
/// If they differ.
pub(crate) fn compare(texts: &[Option<String>]) {
    for profile in [Profile::Lenient, Profile::Refusing, Profile::Web] {
        let expected: Vec<Row> = texts.iter().map(|text| expected(text.as_deref(), profile)).collect();
        for array in layouts(texts) {
            assert_eq!(rows(std::slice::from_ref(&array), 1, profile), expected, "{:?}", array.data_type());
        }
    }
}
