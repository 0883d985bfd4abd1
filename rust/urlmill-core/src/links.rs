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

use crate::span::Span;
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

/// All links of a page, which is at most [`crate::span::MAX_LEN`] long. What is not HTML has none.
#[must_use]
pub fn links(page: &str) -> Links {
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
}

impl Sink for Collector {
    fn text(&mut self, text: &[u8], has_references: bool) {
        // Text that has none is that of scripts and their kin.
        if has_references && self.anchor.is_open() {
            self.anchor.push(&written::text(text));
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
            let value = push(&mut self.found.text, &written::attribute(value));
            self.attributes.push(Attribute { name, holds, value });
        }
    }

    fn open(&mut self) {
        self.close_tag();
    }

    fn end(&mut self, name: &[u8]) {
        if name.eq_ignore_ascii_case(b"a") {
            self.end_anchor();
        }
    }
}

impl Collector {
    fn close_tag(&mut self) {
        let Some(tag) = self.tag.take() else { return };
        if tag.name == "a" {
            self.end_anchor();
        }
        let attributes = std::mem::take(&mut self.attributes);
        let value = |holds| attributes.iter().find(|each| each.holds == holds).map(|each| each.value);
        let rel = value(Holds::Rel);
        let is_nofollow = rel.is_some_and(|rel| has_word(rel.of(&self.found.text), b"nofollow"));
        if tag.name == "meta" {
            self.meta(value(Holds::Name), value(Holds::Equivalent), value(Holds::Content));
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
                    self.found.links.push(link(trimmed(*value, &self.found.text)));
                }
                Holds::Urls => self.found.links.extend(srcset::urls(*value, &self.found.text).map(link)),
                Holds::Base => {
                    self.found.base.get_or_insert(trimmed(*value, &self.found.text));
                }
                _ => {}
            }
        }
        self.attributes = attributes;
    }

    fn meta(&mut self, name: Option<Span>, equivalent: Option<Span>, content: Option<Span>) {
        let Some(content) = content else { return };
        let text = &self.found.text;
        let is = |value: Option<Span>, word: &[u8]| value.is_some_and(|it| it.of(text).eq_ignore_ascii_case(word));
        if is(name, b"robots") {
            let words = content.of(text);
            self.is_page_nofollow |= has_word(words, b"nofollow") || has_word(words, b"none");
        }
        if is(equivalent, b"refresh")
            && let Some(url) = refresh::url(content, text)
        {
            let position = self.position;
            let (tag, attribute) = ("meta", "content");
            self.found.links.push(Link { tag, attribute, url, rel: None, anchor: None, position, is_nofollow: false });
        }
    }

    fn end_anchor(&mut self) {
        if let Some((link, text)) = self.anchor.close() {
            self.found.links[link].anchor = Some(push(&mut self.found.text, text));
        }
    }

    fn finish(mut self) -> Links {
        self.end_anchor();
        if self.is_page_nofollow {
            self.found.links.iter_mut().for_each(|link| link.is_nofollow = true);
        }
        self.found
    }
}

fn push(text: &mut Vec<u8>, more: &[u8]) -> Span {
    let start = text.len();
    text.extend_from_slice(more);
    Span::new(start, text.len())
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
