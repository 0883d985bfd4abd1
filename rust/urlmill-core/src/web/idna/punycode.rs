//! Punycode (RFC 3492) in time that hardly grows faster than the label: the hosts of the URL Standard have no greatest length.
//!
//! The procedures of the RFC go over the whole label for each different character, and insert into the middle of it. A
//! tree of counts answers both questions instead. The names are the RFC's.

use super::counts::Counts;

const BASE: u64 = 36;
const T_MIN: u64 = 1;
const T_MAX: u64 = 26;
const SKEW: u64 = 38;
const DAMP: u64 = 700;
const INITIAL_BIAS: u64 = 72;
const INITIAL_N: u64 = 0x80;

/// Section 6.1.
fn adapt(delta: u64, points: u64, is_first: bool) -> u64 {
    let mut delta = if is_first { delta / DAMP } else { delta / 2 };
    delta += delta / points;
    let mut k = 0;
    while delta > (BASE - T_MIN) * T_MAX / 2 {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    k + (BASE - T_MIN + 1) * delta / (delta + SKEW)
}

fn threshold(k: u64, bias: u64) -> u64 {
    k.saturating_sub(bias).clamp(T_MIN, T_MAX)
}

/// Section 6.2; `None` if `code` does not stand for a text.
pub(super) fn decoded(code: &str) -> Option<Vec<char>> {
    let (basic, code) = code.rsplit_once('-').filter(|(basic, _)| !basic.is_empty()).unwrap_or(("", code));
    // Where each character was inserted among those that were there.
    let mut inserted: Vec<(usize, char)> = Vec::new();
    let mut digits = code.bytes();
    let (mut n, mut i, mut bias, mut points) = (INITIAL_N, 0_u64, INITIAL_BIAS, basic.len() as u64);
    while digits.len() > 0 {
        let before = i;
        let mut weight = 1_u64;
        let mut k = BASE;
        loop {
            let digit = value(digits.next()?)?;
            i = digit.checked_mul(weight).and_then(|more| i.checked_add(more))?;
            let threshold = threshold(k, bias);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(BASE - threshold)?;
            k += BASE;
        }
        points += 1;
        bias = adapt(i - before, points, inserted.is_empty());
        n = n.checked_add(i / points)?;
        i %= points;
        inserted.push((i as usize, u32::try_from(n).ok().and_then(char::from_u32)?));
        i += 1;
    }
    Some(woven(basic, &inserted))
}

/// The last one inserted stands where it was put; the one before it in a place that is still free; and so on.
fn woven(basic: &str, inserted: &[(usize, char)]) -> Vec<char> {
    let mut found = vec!['\0'; basic.len() + inserted.len()];
    let mut is_free = Counts::ones(found.len());
    for &(index, char) in inserted.iter().rev() {
        let place = is_free.place_of(index);
        is_free.take(place);
        found[place] = char;
    }
    // None of those inserted is ASCII.
    let free = found.iter_mut().filter(|char| **char == '\0');
    for (place, char) in free.zip(basic.chars()) {
        *place = char;
    }
    found
}

fn value(digit: u8) -> Option<u64> {
    match digit {
        b'a'..=b'z' => Some(u64::from(digit - b'a')),
        b'0'..=b'9' => Some(u64::from(digit - b'0') + 26),
        _ => None,
    }
}

/// Section 6.3, after what is there already.
pub(super) fn push_encoded(label: &[char], code: &mut String) {
    let start = code.len();
    code.extend(label.iter().filter(|char| char.is_ascii()));
    let basic = (code.len() - start) as u64;
    if basic > 0 {
        code.push('-');
    }
    let mut is_handled = Counts::zeros(label.len());
    let mut rest: Vec<(u64, usize)> = Vec::with_capacity(label.len() - basic as usize);
    for (place, &char) in label.iter().enumerate() {
        if char.is_ascii() {
            is_handled.add(place);
        } else {
            rest.push((u64::from(u32::from(char)), place));
        }
    }
    rest.sort_unstable();
    let (mut n, mut delta, mut bias, mut handled) = (INITIAL_N, 0, INITIAL_BIAS, basic);
    for group in rest.chunk_by(|one, other| one.0 == other.0) {
        let point = group[0].0;
        delta += (point - n) * (handled + 1);
        let of_before = handled;
        // Of those that came before this character, how many stand before it.
        let mut passed = 0;
        for &(_, place) in group {
            let before = is_handled.before(place) as u64;
            delta += before - passed;
            passed = before;
            push_number(delta, bias, code);
            bias = adapt(delta, handled + 1, handled == basic);
            delta = 0;
            handled += 1;
        }
        delta += of_before - passed + 1;
        n = point + 1;
        for &(_, place) in group {
            is_handled.add(place);
        }
    }
}

fn push_number(number: u64, bias: u64, code: &mut String) {
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

fn digit(value: u64) -> char {
    char::from(b"abcdefghijklmnopqrstuvwxyz0123456789"[value as usize])
}
