#![no_main]

#[path = "../../urlmill-core/tests/naive/mod.rs"]
mod naive;

// The first line is the base, the rest the reference.
libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    let end = text.iter().position(|&octet| octet == b'\n').unwrap_or(text.len());
    let reference = text.get(end + 1..).unwrap_or_default();
    naive::join::compare(&text[..end], reference);
    naive::join::compare(&[b"a://h/", &text[..end]].concat(), reference);
    naive::join::compare_dots(text);
});
