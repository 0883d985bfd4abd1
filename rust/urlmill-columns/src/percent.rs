//! Percent-decoding and -encoding of rows and parts.

use crate::block::Row;
use crate::out::Made;
use crate::side::Side;
use urlmill_core::Span;
use urlmill_core::percent::{Encoder, Plus, decode, is_coded};

/// A part, decoded; null if it stands for octets that are no text.
#[inline]
pub(crate) fn decoded(side: &mut Side<'_>, row: &Row<'_>, span: Option<Span>) -> Made {
    span.map_or(Ok(None), |span| text(side, row, span, Plus::Literal))
}

/// The same for a span, be a `+` a space or not.
#[inline]
pub(crate) fn text(side: &mut Side<'_>, row: &Row<'_>, span: Span, plus: Plus) -> Made {
    let raw = row.part(span);
    if !is_coded(raw, plus) {
        return Ok(Some(row.place.view(span)));
    }
    let text = decode(raw, plus);
    if std::str::from_utf8(&text).is_err() { Ok(None) } else { side.store(&text).map(Some) }
}

/// The whole row, decoded; what is no UTF-8 becomes U+FFFD, as `urllib.parse` has it.
#[inline]
pub(crate) fn unquoted(side: &mut Side<'_>, row: &Row<'_>, plus: Plus) -> Made {
    let raw = row.text();
    if !is_coded(raw, plus) {
        return Ok(Some(row.place.whole()));
    }
    side.store(String::from_utf8_lossy(&decode(raw, plus)).as_bytes()).map(Some)
}

/// The whole row, escaped.
#[inline]
pub(crate) fn quoted(side: &mut Side<'_>, row: &Row<'_>, encoder: &Encoder) -> Made {
    let raw = row.text();
    if encoder.growth(raw).is_none() {
        return Ok(Some(row.place.whole()));
    }
    side.store(&encoder.encode(raw)).map(Some)
}
