//! The web profile has no naive twin here (the pure-Python backend is one); its fast path has the general parser for it, and
//! what is true of every href is looked at.

use super::show;
use urlmill_core::web::{Base, can_parse, offsets_of_href, parse, settled};
use urlmill_core::{Buffer, Fault, Offsets};

/// An href and its parts.
#[derive(Debug)]
pub struct Url {
    pub href: Vec<u8>,
    pub offsets: Offsets,
}

impl Url {
    pub fn base(&self) -> Base<'_> {
        Base { href: &self.href, offsets: self.offsets }
    }
}

/// The URL that `text` is, after it was read in every way there is.
pub fn compare(text: &[u8], base: Option<&Url>) -> Result<Url, Fault> {
    let mut out = Buffer::new();
    let base = base.map(Url::base);
    let found = parse(text, base.as_ref(), &mut out);
    assert_eq!(can_parse(text, base.as_ref()), found.is_ok(), "{}", show(text));
    if let Some(settled) = settled(text) {
        assert_eq!((found, &out[..]), (Ok(settled), text), "{}", show(text));
    }
    // No text with a space in front takes the fast path.
    let mut slowly = Buffer::new();
    let by_parser = parse(&[b" ", text].concat(), base.as_ref(), &mut slowly);
    assert_eq!(
        (by_parser.map_err(|fault| fault.code), &slowly),
        (found.map_err(|fault| fault.code), &out),
        "{}",
        show(text)
    );
    let offsets =
        found.inspect_err(|fault| assert!(out.is_empty() && fault.at as usize <= text.len(), "{}", show(text)))?;
    let url = Url { href: out.to_vec(), offsets };
    assert_is_href(&url, base.as_ref());
    Ok(url)
}

fn assert_is_href(url: &Url, base: Option<&Base<'_>>) {
    let shown = show(&url.href);
    assert!(url.href.is_ascii(), "{shown}");
    assert_eq!(offsets_of_href(&url.href), url.offsets, "{shown}");
    // Joining an absolute URL gives it, whatever the base.
    for base in [None, base] {
        let mut again = Buffer::new();
        assert_eq!(parse(&url.href, base, &mut again), Ok(url.offsets), "{shown}");
        assert_eq!(show(&again), shown);
    }
}
