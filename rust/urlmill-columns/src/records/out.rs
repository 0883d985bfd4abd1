//! Where the fields of records go.

use super::{ROWS, RecordKind, Spans, clock, host, moment, number, request, syslog, word};
use crate::column::{Column, TextColumn, nulls_of_bits};
use crate::memory::zeroed;
use crate::recycled;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::PrimitiveArray;
use arrow_array::types::{
    ArrowPrimitiveType, Float64Type, TimestampMicrosecondType, TimestampSecondType, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_buffer::Buffer;
use bytemuck::Zeroable;
use std::sync::Arc;
use urlmill_core::Span;

/// A field, and its columns in the making.
pub(super) struct Out {
    kind: RecordKind,
    columns: Columns,
}

enum Columns {
    None,
    Text(Texts),
    UInt16(Numbers<UInt16Type>),
    UInt64(Numbers<UInt64Type>),
    Float64(Numbers<Float64Type>),
    Clock(Numbers<TimestampSecondType>),
    Time(Numbers<TimestampMicrosecondType>),
    Request(Box<Request>),
    WithPort(Box<(Texts, Numbers<UInt16Type>)>),
    Forwarded(Box<(Texts, Texts)>),
}

struct Request {
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
    pub(super) fn new(kind: RecordKind, has_column: bool, rows: usize) -> Result<Self, Stop> {
        let columns = if has_column { Columns::new(kind, rows)? } else { Columns::None };
        Ok(Self { kind, columns })
    }

    /// Writes a word of rows. Where one is not of the kind, a fault is noted, unless there was one before it.
    #[inline]
    pub(super) fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans, faults: &mut [u32; ROWS]) {
        let kind = self.kind;
        match &mut self.columns {
            Columns::None => check(kind, places, spans, faults),
            Columns::Text(texts) => {
                texts.write(word, places, spans);
                check(kind, places, spans, faults);
            }
            Columns::Request(request) => request.write(word, places, spans),
            Columns::UInt16(numbers) if kind == RecordKind::Status => {
                numbers.write(word, places, spans, faults, is_unset, number::status);
            }
            Columns::UInt16(numbers) => numbers.write(word, places, spans, faults, is_absent, small),
            Columns::UInt64(numbers) => numbers.write(word, places, spans, faults, is_absent, number::whole),
            Columns::Float64(numbers) => match kind {
                RecordKind::Duration(unit) => {
                    numbers.write(word, places, spans, faults, is_unset, |text| number::duration(text, unit));
                }
                _ => numbers.write(word, places, spans, faults, is_absent, number::real),
            },
            Columns::Clock(numbers) => numbers.write(word, places, spans, faults, is_absent, clock::seconds),
            Columns::Time(numbers) => numbers.write(word, places, spans, faults, is_absent, moment::micros),
            Columns::WithPort(columns) => with_port(kind, columns, word, places, spans, faults),
            Columns::Forwarded(columns) => forwarded(columns, word, places, spans, faults),
        }
    }

    /// Makes rows of a word null but for `valid`.
    pub(super) fn keep(&mut self, word: usize, valid: u64) {
        match &mut self.columns {
            Columns::None => (),
            Columns::Text(texts) => texts.bits[word] &= valid,
            Columns::UInt16(numbers) => numbers.bits[word] &= valid,
            Columns::UInt64(numbers) => numbers.bits[word] &= valid,
            Columns::Float64(numbers) => numbers.bits[word] &= valid,
            Columns::Clock(numbers) => numbers.bits[word] &= valid,
            Columns::Time(numbers) => numbers.bits[word] &= valid,
            Columns::Request(request) => {
                let Request { whole, method, target, protocol } = &mut **request;
                for texts in [whole, method, target, protocol] {
                    texts.bits[word] &= valid;
                }
            }
            Columns::WithPort(columns) => {
                columns.0.bits[word] &= valid;
                columns.1.bits[word] &= valid;
            }
            Columns::Forwarded(columns) => {
                columns.0.bits[word] &= valid;
                columns.1.bits[word] &= valid;
            }
        }
    }

    /// Puts what it has become to the other columns; `buffers` are those of the input.
    pub(super) fn finish(self, buffers: &[Buffer], columns: &mut Vec<Column>) -> Result<(), Stop> {
        match self.columns {
            Columns::None => (),
            Columns::Text(texts) => columns.push(texts.finish(buffers)),
            Columns::UInt16(numbers) => columns.push(Column::UInt16(numbers.finish()?)),
            Columns::UInt64(numbers) => columns.push(Column::UInt64(numbers.finish()?)),
            Columns::Float64(numbers) => columns.push(Column::Float64(numbers.finish()?)),
            Columns::Clock(numbers) => columns.push(Column::Clock(numbers.finish()?.with_timezone(Arc::from("UTC")))),
            Columns::Time(numbers) => columns.push(Column::Time(numbers.finish()?.with_timezone(Arc::from("UTC")))),
            Columns::Request(request) => {
                let Request { whole, method, target, protocol } = *request;
                columns.extend([whole, method, target, protocol].map(|texts| texts.finish(buffers)));
            }
            Columns::WithPort(both) => {
                let (texts, ports) = *both;
                columns.extend([texts.finish(buffers), Column::UInt16(ports.finish()?)]);
            }
            Columns::Forwarded(both) => {
                let (first, all) = *both;
                columns.extend([first.finish(buffers), all.finish(buffers)]);
            }
        }
        Ok(())
    }
}

impl Columns {
    fn new(kind: RecordKind, rows: usize) -> Result<Self, Stop> {
        Ok(match kind {
            RecordKind::Skipped => Self::None,
            RecordKind::UInt16 | RecordKind::Status => Self::UInt16(Numbers::new(rows)?),
            RecordKind::UInt64 => Self::UInt64(Numbers::new(rows)?),
            RecordKind::Float64 | RecordKind::Duration(_) => Self::Float64(Numbers::new(rows)?),
            RecordKind::Clock => Self::Clock(Numbers::new(rows)?),
            RecordKind::Time => Self::Time(Numbers::new(rows)?),
            RecordKind::Request => Self::Request(Box::new(Request {
                whole: Texts::new(rows)?,
                method: Texts::new(rows)?,
                target: Texts::new(rows)?,
                protocol: Texts::new(rows)?,
            })),
            RecordKind::Authority | RecordKind::Endpoint => {
                Self::WithPort(Box::new((Texts::new(rows)?, Numbers::new(rows)?)))
            }
            RecordKind::Forwarded => Self::Forwarded(Box::new((Texts::new(rows)?, Texts::new(rows)?))),
            _ => Self::Text(Texts::new(rows)?),
        })
    }
}

/// Notes what is not of the kind.
#[inline]
fn check(kind: RecordKind, places: &[Place<'_>], spans: &Spans, faults: &mut [u32; ROWS]) {
    let each = |is_right: fn(&[u8]) -> bool| (is_right, is_absent as fn(&[u8]) -> bool);
    let (is_right, is_null) = match kind {
        RecordKind::Skipped | RecordKind::Text | RecordKind::Request => return,
        // What every line of most logs has, without a call for each.
        RecordKind::Client => return check_each(places, spans, faults, host::is_client, is_absent),
        RecordKind::User => return check_each(places, spans, faults, word::is_user, is_absent),
        RecordKind::Status => {
            return check_each(places, spans, faults, |text| number::status(text).is_some(), is_unset);
        }
        RecordKind::UInt64 => {
            return check_each(places, spans, faults, |text| number::whole(text).is_some(), is_absent);
        }
        RecordKind::Clock => {
            return check_each(places, spans, faults, |text| clock::seconds(text).is_some(), is_absent);
        }
        RecordKind::Duration(_) => {
            return check_each(places, spans, faults, |text| number::real(text).is_some(), is_unset);
        }
        RecordKind::UInt16 => each(|text| small(text).is_some()),
        RecordKind::Float64 => each(|text| number::real(text).is_some()),
        RecordKind::Time => each(|text| moment::micros(text).is_some()),
        RecordKind::Method => each(word::is_token),
        RecordKind::Word => each(word::is_word),
        RecordKind::Host => each(host::is_host),
        RecordKind::FullHost => each(host::is_full),
        RecordKind::Address => each(host::is_address),
        RecordKind::Authority => each(|text| host::authority(text).is_some()),
        RecordKind::Endpoint => each(|text| host::endpoint(text).is_some()),
        RecordKind::Forwarded => each(|text| host::forwarded(text).is_some()),
        RecordKind::SyslogTime => each(syslog::is_time),
        RecordKind::Structured => each(|text| syslog::elements(text) == Some(text.len())),
    };
    check_each(places, spans, faults, is_right, is_null);
}

#[inline]
fn check_each(
    places: &[Place<'_>],
    spans: &Spans,
    faults: &mut [u32; ROWS],
    is_right: impl Fn(&[u8]) -> bool,
    is_null: impl Fn(&[u8]) -> bool,
) {
    for ((place, &span), fault) in places.iter().zip(spans).zip(faults) {
        let text = text(place, span);
        if !is_right(text) && !is_null(text) {
            *fault = span.start.min(*fault);
        }
    }
}

fn with_port(
    kind: RecordKind,
    (texts, ports): &mut (Texts, Numbers<UInt16Type>),
    word: usize,
    places: &[Place<'_>],
    spans: &Spans,
    faults: &mut [u32; ROWS],
) {
    for (index, ((place, &span), fault)) in places.iter().zip(spans).zip(faults).enumerate() {
        let text = text(place, span);
        let parts = match kind {
            RecordKind::Endpoint => host::endpoint(text).map(|(host, port)| (host, Some(port))),
            _ => host::authority(text),
        };
        let parts = if is_absent(text) {
            None
        } else {
            if parts.is_none() {
                *fault = span.start.min(*fault);
            }
            parts
        };
        texts.put(word, index, place, parts.map(|(host, _)| within(span, host)));
        if let Some(port) = parts.and_then(|(_, port)| port) {
            ports.put(word * ROWS + index, port);
        }
    }
}

fn forwarded(
    (first, all): &mut (Texts, Texts),
    word: usize,
    places: &[Place<'_>],
    spans: &Spans,
    faults: &mut [u32; ROWS],
) {
    all.write(word, places, spans);
    for (index, ((place, &span), fault)) in places.iter().zip(spans).zip(faults).enumerate() {
        let found = host::forwarded(text(place, span));
        if found.is_none() {
            *fault = span.start.min(*fault);
        }
        first.put(word, index, place, found.flatten().map(|part| within(span, part)));
    }
}

/// A part of a field as one of the line.
fn within(span: Span, part: Span) -> Span {
    Span { start: span.start + part.start, end: span.start + part.end }
}

impl Request {
    fn write(&mut self, word: usize, places: &[Place<'_>], spans: &Spans) {
        self.whole.write(word, places, spans);
        for (index, (place, &span)) in places.iter().zip(spans).enumerate() {
            let parts = request::parts(text(place, span));
            self.method.put(word, index, place, parts.map(|(method, _, _)| within(span, method)));
            self.target.put(word, index, place, parts.map(|(_, target, _)| within(span, target)));
            let protocol = parts.and_then(|(_, _, protocol)| protocol);
            self.protocol.put(word, index, place, protocol.map(|protocol| within(span, protocol)));
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

/// Of numbers that cannot be negative, some servers write `-1` for those that there are not.
#[inline]
fn is_unset(text: &[u8]) -> bool {
    matches!(text, b"-" | b"-1")
}

fn small(text: &[u8]) -> Option<u16> {
    u16::try_from(number::whole(text)?).ok()
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
