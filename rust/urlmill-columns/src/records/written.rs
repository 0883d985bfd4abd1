//! Columns in the making.

use super::checks::is_absent;
use super::{ROWS, Spans};
use crate::column::{Column, TextColumn, nulls_of_bits};
use crate::memory::zeroed;
use crate::recycled;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::PrimitiveArray;
use arrow_array::types::{ArrowPrimitiveType, UInt32Type};
use arrow_buffer::Buffer;
use bytemuck::Zeroable;
use urlmill_core::Span;

/// Every view has to be written: the memory is not fresh.
pub(super) struct Texts {
    views: Vec<u128>,
    /// Validity: 1 is present.
    pub(super) bits: Vec<u64>,
}

pub(super) struct Numbers<T: ArrowPrimitiveType> {
    values: Vec<T::Native>,
    pub(super) bits: Vec<u64>,
}

#[inline]
pub(super) fn text<'a>(place: &Place<'a>, span: Span) -> &'a [u8] {
    span.of(place.rest)
}

impl Texts {
    pub(super) fn new(rows: usize) -> Result<Self, Stop> {
        Ok(Self { views: recycled::views(rows)?, bits: zeroed(rows.div_ceil(64))? })
    }

    /// Without a branch, since it cannot be predicted which fields are `-`.
    pub(super) fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans) {
        let mut present = 0;
        let rows = self.views[word * ROWS..].iter_mut().zip(places).zip(spans);
        for (index, ((view, place), &span)) in rows.enumerate() {
            *view = place.view(span);
            present |= u64::from(!is_absent(text(place, span))) << index;
        }
        self.bits[word] = present;
    }

    #[inline]
    pub(super) fn put(&mut self, word: usize, index: usize, place: &Place<'_>, span: Option<Span>) {
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
    pub(super) fn write(
        &mut self,
        word: usize,
        places: &[Place<'_>],
        spans: &Spans,
        faults: &mut [u32; ROWS],
        is_null: impl Fn(&[u8]) -> bool,
        read: impl Fn(&[u8]) -> Option<T::Native>,
    ) {
        let mut present = 0;
        let rows = self.values[word * ROWS..].iter_mut().zip(places).zip(spans).zip(faults);
        for (index, (((value, place), &span), fault)) in rows.enumerate() {
            let text = text(place, span);
            if is_null(text) {
                continue;
            }
            if let Some(number) = read(text) {
                *value = number;
                present |= 1 << index;
            } else {
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
