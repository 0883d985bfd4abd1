//! RFC 3986, section 3.2, `[ userinfo "@" ] host [ ":" port ]`, with the userinfo of RFC 1738, section 3.1,
//! `user [ ":" password ]`.

use super::show;
use urlmill_core::{Authority, Code, Fault, Span};

pub fn compare(text: &[u8]) {
    assert_eq!(urlmill_core::authority(text), authority(text), "{}", show(text));
}

pub fn authority(text: &[u8]) -> Result<Authority, Fault> {
    let ats = places(text, b"@");
    if ats.len() > 1 {
        return Err(Fault::new(Code::ReservedUnencoded, ats[0]));
    }
    let (mut user, mut password, mut start) = (None, None, 0);
    if let [at] = ats[..] {
        user = Some(Span::new(0, at));
        start = at + 1;
        if let Some(&colon) = places(&text[..at], b":").first() {
            user = Some(Span::new(0, colon));
            password = Some(Span::new(colon + 1, at));
        }
    }
    let end = host_end(text, start)?;
    let host = Span::new(start, end);
    if end == text.len() {
        return Ok(Authority { user, password, host, port: None });
    }
    if text[end] != b':' {
        return Err(Fault::new(Code::BadHost, end));
    }
    check_port(text, end + 1)?;
    Ok(Authority { user, password, host, port: Some(Span::new(end + 1, text.len())) })
}

fn host_end(text: &[u8], start: usize) -> Result<usize, Fault> {
    let rest = &text[start..];
    let (inner_start, inner_end, end) = if rest.starts_with(b"[") {
        let close = *places(rest, b"]").first().ok_or(Fault::new(Code::BadHost, start))?;
        (1, close, close + 1)
    } else {
        let colons = places(rest, b":");
        if colons.len() > 1 {
            return Err(Fault::new(Code::BadHost, start));
        }
        let colon = colons.first().copied().unwrap_or(rest.len());
        (0, colon, colon)
    };
    match places(&rest[inner_start..inner_end], b"[]").first() {
        Some(stray) => Err(Fault::new(Code::BadHost, start + inner_start + stray)),
        None => Ok(start + end),
    }
}

/// The shortest beginning of the port that cannot be continued to a good one decides: a character that is no digit is
/// blamed itself, a number that is too large is blamed from its start.
fn check_port(text: &[u8], start: usize) -> Result<(), Fault> {
    for at in start..text.len() {
        if !text[at].is_ascii_digit() {
            return Err(Fault::new(Code::BadPort, at));
        }
        let digits = String::from_utf8_lossy(&text[start..=at]);
        let significant = digits.trim_start_matches('0');
        if significant.len() > 5 || significant.parse::<u32>().is_ok_and(|number| number > 65535) {
            return Err(Fault::new(Code::BadPort, start));
        }
    }
    Ok(())
}

fn places(text: &[u8], marks: &[u8]) -> Vec<usize> {
    (0..text.len()).filter(|&at| marks.contains(&text[at])).collect()
}
