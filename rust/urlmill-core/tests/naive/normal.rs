//! RFC 3986, section 6.2, a step at a time, each part a text of its own.

use super::{host, join, latin1, parse, show};
use std::net::Ipv6Addr;
use urlmill_core::host::Kind;
use urlmill_core::normal::{Level, Normal, SchemeForm, normal_form};
use urlmill_core::parse::{ANY_PRINTABLE, LENIENT, WHOLE_PATH};
use urlmill_core::{Buffer, Span};

/// Under rules that differ in where the parts are, for schemes of every kind.
pub fn compare(text: &[u8]) {
    for rules in [LENIENT, LENIENT | WHOLE_PATH, ANY_PRINTABLE] {
        let Ok(parts) = urlmill_core::parse(text, rules) else { continue };
        for number in 0..16 {
            let form = SchemeForm {
                default_port: if number & 1 == 0 { Some(80) } else { None },
                has_dot_segments: number & 2 == 0,
                needs_host: number & 4 == 0,
            };
            let level = if number & 8 == 0 { Level::Scheme } else { Level::Syntax };
            let mut out = Buffer::from(&b"kept"[..]);
            let answer = normal_form(text, &parts, form, level, &mut out);
            let expected = normal(text, rules, form, level);
            let name = format!("{} with {rules:#b}, {form:?}, {level:?}", show(text));
            match answer {
                Normal::Ask => assert_eq!(None, expected, "{name}"),
                Normal::Same => assert_eq!(Some(latin1(text)), expected, "{name}"),
                Normal::Changed => {
                    assert_eq!(Some(latin1(&out)), expected.map(|text| format!("kept{text}")), "{name}");
                    assert_ne!(&out[4..], text, "{name}");
                }
            }
            assert!(answer == Normal::Changed || out[..] == b"kept"[..], "{name}");
        }
    }
}

/// `None` for text beyond ASCII, and for hosts with escapes that are looked up, which are for others.
pub fn normal(text: &[u8], rules: u32, form: SchemeForm, level: Level) -> Option<String> {
    let parts = parse::parse(text, rules).ok()?;
    let cut = |span: Span| latin1(span.of(text));
    if !text.is_ascii() {
        return None;
    }
    let mut result = String::new();

    // 6.2.2.1: the scheme and the host are in lower case.
    if let Some(scheme) = parts.scheme {
        result = format!("{result}{}:", cut(scheme).to_lowercase());
    }
    if let Some(host) = parts.host {
        result += "//";
        if let Some(user) = parts.user {
            result += &escapes(&cut(user));
            if let Some(password) = parts.password {
                result = format!("{result}:{}", escapes(&cut(password)));
            }
            result += "@";
        }
        result += &normal_host(&cut(host), form, level)?;
        if let Some(port) = parts.port {
            result += &normal_port(&cut(port), form, level);
        }
    }

    // 6.2.2.2, then 6.2.2.3, then 6.2.3.
    let mut path = escapes(&cut(parts.path));
    if form.has_dot_segments && path.starts_with('/') {
        path = join::remove_dot_segments(&path);
    }
    if path.is_empty() && form.needs_host && level == Level::Scheme {
        path = "/".to_string();
    }
    if parts.authority.is_none() && path.starts_with("//") {
        path = format!("/.{path}");
    }
    if parts.scheme.is_none()
        && parts.authority.is_none()
        && path.split_once(':').is_some_and(|(name, _)| is_scheme(name))
    {
        path = format!("./{path}");
    }
    result += &path;
    if let Some(query) = parts.query {
        result = format!("{result}?{}", escapes(&cut(query)));
    }
    if let Some(fragment) = parts.fragment {
        result = format!("{result}#{}", escapes(&cut(fragment)));
    }
    Some(result)
}

fn normal_host(host: &str, form: SchemeForm, level: Level) -> Option<String> {
    match host::kind(host.as_bytes()) {
        Ok(Kind::Name) => {
            let name = escapes(host);
            let is_looked_up = level == Level::Scheme && form.default_port.is_some();
            if is_looked_up && name.contains('%') { None } else { Some(lowered(&name)) }
        }
        Ok(Kind::Ipv6) => {
            let inner = &host[1..host.len() - 1];
            let (address, zone) = inner
                .split_once("%25")
                .map_or((inner, String::new()), |(address, zone)| (address, format!("%25{}", escapes(zone))));
            let address = if level == Level::Scheme { rfc_5952(address) } else { address.to_lowercase() };
            Some(format!("[{address}{zone}]"))
        }
        _ => Some(host.to_lowercase()),
    }
}

/// 6.2.2.1: without case, but for the digits of escapes.
fn lowered(name: &str) -> String {
    let mut pieces = name.split('%');
    let first = pieces.next().unwrap_or_default().to_lowercase();
    let rest = pieces.map(|piece| format!("%{}{}", &piece[..2], piece[2..].to_lowercase()));
    first + &rest.collect::<String>()
}

/// RFC 5952, section 4: no leading zeros, the longest run of two or more zeros as `::`, the first of several; section 5:
/// IPv4 addresses as such.
fn rfc_5952(address: &str) -> String {
    let Ok(groups) = address.parse::<Ipv6Addr>().map(|address| address.segments()) else { return String::new() };
    if let [0, 0, 0, 0, 0, 0xffff, high, low] = groups {
        return format!("::ffff:{}.{}.{}.{}", high >> 8, high & 0xff, low >> 8, low & 0xff);
    }
    let hex = |groups: &[u16]| groups.iter().map(|group| format!("{group:x}")).collect::<Vec<_>>().join(":");
    for len in (2..=8).rev() {
        for start in 0..=8 - len {
            if groups[start..start + len].iter().all(|&group| group == 0) {
                return format!("{}::{}", hex(&groups[..start]), hex(&groups[start + len..]));
            }
        }
    }
    hex(&groups)
}

/// With its colon; nothing if it says nothing.
fn is_scheme(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

fn normal_port(port: &str, form: SchemeForm, level: Level) -> String {
    let is_number = !port.is_empty() && port.chars().all(|char| char.is_ascii_digit());
    let number = if is_number { format!("0{}", port.trim_start_matches('0')).parse::<u16>().ok() } else { None };
    if level == Level::Scheme && (port.is_empty() || number.is_some() && number == form.default_port) {
        return String::new();
    }
    match number {
        Some(number) if level == Level::Scheme => format!(":{number}"),
        _ => format!(":{port}"),
    }
}

/// 6.2.2.1 and 6.2.2.2: escapes have upper-case digits, and none stands for a character that needs none. What cannot
/// stand in a URI gets one.
fn escapes(raw: &str) -> String {
    let chars: Vec<char> = raw.chars().collect();
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let digits = chars.get(at + 1).zip(chars.get(at + 2));
        let octet = digits.and_then(|(high, low)| Some(high.to_digit(16)? * 16 + low.to_digit(16)?));
        if chars[at] == '%'
            && let Some(octet) = octet
        {
            let char = char::from_u32(octet).unwrap_or_default();
            if char.is_ascii_alphanumeric() || "-._~".contains(char) {
                pieces.push(char.to_string());
            } else {
                pieces.push(format!("%{octet:02X}"));
            }
            at += 3;
        } else {
            if chars[at].is_ascii_alphanumeric() || "-._~!$&'()*+,;=:@/?".contains(chars[at]) {
                pieces.push(chars[at].to_string());
            } else {
                pieces.push(format!("%{:02X}", u32::from(chars[at])));
            }
            at += 1;
        }
    }
    pieces.concat()
}
