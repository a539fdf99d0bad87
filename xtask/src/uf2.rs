//! `cargo xtask uf2`: the firmware of each board as the file that a Pico takes like a memory stick,
//! into `target/uf2/`.

use std::{collections::BTreeMap, fs};

use lexopt::ValueExt;
use object::{Object, ObjectSegment};

use crate::{
    image,
    tool::{Outcome, root},
};

/// A Pico ignores, without a word, whatever does not carry this.
const RP2040: u32 = 0xe48b_ff56;
const START: [u32; 2] = [0x0a32_4655, 0x9e5d_5157];
const END: u32 = 0x0ab1_6f30;
const FAMILY_PRESENT: u32 = 0x2000;
const BLOCK: usize = 512;
/// What the chip's flash writes at once.
const PAGE: usize = 256;
const FLASH: std::ops::Range<u64> = 0x1000_0000..0x1020_0000;

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut board = None;
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => board = Some(args.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    let folder = root().join("target/uf2");
    fs::create_dir_all(&folder)?;
    for image in image::build_all(&image::chosen(board.as_deref())?)? {
        let file = folder.join(format!("dixit-dials-{}.uf2", image.board));
        let bytes = fs::read(image.uf2())?;
        fs::write(&file, &bytes)?;
        println!("{}: {} KiB of flash, for the RP2040", file.display(), pages(&bytes)? * PAGE / 1024);
    }
    Ok(())
}

/// Writes the parts of an ELF that lie in flash as UF2 blocks.
pub fn from_elf(elf: &[u8]) -> Outcome<Vec<u8>> {
    let file = object::File::parse(elf)?;
    let mut pages: BTreeMap<u64, [u8; PAGE]> = BTreeMap::new();
    for (address, data) in load_addresses(&file)? {
        if !FLASH.contains(&address) || address + data.len() as u64 > FLASH.end {
            return Err(format!("the firmware has a part at {address:#x}, outside the Pico's flash").into());
        }
        for (at, &byte) in (address..).zip(data) {
            let page = at - at % PAGE as u64;
            pages.entry(page).or_insert([0; PAGE])[(at - page) as usize] = byte;
        }
    }
    if pages.is_empty() {
        return Err("the firmware is empty".into());
    }
    let mut out = Vec::with_capacity(pages.len() * BLOCK);
    for (number, (address, data)) in pages.iter().enumerate() {
        let start = out.len();
        let words =
            [START[0], START[1], FAMILY_PRESENT, *address as u32, PAGE as u32, number as u32, pages.len() as u32];
        for word in words.into_iter().chain([RP2040]) {
            out.extend(word.to_le_bytes());
        }
        out.extend(data);
        out.resize(start + BLOCK - 4, 0);
        out.extend(END.to_le_bytes());
    }
    self::pages(&out)?;
    Ok(out)
}

/// What each segment of the file holds, and where in flash it is kept.
fn load_addresses<'a>(file: &object::File<'a>) -> Outcome<Vec<(u64, &'a [u8])>> {
    let object::File::Elf32(elf) = file else { return Err("the firmware is no 32-bit ELF".into()) };
    let physical =
        elf.elf_program_headers().iter().filter(|header| header.p_type.get(elf.endian()) == object::elf::PT_LOAD);
    let mut parts = Vec::new();
    for (segment, header) in file.segments().zip(physical) {
        let data = segment.data()?;
        if !data.is_empty() {
            parts.push((header.p_paddr.get(elf.endian()).into(), data));
        }
    }
    Ok(parts)
}

/// Checks every block as the Pico would, and counts them.
pub fn pages(uf2: &[u8]) -> Outcome<usize> {
    let count = uf2.len() / BLOCK;
    if !uf2.len().is_multiple_of(BLOCK) || count == 0 {
        return Err("a UF2 file is made of whole blocks".into());
    }
    for (number, block) in uf2.chunks_exact(BLOCK).enumerate() {
        let word = |at: usize| u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
        if [word(0), word(4)] != START || word(BLOCK - 4) != END {
            return Err(format!("block {number} is no UF2 block").into());
        }
        if word(8) & FAMILY_PRESENT == 0 || word(28) != RP2040 {
            return Err(format!("block {number} is for family {:#x}, a Pico takes only {RP2040:#x}", word(28)).into());
        }
        if (word(20) as usize, word(24) as usize) != (number, count) {
            return Err(format!("block {number} is out of order").into());
        }
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The smallest ELF with one segment: `data`, kept at `address`.
    fn elf(address: u32, data: &[u8]) -> Vec<u8> {
        let mut elf = b"\x7fELF\x01\x01\x01".to_vec();
        elf.resize(16, 0);
        elf.extend([2u16, 40].map(u16::to_le_bytes).concat());
        elf.extend([1u32, address, 52, 0, 0].map(u32::to_le_bytes).concat());
        elf.extend([52u16, 32, 1, 40, 0, 0].map(u16::to_le_bytes).concat());
        let size = data.len() as u32;
        elf.extend([1u32, 84, 0x2000_0000, address, size, size, 5, 4].map(u32::to_le_bytes).concat());
        elf.extend(data);
        elf
    }

    #[test]
    fn every_byte_lands_where_the_linker_put_it() {
        let data: Vec<u8> = (0..=255).cycle().take(700).collect();
        let uf2 = from_elf(&elf(0x1000_0180, &data)).unwrap();
        let mut flash = vec![0; 5 * PAGE];
        for block in uf2.chunks(BLOCK) {
            let address = u32::from_le_bytes(block[12..16].try_into().unwrap()) - 0x1000_0000;
            flash[address as usize..][..PAGE].copy_from_slice(&block[32..32 + PAGE]);
        }
        assert_eq!(flash[0x180..][..700], data);
        assert_eq!(pages(&uf2).unwrap(), 4);
    }

    #[test]
    fn a_file_for_another_chip_is_refused() {
        let mut uf2 = from_elf(&elf(0x1000_0000, &[1; 300])).unwrap();
        uf2[BLOCK + 28..BLOCK + 32].copy_from_slice(&0xe48b_ff59u32.to_le_bytes());
        let said = pages(&uf2).unwrap_err().to_string();
        assert_eq!(said, "block 1 is for family 0xe48bff59, a Pico takes only 0xe48bff56");
    }

    #[test]
    fn a_part_outside_the_flash_is_refused() {
        let said = from_elf(&elf(0x2000_0000, &[1])).unwrap_err().to_string();
        assert_eq!(said, "the firmware has a part at 0x20000000, outside the Pico's flash");
    }
}
