//! Edits, against the same done on strings: what is known is right, and what reads otherwise is not made.

mod naive;
mod texts;

use naive::edit::{self as slow, Whole};
use proptest::prelude::*;
use urlmill_core::edit::{
    MOST_UPDATED, Parameter, Pieces, child, extended, further, parent, renamed, updated, without,
};
use urlmill_core::parse::ANY_PRINTABLE;
use urlmill_core::{Buffer, parse};

/// What an edit writes, or `None`.
fn made(edit: impl FnOnce(&mut Buffer) -> Option<()>) -> Option<Vec<u8>> {
    let mut out = Buffer::new();
    edit(&mut out).map(|()| out.to_vec())
}

fn compare_paths(path: &[u8], segment: &[u8]) {
    if let Some(found) = made(|out| child(path, segment, out)) {
        assert_eq!(found, slow::child(path, segment), "{path:?} / {segment:?}");
    }
    if let Some(found) = made(|out| child(path, segment, out).and_then(|()| further(b"b c", out))) {
        assert_eq!(found, slow::child(&slow::child(path, segment), b"b c"), "{path:?} / {segment:?} / b c");
    }
    if let Some(found) = made(|out| renamed(path, segment, out)) {
        assert_eq!(found, slow::renamed(path, segment), "{path:?}, {segment:?}");
    }
    if let Some(found) = parent(path) {
        assert_eq!(found, slow::parent(path), "{path:?}");
    }
}

#[test]
fn every_short_path_is_edited_as_strings_are() {
    texts::every(b"/.a%", 5, |path| {
        for segment in [&b""[..], b".", b"..", b"a", b"a b", b"/", b"%2e", b"...", b"\x7f"] {
            compare_paths(path, segment);
        }
    });
}

#[test]
fn steps_and_nothing_are_for_others() {
    for segment in [&b""[..], b".", b".."] {
        assert_eq!(made(|out| child(b"/a", segment, out)), None);
        assert_eq!(made(|out| renamed(b"/a", segment, out)), None);
    }
    for path in [&b"/a/.."[..], b"/.", b"/%2e", b"/a/%2E%2e", b"/a/.%2e"] {
        assert_eq!(made(|out| renamed(path, b"x", out)), None);
        assert_eq!(parent(path), None);
    }
    assert_eq!(made(|out| child(b"/a", b"x y", out)), Some(b"/a/x%20y".to_vec()));
    assert_eq!(parent(b"/"), Some(&b"/"[..]));
}

const NAMES: &[&[u8]] = &[b"a", b"b", b"c d", b"", b"&", b"=", b"\xc3\xa9"];

fn parameters(names: &[&'static [u8]]) -> Vec<Parameter<'static>> {
    names.iter().map(|&name| Parameter { name, value: b"1 +&" }).collect()
}

fn compare_queries(query: &[u8], names: &[&'static [u8]]) {
    let given = parameters(names);
    if let Some(found) = made(|out| updated(query, &given, out)) {
        assert_eq!(found, slow::updated(query, &given), "{query:?}, {names:?}");
    }
    let after = made(|out| {
        out.extend_from_slice(query);
        given.iter().try_for_each(|&parameter| extended(parameter, out))
    });
    assert_eq!(after, Some(slow::extended(query, &given)), "{query:?}, {names:?}");
    for patterns in [names, &[b"a*"], &[b"*"], &[b"b", b"c*"], &[b""]] {
        let mut out = Buffer::new();
        if let Some(stays) = without(query, patterns, &mut out) {
            let found = stays.then(|| out.to_vec());
            assert_eq!(found, slow::without(query, patterns), "{query:?}, {patterns:?}");
        }
    }
}

#[test]
fn every_short_query_is_edited_as_strings_are() {
    texts::every(b"ab=&+", 5, |query| {
        for names in [&[][..], &NAMES[..1], &NAMES[..2], &NAMES[2..]] {
            compare_queries(query, names);
        }
    });
}

#[test]
fn what_takes_thought_is_for_others() {
    assert_eq!(made(|out| updated(b"%61=1", &parameters(&NAMES[..1]), out)), None);
    let many = parameters(&[NAMES[0]; MOST_UPDATED + 1]);
    assert_eq!(made(|out| updated(b"a=1", &many, out)), None);
    assert_eq!(made(|out| updated(b"a=1&b&a=2", &parameters(&NAMES[..1]), out)), Some(b"a=1+%2B%26&b".to_vec()));
    let many = [&b"b"[..]; MOST_UPDATED + 1];
    for (query, names) in [(&b"%61=1"[..], &[&b"a"[..]][..]), (b"a", &[b"*a"]), (b"a", &[b"a*b"]), (b"a", &many)] {
        assert_eq!(without(query, names, &mut Buffer::new()), None);
    }
    let mut out = Buffer::new();
    assert_eq!(without(b"utm_x=1&a=%20&utm_y", &[b"utm_*"], &mut out), Some(true));
    assert_eq!(&out[..], b"a=%20");
}

const PARTS: &[&[u8]] = &[b"a", b"/", b"?", b"#", b":", b"@", b"[::1]", b"%20", b"%", b" ", b"1", b"//", b"\\", b""];

proptest! {
    #![proptest_config(texts::config())]

    #[test]
    fn what_is_put_together_reads_as_it_was_meant(
        login in texts::one_of(&[b"", b"u@", b"u:p@", b"u@v@", b"/@"]),
        host in prop::collection::vec(texts::one_of(PARTS), 0..3),
        port in prop::option::of(texts::one_of(&[b"", b"80", b"65536", b"a", b"8/"])),
        path in prop::collection::vec(texts::one_of(PARTS), 0..4),
        query in prop::option::of(prop::collection::vec(texts::one_of(PARTS), 0..3)),
        fragment in prop::option::of(prop::collection::vec(texts::one_of(PARTS), 0..3)),
    ) {
        let (host, path) = (host.concat(), path.concat());
        let (query, fragment) = (query.map(|all| all.concat()), fragment.map(|all| all.concat()));
        let pieces = Pieces {
            scheme: b"http",
            login,
            host: &host,
            port,
            path: &path,
            query: query.as_deref(),
            fragment: fragment.as_deref(),
        };
        let mut out = Buffer::new();
        if let Some(found) = pieces.put_together(ANY_PRINTABLE, &mut out) {
            prop_assert_eq!(&out[..], &slow::put_together(&pieces)[..]);
            let read = parse(&out, ANY_PRINTABLE).map(|read| Whole::of(&out, &read));
            prop_assert_eq!(read, Ok(Whole::of(&out, &found)));
            prop_assert_eq!(Whole::of(&out, &found), Whole::meant(&pieces));
        } else if let Ok(read) = parse(&slow::put_together(&pieces), ANY_PRINTABLE) {
            // Refused though it is a URL: then its parts are others.
            let text = slow::put_together(&pieces);
            prop_assert_ne!(Whole::of(&text, &read), Whole::meant(&pieces));
        }
    }

    #[test]
    fn long_paths_and_queries_are_edited_as_strings_are(
        path in texts::noisy(&[b"/", b"a", b"..", b"%2F", b"segment", b";"]),
        query in texts::noisy(&[b"a=1", b"&", b"b", b"=", b"+", b"%20"]),
        segment in texts::noisy(&[b"x", b" ", b"/", b"%"]),
    ) {
        compare_paths(&path, &segment);
        compare_queries(&query, &NAMES[..2]);
    }
}
