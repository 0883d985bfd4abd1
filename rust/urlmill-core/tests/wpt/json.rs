//! JSON as the test data has it: its lone surrogates are kept, three bytes each.

/// A value; numbers are not among the data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    Text(Vec<u8>),
    List(Vec<Value>),
    Object(Vec<(Vec<u8>, Value)>),
}

impl Value {
    /// The value of a member; `Null` if there is none.
    pub(crate) fn get(&self, name: &str) -> &Value {
        let Value::Object(members) = self else { panic!("expected an object, got {self:?}") };
        members.iter().find(|(known, _)| known == name.as_bytes()).map_or(&Value::Null, |(_, value)| value)
    }

    /// The text that it is.
    pub(crate) fn text(&self) -> Option<&[u8]> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }
}

/// The value that `text` is.
pub(crate) fn read(text: &[u8]) -> Value {
    let mut reader = Reader { text, at: 0 };
    reader.value()
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> u8 {
        while self.text[self.at].is_ascii_whitespace() || self.text[self.at] == b',' || self.text[self.at] == b':' {
            self.at += 1;
        }
        self.text[self.at]
    }

    fn value(&mut self) -> Value {
        let first = self.peek();
        let word = |reader: &mut Self, len: usize, value: Value| {
            reader.at += len;
            value
        };
        match first {
            b'"' => Value::Text(self.string()),
            b'n' => word(self, 4, Value::Null),
            b't' => word(self, 4, Value::Bool(true)),
            b'f' => word(self, 5, Value::Bool(false)),
            b'[' => Value::List(self.until(b']', Self::value)),
            b'{' => Value::Object(self.until(b'}', |reader| (reader.string(), reader.value()))),
            other => panic!("expected a value at {}, got {:?}", self.at, char::from(other)),
        }
    }

    fn until<T>(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek() != end {
            items.push(item(self));
        }
        self.at += 1;
        items
    }

    fn string(&mut self) -> Vec<u8> {
        let mut found = Vec::new();
        assert_eq!(self.peek(), b'"');
        loop {
            self.at += 1;
            match self.text[self.at] {
                b'"' => break,
                b'\\' => self.escape(&mut found),
                byte => found.push(byte),
            }
        }
        self.at += 1;
        found
    }

    fn escape(&mut self, found: &mut Vec<u8>) {
        self.at += 1;
        match self.text[self.at] {
            b'u' => {
                let mut code = self.unit();
                if (0xd800..0xdc00).contains(&code) && self.text[self.at + 1..].starts_with(b"\\u") {
                    let before = self.at;
                    self.at += 2;
                    let low = self.unit();
                    if (0xdc00..0xe000).contains(&low) {
                        code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                    } else {
                        self.at = before;
                    }
                }
                push_code(code, found);
            }
            b'n' => found.push(b'\n'),
            b't' => found.push(b'\t'),
            b'r' => found.push(b'\r'),
            b'b' => found.push(8),
            b'f' => found.push(12),
            other => found.push(other),
        }
    }

    /// Four digits after the `u`; the reader then stands on the last.
    fn unit(&mut self) -> u32 {
        let digits = str::from_utf8(&self.text[self.at + 1..self.at + 5]).unwrap();
        self.at += 4;
        u32::from_str_radix(digits, 16).unwrap()
    }
}

fn push_code(code: u32, found: &mut Vec<u8>) {
    match char::from_u32(code) {
        Some(char) => found.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        None => found.extend([0xe0 | (code >> 12) as u8, 0x80 | (code >> 6 & 63) as u8, 0x80 | (code & 63) as u8]),
    }
}
