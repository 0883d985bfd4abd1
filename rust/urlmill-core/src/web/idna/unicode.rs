//! Unicode 17.0 for host names, looked up in the file as it is; `tools/update_idna_tables.py` describes it.

use std::cmp::Ordering;

static DATA: &[u8] = include_bytes!("../../../../../python/urlmill/_hosts/unicode.dat");

/// A part of the file: entries of as many numbers each, sorted.
struct Part {
    start: usize,
    count: usize,
    width: usize,
}

const HEAD: usize = 32;
const WIDTHS: [usize; 5] = [2, 2, 2, 3, 1];

/// Where the parts are, in the order of the file.
static PARTS: [Part; 5] = {
    let mut parts = [const { Part { start: 0, count: 0, width: 0 } }; 5];
    let mut start = HEAD + 4 * parts.len();
    let mut index = 0;
    while index < parts.len() {
        let (count, width) = (number(HEAD + 4 * index) as usize, WIDTHS[index]);
        parts[index] = Part { start, count, width };
        start += 4 * count * width;
        index += 1;
    }
    parts
};
static RUNS: &Part = &PARTS[0];
static MAPPINGS: &Part = &PARTS[1];
static DECOMPOSITIONS: &Part = &PARTS[2];
static COMPOSITIONS: &Part = &PARTS[3];
static POINTS: &Part = &PARTS[4];

/// The number at a byte of the file.
const fn number(at: usize) -> u32 {
    u32::from_le_bytes([DATA[at], DATA[at + 1], DATA[at + 2], DATA[at + 3]])
}

impl Part {
    fn get(&self, entry: usize, column: usize) -> u32 {
        number(self.start + 4 * (entry * self.width + column))
    }

    /// How many entries come before the first that `compare` does not find less.
    fn entries_below(&self, compare: impl Fn(&Self, usize) -> Ordering) -> usize {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if compare(self, middle) == Ordering::Less { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The entry whose first numbers are `key`.
    fn find<const N: usize>(&self, key: [u32; N]) -> Option<usize> {
        let entry_key = |part: &Self, entry| std::array::from_fn(|column| part.get(entry, column));
        let entry = self.entries_below(|part, entry| entry_key(part, entry).cmp(&key));
        (entry < self.count && entry_key(self, entry) == key).then_some(entry)
    }
}

/// What UTS 46 says of a character, non-transitional and without the STD3 rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Valid,
    Mapped,
    Ignored,
    Disallowed,
}

/// How letters of a script that joins them do so; those that no rule asks for count as none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    None,
    Left,
    Right,
    Both,
    Transparent,
}

/// The bidi classes that labels may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bidi {
    /// Another class.
    None,
    L,
    R,
    Al,
    An,
    En,
    Es,
    Cs,
    Et,
    On,
    Bn,
    Nsm,
}

/// The canonical combining class of a virama.
pub(super) const VIRAMA: u32 = 9;

/// What the file says of a character.
#[derive(Clone, Copy)]
pub(super) struct Properties(u32);

impl Properties {
    pub(super) fn of(char: char) -> Self {
        let point = u32::from(char);
        let after = RUNS.entries_below(|part, entry| part.get(entry, 0).cmp(&(point + 1)));
        // The first run begins at 0.
        Self(RUNS.get(after - 1, 1))
    }

    pub(super) fn status(self) -> Status {
        match self.0 & 3 {
            0 => Status::Valid,
            1 => Status::Mapped,
            2 => Status::Ignored,
            _ => Status::Disallowed,
        }
    }

    pub(super) fn is_mark(self) -> bool {
        self.0 & 4 != 0
    }

    pub(super) fn joining(self) -> Joining {
        match self.0 >> 3 & 7 {
            1 => Joining::Left,
            2 => Joining::Right,
            3 => Joining::Both,
            4 => Joining::Transparent,
            _ => Joining::None,
        }
    }

    pub(super) fn bidi(self) -> Bidi {
        const CLASSES: [Bidi; 12] = {
            use Bidi::{Al, An, Bn, Cs, En, Es, Et, L, None, Nsm, On, R};
            [None, L, R, Al, An, En, Es, Cs, Et, On, Bn, Nsm]
        };
        CLASSES.get((self.0 >> 6 & 15) as usize).copied().unwrap_or(Bidi::None)
    }

    pub(super) fn combining_class(self) -> u32 {
        self.0 >> 10
    }
}

/// What UTS 46 maps a character to, if it does.
pub(super) fn mapped(char: char) -> impl Iterator<Item = char> {
    text(MAPPINGS, char)
}

/// The full canonical decomposition of a character that has one. Hangul is not among them.
pub(super) fn decomposed(char: char) -> impl Iterator<Item = char> {
    text(DECOMPOSITIONS, char)
}

/// The character that a pair is composed to, if it is. Hangul is not among them.
pub(super) fn composed(first: char, second: char) -> Option<char> {
    let entry = COMPOSITIONS.find([u32::from(first), u32::from(second)])?;
    char::from_u32(COMPOSITIONS.get(entry, 2))
}

/// Where a part says that the text of a character is.
fn text(part: &Part, char: char) -> impl Iterator<Item = char> {
    let place = part.find([u32::from(char)]).map_or(0, |entry| part.get(entry, 1));
    let start = (place >> 8) as usize;
    (start..start + (place & 0xff) as usize).filter_map(|at| char::from_u32(POINTS.get(at, 0)))
}
