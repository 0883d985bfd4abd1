//! Where `<meta http-equiv=refresh content="5; url=...">` leads.

use super::is_space;
use crate::span::Span;

/// The URL, as the "shared declarative refresh steps" of the HTML Standard find it; `None` if there is none.
pub(super) fn url(content: Span, text: &[u8]) -> Option<Span> {
    let octets = content.of(text);
    let skip = |from: usize, wanted: fn(u8) -> bool| {
        octets[from..].iter().position(|b| !wanted(*b)).map_or(octets.len(), |distance| from + distance)
    };
    let mut at = skip(0, is_space);
    let number = at;
    at = skip(at, |b| b.is_ascii_digit());
    if at == number && octets.get(at) != Some(&b'.') {
        return None;
    }
    let after_number = skip(at, |b| b.is_ascii_digit() || b == b'.');
    at = skip(after_number, is_space);
    match octets.get(at)? {
        b';' | b',' => at = skip(at + 1, is_space),
        _ if at == after_number => return None,
        _ => {}
    }
    octets.get(at)?;
    if let Some(after) = after_url_sign(octets, at) {
        at = after;
    }
    let mut end = octets.len();
    if let Some(&quote @ (b'"' | b'\'')) = octets.get(at) {
        at += 1;
        end = octets[at..].iter().position(|b| *b == quote).map_or(end, |distance| at + distance);
    }
    let start = content.start as usize;
    Some(super::trimmed(Span::new(start + at, start + end), text))
}

/// Where `url =` ends that begins at `at`, with any white space in it.
fn after_url_sign(octets: &[u8], at: usize) -> Option<usize> {
    let skip = |from: usize| octets[from..].iter().position(|b| !is_space(*b)).map(|distance| from + distance);
    let name = octets.get(at..at + 3)?;
    let sign = skip(at + 3).filter(|sign| name.eq_ignore_ascii_case(b"url") && octets[*sign] == b'=')?;
    Some(skip(sign + 1).unwrap_or(octets.len()))
}
