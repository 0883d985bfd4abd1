//! A JSON reader that makes a tree of characters, and looks the keys up in it.

use super::show;
use urlmill_core::json::{Keys, Reader, Value, unescape_into};

#[derive(Clone)]
pub enum Tree {
    Null,
    /// A number, `true` or `false` as it was written.
    Word(String),
    /// `None` if there is half a character in it.
    Text(Option<String>),
    List(Vec<Tree>),
    Object(Vec<(Option<String>, Tree)>),
}

/// What is looked for: keys within keys, and one that is asked for itself and for what is in it.
pub const PATHS: [&[&str]; 6] = [&["a"], &["b"], &["c", "a"], &["c", "d", "e"], &["f"], &["f", "é"]];

/// Each line by a reader that knows those before it: where it is sure, it finds what is in the tree. How many it was sure of.
pub fn compare(octets: &[u8]) -> usize {
    let mut reader = Reader::new(Keys::new(PATHS.map(|path| path.iter().copied())));
    let mut sure = 0;
    let mut start = 0;
    for line in octets.split(|&b| b == b'\n') {
        let mut values = [Value::Absent; PATHS.len()];
        // What follows the line, and is another one, must not matter.
        let is_sure = reader.read(&octets[start..], line.len(), &mut values);
        assert_eq!(is_sure, Reader::clone(&reader).read(line, line.len(), &mut values.clone()), "{}", show(line));
        if let (true, Ok(text)) = (is_sure, std::str::from_utf8(line)) {
            let expected = tree(text).and_then(|tree| PATHS.iter().map(|path| found(&tree, path)).collect());
            let found = values.map(|value| text_of(value, line));
            assert_eq!(Some(found.to_vec()), expected, "{}", show(line));
            sure += 1;
        }
        start += line.len() + 1;
    }
    sure
}

fn text_of(value: Value, line: &[u8]) -> Option<String> {
    let octets = match value {
        Value::Absent => return None,
        Value::Text(span) => span.of(line).to_vec(),
        Value::Escaped(span) => {
            let mut text = Vec::new();
            unescape_into(span.of(line), &mut text);
            assert!(text.len() < span.len());
            text
        }
    };
    Some(String::from_utf8_lossy(&octets).into_owned())
}

/// The value of a path; `None` for what the reader must not be sure of.
#[allow(clippy::option_option, reason = "whether there is an answer, and whether there is a value")]
fn found(tree: &Tree, path: &[&str]) -> Option<Option<String>> {
    match (tree, path.split_first()) {
        (Tree::Object(pairs), Some((key, rest))) => {
            let named: Vec<_> =
                pairs.iter().filter(|(name, _)| name.as_deref().is_none_or(|name| name == *key)).collect();
            match named[..] {
                [] => Some(None),
                [(Some(_), value)] => found(value, rest),
                _ => None,
            }
        }
        (Tree::List(items), Some(_)) if !items.iter().all(|item| matches!(item, Tree::Text(_))) => {
            let pairs = items.iter().map(pair).collect::<Option<_>>()?;
            found(&Tree::Object(pairs), path)
        }
        (_, Some(_)) | (Tree::Null, None) => Some(None),
        (Tree::Word(text), None) => Some(Some(text.clone())),
        (Tree::Text(text), None) => Some(Some(text.clone()?)),
        (Tree::List(items), None) => {
            let texts = items.iter().map(|item| if let Tree::Text(text) = item { text.clone() } else { None });
            Some(texts.collect::<Option<Vec<_>>>()?.first().cloned())
        }
        (Tree::Object(_), None) => None,
    }
}

/// A name and a value as a key and a value.
fn pair(item: &Tree) -> Option<(Option<String>, Tree)> {
    let Tree::Object(members) = item else { return None };
    let [(Some(label), Tree::Text(name)), (Some(second), value)] = &members[..] else { return None };
    if !["key", "name"].contains(&label.as_str()) || second != "value" {
        return None;
    }
    let value = match value {
        Tree::Object(members) => match &members[..] {
            [(Some(kind), value)] if kind.ends_with("Value") => value,
            _ => &Tree::Null,
        },
        value => value,
    };
    Some((name.clone(), value.clone()))
}

/// One object; keys with escapes have no name.
pub fn tree(text: &str) -> Option<Tree> {
    let (tree, rest) = value(trimmed(text))?;
    (trimmed(rest).is_empty() && matches!(tree, Tree::Object(_))).then_some(tree)
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\r', '\n'])
}

fn value(text: &str) -> Option<(Tree, &str)> {
    match text.chars().next()? {
        '"' => string(text).map(|(text, rest)| (Tree::Text(text), rest)),
        '{' => {
            let pair = |text| {
                let (key, rest) = string(text)?;
                let written = &text[1..text.len() - rest.len() - 1];
                let (value, rest) = value(trimmed(trimmed(rest).strip_prefix(':')?))?;
                Some(((key.filter(|_| !written.contains('\\')), value), rest))
            };
            let (pairs, rest) = several(text, '}', pair)?;
            Some((Tree::Object(pairs), rest))
        }
        '[' => {
            let (items, rest) = several(text, ']', value)?;
            Some((Tree::List(items), rest))
        }
        _ => {
            let end = text.find([' ', '\t', '\r', '\n', ',', ']', '}']).unwrap_or(text.len());
            let (word, rest) = text.split_at(end);
            match word {
                "null" => Some((Tree::Null, rest)),
                "true" | "false" => Some((Tree::Word(word.to_owned()), rest)),
                _ => is_number(word).then(|| (Tree::Word(word.to_owned()), rest)),
            }
        }
    }
}

fn several<'a, T>(
    text: &'a str,
    close: char,
    one: impl Fn(&'a str) -> Option<(T, &'a str)>,
) -> Option<(Vec<T>, &'a str)> {
    let mut rest = trimmed(&text[1..]);
    let mut all = Vec::new();
    if let Some(rest) = rest.strip_prefix(close) {
        return Some((all, rest));
    }
    loop {
        let (item, after) = one(rest)?;
        all.push(item);
        rest = trimmed(after);
        if let Some(rest) = rest.strip_prefix(close) {
            return Some((all, rest));
        }
        rest = trimmed(rest.strip_prefix(',')?);
    }
}

fn string(text: &str) -> Option<(Option<String>, &str)> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text.strip_prefix('"')?;
    loop {
        let next = rest.chars().next()?;
        rest = &rest[next.len_utf8()..];
        match next {
            '"' => return Some((String::from_utf16(&units).ok(), rest)),
            '\0'..='\x1f' => return None,
            '\\' => {
                let which = rest.chars().next()?;
                rest = &rest[which.len_utf8()..];
                units.push(match which {
                    '"' | '\\' | '/' => which as u16,
                    'b' => 8,
                    'f' => 12,
                    'n' => 10,
                    'r' => 13,
                    't' => 9,
                    'u' => {
                        let digits = rest.get(..4).filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))?;
                        rest = &rest[4..];
                        u16::from_str_radix(digits, 16).ok()?
                    }
                    _ => return None,
                });
            }
            _ => units.extend_from_slice(next.encode_utf16(&mut [0; 2])),
        }
    }
}

fn is_number(word: &str) -> bool {
    let positive = word.strip_prefix('-').unwrap_or(word);
    let (number, exponent) = positive.split_once(['e', 'E']).unwrap_or((positive, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
        && is_digits(fraction)
        && is_digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && word != "-0"
}
