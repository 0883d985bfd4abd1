//! URLs as spans into the text they were written in.
//!
//! Nothing here copies a component until it has to change it, and nothing here knows Python or Arrow. Absent and
//! empty are different everywhere: `a?` has an empty query, `a` has none.
//!
//! ```text
//!   https://user:pw@example.org:8042/over/there?name=ferret#nose
//!   └─┬─┘   └──────────┬───────────┘└────┬────┘ └────┬────┘ └┬─┘
//!   scheme         authority           path        query  fragment      split()
//!           └┬─┘ └┤ └────┬────┘ └┬─┘
//!          user  password host  port                                    authority()
//! ```
#![forbid(unsafe_code)]

pub mod authority;
pub mod buffer;
pub mod canonical;
pub mod edit;
pub mod error;
pub mod host;
pub mod join;
pub mod json;
pub mod links;
pub mod normal;
pub mod parse;
pub mod percent;
pub mod query;
pub mod scan;
pub mod seen;
pub mod span;
pub mod split;
pub mod suffix;
pub mod threads;
pub mod urllib;
pub mod web;

pub use authority::{Authority, authority};
pub use buffer::Buffer;
pub use error::{Code, Fault};
pub use parse::{Offsets, parse};
pub use span::Span;
pub use split::{Split, split};
