#![no_main]

#[path = "../../urlmill-core/tests/naive/mod.rs"]
mod naive;

use naive::web::compare;

// The first line is a base for the rest, if it can be one; if it cannot, it has been compared.
libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let end = text.iter().position(|&b| b == b'\n').unwrap_or(text.len());
    let base = compare(&text[..end], None).ok();
    let _ = compare(&text[end..], base.as_ref());
});
