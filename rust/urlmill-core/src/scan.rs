//! Where all scanning is: what finds marks in text, and says which sets a byte belongs to. What the marks mean is for the
//! grammars to say.
//!
//! | file | looks at | for |
//! |---|---|---|
//! | `class` | one byte | the sets of RFC 3986 |
//! | `swar` | eight, in an ordinary register | what is likely to be near: a call of `memchr` takes longer |
//! | `first` | sixteen | the first of some bytes, in text of some hundred |
//! | `vector` | sixteen or more, without a stop | whether there is any such byte |
//! | `lanes` | sixteen, each with a bit | several marks at once in up to 128 bytes |
//!
//! One mark anywhere in a text is for `memchr`.

pub mod class;
pub mod first;
pub(crate) mod lanes;
pub mod swar;
pub mod vector;
