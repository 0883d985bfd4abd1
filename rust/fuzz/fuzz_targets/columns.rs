//! A line is a row, and one that is not UTF-8 a null.
#![no_main]

#[path = "../../urlmill-columns/tests/naive/mod.rs"]
mod naive;

libfuzzer_sys::fuzz_target!(|lines: &[u8]| {
    let rows: Vec<_> = lines.split(|&b| b == b'\n').map(|line| String::from_utf8(line.to_vec()).ok()).collect();
    naive::compare(&rows);
});
