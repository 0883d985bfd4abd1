//! The test data of the web platform, where it is there: in the folder that `URLMILL_WPT` names, or beside the repository.
#![allow(dead_code, reason = "no test takes all of it")]

mod json;

pub(crate) use json::Value;
use std::path::{Path, PathBuf};

/// A file; `None`, and a word about it, if it is not there.
pub(crate) fn text_of(name: &str) -> Option<Vec<u8>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wpt");
    let file = std::env::var_os("URLMILL_WPT").map_or_else(beside, PathBuf::from).join(name);
    let text = std::fs::read(&file).ok();
    if text.is_none() {
        eprintln!("{} is not there: only the cases of the tests themselves have run", file.display());
    }
    text
}

/// The values of a file's list, without the remarks among them.
pub(crate) fn cases(name: &str) -> Option<Vec<Value>> {
    let Value::List(values) = json::read(&text_of(name)?) else { panic!("expected a list in {name}") };
    Some(values.into_iter().filter(|value| matches!(value, Value::Object(_))).collect())
}
