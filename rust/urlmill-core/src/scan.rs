//! What finds marks in text, and says which sets a byte belongs to.

pub mod class;
pub(crate) mod swar;
pub(crate) mod vector;
