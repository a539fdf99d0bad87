//! The firmware with a board's block as a UF2 file, from what the compiler made.

pub use boards::uf2::board_alone;
use boards::{
    device::Device,
    uf2::{FLASH_START, Sectors, board_sector, pages, size},
};
use object::{Object, ObjectSegment, ObjectSymbol};

use crate::{chip::Chip, tool::Outcome};

/// Where a boot ROM that wants an image definition looks for it, and the word that begins one.
const DEFINITION_WITHIN: usize = 4096;
const DEFINITION: u32 = 0xffff_ded3;

/// What an ELF keeps in flash, and the block of a board, as the pages of one chip's family.
pub fn firmware(elf: &[u8], board: &Device, chip: Chip) -> Outcome<Vec<u8>> {
    Ok(pages(&[flash_of(elf, chip)?, board_sector(board, chip.family())], chip.family()))
}

/// Where the block of a board lies.
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
pub fn sizes(file: &[u8]) -> Vec<(Chip, u32)> {
    Chip::ALL.into_iter().map(|chip| (chip, size(file, chip.family()))).filter(|(_, size)| *size > 0).collect()
}
