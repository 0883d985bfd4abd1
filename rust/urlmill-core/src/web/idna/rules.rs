//! What depends on more than one character: joiners (RFC 5892, appendix A), and text from right to left (RFC 5893).

use super::unicode::{Bidi, Joining, Properties, VIRAMA};

const NON_JOINER: char = '\u{200c}';
const JOINER: char = '\u{200d}';

/// CheckJoiners: both are good after a virama, a non-joiner also between letters that would be joined without it.
pub(super) fn are_good_joiners(label: &[char]) -> bool {
    label.iter().enumerate().all(|(at, &char)| match char {
        JOINER => follows_virama(&label[..at]),
        NON_JOINER => follows_virama(&label[..at]) || parts_letters(&label[..at], &label[at + 1..]),
        _ => true,
    })
}

fn follows_virama(before: &[char]) -> bool {
    before.last().is_some_and(|&char| Properties::of(char).combining_class() == VIRAMA)
}

fn parts_letters(before: &[char], after: &[char]) -> bool {
    let before = before.iter().rev().map(|&char| joining(char)).find(|&joining| joining != Joining::Transparent);
    let after = after.iter().map(|&char| joining(char)).find(|&joining| joining != Joining::Transparent);
    matches!((before, after), (Some(Joining::Left | Joining::Both), Some(Joining::Right | Joining::Both)))
}

fn joining(char: char) -> Joining {
    Properties::of(char).joining()
}

/// Whether a label makes its domain one that has text from right to left.
pub(super) fn is_right_to_left(label: &[char]) -> bool {
    label.iter().any(|&char| matches!(Properties::of(char).bidi(), Bidi::R | Bidi::Al | Bidi::An))
}

/// CheckBidi: the six rules of RFC 5893, section 2.
pub(super) fn is_good_bidi(label: &[char]) -> bool {
    let classes = || label.iter().map(|&char| Properties::of(char).bidi());
    let has = |class: Bidi| classes().any(|other| other == class);
    let last = classes().rev().find(|&class| class != Bidi::Nsm);
    let is_neutral = |class: Bidi| matches!(class, Bidi::Es | Bidi::Cs | Bidi::Et | Bidi::On | Bidi::Bn | Bidi::Nsm);
    match classes().next() {
        None => true,
        Some(Bidi::L) => {
            let may_stand = |class| matches!(class, Bidi::L | Bidi::En) || is_neutral(class);
            classes().all(may_stand) && matches!(last, Some(Bidi::L | Bidi::En))
        }
        Some(Bidi::R | Bidi::Al) => {
            let may_stand = |class| matches!(class, Bidi::R | Bidi::Al | Bidi::An | Bidi::En) || is_neutral(class);
            let ends_well = matches!(last, Some(Bidi::R | Bidi::Al | Bidi::En | Bidi::An));
            classes().all(may_stand) && ends_well && !(has(Bidi::En) && has(Bidi::An))
        }
        Some(_) => false,
    }
}
