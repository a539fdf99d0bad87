//! The block: a board as bytes in the device's flash. The firmware reads from it at every start which board it runs on.
//!
//! ```text
//! 0   "DIAL"        so that a blank or foreign sector is told from a damaged block
//! 4   format        u16; how the payload is written
//! 6   length        u16; of the payload
//! 8   sum           u32; CRC-32 of format, length and payload
//! 12  payload       a Device, by postcard
//! ```
//! Numbers are little-endian. The first twelve bytes mean the same in every format. The rest of the sector after the
//! block is ignored.
//!
//! The sector lies right below the saved game, at an [`address`] that depends only on the size of the flash, not on
//! that of the firmware. So a file with the block alone changes the board and leaves firmware and game as they are.

use core::fmt::{self, Display, Formatter};

use crc::{CRC_32_ISO_HDLC, Crc, NoTable};

use crate::{check::first_fault, device::Device, fault::Fault};

/// Space for the block: one erase sector of the flash.
pub const SECTOR: usize = 4096;
/// Size of the saved game's area, which follows the block up to the end of the flash.
const SAVED_GAME: u32 = 64 * 1024;
/// Upper bound for the largest board's block; checked by a test.
pub const LARGEST: usize = 512;
/// Format of the payload. Firmware reads only this one. Increment it when [`Device`] changes; `tests/boards/blocks.rs`
/// holds blocks of this format and fails otherwise.
pub const FORMAT: u16 = 1;

const MAGIC: [u8; 4] = *b"DIAL";
const HEAD: usize = 12;
const SUM: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Offset of the block in a flash of `flash_bytes` bytes.
pub const fn address(flash_bytes: u32) -> u32 {
    flash_bytes - SAVED_GAME - SECTOR as u32
}

/// Why a device has no valid board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockError {
    /// There is no block.
    Missing,
    /// There is a block, but it is damaged.
    Damaged,
    /// The block is intact, but has a format that this firmware does not know.
    Format { format: u16 },
    /// The block is intact, but no Pico can be wired like that.
    Impossible(Fault),
}

impl BlockError {
    /// Number of LED blinks that report it.
    pub const fn blinks(self) -> u8 {
        match self {
            Self::Missing => 2,
            Self::Damaged => 3,
            Self::Format { .. } => 4,
            Self::Impossible(_) => 5,
        }
    }
}

impl Display for BlockError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("no board is in the flash"),
            Self::Damaged => f.write_str("the board in the flash is damaged"),
            Self::Format { format } => write!(f, "the board has format {format}; this firmware knows {FORMAT}"),
            Self::Impossible(fault) => fault.fmt(f),
        }
    }
}

impl core::error::Error for BlockError {}

pub fn encode(device: &Device) -> heapless::Vec<u8, LARGEST> {
    let mut bytes = [0; LARGEST];
    let (head, room) = bytes.split_at_mut(HEAD);
    let length = postcard::to_slice(device, room).expect("the largest board fits").len();
    head[..4].copy_from_slice(&MAGIC);
    head[4..6].copy_from_slice(&FORMAT.to_le_bytes());
    head[6..8].copy_from_slice(&(length as u16).to_le_bytes());
    let sum = sum(&bytes[..HEAD + length]);
    bytes[8..HEAD].copy_from_slice(&sum.to_le_bytes());
    bytes[..HEAD + length].iter().copied().collect()
}

/// Reads a block from its sector. A returned device can be wired and played.
pub fn decode(sector: &[u8]) -> Result<Device, BlockError> {
    let head = sector.first_chunk::<HEAD>().filter(|head| head.starts_with(&MAGIC)).ok_or(BlockError::Missing)?;
    let format = u16::from_le_bytes([head[4], head[5]]);
    let length = u16::from_le_bytes([head[6], head[7]]);
    let claimed = u32::from_le_bytes([head[8], head[9], head[10], head[11]]);
    let whole = sector.get(..HEAD + usize::from(length)).ok_or(BlockError::Damaged)?;
    if sum(whole) != claimed {
        return Err(BlockError::Damaged);
    }
    if format != FORMAT {
        return Err(BlockError::Format { format });
    }
    let (device, rest) = postcard::take_from_bytes::<Device>(&whole[HEAD..]).map_err(|_| BlockError::Damaged)?;
    if !rest.is_empty() {
        return Err(BlockError::Damaged);
    }
    first_fault(&device).map_or(Ok(device), |fault| Err(BlockError::Impossible(fault)))
}

/// Checksum of everything but the magic and the checksum itself.
fn sum(block: &[u8]) -> u32 {
    let mut digest = SUM.digest();
    digest.update(&block[4..8]);
    digest.update(&block[HEAD..]);
    digest.finalize()
}
