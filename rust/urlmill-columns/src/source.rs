//! Arrow arrays of text, read in place.

use crate::ascii::{are_ascii, is_ascii};
use crate::block::WORDS;
use crate::split::Stop;
use crate::view::{INLINE, MAX, Place, first_of};
use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType};
use arrow_array::{Array, ArrayRef, GenericByteArray, GenericByteViewArray, OffsetSizeTrait};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;

/// An array of text.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    layout: Layout,
    nulls: Option<NullBuffer>,
    /// Whether a row that is not UTF-8 is an error of the array, and not only of the row.
    pub(crate) is_promised: bool,
    /// What views into it point to.
    pub(crate) buffers: Vec<Buffer>,
}

#[derive(Clone, Debug)]
enum Layout {
    Offsets32 {
        offsets: ScalarBuffer<i32>,
        window: Window,
    },
    Offsets64 {
        offsets: ScalarBuffer<i64>,
        window: Window,
    },
    Views(ScalarBuffer<u128>),
    /// So many rows, all of them null: libraries give a column of nothing but nulls no type.
    Nulls(usize),
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
    pub(crate) fn new(array: &ArrayRef) -> Result<Self, Stop> {
        match array.data_type() {
            DataType::Utf8 => Self::with_offsets(array.as_string::<i32>()),
            DataType::LargeUtf8 => Self::with_offsets(array.as_string::<i64>()),
            DataType::Binary => Self::with_offsets(array.as_binary::<i32>()),
            DataType::LargeBinary => Self::with_offsets(array.as_binary::<i64>()),
            DataType::Utf8View => Ok(Self::with_views(array.as_string_view())),
            DataType::BinaryView => Ok(Self::with_views(array.as_binary_view())),
            DataType::Null => {
                Ok(Self { layout: Layout::Nulls(array.len()), nulls: None, is_promised: false, buffers: Vec::new() })
            }
            other => Err(Stop::Type(other.clone())),
        }
    }

    fn with_offsets<T: ByteArrayType>(array: &GenericByteArray<T>) -> Result<Self, Stop>
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
        Ok(Self { layout, nulls: nulls_of(array), is_promised: false, buffers })
    }

    fn with_views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>) -> Self {
        Self {
            layout: Layout::Views(array.views().clone()),
            nulls: nulls_of(array),
            is_promised: false,
            buffers: array.data_buffers().to_vec(),
        }
    }

    /// Views into `buffers`, of our own making.
    pub(crate) fn of_views(views: Vec<u128>, nulls: Option<NullBuffer>, buffers: Vec<Buffer>) -> Self {
        Self { layout: Layout::Views(views.into()), nulls, is_promised: false, buffers }
    }

    pub(crate) fn len(&self) -> usize {
        match &self.layout {
            Layout::Offsets32 { offsets, .. } => offsets.len() - 1,
            Layout::Offsets64 { offsets, .. } => offsets.len() - 1,
            Layout::Views(views) => views.len(),
            Layout::Nulls(rows) => *rows,
        }
    }

    /// Whether there is no row but nulls, which need not be read.
    pub(crate) fn is_all_null(&self) -> bool {
        matches!(self.layout, Layout::Nulls(_))
    }

    /// One row; `None` is null, or none at all.
    pub(crate) fn place(&self, row: usize) -> Result<Option<Place<'_>>, Stop> {
        if row >= self.len() || self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
            return Ok(None);
        }
        let place = match &self.layout {
            Layout::Offsets32 { offsets, window } => window.place(&offsets[row..row + 2]),
            Layout::Offsets64 { offsets, window } => window.place(&offsets[row..row + 2]),
            Layout::Views(views) => self.viewed(views, row).filter(|place| begins_as_said(views[row], place)),
            Layout::Nulls(_) => return Ok(None),
        };
        place.map(Some).ok_or(Stop::Malformed)
    }

    /// Where `count` rows from `first` on are, into `places`, an empty one for a null; and a bit for each that is not
    /// null.
    ///
    /// # Errors
    /// [`Stop::Malformed`] if one of them points to where nothing is. Arrow does not allow that, but who made the array
    /// need not have looked. Texts are not touched: see [`Source::check_heads`].
    #[inline]
    pub(crate) fn read<'a>(
        &'a self,
        first: usize,
        count: usize,
        places: &mut Vec<Place<'a>>,
    ) -> Result<[u64; WORDS], Stop> {
        let present = self.present(first, count);
        places.clear();
        let is_good = match &self.layout {
            Layout::Offsets32 { offsets, window } => all(&offsets[first..=first + count], window, places),
            Layout::Offsets64 { offsets, window } => all(&offsets[first..=first + count], window, places),
            Layout::Views(views) => {
                let mut is_good = true;
                places.extend((first..first + count).map(|row| {
                    let place = self.viewed(views, row);
                    is_good &= place.is_some();
                    place.unwrap_or_default()
                }));
                // What the view of a null holds means nothing.
                is_good || self.nulls.is_some() && self.are_good(views, first, &present)
            }
            Layout::Nulls(_) => {
                places.resize(count, Place::default());
                true
            }
        };
        if !is_good {
            return Err(Stop::Malformed);
        }
        if self.nulls.is_some() {
            for (row, place) in places.iter_mut().enumerate() {
                if present[row / 64] >> (row % 64) & 1 == 0 {
                    *place = Place::default();
                }
            }
        }
        Ok(present)
    }

    /// Whether the rows that are not null point to where something is.
    #[cold]
    fn are_good(&self, views: &ScalarBuffer<u128>, first: usize, present: &[u64; WORDS]) -> bool {
        (0..present.len() * 64)
            .filter(|row| present[row / 64] >> (row % 64) & 1 == 1)
            .all(|row| self.viewed(views, first + row).is_some())
    }

    /// Looks whether the views of rows from `first` on, which stand at `places`, begin as their texts do: others compare
    /// texts by that.
    ///
    /// # Errors
    /// [`Stop::Malformed`] if one does not.
    #[inline]
    pub(crate) fn check_heads(&self, first: usize, places: &[Place<'_>]) -> Result<(), Stop> {
        let Layout::Views(views) = &self.layout else { return Ok(()) };
        let rows = views[first..first + places.len()].iter().zip(places);
        // The place of a null is empty, whatever its view holds.
        let are_good = rows
            .fold(true, |are_good, (&view, place)| are_good & (place.rest.is_empty() | begins_as_said(view, place)));
        if are_good { Ok(()) } else { Err(Stop::Malformed) }
    }

    /// Whether rows from `first` on, which stand at `places`, are UTF-8. Most are ASCII, and where one stands after the
    /// other that is seen in one go.
    ///
    /// # Errors
    /// [`Stop::NotText`] if they are not, and were to be; as for [`Source::check_heads`].
    #[inline]
    pub(crate) fn is_text(&self, first: usize, places: &[Place<'_>]) -> Result<bool, Stop> {
        self.check_heads(first, places)?;
        let is_ascii = match &self.layout {
            Layout::Offsets32 { offsets, window } => window.is_ascii(&offsets[first..=first + places.len()]),
            Layout::Offsets64 { offsets, window } => window.is_ascii(&offsets[first..=first + places.len()]),
            Layout::Views(_) => are_ascii(places),
            Layout::Nulls(_) => true,
        };
        if is_ascii {
            return Ok(true);
        }
        match places.iter().position(|place| std::str::from_utf8(place.text()).is_err()) {
            Some(row) if self.is_promised => Err(Stop::NotText { row: first + row }),
            row => Ok(row.is_none()),
        }
    }

    /// A bit for each of `count` rows from `first` on that is not null.
    fn present(&self, first: usize, count: usize) -> [u64; WORDS] {
        let mut present = [0; WORDS];
        if self.is_all_null() {
            return present;
        }
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

    /// `None` if it points to where nothing is.
    #[inline]
    fn viewed<'a>(&'a self, views: &'a ScalarBuffer<u128>, row: usize) -> Option<Place<'a>> {
        let (len, start) = (views[row] as u32, views[row] >> 32);
        if len as usize <= INLINE {
            let is_padded = first_of(start, len as usize) == start;
            let rest = &views.inner().as_slice()[row * 16 + 4..];
            return is_padded.then_some(Place { rest, len, buffer: 0, offset: 0 });
        }
        let (buffer, offset) = ((start >> 32) as u32, (start >> 64) as u32);
        let rest = self.buffers.get(buffer as usize)?.get(offset as usize..)?;
        let is_within = offset as usize <= MAX && len as usize <= rest.len().min(MAX);
        is_within.then_some(Place { rest, len, buffer, offset })
    }
}

/// Whether a view that is long enough to point to its text has the first bytes of it. A short one is its text.
#[inline]
fn begins_as_said(view: u128, place: &Place<'_>) -> bool {
    let is_its_start = place.rest.first_chunk().is_some_and(|first| u32::from_le_bytes(*first) == (view >> 32) as u32);
    is_its_start || view as u32 as usize <= INLINE
}

/// Where the rows between `offsets` are, into `places`; whether each is somewhere.
#[inline]
fn all<'a, O: ArrowNativeType>(offsets: &[O], window: &'a Window, places: &mut Vec<Place<'a>>) -> bool {
    let mut is_good = true;
    let mut good = |place: Option<Place<'a>>| {
        is_good &= place.is_some();
        place.unwrap_or_default()
    };
    match offsets {
        [first, ends @ ..] if window.starts.len() == 1 => {
            // What is the same for each row is asked once.
            let values = window.values.as_slice();
            let mut next = first.as_usize().wrapping_sub(window.start);
            places.extend(ends.iter().map(|end| {
                let start = next;
                next = end.as_usize().wrapping_sub(window.start);
                let len = next.wrapping_sub(start);
                let rest = values.get(start..).filter(|rest| len <= rest.len());
                good(rest.map(|rest| Place { rest, len: len as u32, buffer: 0, offset: start as u32 }))
            }));
        }
        _ => places.extend(offsets.windows(2).map(|pair| good(window.place(pair)))),
    }
    is_good
}

impl Window {
    /// `None` if that is not within the buffer.
    #[inline]
    fn place<O: ArrowNativeType>(&self, pair: &[O]) -> Option<Place<'_>> {
        let (start, end) = (pair[0].as_usize().wrapping_sub(self.start), pair[1].as_usize().wrapping_sub(self.start));
        let len = end.wrapping_sub(start);
        let rest = self.values.get(start..).filter(|rest| len <= rest.len().min(MAX))?;
        let (buffer, offset) = if self.starts.len() == 1 { (0, start) } else { self.within(start) };
        Some(Place { rest, len: len as u32, buffer: buffer as u32, offset: offset as u32 })
    }

    /// Whether all that stands between the first and the last of `offsets` is ASCII.
    #[inline]
    fn is_ascii<O: ArrowNativeType>(&self, offsets: &[O]) -> bool {
        let [first, .., last] = offsets else { return true };
        let (start, end) = (first.as_usize().wrapping_sub(self.start), last.as_usize().wrapping_sub(self.start));
        self.values.get(start..end).is_some_and(is_ascii)
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
