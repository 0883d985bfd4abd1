//! Names of parameters that say how somebody came to a page, not which page it is.

use std::sync::LazyLock;

/// The list, as the package ships it: a name to a line, and where it is from behind a tab.
pub static LIST: &str = include_str!("../../../../python/urlmill/_url/canonical/tracking_parameters.txt");

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::new(LIST));

/// By its first letter.
struct Table(Vec<Vec<Name>>);

struct Name {
    text: &'static str,
    is_prefix: bool,
}

impl Table {
    fn new(list: &'static str) -> Self {
        let mut table: Vec<Vec<Name>> = (0..256).map(|_| Vec::new()).collect();
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split('\t').next().unwrap_or_default();
            let text = name.strip_suffix('*').unwrap_or(name);
            if let Some(&first) = text.as_bytes().first() {
                table[usize::from(first)].push(Name { text, is_prefix: text != name });
            }
        }
        Self(table)
    }
}

/// Whether the list has `name`, in any letter case, or a prefix of it.
#[inline]
#[must_use]
pub fn is_listed(name: &[u8]) -> bool {
    let Some(first) = name.first() else { return false };
    TABLE.0[usize::from(first.to_ascii_lowercase())].iter().any(|Name { text, is_prefix }| {
        let start = if *is_prefix { name.get(..text.len()).unwrap_or_default() } else { name };
        start.eq_ignore_ascii_case(text.as_bytes())
    })
}
