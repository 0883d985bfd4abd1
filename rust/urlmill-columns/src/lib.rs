//! URLs by the column: Arrow arrays of text in, columns of their parts out.
//!
//! A column of text is made of *views*: sixteen bytes a row that hold a short text or point to a long one. Ours point
//! into the buffers the caller gave, so that nothing is copied but what has to change.
//!
//! | file | holds |
//! |---|---|
//! | `chunk`, `source` | Arrow arrays read in place, whatever their layout |
//! | `ascii` | whether rows are, all at once |
//! | `view` | the sixteen bytes |
//! | `schemes` | what schemes ask of their URLs, and who knows the rest |
//! | `block` | a few hundred rows, parsed |
//! | `web` | its rows as browsers read them |
//! | `field` | what can be asked of a row |
//! | `parts`, `lower`, `percent`, `query`, `join`, `normal`, `domain`, `canonical` | how the fields are made |
//! | `out`, `side` | where a task writes them, and what had to change |
//! | `store`, `memory`, `recycled` | columns in the making, and memory for them |
//! | `column` | what comes out |
//! | `split` | the work, cut into tasks for any number of threads |
//! | `lines`, `records` | octets as lines, and lines of access logs as fields |
//! | `links` | the links of pages |
//! | `unpacked` | gzip |
#![forbid(unsafe_code)]

mod ascii;
mod block;
mod canonical;
mod chunk;
mod column;
mod domain;
mod field;
mod join;
mod lines;
mod links;
mod lower;
pub mod memory;
mod normal;
mod out;
mod parts;
mod percent;
mod query;
mod records;
mod recycled;
mod rules;
mod side;
mod source;
mod split;
mod store;
mod unpacked;
mod view;
mod web;

pub use canonical::Hashed;
pub use chunk::Chunk;
pub use column::{Column, ItemsColumn, TextColumn, nulls_of_bits};
pub use field::{Field, Kind, Section};
pub use join::{Bases, Rows};
pub use lines::{count_line_breaks, lines};
pub use links::{LinkRequest, page_links};
pub use records::{
    Bounds, Counted, Counts, Format, Grouped, Left, ObjectCounter, ObjectField, ObjectKind, ObjectPart, Objects, Part,
    Pattern, PatternCounter, Piece, Ranked, RecordCounter, RecordKind, Requested, Tally, Unit, groups, objects,
    records,
};
pub use rules::{Classes, Domain, Profile, SchemeRules, Schemes};
pub use split::{Request, Stop, split};
pub use unpacked::{Inflater, Unpacking};
