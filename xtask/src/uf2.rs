//! `cargo xtask uf2`: the firmware of each board as the file that a Pico takes like a memory stick, into `target/uf2/`,
//! and beside the files whose work they are made of.
//!
//! A boot ROM takes the blocks of its own family and skips all others without a word, so one file can hold an image for
//! each chip, one after the other; blocks are counted within their family.

use std::{fs, ops::Range};

use object::{Object, ObjectSegment, ObjectSymbol};

use crate::{
    image, licences,
    tool::{Outcome, only_board, root},
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
/// The smallest flash of any board that we know.
const FLASH: Range<u32> = FLASH_START..FLASH_START + 2 * 1024 * 1024;

/// Whose blocks they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Rp2040,
    /// The RP2350 on its Arm cores, not in secure mode's other half or on RISC-V.
    Rp2350Arm,
}

impl Family {
    pub const ALL: [Self; 2] = [Self::Rp2040, Self::Rp2350Arm];

    pub fn id(self) -> u32 {
        match self {
            Self::Rp2040 => 0xe48b_ff56,
            Self::Rp2350Arm => 0xe48b_ff59,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Rp2040 => "RP2040",
            Self::Rp2350Arm => "RP2350",
        }
    }
}

pub fn main(args: lexopt::Parser) -> Outcome {
    let board = only_board(args)?;
    let folder = root().join("target/uf2");
    fs::create_dir_all(&folder)?;
    licences::write(&folder.join(licences::FILE))?;
    image::build_each(&image::chosen(board.as_deref())?, |image| {
        let file = folder.join(format!("dixit-dials-{}.uf2", image.board));
        let bytes = fs::read(image.uf2())?;
        fs::write(&file, &bytes)?;
        let sizes: Vec<String> = sizes(&bytes)?
            .into_iter()
            .map(|(family, size)| format!("{} KiB of flash for the {}", size.div_ceil(1024), family.name()))
            .collect();
        println!("{}: {}", file.display(), sizes.join(", "));
        Ok(())
    })
}

/// Writes what an ELF keeps in flash as the blocks of one family, without a gap.
pub fn from_elf(elf: &[u8], family: Family) -> Outcome<Vec<u8>> {
    let file = object::File::parse(elf)?;
    let parts = load_addresses(&file)?;
    let allowed = FLASH.start..saved_game(&file).map_or(FLASH.end, |saved| saved.start);
    for (address, data) in &parts {
        let end = u64::from(*address) + data.len() as u64;
        if !FLASH.contains(address) || end > u64::from(FLASH.end) {
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
    let pages = flash.chunks_exact(PAGE as usize);
    let count = pages.len() as u32;
    let mut out = Vec::with_capacity(pages.len() * BLOCK);
    for (number, page) in (0..).zip(pages) {
        let end = out.len() + BLOCK;
        let head = [START[0], START[1], FAMILY_PRESENT, first + number * PAGE, PAGE, number, count, family.id()];
        out.extend(head.into_iter().flat_map(u32::to_le_bytes));
        out.extend(page);
        out.resize(end - 4, 0);
        out.extend(END.to_le_bytes());
    }
    Ok(out)
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

/// How much of the flash a file fills, for each family in it.
pub fn sizes(uf2: &[u8]) -> Outcome<Vec<(Family, u32)>> {
    let of =
        |family: Family| uf2.chunks_exact(BLOCK).filter(|block| block[28..32] == family.id().to_le_bytes()).count();
    Ok(Family::ALL.into_iter().map(|family| (family, of(family) as u32 * PAGE)).filter(|(_, size)| *size > 0).collect())
}
