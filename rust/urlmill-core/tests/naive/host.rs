//! RFC 3986, section 3.2.2, production by production; the zone of RFC 6874, section 2.

use super::{latin1, show};
use urlmill_core::host::Kind;
use urlmill_core::{Code, Fault};

pub fn compare(host: &[u8]) {
    assert_eq!(urlmill_core::host::kind(host), kind(host), "{}", show(host));
}

pub fn kind(host: &[u8]) -> Result<Kind, Fault> {
    let text = latin1(host);
    if let Some(literal_text) = text.strip_prefix('[') {
        let inner = literal_text.strip_suffix(']');
        return inner.and_then(literal).ok_or(Fault::new(Code::BadHost, 0));
    }
    let chars: Vec<char> = text.chars().collect();
    for (at, &char) in chars.iter().enumerate() {
        let is_escape = char == '%' && chars.iter().skip(at + 1).take(2).filter(|c| c.is_ascii_hexdigit()).count() == 2;
        if !(is_plain(char) || !char.is_ascii() || is_escape) {
            return Err(Fault::new(Code::BadHost, at));
        }
    }
    Ok(if is_ipv4(&text) { Kind::Ipv4 } else { Kind::Name })
}

/// `unreserved / sub-delims`
fn is_plain(char: char) -> bool {
    char.is_ascii_alphanumeric() || "-._~!$&'()*+,;=".contains(char)
}

fn literal(inner: &str) -> Option<Kind> {
    if let Some(future) = inner.strip_prefix(['v', 'V']) {
        let (version, address) = future.split_once('.')?;
        let is_future = !version.is_empty()
            && version.chars().all(|c| c.is_ascii_hexdigit())
            && !address.is_empty()
            && address.chars().all(|c| is_plain(c) || c == ':');
        return is_future.then_some(Kind::IpvFuture);
    }
    let (address, zone) = inner.split_once("%25").map_or((inner, None), |(address, zone)| (address, Some(zone)));
    (is_ipv6(address) && zone.is_none_or(is_zone)).then_some(Kind::Ipv6)
}

fn is_zone(zone: &str) -> bool {
    let escapes: Vec<&str> = zone.split('%').skip(1).collect();
    !zone.is_empty()
        && zone.chars().all(|c| c.is_ascii_alphanumeric() || "-._~%".contains(c))
        && escapes.iter().all(|rest| rest.chars().take(2).filter(char::is_ascii_hexdigit).count() == 2)
}

fn is_ipv4(text: &str) -> bool {
    let octets: Vec<&str> = text.split('.').collect();
    octets.len() == 4 && octets.iter().all(|octet| (0..256).any(|number| number.to_string() == *octet))
}

/// At most one gap; every group 1 to 4 hexadecimal digits; the last two groups may be an IPv4 address.
pub fn is_ipv6(text: &str) -> bool {
    let groups = |text: &str, ends: bool| -> Option<usize> {
        if text.is_empty() {
            return Some(0);
        }
        let words: Vec<&str> = text.split(':').collect();
        let mut count = 0;
        for (index, word) in words.iter().enumerate() {
            if ends && index + 1 == words.len() && is_ipv4(word) {
                count += 2;
            } else if (1..=4).contains(&word.len()) && word.chars().all(|c| c.is_ascii_hexdigit()) {
                count += 1;
            } else {
                return None;
            }
        }
        Some(count)
    };
    match text.split_once("::") {
        Some((head, tail)) => groups(head, false).zip(groups(tail, true)).is_some_and(|(a, b)| a + b <= 7),
        None => groups(text, true) == Some(8),
    }
}
