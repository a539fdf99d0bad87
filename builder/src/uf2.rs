//! UF2 files, which a Pico takes like a memory stick: the firmware with a board's block, or the block alone.
//!
//! A boot ROM takes the pages of its own family and skips all others without a word, so one file can hold an image for
//! each chip, one after the other; pages are counted within their family.
//!
//! Between the firmware and the board's block lies a gap. The RP2040's boot ROM erases a sector when it meets a page whose
//! number, divided by the sixteen pages of a sector, is new to it, whatever the page's address (erratum RP2040-E14). It
//! does the right thing where all sixteen pages are of one sector. So whole sectors are written, also where firmware fills
//! only a part of its last one. The RP2350's goes by the address.

use std::ops::Range;

use boards::{block, device::Device};
use object::{Object, ObjectSegment, ObjectSymbol};

use crate::{chip::Chip, tool::Outcome};

const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const FAMILY_PRESENT: u32 = 0x2000;
const BLOCK: usize = 512;
/// What the chip's flash writes at once, and what it erases at once.
const PAGE: u32 = 256;
const SECTOR: u32 = block::SECTOR as u32;
/// As flash is where nothing was written.
const BLANK: u8 = 0xff;
const FLASH_START: u32 = 0x1000_0000;
/// Where a boot ROM that wants an image definition looks for it, and the word that begins one.
const DEFINITION_WITHIN: usize = 4096;
const DEFINITION: u32 = 0xffff_ded3;

/// What an ELF keeps in flash, and the block of a board, as the pages of one chip's family.
pub fn firmware(elf: &[u8], board: &Device, chip: Chip) -> Outcome<Vec<u8>> {
    Ok(pages(&[flash_of(elf, chip)?, board_sector(board, chip)], chip))
}

/// The block of a board for every chip.
pub fn board_alone(board: &Device) -> Vec<u8> {
    Chip::ALL.into_iter().flat_map(|chip| pages(&[board_sector(board, chip)], chip)).collect()
}

/// Where the block of a board lies.
pub fn board_address(chip: Chip) -> u32 {
    FLASH_START + block::address(chip.flash_bytes())
}

/// Whole sectors of flash.
struct Sectors {
    start: u32,
    bytes: Vec<u8>,
}

impl Sectors {
    fn blank(addresses: Range<u32>) -> Self {
        let start = addresses.start - addresses.start % SECTOR;
        Self { start, bytes: vec![BLANK; (addresses.end - start).next_multiple_of(SECTOR) as usize] }
    }

    fn put(&mut self, address: u32, data: &[u8]) {
        self.bytes[(address - self.start) as usize..][..data.len()].copy_from_slice(data);
    }
}

fn board_sector(board: &Device, chip: Chip) -> Sectors {
    let (address, block) = (board_address(chip), block::encode(board));
    let mut sector = Sectors::blank(address..address + block.len() as u32);
    sector.put(address, &block);
    sector
}

fn flash_of(elf: &[u8], chip: Chip) -> Outcome<Sectors> {
    let file = object::File::parse(elf)?;
    let parts = load_addresses(&file)?;
    let board = board_address(chip);
    if let Some(reserved) = reserved_for_board(&file)
        && reserved != board
    {
        return Err(format!("the firmware looks for its board at {reserved:#x}, but it is put at {board:#x}").into());
    }
    let all = FLASH_START..FLASH_START + chip.flash_bytes();
    for (address, data) in &parts {
        let end = u64::from(*address) + data.len() as u64;
        if !all.contains(address) || end > u64::from(all.end) {
            return Err(format!("the firmware has a part at {address:#x}, outside the Pico's flash").into());
        }
        if end > u64::from(board) {
            let reason = "that reaches into what is kept for the board and the saved game";
            return Err(format!("the firmware has a part at {address:#x} {reason}").into());
        }
    }
    let first = parts.iter().map(|(address, _)| *address).min().ok_or("the firmware is empty")?;
    let last = parts.iter().map(|(address, data)| address + data.len() as u32).max().unwrap_or(first);
    let mut flash = Sectors::blank(first..last);
    for (address, data) in parts {
        flash.put(address, data);
    }
    let built_for = if has_definition(&flash.bytes) { Chip::Rp2350 } else { Chip::Rp2040 };
    if built_for != chip {
        let (wrong, right) = (built_for.name(), chip.name());
        return Err(format!("this firmware was built for the {wrong}; the {right} would never start it").into());
    }
    Ok(flash)
}

/// One after the other, counted through.
fn pages(parts: &[Sectors], chip: Chip) -> Vec<u8> {
    let count = parts.iter().map(|part| part.bytes.len() as u32 / PAGE).sum();
    let pages =
        parts.iter().flat_map(|part| (part.start..).step_by(PAGE as usize).zip(part.bytes.chunks(PAGE as usize)));
    let mut out = Vec::new();
    for (number, (address, page)) in (0..).zip(pages) {
        let end = out.len() + BLOCK;
        let head = [START[0], START[1], FAMILY_PRESENT, address, PAGE, number, count, chip.family()];
        out.extend(head.into_iter().flat_map(u32::to_le_bytes));
        out.extend(page);
        out.resize(end - 4, 0);
        out.extend(END.to_le_bytes());
    }
    out
}

/// Whether it begins as the RP2350's boot ROM wants it; the RP2040's wants a second stage instead.
fn has_definition(flash: &[u8]) -> bool {
    let (words, _) = flash[..flash.len().min(DEFINITION_WITHIN)].as_chunks();
    words.iter().any(|&word| u32::from_le_bytes(word) == DEFINITION)
}

/// What each segment of the file holds, and where in flash it is kept.
fn load_addresses<'a>(file: &object::File<'a>) -> Outcome<Vec<(u32, &'a [u8])>> {
    let object::File::Elf32(elf) = file else { return Err("the firmware is no 32-bit ELF".into()) };
    let physical =
        elf.elf_program_headers().iter().filter(|header| header.p_type.get(elf.endian()) == object::elf::PT_LOAD);
    let mut parts = Vec::new();
    for (segment, header) in file.segments().zip(physical) {
        let data = segment.data()?;
        if !data.is_empty() {
            parts.push((header.p_paddr.get(elf.endian()), data));
        }
    }
    Ok(parts)
}

/// Where the linker left room for the board.
fn reserved_for_board(file: &object::File) -> Option<u32> {
    let symbol = file.symbols().find(|symbol| symbol.name() == Ok("_board"))?;
    symbol.address().try_into().ok()
}

/// How much of the flash a file fills, for each chip that it is for.
pub fn sizes(uf2: &[u8]) -> Vec<(Chip, u32)> {
    let of = |chip: Chip| uf2.chunks_exact(BLOCK).filter(|block| block[28..32] == chip.family().to_le_bytes()).count();
    Chip::ALL.into_iter().map(|chip| (chip, of(chip) as u32 * PAGE)).filter(|(_, size)| *size > 0).collect()
}
