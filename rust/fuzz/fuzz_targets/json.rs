#![no_main]

#[path = "../../urlmill-core/tests/naive/mod.rs"]
mod naive;

libfuzzer_sys::fuzz_target!(|text: &[u8]| {
    naive::json::compare(text);
});
