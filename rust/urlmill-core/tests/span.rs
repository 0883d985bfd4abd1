//! Spans, and the faults that point like them.

use urlmill_core::{Code, Fault, Span};

#[test]
fn a_span_covers_its_text() {
    let span = Span::new(1, 3);
    assert_eq!((span.of(b"abcd"), span.len(), span.is_empty()), (&b"bc"[..], 2, false));
    let empty = Span::new(4, 4);
    assert_eq!((empty.of(b"abcd"), empty.len(), empty.is_empty()), (&b""[..], 0, true));
}

#[test]
fn a_span_of_another_text_covers_nothing() {
    assert_eq!(Span::new(1, 3).of(b"ab"), b"");
}

#[test]
fn a_fault_says_what_and_where() {
    for (code, name) in [
        (Code::BadPort, "bad-port"),
        (Code::BadHost, "bad-host"),
        (Code::BadPercent, "bad-percent"),
        (Code::ReservedUnencoded, "reserved-unencoded"),
        (Code::NotAbsolute, "not-absolute"),
    ] {
        assert_eq!(code.name(), name);
        assert_eq!(Fault::new(code, 7).to_string(), format!("{name} at 7"));
    }
}
