//! Where the fields of records go.

use super::checks::{check, is_absent, is_unset, small};
use super::written::{Numbers, Texts, text};
use super::{ROWS, RecordKind, Spans, clock, host, moment, number, request};
use crate::column::Column;
use crate::split::Stop;
use crate::view::Place;
use arrow_array::types::{Float64Type, TimestampMicrosecondType, TimestampSecondType, UInt16Type, UInt64Type};
use arrow_buffer::Buffer;
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
            Columns::UInt64(numbers) if kind == RecordKind::DayTime => {
                numbers.write(word, places, spans, faults, is_absent, moment::day_time);
            }
            Columns::UInt64(numbers) => numbers.write(word, places, spans, faults, is_absent, number::whole),
            Columns::Float64(numbers) => match kind {
                RecordKind::Duration(unit) => {
                    numbers.write(word, places, spans, faults, is_unset, |text| number::duration(text, unit));
                }
                _ => numbers.write(word, places, spans, faults, is_absent, number::real),
            },
            Columns::Clock(numbers) if kind == RecordKind::Date => {
                numbers.write(word, places, spans, faults, is_absent, moment::date);
            }
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
            RecordKind::UInt64 | RecordKind::DayTime => Self::UInt64(Numbers::new(rows)?),
            RecordKind::Float64 | RecordKind::Duration(_) => Self::Float64(Numbers::new(rows)?),
            RecordKind::Clock | RecordKind::Date => Self::Clock(Numbers::new(rows)?),
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
