//! Chunks of columns, as they are given.

use crate::block::BLOCK;
use crate::column::{TextColumn, nulls};
use crate::memory::{reserve, with_room};
use crate::source::Source;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, downcast_integer_array};
use arrow_buffer::ArrowNativeType;
use arrow_schema::DataType;
use std::sync::Arc;

/// A chunk of a column. Of a dictionary the values are read, once each, and the keys say which rows they are.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(crate) source: Source,
    /// `None` is null. Shared, since there are as many as rows, and chunks are cloned.
    pub(crate) keys: Option<Arc<Vec<Option<usize>>>>,
}

impl Chunk {
    /// `array` as text, read in place. What its rows point to is looked at when they are read, a block at a time.
    ///
    /// # Errors
    /// [`Stop::Type`] if it holds anything but text or octets, [`Stop::TooLong`] for a row of more than 2 GiB,
    /// [`Stop::Malformed`] if it does not fit its own buffers, [`Stop::Memory`] if there is too little.
    pub fn new(array: &ArrayRef) -> Result<Self, Stop> {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return Ok(Self { source: Source::new(array)?, keys: None });
        };
        let source = Source::new(dictionary.values())?;
        let keys = keys_of(dictionary.keys(), source.len())?;
        Ok(Self { source, keys: Some(Arc::new(keys)) })
    }

    /// The same for an array that is also carried along: a row of text that is not UTF-8 is an error, since whoever gets
    /// the array relies on that. Of a dictionary, whoever carries it checks the values.
    ///
    /// # Errors
    /// As for [`Chunk::new`].
    pub fn carried(array: &ArrayRef) -> Result<Self, Stop> {
        let mut chunk = Self::new(array)?;
        chunk.source.is_promised =
            matches!(array.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        Ok(chunk)
    }

    /// The same rows, each with a view of its own, where values and keys were apart.
    pub(crate) fn expanded(&self) -> Result<Self, Stop> {
        let Some(keys) = &self.keys else { return Ok(self.clone()) };
        let (mut views, mut present) = (with_room(keys.len())?, with_room(keys.len())?);
        for key in keys.iter() {
            let place = key.map_or(Ok(None), |key| self.source.place(key))?;
            views.push(place.map_or(0, |place| place.whole()));
            present.push(place.is_some());
        }
        let nulls = nulls(present.into_iter(), keys.len())?;
        let source = Source::of_views(views, nulls, self.source.buffers.clone());
        Ok(Self { source, keys: None })
    }

    /// Looks at every row, and does nothing else.
    ///
    /// # Errors
    /// [`Stop::Malformed`] if a row points to where nothing is, [`Stop::NotText`] as for [`Chunk::carried`].
    pub fn check(&self) -> Result<(), Stop> {
        if self.source.is_all_null() {
            return Ok(()); // of which there may be more than anybody can look at
        }
        let mut places = Vec::with_capacity(BLOCK);
        for first in (0..self.source.len()).step_by(BLOCK) {
            let count = BLOCK.min(self.source.len() - first);
            self.source.read(first, count, &mut places)?;
            if self.source.is_promised {
                self.source.is_text(first, &places)?;
            } else {
                self.source.check_heads(first, &places)?;
            }
        }
        Ok(())
    }

    /// How many rows it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.as_ref().map_or(self.source.len(), |keys| keys.len())
    }

    /// Whether all are null for sure, so that none need be looked at.
    #[must_use]
    pub fn is_all_null(&self) -> bool {
        self.keys.is_none() && self.source.is_all_null()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row; `None` is null, or octets that are none. Of a chunk that was not checked, a row that points to
    /// where nothing is counts as null.
    #[must_use]
    pub fn text(&self, row: usize) -> Option<&str> {
        std::str::from_utf8(self.octets(row)?).ok()
    }

    /// The same for octets, of whatever encoding.
    #[must_use]
    pub fn octets(&self, row: usize) -> Option<&[u8]> {
        Some(self.place(row)?.text())
    }

    fn place(&self, row: usize) -> Option<Place<'_>> {
        let row = match &self.keys {
            Some(keys) => (*keys.get(row)?)?,
            None => row,
        };
        self.source.place(row).ok()?
    }

    /// The rows that are chosen and that are text: views into the buffers it has.
    ///
    /// # Errors
    /// [`Stop::Memory`]
    pub fn chosen(&self, is_chosen: impl Fn(usize) -> bool) -> Result<TextColumn, Stop> {
        let mut views = Vec::new();
        for place in (0..self.len()).filter(|&row| is_chosen(row)).filter_map(|row| self.place(row)) {
            if std::str::from_utf8(place.text()).is_ok() {
                reserve(&mut views, 1)?;
                views.push(place.whole());
            }
        }
        Ok(TextColumn { views: views.into(), buffers: self.source.buffers.clone(), nulls: None })
    }

    /// The rows whose octets are not text.
    pub fn not_text(&self) -> impl Iterator<Item = usize> {
        let looked_at = if self.is_all_null() { 0 } else { self.len() };
        (0..looked_at).filter(|&row| self.octets(row).is_some_and(|octets| std::str::from_utf8(octets).is_err()))
    }
}

/// What each row's key is; `None` is null.
fn keys_of(keys: &dyn Array, values: usize) -> Result<Vec<Option<usize>>, Stop> {
    let mut found = with_room(keys.len())?;
    downcast_integer_array!(
        keys => for key in keys {
            let key = key.map(|key| key.to_usize().filter(|&key| key < values).ok_or(Stop::Malformed));
            found.push(key.transpose()?);
        },
        other => return Err(Stop::Type(other.clone())),
    );
    Ok(found)
}
