//! IPv6 addresses: the parser and the serialiser of the URL Standard (section 3.5), which has no zone ids and writes no
//! IPv4 address at the end.

use crate::buffer::Buffer;
use crate::scan::class::hex_value;

/// The eight groups of an address; `None` if `text` is not one.
pub(super) fn read(text: &[u8]) -> Option<[u16; 8]> {
    let mut groups = [0; 8];
    let mut count = 0;
    let mut gap = None;
    let mut rest = text;
    if let [b':', after @ ..] = rest {
        rest = after.strip_prefix(b":")?;
        gap = Some(0);
    }
    while !rest.is_empty() {
        // A gap stands for one group at least.
        let taken = count + usize::from(gap.is_some());
        if taken == 8 {
            return None;
        }
        if let [b':', after @ ..] = rest {
            if gap.is_some() {
                return None;
            }
            gap = Some(count);
            rest = after;
            continue;
        }
        let len = rest.iter().take(4).take_while(|b| b.is_ascii_hexdigit()).count();
        if rest.get(len) == Some(&b'.') {
            let [high, low] = ipv4(rest).filter(|_| len > 0 && taken <= 6)?;
            (groups[count], groups[count + 1]) = (high, low);
            count += 2;
            break;
        }
        groups[count] =
            rest[..len].iter().fold(0, |value, &digit| value << 4 | u16::from(hex_value(digit).unwrap_or(0)));
        count += 1;
        rest = match &rest[len..] {
            [] => &[],
            [b':', after @ ..] if len > 0 && !after.is_empty() => after,
            _ => return None,
        };
    }
    match gap {
        Some(gap) => {
            // What follows the gap belongs at the end.
            groups.copy_within(gap..count, 8 - (count - gap));
            groups[gap..8 - (count - gap)].fill(0);
        }
        None if count < 8 => return None,
        None => {}
    }
    Some(groups)
}

/// Four decimal numbers, none with a zero in front, as two groups.
fn ipv4(text: &[u8]) -> Option<[u16; 2]> {
    let mut octets = [0; 4];
    let mut parts = text.split(|&b| b == b'.');
    for octet in &mut octets {
        *octet = match parts.next()? {
            [b'0', _, ..] | [] => return None,
            digits if digits.len() > 3 => return None,
            digits => digits.iter().try_fold(0_u16, |value, digit| {
                let value = value * 10 + u16::from(digit.checked_sub(b'0').filter(|&digit| digit < 10)?);
                (value < 256).then_some(value)
            })?,
        };
    }
    parts.next().is_none().then_some([octets[0] << 8 | octets[1], octets[2] << 8 | octets[3]])
}

/// Appends an address in its brackets: the first longest run of zeros left out, unless it is a single group.
pub(super) fn push(groups: [u16; 8], out: &mut Buffer) {
    let (start, len) = longest_zeros(groups);
    out.push(b'[');
    for (index, &group) in groups.iter().enumerate() {
        if (start..start + len).contains(&index) {
            if index == start {
                out.extend_from_slice(if index == 0 { b"::" } else { b":" });
            }
            continue;
        }
        push_hex(group, out);
        if index < 7 {
            out.push(b':');
        }
    }
    out.push(b']');
}

/// Where the first longest run of two zeros or more is, and its length; 0 if there is none.
fn longest_zeros(groups: [u16; 8]) -> (usize, usize) {
    let (mut best, mut run) = ((0, 0), 0);
    for (index, &group) in groups.iter().enumerate() {
        run = if group == 0 { run + 1 } else { 0 };
        if run > best.1 && run > 1 {
            best = (index + 1 - run, run);
        }
    }
    best
}

fn push_hex(group: u16, out: &mut Buffer) {
    let digits = 4 - (group | 1).leading_zeros() / 4;
    for shift in (0..digits).rev() {
        out.push(b"0123456789abcdef"[(group >> (4 * shift) & 15) as usize]);
    }
}
