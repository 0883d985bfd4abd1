//! Schemes, and those that the URL Standard calls special (section 4.2).

use crate::buffer::Buffer;
use crate::scan::class::{ALPHA, SCHEME, is};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Special, but without a port and a login.
    File,
    /// Special, with its default port.
    Web(u16),
    Other,
}

impl Kind {
    /// The kind of a scheme in lower case.
    pub(super) fn of(scheme: &[u8]) -> Self {
        match scheme {
            b"https" | b"wss" => Self::Web(443),
            b"http" | b"ws" => Self::Web(80),
            b"ftp" => Self::Web(21),
            b"file" => Self::File,
            _ => Self::Other,
        }
    }

    pub(super) fn is_special(self) -> bool {
        self != Self::Other
    }

    /// Whether `byte` is a slash here.
    pub(super) fn is_slash(self, byte: u8) -> bool {
        byte == b'/' || byte == b'\\' && self.is_special()
    }
}

/// Where the colon is of the scheme that `text` begins with.
pub(super) fn colon(text: &[u8]) -> Option<usize> {
    let at = text.iter().position(|&b| !is(b, SCHEME))?;
    (text[at] == b':' && is(text[0], ALPHA)).then_some(at)
}

/// Appends a scheme and its colon.
pub(super) fn push(scheme: &[u8], out: &mut Buffer) {
    let start = out.len();
    out.extend_from_slice(scheme);
    out[start..].make_ascii_lowercase();
    out.push(b':');
}
