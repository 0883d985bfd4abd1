#![no_main]

#[path = "../../urlmill-core/tests/naive/mod.rs"]
mod naive;

use urlmill_core::percent::{Encoder, Plus};

// The octets up to the first NUL are also taken for the safe ones of an encoder.
libfuzzer_sys::fuzz_target!(|raw: &[u8]| {
    naive::percent::compare(raw);
    let safe = raw.split(|&octet| octet == 0).next().unwrap_or_default();
    for plus in [Plus::Literal, Plus::Space] {
        naive::percent::compare_encoding(raw, &Encoder::new(safe, plus), safe, plus);
    }
});
