//! The fields: what can be asked of each row.

use crate::canonical::Hashed;
use crate::join::Bases;
use urlmill_core::canonical::Form;
use urlmill_core::normal::Level;
use urlmill_core::percent::{Encoder, Plus};

/// A part of a URL, or what can be said of it, or what can be made of it.
#[derive(Clone, Copy, Debug)]
pub enum Field<'a> {
    /// In lower case.
    Scheme,
    /// Decoded; null if it stands for octets that are not text.
    User,
    /// The same for the password.
    Password,
    /// In lower case.
    Host,
    /// As a number; null if there is none, or none that could be one.
    Port,
    /// The authority, as written.
    Netloc,
    /// As written.
    Path,
    /// As written.
    Query,
    /// As written.
    Fragment,
    /// What follows the last dot of the last segment of the path, before a `;`, in lower case. Dots that a name begins
    /// with do not count, so that neither `..` nor `.profile` has one; and a path after a scheme begins with a slash.
    Extension,
    /// How many segments of the path are not empty.
    Depth,
    /// The code of what is wrong.
    Error,
    /// Where it is wrong, in characters.
    ErrorAt,
    /// Whether the profile takes the row.
    Valid,
    /// The whole URL as the WHATWG URL Standard writes it; of that profile alone.
    Href,
    /// Its scheme, host and port as browsers compare them, or `null`; of that profile alone.
    Origin,
    /// The value of the first field of the query that has this name, decoded as forms are.
    QueryValue(&'a str),
    /// All fields of the query, decoded as forms are.
    QueryItems,
    /// What somebody has registered of the host, in lower case.
    RegistrableDomain(Section),
    /// The public suffix of the host, in lower case.
    PublicSuffix(Section),
    /// The normal form; as written without a level.
    Normal(Option<Level>),
    /// The canonical form of a level.
    Canonical(Form),
    /// The key of that form, which sorts by site.
    Key(Form),
    /// A number that stands for that form.
    Fingerprint(Hashed<'a>),
    /// The row as a reference, seen from its base.
    Joined(&'a Bases),
    /// The row, whatever it is, with its escapes decoded as UTF-8.
    Unquoted(Plus),
    /// The row, whatever it is, escaped.
    Quoted(&'a Encoder),
}

/// Which suffixes of the Public Suffix List count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Those of registries.
    Icann,
    /// Those of companies that give names below their own to others, too.
    All,
}

/// How far a row is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Needs {
    Nothing,
    /// No further than to know whether it is one.
    Verdict,
    Authority,
    All,
}

/// What a column of a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A port.
    UInt16,
    /// A number or a position.
    UInt32,
    /// One of a few codes.
    Code,
    /// Yes or no.
    Bool,
    /// Pairs of text.
    Items,
    /// Sixteen octets.
    Fingerprint,
}

impl Field<'_> {
    /// Those that stand for parts, and what is wrong with them.
    pub const PARTS: [Field<'static>; 13] = [
        Field::Scheme,
        Field::User,
        Field::Password,
        Field::Host,
        Field::Port,
        Field::Netloc,
        Field::Path,
        Field::Query,
        Field::Fragment,
        Field::Extension,
        Field::Depth,
        Field::Error,
        Field::ErrorAt,
    ];

    /// Those of the profile of the web alone.
    pub const OF_WEB: [Field<'static>; 2] = [Field::Href, Field::Origin];

    /// As users write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::User => "user",
            Self::Password => "password",
            Self::Host => "host",
            Self::Port => "port",
            Self::Netloc => "netloc",
            Self::Path => "path",
            Self::Query => "query",
            Self::Fragment => "fragment",
            Self::Extension => "extension",
            Self::Depth => "depth",
            Self::Error => "error",
            Self::ErrorAt => "error_at",
            Self::Valid => "valid",
            Self::Href => "href",
            Self::Origin => "origin",
            Self::QueryValue(_) => "query_value",
            Self::QueryItems => "query_items",
            Self::RegistrableDomain(_) => "registrable_domain",
            Self::PublicSuffix(_) => "public_suffix",
            Self::Normal(_) => "normal",
            Self::Canonical(_) => "canonical",
            Self::Key(_) => "key",
            Self::Fingerprint(_) => "fingerprint",
            Self::Joined(_) => "joined",
            Self::Unquoted(_) => "unquoted",
            Self::Quoted(_) => "quoted",
        }
    }

    /// What its column holds.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Port => Kind::UInt16,
            Self::Depth | Self::ErrorAt => Kind::UInt32,
            Self::Error => Kind::Code,
            Self::Valid => Kind::Bool,
            Self::QueryItems => Kind::Items,
            Self::Fingerprint(_) => Kind::Fingerprint,
            _ => Kind::Text,
        }
    }

    /// How far rows must be parsed for it.
    pub(crate) const fn needs(self) -> Needs {
        match self {
            Self::Canonical(_)
            | Self::Key(_)
            | Self::Fingerprint(_)
            | Self::Joined(_)
            | Self::Unquoted(_)
            | Self::Quoted(_) => Needs::Nothing,
            Self::Error | Self::ErrorAt | Self::Valid => Needs::Verdict,
            Self::Scheme
            | Self::User
            | Self::Password
            | Self::Host
            | Self::Port
            | Self::Netloc
            | Self::RegistrableDomain(_)
            | Self::PublicSuffix(_) => Needs::Authority,
            _ => Needs::All,
        }
    }

    /// Whether only the profile of the web has it.
    pub(crate) const fn is_of_web(self) -> bool {
        matches!(self, Self::Href | Self::Origin)
    }

    /// Whether rows of the same text may differ, or cannot be copied from each other cheaply.
    pub(crate) const fn needs_each_row(self) -> bool {
        matches!(self, Self::Joined(Bases::Each(_)) | Self::QueryItems)
    }
}
