//! The request line of an access log: `GET /a?b HTTP/1.1`.

use super::word::is_token;
use urlmill_core::Span;
use urlmill_core::scan::swar;

/// Method, target and protocol, of which HTTP/0.9 has none; `None` for anything else, such as an attempt at TLS.
pub(super) fn parts(text: &[u8]) -> Option<(Span, Span, Option<Span>)> {
    const VERSION: &[u8] = b"HTTP/";
    let first = swar::find(b' ', text)?;
    let last = swar::rfind(b' ', text)?;
    if !is_token(&text[..first]) {
        return None;
    }
    let is_versioned = text[last + 1..].starts_with(VERSION);
    let target = match (first == last, is_versioned) {
        (true, false) => Span::new(first + 1, text.len()),
        (false, true) => Span::new(first + 1, last),
        _ => return None,
    };
    let protocol = is_versioned.then(|| Span::new(last + 1, text.len()));
    (!target.is_empty()).then_some((Span::new(0, first), target, protocol))
}
