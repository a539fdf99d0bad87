//! Code that runs from RAM while the flash is busy must not branch into flash, which cannot be read at that time.
//! Checks the image of each chip for direct branches, and for addresses of code in flash within such a function.

use builder::{
    chip::Chip,
    image,
    tool::{Outcome, root},
};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

const FLASH: std::ops::Range<u64> = 0x1000_0000..0x2000_0000;
const RAM: std::ops::Range<u64> = 0x2000_0000..0x2100_0000;

/// A function's code and its address.
struct Function {
    name: String,
    address: u64,
    code: Vec<u8>,
}

fn functions(elf: &[u8]) -> Outcome<Vec<Function>> {
    let file = object::File::parse(elf)?;
    let mut functions = Vec::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
        let address = symbol.address() & !1;
        let section = file.section_by_index(symbol.section_index().ok_or("a function is in no section")?)?;
        let code = section.data_range(address, symbol.size())?.ok_or("a function has no code")?.to_vec();
        functions.push(Function { name: symbol.name()?.to_string(), address, code });
    }
    Ok(functions)
}

fn signed(value: u32, bits: u32) -> i64 {
    i64::from((value << (32 - bits)) as i32 >> (32 - bits))
}

/// Target of a branch at this address, and the length of the instruction.
fn branch(first: u32, second: u32) -> (Option<i64>, usize) {
    if first >> 11 < 0b11101 {
        let offset = match first >> 12 {
            0b1101 if first >> 9 & 7 != 7 => Some(signed((first & 0xff) << 1, 9)),
            0b1110 if first >> 11 == 0b11100 => Some(signed((first & 0x7ff) << 1, 12)),
            _ => None,
        };
        return (offset, 2);
    }
    if first >> 11 != 0b11110 || second >> 15 == 0 {
        return (None, 4);
    }
    let sign = first >> 10 & 1;
    let (j1, j2) = (second >> 13 & 1, second >> 11 & 1);
    let offset = if second >> 12 & 1 == 0 && second >> 14 & 1 == 0 {
        // A conditional branch; conditions 14 and 15 encode other instructions.
        if first >> 7 & 7 == 7 {
            return (None, 4);
        }
        signed(sign << 20 | j2 << 19 | j1 << 18 | (first & 0x3f) << 12 | (second & 0x7ff) << 1, 21)
    } else {
        let (i1, i2) = (1 ^ j1 ^ sign, 1 ^ j2 ^ sign);
        signed(sign << 24 | i1 << 23 | i2 << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1, 25)
    };
    (Some(offset), 4)
}

/// Everything in flash that a function branches to or holds the address of.
fn ways_into_flash(function: &Function, all: &[Function]) -> Vec<u64> {
    let half = |at: usize| function.code.get(at..at + 2).map_or(0, |two| u32::from(two[0]) | u32::from(two[1]) << 8);
    let mut found = Vec::new();
    let mut at = 0;
    while at < function.code.len() {
        let (offset, length) = branch(half(at), half(at + 2));
        let target = offset.map(|offset| (function.address as i64 + at as i64 + 4 + offset) as u64);
        found.extend(target.filter(|target| FLASH.contains(target)));
        at += length;
    }
    let words =
        function.code.chunks_exact(4).map(|word| u64::from(u32::from_le_bytes([word[0], word[1], word[2], word[3]])));
    let code = |word: &u64| word & 1 == 1 && all.iter().any(|other| other.address == word & !1 && FLASH.contains(word));
    found.extend(words.filter(code));
    found
}

#[test]
#[ignore = "needs the chips' compilers"]
fn nothing_that_runs_while_the_flash_is_busy_branches_into_flash() {
    let board = boards::discover(&root()).unwrap().remove(0);
    for chip in Chip::ALL {
        let elf = std::fs::read(image::build_for(&board, chip).unwrap().elf()).unwrap();
        let all = functions(&elf).unwrap();
        let (in_ram, in_flash): (Vec<_>, Vec<_>) = all.iter().partition(|function| RAM.contains(&function.address));
        assert!(in_ram.iter().any(|function| function.name.contains("write_flash_inner")), "{}", chip.name());
        for function in &in_ram {
            let ways = ways_into_flash(function, &all);
            assert!(ways.is_empty(), "{}: {} goes to {ways:x?} in flash", chip.name(), function.name);
        }
        // Code in flash branches within flash all the time: finding nothing there would mean that the check does not
        // work.
        let found = in_flash.iter().filter(|function| !ways_into_flash(function, &all).is_empty()).count();
        assert!(found > in_flash.len() / 2, "{}: branches of {found} of {} functions", chip.name(), in_flash.len());
        println!("{}: {} functions in RAM stay there", chip.name(), in_ram.len());
    }
}
