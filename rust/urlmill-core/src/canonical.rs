//! Canonical forms of a URL that go beyond RFC 3986: for lists of what is to be crawled and for fingerprints.

pub mod crawl;
pub mod fingerprint;
pub mod key;
pub mod surt;
pub mod tracking;
pub mod w3lib;

use crate::buffer::Buffer;
use crate::normal::{self, Level, SchemeForm};
use crate::parse::{LENIENT, parse};
use crate::web;

/// What became of a text.
pub use crate::normal::Normal;

/// A level, and what was chosen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The normal form.
    Rfc3986,
    /// The href.
    Web,
    /// That of w3lib.
    W3lib(w3lib::Options),
    /// With these switches, a bit for each.
    Crawl(u32),
    /// The key of the package `surt`, which is its own key.
    Surt,
    /// One that Python alone knows.
    Other,
}

impl Form {
    /// The level that users call so. The bits are its switches, in the order that Python has.
    #[must_use]
    pub fn named(level: &str, switches: u32) -> Self {
        match level {
            "rfc3986" => Self::Rfc3986,
            "web" => Self::Web,
            "w3lib" => {
                Self::W3lib(w3lib::Options { keep_blank_values: switches & 1 != 0, keep_fragments: switches & 2 != 0 })
            }
            "crawl" => Self::Crawl(switches),
            "surt" => Self::Surt,
            _ => Self::Other,
        }
    }

    /// The canonical form of `text`, appended to `out` if it is another text; else nothing is appended.
    #[inline]
    pub fn write(self, text: &[u8], out: &mut Buffer) -> Normal {
        match self {
            Self::Rfc3986 => normal_form(text, out),
            Self::Web => href(text, out),
            Self::W3lib(options) => w3lib::w3lib_form(text, options, out),
            Self::Crawl(switches) => crawl::crawl_form(text, switches, out),
            Self::Surt => surt::surt_key(text, out),
            Self::Other => Normal::Ask,
        }
    }
}

/// Of a scheme that is not one of the web, its class knows more.
fn normal_form(text: &[u8], out: &mut Buffer) -> Normal {
    let Some(form) = form_of_web(text) else { return Normal::Ask };
    match parse(text, LENIENT) {
        Ok(offsets) => normal::normal_form(text, &offsets, form, Level::Scheme, out),
        Err(_) => Normal::Ask,
    }
}

/// Refused texts are asked about, too.
fn href(text: &[u8], out: &mut Buffer) -> Normal {
    let start = out.len();
    match web::parse(text, None, out) {
        Ok(_) if out[start..] == *text => {
            out.truncate(start);
            Normal::Same
        }
        Ok(_) => Normal::Changed,
        Err(_) => Normal::Ask,
    }
}

/// What the schemes of the web say of their URLs; `None` for a text of another one, or in capitals.
#[inline]
fn form_of_web(text: &[u8]) -> Option<SchemeForm> {
    let default_port = if text.starts_with(b"https://") {
        443
    } else if text.starts_with(b"http://") {
        80
    } else {
        return None;
    };
    Some(SchemeForm { default_port: Some(default_port), has_dot_segments: true, needs_host: true })
}
