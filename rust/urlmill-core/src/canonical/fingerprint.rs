//! A number that stands for a canonical form.

use blake2::Blake2bMac;
use blake2::digest::consts::U16;
use blake2::digest::{FixedOutput, Update};

/// How many octets it has: two forms with the same one are not to be found, not even on purpose.
pub const LEN: usize = 16;
/// The most octets that a person or a salt has.
const MOST: usize = 16;

/// 128 bits of BLAKE2b (RFC 7693) of `form`, other ones for each `person` and each `salt`. `None` if one of the two has
/// more than sixteen octets.
#[must_use]
pub fn fingerprint(form: &[u8], person: &[u8], salt: &[u8]) -> Option<[u8; LEN]> {
    if person.len().max(salt.len()) > MOST {
        return None;
    }
    let mut hash = Blake2bMac::<U16>::new_with_salt_and_personal(None, salt, person).ok()?;
    hash.update(form);
    Some(hash.finalize_fixed().into())
}
