//! `cargo xtask uf2`: the firmware of each board as the file that a Pico takes like a memory stick, into `target/uf2/`,
//! and beside the files whose work they are made of.
//!
//! A boot ROM takes the blocks of its own family and skips all others without a word, so one file can hold an image for
//! each chip, one after the other; blocks are counted within their family.

use std::{fs, ops::Range};

use object::{Object, ObjectSegment, ObjectSymbol};

use crate::{
    chip::Chip,
    image, licences,
    tool::{Outcome, board_and_chip, root},
};

const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const FAMILY_PRESENT: u32 = 0x2000;
const BLOCK: usize = 512;
/// What the chip's flash writes at once.
const PAGE: u32 = 256;
/// As flash is where nothing was written.
const BLANK: u8 = 0xff;
const FLASH_START: u32 = 0x1000_0000;
/// Where a boot ROM that wants an image definition looks for it, and the word that begins one.
const DEFINITION_WITHIN: usize = 4096;
const DEFINITION: u32 = 0xffff_ded3;

pub fn main(args: lexopt::Parser) -> Outcome {
    let (board, chip) = board_and_chip(args)?;
    let folder = root().join("target/uf2");
    fs::create_dir_all(&folder)?;
    licences::write(&folder.join(licences::FILE))?;
    image::for_each(&image::chosen(board.as_deref())?, |board| {
        let (file, bytes) = match chip {
            None => (format!("dixit-dials-{board}.uf2"), fs::read(image::build_for_all(board)?)?),
            Some(chip) => {
                let name = chip.name().to_lowercase();
                (format!("dixit-dials-{board}-{name}.uf2"), image::build_uf2(board, &[chip])?)
            }
        };
        let file = folder.join(file);
        fs::write(&file, &bytes)?;
        let sizes: Vec<String> = sizes(&bytes)
            .into_iter()
            .map(|(chip, size)| {
                format!("{} KiB of flash for the {} ({})", size.div_ceil(1024), chip.name(), chip.picos())
            })
            .collect();
        println!("{}: {}", file.display(), sizes.join(", "));
        Ok(())
    })
}

/// Writes what an ELF keeps in flash as the blocks of one chip's family, without a gap.
pub fn from_elf(elf: &[u8], chip: Chip) -> Outcome<Vec<u8>> {
    let file = object::File::parse(elf)?;
    let parts = load_addresses(&file)?;
    let all = FLASH_START..FLASH_START + chip.flash_bytes();
    let allowed = all.start..saved_game(&file).map_or(all.end, |saved| saved.start);
    for (address, data) in &parts {
        let end = u64::from(*address) + data.len() as u64;
        if !all.contains(address) || end > u64::from(all.end) {
            return Err(format!("the firmware has a part at {address:#x}, outside the Pico's flash").into());
        }
        if end > u64::from(allowed.end) {
            return Err(format!("the firmware has a part at {address:#x} that reaches into the saved game").into());
        }
    }
    let first = parts.iter().map(|(address, _)| address - address % PAGE).min().ok_or("the firmware is empty")?;
    let last = parts.iter().map(|(address, data)| address + data.len() as u32).max().unwrap_or(first);
    let mut flash = vec![BLANK; (last - first).next_multiple_of(PAGE) as usize];
    for (address, data) in parts {
        flash[(address - first) as usize..][..data.len()].copy_from_slice(data);
    }
    let built_for = if has_definition(&flash) { Chip::Rp2350 } else { Chip::Rp2040 };
    if built_for != chip {
        let (wrong, right) = (built_for.name(), chip.name());
        return Err(format!("this firmware was built for the {wrong}; the {right} would never start it").into());
    }
    let pages = flash.chunks_exact(PAGE as usize);
    let count = pages.len() as u32;
    let mut out = Vec::with_capacity(pages.len() * BLOCK);
    for (number, page) in (0..).zip(pages) {
        let end = out.len() + BLOCK;
        let head = [START[0], START[1], FAMILY_PRESENT, first + number * PAGE, PAGE, number, count, chip.family()];
        out.extend(head.into_iter().flat_map(u32::to_le_bytes));
        out.extend(page);
        out.resize(end - 4, 0);
        out.extend(END.to_le_bytes());
    }
    Ok(out)
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

/// Where the linker left room for the saved game: an update must leave it alone.
fn saved_game(file: &object::File) -> Option<Range<u32>> {
    let place = |name: &str| {
        let symbol = file.symbols().find(|symbol| symbol.name() == Ok(name))?;
        u32::try_from(symbol.address()).ok().map(|offset| FLASH_START + offset)
    };
    Some(place("_save_start")?..place("_save_end")?)
}

/// How much of the flash a file fills, for each chip that it is for.
pub fn sizes(uf2: &[u8]) -> Vec<(Chip, u32)> {
    let of = |chip: Chip| uf2.chunks_exact(BLOCK).filter(|block| block[28..32] == chip.family().to_le_bytes()).count();
    Chip::ALL.into_iter().map(|chip| (chip, of(chip) as u32 * PAGE)).filter(|(_, size)| *size > 0).collect()
}
