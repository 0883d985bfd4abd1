//! What the schemes ask of their URLs. The rules come from the classes that URL objects have; what only those classes
//! can tell is asked of them, row by row.

use crate::field::Section;
use crate::split::Stop;
use urlmill_core::normal::{Level, SchemeForm};
use urlmill_core::parse::{ANY_PRINTABLE, CHECKED, LENIENT, SEVERAL_HOSTS, WHOLE_PATH, parse_plain};
use urlmill_core::{Fault, Offsets, Span, parse};

/// How the rows are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// Whatever can be split is split.
    Lenient,
    /// A row that the objects would refuse is null.
    Refusing,
    /// As the WHATWG URL Standard has it: a row has the parts of its href, and one that has none is null.
    Web,
}

/// What is known of a scheme.
#[derive(Clone, Debug)]
pub struct SchemeRules {
    /// In lower case.
    pub name: String,
    /// For the parser.
    pub rules: u32,
    /// Whether its class looks at text beyond ASCII for nothing but characters that no URL has.
    pub is_plain: bool,
    /// Whether its class resolves references as RFC 3986 has it, and no other way.
    pub joins_plainly: bool,
    /// What its normal forms follow from, if not from its class.
    pub form: Option<SchemeForm>,
}

/// What is known of all schemes.
#[derive(Clone, Debug)]
pub struct Schemes {
    known: Vec<SchemeRules>,
    others: SchemeRules,
    /// Which of the known ones are `http` and `https`, since nearly all rows are.
    web: [Option<usize>; 2],
}

/// A part of a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// What somebody has registered.
    Registrable,
    /// The public suffix.
    Suffix,
}

/// The classes of the schemes, for the odd rows.
pub trait Classes: Sync {
    /// What the class of its scheme has against `text`, if anything: the number of a code, and the position in characters.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn fault(&self, text: &str) -> Result<Option<(i16, u32)>, Stop>;

    /// `host` in lower case, for a host that is not ASCII: which letters there are is for one side alone to say.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn lowered(&self, host: &str) -> Result<String, Stop>;

    /// A part of the host of `text`, for one with escapes or wide characters; `None` if there is none.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn domain(&self, text: &str, part: Domain, section: Section) -> Result<Option<String>, Stop>;

    /// The normal form of `text`; `None` if its class refuses that.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn normal(&self, text: &str, level: Level) -> Result<Option<String>, Stop>;

    /// The canonical form of `text`, or what else is made of it there; `None` if the level refuses it.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn canonical(&self, text: &str) -> Result<Option<String>, Stop>;

    /// `reference` resolved against `base`, by the class of the base; `None` if that cannot be a base.
    ///
    /// # Errors
    /// Whatever stops the work.
    fn joined(&self, base: &str, reference: &str) -> Result<Option<String>, Stop>;

    /// The number of a code.
    fn number(&self, code: &'static str) -> i16;
}

impl Schemes {
    /// The schemes that have a class of their own, and rules for the others.
    #[must_use]
    pub fn new(known: Vec<SchemeRules>, others: SchemeRules) -> Self {
        let web = ["http", "https"].map(|name| known.iter().position(|scheme| scheme.name == name));
        Self { known, others, web }
    }

    pub(crate) fn of(&self, scheme: &[u8]) -> &SchemeRules {
        let web = match scheme {
            b"http" => self.web[0],
            b"https" => self.web[1],
            _ => None,
        };
        if let Some(found) = web.and_then(|index| self.known.get(index)) {
            return found;
        }
        let is_it = |known: &&SchemeRules| known.name.as_bytes().eq_ignore_ascii_case(scheme);
        self.known.iter().find(is_it).unwrap_or(&self.others)
    }

    /// Whether the URLs of a scheme may list hosts.
    pub(crate) fn may_list(&self, scheme: &[u8]) -> bool {
        self.of(scheme).rules & SEVERAL_HOSTS != 0
    }

    /// The parts of `text` as its scheme has them, or what is wrong with it: code and position. `plain` are its parts if
    /// it is a plain URL.
    pub(crate) fn parsed(
        &self,
        text: &[u8],
        plain: Option<Offsets>,
        classes: &dyn Classes,
    ) -> Result<Result<Offsets, (i16, u32)>, Stop> {
        let scheme = urlmill_core::split::scheme(text);
        let scheme = self.of(scheme.map_or(&[], |span| span.of(text)));
        let parts = match plain.filter(|_| scheme.rules & PLAIN == ANY_PRINTABLE) {
            Some(parts) => parts,
            None => match parse(text, scheme.rules) {
                Ok(parts) => parts,
                Err(fault) => return Ok(Err(numbered(text, fault, classes))),
            },
        };
        let fault = if scheme.rules & CHECKED != 0 || (!scheme.is_plain && !text.is_ascii()) {
            asked(text, classes)?
        } else if text.is_ascii() {
            None
        } else {
            no_character(text).map(|at| (classes.number("bad-char"), at))
        };
        Ok(fault.map_or(Ok(parts), Err))
    }
}

/// Of these rules, a scheme whose plain URLs are known to be right has the first alone.
const PLAIN: u32 = ANY_PRINTABLE | WHOLE_PATH | LENIENT | CHECKED;

/// The parts of a URL of the web, if that is what `text` is.
#[inline]
pub(crate) fn plain(text: &[u8]) -> Option<Offsets> {
    let scheme: Span = urlmill_core::split::scheme(text)?;
    parse_plain(text, scheme)
}

#[cold]
fn asked(text: &[u8], classes: &dyn Classes) -> Result<Option<(i16, u32)>, Stop> {
    match std::str::from_utf8(text) {
        Ok(text) => classes.fault(text),
        Err(_) => Ok(None),
    }
}

#[cold]
fn numbered(text: &[u8], fault: Fault, classes: &dyn Classes) -> (i16, u32) {
    (classes.number(fault.code.name()), characters(&text[..fault.at as usize]))
}

/// How many characters `text` has, which is UTF-8.
pub(crate) fn characters(text: &[u8]) -> u32 {
    text.iter().filter(|&&b| b & 0xc0 != 0x80).count() as u32
}

/// Where the first character stands that is not for interchange: a control beyond ASCII or a noncharacter.
#[cold]
fn no_character(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    let is_one = |c: char| {
        let code = u32::from(c);
        matches!(code, 0x80..=0x9f | 0xfdd0..=0xfdef) || code & 0xfffe == 0xfffe
    };
    text.chars().position(is_one).map(|at| at as u32)
}
