//! A flash chip that fails like a bad one: programming only clears bits until the sector is erased, a power cut during
//! an operation leaves any mixture of bits, and sectors wear out.

use embedded_storage_async::nor_flash::{ErrorType, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash};

use crate::dice::Dice;

pub const SECTOR: usize = 4096;
pub const SIZE: usize = 64 * 1024;

#[derive(Clone, Debug)]
pub enum Op {
    Program { at: usize, bytes: Vec<u8> },
    Erase { sector: usize },
}

/// How an operation is interrupted by a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tear {
    /// The operation had not begun.
    Before,
    /// A fraction of the bytes, in 256ths, is done from the start; the next byte is partly done.
    Front(u16),
    /// Like `Front`, but from the end, since no data sheet promises an order.
    Back(u16),
    /// Each bit is done with a given probability, in 256ths.
    Bits(u16),
    /// An erase first programs all bits to zero; the power failed when some of the bits, in 256ths, were zero.
    Zeros(u16),
    /// The operation is done, but the power failed before it was reported.
    After,
}

impl Tear {
    pub const PROGRAM: [Self; 12] = [
        Self::Before,
        Self::Front(1),
        Self::Front(64),
        Self::Front(128),
        Self::Front(192),
        Self::Front(250),
        Self::Back(64),
        Self::Back(192),
        Self::Bits(32),
        Self::Bits(128),
        Self::Bits(240),
        Self::After,
    ];
    pub const ERASE: [Self; 14] = [
        Self::Before,
        Self::Zeros(32),
        Self::Zeros(256),
        Self::Front(1),
        Self::Front(128),
        Self::Front(255),
        Self::Back(1),
        Self::Back(128),
        Self::Back(255),
        Self::Bits(4),
        Self::Bits(128),
        Self::Bits(250),
        Self::Bits(255),
        Self::After,
    ];
}

impl Op {
    pub fn tears(&self) -> &'static [Tear] {
        match self {
            Self::Program { .. } => &Tear::PROGRAM,
            Self::Erase { .. } => &Tear::ERASE,
        }
    }

    /// Changes the flash as this operation leaves it when cut short.
    pub fn tear(&self, flash: &mut [u8], tear: Tear, dice: &mut Dice) {
        let (at, len) = match self {
            Self::Program { at, bytes } => (*at, bytes.len()),
            Self::Erase { sector } => (sector * SECTOR, SECTOR),
        };
        let done = |of256: u16| len * usize::from(of256) / 256;
        for i in 0..len {
            // Bits of this byte that the operation has reached.
            let reached = match tear {
                Tear::Before => 0,
                Tear::After => 0xFF,
                Tear::Front(n) if i < done(n) => 0xFF,
                Tear::Front(n) if i == done(n) => dice.bits(128),
                Tear::Back(n) if i >= len - done(n) => 0xFF,
                Tear::Back(n) if i + 1 == len - done(n) => dice.bits(128),
                Tear::Front(_) | Tear::Back(_) => 0,
                Tear::Bits(n) | Tear::Zeros(n) => dice.bits(n),
            };
            let byte = &mut flash[at + i];
            match self {
                Self::Program { bytes, .. } => *byte &= bytes[i] | !reached,
                Self::Erase { .. } if matches!(tear, Tear::Zeros(_)) => *byte &= !reached,
                Self::Erase { .. } => *byte |= reached,
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChipError {
    Misused,
    NoPower,
}

impl NorFlashError for ChipError {
    fn kind(&self) -> NorFlashErrorKind {
        NorFlashErrorKind::Other
    }
}

/// Recomputes the checksum of one slot of the store for its current content.
pub fn forge(slot: &mut [u8]) {
    let end = (24 + usize::from(slot[17])).min(slot.len());
    let sum = !slot[4..end].iter().fold(!0, |sum: u32, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| if sum & 1 != 0 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 })
    });
    slot[..4].copy_from_slice(&sum.to_le_bytes());
}

/// `WORD` is the read granularity in bytes: 1 for processor reads, 4 for DMA.
#[derive(Clone, Debug)]
pub struct FlashChip<const WORD: usize = 1> {
    pub bytes: Vec<u8>,
    pub erases: usize,
    pub programs: usize,
    /// Sectors in which one bit stays 0 after an erase, and sectors in which programming has no effect.
    pub stuck: Vec<usize>,
    pub deaf: Vec<usize>,
    /// A coming power failure: how many operations still succeed, and how the next one is torn.
    pub power: Option<(usize, Tear, Dice)>,
    pub gone: bool,
    /// If set, records every operation with the flash content before it.
    pub record: Option<Vec<(Vec<u8>, Op)>>,
}

impl<const WORD: usize> FlashChip<WORD> {
    pub fn new() -> Self {
        Self::with(vec![0xFF; SIZE])
    }

    pub fn with(bytes: Vec<u8>) -> Self {
        Self { bytes, erases: 0, programs: 0, stuck: vec![], deaf: vec![], power: None, gone: false, record: None }
    }

    pub fn range(&self) -> std::ops::Range<u32> {
        0..self.bytes.len() as u32
    }

    fn perform(&mut self, op: Op) -> Result<(), ChipError> {
        if self.gone {
            return Err(ChipError::NoPower);
        }
        if let Some(record) = &mut self.record {
            record.push((self.bytes.clone(), op.clone()));
        }
        if let Some((left, tear, mut dice)) = self.power.take() {
            if left == 0 {
                op.tear(&mut self.bytes, tear, &mut dice);
                self.gone = true;
                return Err(ChipError::NoPower);
            }
            self.power = Some((left - 1, tear, dice));
        }
        let sector = match &op {
            Op::Program { at, .. } => at / SECTOR,
            Op::Erase { sector } => *sector,
        };
        match &op {
            Op::Program { .. } if self.deaf.contains(&sector) => return Ok(()),
            Op::Program { .. } => self.programs += 1,
            Op::Erase { .. } => self.erases += 1,
        }
        op.tear(&mut self.bytes, Tear::After, &mut Dice(0));
        if matches!(op, Op::Erase { .. }) && self.stuck.contains(&sector) {
            self.bytes[sector * SECTOR + 1000] = 0xEF;
        }
        Ok(())
    }
}

impl<const WORD: usize> Default for FlashChip<WORD> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const WORD: usize> ErrorType for FlashChip<WORD> {
    type Error = ChipError;
}

impl<const WORD: usize> ReadNorFlash for FlashChip<WORD> {
    const READ_SIZE: usize = WORD;

    async fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), ChipError> {
        if self.gone {
            return Err(ChipError::NoPower);
        }
        if !(offset as usize).is_multiple_of(WORD) || !bytes.len().is_multiple_of(WORD) {
            return Err(ChipError::Misused);
        }
        let from = offset as usize;
        bytes.copy_from_slice(self.bytes.get(from..from + bytes.len()).ok_or(ChipError::Misused)?);
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl<const WORD: usize> NorFlash for FlashChip<WORD> {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    async fn erase(&mut self, from: u32, to: u32) -> Result<(), ChipError> {
        let (from, to) = (from as usize, to as usize);
        if !from.is_multiple_of(SECTOR) || !to.is_multiple_of(SECTOR) || to > self.bytes.len() {
            return Err(ChipError::Misused);
        }
        for sector in from / SECTOR..to / SECTOR {
            self.perform(Op::Erase { sector })?;
        }
        Ok(())
    }

    async fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), ChipError> {
        let at = offset as usize;
        if at + bytes.len() > self.bytes.len() {
            return Err(ChipError::Misused);
        }
        self.perform(Op::Program { at, bytes: bytes.to_vec() })
    }
}
