//! The scanner against html5gum, and the links of small pages.

use super::scan::{Sink, scan};
use super::{Links, links, written};
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::{Span, State, Tokenizer};
use proptest::prelude::*;

/// What a page is, in words that can be compared.
#[derive(Debug, PartialEq, Eq, Clone)]
enum Seen {
    Text(String),
    Open(String, usize, Vec<(String, String)>),
    End(String),
}

fn word(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// Name, position and attributes of a tag.
type Open = (String, usize, Vec<(String, String)>);

#[derive(Default)]
struct Ours {
    seen: Vec<Seen>,
    open: Option<Open>,
}

fn add_text(seen: &mut Vec<Seen>, text: String) {
    match seen.last_mut() {
        Some(Seen::Text(before)) => before.push_str(&text),
        _ => seen.push(Seen::Text(text)),
    }
}

fn lowered(name: &[u8]) -> String {
    word(name).to_ascii_lowercase().replace('\0', "\u{fffd}")
}

impl Sink for Ours {
    fn text(&mut self, text: &[u8], has_references: bool) {
        let plain = || word(text).replace("\r\n", "\n").replace('\r', "\n").replace('\0', "\u{fffd}");
        add_text(&mut self.seen, if has_references { word(&written::text(text).unwrap_or_default()) } else { plain() });
    }
    fn name(&mut self, name: &[u8], position: usize) {
        self.open = Some((lowered(name), position, Vec::new()));
    }
    fn attribute(&mut self, name: &[u8], value: &[u8]) {
        if let Some((_, _, attributes)) = &mut self.open {
            attributes.push((lowered(name), word(&written::attribute(value).unwrap_or_default())));
        }
    }
    fn open(&mut self) {
        if let Some((name, position, attributes)) = self.open.take() {
            self.seen.push(Seen::Open(name, position, attributes));
        }
    }
    fn end(&mut self, name: &[u8]) {
        self.seen.push(Seen::End(lowered(name)));
    }
}

fn ours(page: &str) -> Vec<Seen> {
    let mut found = Ours::default();
    scan(page.as_bytes(), &mut found);
    found.seen
}

fn state_after(name: &str) -> Option<State> {
    Some(match name {
        "script" => State::ScriptData,
        "title" | "textarea" => State::RcData,
        "style" | "iframe" | "xmp" | "noembed" | "noframes" => State::RawText,
        "plaintext" => State::PlainText,
        _ => return None,
    })
}

fn theirs(page: &str) -> Vec<Seen> {
    let mut open = (String::new(), 0, Vec::new());
    let emitter = CallbackEmitter::new(move |event: CallbackEvent<'_>, span: Span<usize>| -> Option<Seen> {
        match event {
            CallbackEvent::OpenStartTag { name } => open = (word(name), span.start, Vec::new()),
            CallbackEvent::AttributeName { name } => open.2.push((word(name), String::new())),
            CallbackEvent::AttributeValue { value } => {
                if let Some(last) = open.2.last_mut() {
                    last.1 = word(value);
                }
            }
            CallbackEvent::CloseStartTag { .. } => {
                return Some(Seen::Open(open.0.clone(), open.1, std::mem::take(&mut open.2)));
            }
            CallbackEvent::EndTag { name } => {
                open.2.clear();
                return Some(Seen::End(word(name)));
            }
            // The Standard leaves a NUL between tags to who builds the tree.
            CallbackEvent::String { value } => return Some(Seen::Text(word(value).replace('\0', "\u{fffd}"))),
            _ => {}
        }
        None
    });
    let mut tokenizer = Tokenizer::new_with_emitter(page, emitter);
    let mut seen = Vec::new();
    while let Some(Ok(found)) = tokenizer.next() {
        if let Seen::Open(name, ..) = &found
            && let Some(state) = state_after(name)
        {
            tokenizer.set_state(state);
        }
        match found {
            Seen::Text(text) => add_text(&mut seen, text),
            other => seen.push(other),
        }
    }
    seen
}

/// Pieces of pages, put together at random.
fn pages() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "<",
        ">",
        "/",
        "=",
        "\"",
        "'",
        " ",
        "\n",
        "-",
        "--",
        "!",
        "?",
        "&",
        "&amp;",
        "&amp",
        "&notit;",
        "&#x41;",
        "&#0;",
        "&lt",
        ";",
        "a",
        "A",
        "href",
        "é",
        "<a",
        "<a href=",
        "</a>",
        "<a href=\"x\">",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<script",
        "<script>",
        "</script",
        "</script>",
        "<style>",
        "</style>",
        "<title>",
        "</title >",
        "<textarea/>",
        "</textarea\n",
        "<!doctype html>",
        "<![CDATA[",
        "]]>",
        "<?php",
        "<plaintext>",
        "<xmp>",
        "</xmp>",
        "<iframe>",
        "</iframe>",
        "</",
        "<b a=1 b='2' c>",
        "</b x=\"y>\">",
        "\t",
        "\x0c",
        "\r",
        "\r\n",
        "\0",
        "<a\r\nhref",
        "<script><!--<script>",
        "</script",
        "<!---->",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn tags_and_text_are_those_of_html5gum(page in pages()) {
        prop_assert_eq!(ours(&page), theirs(&page));
    }
}

/// Tag, attribute and URL of each.
fn found(page: &str) -> Vec<(&'static str, &'static str, String)> {
    let Links { links, text, .. } = links(page).unwrap_or_default();
    links.into_iter().map(|link| (link.tag, link.attribute, word(link.url.of(&text)))).collect()
}

#[test]
fn links_in_the_order_of_the_page() {
    let page = "<A HREF=' /a?b&amp;c ' REL=me>x</A><img srcset='a.png, b.png 2x,c.png 1x' src=d><p href=no>\
                <script>'<a href=no>'</script><noscript><img data-src=e></noscript><a name=x><a href=1 href=2>";
    let expected = [
        ("a", "href", "/a?b&c"),
        ("img", "srcset", "a.png"),
        ("img", "srcset", "b.png"),
        ("img", "srcset", "c.png"),
        ("img", "src", "d"),
        ("img", "data-src", "e"),
        ("a", "href", "1"),
    ];
    assert_eq!(found(page), expected.map(|(tag, attribute, url)| (tag, attribute, url.to_owned())));
}

#[test]
fn candidates_of_a_srcset() {
    let of = |set: &str| found(&format!("<img srcset=\"{set}\">")).into_iter().map(|link| link.2).collect::<Vec<_>>();
    assert_eq!(of(" a 1x , ,b (x,y) z,c,, d"), ["a", "b", "c", "d"]);
    assert_eq!(of("data:,x 1x, a,b"), ["data:,x", "a,b"]);
    assert!(of(" , ,").is_empty());
}

#[test]
fn where_a_refresh_leads() {
    let of =
        |content: &str| found(&format!("<meta http-equiv=Refresh content=\"{content}\">")).pop().map(|(_, _, url)| url);
    for (content, url) in [
        ("0; url=a", Some("a")),
        (" 5;URL = 'a b' c", Some("a b")),
        (".5,a", Some("a")),
        ("5 a", Some("a")),
        ("1.5.2;urla", Some("urla")),
        ("0;url='a", Some("a")),
        ("0; url", Some("url")),
        ("0;url=", Some("")),
        ("5", None),
        ("5;", None),
        ("5a", None),
        ("x;url=a", None),
        ("", None),
    ] {
        assert_eq!(of(content).as_deref(), url, "{content}");
    }
}

#[test]
fn what_is_said_of_a_link() {
    let page =
        "<base href=' /b '><base href=c><a href=1 rel='x NoFollow'> one <b>bo</b>ld\n&amp; <img>more<a href=2>two";
    let Links { links: found, base, text } = links(page).unwrap_or_default();
    let at = |span: Option<crate::Span>| span.map(|span| word(span.of(&text)));
    assert_eq!(at(base).as_deref(), Some("/b"));
    assert_eq!(at(found[0].anchor).as_deref(), Some("one bold & more"));
    assert_eq!(at(found[1].anchor).as_deref(), Some("two"));
    assert_eq!(at(found[0].rel).as_deref(), Some("x NoFollow"));
    assert_eq!([found[0].is_nofollow, found[1].is_nofollow], [true, false]);
    assert_eq!(page[found[1].position..], "<a href=2>two".to_owned());
    let Links { links: found, .. } =
        links("<a href=1></a><meta name=ROBOTS content='noindex,NoFollow'>").unwrap_or_default();
    assert!(found[0].is_nofollow);
    assert_eq!(found[0].anchor.map(crate::Span::is_empty), Some(true));
}
