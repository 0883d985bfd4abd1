//! The URLs of a `srcset`.

use super::is_space;
use crate::span::Span;

/// Those of its candidates, as the HTML Standard finds them: `a.png 1x, b.png 2x`. What describes them is passed over.
pub(super) fn urls(value: Span, text: &[u8]) -> impl Iterator<Item = Span> {
    let mut at = value.start as usize;
    let end = value.end as usize;
    std::iter::from_fn(move || {
        let skip = |from: usize, wanted: fn(u8) -> bool| {
            text[from..end].iter().position(|b| !wanted(*b)).map_or(end, |distance| from + distance)
        };
        let start = skip(at, |b| is_space(b) || b == b',');
        if start == end {
            return None;
        }
        at = skip(start, |b| !is_space(b));
        let commas = text[start..at].iter().rev().take_while(|b| **b == b',').count();
        let url = Span::new(start, at - commas);
        if commas == 0 {
            at = after_descriptors(text, at, end);
        }
        Some(url)
    })
}

/// Where the comma is that ends them; none within parentheses does.
fn after_descriptors(text: &[u8], start: usize, end: usize) -> usize {
    let mut is_within = false;
    for (distance, b) in text[start..end].iter().enumerate() {
        match b {
            b'(' => is_within = true,
            b')' => is_within = false,
            b',' if !is_within => return start + distance,
            _ => {}
        }
    }
    end
}
