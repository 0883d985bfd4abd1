//! NFC: Unicode Standard Annex 15, and the formula for Hangul in section 3.12 of the Unicode Standard.

use super::unicode::{Properties, composed, decomposed};

/// The text in NFC.
pub(super) fn nfc(text: Vec<char>) -> Vec<char> {
    if text.iter().all(char::is_ascii) { text } else { recomposed(ordered(&text)) }
}

/// Taken apart, and the marks of each starter in the order of their classes.
fn ordered(text: &[char]) -> Vec<(char, u32)> {
    let mut found = Vec::with_capacity(text.len());
    for &char in text {
        let before = found.len();
        found.extend(hangul_parts(char).chain(decomposed(char)));
        if found.len() == before {
            found.push(char);
        }
    }
    let mut found: Vec<(char, u32)> =
        found.into_iter().map(|char| (char, Properties::of(char).combining_class())).collect();
    // The sort is stable: marks of one class stay as they stood.
    for marks in found.split_mut(|&(_, class)| class == 0) {
        marks.sort_by_key(|&(_, class)| class);
    }
    found
}

/// Each mark goes into the last starter, unless another mark of its class or above stands between.
fn recomposed(parts: Vec<(char, u32)>) -> Vec<char> {
    let mut found: Vec<char> = Vec::with_capacity(parts.len());
    let mut starter: Option<usize> = None;
    // The class of what was put behind the starter.
    let mut last = 0;
    for (char, class) in parts {
        if let Some(starter) = starter
            && (starter + 1 == found.len() || last < class)
            && let Some(pair) = hangul_pair(found[starter], char).or_else(|| composed(found[starter], char))
        {
            found[starter] = pair;
            continue;
        }
        if class == 0 {
            starter = Some(found.len());
        }
        last = class;
        found.push(char);
    }
    found
}

const SYLLABLE: u32 = 0xac00;
const LEADING: u32 = 0x1100;
const VOWEL: u32 = 0x1161;
/// The one before the first trailing consonant: to have none is a choice too.
const TRAILING: u32 = 0x11a7;
const LEADINGS: u32 = 19;
const VOWELS: u32 = 21;
const TRAILINGS: u32 = 28;

/// The consonants and the vowel of a syllable; nothing for another character.
fn hangul_parts(char: char) -> impl Iterator<Item = char> {
    let index = u32::from(char).checked_sub(SYLLABLE).filter(|&index| index < LEADINGS * VOWELS * TRAILINGS);
    let parts = index.map(|index| {
        let (pair, trailing) = (index / TRAILINGS, index % TRAILINGS);
        let trailing = (trailing > 0).then_some(TRAILING + trailing);
        [Some(LEADING + pair / VOWELS), Some(VOWEL + pair % VOWELS), trailing]
    });
    parts.into_iter().flatten().flatten().filter_map(char::from_u32)
}

/// The syllable of a consonant and a vowel, or of such a syllable and another consonant.
fn hangul_pair(first: char, second: char) -> Option<char> {
    let index = |char: char, first: u32, count: u32| u32::from(char).checked_sub(first).filter(|&index| index < count);
    if let (Some(leading), Some(vowel)) = (index(first, LEADING, LEADINGS), index(second, VOWEL, VOWELS)) {
        return char::from_u32(SYLLABLE + (leading * VOWELS + vowel) * TRAILINGS);
    }
    let syllable = index(first, SYLLABLE, LEADINGS * VOWELS * TRAILINGS)?;
    let trailing = index(second, TRAILING, TRAILINGS)?;
    (syllable % TRAILINGS == 0 && trailing > 0).then(|| char::from_u32(SYLLABLE + syllable + trailing))?
}
