//! Percent-decoding and -encoding of rows and parts.

use crate::block::Row;
use crate::memory::reserve;
use crate::out::Made;
use crate::side::Side;
use crate::split::Stop;
use std::borrow::Cow;
use urlmill_core::Span;
use urlmill_core::percent::{Encoder, Plus, decode, is_coded};

/// A part, decoded; null if it stands for octets that are not text.
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
    let text = octets(raw, plus)?;
    if std::str::from_utf8(&text).is_err() { Ok(None) } else { side.store(&text).map(Some) }
}

/// What `raw` stands for.
#[inline]
pub(crate) fn octets(raw: &[u8], plus: Plus) -> Result<Cow<'_, [u8]>, Stop> {
    decode(raw, plus).ok_or(Stop::Memory)
}

/// The whole row, decoded; octets that are not UTF-8 become U+FFFD, as `urllib.parse` has it.
#[inline]
pub(crate) fn unquoted(side: &mut Side<'_>, row: &Row<'_>, plus: Plus) -> Made {
    let raw = row.text();
    if !is_coded(raw, plus) {
        return Ok(Some(row.place.whole()));
    }
    let octets = octets(raw, plus)?;
    if std::str::from_utf8(&octets).is_ok() { side.store(&octets) } else { side.store(&replaced(&octets)?) }.map(Some)
}

/// `String::from_utf8_lossy`, which ends the process where there is too little memory.
#[cold]
fn replaced(octets: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    for chunk in octets.utf8_chunks() {
        let mark = if chunk.invalid().is_empty() { "" } else { "\u{fffd}" };
        reserve(&mut text, chunk.valid().len() + mark.len())?;
        text.extend_from_slice(chunk.valid().as_bytes());
        text.extend_from_slice(mark.as_bytes());
    }
    Ok(text)
}

/// The whole row, escaped.
#[inline]
pub(crate) fn quoted(side: &mut Side<'_>, row: &Row<'_>, encoder: &Encoder) -> Made {
    let raw = row.text();
    if encoder.is_kept(raw) {
        return Ok(Some(row.place.whole()));
    }
    side.store(&encoder.encode(raw).ok_or(Stop::Memory)?).map(Some)
}
