//! The fields that Python asks for, by name and with what each needs to know.

use super::{Texts, stopped};
use crate::text::copied;
use crate::url::{has_our_web, level};
use arrow_schema::{DataType, Field as ArrowField, Fields};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use urlmill_columns::{Bases, Field, Hashed, Kind, Rows, Section};
use urlmill_core::canonical::Form;
use urlmill_core::canonical::fingerprint::LEN;
use urlmill_core::percent::{Encoder, Plus};

/// A field, and what it points to.
pub(super) enum Wanted {
    Plain(Field<'static>),
    QueryValue(String),
    Joined(Bases),
    Quoted(Box<Encoder>),
    Fingerprint(Form, String, String),
}

impl Wanted {
    pub(super) fn new(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(match name {
            "valid" => Self::Plain(Field::Valid),
            "query_items" => Self::Plain(Field::QueryItems),
            "query_value" => Self::QueryValue(copied(argument.cast()?)?),
            "registrable_domain" => Self::Plain(Field::RegistrableDomain(section(argument)?)),
            "public_suffix" => Self::Plain(Field::PublicSuffix(section(argument)?)),
            "normal" => Self::Plain(Field::Normal(match argument.extract()? {
                "string" => None,
                name => Some(level(name)?),
            })),
            "canonical" => Self::Plain(Field::Canonical(form(argument)?)),
            "key" => Self::Plain(Field::Key(form(argument)?)),
            "fingerprint" => {
                let (level, switches, person, salt): (String, u32, String, String) = argument.extract()?;
                if person.len().max(salt.len()) > LEN {
                    return Err(PyValueError::new_err("person and salt have 16 octets at most"));
                }
                Self::Fingerprint(named(argument.py(), &level, switches), person, salt)
            }
            "joined" => Self::Joined(bases_from(argument)?),
            "unquoted" => Self::Plain(Field::Unquoted(plus(argument.extract()?))),
            "quoted" => {
                let (safe, is_plus): (String, bool) = argument.extract()?;
                Self::Quoted(Box::new(Encoder::new(safe.as_bytes(), plus(is_plus))))
            }
            _ => match Field::PARTS.into_iter().chain(Field::OF_WEB).find(|field| field.name() == name) {
                Some(field) => Self::Plain(field),
                None => return Err(PyValueError::new_err(format!("there is no field {name:?}"))),
            },
        })
    }

    pub(super) fn field(&self) -> Field<'_> {
        match self {
            Self::Plain(field) => *field,
            Self::QueryValue(name) => Field::QueryValue(name),
            Self::Joined(bases) => Field::Joined(bases),
            Self::Quoted(encoder) => Field::Quoted(encoder),
            Self::Fingerprint(form, person, salt) => {
                let (person, salt) = (person.as_bytes(), salt.as_bytes());
                Field::Fingerprint(Hashed { form: *form, person, salt })
            }
        }
    }
}

/// What links are seen from: one text, or a column of them.
pub(super) fn bases_from(given: &Bound<'_, PyAny>) -> PyResult<Bases> {
    Ok(match given.cast::<Texts>() {
        Ok(texts) => Bases::Each(Rows::new(texts.get().chunks.clone()).map_err(|stop| stopped(&stop, 0))?),
        Err(_) => Bases::One(copied(given.cast()?)?),
    })
}

/// All of the list, unless Python says otherwise.
fn section(argument: &Bound<'_, PyAny>) -> PyResult<Section> {
    let is_private = argument.extract::<Option<bool>>()?.unwrap_or(true);
    Ok(if is_private { Section::All } else { Section::Icann })
}

fn form(argument: &Bound<'_, PyAny>) -> PyResult<Form> {
    let (level, switches): (String, u32) = argument.extract()?;
    Ok(named(argument.py(), &level, switches))
}

/// Two levels begin with what the class of a URL says; a class of a program's own is asked.
fn named(py: Python<'_>, level: &str, switches: u32) -> Form {
    match Form::named(level, switches) {
        Form::Rfc3986 | Form::Crawl(_) if !has_our_web(py) => Form::Other,
        form => form,
    }
}

fn plus(is_space: bool) -> Plus {
    if is_space { Plus::Space } else { Plus::Literal }
}

/// What Arrow calls a column of the field.
pub(super) fn arrow_field(field: Field<'_>) -> ArrowField {
    let kind = match field.kind() {
        Kind::Text => DataType::Utf8View,
        Kind::UInt16 => DataType::UInt16,
        Kind::UInt32 => DataType::UInt32,
        Kind::Code => DataType::Dictionary(DataType::Int16.into(), DataType::Utf8.into()),
        Kind::Bool => DataType::Boolean,
        Kind::Fingerprint => DataType::FixedSizeBinary(LEN as i32),
        Kind::Items => DataType::new_list(DataType::Struct(pair()), true),
    };
    ArrowField::new(field.name(), kind, true)
}

/// A field of a query.
pub(super) fn pair() -> Fields {
    ["name", "value"].map(|name| ArrowField::new(name, DataType::Utf8View, true)).into_iter().collect()
}
