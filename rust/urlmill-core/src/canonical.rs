//! Canonical forms of a URL that go beyond RFC 3986: for lists of what is to be crawled and for fingerprints.

pub mod crawl;
pub mod fingerprint;
pub mod tracking;
pub mod w3lib;

/// What became of a text.
pub use crate::normal::Normal;
