//! One firmware on the emulated Pico, which reads its board from a block. Every board plays. Without a valid board the
//! LED blinks a code, and neither the saved game nor an unnamed pin is touched.

use std::{collections::BTreeSet, env, fs, path::PathBuf, process, sync::LazyLock};

use ::boards::{
    block::{self, BlockError},
    device::Device,
    pico,
};
use dixit_dials::screen::{TallFrame, draw_no_board};
use fastrand::Rng;
use serde::Deserialize;
use serde_json::json;
use testkit::{
    emulator::{self, Emulator},
    image::{self, Image},
    rig::{Rig, most_players, some_round},
    spoilt_block::{block_of, mutate},
    tool::root,
};

const SEED: u64 = 20_261_118;
/// SDA pins of the shared screens on the bundled boards, where the firmware also looks for a screen. SCL is the next
/// pin.
const COMMON_SDA: [u8; 2] = [4, 26];
/// Two blinks of a code are at most 0.5 s apart, two codes at least 1.5 s.
const BETWEEN_CODES_MS: f64 = 1_000.0;
/// Twice the duration of the longest code.
const TWO_CODES_MS: f64 = 9_000.0;
/// Longer than the watchdog's limit for a task.
const ALIVE_MS: f64 = 4_000.0;

/// The bundled boards, and those made for tests.
static IMAGES: LazyLock<Vec<Image>> = LazyLock::new(|| {
    emulator::prepare().unwrap();
    let mut names = image::chosen(None).unwrap();
    let odd = fs::read_dir(root().join("tests/odd_boards")).unwrap();
    names.extend(odd.map(|entry| entry.unwrap().path().to_str().unwrap().to_string()));
    image::build_all(&names).unwrap()
});

fn named(name: &str) -> &'static Image {
    IMAGES.iter().find(|image| image.board == name).unwrap()
}

#[derive(Deserialize)]
struct Edge {
    ns: f64,
    level: u8,
}

/// Writes any block into the flash of a device.
pub struct Workbench {
    folder: PathBuf,
}

impl Workbench {
    pub fn new(name: &str) -> Self {
        let folder = env::temp_dir().join(format!("dixit-dials-{}-{name}", process::id()));
        fs::create_dir_all(folder.join("board")).unwrap();
        Self { folder }
    }

    /// A device with the wiring of a board, this block, and optionally other flash content.
    pub fn start(&self, wires: &Image, block: &[u8], flash: Option<&[u8]>) -> Powered {
        let board = self.folder.join("board");
        fs::copy(wires.elf(), self.folder.join("firmware.elf")).unwrap();
        fs::copy(wires.folder.join("board.json"), board.join("board.json")).unwrap();
        fs::write(board.join("board.bin"), block).unwrap();
        let mut emulator = Emulator::start(&board, 1).unwrap();
        emulator.ask(&json!({ "watch": pico::LED })).unwrap();
        if let Some(flash) = flash {
            emulator.restart_with(flash).unwrap();
            emulator.events.clear();
        }
        Powered(emulator)
    }
}

impl Drop for Workbench {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

pub struct Powered(pub Emulator);

impl Powered {
    /// The blink codes seen within `ms`: the number of blinks before each pause.
    fn codes(&mut self, ms: f64) -> Vec<usize> {
        self.0.run_ms(ms).unwrap();
        let now = self.0.now_ms().unwrap();
        let edges: Vec<Edge> = serde_json::from_value(self.0.ask(&json!({ "trace": "gpio" })).unwrap()).unwrap();
        let mut rises: Vec<f64> = edges.iter().filter(|edge| edge.level == 1).map(|edge| edge.ns / 1e6).collect();
        rises.push(now);
        let mut codes = vec![];
        let mut blinks = 1;
        for pair in rises.windows(2) {
            if pair[1] - pair[0] > BETWEEN_CODES_MS {
                codes.push(blinks);
                blinks = 0;
            }
            blinks += 1;
        }
        codes
    }

    fn driven(&mut self) -> BTreeSet<u8> {
        serde_json::from_value(self.0.ask(&json!({ "driven": true })).unwrap()).unwrap()
    }

    /// True if the first screen says why there is no board.
    fn says(&mut self, why: &BlockError) -> bool {
        let mut frame = TallFrame::new();
        draw_no_board(why, &mut frame);
        let glass = &self.0.screens().unwrap()[0];
        glass.on && (0..64).all(|y| (0..128).all(|x| frame.is_lit(x, y) == glass.is_lit(x, y)))
    }

    pub fn picture(&mut self) -> Vec<bool> {
        let glass = &self.0.screens().unwrap()[0];
        (0..64 * 128).map(|at| glass.on && glass.is_lit(at % 128, at / 128)).collect()
    }

    /// Asserts that the LED blinks its code, only the LED and the lines to a screen are driven, nothing is written, and
    /// no fault occurs.
    #[track_caller]
    fn gives_its_sign(&mut self, why: &BlockError, ms: f64, what: &str) {
        let codes = self.codes(ms);
        assert!(
            codes.iter().all(|&blinks| blinks == usize::from(why.blinks())),
            "{what}: {why}: {codes:?}, {:?}",
            self.0.events
        );
        assert!(!codes.is_empty(), "{what}: {why}: no code");
        let mut allowed: BTreeSet<u8> = COMMON_SDA.iter().flat_map(|&sda| [sda, sda + 1]).collect();
        allowed.insert(pico::LED);
        let driven = self.driven();
        assert!(driven.is_subset(&allowed), "{what}: {why}: drives {driven:?}");
        let flash = self.0.ask(&json!({ "trace": "flash" })).unwrap();
        assert_eq!(flash, json!([]), "{what}: {why}: the flash was written");
        assert!(self.0.events.is_empty(), "{what}: {why}: {:?}", self.0.events);
    }
}

fn has_common_screen(image: &Image) -> bool {
    let device = image.file.device();
    let shared = device.screens[0];
    shared.branch.is_none() && device.bus(shared.bus).is_some_and(|bus| COMMON_SDA.contains(&bus.sda))
}

/// The flash with a game saved during a clue, without the block.
fn flash_in_a_game(image: &Image) -> Vec<u8> {
    let mut rig = Rig::clue(image, 4).unwrap();
    rig.run_ms(3_000.0).unwrap();
    let mut flash = rig.emulator().unwrap().flash().unwrap();
    let board = block::address(flash.len() as u32) as usize;
    flash[board..][..block::SECTOR].fill(0xff);
    flash
}

/// Decodes the block, padded to its sector.
fn decoded(block: &[u8]) -> Result<Device, BlockError> {
    let mut sector = block.to_vec();
    sector.resize(block::SECTOR, 0xff);
    block::decode(&sector)
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn every_board_plays_from_the_same_firmware() {
    assert!(IMAGES.len() >= 6);
    for image in IMAGES.iter() {
        assert_eq!(image.elf(), IMAGES[0].elf());
        let players = most_players(&image.file);
        let play = || {
            let mut rig = Rig::clue(image, players)?;
            rig.stage.round(&some_round(players))?;
            rig.stage.cut()?;
            rig.emulator()?.ask(&json!({ "driven": true })).map_err(Into::into)
        };
        let driven = play().unwrap_or_else(|error: Box<dyn std::error::Error>| panic!("{}: {error}", image.board));
        let driven: BTreeSet<u8> = serde_json::from_value(driven).unwrap();
        let named = pins(&image.file.device());
        assert!(driven.is_subset(&named), "{}: drives {driven:?}, its block names {named:?}", image.board);
        println!("{}: a round of {players}", image.board);
    }
}

fn pins(device: &Device) -> BTreeSet<u8> {
    let mut pins = BTreeSet::new();
    boards::for_each_pin(device, &mut |_, pin| {
        pins.insert(pin);
    });
    pins
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn an_invalid_board_is_reported_and_the_game_is_kept() {
    let workbench = Workbench::new("signs");
    let game = flash_in_a_game(named("solo"));
    let saved = block::address(game.len() as u32) as usize + block::SECTOR;
    assert!(game[saved..].iter().any(|&byte| byte != 0xff), "nothing was saved");
    for wires in IMAGES.iter() {
        let device = wires.file.device();
        let good = block::encode(&device);
        let mut damaged = good.clone();
        damaged[20] ^= 4;
        let mut impossible = device.clone();
        impossible.buzzer = Some(impossible.buses[0].sda);
        for block in [
            vec![0xff; good.len()],
            vec![0; good.len()],
            damaged.to_vec(),
            good[..good.len() - 3].to_vec(),
            block_of(7, b"nobody knows yet what will stand here"),
            block::encode(&impossible).to_vec(),
        ] {
            let why = decoded(&block).unwrap_err();
            let mut powered = workbench.start(wires, &block, Some(&game));
            powered.gives_its_sign(&why, TWO_CODES_MS, &wires.board);
            assert_eq!(powered.says(&why), has_common_screen(wires), "{}: {why}", wires.board);
            assert!(
                powered.0.flash().unwrap()[saved..] == game[saved..],
                "{}: {why}: the game is touched",
                wires.board
            );
        }
    }
    assert!(IMAGES.iter().filter(|image| has_common_screen(image)).count() >= 3);
}

/// The remedy for a damaged block is to copy the UF2 file with the board alone. The game then continues.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn copying_the_board_alone_repairs_it_and_the_game_goes_on() {
    let workbench = Workbench::new("mended");
    let solo = named("solo");
    let device = solo.file.device();
    let game = flash_in_a_game(solo);
    let good = block::encode(&device);
    let mut whole = workbench.start(solo, &good, Some(&game));
    whole.0.run_ms(2_000.0).unwrap();

    let mut mended = workbench.start(solo, &[0xff; 12], Some(&game));
    mended.0.run_ms(2_000.0).unwrap();
    assert_ne!(mended.picture(), whole.picture());
    let file = workbench.folder.join("board.uf2");
    fs::write(&file, testkit::uf2::board_alone(&device)).unwrap();
    mended.0.ask(&json!({ "bootsel": { "copy": file } })).unwrap();
    mended.0.run_ms(2_000.0).unwrap();
    assert_eq!(mended.picture(), whole.picture());
}

/// `tests/boards/blocks.rs` tries thousands of blocks; here some of each kind run on the chip.
#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_mutated_block_is_a_board_or_is_reported() {
    let workbench = Workbench::new("mutated");
    let share = if env::var_os("DIXIT_FULL").is_some() { 100 } else { 4 };
    // Valid boards, then outcomes with two to five blinks.
    let mut counts = [0, share, 0, 0, 0, 0];
    for round in 0.. {
        if counts == [share; 6] {
            break;
        }
        let mut rng = Rng::with_seed(SEED ^ (round << 32));
        let wires = &IMAGES[rng.usize(..IMAGES.len())];
        let block = mutate(&wires.file.device(), &mut rng);
        let answer = decoded(&block);
        let count = &mut counts[answer.as_ref().map_or_else(|why| why.blinks().into(), |_| 0)];
        if *count == share {
            continue;
        }
        *count += 1;
        let mut powered = workbench.start(wires, &block, None);
        let what = format!("{}, round {round}", wires.board);
        match answer {
            Err(why) => powered.gives_its_sign(&why, TWO_CODES_MS / 2.0, &what),
            Ok(device) => {
                powered.0.run_ms(ALIVE_MS).unwrap();
                let (driven, named) = (powered.driven(), pins(&device));
                assert!(driven.is_subset(&named), "{what}: drives {driven:?}, the block names {named:?}");
                assert!(device.led.is_none_or(|led| driven.contains(&led)), "{what}: the light is off");
                assert!(powered.0.events.is_empty(), "{what}: {:?}", powered.0.events);
            }
        }
    }
}
