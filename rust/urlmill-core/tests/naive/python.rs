//! CPython's `urllib/parse.py`, retold with owned strings, once for each of its releases that answers differently.

use super::host::is_ipv6;
use Python::{V3_10, V3_11, V3_13, V3_14};

/// The first release of each kind: 3.10 knows schemes without a letter in front and strips nothing, 3.11 as patched
/// does otherwise, 3.13 writes two slashes in front of a path that begins with two, and 3.14 tells absent from empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Python {
    V3_10,
    V3_11,
    V3_13,
    V3_14,
}

pub const RELEASES: [Python; 4] = [V3_10, V3_11, V3_13, V3_14];

/// As far as the tests need them, and two that only a program can have put there.
pub const USES_RELATIVE: &[&str] = &["", "http", "ftp", "file", "ws", "svn+ssh", "r"];
pub const USES_NETLOC: &[&str] = &["", "http", "ftp", "file", "ws", "svn+ssh", "telnet", "n"];
pub const USES_PARAMS: &[&str] = &["", "http", "ftp", "tel"];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub scheme: Option<String>,
    pub netloc: Option<String>,
    pub path: String,
    pub params: String,
    pub query: Option<String>,
    pub fragment: Option<String>,
}

/// `None` is an error, or a netloc that the releases check each in its own way: not ASCII, or with brackets that are not
/// just those around an IPv6 address, or one with a zone.
pub fn urlsplit(url: &str, python: Python) -> Option<Parts> {
    let mut url = url.to_string();
    if python >= V3_11 {
        url = url.trim_start_matches(|c| c <= ' ').to_string();
    }
    url.retain(|c| !matches!(c, '\t' | '\r' | '\n'));
    let mut parts = Parts::default();
    let mut rest = &*url;
    if let Some((before, after)) = url.split_once(':')
        && is_scheme(before, python)
    {
        parts.scheme = Some(before.to_lowercase());
        rest = after;
    }
    if let Some(after) = rest.strip_prefix("//") {
        let (netloc, tail) = after.split_at(after.find(['/', '?', '#']).unwrap_or(after.len()));
        if !netloc.is_ascii() || netloc.contains(['[', ']']) && !is_address_and_port(netloc) {
            return None;
        }
        parts.netloc = Some(netloc.to_string());
        rest = tail;
    }
    if let Some((before, after)) = rest.split_once('#') {
        parts.fragment = Some(after.to_string());
        rest = before;
    }
    if let Some((before, after)) = rest.split_once('?') {
        parts.query = Some(after.to_string());
        rest = before;
    }
    parts.path = rest.to_string();
    Some(parts)
}

fn is_address_and_port(netloc: &str) -> bool {
    let Some((host, port)) = netloc.strip_prefix('[').and_then(|rest| rest.split_once(']')) else { return false };
    let digits = port.strip_prefix(':').unwrap_or(port);
    let (address, zone) = host.split_once('%').unwrap_or((host, "0"));
    let is_zone = !zone.is_empty() && zone.chars().all(|c| c.is_ascii_alphanumeric() || "-._~".contains(c));
    is_ipv6(address)
        && is_zone
        && digits.chars().all(|c| c.is_ascii_digit())
        && (port.is_empty() || port.starts_with(':'))
}

fn is_scheme(name: &str, python: Python) -> bool {
    let letter_first = name.starts_with(|c: char| c.is_ascii_alphabetic());
    !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
        && (letter_first || python < V3_11)
}

/// The parts that `urljoin` and `urldefrag` work with: before 3.14 those of `urlparse`, for which empty is absent.
fn parse(url: &str, default_scheme: Option<&str>, python: Python) -> Option<Parts> {
    let mut parts = urlsplit(url, python)?;
    parts.scheme = parts.scheme.or(default_scheme.map(str::to_string));
    if python < V3_14 {
        for part in [&mut parts.netloc, &mut parts.query, &mut parts.fragment] {
            part.take_if(|text| text.is_empty());
        }
        if USES_PARAMS.contains(&parts.scheme.as_deref().unwrap_or(""))
            && let Some((path, params)) = split_params(&parts.path)
        {
            (parts.path, parts.params) = (path, params);
        }
    }
    Some(parts)
}

pub fn split_params(path: &str) -> Option<(String, String)> {
    let (folder, last) = path.split_at(path.rfind('/').unwrap_or(0));
    let (name, params) = last.split_once(';')?;
    Some((format!("{folder}{name}"), params.to_string()))
}

fn unparse(parts: Parts, python: Python) -> String {
    let scheme = parts.scheme.unwrap_or_default();
    let mut url = parts.path;
    if !parts.params.is_empty() {
        url = format!("{url};{}", parts.params);
    }
    let netloc = parts.netloc.or_else(|| {
        let expected = !scheme.is_empty() && USES_NETLOC.contains(&&*scheme);
        let written = match python {
            V3_10 | V3_11 => expected && !url.starts_with("//"),
            V3_13 => expected && !url.starts_with("//") && (url.is_empty() || url.starts_with('/')),
            V3_14 => false,
        };
        written.then(String::new)
    });
    if let Some(netloc) = netloc {
        let slash = if url.is_empty() || url.starts_with('/') { "" } else { "/" };
        url = format!("//{netloc}{slash}{url}");
    } else if python >= V3_13 && url.starts_with("//") {
        url = format!("//{url}");
    }
    if !scheme.is_empty() {
        url = format!("{scheme}:{url}");
    }
    if let Some(query) = parts.query {
        url = format!("{url}?{query}");
    }
    if let Some(fragment) = parts.fragment {
        url = format!("{url}#{fragment}");
    }
    url
}

pub fn urljoin(base: &str, url: &str, python: Python) -> Option<String> {
    if base.is_empty() || url.is_empty() {
        return Some(format!("{base}{url}"));
    }
    let base = parse(base, None, python)?;
    let mut parts = parse(url, base.scheme.as_deref(), python)?;
    let scheme = parts.scheme.clone().unwrap_or_default();
    if parts.scheme != base.scheme || !USES_RELATIVE.contains(&&*scheme) {
        return Some(url.to_string());
    }
    if USES_NETLOC.contains(&&*scheme) {
        if parts.netloc.as_deref().is_some_and(|netloc| !netloc.is_empty()) {
            return Some(unparse(parts, python));
        }
        parts.netloc = base.netloc;
    }
    if parts.path.is_empty() && parts.params.is_empty() {
        (parts.path, parts.params) = (base.path, base.params);
        if parts.query.is_none() {
            parts.query = base.query;
            if parts.fragment.is_none() && python >= V3_14 {
                parts.fragment = base.fragment;
            }
        }
    } else {
        parts.path = join_paths(&base.path, &parts.path);
    }
    Some(unparse(parts, python))
}

fn join_paths(base: &str, path: &str) -> String {
    let mut segments: Vec<&str> = path.split('/').collect();
    if !path.starts_with('/') {
        let mut all: Vec<&str> = base.split('/').collect();
        all.pop_if(|last| !last.is_empty());
        all.append(&mut segments);
        let last = all.len() - 1;
        let is_end = |at: usize| at == 0 || at == last;
        segments = (0..=last).filter(|&at| is_end(at) || !all[at].is_empty()).map(|at| all[at]).collect();
    }
    let ends_in_dots = matches!(segments.last(), Some(&("." | "..")));
    let mut resolved = Vec::new();
    for segment in segments {
        match segment {
            "." => {}
            ".." => drop(resolved.pop()),
            _ => resolved.push(segment),
        }
    }
    if ends_in_dots {
        resolved.push("");
    }
    let joined = resolved.join("/");
    if joined.is_empty() { "/".to_string() } else { joined }
}

pub fn urldefrag(url: &str, python: Python) -> Option<(String, String)> {
    if !url.contains('#') {
        return Some((url.to_string(), String::new()));
    }
    let mut parts = parse(url, None, python)?;
    let fragment = parts.fragment.take().unwrap_or_default();
    Some((unparse(parts, python), fragment))
}

pub fn login(netloc: &str) -> (Option<String>, Option<String>) {
    let Some((login, _)) = netloc.rsplit_once('@') else { return (None, None) };
    match login.split_once(':') {
        Some((user, password)) => (Some(user.to_string()), Some(password.to_string())),
        None => (Some(login.to_string()), None),
    }
}

/// `None` for a bracket, since what it means has changed.
pub fn host_port(netloc: &str) -> Option<(String, String)> {
    let host = netloc.rsplit_once('@').map_or(netloc, |(_, host)| host);
    let (name, port) = host.split_once(':').unwrap_or((host, ""));
    (!host.contains(['[', ']'])).then(|| (name.to_string(), port.to_string()))
}

/// `None` where `.port` raises or is `None`.
pub fn port_number(port: &str) -> Option<u16> {
    let is_number = !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
    let significant = port.trim_start_matches('0');
    let number = if significant.is_empty() { "0" } else { significant };
    is_number.then(|| number.parse().ok()).flatten()
}
