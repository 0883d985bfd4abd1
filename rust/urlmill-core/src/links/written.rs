//! What is meant by what is written in HTML.

use htmlize::{Context, unescape_bytes_in};
use memchr::{memchr, memchr2};
use std::borrow::Cow;

/// The value of an attribute.
pub(super) fn attribute(written: &[u8]) -> Cow<'_, [u8]> {
    decoded(written, Context::Attribute)
}

/// Text between tags.
pub(super) fn text(written: &[u8]) -> Cow<'_, [u8]> {
    decoded(written, Context::General)
}

/// Line ends are line feeds, NUL is U+FFFD, and character references are what they stand for.
fn decoded(written: &[u8], context: Context) -> Cow<'_, [u8]> {
    if memchr2(b'\r', b'\0', written).is_some() {
        let mut plain = Vec::with_capacity(written.len() + 16);
        for (at, &b) in written.iter().enumerate() {
            match b {
                b'\0' => plain.extend_from_slice("\u{fffd}".as_bytes()),
                b'\r' => plain.push(b'\n'),
                b'\n' if at > 0 && written[at - 1] == b'\r' => {}
                _ => plain.push(b),
            }
        }
        return Cow::Owned(unescape_bytes_in(plain, context).into_owned());
    }
    if memchr(b'&', written).is_none() { Cow::Borrowed(written) } else { unescape_bytes_in(written, context) }
}
