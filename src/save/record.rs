//! One slot of flash: a numbered record with its checksum, as bytes. Knows no flash.
//!
//! ```text
//! byte  0  4       8      13      14       15    16       17      18     22  24
//!       sum number "Dials" LAYOUT !LAYOUT  kind  version  length  first  at  content …
//! ```

use crc::{CRC_32_ISO_HDLC, Crc};

use super::format;

/// Bytes of a slot. Half a page, so that one operation of the flash programs it.
pub const SLOT: usize = 128;
const HEAD: usize = 24;
/// Longest content of a record.
pub const CONTENT: usize = SLOT - HEAD;

/// Begins every record, whatever the layout.
const MARK: [u8; 5] = *b"Dials";
/// Version of this layout. The content has versions of its own, see [`Kind::version`].
const LAYOUT: u8 = 3;
/// Stored in place of [`Record::first`] if that is `None`.
const NONE: u32 = u32::MAX;

static SUM: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Journal entries, which replace everything from byte [`Record::at`] of the journal on.
    Game,
    Settings,
    Knobs,
}

impl Kind {
    const ALL: [Self; 3] = [Self::Game, Self::Settings, Self::Knobs];

    /// Version of the content that this firmware writes and reads.
    pub const fn version(self) -> u8 {
        match self {
            Self::Game => format::GAME,
            Self::Settings => format::SETTINGS,
            Self::Knobs => format::KNOBS,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    pub number: u32,
    /// Number of the first record of the newest complete set. `None` while a new set is incomplete.
    pub first: Option<u32>,
    pub kind: Kind,
    pub version: u8,
    pub at: u16,
    pub content: &'a [u8],
}

/// The bytes of a slot. Aligned, since some flash is read in words of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(4))]
pub struct Slot(pub [u8; SLOT]);

impl Slot {
    /// Content that is neither blank nor a record.
    pub const UNREADABLE: Self = Self([0; SLOT]);

    pub fn new(record: &Record) -> Self {
        let mut bytes = [0xFF; SLOT];
        bytes[4..8].copy_from_slice(&record.number.to_le_bytes());
        bytes[8..13].copy_from_slice(&MARK);
        bytes[13..18].copy_from_slice(&[
            LAYOUT,
            !LAYOUT,
            record.kind as u8,
            record.version,
            record.content.len() as u8,
        ]);
        bytes[18..22].copy_from_slice(&record.first.unwrap_or(NONE).to_le_bytes());
        bytes[22..HEAD].copy_from_slice(&record.at.to_le_bytes());
        bytes[HEAD..][..record.content.len()].copy_from_slice(record.content);
        let sum = SUM.checksum(&bytes[4..HEAD + record.content.len()]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        Self(bytes)
    }

    pub fn is_blank(&self) -> bool {
        self.0.iter().all(|&byte| byte == 0xFF)
    }

    /// The record, if it is intact and ours.
    pub fn record(&self) -> Option<Record<'_>> {
        let (head, rest) = self.0.split_first_chunk::<HEAD>()?;
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let content = rest.get(..usize::from(head[17]))?;
        if head[8..13] != MARK || head[13] != LAYOUT || SUM.checksum(&self.0[4..HEAD + content.len()]) != number(0) {
            return None;
        }
        Some(Record {
            number: number(4),
            first: Some(number(18)).filter(|&first| first != NONE),
            kind: *Kind::ALL.get(usize::from(head[15]))?,
            version: head[16],
            at: u16::from_le_bytes([head[22], head[23]]),
            content,
        })
    }

    /// True if firmware with another layout wrote here.
    pub fn is_foreign(&self) -> bool {
        self.0[8..13] == MARK && self.0[13] == !self.0[14] && self.0[13] != LAYOUT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: Record =
        Record { number: 900, first: Some(870), kind: Kind::Settings, version: 1, at: 300, content: &[2, 7, 7] };

    #[test]
    fn a_record_is_read_back() {
        assert_eq!(Slot::new(&RECORD).record(), Some(RECORD));
        let longest = Record { first: None, content: &[9; CONTENT], ..RECORD };
        assert_eq!(Slot::new(&longest).record(), Some(longest));
        assert_eq!(Slot([0xFF; SLOT]).record(), None);
        assert_eq!(Slot::UNREADABLE.record(), None);
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let slot = Slot::new(&RECORD);
        for bit in 0..8 * (HEAD + RECORD.content.len()) {
            let mut spoilt = slot;
            spoilt.0[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(spoilt.record(), None, "bit {bit}");
        }
    }

    #[test]
    fn another_layout_is_recognised() {
        let mut slot = Slot::new(&RECORD);
        assert!(!slot.is_foreign());
        slot.0[13] += 1;
        slot.0[14] = !slot.0[13];
        assert!(slot.is_foreign());
        assert_eq!(slot.record(), None);
    }
}
