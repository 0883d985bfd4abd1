//! HTML cut into tags and text: section 13.2.5 of the HTML Standard, as far as links go.
//!
//! By hand, since measurement says so: html5gum and lol_html read 60 MB/s where this reads many times as much, for it copies
//! nothing and looks at text only to find the next tag. html5gum is its oracle in the tests.

use super::is_space;
use memchr::{memchr, memchr_iter};

/// Takes what is found, in order.
pub(super) trait Sink {
    /// Text between tags as written, and whether character references stand in it.
    fn text(&mut self, text: &[u8], has_references: bool);
    /// A tag begins, whose `<` is at this position.
    fn name(&mut self, name: &[u8], position: usize);
    /// An attribute of it, as written.
    fn attribute(&mut self, name: &[u8], value: &[u8]);
    /// It is complete. One that is not does not count.
    fn open(&mut self);
    /// An end tag.
    fn end(&mut self, name: &[u8]);
}

/// How what comes after a tag is read.
#[derive(Clone, Copy)]
enum Content {
    Tags,
    /// Text up to the end tag, and whether references stand in it.
    Text(bool),
    Script,
    /// Text to the end of the page.
    Rest,
}

fn content_of(name: &[u8]) -> Content {
    const KNOWN: [(&[u8], Content); 9] = [
        (b"script", Content::Script),
        (b"style", Content::Text(false)),
        (b"title", Content::Text(true)),
        (b"textarea", Content::Text(true)),
        (b"iframe", Content::Text(false)),
        (b"xmp", Content::Text(false)),
        (b"noembed", Content::Text(false)),
        (b"noframes", Content::Text(false)),
        (b"plaintext", Content::Rest),
    ];
    let known = KNOWN.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    known.map_or(Content::Tags, |(_, content)| *content)
}

/// Gives all that is in a page.
pub(super) fn scan(page: &[u8], sink: &mut impl Sink) {
    let mut at = 0;
    let mut text = 0; // where the text begins that has not been given
    while let Some(distance) = memchr(b'<', &page[at..]) {
        let start = at + distance;
        let markup = page.get(start + 1..).unwrap_or_default();
        let after = match markup {
            [first, ..] if first.is_ascii_alphabetic() => {
                give(&page[text..start], true, sink);
                let name = name_within(markup);
                sink.name(name, start);
                let Some(after) = attributes(page, start + 1 + name.len(), |name, value| sink.attribute(name, value))
                else {
                    return;
                };
                sink.open();
                let Some(after) = after_content(page, after, name, sink) else { return };
                after
            }
            [b'/', first, ..] if first.is_ascii_alphabetic() => {
                give(&page[text..start], true, sink);
                let name = name_within(&markup[1..]);
                let Some(after) = attributes(page, start + 2 + name.len(), |_, _| {}) else { return };
                sink.end(name);
                after
            }
            [b'!', b'-', b'-', ..] => {
                give(&page[text..start], true, sink);
                after_comment(page, start + 4)
            }
            // A declaration; what no tag and no comment can be is read as a comment up to the next `>`.
            [b'!' | b'?', ..] | [b'/', _, ..] => {
                give(&page[text..start], true, sink);
                memchr(b'>', markup).map_or(page.len(), |end| start + 1 + end + 1)
            }
            _ => {
                at = start + 1;
                continue;
            }
        };
        (at, text) = (after, after);
    }
    give(&page[text..], true, sink);
}

fn give(text: &[u8], has_references: bool, sink: &mut impl Sink) {
    if !text.is_empty() {
        sink.text(text, has_references);
    }
}

fn name_within(markup: &[u8]) -> &[u8] {
    let end = markup.iter().position(|b| is_space(*b) || matches!(b, b'/' | b'>'));
    &markup[..end.unwrap_or(markup.len())]
}

/// Gives the attributes of a tag, and says where it ends; `None` if the page ends before.
fn attributes<'a>(page: &'a [u8], start: usize, mut give: impl FnMut(&'a [u8], &'a [u8])) -> Option<usize> {
    let space = |from: usize| Some(from + page.get(from..)?.iter().position(|b| !is_space(*b))?);
    let mut at = start;
    loop {
        at = space(at)?;
        match page[at] {
            b'>' => return Some(at + 1),
            b'/' => {
                at += 1;
                continue;
            }
            _ => {}
        }
        let name_start = at;
        // A `=` that stands first is a part of the name.
        at += 1;
        at += page[at..].iter().position(|b| is_space(*b) || matches!(b, b'/' | b'>' | b'='))?;
        let name = &page[name_start..at];
        let sign = space(at)?;
        if page[sign] != b'=' {
            at = sign;
            give(name, b"");
            continue;
        }
        let value_start = space(sign + 1)?;
        let (value, after) = match page[value_start] {
            quote @ (b'"' | b'\'') => {
                let value = page.get(value_start + 1..)?;
                let length = memchr(quote, value)?;
                (&value[..length], value_start + 1 + length + 1)
            }
            b'>' => (&b""[..], value_start),
            _ => {
                let length = page[value_start..].iter().position(|b| is_space(*b) || *b == b'>')?;
                (&page[value_start..value_start + length], value_start + length)
            }
        };
        give(name, value);
        at = after;
    }
}

/// Where a comment ends whose `<!--` ends at `start`.
fn after_comment(page: &[u8], start: usize) -> usize {
    let inside = &page[start..];
    if inside.starts_with(b">") {
        return start + 1;
    }
    if inside.starts_with(b"->") {
        return start + 2;
    }
    let is_end = |end: &usize| inside[..*end].ends_with(b"--") || inside[..*end].ends_with(b"--!");
    memchr_iter(b'>', inside).find(is_end).map_or(page.len(), |end| start + end + 1)
}

/// Gives the text within a tag that has no other tags in it. Says where its end tag begins, or where the page goes on after
/// any other tag; `None` if it does not.
fn after_content(page: &[u8], start: usize, name: &[u8], sink: &mut impl Sink) -> Option<usize> {
    let (end, has_references) = match content_of(name) {
        Content::Tags => return Some(start),
        Content::Rest => (None, false),
        Content::Text(has_references) => (end_tag(page, start, name), has_references),
        Content::Script => (end_of_script(page, start), false),
    };
    give(&page[start..end.unwrap_or(page.len())], has_references, sink);
    end
}

/// Where an end tag of this name begins.
fn end_tag(page: &[u8], start: usize, name: &[u8]) -> Option<usize> {
    memchr_iter(b'<', &page[start..]).map(|distance| start + distance).find(|at| is_tag(&page[*at + 1..], b"/", name))
}

/// Whether a tag of this name begins here, after its `<`.
fn is_tag(markup: &[u8], before: &[u8], name: &[u8]) -> bool {
    let Some(rest) = markup.strip_prefix(before) else { return false };
    let is_name = rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
    is_name && rest.get(name.len()).is_some_and(|b| is_space(*b) || matches!(b, b'/' | b'>'))
}

/// Where the end tag of a script begins. Within `<!--` and `-->` a `<script>` has an end tag of its own.
fn end_of_script(page: &[u8], start: usize) -> Option<usize> {
    const NAME: &[u8] = b"script";
    let (mut is_comment, mut is_script_within) = (false, false);
    let mut at = start;
    loop {
        let found = at + page.get(at..)?.iter().position(|b| matches!(b, b'<' | b'-'))?;
        let rest = &page[found + 1..];
        at = found + 1;
        if page[found] == b'-' {
            if is_comment && rest.starts_with(b"->") {
                (is_comment, is_script_within) = (false, false);
            }
        } else if is_tag(rest, b"/", NAME) {
            if !is_script_within {
                return Some(found);
            }
            is_script_within = false;
        } else if is_comment {
            is_script_within |= is_tag(rest, b"", NAME);
        } else if rest.starts_with(b"!--") {
            // The dashes of `<!-->` are those of its end, too.
            is_comment = true;
            at = found + 2;
        }
    }
}
