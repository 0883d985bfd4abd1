//! Sixteen bytes at a time, in code that compilers turn into vector instructions on any processor.

/// Whether `is` holds for any byte of `text`.
///
/// Unlike a search it does not stop at the first, so it has no branches. The odd bytes at the end are looked at as part
/// of a last full vector: one by one they would take longer than all the rest.
#[inline(always)]
pub(crate) fn any(text: &[u8], is: impl Fn(u8) -> bool) -> bool {
    let Some(last) = text.last_chunk::<16>() else {
        return any_of_few(text, is);
    };
    let mut found = last.map(&is);
    for vector in text.as_chunks::<16>().0 {
        for (found, &b) in found.iter_mut().zip(vector) {
            *found |= is(b);
        }
    }
    found.iter().any(|&found| found)
}

/// The same for fewer than sixteen bytes: eight at either end, which may overlap.
#[inline(always)]
fn any_of_few(text: &[u8], is: impl Fn(u8) -> bool) -> bool {
    let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) else {
        return text.iter().any(|&b| is(b));
    };
    let mut found = last.map(&is);
    for (found, &b) in found.iter_mut().zip(first) {
        *found |= is(b);
    }
    found.iter().any(|&found| found)
}

/// Whether all of it is ASCII. Two vectors at a time and without a stop in between: for texts as short as URLs that takes
/// a third of the time that the standard library's way does.
#[inline]
#[must_use]
pub fn is_ascii(text: &[u8]) -> bool {
    let Some(last) = text.last_chunk::<32>() else { return text.iter().fold(0, |any, &b| any | b) < 0x80 };
    let mut any = *last;
    for chunk in text.as_chunks::<32>().0 {
        for (any, b) in any.iter_mut().zip(chunk) {
            *any |= b;
        }
    }
    any.iter().fold(0, |any, &b| any | b) < 0x80
}

/// Whether a control character below the space is in it.
#[inline]
#[must_use]
pub fn has_control(text: &[u8]) -> bool {
    any(text, |b| b < b' ')
}
