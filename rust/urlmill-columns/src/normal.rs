//! Normal forms.

use crate::block::Row;
use crate::memory::probe_if_long;
use crate::out::Made;
use crate::rules::Profile;
use crate::side::Side;
use crate::split::Reading;
use urlmill_core::Buffer;
use urlmill_core::normal::{Level, Normal, normal_form};

/// The row in normal form; null if its class refuses that. An href is one already.
pub(crate) fn normal(side: &mut Side<'_>, row: &Row<'_>, level: Option<Level>, reading: &Reading<'_>) -> Made {
    let as_written = Ok(Some(row.place.whole()));
    let Some(level) = level.filter(|_| reading.profile != Profile::Web) else { return as_written };
    let text = row.text();
    let scheme = row.parts.scheme().map_or(&[][..], |scheme| row.part(scheme));
    // Where there is too little memory the class would be asked, which takes more of it.
    probe_if_long(text.len())?;
    let mut out = Buffer::new();
    let found = match reading.schemes.of(scheme).form {
        Some(form) => normal_form(text, &row.parts, form, level, &mut out),
        None => Normal::Ask,
    };
    match found {
        Normal::Same => as_written,
        Normal::Changed => side.store(&out).map(Some),
        Normal::Ask => asked(side, text, level, reading),
    }
}

#[cold]
fn asked(side: &mut Side<'_>, text: &[u8], level: Level, reading: &Reading<'_>) -> Made {
    let Ok(text) = std::str::from_utf8(text) else { return Ok(None) };
    let Some(found) = reading.classes.normal(text, level)? else { return Ok(None) };
    side.store(found.as_bytes()).map(Some)
}
