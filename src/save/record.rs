//! What one slot of flash holds: a record with its check sum. The sum also covers the generation and the slot, so that
//! a record at a place where it was not written is none. Pure bytes; knows no flash.

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

use super::format::GAME;

/// Two slots are what the chip programs at once.
pub const SLOT: usize = 128;
const HEAD: usize = 8;
/// The longest record.
pub const PAYLOAD: usize = SLOT - HEAD;

/// Raised when what lies in flash would be misread by an older or newer firmware. The first one was before records.
pub const LAYOUT: u8 = 2;
/// Opens every bank, whatever the layout.
pub const MARK: [u8; 5] = *b"Dials";
const START_LEN: usize = MARK.len() + 3 + 4;

const SUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The first slot of a bank, written when all that the bank begins with is there.
    Start,
    /// Entries of the journal, which from [`Record::at`] on has these and no others.
    Game,
    Settings,
    Knobs,
}

impl Kind {
    const fn to_byte(self) -> u8 {
        match self {
            Self::Start => 1,
            Self::Game => 2,
            Self::Settings => 3,
            Self::Knobs => 4,
        }
    }

    const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::Start),
            2 => Some(Self::Game),
            3 => Some(Self::Settings),
            4 => Some(Self::Knobs),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    pub kind: Kind,
    pub at: u16,
    pub bytes: &'a [u8],
}

/// What the first slot of a bank says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    pub generation: u32,
    /// The version of the moves, [`GAME`] in ours.
    pub game: u8,
}

/// Some flash is read by words of four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(4))]
pub struct Slot(pub [u8; SLOT]);

impl Slot {
    /// Neither blank nor a record.
    pub const UNREADABLE: Self = Self([0; SLOT]);

    pub fn new(record: Record, generation: u32, slot: usize) -> Self {
        let mut bytes = [0xFF; SLOT];
        let len = record.bytes.len();
        bytes[4] = record.kind.to_byte();
        bytes[5] = len as u8;
        bytes[6..HEAD].copy_from_slice(&record.at.to_le_bytes());
        bytes[HEAD..HEAD + len].copy_from_slice(record.bytes);
        let sum = sum(&bytes[4..HEAD + len], generation, slot);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        Self(bytes)
    }

    pub fn start(generation: u32) -> Self {
        let mut bytes = [0; START_LEN];
        bytes[..5].copy_from_slice(&MARK);
        bytes[5..8].copy_from_slice(&[LAYOUT, !LAYOUT, GAME]);
        bytes[8..].copy_from_slice(&generation.to_le_bytes());
        Self::new(Record { kind: Kind::Start, at: 0, bytes: &bytes }, generation, 0)
    }

    pub fn is_blank(&self) -> bool {
        self.0.iter().all(|&byte| byte == 0xFF)
    }

    /// Nothing unless it was written as this slot of this generation, and is whole.
    pub fn record(&self, generation: u32, slot: usize) -> Option<Record<'_>> {
        let [s0, s1, s2, s3, kind, len, at0, at1, ..] = self.0;
        let bytes = self.0[HEAD..].get(..usize::from(len))?;
        let meant = sum(&self.0[4..HEAD + bytes.len()], generation, slot);
        if u32::from_le_bytes([s0, s1, s2, s3]) != meant {
            return None;
        }
        Some(Record { kind: Kind::from_byte(kind)?, at: u16::from_le_bytes([at0, at1]), bytes })
    }

    pub fn as_start(&self) -> Option<Start> {
        let generation = self.0[HEAD..].get(8..START_LEN)?.try_into().ok().map(u32::from_le_bytes)?;
        let record = self.record(generation, 0)?;
        let known = record.kind == Kind::Start && record.bytes[..5] == MARK && record.bytes[5] == LAYOUT;
        known.then(|| Start { generation, game: record.bytes[7] })
    }

    /// Whether a firmware with another layout opened a bank here.
    pub fn is_foreign(&self) -> bool {
        marks_other_layout(&self.0[HEAD..])
    }
}

/// The mark, then a layout that is not ours, then its complement.
pub fn marks_other_layout(bytes: &[u8]) -> bool {
    bytes.starts_with(&MARK) && bytes[5] == !bytes[6] && bytes[5] != LAYOUT
}

fn sum(bytes: &[u8], generation: u32, slot: usize) -> u32 {
    let mut sum = SUM.digest();
    sum.update(&generation.to_le_bytes());
    sum.update(&(slot as u32).to_le_bytes());
    sum.update(bytes);
    sum.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: Record = Record { kind: Kind::Game, at: 300, bytes: &[2, 7, 7] };

    #[test]
    fn a_record_is_one_only_where_it_was_written() {
        let slot = Slot::new(RECORD, 9, 4);
        assert_eq!(slot.record(9, 4), Some(RECORD));
        assert_eq!(slot.record(9, 5), None);
        assert_eq!(slot.record(8, 4), None);
    }

    #[test]
    fn no_flipped_bit_goes_unnoticed() {
        let slot = Slot::new(RECORD, 9, 4);
        for bit in 0..8 * (HEAD + RECORD.bytes.len()) {
            let mut spoilt = slot;
            spoilt.0[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(spoilt.record(9, 4), None, "bit {bit}");
        }
    }

    #[test]
    fn a_start_tells_its_generation_and_no_other_layout_is_taken_for_ours() {
        let mut slot = Slot::start(77);
        assert_eq!(slot.as_start(), Some(Start { generation: 77, game: GAME }));
        assert!(!slot.is_foreign());
        slot.0[HEAD + 5] = LAYOUT + 1;
        assert_eq!(slot.as_start(), None);
        slot.0[HEAD + 6] = !(LAYOUT + 1);
        assert!(slot.is_foreign());
        assert_eq!(Slot([0xFF; SLOT]).as_start(), None);
        assert_eq!(Slot::UNREADABLE.as_start(), None);
    }
}
