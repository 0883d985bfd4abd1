//! Any line, key by key.

use super::value::{DEEPEST, after_key, after_space, read, skip, string_end};
use super::{Keys, Line, Value};

/// OpenTelemetry's kinds of values that are not made of others.
const SCALARS: [&[u8]; 4] = [b"stringValue", b"intValue", b"doubleValue", b"boolValue"];

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

impl<'a> Walk<'a> {
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
        if is_open && place.is_none() {
            match line.byte(start)? {
                b'{' => return self.object(node, start, room),
                b'[' => return self.pairs(node, start, room),
                b'n' => (),
                _ => return None, // what is asked for would be in it: it may be wrong
            }
        }
        let end = match place {
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

    /// After the list at `at` of names and values, which are as good as the keys below a node: attributes of OpenTelemetry,
    /// headers of AWS WAF.
    fn pairs(&mut self, node: usize, at: usize, room: usize) -> Option<usize> {
        let line = self.line;
        let room = room.checked_sub(3)?; // the list, a pair, and the object of its value
        let mut at = after_space(line, at + 1);
        if line.byte(at)? == b']' {
            return Some(at + 1);
        }
        loop {
            at = after_space(line, self.pair(node, at, room)?);
            match line.byte(at)? {
                b',' => at = after_space(line, at + 1),
                b']' => return Some(at + 1),
                _ => return None,
            }
        }
    }

    /// After a pair such as `{"key":"http.method","value":{"stringValue":"GET"}}` or `{"name":"Host","value":"a.example"}`;
    /// of others it is not sure.
    fn pair(&mut self, node: usize, at: usize, room: usize) -> Option<usize> {
        let line = self.line;
        let (label, start) = self.member(at, b'{')?;
        if !matches!(label, b"key" | b"name") || line.byte(start)? != b'"' {
            return None;
        }
        let (end, has_escapes) = string_end(line, start + 1)?;
        let child = self.keys.child(node, line.memory.get(start + 1..end)?);
        let (label, start) = self.member(after_space(line, end + 1), b',')?;
        if has_escapes || label != b"value" || child.is_some_and(|child| self.keys.node(child).has_children()) {
            return None;
        }
        if child.is_none() || line.byte(start)? != b'{' {
            let end = self.value(child, start, room)?;
            return self.closed(end);
        }
        let (kind, start) = self.member(start, b'{')?;
        if !SCALARS.contains(&kind) {
            return None;
        }
        let end = self.value(child, start, room)?;
        let end = self.closed(end)?;
        self.closed(end)
    }

    /// The key of a member of an object, after what stands before it at `at`, and where its value begins.
    fn member(&self, at: usize, before: u8) -> Option<(&'a [u8], usize)> {
        if self.line.byte(at)? != before {
            return None;
        }
        let (key, start) = after_key(self.line, after_space(self.line, at + 1))?;
        Some((key?.of(self.line.memory), start))
    }

    /// After the end of an object whose last value ends at `at`.
    fn closed(&self, at: usize) -> Option<usize> {
        let at = after_space(self.line, at);
        (self.line.byte(at)? == b'}').then_some(at + 1)
    }

    fn note(&mut self, slot: Slot) {
        if let Some(slots) = &mut self.slots {
            slots.push(slot);
        }
    }
}
