//! Arrow arrays of text, read in place.

use crate::block::WORDS;
use crate::split::Stop;
use crate::view::{INLINE, MAX, Place};
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;

/// A chunk of a column. Of a dictionary the values are read, once each, and the keys say which rows they are.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(crate) source: Source,
    /// `None` is null.
    pub(crate) keys: Option<Vec<Option<usize>>>,
}

impl Chunk {
    /// `array` as text, read in place.
    ///
    /// # Errors
    /// [`Stop::Type`] if it holds anything but text or octets, [`Stop::TooLong`] for a row of more than 2 GiB.
    pub fn new(array: &ArrayRef) -> Result<Self, Stop> {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return Ok(Self { source: Source::new(array)?, keys: None });
        };
        let source = Source::new(dictionary.values())?;
        let is_valid = |row| dictionary.keys().nulls().is_none_or(|nulls| nulls.is_valid(row));
        // Without values there are no keys to normalize, only nulls.
        let keys = if source.len() == 0 { vec![0; array.len()] } else { dictionary.normalized_keys() };
        let keys = keys.into_iter().enumerate().map(|(row, key)| is_valid(row).then_some(key)).collect();
        Ok(Self { source, keys: Some(keys) })
    }

    /// The same rows, each with a view of its own, where values and keys were apart.
    pub(crate) fn expanded(&self) -> Self {
        let Some(keys) = &self.keys else { return self.clone() };
        let places: Vec<_> = keys.iter().map(|key| key.and_then(|key| self.source.place(key))).collect();
        let views: Vec<u128> = places.iter().map(|place| place.map_or(0, |place| place.whole())).collect();
        let nulls: NullBuffer = places.iter().map(Option::is_some).collect();
        let source = Source {
            layout: Layout::Views(views.into()),
            nulls: Some(nulls).filter(|nulls| nulls.null_count() > 0),
            is_unchecked: self.source.is_unchecked,
            buffers: self.source.buffers.clone(),
        };
        Self { source, keys: None }
    }

    /// How many rows it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.source.len(), Vec::len)
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The octets of a row; `None` is null.
    #[must_use]
    pub fn octets(&self, row: usize) -> Option<&[u8]> {
        let row = match &self.keys {
            Some(keys) => keys[row]?,
            None => row,
        };
        self.source.place(row).map(|place| place.text())
    }
}

/// An array of text.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    layout: Layout,
    nulls: Option<NullBuffer>,
    /// Whether it may hold what is no UTF-8.
    pub(crate) is_unchecked: bool,
    /// What views into it point to.
    pub(crate) buffers: Vec<Buffer>,
}

#[derive(Clone, Debug)]
enum Layout {
    Offsets32 { offsets: ScalarBuffer<i32>, window: Window },
    Offsets64 { offsets: ScalarBuffer<i64>, window: Window },
    Views(ScalarBuffer<u128>),
}

/// The buffer that offsets point into. One of more than 2 GiB is seen as several, since a view's offset has 31 bits: each
/// begins 1 GiB after the one before it, and is longer than that by the longest row, so that no row is cut.
#[derive(Clone, Debug)]
struct Window {
    values: Buffer,
    /// Where the first row begins.
    start: usize,
    /// An offset shifted by this is the number of its buffer.
    shift: u32,
}

const ONE_BUFFER: u32 = 31;
const SEVERAL: u32 = 30;

impl Source {
    fn new(array: &ArrayRef) -> Result<Self, Stop> {
        match array.data_type() {
            DataType::Utf8 => Self::with_offsets(array.as_string::<i32>(), false),
            DataType::LargeUtf8 => Self::with_offsets(array.as_string::<i64>(), false),
            DataType::Binary => Self::with_offsets(array.as_binary::<i32>(), true),
            DataType::LargeBinary => Self::with_offsets(array.as_binary::<i64>(), true),
            DataType::Utf8View => Ok(Self::with_views(array.as_string_view(), false)),
            DataType::BinaryView => Ok(Self::with_views(array.as_binary_view(), true)),
            // A column of nothing but nulls, which libraries give no type.
            DataType::Null => Ok(Self {
                layout: Layout::Views(vec![0; array.len()].into()),
                nulls: Some(NullBuffer::new_null(array.len())),
                is_unchecked: false,
                buffers: Vec::new(),
            }),
            other => Err(Stop::Type(other.clone())),
        }
    }

    fn with_offsets<T: ByteArrayType>(array: &GenericByteArray<T>, is_unchecked: bool) -> Result<Self, Stop>
    where
        T::Offset: OffsetSizeTrait,
    {
        let offsets = array.offsets();
        let (start, end) = (offsets.first().as_usize(), offsets.last().as_usize());
        let values = array.values().slice_with_length(start, end - start);
        let (window, buffers) = if values.len() <= MAX {
            (Window { values: values.clone(), start, shift: ONE_BUFFER }, vec![values])
        } else {
            let longest = longest(offsets)?;
            let step = 1 << SEVERAL;
            let buffers = (0..values.len().div_ceil(step))
                .map(|index| index * step)
                .map(|from| values.slice_with_length(from, (step + longest).min(values.len() - from)))
                .collect();
            (Window { values, start, shift: SEVERAL }, buffers)
        };
        let layout = if T::Offset::IS_LARGE {
            Layout::Offsets64 { offsets: offsets.inner().inner().clone().into(), window }
        } else {
            Layout::Offsets32 { offsets: offsets.inner().inner().clone().into(), window }
        };
        Ok(Self { layout, nulls: nulls_of(array), is_unchecked, buffers })
    }

    fn with_views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>, is_unchecked: bool) -> Self {
        Self {
            layout: Layout::Views(array.views().clone()),
            nulls: nulls_of(array),
            is_unchecked,
            buffers: array.data_buffers().to_vec(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.layout {
            Layout::Offsets32 { offsets, .. } => offsets.len() - 1,
            Layout::Offsets64 { offsets, .. } => offsets.len() - 1,
            Layout::Views(views) => views.len(),
        }
    }

    /// One row; `None` is null, or none at all.
    fn place(&self, row: usize) -> Option<Place<'_>> {
        let is_null = self.nulls.as_ref().is_some_and(|nulls| row < nulls.len() && nulls.is_null(row));
        if row >= self.len() || is_null {
            return None;
        }
        let mut places = Vec::with_capacity(1);
        self.places(row, 1, &mut places);
        places.pop()
    }

    /// Where `count` rows from `first` on are, into `places`; what those of nulls hold means nothing.
    #[inline]
    pub(crate) fn places<'a>(&'a self, first: usize, count: usize, places: &mut Vec<Place<'a>>) {
        places.clear();
        match &self.layout {
            Layout::Offsets32 { offsets, window } => {
                places.extend(offsets[first..=first + count].windows(2).map(|pair| window.place(pair)));
            }
            Layout::Offsets64 { offsets, window } => {
                places.extend(offsets[first..=first + count].windows(2).map(|pair| window.place(pair)));
            }
            Layout::Views(views) => {
                let octets = views.inner().as_slice();
                places.extend((first..first + count).map(|row| self.viewed(views[row], &octets[row * 16 + 4..])));
            }
        }
    }

    pub(crate) fn has_nulls(&self) -> bool {
        self.nulls.is_some()
    }

    /// A bit for each of `count` rows from `first` on that is not null.
    pub(crate) fn present(&self, first: usize, count: usize) -> [u64; WORDS] {
        let mut present = [0; WORDS];
        for (word, bits) in present.iter_mut().enumerate() {
            let rows = count.saturating_sub(word * 64).min(64);
            *bits = match &self.nulls {
                None if rows == 64 => u64::MAX,
                None => (1 << rows) - 1,
                Some(nulls) => {
                    (0..rows).fold(0, |bits, row| bits | u64::from(nulls.is_valid(first + word * 64 + row)) << row)
                }
            };
        }
        present
    }

    #[inline]
    fn viewed<'a>(&'a self, view: u128, inline: &'a [u8]) -> Place<'a> {
        let len = view as u32;
        if len as usize <= INLINE {
            return Place { rest: inline, len, buffer: 0, offset: 0 };
        }
        let (buffer, offset) = ((view >> 64) as u32, (view >> 96) as u32);
        let rest = self.buffers.get(buffer as usize).and_then(|buffer| buffer.get(offset as usize..));
        Place { rest: rest.unwrap_or_default(), len, buffer, offset }
    }
}

impl Window {
    #[inline]
    fn place<O: ArrowNativeType>(&self, pair: &[O]) -> Place<'_> {
        let (start, end) = (pair[0].as_usize() - self.start, pair[1].as_usize() - self.start);
        Place {
            rest: self.values.get(start..).unwrap_or_default(),
            len: (end - start) as u32,
            buffer: (start >> self.shift) as u32,
            offset: (start & ((1 << self.shift) - 1)) as u32,
        }
    }
}

fn nulls_of(array: &dyn Array) -> Option<NullBuffer> {
    array.nulls().filter(|nulls| nulls.null_count() > 0).cloned()
}

fn longest<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> Result<usize, Stop> {
    let mut longest = 0;
    for (row, pair) in offsets.windows(2).enumerate() {
        let len = pair[1].as_usize() - pair[0].as_usize();
        if len > MAX {
            return Err(Stop::TooLong { row });
        }
        longest = longest.max(len);
    }
    Ok(longest)
}
