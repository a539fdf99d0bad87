//! `cargo xtask bench size`: what the firmware takes of the Pico's memory, and how deep its stack goes in a whole game.

use std::fs;

use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol};
use serde_json::{Map, Value, json};

use super::{Figures, Options, sheet::Row, sheet::columns};
use dixit_dials::{rules::Ruleset, settings::Settings};
use testkit::{
    chip::Chip,
    image::{self, Image},
    rig,
    story::{Story, seat_everyone},
    tool::{Outcome, root},
};

const KIB: u64 = 1024;
const FLASH_GOAL: u64 = 256 * KIB;
const RAM_GOAL: u64 = 64 * KIB;
const RAM: u64 = 0x2000_0000;

/// What lies in the image.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statics {
    pub flash: u64,
    pub ram: u64,
    /// What is left for the stack.
    pub room: u64,
}

pub fn statics(image: &Image) -> Outcome<Statics> {
    let bytes = fs::read(image.elf())?;
    let file = object::File::parse(&*bytes)?;
    let symbol = |name: &str| file.symbols().find(|symbol| symbol.name() == Ok(name)).map(|symbol| symbol.address());
    // Where the debugger's sections lie is at 0; what is to be in RAM at the start lies in flash too.
    let ram = file.sections().filter(|section| section.address() >= RAM).map(|section| section.size()).sum();
    let flash = file.segments().map(|segment| segment.file_range().1).sum();
    let top = symbol("_stack_start").ok_or("the image has no stack")?;
    let end = symbol("__sheap").ok_or("the image does not say where its statics end")?;
    Ok(Statics { flash, ram, room: top.saturating_sub(end) })
}

/// Plays a game to its end and answers how deep the stack went.
fn deepest_stack(options: &Options, image: &Image) -> Outcome<u64> {
    let mut rig = rig::start(image)?;
    let name =
        if rig.board.seats.most >= 12 { "odyssey-twelve-players-to-thirty" } else { "dixit-eight-players-to-the-goal" };
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
    Ok(rig.meters()?.stack_bytes)
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let mut json = Map::new();
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for image in options.images()? {
        let Statics { flash, ram, room } = statics(image)?;
        let stack = deepest_stack(options, image)?;
        let board = &image.board;
        json.insert(
            board.clone(),
            json!({ "flash_bytes": flash, "ram_bytes": ram, "stack_bytes": stack, "stack_room_bytes": room }),
        );
        lines.push(vec![board.clone(), flash.to_string(), ram.to_string(), stack.to_string(), room.to_string()]);
        rows.push(
            Row::new(format!("{board}: firmware image"), kib(flash))
                .goal("under 256 KiB", flash < FLASH_GOAL)
                .beside("MicroPython's bare image: about 650 KiB (known figure)"),
        );
        rows.push(Row::new(format!("{board}: static RAM"), kib(ram)).goal("under 64 KiB", ram < RAM_GOAL));
        rows.push(
            Row::new(format!("{board}: deepest stack in a game"), kib(stack))
                .goal(format!("under half of the {} left", kib(room)), stack < room / 2),
        );
        // Built, but not run: there is no stack to measure.
        for chip in Chip::ALL.into_iter().filter(|&chip| chip != Chip::EMULATED) {
            let Statics { flash, ram, .. } = statics(&image::build_for(board, chip)?)?;
            let name = format!("{board}, {}", chip.name());
            json.insert(name.clone(), json!({ "flash_bytes": flash, "ram_bytes": ram }));
            lines.push(vec![name.clone(), flash.to_string(), ram.to_string(), "not run".into(), String::new()]);
            rows.push(
                Row::new(format!("{name}: firmware image / static RAM"), format!("{} / {}", kib(flash), kib(ram)))
                    .goal("under 256 KiB / 64 KiB", flash < FLASH_GOAL && ram < RAM_GOAL),
            );
        }
    }
    let text =
        columns(&["board", "flash, bytes", "static RAM, bytes", "deepest stack, bytes", "room for it, bytes"], &lines);
    Ok(Figures { json: Value::Object(json), text, rows, growth: Vec::new() })
}

fn kib(bytes: u64) -> String {
    format!("{:.1} KiB", bytes as f64 / KIB as f64)
}
