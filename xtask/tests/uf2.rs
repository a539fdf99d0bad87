//! UF2 files, read back by a reader that shares nothing with the writer: it follows the format's description
//! (github.com/microsoft/uf2) and what the boot ROMs ask for.

use std::{collections::BTreeMap, fs, ops::Range};

use object::{Object, ObjectSection, ObjectSymbol, SectionKind};
use xtask::{
    image,
    uf2::{Family, from_elf},
};

const RP2040: u32 = 0xe48bff56;
const RP2350_ARM: u32 = 0xe48bff59;

/// One family's image: where it starts, and every byte of it.
#[derive(Debug, PartialEq)]
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

/// The fields of a block, in the order of the description.
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

fn read(file: &[u8]) -> Result<BTreeMap<u32, Image>, String> {
    let (blocks, []) = file.as_chunks::<512>() else { return Err("the last block is cut off".into()) };
    let mut images: BTreeMap<u32, (Image, u32)> = BTreeMap::new();
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
        let fresh = || (Image { start: block.target, bytes: Vec::new() }, block.total);
        let (image, total) = images.entry(block.family).or_insert_with(fresh);
        let pages = image.bytes.len() as u32 / 256;
        if block.target != image.addresses().end {
            return Err(format!("a gap before {:#x}", block.target));
        }
        if (block.number, block.total) != (pages, *total) {
            return Err(format!("block {} of {} came as number {pages} of {total}", block.number, block.total));
        }
        image.bytes.extend(&block.data[..256]);
    }
    if let Some((image, total)) = images.values().find(|(image, total)| image.bytes.len() as u32 / 256 != *total) {
        return Err(format!("{} of {total} blocks", image.bytes.len() / 256));
    }
    Ok(images.into_iter().map(|(family, (image, _))| (family, image)).collect())
}

/// The smallest ELF with these segments, each kept at its address.
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
    let images = read(&from_elf(&elf(&[(0x1000_0180, &data)]), Family::Rp2040).unwrap()).unwrap();
    let image = &images[&RP2040];
    assert_eq!((images.len(), image.start, image.bytes.len()), (1, 0x1000_0100, 1024));
    assert_eq!(image.at(0x1000_0180, 700), data);
}

#[test]
fn a_gap_between_two_parts_is_filled() {
    let parts = elf(&[(0x1000_0000, &[1; 10]), (0x1000_0800, &[2; 300])]);
    let image = &read(&from_elf(&parts, Family::Rp2040).unwrap()).unwrap()[&RP2040];
    assert_eq!(image.addresses(), 0x1000_0000..0x1000_0a00);
    assert_eq!(image.at(0x1000_000a, 0x7f6), [0xff; 0x7f6]);
    assert_eq!(image.at(0x1000_0800, 300), [2; 300]);
}

#[test]
fn one_file_holds_an_image_for_each_chip() {
    let (small, large) = (elf(&[(0x1000_0000, &[1; 300])]), elf(&[(0x1000_0000, &[2; 900])]));
    let one = from_elf(&small, Family::Rp2040).unwrap();
    let other = from_elf(&large, Family::Rp2350Arm).unwrap();
    let images = read(&[one.clone(), other.clone()].concat()).unwrap();
    assert_eq!(images[&RP2040].at(0x1000_0000, 300), [1; 300]);
    assert_eq!(images[&RP2350_ARM].at(0x1000_0000, 900), [2; 900]);
    // Each boot ROM sees what it would see in a file of its own.
    assert_eq!(images[&RP2040], read(&one).unwrap()[&RP2040]);
    assert_eq!(images[&RP2350_ARM], read(&other).unwrap()[&RP2350_ARM]);
}

#[test]
fn the_reader_sees_what_a_boot_rom_would_not_take() {
    let good = from_elf(&elf(&[(0x1000_0000, &[1; 900])]), Family::Rp2040).unwrap();
    let spoilt = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut file = good.clone();
        change(&mut file);
        read(&file).unwrap_err()
    };
    assert_eq!(spoilt(&|file| file.truncate(700)), "the last block is cut off");
    assert_eq!(spoilt(&|file| file.truncate(1024)), "2 of 4 blocks");
    assert_eq!(spoilt(&|file| drop(file.drain(512..1024))), "a gap before 0x10000200");
    assert_eq!(spoilt(&|file| file[512 + 28] ^= 1), "family 0xe48bff57 is no Pico's");
    assert_eq!(spoilt(&|file| file[512 + 9] = 0), "flags 0x0: a family, and nothing but a family, must be named");
    assert_eq!(spoilt(&|file| file[3] = 0), "no UF2 block");
    assert_eq!(spoilt(&|file| file[20] = 3), "block 3 of 4 came as number 0 of 4");
}

#[test]
fn a_part_outside_the_flash_is_refused() {
    let said = from_elf(&elf(&[(0x2000_0000, &[1])]), Family::Rp2040).unwrap_err().to_string();
    assert_eq!(said, "the firmware has a part at 0x20000000, outside the Pico's flash");
}

#[test]
#[ignore = "builds firmware: cargo xtask test"]
fn each_boards_file_is_its_firmware_and_leaves_the_saved_game_alone() {
    for board in image::chosen(None).unwrap() {
        let built = image::build(&board).unwrap();
        let images = read(&fs::read(built.uf2()).unwrap()).unwrap();
        let image = &images[&RP2040];
        assert_eq!(image.start, 0x1000_0000, "{board}: the boot ROM starts what lies first");

        let bytes = fs::read(built.elf()).unwrap();
        let elf = object::File::parse(&*bytes).unwrap();
        let symbol = |name: &str| elf.symbols().find(|symbol| symbol.name() == Ok(name)).unwrap().address();
        let saved = 0x1000_0000 + symbol("_save_start")..0x1000_0000 + symbol("_save_end");
        assert!(saved.end - saved.start >= 0x2000 && saved.end <= 0x1020_0000, "{board}: {saved:x?}");
        assert!(u64::from(image.addresses().end) <= saved.start, "{board} reaches to {:#x}", image.addresses().end);
        // Code and constants run where they are kept.
        let in_flash = elf.sections().filter(|section| {
            matches!(section.kind(), SectionKind::Text | SectionKind::ReadOnlyData) && section.address() >> 28 == 1
        });
        let mut compared = 0;
        for section in in_flash {
            let data = section.data().unwrap();
            assert_eq!(image.at(section.address(), data.len()), data, "{board}: {:?}", section.name());
            compared += data.len();
        }
        assert!(compared > 20_000, "{board}: only {compared} bytes were compared");
    }
}
