//! The text of the `a` that is open.

use super::{TooMuch, is_space, written};

#[derive(Default)]
pub(super) struct Anchor {
    /// The link that the text belongs to.
    link: Option<usize>,
    text: Vec<u8>,
    /// Whether white space came last.
    is_apart: bool,
}

impl Anchor {
    pub(super) fn is_open(&self) -> bool {
        self.link.is_some()
    }

    pub(super) fn open(&mut self, link: usize) {
        self.link = Some(link);
        self.text.clear();
        self.is_apart = false;
    }

    /// Adds what is written, with one space for each run of white space between words.
    pub(super) fn push(&mut self, written: &[u8]) -> Result<(), TooMuch> {
        let text = written::text(written)?;
        self.text.try_reserve(text.len() + 1).map_err(|_| TooMuch)?;
        for word in text.split_inclusive(|b| is_space(*b)) {
            let (word, is_last) = match word.split_last() {
                Some((b, word)) if is_space(*b) => (word, true),
                _ => (word, false),
            };
            if !word.is_empty() {
                if self.is_apart && !self.text.is_empty() {
                    self.text.push(b' ');
                }
                self.text.extend_from_slice(word);
                self.is_apart = false;
            }
            self.is_apart |= is_last;
        }
        Ok(())
    }

    /// The link, and its text.
    pub(super) fn close(&mut self) -> Option<(usize, &[u8])> {
        self.link.take().map(|link| (link, &self.text[..]))
    }
}
