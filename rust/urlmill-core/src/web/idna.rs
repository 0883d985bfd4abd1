//! Domain to ASCII: section 3.3 of the URL Standard, which is UTS 46 with CheckHyphens, VerifyDnsLength and
//! UseSTD3ASCIIRules off, CheckBidi and CheckJoiners on, non-transitional. Only hosts beyond ASCII come here.

mod counts;
mod normal;
mod punycode;
mod rules;
mod unicode;

use super::NO_MEMORY;
use crate::error::{Code, Fault};
use unicode::{Properties, Status};

/// The domain in A-labels; nothing may be left of it.
///
/// # Errors
/// [`Code::BadLabel`] at 0 if IDNA refuses it.
pub(super) fn to_ascii(domain: &[u8]) -> Result<String, Fault> {
    // What is not UTF-8 would be read as U+FFFD, which no domain may have.
    let mapped = str::from_utf8(domain).map_err(|_| BAD_LABEL).and_then(mapped)?;
    // All that is put together on the way: it is as much as what is asked for here, and then given back.
    Vec::<u64>::new().try_reserve(24 * mapped.len()).map_err(|_| NO_MEMORY)?;
    let mapped = normal::nfc(mapped);
    let labels = mapped.split(|&char| char == '.').map(Label::new).collect::<Option<Vec<_>>>().ok_or(BAD_LABEL)?;
    let has_right_to_left = labels.iter().any(|label| rules::is_right_to_left(&label.shown));
    if has_right_to_left && !labels.iter().all(|label| rules::is_good_bidi(&label.shown)) {
        return Err(BAD_LABEL);
    }
    Ok(labels.into_iter().map(|label| label.written).collect::<Vec<_>>().join("."))
}

const BAD_LABEL: Fault = Fault { code: Code::BadLabel, at: 0 };

/// Section 4, step 1. What is disallowed would be refused later anyway, by section 4.1.
fn mapped(domain: &str) -> Result<Vec<char>, Fault> {
    let mut found = Vec::new();
    for char in domain.chars() {
        // No mapping is longer.
        found.try_reserve(18).map_err(|_| NO_MEMORY)?;
        match Properties::of(char).status() {
            Status::Valid => found.push(char),
            Status::Mapped => found.extend(unicode::mapped(char)),
            Status::Ignored => {}
            Status::Disallowed => return Err(BAD_LABEL),
        }
    }
    Ok(found)
}

/// A label that is good by itself.
struct Label {
    /// As people read it.
    shown: Vec<char>,
    /// As the name system has it.
    written: String,
}

impl Label {
    /// Section 4, step 4; and the conversion of section 4.2.
    fn new(label: &[char]) -> Option<Self> {
        let is_ascii = label.iter().all(char::is_ascii);
        if label.starts_with(&PREFIX) {
            let written: String = label.iter().filter(|_| is_ascii).collect();
            let shown = punycode::decoded(written.strip_prefix("xn--")?)?;
            let is_good = is_valid(&shown) && !shown.iter().all(char::is_ascii) && normal::nfc(shown.clone()) == shown;
            return is_good.then_some(Self { shown, written });
        }
        if is_ascii {
            return Some(Self { shown: label.to_vec(), written: label.iter().collect() });
        }
        let mut written = String::from("xn--");
        punycode::push_encoded(label, &mut written);
        is_valid(label).then(|| Self { shown: label.to_vec(), written })
    }
}

/// What an A-label begins with.
const PREFIX: [char; 4] = ['x', 'n', '-', '-'];

/// Section 4.1, of a label that is in NFC.
fn is_valid(label: &[char]) -> bool {
    let is_good = |&char: &char| char != '.' && Properties::of(char).status() == Status::Valid;
    let begins_well = label.first().is_none_or(|&char| !Properties::of(char).is_mark());
    begins_well && !label.starts_with(&PREFIX) && label.iter().all(is_good) && rules::are_good_joiners(label)
}
