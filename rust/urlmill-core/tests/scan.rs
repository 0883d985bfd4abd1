//! What scans against what the standard library says.

use urlmill_core::scan::swar::{find, rfind};
use urlmill_core::scan::vector::{has_control, is_ascii};

#[test]
fn one_octet_is_enough_wherever_it_stands() {
    for len in 0..200 {
        let mut octets = vec![b'a'; len];
        assert!(is_ascii(&octets));
        for at in 0..len {
            octets[at] = 0x80;
            assert!(!is_ascii(&octets), "{at} of {len}");
            octets[at] = 0x7f;
        }
    }
}

#[test]
fn one_control_character_is_enough_wherever_it_stands() {
    for len in 0..80 {
        let mut octets = vec![b' '; len];
        assert!(!has_control(&octets));
        for at in 0..len {
            for control in [0, b'\t', 0x1f] {
                octets[at] = control;
                assert!(has_control(&octets), "{control} at {at} of {len}");
            }
            octets[at] = [0x7f, 0x80, 0xff][at % 3];
            assert!(!has_control(&octets), "{at} of {len}");
        }
    }
}

/// Bytes next to the one that is looked for are where a carry would show.
#[test]
fn the_first_and_the_last_of_a_byte_are_found_among_its_neighbours() {
    for len in 0..40_usize {
        for (byte, other) in [(b' ', b'!'), (b' ', 0xa0), (b'!', b' '), (0, 1), (0, 0x80), (0xff, 0xfe), (0x80, 0)] {
            for first in 0..len {
                for last in first..len {
                    let mut text = vec![other; len];
                    (text[first], text[last]) = (byte, byte);
                    assert_eq!(find(byte, &text), Some(first), "{byte} among {other}, {first} and {last} of {len}");
                    assert_eq!(rfind(byte, &text), Some(last), "{byte} among {other}, {first} and {last} of {len}");
                }
            }
            assert_eq!((find(byte, &vec![other; len]), rfind(byte, &vec![other; len])), (None, None));
        }
    }
}
