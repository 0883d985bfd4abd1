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
    /// [`Stop::Type`] if it holds anything but text or octets, [`Stop::TooLong`] for a row of more than 2 GiB,
    /// [`Stop::Malformed`] if it does not fit its own buffers.
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

    /// Whether octets of it are text.
    pub(crate) fn is_text(&self, octets: &[u8]) -> bool {
        !self.source.is_unchecked || std::str::from_utf8(octets).is_ok()
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
/// begins where a row does, and ends with the last row that it has room for.
#[derive(Clone, Debug)]
struct Window {
    values: Buffer,
    /// Where the first row begins.
    start: usize,
    /// Where each buffer begins, counted from there.
    starts: Vec<usize>,
}

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
        if start > end || end > array.values().len() {
            return Err(Stop::Malformed);
        }
        let values = array.values().slice_with_length(start, end - start);
        let starts = if values.len() <= MAX { vec![0] } else { window_starts(offsets)? };
        let ends = starts.iter().skip(1).copied().chain([values.len()]);
        let buffers = starts.iter().zip(ends).map(|(&start, end)| values.slice_with_length(start, end - start));
        let buffers = buffers.collect();
        let window = Window { values, start, starts };
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
        if row >= self.len() || self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        Some(match &self.layout {
            Layout::Offsets32 { offsets, window } => window.place(&offsets[row..row + 2]),
            Layout::Offsets64 { offsets, window } => window.place(&offsets[row..row + 2]),
            Layout::Views(views) => self.viewed(views, row),
        })
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
            Layout::Views(views) => places.extend((first..first + count).map(|row| self.viewed(views, row))),
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
    fn viewed<'a>(&'a self, views: &'a ScalarBuffer<u128>, row: usize) -> Place<'a> {
        let view = views[row];
        let len = view as u32;
        if len as usize <= INLINE {
            return Place { rest: &views.inner().as_slice()[row * 16 + 4..], len, buffer: 0, offset: 0 };
        }
        let (buffer, offset) = ((view >> 64) as u32, (view >> 96) as u32);
        let rest = self.buffers.get(buffer as usize).and_then(|buffer| buffer.get(offset as usize..));
        match rest {
            Some(rest) if len as usize <= rest.len() => Place { rest, len, buffer, offset },
            // It points to where nothing is, which Arrow does not allow, and nobody else may have looked.
            _ => Place::default(),
        }
    }
}

impl Window {
    #[inline]
    fn place<O: ArrowNativeType>(&self, pair: &[O]) -> Place<'_> {
        let (start, end) = (pair[0].as_usize().wrapping_sub(self.start), pair[1].as_usize().wrapping_sub(self.start));
        let len = end.wrapping_sub(start);
        let rest = match self.values.get(start..) {
            Some(rest) if len <= rest.len() => rest,
            // As for views.
            _ => return Place::default(),
        };
        let (buffer, offset) = if self.starts.len() == 1 { (0, start) } else { self.within(start) };
        Place { rest, len: len as u32, buffer: buffer as u32, offset: offset as u32 }
    }

    #[cold]
    fn within(&self, start: usize) -> (usize, usize) {
        let buffer = self.starts.partition_point(|&first| first <= start).saturating_sub(1);
        (buffer, start - self.starts[buffer])
    }
}

fn nulls_of(array: &dyn Array) -> Option<NullBuffer> {
    array.nulls().filter(|nulls| nulls.null_count() > 0).cloned()
}

/// Where buffers of at most 2 GiB begin, each with whole rows.
fn window_starts<O: OffsetSizeTrait>(offsets: &OffsetBuffer<O>) -> Result<Vec<usize>, Stop> {
    let first = offsets.first().as_usize();
    let mut starts = vec![0];
    let mut latest = first;
    for (row, pair) in offsets.windows(2).enumerate() {
        let (start, end) = (pair[0].as_usize(), pair[1].as_usize());
        if start < latest || end < start {
            return Err(Stop::Malformed);
        }
        if end - start > MAX {
            return Err(Stop::TooLong { row });
        }
        if end - latest > MAX {
            latest = start;
            starts.push(start - first);
        }
    }
    Ok(starts)
}
