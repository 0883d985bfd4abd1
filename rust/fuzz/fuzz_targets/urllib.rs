#![no_main]

#[path = "../../urlmill-core/tests/naive/mod.rs"]
mod naive;

use naive::urllib::{compare_defrag, compare_join, compare_netloc, compare_params, compare_port, compare_split};

// The first line is a base, the rest a reference; and either is a URL, a path, a netloc and a port.
libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let end = text.iter().position(|&octet| octet == b'\n').unwrap_or(text.len());
    let (base, reference) = (&text[..end], text.get(end + 1..).unwrap_or_default());
    compare_join(base, reference);
    compare_join(&[b"http://h/", base].concat(), reference);
    for text in [base, reference] {
        compare_split(text);
        compare_defrag(text);
        compare_params(text);
        compare_netloc(text);
        compare_port(text);
    }
});
