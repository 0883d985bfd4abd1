//! The algorithm of the Public Suffix List, step by step: all rules that match, then the one that prevails.

use super::{latin1, show};
use std::collections::HashMap;
use std::sync::LazyLock;
use urlmill_core::Span;
use urlmill_core::suffix::{Found, LIST, Odd};

/// Each rule, and whether it is of the private section. A few are in both.
static RULES: LazyLock<HashMap<&str, Vec<bool>>> = LazyLock::new(|| {
    let (icann, private) = LIST.split_once("===BEGIN PRIVATE DOMAINS===").unwrap_or((LIST, ""));
    let mut rules: HashMap<&str, Vec<bool>> = HashMap::new();
    for (section, is_private) in [(icann, false), (private, true)] {
        for rule in section.lines().filter(|line| !line.is_empty() && !line.starts_with("//") && line.is_ascii()) {
            rules.entry(rule).or_default().push(is_private);
        }
    }
    rules
});

pub fn compare(host: &[u8]) {
    for private in [true, false] {
        let found = urlmill_core::suffix::find(host, private);
        assert_eq!(found, find(host, private), "{} {private}", show(host));
    }
}

pub fn find(host: &[u8], private: bool) -> Result<Option<Found>, Odd> {
    // Of a host name: RFC 3986 section 3.2.2, and what IRIs have; but not a comma, which may list hosts.
    let is_allowed = |b: &u8| b.is_ascii_alphanumeric() || !b.is_ascii() || b"-._~!$&'()*+;=%".contains(b);
    if !host.iter().all(is_allowed) {
        return Ok(None);
    }
    if host.iter().any(|&b| !b.is_ascii() || b == b'%') { Err(Odd) } else { Ok(find_in_name(host, private)) }
}

fn find_in_name(host: &[u8], private: bool) -> Option<Found> {
    let text = latin1(host).to_ascii_lowercase();
    let name = text.strip_suffix('.').unwrap_or(&text);
    let labels: Vec<&str> = name.split('.').collect();
    if labels.contains(&"") {
        return None;
    }
    let is_rule = |rule: String| RULES.get(&*rule).is_some_and(|sections| private || sections.contains(&false));
    // How many labels the suffix has, by each rule that matches.
    let mut by_rules = Vec::new();
    for count in 1..=labels.len() {
        let (first, rest) = (labels.len() - count, labels.len() - count + 1);
        if is_rule(labels[first..].join(".")) {
            by_rules.push(count);
        }
        if count > 1 && is_rule(format!("*.{}", labels[rest..].join("."))) {
            by_rules.push(count);
        }
        if is_rule(format!("!{}", labels[first..].join("."))) {
            by_rules = vec![count - 1];
            break;
        }
    }
    let count = by_rules.into_iter().max()?;
    let end = latin1_len(name);
    let span = |labels: &[&str]| Span::new(end - latin1_len(&labels.join(".")), end);
    let domain = (labels.len() > count).then(|| span(&labels[labels.len() - count - 1..]));
    Some(Found { suffix: span(&labels[labels.len() - count..]), domain })
}

/// In octets of the host, each of which is one character of the text.
fn latin1_len(text: &str) -> usize {
    text.chars().count()
}
