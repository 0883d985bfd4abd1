//! RFC 3986, appendix B, read from left to right:
//!
//! ```text
//! ^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?
//! ```
//!
//! with one correction from section 3.1: `scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )`.

use super::show;
use urlmill_core::Span;

#[derive(Debug, PartialEq, Eq)]
pub struct Components {
    pub scheme: Option<Span>,
    pub authority: Option<Span>,
    pub path: Span,
    pub query: Option<Span>,
    pub fragment: Option<Span>,
}

pub fn compare(text: &[u8]) {
    let fast = urlmill_core::split(text);
    let urlmill_core::Split { scheme, authority, authority_is_plain, path, query, fragment } = fast;
    let fast = Components { scheme, authority, path, query, fragment };
    assert_eq!(fast, split(text), "{}", show(text));
    assert_eq!(recompose(text, &fast), text, "{}", show(text));
    let octets = authority.unwrap_or_default().of(text);
    let is_plain = octets.iter().all(|octet| octet.is_ascii() && !b"[]".contains(octet));
    assert_eq!(authority_is_plain, is_plain, "{}", show(text));
}

pub fn split(text: &[u8]) -> Components {
    let mut reader = Reader { text, at: 0 };
    let scheme = reader.scheme();
    let authority = reader.accept(b"//").then(|| reader.until(b"/?#"));
    let path = reader.until(b"?#");
    let query = reader.accept(b"?").then(|| reader.until(b"#"));
    let fragment = reader.accept(b"#").then(|| reader.until(b""));
    Components { scheme, authority, path, query, fragment }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn scheme(&mut self) -> Option<Span> {
        let name = self.until(b":/?#");
        if is_scheme(name.of(self.text)) && self.accept(b":") {
            return Some(name);
        }
        self.at = 0;
        None
    }

    fn until(&mut self, stops: &[u8]) -> Span {
        let start = self.at;
        while self.at < self.text.len() && !stops.contains(&self.text[self.at]) {
            self.at += 1;
        }
        Span::new(start, self.at)
    }

    fn accept(&mut self, mark: &[u8]) -> bool {
        let found = self.text[self.at..].starts_with(mark);
        if found {
            self.at += mark.len();
        }
        found
    }
}

fn is_scheme(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|octet| octet.is_ascii_alphanumeric() || b"+-.".contains(octet))
}

/// RFC 3986, section 5.3.
fn recompose(text: &[u8], parts: &Components) -> Vec<u8> {
    let mut result = Vec::new();
    if let Some(scheme) = parts.scheme {
        result.extend([scheme.of(text), b":"].concat());
    }
    if let Some(authority) = parts.authority {
        result.extend([b"//", authority.of(text)].concat());
    }
    result.extend(parts.path.of(text));
    if let Some(query) = parts.query {
        result.extend([b"?", query.of(text)].concat());
    }
    if let Some(fragment) = parts.fragment {
        result.extend([b"#", fragment.of(text)].concat());
    }
    result
}
