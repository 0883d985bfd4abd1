//! Fast paths for the functions of `urllib.parse`, one type each.

mod decoding;
mod form;
mod join;
mod percent;
mod query;
mod split;
mod unsplit;

pub(crate) use form::Urlencode;
pub(crate) use join::Urljoin;
pub(crate) use percent::{Quote, QuoteFromBytes, QuotePlus, Unquote, UnquotePlus, UnquoteToBytes};
pub(crate) use query::{ParseQs, ParseQsl};
pub(crate) use split::{ClearCache, Urldefrag, Urlparse, Urlsplit};
pub(crate) use unsplit::{ParseGeturl, SplitGeturl, Urlunparse, Urlunsplit};
