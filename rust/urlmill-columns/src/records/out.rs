//! Where the fields of records go.

use super::{ROWS, RecordKind, Spans, clock, number, request};
use crate::column::{Column, TextColumn, nulls_of_bits};
use crate::memory::zeroed;
use crate::recycled;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::PrimitiveArray;
use arrow_array::types::{ArrowPrimitiveType, Float64Type, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type};
use arrow_buffer::Buffer;
use bytemuck::Zeroable;
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

/// Every view has to be written: the memory is not fresh.
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
    pub(super) fn new(kind: RecordKind, rows: usize) -> Result<Self, Stop> {
        Ok(match kind {
            RecordKind::Skipped => Self::Skipped,
            RecordKind::Text => Self::Text(Texts::new(rows)?),
            RecordKind::UInt16 => Self::UInt16(Numbers::new(rows)?),
            RecordKind::UInt64 => Self::UInt64(Numbers::new(rows)?),
            RecordKind::Float64 => Self::Float64(Numbers::new(rows)?),
            RecordKind::Clock => Self::Clock(Numbers::new(rows)?),
            RecordKind::Request => Self::Request(Box::new(Request {
                whole: Texts::new(rows)?,
                method: Texts::new(rows)?,
                target: Texts::new(rows)?,
                protocol: Texts::new(rows)?,
            })),
        })
    }

    /// Writes a word of rows. Where one is not of the kind, a fault is noted, unless there was one before it.
    #[inline]
    pub(super) fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans, faults: &mut [u32; ROWS]) {
        match self {
            Self::Skipped => (),
            Self::Text(texts) => texts.write(word, places, spans),
            Self::Request(request) => request.write(word, places, spans),
            Self::UInt16(numbers) => {
                numbers.write(word, places, spans, faults, |text| u16::try_from(number::whole(text)?).ok());
            }
            Self::UInt64(numbers) => numbers.write(word, places, spans, faults, number::whole),
            Self::Float64(numbers) => numbers.write(word, places, spans, faults, number::real),
            Self::Clock(numbers) => numbers.write(word, places, spans, faults, clock::seconds),
        }
    }

    /// Makes rows of a word null but for `valid`.
    pub(super) fn keep(&mut self, word: usize, valid: u64) {
        match self {
            Self::Skipped => (),
            Self::Text(texts) => texts.bits[word] &= valid,
            Self::UInt16(numbers) => numbers.bits[word] &= valid,
            Self::UInt64(numbers) => numbers.bits[word] &= valid,
            Self::Float64(numbers) => numbers.bits[word] &= valid,
            Self::Clock(numbers) => numbers.bits[word] &= valid,
            Self::Request(request) => {
                let Request { whole, method, target, protocol } = &mut **request;
                for texts in [whole, method, target, protocol] {
                    texts.bits[word] &= valid;
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

impl Request {
    fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans) {
        self.whole.write(word, places, spans);
        for (index, (place, &span)) in places.iter().zip(spans).enumerate() {
            let within = |part: Span| Span { start: span.start + part.start, end: span.start + part.end };
            let parts = request::parts(text(place, span));
            self.method.put(word, index, place, parts.map(|(method, _, _)| within(method)));
            self.target.put(word, index, place, parts.map(|(_, target, _)| within(target)));
            self.protocol.put(word, index, place, parts.and_then(|(_, _, protocol)| protocol).map(within));
        }
    }
}

#[inline]
fn text<'a>(place: &Place<'a>, span: Span) -> &'a [u8] {
    span.of(place.rest)
}

#[inline]
fn is_absent(text: &[u8]) -> bool {
    matches!(text, b"-")
}

impl Texts {
    pub(super) fn new(rows: usize) -> Result<Self, Stop> {
        Ok(Self { views: recycled::views(rows)?, bits: zeroed(rows.div_ceil(64))? })
    }

    /// Without a branch, since it cannot be predicted which fields are `-`.
    fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans) {
        let mut present = 0;
        let rows = self.views[word * ROWS..].iter_mut().zip(places).zip(spans);
        for (index, ((view, place), &span)) in rows.enumerate() {
            *view = place.view(span);
            present |= u64::from(!is_absent(text(place, span))) << index;
        }
        self.bits[word] = present;
    }

    #[inline]
    fn put(&mut self, word: usize, index: usize, place: &Place<'_>, span: Option<Span>) {
        self.set(word * ROWS + index, span.map(|span| place.view(span)));
    }

    #[inline]
    pub(super) fn set(&mut self, row: usize, view: Option<u128>) {
        self.views[row] = view.unwrap_or_default();
        self.bits[row / 64] |= u64::from(view.is_some()) << (row % 64);
    }

    pub(super) fn set_null(&mut self, row: usize) {
        self.views[row] = 0;
        self.bits[row / 64] &= !(1 << (row % 64));
    }

    pub(super) fn finish(self, buffers: &[Buffer]) -> Column {
        let nulls = nulls_of_bits(self.bits, self.views.len());
        Column::Text(TextColumn { views: recycled::buffer(self.views), buffers: buffers.to_vec(), nulls })
    }
}

impl<T: ArrowPrimitiveType<Native: Zeroable>> Numbers<T> {
    pub(super) fn new(rows: usize) -> Result<Self, Stop> {
        Ok(Self { values: zeroed(rows)?, bits: zeroed(rows.div_ceil(64))? })
    }

    #[inline]
    pub(super) fn put(&mut self, row: usize, value: T::Native) {
        self.values[row] = value;
        self.bits[row / 64] |= 1 << (row % 64);
    }

    /// Whether there was one.
    #[inline]
    pub(super) fn put_if(&mut self, row: usize, value: Option<T::Native>) -> bool {
        if let Some(value) = value {
            self.put(row, value);
        }
        value.is_some()
    }

    pub(super) fn set_null(&mut self, row: usize) {
        self.values[row] = T::Native::default();
        self.bits[row / 64] &= !(1 << (row % 64));
    }

    #[inline]
    fn write(
        &mut self,
        word: usize,
        places: &[Place<'_>],
        spans: &Spans,
        faults: &mut [u32; ROWS],
        read: impl Fn(&[u8]) -> Option<T::Native>,
    ) {
        let mut present = 0;
        let rows = self.values[word * ROWS..].iter_mut().zip(places).zip(spans).zip(faults);
        for (index, (((value, place), &span), fault)) in rows.enumerate() {
            let text = text(place, span);
            if let Some(number) = read(text) {
                *value = number;
                present |= 1 << index;
            } else if !is_absent(text) {
                *fault = span.start.min(*fault);
            }
        }
        self.bits[word] = present;
    }

    pub(super) fn finish(self) -> Result<PrimitiveArray<T>, Stop> {
        let nulls = nulls_of_bits(self.bits, self.values.len());
        Ok(PrimitiveArray::try_new(self.values.into(), nulls)?)
    }
}

/// Positions of what is wrong.
pub(super) type Positions = Numbers<UInt32Type>;
