//! The links of an HTML page, as they are written there.
//!
//! The page is cut into tags and text as the HTML Standard has it; no tree is built. Where the links lead is for
//! [`crate::web`] to say, once the whole page has been seen: its `<base>` may stand anywhere.

mod anchor;
mod refresh;
mod scan;
mod srcset;
mod tags;
mod written;

use crate::span::{MAX_LEN, Span};
use anchor::Anchor;
use scan::Sink;
use tags::{Holds, Tag};

/// A link. Its texts are spans into [`Links::text`], with what HTML escapes decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name of the tag.
    pub tag: &'static str,
    /// The name of the attribute.
    pub attribute: &'static str,
    /// What is written there.
    pub url: Span,
    /// The attribute `rel`.
    pub rel: Option<Span>,
    /// The text of an `a`, its white space made single spaces.
    pub anchor: Option<Span>,
    /// Where the tag begins, in octets of the page.
    pub position: usize,
    /// Whether the tag or the page asks robots not to follow it.
    pub is_nofollow: bool,
}

/// What a page has of links.
#[derive(Debug, Default)]
pub struct Links {
    /// In the order of the page.
    pub links: Vec<Link>,
    /// What the first `<base>` with an `href` has there.
    pub base: Option<Span>,
    /// What the spans are spans into.
    pub text: Vec<u8>,
}

/// There was no memory for the links, or there is more in them than spans can point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

/// All links of a page. What is not HTML has none.
///
/// # Errors
/// [`TooMuch`]; a link takes more memory than it takes in the page.
pub fn links(page: &str) -> Result<Links, TooMuch> {
    let mut collector = Collector::default();
    scan::scan(page.as_bytes(), &mut collector);
    collector.finish()
}

/// An attribute of the tag that is being read.
#[derive(Clone, Copy)]
struct Attribute {
    name: &'static str,
    holds: Holds,
    value: Span,
}

#[derive(Default)]
struct Collector {
    found: Links,
    /// The one that is being read, if it may have links.
    tag: Option<&'static Tag>,
    position: usize,
    attributes: Vec<Attribute>,
    anchor: Anchor,
    is_page_nofollow: bool,
    /// What comes is passed over then.
    is_too_much: bool,
}

impl Sink for Collector {
    fn text(&mut self, text: &[u8], has_references: bool) {
        // Text that has none is that of scripts and their kin.
        if has_references && self.anchor.is_open() {
            self.is_too_much |= self.anchor.push(text).is_err();
        }
    }

    fn name(&mut self, name: &[u8], position: usize) {
        self.tag = tags::find(name);
        self.position = position;
        self.attributes.clear();
    }

    fn attribute(&mut self, name: &[u8], value: &[u8]) {
        let Some((name, holds)) = self.tag.and_then(|tag| tag.attribute(name)) else { return };
        // Of two that have the same name the first counts.
        if self.attributes.iter().all(|other| other.name != name) {
            match written::attribute(value).and_then(|value| push(&mut self.found.text, &value)) {
                Ok(value) => self.attributes.push(Attribute { name, holds, value }),
                Err(TooMuch) => self.is_too_much = true,
            }
        }
    }

    fn open(&mut self) {
        self.is_too_much |= self.close_tag().is_err();
    }

    fn end(&mut self, name: &[u8]) {
        if name.eq_ignore_ascii_case(b"a") {
            self.end_anchor();
        }
    }
}

impl Collector {
    fn close_tag(&mut self) -> Result<(), TooMuch> {
        let Some(tag) = self.tag.take() else { return Ok(()) };
        if self.is_too_much {
            return Ok(());
        }
        if tag.name == "a" {
            self.end_anchor();
        }
        let attributes = std::mem::take(&mut self.attributes);
        let value = |holds| attributes.iter().find(|each| each.holds == holds).map(|each| each.value);
        let rel = value(Holds::Rel);
        let is_nofollow = rel.is_some_and(|rel| has_word(rel.of(&self.found.text), b"nofollow"));
        if tag.name == "meta" {
            self.meta(value(Holds::Name), value(Holds::Equivalent), value(Holds::Content))?;
        }
        for Attribute { name, holds, value } in &attributes {
            let link = |url| Link {
                tag: tag.name,
                attribute: name,
                url,
                rel,
                anchor: None,
                position: self.position,
                is_nofollow,
            };
            match holds {
                Holds::Url => {
                    if tag.name == "a" && *name == "href" {
                        self.anchor.open(self.found.links.len());
                    }
                    let url = trimmed(*value, &self.found.text);
                    add(&mut self.found.links, link(url))?;
                }
                Holds::Urls => {
                    for url in srcset::urls(*value, &self.found.text) {
                        add(&mut self.found.links, link(url))?;
                    }
                }
                Holds::Base => {
                    self.found.base.get_or_insert(trimmed(*value, &self.found.text));
                }
                _ => {}
            }
        }
        self.attributes = attributes;
        Ok(())
    }

    fn meta(&mut self, name: Option<Span>, equivalent: Option<Span>, content: Option<Span>) -> Result<(), TooMuch> {
        let Some(content) = content else { return Ok(()) };
        let text = &self.found.text;
        let is = |value: Option<Span>, word: &[u8]| value.is_some_and(|it| it.of(text).eq_ignore_ascii_case(word));
        if is(name, b"robots") {
            let words = content.of(text);
            self.is_page_nofollow |= has_word(words, b"nofollow") || has_word(words, b"none");
        }
        if is(equivalent, b"refresh")
            && let Some(url) = refresh::url(content, text)
        {
            let (tag, attribute, position) = ("meta", "content", self.position);
            let link = Link { tag, attribute, url, rel: None, anchor: None, position, is_nofollow: false };
            add(&mut self.found.links, link)?;
        }
        Ok(())
    }

    fn end_anchor(&mut self) {
        if let Some((link, text)) = self.anchor.close() {
            match push(&mut self.found.text, text) {
                Ok(text) => self.found.links[link].anchor = Some(text),
                Err(TooMuch) => self.is_too_much = true,
            }
        }
    }

    fn finish(mut self) -> Result<Links, TooMuch> {
        self.end_anchor();
        if self.is_too_much {
            return Err(TooMuch);
        }
        if self.is_page_nofollow {
            self.found.links.iter_mut().for_each(|link| link.is_nofollow = true);
        }
        Ok(self.found)
    }
}

fn push(text: &mut Vec<u8>, more: &[u8]) -> Result<Span, TooMuch> {
    let start = text.len();
    if more.len() > MAX_LEN - start {
        return Err(TooMuch);
    }
    text.try_reserve(more.len()).map_err(|_| TooMuch)?;
    text.extend_from_slice(more);
    Ok(Span::new(start, text.len()))
}

fn add(links: &mut Vec<Link>, link: Link) -> Result<(), TooMuch> {
    links.try_reserve(1).map_err(|_| TooMuch)?;
    links.push(link);
    Ok(())
}

/// What HTML takes for white space.
fn is_space(b: u8) -> bool {
    matches!(b, b'\t' | b'\n' | b'\x0c' | b'\r' | b' ')
}

fn trimmed(span: Span, text: &[u8]) -> Span {
    let octets = span.of(text);
    let Some(first) = octets.iter().position(|b| !is_space(*b)) else { return Span { end: span.start, ..span } };
    let after = octets.iter().rposition(|b| !is_space(*b)).map_or(first, |last| last + 1);
    Span { start: span.start + first as u32, end: span.start + after as u32 }
}

/// Whether a word is among others, which white space or commas separate; case does not matter.
fn has_word(words: &[u8], word: &[u8]) -> bool {
    words.split(|b| is_space(*b) || *b == b',').any(|each| each.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests;
