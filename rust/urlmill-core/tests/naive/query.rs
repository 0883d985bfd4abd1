//! What stands between separators, cut at its first `=`.

use super::show;
use urlmill_core::Span;
use urlmill_core::query::{self, Field};

pub fn compare(text: &[u8]) {
    assert!(query::fields(text).eq(fields(text, b'&')), "{}", show(text));
    for separator in [b'&', b';', b'=', b'%', b'\0'] {
        compare_between(text, separator);
    }
}

fn compare_between(text: &[u8], separator: u8) {
    let (mut fast, slow) = (query::fields_between(text, separator), fields(text, separator));
    assert!(fast.most() >= slow.len(), "{}", show(text));
    for field in &slow {
        assert_eq!(fast.next(), Some(*field), "{}", show(text));
        for part in [Some(field.name), field.value].into_iter().flatten() {
            let is_coded = part.of(text).iter().any(|octet| matches!(octet, b'%' | b'+'));
            assert_eq!(fast.is_coded(part), is_coded, "{} {part:?}", show(text));
        }
    }
    assert_eq!(fast.next(), None, "{}", show(text));
}

pub fn fields(text: &[u8], separator: u8) -> Vec<Field> {
    let mut found = Vec::new();
    let mut start = 0;
    for field in text.split(|&octet| octet == separator) {
        let end = start + field.len();
        let equals = (start..end).find(|&at| text[at] == b'=');
        if !field.is_empty() {
            found.push(Field {
                name: Span::new(start, equals.unwrap_or(end)),
                value: equals.map(|at| Span::new(at + 1, end)),
            });
        }
        start = end + 1;
    }
    found
}
