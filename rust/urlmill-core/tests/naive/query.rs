//! What stands between `&`s, cut at its first `=`.

use super::show;
use urlmill_core::Span;
use urlmill_core::query::{self, Field};

pub fn compare(text: &[u8]) {
    assert_eq!(query::fields(text).collect::<Vec<_>>(), fields(text), "{}", show(text));
}

pub fn fields(text: &[u8]) -> Vec<Field> {
    let mut found = Vec::new();
    let mut start = 0;
    for field in text.split(|&octet| octet == b'&') {
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
