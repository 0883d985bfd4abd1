//! JSON objects, one on each line: the values of the keys that are asked for, as spans of the line.
//!
//! The reader is sure of a line or it is not. Where it is sure, the line is one object by RFC 8259, and the values are what
//! any reader finds. It is not sure of repeated keys, escapes in keys, numbers such as `-0` and `NaN`, half
//! characters, deep nesting, text and numbers where a key within is asked for, and of every line that is wrong: those are
//! for a reader that knows what to do about them. A list of names and values is as good as an object.
//!
//! | file | holds |
//! |---|---|
//! | `keys` | what is asked for, as a tree |
//! | `value` | strings, numbers and what is made of them: where they end |
//! | `object` | any line, key by key |
//! | `shape` | lines that are like one before: the text between values is compared, not read |
//! | `escape` | text without its escapes |

mod escape;
mod keys;
mod object;
mod shape;
mod value;

pub use escape::unescape_into;
pub use keys::Keys;

use crate::Span;
use object::read_object;
use shape::Shape;

/// The value of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// There is none, or null, or an empty list.
    #[default]
    Absent,
    /// What is between the quotes of a string, or a number, `true` or `false` as it was written. Of a list of strings, as
    /// of a header that was there more than once, it is the first.
    Text(Span),
    /// What is between the quotes of a string, with escapes in it that stand for whole characters.
    Escaped(Span),
}

/// How many shapes are known at once. Logs have few; lines of other shapes are read key by key.
const SHAPES: usize = 8;

/// Reads lines. Those of one log are much alike, so it gets faster with the first of each kind.
#[derive(Clone, Debug)]
pub struct Reader {
    keys: Keys,
    shapes: Vec<Shape>,
    /// The shape that fitted last.
    latest: usize,
}

impl Reader {
    /// One that looks for these keys.
    #[must_use]
    pub fn new(keys: Keys) -> Self {
        Self { keys, shapes: Vec::new(), latest: 0 }
    }

    /// Reads the line that is the first `len` bytes of `memory`: what follows it may be looked at, but counts for nothing.
    /// The values go to the places of their paths in `values`. Whether it is sure; if not, the values mean nothing.
    #[inline]
    pub fn read(&mut self, memory: &[u8], len: usize, values: &mut [Value]) -> bool {
        let line = Line { memory, end: len.min(memory.len()) };
        if self.shapes.get(self.latest).is_some_and(|shape| shape.read(line, values)) {
            return true;
        }
        self.read_other(line, values)
    }

    #[inline(never)]
    fn read_other(&mut self, line: Line<'_>, values: &mut [Value]) -> bool {
        if let Some(fits) = self.shapes.iter().position(|shape| shape.read(line, values)) {
            self.latest = fits;
            return true;
        }
        if self.shapes.len() == SHAPES {
            return read_object(line, &self.keys, values, None);
        }
        let mut slots = Vec::new();
        let is_sure = read_object(line, &self.keys, values, Some(&mut slots));
        if is_sure && let Some(shape) = Shape::new(line, &slots, values.len()) {
            self.latest = self.shapes.len();
            self.shapes.push(shape);
        }
        is_sure
    }
}

/// A line, and the memory it begins.
#[derive(Clone, Copy)]
struct Line<'a> {
    memory: &'a [u8],
    end: usize,
}

impl Line<'_> {
    /// The byte at `at`, if the line goes as far.
    #[inline(always)]
    fn byte(&self, at: usize) -> Option<u8> {
        if at < self.end { self.memory.get(at).copied() } else { None }
    }
}
