//! The game as what happened: short byte entries, oldest first. It knows how entries lie in memory
//! and in chunks of flash, never what they mean.

/// Longest payload of one entry.
pub const ENTRY_MAX: usize = 64;
/// Bytes for all entries together, each with one byte for its length.
pub const CAPACITY: usize = 4096;

/// The entry does not fit any more; the journal is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

#[derive(Clone)]
pub struct Journal {
    bytes: [u8; CAPACITY],
    used: usize,
    count: usize,
    generation: u16,
}

impl Journal {
    /// Longest chunk. It holds the longest entry, and a change of one entry rewrites no more than this.
    pub const CHUNK_MAX: usize = 128;
    /// A chunk is closed only when the next entry does not fit, so all but the last are fuller than the difference.
    pub const MAX_CHUNKS: usize = CAPACITY.div_ceil(Self::CHUNK_MAX - ENTRY_MAX);

    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], used: 0, count: 0, generation: 0 }
    }

    /// Entries, not bytes.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Changes whenever older entries were rewritten; within one generation only the end changes.
    pub fn generation(&self) -> u16 {
        self.generation
    }

    /// Bytes that further entries, each with its length, may take.
    pub fn room(&self) -> usize {
        CAPACITY - self.used
    }

    /// Whether an entry with a payload of this length can be pushed now.
    pub fn fits(&self, len: usize) -> bool {
        (1..=ENTRY_MAX).contains(&len) && len < self.room()
    }

    pub fn push(&mut self, payload: &[u8]) -> Result<(), Full> {
        if !self.fits(payload.len()) {
            return Err(Full);
        }
        write_entry(&mut self.bytes[self.used..], payload);
        self.used += 1 + payload.len();
        self.count += 1;
        Ok(())
    }

    /// Takes the newest entry away; false when there was none.
    pub fn pop(&mut self) -> bool {
        let Some(last) = self.entries().last() else {
            return false;
        };
        self.used -= 1 + last.len();
        self.count -= 1;
        true
    }

    /// Oldest first.
    pub fn entries(&self) -> Entries<'_> {
        Entries { bytes: self.written() }
    }

    /// Forgets everything and begins the next generation.
    pub fn start_over(&mut self) {
        self.used = 0;
        self.count = 0;
        self.generation = self.generation.wrapping_add(1);
    }

    /// Puts one entry, from which the same state follows, in the place of the `n` oldest ones,
    /// and begins the next generation.
    pub fn fold(&mut self, n: usize, base: &[u8]) -> Result<(), Full> {
        let n = n.min(self.count);
        let dropped: usize = self.entries().take(n).map(|entry| 1 + entry.len()).sum();
        let kept = self.used - dropped;
        let head = 1 + base.len();
        if base.is_empty() || base.len() > ENTRY_MAX || head + kept > CAPACITY {
            return Err(Full);
        }
        self.bytes.copy_within(dropped..self.used, head);
        write_entry(&mut self.bytes, base);
        self.used = head + kept;
        self.count = self.count - n + 1;
        self.generation = self.generation.wrapping_add(1);
        Ok(())
    }

    /// Whole entries packed into pieces of at most [`Journal::CHUNK_MAX`] bytes. Only the last piece changes
    /// when an entry is pushed or popped.
    pub fn chunks(&self) -> Chunks<'_> {
        Chunks { bytes: self.written() }
    }

    /// Puts bytes behind the end, where they wait for [`Journal::take_up`]. What does not fit is left out.
    pub fn lay(&mut self, ahead: usize, bytes: &[u8]) {
        let at = self.used + ahead;
        if let Some(place) = self.bytes.get_mut(at..at + bytes.len()) {
            place.copy_from_slice(bytes);
        }
    }

    /// The next `len` bytes behind the end.
    pub fn laid(&self, len: usize) -> &[u8] {
        self.bytes.get(self.used..self.used + len).unwrap_or_default()
    }

    /// Makes the next `len` bytes behind the end part of the journal: whole entries, or nothing is taken.
    pub fn take_up(&mut self, len: usize) -> Result<(), Full> {
        let entries = Entries { bytes: self.laid(len) };
        let sound: usize = entries.clone().map(|entry| 1 + entry.len()).sum();
        if sound != len {
            return Err(Full);
        }
        self.count += entries.count();
        self.used += len;
        Ok(())
    }

    fn written(&self) -> &[u8] {
        &self.bytes[..self.used]
    }
}

/// Without the bytes, of which there are too many to read.
impl core::fmt::Debug for Journal {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Journal of {} entries in {} bytes", self.count, self.used)
    }
}

impl Default for Journal {
    fn default() -> Self {
        Self::new()
    }
}

/// Two journals are equal when the same things happened, however they came to be stored.
impl PartialEq for Journal {
    fn eq(&self, other: &Self) -> bool {
        self.written() == other.written()
    }
}

impl Eq for Journal {}

fn write_entry(at: &mut [u8], payload: &[u8]) {
    at[0] = payload.len() as u8;
    at[1..=payload.len()].copy_from_slice(payload);
}

/// The entries of a [`Journal`], oldest first. Ends early at bytes that cannot be entries.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    bytes: &'a [u8],
}

impl<'a> Iterator for Entries<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (&len, rest) = self.bytes.split_first()?;
        let len = usize::from(len);
        if len == 0 || len > ENTRY_MAX {
            return None;
        }
        let payload = rest.get(..len)?;
        self.bytes = &rest[len..];
        Some(payload)
    }
}

/// The chunks of a [`Journal`], oldest first.
#[derive(Clone, Debug)]
pub struct Chunks<'a> {
    bytes: &'a [u8],
}

impl<'a> Iterator for Chunks<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let mut end = 0;
        for entry in (Entries { bytes: self.bytes }) {
            if end + 1 + entry.len() > Journal::CHUNK_MAX {
                break;
            }
            end += 1 + entry.len();
        }
        if end == 0 {
            return None;
        }
        let (chunk, rest) = self.bytes.split_at(end);
        self.bytes = rest;
        Some(chunk)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(lengths: &[usize]) -> Journal {
        let mut journal = Journal::new();
        for (i, &len) in lengths.iter().enumerate() {
            journal.push(&[i as u8; ENTRY_MAX][..len]).unwrap();
        }
        journal
    }

    #[test]
    fn gives_back_what_was_pushed_until_it_is_popped() {
        let mut journal = Journal::new();
        journal.push(&[1, 2]).unwrap();
        journal.push(&[3]).unwrap();
        assert!(journal.entries().eq([&[1u8, 2][..], &[3]]));
        assert_eq!(journal.len(), 2);
        assert!(journal.pop());
        assert!(journal.entries().eq([&[1u8, 2][..]]));
        assert!(journal.pop());
        assert!(!journal.pop());
        assert!(journal.is_empty());
        assert_eq!(journal.generation(), 0);
    }

    #[test]
    fn refuses_what_does_not_fit_and_stays_as_it_was() {
        let mut journal = Journal::new();
        assert_eq!(journal.push(&[]), Err(Full));
        assert_eq!(journal.push(&[0; ENTRY_MAX + 1]), Err(Full));
        while journal.fits(ENTRY_MAX) {
            journal.push(&[7; ENTRY_MAX]).unwrap();
        }
        let before = journal.clone();
        assert_eq!(journal.push(&[7; ENTRY_MAX]), Err(Full));
        assert_eq!(journal, before);
        assert_eq!(journal.room(), CAPACITY % (ENTRY_MAX + 1));
        journal.pop();
        while journal.fits(1) {
            journal.push(&[7]).unwrap();
        }
        assert_eq!(journal.room(), 0);
    }

    #[test]
    fn folds_the_oldest_entries_into_one() {
        let mut journal = with(&[5, 6, 7]);
        journal.fold(2, &[9, 9]).unwrap();
        assert!(journal.entries().eq([&[9u8, 9][..], &[2; 7]]));
        assert_eq!((journal.len(), journal.generation()), (2, 1));
        journal.fold(0, &[8; ENTRY_MAX]).unwrap();
        assert_eq!(journal.len(), 3);
        assert_eq!(journal.entries().next(), Some(&[8; ENTRY_MAX][..]));
        assert_eq!(journal.fold(1, &[]), Err(Full));
        assert_eq!((journal.len(), journal.generation()), (3, 2));
    }

    #[test]
    fn fold_makes_room_in_a_full_journal() {
        let mut journal = Journal::new();
        while journal.fits(ENTRY_MAX) {
            journal.push(&[7; ENTRY_MAX]).unwrap();
        }
        journal.fold(40, &[1; 60]).unwrap();
        assert!(journal.fits(ENTRY_MAX));
        assert_eq!(journal.len(), 63 - 40 + 1);
    }

    #[test]
    fn starting_over_is_a_new_generation() {
        let mut journal = with(&[3]);
        journal.start_over();
        assert!(journal.is_empty());
        assert_eq!(journal.generation(), 1);
    }

    #[test]
    fn push_and_pop_touch_only_the_last_chunk() {
        let mut journal = Journal::new();
        for step in 0..600usize {
            let before = journal.clone();
            if step % 5 == 4 || journal.push(&[step as u8; ENTRY_MAX][..1 + step * 7 % ENTRY_MAX]).is_err() {
                journal.pop();
            }
            let (old, new) = (before.chunks(), journal.chunks());
            let shorter = old.clone().count().min(new.clone().count());
            assert!(old.clone().zip(new.clone()).take(shorter.saturating_sub(1)).all(|(a, b)| a == b));
            assert!(old.count().abs_diff(new.count()) <= 1);
        }
    }

    #[test]
    fn chunks_put_together_are_the_journal_again() {
        for len in 1..=ENTRY_MAX {
            let mut journal = Journal::new();
            while journal.push(&[len as u8; ENTRY_MAX][..len]).is_ok() {}
            assert!(journal.chunks().count() <= Journal::MAX_CHUNKS);
            let mut again = Journal::new();
            for chunk in journal.chunks() {
                assert!(chunk.len() <= Journal::CHUNK_MAX);
                again.lay(0, chunk);
                assert_eq!(again.laid(chunk.len()), chunk);
                again.take_up(chunk.len()).unwrap();
            }
            assert_eq!(again, journal);
            assert_eq!(again.len(), journal.len());
        }
    }

    #[test]
    fn a_chunk_that_cannot_be_entries_is_refused_whole() {
        let mut journal = with(&[2]);
        let before = journal.clone();
        for broken in [&[1, 1, 0][..], &[5, 1], &[65; 80]] {
            journal.lay(0, broken);
            assert_eq!(journal.take_up(broken.len()), Err(Full));
        }
        assert_eq!(journal.take_up(CAPACITY), Err(Full));
        assert_eq!(journal, before);
        assert_eq!(journal.len(), before.len());
    }
}
