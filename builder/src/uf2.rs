//! The firmware and a board's block as a UF2 file, made from the compiler's ELF file.

pub use boards::uf2::{board_alone, interleave};
use boards::{
    device::Device,
    uf2::{FLASH_START, Sectors, board_sector, pages, size},
};
use object::{Object, ObjectSegment, ObjectSymbol};

use crate::{chip::Chip, tool::Outcome};

/// Range in which the RP2350's boot ROM searches for an image definition, and the word that begins one.
const DEFINITION_WITHIN: usize = 4096;
const DEFINITION: u32 = 0xffff_ded3;

/// The ELF's flash content and a board's block, as UF2 pages for one chip's family.
pub fn firmware(elf: &[u8], board: &Device, chip: Chip) -> Outcome<Vec<u8>> {
    Ok(pages(&[flash_of(elf, chip)?, board_sector(board, chip.family())], chip.family()))
}

/// Flash address of a board's block.
pub fn board_address(chip: Chip) -> u32 {
    chip.family().board_address()
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
    let all = FLASH_START..FLASH_START + chip.family().flash_bytes;
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
    let built_for = if has_definition(flash.bytes()) { Chip::Rp2350 } else { Chip::Rp2040 };
    if built_for != chip {
        let (wrong, right) = (built_for.name(), chip.name());
        return Err(format!("this firmware was built for the {wrong}; the {right} would never start it").into());
    }
    Ok(flash)
}

/// True if the image has the definition that the RP2350's boot ROM needs. The RP2040's needs a second stage instead.
fn has_definition(flash: &[u8]) -> bool {
    let (words, _) = flash[..flash.len().min(DEFINITION_WITHIN)].as_chunks();
    words.iter().any(|&word| u32::from_le_bytes(word) == DEFINITION)
}

/// Content and flash address of each segment.
fn load_addresses<'a>(file: &object::File<'a>) -> Outcome<Vec<(u32, &'a [u8])>> {
    let object::File::Elf32(elf) = file else { return Err("the firmware is not a 32-bit ELF file".into()) };
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

/// Address that the linker reserved for the board.
fn reserved_for_board(file: &object::File) -> Option<u32> {
    let symbol = file.symbols().find(|symbol| symbol.name() == Ok("_board"))?;
    symbol.address().try_into().ok()
}

/// Flash used by a file, for each chip it supports.
pub fn sizes(file: &[u8]) -> Vec<(Chip, u32)> {
    Chip::ALL.into_iter().map(|chip| (chip, size(file, chip.family()))).filter(|(_, size)| *size > 0).collect()
}
