//! `cargo xtask bench size`: memory used by the firmware, and its deepest stack in a whole game.

use std::fs;

use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol};
use serde_json::json;

use super::{
    Options, by_board,
    sheet::{Figures, Row},
};
use dixit_dials::{rules::Ruleset, settings::Settings};
use testkit::{
    chip::Chip,
    image::{self, Image},
    rig::{self, Rig},
    story::{Story, seat_everyone},
    tool::{Outcome, root},
};

const KIB: u64 = 1024;
const FLASH_GOAL: u64 = 384 * KIB;
const RAM_GOAL: u64 = 96 * KIB;
const STACK_GOAL: u64 = 24 * KIB;
const RAM: u64 = 0x2000_0000;

/// Static memory use of the firmware on a chip.
#[derive(Clone, Copy, Debug, Default)]
struct Statics {
    flash: u64,
    ram: u64,
}

fn statics(image: &Image) -> Outcome<Statics> {
    let bytes = fs::read(image.elf())?;
    let file = object::File::parse(&*bytes)?;
    // Debug sections are at address 0. Initialised RAM also occupies flash.
    let ram = file.sections().filter(|section| section.address() >= RAM).map(|section| section.size()).sum();
    let flash = file.segments().map(|segment| segment.file_range().1).sum();
    Ok(Statics { flash, ram })
}

/// Address of the overrun counter of frames.
fn overruns_address(image: &Image) -> Outcome<u64> {
    let bytes = fs::read(image.elf())?;
    let file = object::File::parse(&*bytes)?;
    let symbol = file.symbols().find(|symbol| symbol.name().is_ok_and(|name| name.contains("OVERRUNS")));
    Ok(symbol.ok_or("the image does not count frames that overran")?.address())
}

/// What a game cost, from the first press to the winner.
struct Game {
    stack: u64,
    overruns: u32,
}

impl Game {
    fn play(options: &Options, image: &Image) -> Outcome<Self> {
        let mut rig = rig::start(image)?;
        let name = if rig.board.seats.most >= 12 {
            "odyssey-twelve-players-to-thirty"
        } else {
            "dixit-eight-players-to-the-goal"
        };
        let text = fs::read_to_string(root().join("tests/scenarios").join(name).with_extension("toml"))?;
        let story = Story::read(&text)?;
        let ruleset = Ruleset::parse(&story.ruleset).ok_or("no such ruleset")?;
        rig.stage.act(testkit::story::Act::Wait { ms: 300 })?;
        seat_everyone(&mut rig.stage, ruleset, story.seats, story.tells.unwrap_or(1), &Settings::DEFAULT)?;
        let rounds = if options.quick { 1 } else { story.rounds.len() };
        for (index, round) in story.rounds.iter().take(rounds).enumerate() {
            options.progress(&format!("size: {}, round {} of {rounds}", image.board, index + 1));
            rig.stage.round(round)?;
            rig.stage.end_round(round)?;
        }
        rig.run_ms(5_000.0)?;
        let address = overruns_address(image)?;
        let overruns: [u8; 4] =
            serde_json::from_value(rig.ask(&json!({ "peek": { "address": address, "length": 4 } }))?)?;
        Ok(Self { stack: deepest_stack(&mut rig)?, overruns: u32::from_le_bytes(overruns) })
    }
}

/// Deepest stack so far, in bytes: the firmware paints the memory below its stack, and this counts the paint that is
/// left, as the self-test does.
fn deepest_stack(rig: &mut Rig) -> Outcome<u64> {
    const PAINT: [u8; 4] = 0x5a4d_1c97_u32.to_le_bytes();
    const PAINTED: u64 = 48 * KIB;
    let top = rig.ask(&json!({ "symbol": "_stack_start" }))?["address"].as_u64().ok_or("the stack has no top")?;
    let painted = rig.ask(&json!({ "peek": { "address": top - PAINTED, "length": PAINTED } }))?;
    let bytes: Vec<u8> = serde_json::from_value(painted)?;
    let free = bytes.chunks_exact(4).take_while(|word| *word == PAINT).count() as u64;
    if free == 0 {
        return Err("nothing is painted below the stack".into());
    }
    Ok(PAINTED - 4 * free)
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let images = options.images()?;
    let any = images.first().ok_or("there is no board")?;
    let mut statics: Vec<(&str, Statics)> = Vec::new();
    for chip in Chip::ALL {
        statics.push((chip.name(), self::statics(&image::build_for(&any.board, chip)?)?));
    }
    let mut games = Vec::new();
    for image in images {
        games.push((image.board.as_str(), Game::play(options, image)?));
    }
    let rows = vec![
        Row::new("image a chip, all boards, KiB", by_board(&statics, |one| kib(one.flash)))
            .goal("under 384 KiB", statics.iter().all(|(_, one)| one.flash < FLASH_GOAL))
            .beside("MicroPython's bare image: about 650 KiB (known figure)"),
        Row::new("static RAM, KiB", by_board(&statics, |one| kib(one.ram)))
            .goal("under 96 KiB", statics.iter().all(|(_, one)| one.ram < RAM_GOAL)),
        Row::new("deepest stack in a whole game, KiB", by_board(&games, |game| kib(game.stack)))
            .goal("under 24 KiB", games.iter().all(|(_, game)| game.stack < STACK_GOAL)),
        Row::new("frames that overran in those games", by_board(&games, |game| game.overruns.to_string()))
            .goal("0", games.iter().all(|(_, game)| game.overruns == 0)),
    ];
    Ok(Figures { rows, ..Figures::default() })
}

fn kib(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / KIB as f64)
}
