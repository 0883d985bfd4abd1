//! The first line of what is given says what a record looks like: literals, with a bar between them. The rest are lines.
#![no_main]

#[path = "../../urlmill-columns/tests/records/naive.rs"]
mod naive;

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    let found = naive::lines_of(octets);
    assert_eq!(found, naive::naive_lines(octets));
    let Some((Some(format), lines)) = found.split_first() else { return };
    let mut literals: Vec<_> = format.split('|').map(str::to_owned).collect();
    let last = literals.pop().unwrap_or_default();
    // Only the first and the last literal may be empty, else nobody knows where a field ends.
    if literals.iter().skip(1).all(|literal| !literal.is_empty()) {
        naive::compare(lines, &literals, &last);
    }
});
