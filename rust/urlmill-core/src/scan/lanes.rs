//! Sixteen bytes at a time, and what is found in them as bits: then the parts of a text are a matter of counting zeros.
//!
//! To get the bits out takes an instruction that no compiler finds by itself; `wide` has it for each processor, without
//! `unsafe`.

use wide::u8x16;

/// How many bytes are looked at in one go.
pub(crate) const LANES: usize = 16;
/// How far an authority may reach whose marks are bits of a `u64`.
pub(crate) const NEAR: usize = 64;
/// How far a text may reach whose marks are bits of a `u128`.
pub(crate) const REACH: usize = 128;

/// The first sixteen bytes of `text`; zeros behind a shorter one. Without a call of `memcpy`, which takes longer.
#[inline(always)]
pub(crate) fn sixteen(text: &[u8]) -> [u8; LANES] {
    if let Some(&sixteen) = text.first_chunk() {
        return sixteen;
    }
    // Two words that may overlap: where they do, they are the same.
    let len = text.len() as u32;
    let (low, high) = if let (Some(&first), Some(&last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
        (u64::from_le_bytes(first), u64::from_le_bytes(last) >> 8 >> (8 * (15 - len)))
    } else if let (Some(&first), Some(&last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
        (u64::from(u32::from_le_bytes(first)) | u64::from(u32::from_le_bytes(last)) << (8 * (len - 4)), 0)
    } else {
        match *text {
            [a, b, c, ..] => (u64::from_le_bytes([a, b, c, 0, 0, 0, 0, 0]), 0),
            [a, b] => (u64::from_le_bytes([a, b, 0, 0, 0, 0, 0, 0]), 0),
            [a] => (u64::from(a), 0),
            [] => (0, 0),
        }
    };
    (u128::from(high) << 64 | u128::from(low)).to_le_bytes()
}

/// How many bytes have their marks in one word.
pub(crate) const BLOCK: usize = 64;

/// The marks of a block, or of a shorter one: a bit for each byte, the lowest for the first. `is_marked` does not mark 0.
#[inline(always)]
pub(crate) fn bits(block: &[u8], is_marked: impl Fn(Lanes) -> Mask) -> u64 {
    let [bits] = several_bits(block, |lanes| [is_marked(lanes)]);
    bits
}

/// The same for several kinds of marks: the block is read once for all of them.
#[inline(always)]
pub(crate) fn several_bits<const N: usize>(block: &[u8], are_marked: impl Fn(Lanes) -> [Mask; N]) -> [u64; N] {
    let (vectors, rest) = block.as_chunks();
    let mut bits = [0; N];
    let mut shift = 0;
    let mut add = |lanes, shift| {
        for (bits, marked) in bits.iter_mut().zip(are_marked(lanes)) {
            *bits |= marked.bits() << shift;
        }
    };
    for &vector in vectors {
        add(Lanes::new(vector), shift);
        shift += LANES;
    }
    if !rest.is_empty() {
        add(Lanes::new(sixteen(rest)), shift);
    }
    bits
}

/// Whether any byte of the text is marked. `is_marked` does not mark 0.
#[inline(always)]
pub(crate) fn any_marked(text: &[u8], is_marked: impl Fn(Lanes) -> Mask) -> bool {
    let Some(&last) = text.last_chunk() else { return is_marked(Lanes::new(sixteen(text))).bits() != 0 };
    let mut found = is_marked(Lanes::new(last));
    for &vector in text.as_chunks().0 {
        found = found | is_marked(Lanes::new(vector));
    }
    found.bits() != 0
}

/// Sixteen bytes of a text.
#[derive(Clone, Copy)]
pub(crate) struct Lanes(u8x16);

impl Lanes {
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; LANES]) -> Self {
        Self(u8x16::new(bytes))
    }

    #[inline(always)]
    pub(crate) fn bytes(self) -> [u8; LANES] {
        self.0.to_array()
    }

    /// The same with `new` for `old`.
    #[inline(always)]
    pub(crate) fn replaced(self, old: u8, new: u8) -> Self {
        Self(self.0 ^ (self.equal(old).0 & u8x16::splat(old ^ new)))
    }

    /// The same with these bits set in each.
    #[inline(always)]
    pub(crate) fn with(self, bits: u8) -> Self {
        Self(self.0 | u8x16::splat(bits))
    }

    /// Marks those that are `byte`.
    #[inline(always)]
    pub(crate) fn equal(self, byte: u8) -> Mask {
        Mask(self.0.simd_eq(u8x16::splat(byte)))
    }

    /// Marks those up to `byte`.
    #[inline(always)]
    pub(crate) fn up_to(self, byte: u8) -> Mask {
        Mask(self.0.simd_eq(self.0.min(u8x16::splat(byte))))
    }

    /// Marks those from `high` on, and those up to `low`: on a ring that is one range.
    #[inline(always)]
    pub(crate) fn outside(self, low: u8, high: u8) -> Mask {
        Self(self.0 - u8x16::splat(high)).up_to(low.wrapping_sub(high))
    }

    /// Marks those from `first` up to `last`.
    #[inline(always)]
    pub(crate) fn between(self, first: u8, last: u8) -> Mask {
        Self(self.0 - u8x16::splat(first)).up_to(last - first)
    }

    /// Marks ASCII letters: this bit is what upper case and lower case differ in.
    #[inline(always)]
    pub(crate) fn letters(self) -> Mask {
        Self(self.0 | u8x16::splat(0x20)).between(b'a', b'z')
    }

    /// Marks those above 127: they have the bit set that marks are made of.
    #[inline(always)]
    pub(crate) fn beyond_ascii(self) -> Mask {
        Mask(self.0)
    }
}

/// Which of sixteen bytes are marked.
#[derive(Clone, Copy)]
pub(crate) struct Mask(u8x16);

impl Mask {
    pub(crate) const NONE: Self = Self(u8x16::ZERO);

    /// Those of them that `others`, all of them among these, are not.
    #[inline(always)]
    pub(crate) fn without(self, others: Self) -> Self {
        Self(self.0 ^ others.0)
    }

    /// A bit for each byte, the lowest for the first.
    #[inline(always)]
    pub(crate) fn bits(self) -> u64 {
        u64::from(self.0.to_bitmask())
    }
}

impl std::ops::BitOr for Mask {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Mask {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

/// Where the first mark from `start` on is.
#[inline(always)]
pub(crate) fn first_from(marks: u128, start: usize) -> Option<usize> {
    let rest = marks.checked_shr(start as u32).unwrap_or(0);
    (rest != 0).then(|| start + rest.trailing_zeros() as usize)
}
