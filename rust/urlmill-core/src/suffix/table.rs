//! The rules of the list as a tree of labels from the right, whose branches are found by hash.

use super::label::Label;

/// Rules of registries.
pub(super) const ICANN: u8 = 0b0101_0101;
/// Those and the rules of companies.
pub(super) const BOTH: u8 = 0xff;

// What a name is: a bit for each section.
/// A suffix.
pub(super) const RULE: u8 = 0b11;
/// Every name directly below it is a suffix.
pub(super) const WILDCARD: u8 = 0b11 << 2;
/// No suffix, although the name above it has a wildcard.
pub(super) const EXCEPTION: u8 = 0b11 << 4;
/// There are rules below it.
pub(super) const CHILDREN: u8 = 0b11 << 6;

/// The node above all others.
pub(super) const ROOT: u16 = 0;

/// Thrice as many as there are nodes, so that most searches end where they begin. A test sees to it that the list fits.
const SLOTS: usize = 1 << 15;
const FULL: usize = SLOTS / 4 * 3;
/// Words of 64 bits, one of which in twenty is set: few enough to stay in the nearest cache.
const FILTER: usize = 1 << 12;

/// 128 KiB of slots and 340 KiB of nodes; what a program asks about most is a small part of it.
pub(super) struct Table {
    /// A bit for each hash that occurs. Most names have no rule, and this tells so without a search.
    filter: Box<[u64]>,
    /// Half of a hash, and a node; 0 is free, since the root has no parent.
    slots: Box<[u32]>,
    nodes: Vec<Node>,
    list: &'static str,
}

struct Node {
    /// In lower case.
    label: Label,
    parent: u16,
    flags: u8,
    /// Where the label stands in the list.
    text: u32,
}

impl Table {
    pub(super) fn new(list: &'static str) -> Self {
        let root = Node { label: Label { head: 0, tail: 0, len: 0 }, parent: ROOT, flags: 0, text: 0 };
        let mut nodes = Vec::with_capacity(FULL);
        nodes.push(root);
        let mut table = Self { filter: vec![0; FILTER].into(), slots: vec![0; SLOTS].into(), nodes, list };
        let mut section = ICANN;
        let mut start = 0;
        for line in list.split('\n') {
            if line == "// ===BEGIN PRIVATE DOMAINS===" {
                section = !ICANN;
            } else if line.is_ascii() && !line.is_empty() && !line.starts_with("//") {
                // The tool that refreshes the list has checked what a rule looks like. What is not ASCII stands there
                // again in A-labels.
                table.add(start, start + line.len(), section);
            }
            start += line.len() + 1;
        }
        table
    }

    /// Adds the rule that stands in the list from `start` to `end`.
    fn add(&mut self, mut start: usize, end: usize, section: u8) {
        let list = self.list.as_bytes();
        let kind = match list[start..end] {
            [b'*', b'.', ..] => {
                start += 2;
                WILDCARD
            }
            [b'!', ..] => {
                start += 1;
                EXCEPTION
            }
            _ => RULE,
        };
        let mut node = ROOT;
        let mut at = end;
        for text in list[start..end].rsplit(|&b| b == b'.') {
            at -= text.len();
            self.nodes[usize::from(node)].flags |= CHILDREN & section;
            let Some(child) = self.child_or_new(node, text, at) else { return };
            node = child;
            at = at.saturating_sub(1);
        }
        self.nodes[usize::from(node)].flags |= kind & section;
    }

    /// The node of the label `text`, which stands at `at` in the list; `None` if there is no room for it.
    fn child_or_new(&mut self, parent: u16, text: &[u8], at: usize) -> Option<u16> {
        let label = Label::of(text);
        if let Some((child, _)) = self.child(parent, label, text, 0) {
            return Some(child);
        }
        let id = u16::try_from(self.nodes.len()).ok().filter(|&id| usize::from(id) < FULL)?;
        let hash = hash(parent, label);
        let mut slot = first_slot(hash);
        while self.slots[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot] = hash & TAG | u32::from(id);
        let (word, bit) = filter_bit(hash);
        self.filter[word] |= bit;
        self.nodes.push(Node { label, parent, flags: 0, text: at as u32 });
        Some(id)
    }

    /// The node of `label`, which stands at `start` in `host`, below `parent`; and what it is.
    #[inline]
    pub(super) fn child(&self, parent: u16, label: Label, host: &[u8], start: usize) -> Option<(u16, u8)> {
        let hash = hash(parent, label);
        let (word, bit) = filter_bit(hash);
        if self.filter[word] & bit == 0 {
            return None;
        }
        let mut slot = first_slot(hash);
        loop {
            let found = self.slots[slot];
            if found == 0 {
                return None;
            }
            if (found ^ hash) & TAG == 0 {
                let id = found as u16;
                let node = self.nodes.get(usize::from(id))?;
                if node.parent == parent && node.label == label.lowered() && self.is_same_text(node, host, start) {
                    return Some((id, node.flags));
                }
            }
            slot = (slot + 1) % SLOTS;
        }
    }

    /// Whether the middle of long labels is the same too.
    #[inline]
    fn is_same_text(&self, node: &Node, host: &[u8], start: usize) -> bool {
        let len = node.label.len as usize;
        let of_rule = |at: usize| self.list.as_bytes().get(at..at + len).unwrap_or_default();
        len <= Label::WHOLE || host[start..start + len].eq_ignore_ascii_case(of_rule(node.text as usize))
    }
}

/// The part of a hash that is kept in a slot.
const TAG: u32 = 0xffff_0000;

/// Its upper half is the tag, its lower half chooses the slot; letter case does not matter. Users cannot add to the
/// table, so it need not be secret.
#[inline]
fn hash(parent: u16, label: Label) -> u32 {
    // In the bytes of a rule this bit is always set.
    const CASE: u64 = 0x2020_2020_2020_2020;
    let product = u128::from((label.tail | CASE) ^ 0xd1b5_4a32_d192_ed03)
        * u128::from((label.head | CASE) ^ 0x8cb9_2ba7_2f3d_8dd7);
    let folded = product as u64 ^ (product >> 64) as u64;
    // The parent comes last: until it is known, the label can be seen to.
    ((folded ^ folded >> 32) as u32).wrapping_add(u32::from(parent).wrapping_mul(0x9e37_79b1))
}

/// Where the bit of a hash is: the lowest bits of the tag, and most of those that choose the slot.
#[inline]
fn filter_bit(hash: u32) -> (usize, u64) {
    (hash as usize % FILTER, 1 << (hash >> 16 & 63))
}

#[inline]
fn first_slot(hash: u32) -> usize {
    hash as usize % SLOTS
}
