//! The moves of a game as short byte entries, oldest first. Knows how entries lie in memory, and how they are split
//! into records, but not what they mean.

/// Maximum payload of an entry, in bytes.
pub const ENTRY_MAX: usize = 100;
/// Bytes for all entries together. Each takes its payload and one byte for its length.
pub const CAPACITY: usize = 4096;

/// The entry does not fit. The journal is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

impl core::fmt::Display for Full {
    fn fmt(&self, f: &mut core::fmt::Formatter) -> core::fmt::Result {
        f.write_str("the journal has no room for this entry")
    }
}

impl core::error::Error for Full {}

/// A list of byte entries with a fixed capacity.
#[derive(Clone)]
pub struct Journal {
    bytes: [u8; CAPACITY],
    used: usize,
    count: usize,
    generation: u16,
}

impl Journal {
    pub const fn new() -> Self {
        Self { bytes: [0; CAPACITY], used: 0, count: 0, generation: 0 }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Changes whenever older entries are rewritten. Within one generation only the end changes.
    pub fn generation(&self) -> u16 {
        self.generation
    }

    /// Bytes left for entries, including one byte each for their length.
    pub fn room(&self) -> usize {
        CAPACITY - self.used
    }

    /// True if an entry with a payload of `len` bytes can be pushed now.
    pub fn fits(&self, len: usize) -> bool {
        (1..=ENTRY_MAX).contains(&len) && len < self.room()
    }

    /// Appends an entry.
    pub fn push(&mut self, payload: &[u8]) -> Result<(), Full> {
        if !self.fits(payload.len()) {
            return Err(Full);
        }
        write_entry(&mut self.bytes[self.used..], payload);
        self.used += 1 + payload.len();
        self.count += 1;
        Ok(())
    }

    /// Removes the newest entry. Returns false if there was none.
    pub fn pop(&mut self) -> bool {
        let Some(last) = self.entries().last() else {
            return false;
        };
        self.used -= 1 + last.len();
        self.count -= 1;
        true
    }

    /// All entries, oldest first.
    pub fn entries(&self) -> Entries<'_> {
        Entries { bytes: self.bytes() }
    }

    /// The entry that begins at byte `at` of [`bytes`](Self::bytes), if there is one.
    pub fn entry_at(&self, at: usize) -> Option<&[u8]> {
        Entries { bytes: self.bytes().get(at..)? }.next()
    }

    /// Removes all entries and begins the next generation.
    pub fn start_over(&mut self) {
        self.used = 0;
        self.count = 0;
        self.generation = self.generation.wrapping_add(1);
    }

    /// Replaces the `n` oldest entries with `base`, an entry that leads to the same state, and begins the next
    /// generation.
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

    /// The entries as they lie in memory, each preceded by its length.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.used]
    }

    /// Length of the common prefix of both journals, in bytes of whole entries.
    pub fn in_common(&self, other: &Self) -> usize {
        let equal = self.entries().zip(other.entries()).take_while(|(mine, theirs)| mine == theirs);
        equal.map(|(entry, _)| 1 + entry.len()).sum()
    }

    /// Splits the journal from byte `at` on into pieces of whole entries, each of at most `most` bytes. An entry must
    /// begin at `at`.
    pub fn pieces(&self, at: usize, most: usize) -> Pieces<'_> {
        Pieces { bytes: self.bytes().get(at..).unwrap_or_default(), at, most }
    }

    /// Replaces everything from byte `at` on with `bytes`. Changes nothing and fails if `bytes` are not whole entries,
    /// or if no entry begins at `at`.
    pub fn replace_from(&mut self, at: usize, bytes: &[u8]) -> Result<(), Full> {
        let whole = |bytes: &[u8]| Entries { bytes }.map(|entry| 1 + entry.len()).sum::<usize>() == bytes.len();
        let end = at + bytes.len();
        if !self.bytes().get(..at).is_some_and(whole) || !whole(bytes) || end > CAPACITY {
            return Err(Full);
        }
        self.bytes[at..end].copy_from_slice(bytes);
        self.used = end;
        self.count = self.entries().count();
        Ok(())
    }
}

/// Leaves out the content, which is too long to read.
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

/// Journals are equal if their entries are. The generation does not matter.
impl PartialEq for Journal {
    fn eq(&self, other: &Self) -> bool {
        self.bytes() == other.bytes()
    }
}

impl Eq for Journal {}

fn write_entry(at: &mut [u8], payload: &[u8]) {
    at[0] = payload.len() as u8;
    at[1..=payload.len()].copy_from_slice(payload);
}

/// The entries of a [`Journal`], oldest first. Ends at the first byte that cannot begin an entry.
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

/// Pieces of a [`Journal`], oldest first, each with the byte that it begins at.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    bytes: &'a [u8],
    at: usize,
    most: usize,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = (usize, &'a [u8]);

    fn next(&mut self) -> Option<(usize, &'a [u8])> {
        let mut end = 0;
        for entry in (Entries { bytes: self.bytes }) {
            if end + 1 + entry.len() > self.most {
                break;
            }
            end += 1 + entry.len();
        }
        if end == 0 {
            return None;
        }
        let (piece, rest) = self.bytes.split_at(end);
        let at = self.at;
        (self.bytes, self.at) = (rest, at + end);
        Some((at, piece))
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
    fn entries_are_read_back_until_popped() {
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
    fn an_entry_that_does_not_fit_is_refused_and_changes_nothing() {
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
        assert!(journal.room() < 2, "what the shortest entry takes");
    }

    #[test]
    fn fold_replaces_the_oldest_entries_with_one() {
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
        assert_eq!(journal.len(), CAPACITY / (ENTRY_MAX + 1) - 40 + 1);
    }

    #[test]
    fn starting_over_begins_a_new_generation() {
        let mut journal = with(&[3]);
        journal.start_over();
        assert!(journal.is_empty());
        assert_eq!(journal.generation(), 1);
    }

    #[test]
    fn pieces_reassemble_the_journal() {
        for len in 1..=ENTRY_MAX {
            let mut journal = Journal::new();
            while journal.push(&[len as u8; ENTRY_MAX][..len]).is_ok() {}
            let mut again = with(&[9, 9]);
            for (at, piece) in journal.pieces(0, 120) {
                assert!(piece.len() <= 120);
                again.replace_from(at, piece).unwrap();
            }
            assert_eq!(again, journal);
            assert_eq!(again.len(), journal.len());
        }
    }

    #[test]
    fn the_common_prefix_of_two_journals_ends_with_an_entry() {
        let journal = with(&[5, 6, 7]);
        let mut other = with(&[5, 6]);
        assert_eq!(journal.in_common(&other), 13);
        other.push(&[2, 2, 2]).unwrap();
        assert_eq!(journal.in_common(&other), 13);
        assert_eq!(journal.in_common(&Journal::new()), 0);
        other.replace_from(13, journal.pieces(13, 64).next().unwrap().1).unwrap();
        assert_eq!(other, journal);
        other.replace_from(6, &[]).unwrap();
        assert_eq!(other.len(), 1);
    }

    #[test]
    fn bytes_that_are_not_entries_are_refused_and_change_nothing() {
        let mut journal = with(&[2, 4]);
        let before = journal.clone();
        for (at, broken) in
            [(3, &[1, 1, 0][..]), (8, &[5, 1]), (0, &[ENTRY_MAX as u8 + 1; ENTRY_MAX + 9]), (1, &[1, 1]), (9, &[1, 1])]
        {
            assert_eq!(journal.replace_from(at, broken), Err(Full));
        }
        assert_eq!(journal, before);
        assert_eq!(journal.len(), before.len());
    }
}
