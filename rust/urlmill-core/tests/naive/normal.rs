//! RFC 3986, section 6.2, a step at a time, each part a text of its own.

use super::{join, latin1, parse, show};
use urlmill_core::normal::{Level, Normal, SchemeForm, normal_form};
use urlmill_core::parse::{LENIENT, WEB, WHOLE_PATH};
use urlmill_core::{Buffer, Span};

/// Under rules that differ in where the parts are, for schemes of every kind.
pub fn compare(text: &[u8]) {
    for rules in [LENIENT, LENIENT | WHOLE_PATH, WEB] {
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

/// `None` for text beyond ASCII and for hosts with escapes, which are for others.
pub fn normal(text: &[u8], rules: u32, form: SchemeForm, level: Level) -> Option<String> {
    let parts = parse::parse(text, rules).ok()?;
    let cut = |span: Span| latin1(span.of(text));
    if !text.is_ascii() || parts.host.is_some_and(|host| cut(host).contains('%')) {
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
        result += &cut(host).to_lowercase();
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
