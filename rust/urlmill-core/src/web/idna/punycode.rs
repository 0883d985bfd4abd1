//! Punycode: RFC 3492. Its names are the RFC's.

const BASE: u32 = 36;
const T_MIN: u32 = 1;
const T_MAX: u32 = 26;
const SKEW: u32 = 38;
const DAMP: u32 = 700;
const INITIAL_BIAS: u32 = 72;
const INITIAL_N: u32 = 0x80;

/// Section 6.1.
fn adapt(delta: u32, points: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn threshold(k: u32, bias: u32) -> u32 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// Section 6.2; `None` if `code` does not stand for a text.
pub(super) fn decoded(code: &str) -> Option<String> {
    let (basic, code) = code.rsplit_once('-').unwrap_or(("", code));
    let mut found: Vec<char> = basic.chars().collect();
    let mut digits = code.bytes();
    let (mut n, mut i, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    while digits.len() > 0 {
        let before = i;
        let mut weight = 1_u32;
        for k in (BASE..).step_by(BASE as usize) {
            let digit = value(digits.next()?)?;
            i = digit.checked_mul(weight).and_then(|more| i.checked_add(more))?;
            let threshold = threshold(k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
        }
        let points = found.len() as u32 + 1;
        bias = adapt(i - before, points, before == 0);
        n = n.checked_add(i / points)?;
        i %= points;
        found.insert(i as usize, char::from_u32(n)?);
        i += 1;
    }
    Some(found.into_iter().collect())
}

fn value(digit: u8) -> Option<u32> {
    match digit {
        b'a'..=b'z' => Some(u32::from(digit - b'a')),
        b'0'..=b'9' => Some(u32::from(digit - b'0') + 26),
        _ => None,
    }
}

/// Section 6.3; `None` for a text that is longer than its numbers can be.
pub(super) fn encoded(text: &[char]) -> Option<String> {
    let mut code: String = text.iter().filter(|char| char.is_ascii()).collect();
    let basic = code.len() as u32;
    if basic > 0 {
        code.push('-');
    }
    let (mut n, mut delta, mut bias) = (INITIAL_N, 0_u32, INITIAL_BIAS);
    let mut handled = basic;
    while (handled as usize) < text.len() {
        let next = text.iter().map(|&char| u32::from(char)).filter(|&point| point >= n).min()?;
        delta = (next - n).checked_mul(handled + 1).and_then(|more| delta.checked_add(more))?;
        n = next;
        for point in text.iter().map(|&char| u32::from(char)) {
            if point < n {
                delta = delta.checked_add(1)?;
            }
            if point == n {
                push_number(delta, bias, &mut code);
                bias = adapt(delta, handled + 1, handled == basic);
                delta = 0;
                handled += 1;
            }
        }
        delta = delta.checked_add(1)?;
        n += 1;
    }
    Some(code)
}

fn push_number(number: u32, bias: u32, code: &mut String) {
    let mut rest = number;
    let mut k = BASE;
    loop {
        let threshold = threshold(k, bias);
        if rest < threshold {
            code.push(digit(rest));
            return;
        }
        code.push(digit(threshold + (rest - threshold) % (BASE - threshold)));
        rest = (rest - threshold) / (BASE - threshold);
        k += BASE;
    }
}

fn digit(value: u32) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize])
}
