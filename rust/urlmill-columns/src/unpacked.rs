//! gzip, unpacked piece by piece.

use crate::memory::reserve;
use crate::split::Stop;
use flate2::{Decompress, FlushDecompress, Status};

/// Why packed data cannot be unpacked any further.
#[derive(Debug)]
pub enum Unpacking {
    /// It ends in the middle.
    Ended,
    /// It is not what it should be.
    Broken(String),
    /// See [`Stop`].
    Stopped(Stop),
}

/// Unpacks one member after the other (RFC 1952 2.2). Zeros may follow the last one.
#[derive(Debug)]
pub struct Inflater {
    member: Option<Decompress>,
    /// What is wrong after all that was unpacked so far.
    fault: Option<String>,
}

/// As much as zlib can look back on.
const WINDOW_BITS: u8 = 15;
const INVALID: &str = "invalid data";
/// Of a member.
const FIRST: u8 = 0x1f;

impl Default for Inflater {
    fn default() -> Self {
        Self { member: Some(Decompress::new_gzip(WINDOW_BITS)), fault: None }
    }
}

impl Inflater {
    /// Unpacks about `most` octets into `unpacked`, which is empty; how many octets of `packed` it has used. If nothing is
    /// unpacked, it takes more of what is packed: zlib may hold some octets back even if all of `packed` is used up.
    ///
    /// # Errors
    /// [`Unpacking::Broken`], when everything before the fault was unpacked by earlier calls.
    pub fn unpack(&mut self, packed: &[u8], unpacked: &mut Vec<u8>, most: usize) -> Result<usize, Unpacking> {
        let mut used = 0;
        if self.fault.is_none() {
            reserve(unpacked, most).map_err(Unpacking::Stopped)?;
        }
        while self.fault.is_none() && unpacked.len() < most {
            let before = unpacked.len();
            let more = self.step(&packed[used..], unpacked);
            used += more;
            if more == 0 && unpacked.len() == before {
                break;
            }
        }
        match &self.fault {
            Some(words) if unpacked.is_empty() => Err(Unpacking::Broken(words.clone())),
            _ => Ok(used),
        }
    }

    /// Says that nothing follows.
    ///
    /// # Errors
    /// [`Unpacking::Ended`] in the middle of a member.
    pub fn finish(&self) -> Result<(), Unpacking> {
        if self.member.is_some() { Err(Unpacking::Ended) } else { Ok(()) }
    }

    /// Unpacks into the room that there is; how many octets it has used.
    fn step(&mut self, packed: &[u8], unpacked: &mut Vec<u8>) -> usize {
        let Some(member) = &mut self.member else {
            return self.begin(packed);
        };
        let before = member.total_in();
        let status = member.decompress_vec(packed, unpacked, FlushDecompress::None);
        let used = (member.total_in() - before) as usize;
        match status {
            Ok(Status::StreamEnd) => self.member = None,
            Ok(Status::Ok | Status::BufError) => (),
            // Of a fault in the data, zlib-rs forgets the words where it is fast.
            Err(error) => {
                self.fault =
                    Some(error.message().filter(|words| words.starts_with("incorrect")).unwrap_or(INVALID).to_owned());
            }
        }
        used
    }

    /// Leaves out zeros, and begins with a member if one follows.
    fn begin(&mut self, packed: &[u8]) -> usize {
        let zeros = packed.iter().take_while(|&&b| b == 0).count();
        match packed.get(zeros) {
            None => (),
            Some(&FIRST) => self.member = Some(Decompress::new_gzip(WINDOW_BITS)),
            Some(_) => self.fault = Some("what follows is not gzip".to_owned()),
        }
        zeros
    }
}
