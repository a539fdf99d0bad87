//! UF2 files, read back by a reader that shares no code with the writer: it follows the format's specification
//! (github.com/microsoft/uf2) and the requirements of the boot ROMs.

use std::{collections::BTreeMap, fs, ops::Range};

use boards::{
    block,
    device::Device,
    uf2::{NoFirmware, with_board},
};
use builder::{
    chip::Chip,
    image,
    tool::root,
    uf2::{board_alone, firmware, interleave},
};
use object::{Object, ObjectSection, ObjectSymbol, SectionKind};

const RP2040: u32 = 0xe48bff56;
const RP2350_ARM: u32 = 0xe48bff59;
const FLASH: u32 = 0x1000_0000;
/// Size of an erase sector.
const SECTOR: u32 = 4096;
/// Size of the saved game's area, at the end of the flash.
const SAVED: u32 = 64 * 1024;

/// A contiguous part of one family's image: its start address and its bytes.
#[derive(Clone, Debug, PartialEq)]
struct Image {
    start: u32,
    bytes: Vec<u8>,
}

impl Image {
    fn addresses(&self) -> Range<u32> {
        self.start..self.start + self.bytes.len() as u32
    }

    fn at(&self, address: u64, length: usize) -> &[u8] {
        &self.bytes[(address - u64::from(self.start)) as usize..][..length]
    }
}

/// The fields of a block, in the specification's order.
struct Block<'a> {
    flags: u32,
    target: u32,
    payload: u32,
    number: u32,
    total: u32,
    family: u32,
    data: &'a [u8],
}

fn block(bytes: &[u8; 512]) -> Result<Block<'_>, String> {
    let mut words = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
    let mut next = || words.next().unwrap();
    let magic = (next(), next());
    let block = Block {
        flags: next(),
        target: next(),
        payload: next(),
        number: next(),
        total: next(),
        family: next(),
        data: &bytes[32..508],
    };
    match (magic, words.next_back()) {
        ((0x0A324655, 0x9E5D5157), Some(0x0AB16F30)) => Ok(block),
        _ => Err("no UF2 block".into()),
    }
}

/// The parts of each family's image.
fn read(file: &[u8]) -> Result<BTreeMap<u32, Vec<Image>>, String> {
    let (blocks, []) = file.as_chunks::<512>() else { return Err("the last block is cut off".into()) };
    let mut images: BTreeMap<u32, (Vec<Image>, u32, u32)> = BTreeMap::new();
    for bytes in blocks {
        let block = block(bytes)?;
        if block.flags != 0x2000 {
            return Err(format!("flags {:#x}: a family, and nothing but a family, must be named", block.flags));
        }
        if block.payload != 256 || !block.target.is_multiple_of(256) {
            return Err(format!("{} bytes to {:#x}: a boot ROM takes whole pages", block.payload, block.target));
        }
        if ![RP2040, RP2350_ARM].contains(&block.family) {
            return Err(format!("family {:#x} is no Pico's", block.family));
        }
        let (parts, next, total) = images.entry(block.family).or_insert_with(|| (Vec::new(), 0, block.total));
        if (block.number, block.total) != (*next, *total) {
            return Err(format!("block {} of {} came as number {next} of {total}", block.number, block.total));
        }
        *next += 1;
        match parts.last_mut() {
            Some(part) if part.addresses().end == block.target => part.bytes.extend(&block.data[..256]),
            _ => parts.push(Image { start: block.target, bytes: block.data[..256].to_vec() }),
        }
        // The RP2040's boot ROM erases by block number: sixteen consecutive blocks must cover one sector. Otherwise it
        // would erase too little, or what it has just written.
        if block.target / 256 % 16 != block.number % 16 {
            return Err(format!(
                "block {} to {:#x} is not where its sector would be erased",
                block.number, block.target
            ));
        }
    }
    if let Some((_, next, total)) = images.values().find(|(_, next, total)| next != total) {
        return Err(format!("{next} of {total} blocks"));
    }
    Ok(images.into_iter().map(|(family, (parts, ..))| (family, parts)).collect())
}

/// Flash content after a file was copied to a Pico, as the two boot ROMs write it. Programming flash that was not
/// erased can only clear bits.
fn copied(file: &[u8], family: u32, mut flash: Vec<u8>) -> Vec<u8> {
    let mut erased = Vec::new();
    for bytes in file.as_chunks::<512>().0 {
        let block = block(bytes).unwrap();
        if block.family != family {
            continue;
        }
        let at = (block.target - FLASH) as usize;
        let mark = if family == RP2040 { block.number / 16 } else { (at / SECTOR as usize) as u32 };
        if !erased.contains(&mark) {
            erased.push(mark);
            let sector = at - at % SECTOR as usize;
            flash[sector..][..SECTOR as usize].fill(0xff);
        }
        for (old, new) in flash[at..].iter_mut().zip(&block.data[..256]) {
            *old &= new;
        }
    }
    flash
}

fn board(name: &str) -> Device {
    boards::load(&root(), name).unwrap().device()
}

fn flash_bytes(family: u32) -> usize {
    if family == RP2040 { 2 << 20 } else { 4 << 20 }
}

/// Where a board's block lies in a family's flash: in the sector before the saved game.
fn block_place(family: u32) -> Range<usize> {
    let end = flash_bytes(family) - SAVED as usize;
    end - SECTOR as usize..end
}

/// Checks that the family's boot ROM would start what it finds in flash.
fn starts(family: u32, image: &Image) -> Result<(), String> {
    if image.start != FLASH {
        return Err(format!("it begins at {:#x}, where no boot ROM looks", image.start));
    }
    match family {
        RP2040 => {
            let sum = u32::from_le_bytes(image.at(0x1000_00fc, 4).try_into().unwrap());
            if second_stage_sum(image.at(0x1000_0000, 252)) != sum {
                return Err("no second stage: its first 256 bytes have a wrong sum".into());
            }
            vectors(image, 0x1000_0100, 0x2004_2000)
        }
        _ => {
            let words = image.bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
            let words: Vec<u32> = words.take(SECTOR as usize / 4).collect();
            let at =
                words.iter().position(|&word| word == 0xffff_ded3).ok_or("no image definition in its first 4 KiB")?;
            definition(&words[at..])?;
            vectors(image, 0x1000_0000, 0x2008_2000)
        }
    }
}

/// CRC-32 with the polynomial 0x04c11db7, bits not reflected, as the RP2040's data sheet defines it.
fn second_stage_sum(bytes: &[u8]) -> u32 {
    let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| u32::from(byte >> bit & 1)));
    bits.fold(!0, |sum: u32, bit| if sum >> 31 == bit { sum << 1 } else { sum << 1 ^ 0x04c1_1db7 })
}

/// Checks a vector table: the stack pointer is in RAM, and the reset vector is Thumb code in the image.
fn vectors(image: &Image, at: u64, memory_end: u32) -> Result<(), String> {
    let word = |at| u32::from_le_bytes(image.at(at, 4).try_into().unwrap());
    let (stack, reset) = (word(at), word(at + 4));
    if !(0x2000_0100..=memory_end).contains(&stack) || !stack.is_multiple_of(8) {
        return Err(format!("no vector table at {at:#x}: the stack would be at {stack:#x}"));
    }
    if reset % 2 != 1 || !image.addresses().contains(&reset) {
        return Err(format!("no vector table at {at:#x}: it would start at {reset:#x}"));
    }
    Ok(())
}

/// Checks the block of items after the marker: a program for the RP2350, on Arm, in secure mode, and the only such
/// block.
fn definition(words: &[u32]) -> Result<(), String> {
    let mut at = 1;
    let mut program = false;
    while let Some(&item) = words.get(at) {
        let (kind, size) = (item & 0xff, item >> 8 & 0xff);
        match kind {
            0x42 => program = item >> 16 == 0x1021,
            0xff => {
                let items = item >> 8 & 0xffff;
                let whole = items as usize == at - 1 && words.get(at + 1..at + 3) == Some(&[0, 0xab12_3579]);
                return match (program, whole) {
                    (true, true) => Ok(()),
                    (false, _) => Err("the image definition is not of a program for the RP2350's Arm cores".into()),
                    (_, false) => Err("the image definition has no end, or leads elsewhere".into()),
                };
            }
            _ => {}
        }
        at += size.max(1) as usize;
    }
    Err("the image definition has no end".into())
}

/// A minimal ELF with these segments, each loaded at its address.
fn elf(parts: &[(u32, &[u8])]) -> Vec<u8> {
    let mut elf = b"\x7fELF\x01\x01\x01".to_vec();
    elf.resize(16, 0);
    elf.extend([2u16, 40].map(u16::to_le_bytes).concat());
    elf.extend([1u32, 0, 52, 0, 0].map(u32::to_le_bytes).concat());
    elf.extend([52u16, 32, parts.len() as u16, 40, 0, 0].map(u16::to_le_bytes).concat());
    let mut place = 52 + 32 * parts.len() as u32;
    for &(address, data) in parts {
        let size = data.len() as u32;
        elf.extend([1u32, place, 0x2000_0000, address, size, size, 5, 4].map(u32::to_le_bytes).concat());
        place += size;
    }
    parts.iter().for_each(|(_, data)| elf.extend(*data));
    elf
}

#[test]
fn every_byte_lands_where_the_linker_put_it() {
    let data: Vec<u8> = (0..=255).cycle().take(700).collect();
    let images = read(&firmware(&elf(&[(0x1000_0180, &data)]), &board("solo"), Chip::Rp2040).unwrap()).unwrap();
    let image = &images[&RP2040][0];
    assert_eq!((images.len(), image.start, image.bytes.len()), (1, 0x1000_0000, 4096));
    assert_eq!(image.at(0x1000_0180, 700), data);
}

#[test]
fn a_gap_between_two_parts_is_filled() {
    let parts = elf(&[(0x1000_0000, &[1; 10]), (0x1000_1800, &[2; 300])]);
    let image = &read(&firmware(&parts, &board("solo"), Chip::Rp2040).unwrap()).unwrap()[&RP2040][0];
    assert_eq!(image.addresses(), 0x1000_0000..0x1000_2000);
    assert_eq!(image.at(0x1000_000a, 0x17f6), [0xff; 0x17f6]);
    assert_eq!(image.at(0x1000_1800, 300), [2; 300]);
}

/// First page for the RP2040: a second stage with its checksum, then vectors.
fn pico_page() -> Vec<u8> {
    let mut bytes = vec![0x51; 252];
    bytes.extend(second_stage_sum(&bytes).to_le_bytes());
    bytes.extend([0x2004_0000u32, 0x1000_0109].map(u32::to_le_bytes).concat());
    bytes.resize(300, 1);
    bytes
}

/// The first bytes for the RP2350: vectors, then an image definition.
fn pico_2_page() -> Vec<u8> {
    let words = [0x2008_0000u32, 0x1000_0101, 0xffff_ded3, 0x1021_0142, 0x0000_01ff, 0, 0xab12_3579];
    let mut bytes = words.map(u32::to_le_bytes).concat();
    bytes.resize(900, 2);
    bytes
}

#[test]
fn one_file_holds_an_image_for_each_chip() {
    let (small, large) = (elf(&[(0x1000_0000, &pico_page())]), elf(&[(0x1000_0000, &pico_2_page())]));
    let one = firmware(&small, &board("solo"), Chip::Rp2040).unwrap();
    let other = firmware(&large, &board("solo"), Chip::Rp2350).unwrap();
    let images = read(&interleave(&[one.clone(), other.clone()])).unwrap();
    assert_eq!(images[&RP2040][0].at(0x1000_0000, 300), pico_page());
    assert_eq!(images[&RP2350_ARM][0].at(0x1000_0000, 900), pico_2_page());
    for (family, parts) in &images {
        assert_eq!(starts(*family, &parts[0]), Ok(()), "{family:#x}");
    }
    // Each boot ROM sees what it would see in a file for that chip alone.
    assert_eq!(images[&RP2040], read(&one).unwrap()[&RP2040]);
    assert_eq!(images[&RP2350_ARM], read(&other).unwrap()[&RP2350_ARM]);
}

/// A boot ROM restarts half a second after its own last page: hardly any block may follow it.
#[test]
fn both_images_end_with_the_file() {
    let (mut small, mut large) = (pico_page(), pico_2_page());
    small.resize(100_000, 3);
    large.resize(30_000, 4);
    let one = firmware(&elf(&[(0x1000_0000, &small)]), &board("solo"), Chip::Rp2040).unwrap();
    let other = firmware(&elf(&[(0x1000_0000, &large)]), &board("solo"), Chip::Rp2350).unwrap();
    let file = interleave(&[one, other]);
    let (blocks, _) = file.as_chunks::<512>();
    for bytes in &blocks[blocks.len() - 2..] {
        let block = block(bytes).unwrap();
        assert_eq!(block.number + 1, block.total, "{:#x}", block.family);
    }
}

#[test]
fn a_file_with_another_board_is_the_one_that_would_have_been_built() {
    let (small, large) = (elf(&[(0x1000_0000, &pico_page())]), elf(&[(0x1000_0000, &pico_2_page())]));
    let file = |name: &str| {
        let chips = [(&small, Chip::Rp2040), (&large, Chip::Rp2350)];
        interleave(&chips.map(|(elf, chip)| firmware(elf, &board(name), chip).unwrap()))
    };
    assert_eq!(with_board(&file("solo"), &board("pods")).unwrap(), file("pods"));
    assert_eq!(with_board(&file("pods"), &board("solo")).unwrap(), file("solo"));
    // A file for one chip remains a file for one chip.
    let one = firmware(&small, &board("solo"), Chip::Rp2040).unwrap();
    assert_eq!(with_board(&one, &board("pods")), Ok(firmware(&small, &board("pods"), Chip::Rp2040).unwrap()));
}

#[test]
fn a_file_without_firmware_takes_no_board() {
    let solo = board("solo");
    let file = firmware(&elf(&[(0x1000_0000, &pico_page())]), &solo, Chip::Rp2040).unwrap();
    for (bytes, error) in [
        (&b""[..], NoFirmware::NoUf2),
        (b"<!doctype html>", NoFirmware::NoUf2),
        (&file[..file.len() - 1], NoFirmware::NoUf2),
        (&[file.clone(), vec![0; 512]].concat(), NoFirmware::NoUf2),
        (&board_alone(&solo), NoFirmware::Empty),
    ] {
        assert_eq!(with_board(bytes, &solo), Err(error));
    }
}

/// A flash in use: other firmware, another board, and a saved game.
fn used_flash(family: u32) -> Vec<u8> {
    (0..flash_bytes(family) as u32).map(|at| (at.wrapping_mul(0x9e37_79b1) >> 24) as u8).collect()
}

#[test]
fn firmware_and_board_are_written_in_full_and_keep_the_saved_game() {
    // The last sector is half full, where a boot ROM that counts blocks would go wrong.
    let (mut small, mut large) = (pico_page(), pico_2_page());
    small.resize(10_000, 3);
    large.resize(10_000, 4);
    for (family, chip, image) in [(RP2040, Chip::Rp2040, small), (RP2350_ARM, Chip::Rp2350, large)] {
        let pods = board("pods");
        let file = firmware(&elf(&[(0x1000_0000, &image)]), &pods, chip).unwrap();
        let flash = copied(&file, family, used_flash(family));
        let place = block_place(family);
        assert_eq!(flash[..image.len()], image);
        assert_eq!(block::decode(&flash[place.clone()]), Ok(pods), "{chip:?}");
        assert_eq!(flash[place.end..], used_flash(family)[place.end..], "the game");
    }
}

#[test]
fn a_board_alone_changes_nothing_but_the_board() {
    for name in ["pods", "solo", "table"] {
        let device = board(name);
        let file = board_alone(&device);
        let images = read(&file).unwrap();
        assert_eq!(images.keys().copied().collect::<Vec<_>>(), [RP2040, RP2350_ARM]);
        for family in [RP2040, RP2350_ARM] {
            let (before, place) = (used_flash(family), block_place(family));
            let flash = copied(&file, family, before.clone());
            assert_eq!(block::decode(&flash[place.clone()]), Ok(device.clone()), "{name}");
            assert_eq!(flash[..place.start], before[..place.start], "the firmware");
            assert_eq!(flash[place.end..], before[place.end..], "the game");
        }
    }
}

#[test]
fn the_reader_rejects_what_a_boot_rom_would_not_accept() {
    let good = firmware(&elf(&[(0x1000_0000, &[1; 900])]), &board("solo"), Chip::Rp2040).unwrap();
    let spoilt = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = good.clone();
        change(&mut file);
        read(&file).unwrap_err()
    };
    assert_eq!(spoilt(&|file| file.truncate(700)), "the last block is cut off");
    assert_eq!(spoilt(&|file| file.truncate(1024)), "2 of 32 blocks");
    assert_eq!(spoilt(&|file| drop(file.drain(512..1024))), "block 2 of 32 came as number 1 of 32");
    assert_eq!(
        spoilt(&|file| file[16 * 512 + 13] ^= 1),
        "block 16 to 0x101ef100 is not where its sector would be erased"
    );
    assert_eq!(spoilt(&|file| file[512 + 28] ^= 1), "family 0xe48bff57 is no Pico's");
    assert_eq!(spoilt(&|file| file[512 + 9] = 0), "flags 0x0: a family, and nothing but a family, must be named");
    assert_eq!(spoilt(&|file| file[3] = 0), "no UF2 block");
    assert_eq!(spoilt(&|file| file[20] = 3), "block 3 of 32 came as number 0 of 32");
}

#[test]
fn the_reader_rejects_what_a_boot_rom_would_not_start() {
    let image = |bytes: Vec<u8>| Image { start: 0x1000_0000, bytes };
    let mut cut = pico_page();
    cut[7] ^= 1;
    let mut other_chip = pico_2_page();
    other_chip[15] = 0;
    let mut late = vec![0; SECTOR as usize];
    late.extend(pico_2_page());
    for (family, bytes, said) in [
        // The two chips' pages swapped.
        (RP2040, pico_2_page(), "no second stage: its first 256 bytes have a wrong sum"),
        (RP2350_ARM, pico_page(), "no image definition in its first 4 KiB"),
        (RP2040, cut, "no second stage: its first 256 bytes have a wrong sum"),
        (RP2350_ARM, late, "no image definition in its first 4 KiB"),
        (RP2350_ARM, other_chip, "the image definition is not of a program for the RP2350's Arm cores"),
        (RP2350_ARM, pico_2_page()[..24].to_vec(), "the image definition has no end, or leads elsewhere"),
    ] {
        assert_eq!(starts(family, &image(bytes)), Err(said.to_string()));
    }
    let mut astray = pico_2_page();
    astray[7] = 0x20;
    let said = starts(RP2350_ARM, &image(astray)).unwrap_err();
    assert_eq!(said, "no vector table at 0x10000000: it would start at 0x20000101");
}

#[test]
fn firmware_for_one_chip_is_refused_for_the_other() {
    let (pico, pico_2) = (elf(&[(0x1000_0000, &pico_page())]), elf(&[(0x1000_0000, &pico_2_page())]));
    let said = firmware(&pico_2, &board("solo"), Chip::Rp2040).unwrap_err().to_string();
    assert_eq!(said, "this firmware was built for the RP2350; the RP2040 would never start it");
    let said = firmware(&pico, &board("solo"), Chip::Rp2350).unwrap_err().to_string();
    assert_eq!(said, "this firmware was built for the RP2040; the RP2350 would never start it");
}

#[test]
fn a_part_outside_the_flash_is_refused() {
    for (address, chip) in [(0x2000_0000, Chip::Rp2040), (0x1020_0000, Chip::Rp2040), (0x1040_0000, Chip::Rp2350)] {
        let said = firmware(&elf(&[(address, &[1])]), &board("solo"), chip).unwrap_err().to_string();
        assert_eq!(said, format!("the firmware has a part at {address:#x}, outside the Pico's flash"));
    }
    for address in [0x101e_efff, 0x101f_0000] {
        let said = firmware(&elf(&[(address, &[1, 2])]), &board("solo"), Chip::Rp2040).unwrap_err().to_string();
        let reason = "that reaches into what is kept for the board and the saved game";
        assert_eq!(said, format!("the firmware has a part at {address:#x} {reason}"));
    }
}

#[test]
#[ignore = "builds firmware: cargo xtask test"]
fn each_boards_file_has_the_firmware_of_both_chips_and_keeps_the_saved_game() {
    for board in image::chosen(None).unwrap() {
        let file = image::build_for_all(&board).unwrap();
        let images = read(&fs::read(file).unwrap()).unwrap();
        assert_eq!(images.keys().copied().collect::<Vec<_>>(), [RP2040, RP2350_ARM], "{board}");
        for (family, chip, flash_end) in
            [(RP2040, Chip::Rp2040, FLASH + 2 * 1024 * 1024), (RP2350_ARM, Chip::Rp2350, FLASH + 4 * 1024 * 1024)]
        {
            let [image, sector] = &images[&family][..] else { panic!("{board}: a firmware and a block") };
            assert_eq!(starts(family, image), Ok(()), "{board}, {family:#x}");
            let elf = fs::read(image::build_for(&board, chip).unwrap().elf()).unwrap();
            is_the_firmware(image, &elf, flash_end);
            assert_eq!(sector.addresses(), flash_end - SAVED - SECTOR..flash_end - SAVED);
            assert_eq!(block::decode(&sector.bytes), Ok(boards::load(&root(), &board).unwrap().device()));
        }
    }
}

/// Checks that the image is what was linked, and that it ends before the area of the saved game at the end of the
/// flash.
fn is_the_firmware(image: &Image, elf: &[u8], flash_end: u32) {
    let elf = object::File::parse(elf).unwrap();
    let symbol = |name: &str| {
        let found = elf.symbols().find(|symbol| symbol.name() == Ok(name));
        FLASH + found.unwrap_or_else(|| panic!("no {name}")).address() as u32
    };
    let saved = symbol("_save_start")..symbol("_save_end");
    assert_eq!(saved, flash_end - SAVED..flash_end);
    let block = symbol("_board") - FLASH;
    assert_eq!(block, saved.start - SECTOR);
    // It is erased in whole sectors.
    let end = image.addresses().end.next_multiple_of(SECTOR);
    assert!(end <= block, "it reaches to {end:#x}");
    // With a smaller flash chip the addresses wrap around: even then the firmware overlaps neither board nor game.
    assert!(end <= FLASH + 2 * 1024 * 1024 - SAVED - SECTOR, "it reaches to {end:#x}");
    // Code and constants are executed and read in place.
    let in_flash = elf.sections().filter(|section| {
        matches!(section.kind(), SectionKind::Text | SectionKind::ReadOnlyData) && section.address() >> 28 == 1
    });
    let mut compared = 0;
    for section in in_flash {
        let data = section.data().unwrap();
        assert_eq!(image.at(section.address(), data.len()), data, "{:?}", section.name());
        compared += data.len();
    }
    assert!(compared > 20_000, "only {compared} bytes were compared");
}

#[test]
fn a_file_for_both_chips_can_be_split_into_one_for_each() {
    let board = boards::load(&root(), "solo").unwrap().device();
    let both = board_alone(&board);
    let parts = boards::uf2::Family::ALL.map(|family| boards::uf2::only(&both, family));
    assert_eq!(parts.iter().map(Vec::len).sum::<usize>(), both.len());
    for (part, family) in parts.iter().zip([RP2040, RP2350_ARM]) {
        let (blocks, _) = part.as_chunks();
        assert!(!blocks.is_empty() && blocks.iter().all(|bytes| block(bytes).unwrap().family == family));
    }
}
