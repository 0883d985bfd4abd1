//! URLs by the column: Arrow arrays of text in, columns of their parts out.
//!
//! A column of text is made of *views*: sixteen bytes a row that hold a short text or point to a long one. Ours point
//! into the buffers the caller gave, so that nothing is copied but what has to change.
//!
//! | file | holds |
//! |---|---|
//! | `source` | Arrow arrays read in place, whatever their layout |
//! | `view` | the sixteen bytes |
//! | `schemes` | what schemes ask of their URLs, and who knows the rest |
//! | `block` | a few hundred rows, parsed |
//! | `field` | the fields, and how each is written for a block |
//! | `column` | what comes out |
//! | `split` | the work, cut into tasks for any number of threads |
#![forbid(unsafe_code)]

mod block;
mod column;
mod field;
mod schemes;
mod source;
mod split;
mod view;

pub use column::{Column, TextColumn};
pub use field::Field;
pub use schemes::{Classes, Profile, SchemeRules, Schemes};
pub use source::Chunk;
pub use split::{Request, Stop, split};
