//! The fields of queries, as forms encode them: a `+` is a space, and a missing value is empty.

use crate::block::{Block, Row};
use crate::column::{Column, ItemsColumn, TextColumn, nulls};
use crate::memory::{collected, reserve, with_room};
use crate::out::Made;
use crate::percent::{octets, text};
use crate::side::Side;
use crate::split::Stop;
use arrow_buffer::{Buffer, OffsetBuffer};
use urlmill_core::Span;
use urlmill_core::percent::{Plus, is_coded};
use urlmill_core::query::{Field, fields};

/// The view of an empty text.
const EMPTY: u128 = 0;

/// The value of the first field called `name`.
#[inline]
pub(crate) fn value(side: &mut Side<'_>, row: &Row<'_>, name: &str) -> Made {
    let Some(query) = row.parts.query() else { return Ok(None) };
    let raw = row.part(query);
    for field in fields(raw) {
        if is_called(field.name.of(raw), name)? {
            return match field.value {
                Some(value) => text(side, row, within(query, value), Plus::Space),
                None => Ok(Some(EMPTY)),
            };
        }
    }
    Ok(None)
}

#[inline]
fn is_called(raw: &[u8], name: &str) -> Result<bool, Stop> {
    // What is decoded has fewer bytes, never more.
    if raw.len() < name.len() || raw == name.as_bytes() || !is_coded(raw, Plus::Space) {
        return Ok(raw == name.as_bytes());
    }
    Ok(*octets(raw, Plus::Space)? == *name.as_bytes())
}

fn within(outer: Span, inner: Span) -> Span {
    Span { start: outer.start + inner.start, end: outer.start + inner.end }
}

/// The fields of the rows of a task.
#[derive(Clone, Default)]
pub(crate) struct ItemsPart {
    /// How many each row has.
    counts: Vec<u32>,
    present: Vec<bool>,
    names: Views,
    values: Views,
}

#[derive(Clone, Default)]
struct Views {
    views: Vec<u128>,
    present: Vec<bool>,
}

impl Views {
    fn push(&mut self, view: Option<u128>) -> Result<(), Stop> {
        reserve(&mut self.views, 1)?;
        reserve(&mut self.present, 1)?;
        self.views.push(view.unwrap_or(EMPTY));
        self.present.push(view.is_some());
        Ok(())
    }
}

impl ItemsPart {
    /// So many rows without fields.
    pub(crate) fn push_nulls(&mut self, count: usize) -> Result<(), Stop> {
        reserve(&mut self.counts, count)?;
        reserve(&mut self.present, count)?;
        self.counts.resize(self.counts.len() + count, 0);
        self.present.resize(self.present.len() + count, false);
        Ok(())
    }
}

/// Writes the fields of the rows of `block`.
pub(crate) fn write_items(part: &mut ItemsPart, side: &mut Side<'_>, block: &Block<'_>) -> Result<(), Stop> {
    reserve(&mut part.counts, block.len())?;
    reserve(&mut part.present, block.len())?;
    for (index, row) in block.words().flatten().enumerate() {
        let before = part.names.views.len();
        if let Some(query) = row.parts.query() {
            for Field { name, value } in fields(row.part(query)) {
                part.names.push(kept_text(side, &row, within(query, name))?)?;
                part.values.push(match value {
                    Some(value) => kept_text(side, &row, within(query, value))?,
                    None => Some(EMPTY),
                })?;
            }
        }
        part.counts.push((part.names.views.len() - before) as u32);
        part.present.push(block.valid[index / 64] >> (index % 64) & 1 == 1);
    }
    Ok(())
}

/// A part, decoded, as a view that outlives the block.
fn kept_text(side: &mut Side<'_>, row: &Row<'_>, span: Span) -> Made {
    text(side, row, span, Plus::Space)?.map(|view| side.kept(view, &row.place)).transpose()
}

/// The column of all tasks' rows, whose views point into `buffers`.
pub(crate) fn items(parts: &[ItemsPart], buffers: &[Buffer]) -> Result<Column, Stop> {
    let mut ends = with_room(1 + parts.iter().map(|part| part.counts.len()).sum::<usize>())?;
    let mut end = 0i32;
    ends.push(end);
    for count in parts.iter().flat_map(|part| &part.counts) {
        end = i32::try_from(*count).ok().and_then(|count| end.checked_add(count)).ok_or(Stop::TooMuch)?;
        ends.push(end);
    }
    let text = |column: fn(&ItemsPart) -> &Views| {
        let len = parts.iter().map(|part| column(part).views.len()).sum();
        let views = collected(parts.iter().flat_map(|part| &column(part).views).copied(), len)?;
        Ok::<_, Stop>(TextColumn {
            views: views.into(),
            buffers: buffers.to_vec(),
            nulls: nulls(parts.iter().flat_map(|part| &column(part).present).copied(), len)?,
        })
    };
    let rows = ends.len() - 1;
    Ok(Column::Items(ItemsColumn {
        offsets: OffsetBuffer::new(ends.into()),
        names: text(|part| &part.names)?,
        values: text(|part| &part.values)?,
        nulls: nulls(parts.iter().flat_map(|part| &part.present).copied(), rows)?,
    }))
}
