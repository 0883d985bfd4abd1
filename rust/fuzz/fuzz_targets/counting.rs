#![no_main]

#[path = "../../urlmill-columns/tests/records/counting.rs"]
mod counting;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    counting::compare(octets);
    // Most of what is made up fits no shape: this does, but for what is made up.
    let mut line = b"192.0.2.1 u [17/May/2015:10:05:03 +0000] \"".to_vec();
    line.extend_from_slice(octets);
    line.extend_from_slice(b"\" 200 \"x\"\n");
    counting::compare(&line);
});
