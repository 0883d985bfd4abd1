//! However packed octets are cut, what is unpacked is the same; and no more is held than was asked for.
#![no_main]

use urlmill_columns::{Inflater, Unpacking};

const LONGEST: usize = 1 << 16;

fn unpacked(packed: &[u8], piece: usize, size: usize) -> (Vec<u8>, bool) {
    let mut inflater = Inflater::default();
    let mut all = Vec::new();
    for piece in packed.chunks(piece) {
        let mut at = 0;
        loop {
            match inflater.unpack(&piece[at..], size, LONGEST) {
                Ok((used, end)) => {
                    at += used;
                    if let Some(end) = end {
                        let lines = &inflater.rest()[..end];
                        assert!(lines.ends_with(b"\n") || lines.len() > LONGEST);
                        all.extend_from_slice(lines);
                        inflater.take(end);
                    } else if at == piece.len() {
                        break;
                    }
                }
                Err(Unpacking::Stopped(_)) => return (all, false),
                Err(_) => {
                    all.extend_from_slice(inflater.rest());
                    return (all, false);
                }
            }
            assert!(inflater.rest().len() < size + 4 * LONGEST);
        }
    }
    all.extend_from_slice(inflater.rest());
    (all, inflater.finish().is_ok())
}

libfuzzer_sys::fuzz_target!(|octets: &[u8]| {
    for packed in [octets, &[&b"\x1f\x8b\x08\0\0\0\0\0\0\x03"[..], octets].concat()] {
        let whole = unpacked(packed, packed.len().max(1), 100);
        let (cut, is_whole) = unpacked(packed, 3, 7);
        // Where it is broken, how much comes before that depends on how much is unpacked at once.
        assert_eq!(is_whole, whole.1);
        assert!(if is_whole { cut == whole.0 } else { cut.starts_with(&whole.0) || whole.0.starts_with(&cut) });
    }
});
