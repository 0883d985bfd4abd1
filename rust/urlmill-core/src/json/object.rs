//! Any line, key by key.

use super::value::{DEEPEST, after_key, after_space, read, skip};
use super::{Keys, Line, Value};

/// Where a value stands, and the place for it if it is asked for: what a shape is made of.
pub(super) struct Slot {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) place: Option<usize>,
    /// Whether it has to be looked into when it is an object, which this one was not.
    pub(super) is_open: bool,
}

/// Reads a line that is one object, and says whether it is sure. `slots` get all values of the objects that it looked into.
pub(super) fn read_object(line: Line<'_>, keys: &Keys, values: &mut [Value], slots: Option<&mut Vec<Slot>>) -> bool {
    values.fill(Value::Absent);
    let mut walk = Walk { line, keys, values, slots, seen: vec![false; keys.len()] };
    let start = after_space(line, 0);
    walk.object(0, start, DEEPEST).is_some_and(|end| after_space(line, end) == line.end)
}

struct Walk<'a> {
    line: Line<'a>,
    keys: &'a Keys,
    values: &'a mut [Value],
    slots: Option<&'a mut Vec<Slot>>,
    /// The nodes whose keys were there.
    seen: Vec<bool>,
}

impl Walk<'_> {
    /// After the object at `at`, whose keys are those below a node.
    fn object(&mut self, node: usize, at: usize, room: usize) -> Option<usize> {
        let room = room.checked_sub(1)?;
        let line = self.line;
        if line.byte(at)? != b'{' {
            return None;
        }
        let mut at = after_space(line, at + 1);
        if line.byte(at)? == b'}' {
            return Some(at + 1);
        }
        loop {
            let (key, start) = after_key(line, at)?;
            let child = self.keys.child(node, key?.of(line.memory)); // an escaped key may be any
            at = after_space(line, self.value(child, start, room)?);
            match line.byte(at)? {
                b',' => at = after_space(line, at + 1),
                b'}' => return Some(at + 1),
                _ => return None,
            }
        }
    }

    fn value(&mut self, node: Option<usize>, start: usize, room: usize) -> Option<usize> {
        let line = self.line;
        let Some(node) = node else {
            let end = skip(line, start, room)?;
            self.note(Slot { start, end, place: None, is_open: false });
            return Some(end);
        };
        if std::mem::replace(&mut self.seen[node], true) {
            return None; // the last one counts, for most
        }
        let wanted = self.keys.node(node);
        let (place, is_open) = (wanted.place, wanted.has_children());
        if is_open && place.is_none() && line.byte(start)? == b'{' {
            return self.object(node, start, room);
        }
        let end = match place {
            // A list may be one of names and values, which are as good as keys.
            None if is_open && line.byte(start)? == b'[' => return None,
            None => skip(line, start, room)?,
            Some(place) => {
                let (value, end) = read(line, start)?;
                *self.values.get_mut(place)? = value;
                end
            }
        };
        self.note(Slot { start, end, place, is_open });
        Some(end)
    }

    fn note(&mut self, slot: Slot) {
        if let Some(slots) = &mut self.slots {
            slots.push(slot);
        }
    }
}
