//! Text without its escapes.

use crate::scan::class::hex_value;
use memchr::memchr;

/// Puts the text of a string to `out`, where it takes no more room than before. The escapes must be good ones, as those of
/// [`Value::Escaped`](super::Value::Escaped) are: text from others on is left out.
pub fn unescape_into(text: &[u8], out: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        let Some((&which, after)) = rest[at + 1..].split_first() else { return };
        rest = after;
        let byte = match which {
            b'b' => 0x08,
            b'f' => 0x0c,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let Some((character, after)) = character(rest) else { return };
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
                continue;
            }
            itself => itself,
        };
        out.push(byte);
    }
    out.extend_from_slice(rest);
}

/// Whether no escape stands for half a character: one of the two numbers that a character beyond the first 65,536 has in
/// UTF-16, without the other.
#[cold]
pub(super) fn are_whole(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = memchr(b'\\', rest) {
        let Some((&which, after)) = rest[at + 1..].split_first() else { return false };
        rest = after;
        if which == b'u' {
            let Some((_, after)) = character(rest) else { return false };
            rest = after;
        }
    }
    true
}

/// The character whose digits `text` begins with, of which there are four or, with an escape between them, twice four.
fn character(text: &[u8]) -> Option<(char, &[u8])> {
    let (first, rest) = unit(text)?;
    if let Some(character) = char::from_u32(first) {
        return Some((character, rest));
    }
    let (second, rest) = unit(rest.strip_prefix(b"\\u")?)?;
    let units = [first as u16, second as u16];
    let mut characters = char::decode_utf16(units);
    let character = characters.next()?.ok()?;
    characters.next().is_none().then_some((character, rest))
}

fn unit(text: &[u8]) -> Option<(u32, &[u8])> {
    let (digits, rest) = text.split_first_chunk::<4>()?;
    let mut unit = 0;
    for &digit in digits {
        unit = unit << 4 | u32::from(hex_value(digit)?);
    }
    Some((unit, rest))
}
