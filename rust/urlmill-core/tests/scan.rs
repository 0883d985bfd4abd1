//! What scans against what the standard library says.

use urlmill_core::scan::first::{Marks, first_of, near};
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

#[test]
fn the_first_of_some_bytes_is_found_wherever_it_stands() {
    for len in 0..150_usize {
        for first in 0..=len {
            let mut text = vec![b'a'; len];
            text.iter_mut().skip(first).step_by(3).for_each(|b| *b = b'"');
            text.iter_mut().skip(first + 1).step_by(5).for_each(|b| *b = b'\\');
            let expected = (first < len).then_some(first);
            assert_eq!(first_of([b'"'], &text), expected, "{first} of {len}");
            assert_eq!(first_of([b'\\', b'"'], &text), text.iter().position(|b| matches!(b, b'"' | b'\\')));
            assert_eq!(near(b'"', &text), expected.filter(|&at| at < 16 && len >= 16), "{first} of {len}");
            assert_eq!(first_of([0], &text), None, "what is added to short text is not of it");
        }
    }
}

/// In any order, and in a line with more after it.
#[test]
fn marks_are_found_from_anywhere_on_and_not_beyond_the_line() {
    for len in [0, 1, 15, 16, 63, 64, 65, 127, 128, 200, 1000] {
        for step in [1, 7, 64, 90, 500] {
            let mut memory = vec![b'a'; len + 70];
            memory.iter_mut().skip(step / 2).step_by(step).for_each(|b| *b = b'"');
            memory.iter_mut().skip(step / 3).step_by(2 * step).for_each(|b| *b = b'\\');
            for known in [len, memory.len()] {
                let mut marks = Marks::new([b'"', b'\\'], &memory[..known], len);
                for at in (0..len + 3).chain([0, len / 2, usize::MAX]) {
                    let expected = (at..len).find(|&at| matches!(memory[at], b'"' | b'\\'));
                    assert_eq!(marks.from(at), expected, "from {at} of {len}, each {step}");
                }
            }
        }
    }
}
