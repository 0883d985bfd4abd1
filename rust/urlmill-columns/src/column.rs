//! What comes out.

use crate::memory::{collected, packed};
use crate::split::Stop;
use arrow_array::types::{
    Float64Type, Int16Type, TimestampMicrosecondType, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, BooleanArray, DictionaryArray, FixedSizeBinaryArray, PrimitiveArray, StringArray, StringViewArray,
};
use arrow_buffer::{ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::ArrowError;
use std::sync::Arc;

/// A column of text as views.
#[derive(Clone, Debug)]
pub struct TextColumn {
    /// One for each row.
    pub views: ScalarBuffer<u128>,
    /// What the views point to: the buffers of the input first.
    pub buffers: Vec<Buffer>,
    /// `None` if no row is null.
    pub nulls: Option<NullBuffer>,
}

impl TextColumn {
    /// As an array, every view of which is looked at. Where that would take too long, whoever is allowed to do without can
    /// make one from the parts: the views point into buffers that are UTF-8, to where ASCII delimiters are.
    ///
    /// # Errors
    /// A view that is not right, which would be a mistake in here.
    pub fn checked(self) -> Result<StringViewArray, ArrowError> {
        StringViewArray::try_new(self.views, self.buffers, self.nulls)
    }
}

/// A column.
#[derive(Clone, Debug)]
pub enum Column {
    /// Text.
    Text(TextColumn),
    /// Ports.
    UInt16(PrimitiveArray<UInt16Type>),
    /// Numbers and positions.
    UInt32(PrimitiveArray<UInt32Type>),
    /// Numbers of bytes.
    UInt64(PrimitiveArray<UInt64Type>),
    /// Durations.
    Float64(PrimitiveArray<Float64Type>),
    /// Seconds since 1970 began, in UTC.
    Clock(PrimitiveArray<TimestampSecondType>),
    /// Microseconds since 1970 began, in UTC.
    Time(PrimitiveArray<TimestampMicrosecondType>),
    /// Codes of errors.
    Code(DictionaryArray<Int16Type>),
    /// Yes or no.
    Bool(BooleanArray),
    /// Names and values.
    Items(ItemsColumn),
    /// Sixteen octets each.
    Fingerprint(FixedSizeBinaryArray),
}

/// How many octets a fingerprint has.
pub(crate) const FINGERPRINT: i32 = size_of::<u128>() as i32;

/// Lists of names and values.
#[derive(Clone, Debug)]
pub struct ItemsColumn {
    /// Where the list of each row ends, after a zero.
    pub offsets: OffsetBuffer<i32>,
    /// Of all lists, one after the other.
    pub names: TextColumn,
    /// As many.
    pub values: TextColumn,
    /// Of the lists.
    pub nulls: Option<NullBuffer>,
}

/// Validity from its bits, where 1 is present; `None` if no row is null.
#[must_use]
pub fn nulls_of_bits(bits: Vec<u64>, rows: usize) -> Option<NullBuffer> {
    let nulls = NullBuffer::new(BooleanBuffer::new(Buffer::from_vec(bits), 0, rows));
    (nulls.null_count() > 0).then_some(nulls)
}

/// Validity from a truth value for each row.
pub(crate) fn nulls(present: impl Iterator<Item = bool>, rows: usize) -> Result<Option<NullBuffer>, Stop> {
    Ok(nulls_of_bits(packed(present, rows)?, rows))
}

impl Column {
    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Self::Text(text) => text.views.len(),
            Self::UInt16(array) => array.len(),
            Self::UInt32(array) => array.len(),
            Self::UInt64(array) => array.len(),
            Self::Float64(array) => array.len(),
            Self::Clock(array) => array.len(),
            Self::Time(array) => array.len(),
            Self::Code(array) => array.len(),
            Self::Bool(array) => array.len(),
            Self::Items(items) => items.offsets.len() - 1,
            Self::Fingerprint(array) => array.len(),
        }
    }

    pub(crate) fn codes(keys: Vec<i16>, bits: Vec<u64>, codes: &Arc<StringArray>) -> Result<Self, ArrowError> {
        let rows = keys.len();
        let keys = PrimitiveArray::<Int16Type>::try_new(keys.into(), nulls_of_bits(bits, rows))?;
        Ok(Self::Code(DictionaryArray::try_new(keys, codes.clone())?))
    }

    /// The rows that `keys` names; `None` is null.
    pub(crate) fn taken(&self, keys: &[Option<usize>]) -> Result<Self, Stop> {
        match self {
            Self::Text(text) => Ok(Self::Text(TextColumn {
                views: values(&text.views, keys)?.into(),
                buffers: text.buffers.clone(),
                nulls: validity(text.nulls.as_ref(), keys)?,
            })),
            Self::UInt16(array) => {
                let values = values(array.values(), keys)?;
                Ok(Self::UInt16(PrimitiveArray::try_new(values.into(), validity(array.nulls(), keys)?)?))
            }
            Self::UInt32(array) => {
                let values = values(array.values(), keys)?;
                Ok(Self::UInt32(PrimitiveArray::try_new(values.into(), validity(array.nulls(), keys)?)?))
            }
            Self::Code(array) => {
                let numbers = array.keys();
                let values = values(numbers.values(), keys)?;
                let numbers = PrimitiveArray::try_new(values.into(), validity(numbers.nulls(), keys)?)?;
                Ok(Self::Code(DictionaryArray::try_new(numbers, array.values().clone())?))
            }
            Self::Bool(array) => {
                let is_set = |key: usize| key < array.len() && array.value(key);
                let values = packed(keys.iter().map(|key| key.is_some_and(is_set)), keys.len())?;
                let values = BooleanBuffer::new(Buffer::from_vec(values), 0, keys.len());
                Ok(Self::Bool(BooleanArray::new(values, validity(array.nulls(), keys)?)))
            }
            Self::Fingerprint(array) => {
                let of_key = |key: usize| array.value(key).first_chunk().copied().unwrap_or_default();
                let is_there = |key: usize| key < array.len();
                let octets = keys.iter().map(|key| key.filter(|&key| is_there(key)).map_or([0; 16], of_key));
                let values = Buffer::from_vec(collected(octets.map(u128::from_ne_bytes), keys.len())?);
                let nulls = validity(array.nulls(), keys)?;
                Ok(Self::Fingerprint(FixedSizeBinaryArray::try_new(FINGERPRINT, values, nulls)?))
            }
            // Those are made only where every row is read by itself.
            Self::Items(_) | Self::UInt64(_) | Self::Float64(_) | Self::Clock(_) | Self::Time(_) => {
                Err(ArrowError::NotYetImplemented("by key".to_owned()).into())
            }
        }
    }
}

fn values<T: ArrowNativeType>(values: &[T], keys: &[Option<usize>]) -> Result<Vec<T>, Stop> {
    collected(keys.iter().map(|key| key.and_then(|key| values.get(key)).copied().unwrap_or_default()), keys.len())
}

fn validity(given: Option<&NullBuffer>, keys: &[Option<usize>]) -> Result<Option<NullBuffer>, Stop> {
    let is_valid = |key: usize| given.is_none_or(|given| key < given.len() && given.is_valid(key));
    nulls(keys.iter().map(|key| key.is_some_and(is_valid)), keys.len())
}
