//! UF2 files, which a Pico accepts like a memory stick: pages of flash, each with its address and its chip family.
//!
//! A boot ROM takes the pages of its own family and silently skips all others, so one file can hold an image for each
//! chip. Pages are numbered within their family. A boot ROM restarts half a second after the last page of its family, and
//! the drive disappears: a host that still copies pages for the other chip reports an error. So the images are
//! interleaved, and both end with the file.
//!
//! There is a gap between the firmware and the board's block. The RP2040's boot ROM erases a sector when a page's
//! number divided by 16 (the pages in a sector) is new, whatever the page's address (erratum RP2040-E14). That is right
//! only if all sixteen pages belong to one sector. So whole sectors are written, even if the firmware fills its last
//! one only in part. The RP2350's boot ROM goes by the address.

use std::{error::Error, fmt, ops::Range};

use crate::{block, device::Device};

const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const FAMILY_PRESENT: u32 = 0x2000;
const BLOCK: usize = 512;
const HEAD: usize = 32;
/// Program and erase units of the flash.
const PAGE: u32 = 256;
const SECTOR: u32 = block::SECTOR as u32;
/// Value of erased flash.
const BLANK: u8 = 0xff;
pub const FLASH_START: u32 = 0x1000_0000;

/// A family of chips whose boot ROMs accept the same pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    pub id: u32,
    /// Flash size of the manufacturer's own board.
    pub flash_bytes: u32,
}

impl Family {
    pub const RP2040: Self = Self { id: 0xe48b_ff56, flash_bytes: 2 << 20 };
    /// On its Arm cores, in secure mode.
    pub const RP2350: Self = Self { id: 0xe48b_ff59, flash_bytes: 4 << 20 };
    pub const ALL: [Self; 2] = [Self::RP2040, Self::RP2350];

    /// Flash address of a board's block.
    pub const fn board_address(self) -> u32 {
        FLASH_START + block::address(self.flash_bytes)
    }
}

/// Whole sectors of flash.
pub struct Sectors {
    start: u32,
    bytes: Vec<u8>,
}

impl Sectors {
    pub fn blank(addresses: Range<u32>) -> Self {
        let start = addresses.start - addresses.start % SECTOR;
        Self { start, bytes: vec![BLANK; (addresses.end - start).next_multiple_of(SECTOR) as usize] }
    }

    pub fn put(&mut self, address: u32, data: &[u8]) {
        self.bytes[(address - self.start) as usize..][..data.len()].copy_from_slice(data);
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// The sector with the block of a board.
pub fn board_sector(board: &Device, family: Family) -> Sectors {
    let (address, block) = (family.board_address(), block::encode(board));
    let mut sector = Sectors::blank(address..address + block.len() as u32);
    sector.put(address, &block);
    sector
}

/// The block of a board for every chip.
pub fn board_alone(board: &Device) -> Vec<u8> {
    interleave(&Family::ALL.map(|family| pages(&[board_sector(board, family)], family)))
}

/// The pages of all parts in order, numbered consecutively.
pub fn pages(parts: &[Sectors], family: Family) -> Vec<u8> {
    let count = parts.iter().map(|part| part.bytes.len() as u32 / PAGE).sum();
    let pages =
        parts.iter().flat_map(|part| (part.start..).step_by(PAGE as usize).zip(part.bytes.chunks(PAGE as usize)));
    let mut out = Vec::new();
    for (number, (address, page)) in (0..).zip(pages) {
        let end = out.len() + BLOCK;
        let head = [START[0], START[1], FAMILY_PRESENT, address, PAGE, number, count, family.id];
        out.extend(head.into_iter().flat_map(u32::to_le_bytes));
        out.extend(page);
        out.resize(end - 4, 0);
        out.extend(END.to_le_bytes());
    }
    out
}

/// Merges the pages of several families, each in order and evenly spread over the file.
pub fn interleave(families: &[Vec<u8>]) -> Vec<u8> {
    let mut placed: Vec<(u64, &[u8; BLOCK])> = Vec::new();
    for family in families {
        let (blocks, _) = family.as_chunks::<BLOCK>();
        // How much of the family is complete with this page, in units of 2⁻³².
        placed.extend(blocks.iter().zip(1u64..).map(|(block, nth)| ((nth << 32) / blocks.len() as u64, block)));
    }
    // The sort is stable: ties keep the order of the families.
    placed.sort_by_key(|(part, _)| *part);
    placed.into_iter().flat_map(|(_, block)| *block).collect()
}

/// A file that is not a UF2 file with our firmware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFirmware {
    /// It does not consist of blocks.
    NoUf2,
    /// No page of it is for a Pico, or none is firmware.
    Empty,
}

impl fmt::Display for NoFirmware {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoUf2 => "this is not a UF2 file; use one made by `cargo xtask uf2`",
            Self::Empty => "this UF2 file holds no firmware for a Pico; use one made by `cargo xtask uf2`",
        })
    }
}

impl Error for NoFirmware {}

/// The same firmware with another board: all pages of each chip except the old block, and the new block.
pub fn with_board(file: &[u8], board: &Device) -> Result<Vec<u8>, NoFirmware> {
    let (blocks, rest) = file.as_chunks::<BLOCK>();
    if blocks.is_empty() || !rest.is_empty() || !blocks.iter().all(is_block) {
        return Err(NoFirmware::NoUf2);
    }
    let mut families = Vec::new();
    for family in Family::ALL {
        let limit = family.board_address();
        let firmware: Vec<(u32, &[u8])> = blocks
            .iter()
            .filter(|block| word(block, 28) == family.id)
            .map(|block| (word(block, 12), &block[HEAD..][..PAGE as usize]))
            .filter(|&(address, _)| (FLASH_START..limit).contains(&address))
            .collect();
        let Some(first) = firmware.iter().map(|(address, _)| *address).min() else { continue };
        let last = firmware.iter().map(|(address, _)| address + PAGE).max().unwrap_or(first);
        let mut flash = Sectors::blank(first..last);
        for (address, page) in firmware {
            flash.put(address, page);
        }
        families.push(pages(&[flash, board_sector(board, family)], family));
    }
    if families.is_empty() { Err(NoFirmware::Empty) } else { Ok(interleave(&families)) }
}

/// The pages of one family alone.
pub fn only(file: &[u8], family: Family) -> Vec<u8> {
    file.as_chunks::<BLOCK>().0.iter().filter(|block| word(block, 28) == family.id).flatten().copied().collect()
}

/// Flash that a file fills for a family.
pub fn size(file: &[u8], family: Family) -> u32 {
    file.as_chunks::<BLOCK>().0.iter().filter(|block| word(block, 28) == family.id).count() as u32 * PAGE
}

fn is_block(block: &[u8; BLOCK]) -> bool {
    [word(block, 0), word(block, 4)] == START && word(block, BLOCK - 4) == END && word(block, 16) == PAGE
}

fn word(block: &[u8; BLOCK], at: usize) -> u32 {
    u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]])
}
