//! gzip, unpacked into whole lines.

use crate::memory::reserve;
use crate::split::Stop;
use flate2::{Decompress, FlushDecompress, Status};
use memchr::memrchr;

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
    /// What was unpacked and not taken yet.
    unpacked: Vec<u8>,
    /// How much of that has no line break.
    looked_at: usize,
}

/// As much as zlib can look back on.
const WINDOW_BITS: u8 = 15;
const MAGIC: [u8; 2] = [0x1f, 0x8b];
/// What is unpacked at once, at least.
const STEP: usize = 1 << 16;

impl Default for Inflater {
    fn default() -> Self {
        Self { member: Some(Decompress::new_gzip(WINDOW_BITS)), unpacked: Vec::new(), looked_at: 0 }
    }
}

impl Inflater {
    /// Unpacks until there are whole lines of at least `size` octets, or the beginning of one of more than `longest`, or all
    /// of `packed` is used up. How many octets it has used; and how many can be taken, unless there are too few.
    ///
    /// # Errors
    /// [`Unpacking::Broken`]; what was unpacked before that can still be taken.
    pub fn unpack(&mut self, packed: &[u8], size: usize, longest: usize) -> Result<(usize, Option<usize>), Unpacking> {
        let mut used = 0;
        loop {
            if let Some(end) = self.lines(size, longest) {
                return Ok((used, Some(end)));
            }
            if used == packed.len() {
                return Ok((used, None));
            }
            used += self.step(&packed[used..], size.saturating_sub(self.unpacked.len()).max(STEP))?;
        }
    }

    /// Says that nothing follows.
    ///
    /// # Errors
    /// [`Unpacking::Ended`] in the middle of a member.
    pub fn finish(&self) -> Result<(), Unpacking> {
        if self.member.is_some() { Err(Unpacking::Ended) } else { Ok(()) }
    }

    /// What was unpacked and not taken yet.
    #[must_use]
    pub fn rest(&self) -> &[u8] {
        &self.unpacked
    }

    /// Takes so many octets away: somebody has made use of them.
    pub fn take(&mut self, len: usize) {
        self.unpacked.drain(..len.min(self.unpacked.len()));
        self.looked_at = 0;
    }

    /// How many octets the lines have that can be taken.
    fn lines(&mut self, size: usize, longest: usize) -> Option<usize> {
        if self.unpacked.len() < size {
            return None;
        }
        let end = memrchr(b'\n', &self.unpacked[self.looked_at..]).map(|at| self.looked_at + at + 1);
        self.looked_at = self.unpacked.len();
        end.or_else(|| (self.unpacked.len() > longest).then_some(self.unpacked.len()))
    }

    /// Unpacks about so many octets; how many it has used.
    fn step(&mut self, packed: &[u8], most: usize) -> Result<usize, Unpacking> {
        let Some(member) = &mut self.member else {
            return self.begin(packed);
        };
        reserve(&mut self.unpacked, most).map_err(Unpacking::Stopped)?;
        let before = member.total_in();
        let status = member.decompress_vec(packed, &mut self.unpacked, FlushDecompress::None);
        let used = (member.total_in() - before) as usize;
        match status {
            Ok(Status::StreamEnd) => self.member = None,
            Ok(Status::Ok | Status::BufError) => (),
            Err(error) => return Err(Unpacking::Broken(error.message().unwrap_or("not valid").to_owned())),
        }
        Ok(used)
    }

    /// Leaves out zeros, and begins with a member if one follows.
    fn begin(&mut self, packed: &[u8]) -> Result<usize, Unpacking> {
        let zeros = packed.iter().take_while(|&&b| b == 0).count();
        match packed[zeros..] {
            [] => (),
            [first, second, ..] if [first, second] != MAGIC => return Err(not_gzip()),
            [first] if first != MAGIC[0] => return Err(not_gzip()),
            _ => self.member = Some(Decompress::new_gzip(WINDOW_BITS)),
        }
        Ok(zeros)
    }
}

#[cold]
fn not_gzip() -> Unpacking {
    Unpacking::Broken("not a gzipped file".to_owned())
}
