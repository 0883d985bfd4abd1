//! What can be wrong with a URL: a closed set of codes, each with a position. Words are made at the edge.

use std::fmt;

/// A kind of defect, named as in the requirements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Code {
    /// A port that is not a decimal number up to 65535.
    BadPort,
    /// Brackets that do not hold an IP literal, or stand in the wrong place.
    BadHost,
    /// A `%` without two hexadecimal digits after it.
    BadPercent,
    /// A delimiter where only its percent-encoded form may stand.
    ReservedUnencoded,
    /// A reference without a base that could complete it.
    NotAbsolute,
    /// A character that cannot stand where it does.
    BadChar,
    /// Something else where a scheme should be.
    BadScheme,
    /// No `//` in a scheme that has it.
    MissingAuthority,
    /// An empty host in a scheme that needs one.
    MissingHost,
    /// A host that ends in a number, and is not an IPv4 address as browsers read them.
    BadIpv4,
    /// A host beyond ASCII that IDNA refuses.
    BadLabel,
}

impl Code {
    /// The code as users see it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BadPort => "bad-port",
            Self::BadHost => "bad-host",
            Self::BadPercent => "bad-percent",
            Self::ReservedUnencoded => "reserved-unencoded",
            Self::NotAbsolute => "not-absolute",
            Self::BadChar => "bad-char",
            Self::BadScheme => "bad-scheme",
            Self::MissingAuthority => "missing-authority",
            Self::MissingHost => "missing-host",
            Self::BadIpv4 => "bad-ipv4",
            Self::BadLabel => "bad-label",
        }
    }
}

/// A defect and the offset of the byte that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub code: Code,
    /// Where, as a byte offset into the text.
    pub at: u32,
}

impl Fault {
    /// A defect of kind `code` at offset `at`.
    #[must_use]
    pub fn new(code: Code, at: usize) -> Self {
        Self { code, at: at as u32 }
    }

    /// The same defect, seen from `offset` bytes further to the left.
    #[must_use]
    pub fn moved(self, offset: u32) -> Self {
        Self { at: self.at + offset, ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}", self.code.name(), self.at)
    }
}

impl std::error::Error for Fault {}
