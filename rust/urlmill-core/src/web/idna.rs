//! Domain to ASCII: section 3.3 of the URL Standard, which is UTS 46 with CheckHyphens, VerifyDnsLength and
//! UseSTD3ASCIIRules off, CheckBidi and CheckJoiners on, non-transitional. Only hosts beyond ASCII come here.

mod normal;
mod punycode;
mod rules;
mod unicode;

use unicode::{Properties, Status};

/// Characters of a wide host; what is longer is refused unread. The name system has 253, and mapping hardly makes any name
/// as short as a quarter; to write Punycode takes quadratic time in the worst case.
const LONGEST: usize = 4 * 253;

/// The domain in A-labels; `None` if IDNA refuses it.
pub(super) fn to_ascii(domain: &[u8]) -> Option<String> {
    // What is not UTF-8 would be read as U+FFFD, which no domain may have.
    let domain = str::from_utf8(domain).ok()?;
    if domain.chars().count() > LONGEST {
        return None;
    }
    let mapped = normal::nfc(mapped(domain)?);
    let labels = mapped.split(|&char| char == '.').map(Label::new).collect::<Option<Vec<_>>>()?;
    if labels.iter().any(|label| rules::is_right_to_left(&label.shown)) {
        labels.iter().all(|label| rules::is_good_bidi(&label.shown)).then_some(())?;
    }
    let written = labels.into_iter().map(|label| label.written).collect::<Vec<_>>().join(".");
    (!written.is_empty()).then_some(written)
}

/// Section 4, step 1; section 4.1.1 would refuse later what has no mapping.
fn mapped(domain: &str) -> Option<Vec<char>> {
    let mut found = Vec::with_capacity(domain.len());
    for char in domain.chars() {
        match Properties::of(char).status() {
            Status::Valid => found.push(char),
            Status::Mapped => found.extend(unicode::mapped(char)),
            Status::Ignored => {}
            Status::Disallowed => return None,
        }
    }
    Some(found)
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
        let text: String = label.iter().collect();
        if let Some(code) = text.strip_prefix(PREFIX) {
            let shown = punycode::decoded(code).filter(|shown| !shown.is_ascii())?;
            let shown: Vec<char> = shown.chars().collect();
            let is_settled = punycode::encoded(&shown)? == code && normal::nfc(shown.clone()) == shown;
            return (is_settled && is_valid(&shown)).then_some(Self { shown, written: text });
        }
        if text.is_ascii() {
            return Some(Self { shown: label.to_vec(), written: text });
        }
        let written = PREFIX.to_owned() + &punycode::encoded(label)?;
        is_valid(label).then(|| Self { shown: label.to_vec(), written })
    }
}

/// What an A-label begins with.
const PREFIX: &str = "xn--";

/// Section 4.1, of a label that is in NFC.
fn is_valid(label: &[char]) -> bool {
    let is_good = |&char: &char| char != '.' && Properties::of(char).status() == Status::Valid;
    let begins_well = label.first().is_none_or(|&char| !Properties::of(char).is_mark());
    begins_well
        && !label.starts_with(&['x', 'n', '-', '-'])
        && label.iter().all(is_good)
        && rules::are_good_joiners(label)
}
