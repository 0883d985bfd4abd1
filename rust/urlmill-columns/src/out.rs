//! Where a task writes, and how each field is written for a block of rows.

use crate::block::{Block, Row};
use crate::domain::Last;
use crate::field::{Field, Section};
use crate::query::ItemsPart;
use crate::rules::{Classes, Domain, Profile};
use crate::side::Side;
use crate::split::{Reading, Stop};
use crate::web::LastBase;
use crate::{canonical, domain, join, lower, normal, parts, percent, query, web};
use urlmill_core::Span;

/// Where a task writes the rows of a column.
pub(crate) enum Out<'a> {
    Text(TextOut<'a>),
    UInt16 { values: &'a mut [u16], bits: &'a mut [u64] },
    UInt32 { values: &'a mut [u32], bits: &'a mut [u64] },
    Code { keys: &'a mut [i16], bits: &'a mut [u64] },
    Bool { values: &'a mut [u64], bits: &'a mut [u64] },
    Items { part: &'a mut ItemsPart, side: Side<'a> },
    Fingerprint { values: &'a mut [u128], bits: &'a mut [u64] },
}

/// Where the rows of a text column go.
pub(crate) struct TextOut<'a> {
    pub(crate) views: &'a mut [u128],
    pub(crate) bits: &'a mut [u64],
    pub(crate) side: Side<'a>,
}

/// The view of a row; `None` is null.
pub(crate) type Made = Result<Option<u128>, Stop>;

impl Out<'_> {
    /// Writes `field` of the rows of `block`, which are those from `at` on.
    pub(crate) fn write(
        &mut self,
        field: Field<'_>,
        block: &Block<'_>,
        at: usize,
        reading: &Reading<'_>,
    ) -> Result<(), Stop> {
        match self {
            Self::Text(out) => return out.write(field, block, at, reading),
            Self::Items { part, side } => return query::write_items(part, side, block),
            Self::Fingerprint { values, bits } => {
                let Field::Fingerprint(hashed) = field else { return Ok(()) };
                return canonical::write_fingerprints(values, bits, hashed, block, at, reading.classes);
            }
            Self::UInt16 { values, bits } => number(block, at, values, bits, parts::port),
            Self::UInt32 { values, bits } if matches!(field, Field::Depth) => {
                number(block, at, values, bits, |row| Some(parts::depth(row)));
            }
            Self::UInt32 { values, bits } => {
                for &(row, _, position) in block.faults {
                    values[at + row] = position;
                    bits[(at + row) / 64] |= 1 << (row % 64);
                }
            }
            Self::Code { keys, bits } => {
                for &(row, code, _) in block.faults {
                    keys[at + row] = code;
                    bits[(at + row) / 64] |= 1 << (row % 64);
                }
            }
            Self::Bool { values, bits } => {
                for word in 0..block.len().div_ceil(64) {
                    values[at / 64 + word] = block.valid[word];
                    bits[at / 64 + word] = block.present[word];
                }
            }
        }
        Ok(())
    }

    /// Leaves `count` rows null, as they were made: a column of nothing but nulls may be larger than memory, as long as
    /// it is not written to.
    pub(crate) fn leave_null(&mut self, count: usize) -> Result<(), Stop> {
        match self {
            Self::Items { part, .. } => part.push_nulls(count),
            _ => Ok(()),
        }
    }
}

impl TextOut<'_> {
    #[inline(never)]
    fn write(&mut self, field: Field<'_>, block: &Block<'_>, at: usize, reading: &Reading<'_>) -> Result<(), Stop> {
        let is_web = reading.profile == Profile::Web;
        match field {
            Field::Netloc => self.cut(block, at, |row| row.parts.authority()),
            Field::Path => self.cut(block, at, |row| Some(row.parts.path())),
            Field::Query => self.cut(block, at, |row| row.parts.query()),
            // As their hrefs have them, schemes and nearly all hosts are in lower case.
            Field::Scheme if is_web => self.cut(block, at, |row| row.parts.scheme()),
            Field::Host if is_web && !block.has_capitals() => self.cut(block, at, |row| row.parts.host()),
            Field::Href => self.cut(block, at, |row| Some(Span { start: 0, end: row.place.len })),
            Field::Fragment => self.cut_seldom(block, at, |row| row.parts.fragment(row.place.len as usize)),
            _ => self.make(field, block, at, reading)?,
        }
        for (row, place) in block.moved() {
            let view = &mut self.views[at + row];
            *view = self.side.kept(*view, &place)?;
        }
        Ok(())
    }

    #[inline(never)]
    fn make(&mut self, field: Field<'_>, block: &Block<'_>, at: usize, reading: &Reading<'_>) -> Result<(), Stop> {
        let classes = reading.classes;
        match field {
            Field::Scheme => {
                self.each(block, at, |side, row, _| lower::lowered(side, row, row.parts.scheme(), classes))
            }
            Field::Host => self.each(block, at, |side, row, _| lower::lowered(side, row, row.parts.host(), classes)),
            Field::Extension => {
                self.each(block, at, |side, row, _| lower::lowered(side, row, parts::extension(row), classes))
            }
            Field::User => self.each(block, at, |side, row, _| percent::decoded(side, row, row.parts.user())),
            Field::Password => self.each(block, at, |side, row, _| percent::decoded(side, row, row.parts.password())),
            Field::QueryValue(name) => self.each(block, at, |side, row, _| query::value(side, row, name)),
            Field::RegistrableDomain(section) => self.domains(block, at, Domain::Registrable, section, classes),
            Field::PublicSuffix(section) => self.domains(block, at, Domain::Suffix, section, classes),
            Field::Normal(level) => self.each(block, at, |side, row, _| normal::normal(side, row, level, reading)),
            Field::Canonical(form) => self.each_valid(block, at, |side, row| canonical::form(side, row, form, classes)),
            Field::Key(form) => self.each_valid(block, at, |side, row| canonical::key(side, row, form, classes)),
            Field::Origin => self.each(block, at, |side, row, _| web::origin_of(side, row)),
            Field::Joined(bases) if reading.profile == Profile::Web => {
                let mut last = LastBase::default();
                self.each(block, at, |side, row, index| last.joined(side, row, bases.of(block.first + index)))
            }
            Field::Joined(bases) => {
                self.each(block, at, |side, row, index| join::joined(side, row, bases.of(block.first + index), reading))
            }
            Field::Unquoted(plus) => self.each(block, at, |side, row, _| percent::unquoted(side, row, plus)),
            Field::Quoted(encoder) => self.each(block, at, |side, row, _| percent::quoted(side, row, encoder)),
            // Cut, above; or not text.
            Field::Netloc
            | Field::Path
            | Field::Query
            | Field::Fragment
            | Field::Href
            | Field::Port
            | Field::Depth
            | Field::Error
            | Field::ErrorAt
            | Field::Valid
            | Field::QueryItems
            | Field::Fingerprint(_) => Ok(()),
        }
    }

    /// Writes a part as it is. Without a branch, since it cannot be predicted which rows have a query.
    #[inline(always)]
    fn cut(&mut self, block: &Block<'_>, at: usize, part: impl Fn(&Row<'_>) -> Option<Span>) {
        self.views_of(block, at, |row| {
            let (span, is_present) = part(row).map_or((Span::default(), false), |span| (span, true));
            (row.place.view(span), is_present)
        });
    }

    /// The same for a part that hardly any row has: to see that costs less than to write nothing as if it were a part.
    #[inline(always)]
    fn cut_seldom(&mut self, block: &Block<'_>, at: usize, part: impl Fn(&Row<'_>) -> Option<Span>) {
        self.views_of(block, at, |row| part(row).map_or((0, false), |span| (row.place.view(span), true)));
    }

    /// A view for each row, and whether it is one.
    #[inline(always)]
    fn views_of(&mut self, block: &Block<'_>, at: usize, make: impl Fn(&Row<'_>) -> (u128, bool)) {
        for (word, rows) in block.words().enumerate() {
            let mut present = 0;
            let start = at + word * 64;
            for (index, (row, view)) in rows.zip(&mut self.views[start..]).enumerate() {
                let is_present;
                (*view, is_present) = make(&row);
                present |= u64::from(is_present) << index;
            }
            self.bits[start / 64] = present & block.valid[word];
        }
    }

    fn domains(
        &mut self,
        block: &Block<'_>,
        at: usize,
        part: Domain,
        section: Section,
        classes: &dyn Classes,
    ) -> Result<(), Stop> {
        let mut last = Last::NONE;
        self.each(block, at, |side, row, _| domain::cut(side, row, &mut last, part, section, classes))
    }

    /// Where it costs much to answer for the empty text that a null is read as.
    #[inline(always)]
    fn each_valid<'b>(
        &mut self,
        block: &Block<'b>,
        at: usize,
        mut make: impl FnMut(&mut Side<'_>, &Row<'b>) -> Made,
    ) -> Result<(), Stop> {
        self.each(
            block,
            at,
            |side, row, index| {
                if block.valid[index / 64] >> (index % 64) & 1 == 0 { Ok(None) } else { make(side, row) }
            },
        )
    }

    #[inline(always)]
    fn each<'b>(
        &mut self,
        block: &Block<'b>,
        at: usize,
        mut make: impl FnMut(&mut Side<'_>, &Row<'b>, usize) -> Made,
    ) -> Result<(), Stop> {
        for (word, rows) in block.words().enumerate() {
            let mut present = 0;
            let start = at + word * 64;
            for (index, row) in rows.enumerate() {
                let made = make(&mut self.side, &row, word * 64 + index)?;
                present |= u64::from(made.is_some()) << index;
                self.views[start + index] = made.unwrap_or_default();
            }
            self.bits[start / 64] = present & block.valid[word];
        }
        Ok(())
    }
}

#[inline(always)]
fn number<T>(block: &Block<'_>, at: usize, values: &mut [T], bits: &mut [u64], make: impl Fn(&Row<'_>) -> Option<T>) {
    for (word, rows) in block.words().enumerate() {
        let mut present = 0;
        let start = at + word * 64;
        for (index, row) in rows.enumerate() {
            if let Some(value) = make(&row) {
                values[start + index] = value;
                present |= 1 << index;
            }
        }
        bits[start / 64] = present & block.valid[word];
    }
}
