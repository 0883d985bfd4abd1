//! Where the fast routines answer, they answer as every release of CPython does, or as the one that is said to run.
//! Where they decline, the caller asks the interpreter, so nothing can be wrong.

use super::python::{self, Parts, Python, RELEASES, USES_NETLOC, USES_PARAMS, USES_RELATIVE};
use super::{latin1, show};
use urlmill_core::urllib::{self, Base, Interpreter, Joined};
use urlmill_core::{Buffer, Span, Split};

impl Interpreter for Python {
    fn is_hierarchical(&self, scheme: &[u8]) -> bool {
        let scheme = &*latin1(scheme);
        USES_RELATIVE.contains(&scheme) && USES_NETLOC.contains(&scheme)
    }

    fn drops_empty_parts(&self) -> bool {
        *self != Python::V3_14
    }

    fn sets_params_aside(&self, scheme: &[u8]) -> Option<bool> {
        Some(*self != Python::V3_14 && USES_PARAMS.contains(&&*latin1(scheme)))
    }

    fn can_write(&self) -> bool {
        true
    }
}

/// `urlsplit` is exact in both directions: it declines what it must decline, and nothing else.
pub fn compare_split(text: &[u8]) {
    let fast = urllib::urlsplit(text).map(|parts| to_parts(text, &parts));
    let answers = RELEASES.map(|release| python::urlsplit(&latin1(text), release));
    let agreed = answers.iter().all(|answer| *answer == answers[0]);
    let has_control = text.iter().any(|&octet| octet < b' ');
    let expected = if agreed && !has_control { answers[0].clone() } else { None };
    assert_eq!(fast, expected, "{}", show(text));
}

fn to_parts(text: &[u8], parts: &Split) -> Parts {
    let cut = |span: Span| latin1(span.of(text));
    Parts {
        scheme: parts.scheme.map(|span| cut(span).to_lowercase()),
        netloc: parts.authority.map(cut),
        path: cut(parts.path),
        params: String::new(),
        query: parts.query.map(cut),
        fragment: parts.fragment.map(cut),
    }
}

pub fn compare_join(base: &[u8], reference: &[u8]) {
    for release in RELEASES {
        let Some(fast) = urljoin(base, reference, release) else { continue };
        let expected = python::urljoin(&latin1(base), &latin1(reference), release);
        assert_eq!(Some(latin1(&fast)), expected, "{} and {}, {release:?}", show(base), show(reference));
    }
}

/// The fast answer, put together as its caller does it.
pub fn urljoin(base: &[u8], reference: &[u8], release: Python) -> Option<Vec<u8>> {
    let mut out = Buffer::default();
    Some(match Base::new(base)?.join(base, reference, &release, &mut out)? {
        Joined::Reference => reference.to_vec(),
        Joined::Appended(kept, taken) => [&base[..kept], &reference[..taken]].concat(),
        Joined::Written => out.to_vec(),
    })
}

pub fn compare_defrag(text: &[u8]) {
    let Some(hash) = urllib::urldefrag(text) else { return };
    let fast = Some((latin1(&text[..hash]), latin1(&text[hash + 1..])));
    for release in RELEASES {
        assert_eq!(fast, python::urldefrag(&latin1(text), release), "{}, {release:?}", show(text));
    }
}

/// Compares on `path` as part of a longer text, since spans count from the start of that.
pub fn compare_params(path: &[u8]) {
    let text = [b"x:;/", path, b";?;#;"].concat();
    let span = Span::new(4, 4 + path.len());
    let fast =
        urllib::split_params(&text, span).map(|(path, params)| (latin1(path.of(&text)), latin1(params.of(&text))));
    assert_eq!(fast, python::split_params(&latin1(path)), "{}", show(path));
}

pub fn compare_netloc(netloc: &[u8]) {
    let cut = |span: Span| latin1(span.of(netloc));
    let (user, password) = urllib::login(netloc);
    assert_eq!((user.map(cut), password.map(cut)), python::login(&latin1(netloc)), "{}", show(netloc));
    let fast = urllib::host_port(netloc).map(|(host, port)| (cut(host), cut(port)));
    assert_eq!(fast, python::host_port(&latin1(netloc)), "{}", show(netloc));
}

pub fn compare_port(digits: &[u8]) {
    let expected = python::port_number(&latin1(digits)).filter(|_| digits.len() <= 5);
    assert_eq!(urllib::port_number(digits), expected, "{}", show(digits));
}
