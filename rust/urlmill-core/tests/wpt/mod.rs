//! The test data of the web platform, where it is there: in the folder that `URLMILL_WPT` names, or beside the repository.

mod json;

pub(crate) use json::Value;
use std::path::{Path, PathBuf};

/// The values of a file's list, without the remarks among them; `None`, and a word about it, if the file is not there.
pub(crate) fn cases(name: &str) -> Option<Vec<Value>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/wpt");
    let file = std::env::var_os("URLMILL_WPT").map_or_else(beside, PathBuf::from).join(name);
    let Ok(text) = std::fs::read(&file) else {
        eprintln!("{} is not there: only the cases of the tests themselves have run", file.display());
        return None;
    };
    let Value::List(values) = json::read(&text) else { panic!("expected a list in {}", file.display()) };
    Some(values.into_iter().filter(|value| matches!(value, Value::Object(_))).collect())
}
