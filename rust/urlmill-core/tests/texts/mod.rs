//! Texts to compare on: all the short ones, random long ones, and one that repeats itself for a megabyte.

// A test uses what it needs of this.
#![allow(dead_code, unreachable_pub)]

use proptest::prelude::*;
use proptest::test_runner::Config;

/// Calls `check` with every text of up to `longest` octets out of `alphabet`.
pub fn every(alphabet: &[u8], longest: usize, mut check: impl FnMut(&[u8])) {
    grow(&mut Vec::new(), alphabet, longest, &mut check);
}

fn grow(text: &mut Vec<u8>, alphabet: &[u8], room: usize, check: &mut impl FnMut(&[u8])) {
    check(text);
    if room == 0 {
        return;
    }
    for &octet in alphabet {
        text.push(octet);
        grow(text, alphabet, room - 1, check);
        text.pop();
    }
}

/// Texts of up to 100 of the `words`: long enough to be read by whole vectors, and to have something left over.
pub fn long(words: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(one_of(words), 0..100).prop_map(|words| words.concat())
}

/// The same with octets of any kind between the words.
pub fn noisy(words: &'static [&'static [u8]]) -> impl Strategy<Value = Vec<u8>> {
    let noise = prop::collection::vec(any::<u8>(), 0..4);
    let word = prop_oneof![9 => one_of(words).prop_map(<[u8]>::to_vec), 1 => noise];
    prop::collection::vec(word, 0..100).prop_map(|words| words.concat())
}

/// One of a few texts.
pub fn one_of(choices: &'static [&'static [u8]]) -> impl Strategy<Value = &'static [u8]> {
    prop::sample::select(choices)
}

/// What is found is turned into a named test by hand, so nothing is written beside the sources.
pub fn config() -> Config {
    Config { cases: 1000, failure_persistence: None, ..Config::default() }
}

/// A megabyte of `word`: linear work on it is a matter of milliseconds, quadratic work of minutes.
pub fn megabyte(word: &[u8]) -> Vec<u8> {
    word.repeat((1 << 20) / word.len())
}
