//! However packed octets are cut, what is unpacked is the same; and no more of it at once than was asked for.
#![no_main]

use urlmill_columns::{Inflater, Unpacking};

fn unpacked(packed: &[u8], piece: usize, most: usize) -> (Vec<u8>, Option<String>) {
    let mut inflater = Inflater::default();
    let mut all = Vec::new();
    for piece in packed.chunks(piece) {
        let mut at = 0;
        loop {
            let mut some = Vec::new();
            match inflater.unpack(&piece[at..], &mut some, most) {
                Ok(used) => at += used,
                Err(Unpacking::Broken(words)) => return (all, Some(words)),
                Err(_) => return (all, Some(String::new())),
            }
            assert!(some.len() <= 2 * most.max(64));
            if some.is_empty() && at == piece.len() {
                break;
            }
            all.extend_from_slice(&some);
        }
    }
    (all, inflater.finish().is_err().then(|| "ended".to_owned()))
}

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    for packed in [octets, &[&b"\x1f\x8b\x08\0\0\0\0\0\0\x03"[..], octets].concat()] {
        assert_eq!(unpacked(packed, packed.len().max(1), 1 << 16), unpacked(packed, 3, 7));
    }
});
