//! Columns in the making, cut into what the tasks write.

use crate::column::{Column, FINGERPRINT, TextColumn, nulls_of_bits};
use crate::field::{Field, Kind};
use crate::memory::{collected, probe, zeroed};
use crate::out::{Out, TextOut};
use crate::query::{ItemsPart, items};
use crate::recycled;
use crate::side::Sides;
use crate::source::Source;
use crate::split::{Stop, TASK};
use arrow_array::{BooleanArray, FixedSizeBinaryArray, PrimitiveArray, StringArray};
use arrow_buffer::{BooleanBuffer, Buffer};
use std::sync::Arc;

/// A column of a chunk in the making. `bits` are validity: 1 is present.
pub(crate) enum Store {
    Text { views: Vec<u128>, bits: Vec<u64>, sides: Sides },
    UInt16 { values: Vec<u16>, bits: Vec<u64> },
    UInt32 { values: Vec<u32>, bits: Vec<u64> },
    Code { keys: Vec<i16>, bits: Vec<u64> },
    Bool { values: Vec<u64>, bits: Vec<u64>, rows: usize },
    Items { parts: Vec<ItemsPart>, sides: Sides },
    Fingerprint { values: Vec<u128>, bits: Vec<u64> },
}

impl Store {
    pub(crate) fn new(field: Field<'_>, source: &Source) -> Result<Self, Stop> {
        let rows = source.len();
        let bits = zeroed(rows.div_ceil(64))?;
        let sides = || Sides::new(rows.div_ceil(TASK));
        Ok(match field.kind() {
            // Those of nulls stay what they are.
            Kind::Text if source.is_all_null() => Self::Text { views: zeroed(rows)?, bits, sides: sides()? },
            Kind::Text => Self::Text { views: recycled::views(rows)?, bits, sides: sides()? },
            Kind::UInt16 => Self::UInt16 { values: zeroed(rows)?, bits },
            Kind::UInt32 => Self::UInt32 { values: zeroed(rows)?, bits },
            Kind::Fingerprint => Self::Fingerprint { values: zeroed(rows)?, bits },
            Kind::Code => Self::Code { keys: zeroed(rows)?, bits },
            Kind::Bool => Self::Bool { values: zeroed(bits.len())?, bits, rows },
            Kind::Items => {
                // A row takes about as much, whatever is in it. Better to know now that there is too little than when
                // all memory is taken.
                probe(rows.saturating_mul(size_of::<u64>()))?;
                let tasks = rows.div_ceil(TASK);
                let parts = collected((0..tasks).map(|_| ItemsPart::default()), tasks)?;
                Self::Items { parts, sides: sides()? }
            }
        })
    }

    /// What each of `tasks` writes to; `buffers` is how many the input has.
    pub(crate) fn outs(&mut self, buffers: usize, tasks: usize) -> Result<Vec<Out<'_>>, Stop> {
        const WORDS: usize = TASK / 64;
        match self {
            Self::Text { views, bits, sides } => {
                let parts = views.chunks_mut(TASK).zip(bits.chunks_mut(WORDS)).zip(sides.each(buffers));
                collected(parts.map(|((views, bits), side)| Out::Text(TextOut { views, bits, side })), tasks)
            }
            Self::UInt16 { values, bits } => {
                let parts = values.chunks_mut(TASK).zip(bits.chunks_mut(WORDS));
                collected(parts.map(|(values, bits)| Out::UInt16 { values, bits }), tasks)
            }
            Self::UInt32 { values, bits } => {
                let parts = values.chunks_mut(TASK).zip(bits.chunks_mut(WORDS));
                collected(parts.map(|(values, bits)| Out::UInt32 { values, bits }), tasks)
            }
            Self::Code { keys, bits } => {
                let parts = keys.chunks_mut(TASK).zip(bits.chunks_mut(WORDS));
                collected(parts.map(|(keys, bits)| Out::Code { keys, bits }), tasks)
            }
            Self::Bool { values, bits, .. } => {
                let parts = values.chunks_mut(WORDS).zip(bits.chunks_mut(WORDS));
                collected(parts.map(|(values, bits)| Out::Bool { values, bits }), tasks)
            }
            Self::Fingerprint { values, bits } => {
                let parts = values.chunks_mut(TASK).zip(bits.chunks_mut(WORDS));
                collected(parts.map(|(values, bits)| Out::Fingerprint { values, bits }), tasks)
            }
            Self::Items { parts, sides } => {
                let parts = parts.iter_mut().zip(sides.each(buffers));
                collected(parts.map(|(part, side)| Out::Items { part, side }), tasks)
            }
        }
    }

    /// The column; `names` are the codes, and `places` says which of them a number stands for.
    pub(crate) fn finish(self, source: &Source, names: &Arc<StringArray>, places: &[i16]) -> Result<Column, Stop> {
        Ok(match self {
            Self::Text { views, bits, sides } => {
                let rows = views.len();
                let buffers = sides.beside(&source.buffers)?;
                Column::Text(TextColumn { views: recycled::buffer(views), buffers, nulls: nulls_of_bits(bits, rows) })
            }
            Self::UInt16 { values, bits } => {
                let nulls = nulls_of_bits(bits, values.len());
                Column::UInt16(PrimitiveArray::try_new(values.into(), nulls)?)
            }
            Self::UInt32 { values, bits } => {
                let nulls = nulls_of_bits(bits, values.len());
                Column::UInt32(PrimitiveArray::try_new(values.into(), nulls)?)
            }
            Self::Code { mut keys, bits } => {
                if !source.is_all_null() {
                    for key in &mut keys {
                        *key = usize::try_from(*key).ok().and_then(|key| places.get(key)).copied().unwrap_or_default();
                    }
                }
                Column::codes(keys, bits, names)?
            }
            Self::Bool { values, bits, rows } => {
                let values = BooleanBuffer::new(Buffer::from_vec(values), 0, rows);
                Column::Bool(BooleanArray::new(values, nulls_of_bits(bits, rows)))
            }
            Self::Fingerprint { values, bits } => {
                let nulls = nulls_of_bits(bits, values.len());
                Column::Fingerprint(FixedSizeBinaryArray::try_new(FINGERPRINT, Buffer::from_vec(values), nulls)?)
            }
            Self::Items { parts, sides } => items(&parts, &sides.beside(&source.buffers)?)?,
        })
    }
}
