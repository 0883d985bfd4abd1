//! Where the fields of records go.

use super::{RecordKind, clock, number, request};
use crate::column::{Column, TextColumn, nulls_of_bits};
use crate::recycled;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::PrimitiveArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type};
use arrow_buffer::Buffer;
use std::sync::Arc;
use urlmill_core::Span;

/// The columns of a field in the making.
pub(super) enum Out {
    Skipped,
    Text(Texts),
    UInt16(Numbers<UInt16Type>),
    UInt64(Numbers<UInt64Type>),
    Float64(Numbers<Float64Type>),
    Clock(Numbers<TimestampSecondType>),
    Request(Box<Request>),
}

pub(super) struct Request {
    whole: Texts,
    method: Texts,
    target: Texts,
    protocol: Texts,
}

/// Every row has to be set or cleared: the memory is not fresh.
pub(super) struct Texts {
    views: Vec<u128>,
    /// Validity: 1 is present.
    bits: Vec<u64>,
}

pub(super) struct Numbers<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    bits: Vec<u64>,
}

impl Out {
    pub(super) fn new(kind: RecordKind, rows: usize) -> Self {
        match kind {
            RecordKind::Skipped => Self::Skipped,
            RecordKind::Text => Self::Text(Texts::new(rows)),
            RecordKind::UInt16 => Self::UInt16(Numbers::new(rows)),
            RecordKind::UInt64 => Self::UInt64(Numbers::new(rows)),
            RecordKind::Float64 => Self::Float64(Numbers::new(rows)),
            RecordKind::Clock => Self::Clock(Numbers::new(rows)),
            RecordKind::Request => Self::Request(Box::new(Request {
                whole: Texts::new(rows),
                method: Texts::new(rows),
                target: Texts::new(rows),
                protocol: Texts::new(rows),
            })),
        }
    }

    /// Writes what stands at `span` of `place`; `None` if it is not of the kind.
    #[inline]
    pub(super) fn set(&mut self, row: usize, place: &Place<'_>, span: Span) -> Option<()> {
        let text = span.of(place.text());
        let is_absent = text == b"-";
        match self {
            Self::Skipped => (),
            Self::Text(texts) => texts.put(row, place, (!is_absent).then_some(span)),
            Self::Request(request) => {
                request.whole.put(row, place, (!is_absent).then_some(span));
                let within = |part: Span| Span { start: span.start + part.start, end: span.start + part.end };
                let parts = request::parts(text);
                request.method.put(row, place, parts.map(|(method, _, _)| within(method)));
                request.target.put(row, place, parts.map(|(_, target, _)| within(target)));
                request.protocol.put(row, place, parts.and_then(|(_, _, protocol)| protocol).map(within));
            }
            _ if is_absent => (),
            Self::UInt16(numbers) => numbers.put(row, u16::try_from(number::whole(text)?).ok()?),
            Self::UInt64(numbers) => numbers.put(row, number::whole(text)?),
            Self::Float64(numbers) => numbers.put(row, number::real(text)?),
            Self::Clock(numbers) => numbers.put(row, clock::seconds(text)?),
        }
        Some(())
    }

    /// Makes a row null, whatever was written there.
    pub(super) fn clear(&mut self, row: usize) {
        match self {
            Self::Skipped => (),
            Self::Text(texts) => texts.clear(row),
            Self::UInt16(numbers) => numbers.clear(row),
            Self::UInt64(numbers) => numbers.clear(row),
            Self::Float64(numbers) => numbers.clear(row),
            Self::Clock(numbers) => numbers.clear(row),
            Self::Request(request) => {
                let Request { whole, method, target, protocol } = &mut **request;
                for texts in [whole, method, target, protocol] {
                    texts.clear(row);
                }
            }
        }
    }

    /// Puts what it has become to the other columns; `buffers` are those of the input.
    pub(super) fn finish(self, buffers: &[Buffer], columns: &mut Vec<Column>) -> Result<(), Stop> {
        match self {
            Self::Skipped => (),
            Self::Text(texts) => columns.push(texts.finish(buffers)),
            Self::UInt16(numbers) => columns.push(Column::UInt16(numbers.finish()?)),
            Self::UInt64(numbers) => columns.push(Column::UInt64(numbers.finish()?)),
            Self::Float64(numbers) => columns.push(Column::Float64(numbers.finish()?)),
            Self::Clock(numbers) => columns.push(Column::Clock(numbers.finish()?.with_timezone(Arc::from("UTC")))),
            Self::Request(request) => {
                let Request { whole, method, target, protocol } = *request;
                columns.extend([whole, method, target, protocol].map(|texts| texts.finish(buffers)));
            }
        }
        Ok(())
    }
}

impl Texts {
    fn new(rows: usize) -> Self {
        Self { views: recycled::views(rows), bits: vec![0; rows.div_ceil(64)] }
    }

    #[inline]
    fn put(&mut self, row: usize, place: &Place<'_>, span: Option<Span>) {
        self.views[row] = span.map_or(0, |span| place.view(span));
        self.bits[row / 64] |= u64::from(span.is_some()) << (row % 64);
    }

    fn clear(&mut self, row: usize) {
        self.views[row] = 0;
        self.bits[row / 64] &= !(1 << (row % 64));
    }

    fn finish(self, buffers: &[Buffer]) -> Column {
        let nulls = nulls_of_bits(self.bits, self.views.len());
        Column::Text(TextColumn { views: recycled::buffer(self.views), buffers: buffers.to_vec(), nulls })
    }
}

impl<T: ArrowPrimitiveType> Numbers<T> {
    pub(super) fn new(rows: usize) -> Self {
        Self { values: vec![T::Native::default(); rows], bits: vec![0; rows.div_ceil(64)] }
    }

    #[inline]
    pub(super) fn put(&mut self, row: usize, value: T::Native) {
        self.values[row] = value;
        self.bits[row / 64] |= 1 << (row % 64);
    }

    fn clear(&mut self, row: usize) {
        self.values[row] = T::Native::default();
        self.bits[row / 64] &= !(1 << (row % 64));
    }

    pub(super) fn finish(self) -> Result<PrimitiveArray<T>, Stop> {
        let nulls = nulls_of_bits(self.bits, self.values.len());
        Ok(PrimitiveArray::try_new(self.values.into(), nulls)?)
    }
}

/// Positions of what is wrong.
pub(super) type Positions = Numbers<UInt32Type>;
