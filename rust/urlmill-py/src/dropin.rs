//! Fast paths for the functions of `urllib.parse`, one type each.

mod percent;
mod query;
mod split;

pub(crate) use percent::{Quote, QuoteFromBytes, QuotePlus, Unquote, UnquotePlus, UnquoteToBytes};
pub(crate) use query::{ParseQs, ParseQsl, Urlencode};
pub(crate) use split::{ClearCache, Urldefrag, Urljoin, Urlparse, Urlsplit, Urlunparse, Urlunsplit};
