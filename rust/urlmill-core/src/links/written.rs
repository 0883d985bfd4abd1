//! What is meant by what is written in HTML.

use super::TooMuch;
use htmlize::{Context, unescape_bytes_in};
use memchr::{memchr, memchr2};
use std::borrow::Cow;

/// The value of an attribute.
pub(super) fn attribute(written: &[u8]) -> Result<Cow<'_, [u8]>, TooMuch> {
    decoded(written, Context::Attribute)
}

/// Text between tags.
pub(super) fn text(written: &[u8]) -> Result<Cow<'_, [u8]>, TooMuch> {
    decoded(written, Context::General)
}

/// Line ends are line feeds, NUL is U+FFFD, and character references are what they stand for.
fn decoded(written: &[u8], context: Context) -> Result<Cow<'_, [u8]>, TooMuch> {
    // Each NUL makes three octets; no reference makes more than it takes. What decodes them asks for room without an answer.
    let room = |times: usize| Vec::<u8>::new().try_reserve(times * written.len()).map_err(|_| TooMuch);
    if memchr2(b'\r', b'\0', written).is_some() {
        room(6)?;
        let mut plain = Vec::with_capacity(3 * written.len());
        for (at, &b) in written.iter().enumerate() {
            match b {
                b'\0' => plain.extend_from_slice("\u{fffd}".as_bytes()),
                b'\r' => plain.push(b'\n'),
                b'\n' if at > 0 && written[at - 1] == b'\r' => {}
                _ => plain.push(b),
            }
        }
        return Ok(Cow::Owned(unescape_bytes_in(plain, context).into_owned()));
    }
    if memchr(b'&', written).is_none() {
        return Ok(Cow::Borrowed(written));
    }
    room(3)?;
    Ok(unescape_bytes_in(written, context))
}
