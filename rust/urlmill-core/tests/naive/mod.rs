//! The slow, obvious twin of each fast routine. Every module has a `compare` that holds the two against each other:
//! the tests call it with every short text and with many long ones, the fuzz targets with whatever libFuzzer finds.

// A test or a fuzz target includes all of this and uses one module of it.
#![allow(dead_code, unreachable_pub)]

pub mod authority;
pub mod edit;
pub mod host;
pub mod join;
pub mod json;
pub mod normal;
pub mod parse;
pub mod percent;
pub mod python;
pub mod query;
pub mod split;
pub mod suffix;
pub mod urllib;
pub mod web;

/// Octets as characters, one for one, so that a twin can be written with the methods of `str`.
pub fn latin1(octets: &[u8]) -> String {
    octets.iter().map(|&octet| char::from(octet)).collect()
}

/// How a text is named in a failure.
pub fn show(text: &[u8]) -> String {
    format!("b\"{}\"", text.escape_ascii())
}
