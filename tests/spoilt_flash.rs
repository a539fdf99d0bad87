//! Flash that is corrupted between two power-ups or under a running device: flipped bits, bursts, non-blank free space,
//! pages that are swapped, copied or outdated, and nonsense with a valid checksum. After each corruption a game is
//! saved and the device restarted. Every loss must be reported, a save that returns Ok must be there, and nothing may
//! panic.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dixit_dials::app::App;
use dixit_dials::board::Board;
use dixit_dials::dial::{Input, KnobKind};
use dixit_dials::game::Options;
use dixit_dials::save::{Saved, Store};
use dixit_dials::settings::Settings;
use dixit_dials::words::Language;
use embassy_futures::block_on;
use testkit::dice::Dice;
use testkit::flash_chip::{FlashChip, SIZE, forge};
use testkit::story::library_board;

/// What was saved at some moment, and the whole flash at that moment.
#[derive(Clone)]
struct Moment {
    flash: Vec<u8>,
    saved: Saved,
}

fn board() -> Board {
    library_board(&boards::load(Path::new(env!("CARGO_MANIFEST_DIR")), "pods").unwrap())
}

/// The app that continues from what was found, after some presses and turns by four players.
fn play(saved: &Saved, inputs: usize, dice: &mut Dice) -> App {
    let (settings, knobs) = (saved.settings.unwrap_or_default(), saved.knobs.unwrap_or_default());
    let mut app = App::new(board(), settings, knobs, &saved.journal, 0, dice);
    for time in 1..=inputs as u64 {
        let knob = dice.below(4) as u8;
        let input = match dice.below(12) {
            0 if app.journal().is_empty() => Input::Held { knob },
            1..=4 => Input::Turned { knob, by: dice.below(9) as i8 - 4 },
            _ => Input::Pressed { knob },
        };
        app.take(input, time * 700, dice);
        app.pass_time(time * 700, dice);
    }
    app
}

/// Some hundred saves of one device: moves, steps back, new games, folded journals, settings, knobs.
fn history(dice: &mut Dice) -> Vec<Moment> {
    let mut store = open(vec![0xFF; SIZE]);
    let mut is = Saved::default();
    let mut past = vec![];
    let hurried = Settings { countdown: false, ..Settings::DEFAULT };
    let game = play(&Saved { settings: Some(hurried), ..Saved::default() }, 2_000, dice);
    let moves: Vec<Vec<u8>> = game.journal().entries().map(<[u8]>::to_vec).collect();
    assert!(!moves.is_empty());
    let mut moves = moves.iter().cycle();
    for _ in 0..40 + dice.below(160) {
        match dice.below(40) {
            0 => is.journal.start_over(),
            1 if is.journal.len() > 20 => is.journal.fold(is.journal.len() / 2, &[dice.roll() as u8; 60]).unwrap(),
            2..=4 => _ = is.journal.pop(),
            5 => {
                is.settings = Some(Settings {
                    options: Options { goal: 10 + dice.below(40) as u8, ..Options::DEFAULT },
                    ..Settings::DEFAULT
                });
                block_on(store.save_settings(&is.settings.unwrap())).unwrap();
            }
            6 => {
                is.knobs = Some([KnobKind::all().nth(dice.below(8) as usize).unwrap(); 12]);
                block_on(store.save_knobs(&is.knobs.unwrap())).unwrap();
            }
            7..=9 => {
                let bytes: Vec<u8> = (0..1 + dice.below(40)).map(|_| dice.roll() as u8).collect();
                let _ = is.journal.push(&bytes);
            }
            _ => _ = is.journal.push(moves.next().unwrap()),
        }
        block_on(store.save_game(&is.journal)).unwrap();
        past.push(Moment { flash: store.flash().bytes.clone(), saved: is.clone() });
    }
    past
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Harm {
    Bits,
    Burst,
    Dirt,
    Swap,
    Copy,
    Age,
    Forged,
}

const HARMS: [Harm; 7] = [Harm::Bits, Harm::Burst, Harm::Dirt, Harm::Swap, Harm::Copy, Harm::Age, Harm::Forged];
/// The units that the chip programs and erases, two erase units, and a whole half of the area.
const PAGES: [usize; 4] = [256, 4096, 8192, SIZE / 2];
/// Size of one record.
const SLOT: usize = 128;

impl Harm {
    fn befall(self, flash: &mut [u8], past: &[Moment], dice: &mut Dice) {
        let size = PAGES[dice.below(if self == Self::Age { 4 } else { 3 }) as usize];
        let mut page = || dice.below((SIZE / size) as u32) as usize * size;
        let (one, other) = (page(), page());
        // Usually where something is stored.
        let used: Vec<usize> = (0..SIZE).step_by(64).filter(|&at| flash[at] != 0xFF).collect();
        let at = match used.len() {
            0 => dice.below(SIZE as u32) as usize,
            _ if dice.below(4) == 0 => dice.below(SIZE as u32) as usize,
            len => used[dice.below(len as u32) as usize] + dice.below(64) as usize,
        };
        match self {
            Self::Bits => {
                for _ in 0..1 + dice.below(3) {
                    let near = (at + dice.below(32) as usize) % SIZE;
                    flash[near] ^= 1 << dice.below(8);
                }
            }
            Self::Burst => {
                let end = (at + 1 + dice.below(600) as usize).min(SIZE);
                spoil(flash, at..end, dice);
            }
            Self::Dirt => {
                let blank: Vec<usize> = (0..SIZE).step_by(128).filter(|&at| flash[at] == 0xFF).collect();
                let at = blank[dice.below(blank.len() as u32) as usize];
                // In half of the cases, in the slot that the next save would use.
                let next = blank.iter().copied().find(|&at| at > 0 && flash[at - 128] != 0xFF).unwrap_or(at);
                let at = if dice.below(2) == 0 { at } else { next };
                spoil(flash, at..(at + 1 + dice.below(300) as usize).min(SIZE), dice);
            }
            Self::Swap => {
                let kept = flash[one..one + size].to_vec();
                flash.copy_within(other..other + size, one);
                flash[other..other + size].copy_from_slice(&kept);
            }
            Self::Copy => flash.copy_within(one..one + size, other),
            Self::Age => {
                let then = &past[dice.below(past.len() as u32) as usize].flash;
                flash[one..one + size].copy_from_slice(&then[one..one + size]);
            }
            Self::Forged => {
                for _ in 0..1 + dice.below(4) {
                    let slot = if dice.below(3) == 0 { dice.below(512) as usize } else { at / SLOT };
                    forge_record(flash, slot, dice);
                }
            }
        }
    }
}

/// Fills a record with nonsense and a valid checksum. `src/save/record.rs` documents the place of each field.
fn forge_record(flash: &mut [u8], slot: usize, dice: &mut Dice) {
    let halves = [slot, (slot + SIZE / SLOT / 2) % (SIZE / SLOT)];
    let mut bytes = flash[slot * SLOT..][..SLOT].to_vec();
    if dice.below(4) == 0 || bytes[8] == 0xFF {
        // A record that was never written, with everything that makes it valid.
        bytes[4..].fill_with(|| dice.roll() as u8);
        bytes[4..8].copy_from_slice(&(dice.below(300) * 256 + slot as u32 % 256).to_le_bytes());
        bytes[8..18].copy_from_slice(b"Dials\x03\xFC\x00\x02\x40");
    }
    let number = u32::from_le_bytes(bytes[4..8].try_into().unwrap());
    let odd = [0, 1, 7, 8, 104, 105, 254, 255, dice.roll() as u8][dice.below(9) as usize];
    for _ in 0..1 + dice.below(3) {
        match dice.below(8) {
            // A sequence number from the very end, or from anywhere, that still maps to this slot.
            0 => bytes[5..8].fill(0xFF),
            1 => bytes[5..8].fill_with(|| dice.roll() as u8),
            2 => bytes[4..8].fill_with(|| dice.roll() as u8),
            3 => bytes[18..22].copy_from_slice(&number.wrapping_sub(dice.below(300)).to_le_bytes()),
            4 => bytes[18..22].fill(odd),
            5 => bytes[15 + dice.below(3) as usize] = odd,
            6 => bytes[22..24].fill_with(|| dice.roll() as u8),
            _ => bytes[24 + dice.below(100) as usize] = dice.roll() as u8,
        }
    }
    if dice.below(2) == 0 {
        // A set whose first record is this one.
        bytes.copy_within(4..8, 18);
    }
    forge(&mut bytes);
    for half in &halves[..1 + dice.below(2) as usize] {
        flash[half * SLOT..][..SLOT].copy_from_slice(&bytes);
    }
}

fn spoil(flash: &mut [u8], where_: Range<usize>, dice: &mut Dice) {
    let with = dice.below(3);
    for byte in &mut flash[where_] {
        *byte = [0, 0xFF, dice.roll() as u8][with as usize];
    }
}

#[derive(Default)]
struct Seen {
    cases: AtomicUsize,
    said: AtomicUsize,
    faults: Mutex<Vec<String>>,
}

fn spoil_once(past: &[Moment], seed: u64, seen: &Seen) {
    let mut dice = Dice(seed);
    let moment = dice.below(past.len() as u32) as usize;
    let (is, earlier) = (&past[moment], &past[..=moment]);
    let harm = HARMS[dice.below(7) as usize];
    let forged = harm == Harm::Forged;
    let mut flash = is.flash.clone();
    let while_running = !forged && dice.below(4) == 0;
    if !while_running {
        harm.befall(&mut flash, earlier, &mut dice);
    }
    let fault = |what: &str| {
        let when = if while_running { "under a running device" } else { "before power-up" };
        seen.faults.lock().unwrap().push(format!("{what}: {harm:?} {when}, seed {seed}, after {moment} saves"));
    };

    let mut store = open(flash);
    let loaded = store.saved().clone();
    if store.damage().is_some() {
        seen.said.fetch_add(1, Ordering::Relaxed);
        let begins =
            |past: &Moment| past.saved.journal.entries().take(loaded.journal.len()).eq(loaded.journal.entries());
        if !forged && !earlier.iter().any(begins) {
            fault("a game that was never played");
        }
    } else if !forged && loaded != is.saved {
        fault("lost without a word");
    }

    if while_running {
        harm.befall(&mut store.flash().bytes, earlier, &mut dice);
    }
    let mut next = loaded;
    if forged {
        next.journal = play(&next, 10, &mut dice).journal().clone();
    }
    if next.journal.push(&[7; 9]).is_err() {
        next.journal.pop();
    }
    let mut saved = block_on(store.save_game(&next.journal));
    if dice.below(4) == 0 {
        next.settings = Some(Settings { language: Language::Italiano, ..next.settings.unwrap_or_default() });
        saved = saved.and(block_on(store.save_settings(&next.settings.unwrap())));
    }
    if saved.is_err() {
        fault("not saved");
    }
    let store = open(store.into_flash().bytes);
    // Damage to a running device may still be reported, since the next power-up is the first to see it.
    if *store.saved() != next || (store.damage().is_some() && !while_running) {
        fault("a save that is not there");
    }
}

fn open(bytes: Vec<u8>) -> Store<FlashChip> {
    let chip = FlashChip::with(bytes);
    let range = chip.range();
    block_on(Store::open(chip, range))
}

#[test]
fn every_loss_in_corrupt_flash_is_reported_and_the_next_save_works() {
    let (histories, each) = if std::env::var_os("DIXIT_FULL").is_some() { (40, 5_000) } else { (10, 500) };
    let seen = Seen::default();
    std::thread::scope(|scope| {
        for part in 0..2 {
            let seen = &seen;
            scope.spawn(move || {
                for device in (part..histories).step_by(2) {
                    let past = history(&mut Dice(device));
                    for seed in (0..each).map(|case| device << 32 | case) {
                        seen.cases.fetch_add(1, Ordering::Relaxed);
                        if catch_unwind(AssertUnwindSafe(|| spoil_once(&past, seed, seen))).is_err() {
                            seen.faults.lock().unwrap().push(format!("a panic: seed {seed}"));
                        }
                    }
                }
            });
        }
    });
    let faults = seen.faults.into_inner().unwrap();
    let (cases, said) = (seen.cases.into_inner(), seen.said.into_inner());
    println!("{cases} corruptions: {said} told as damage, {} faults, all others made good", faults.len());
    assert_eq!(cases as u64, histories * each);
    assert!(faults.is_empty(), "{} faults, the first: {:#?}", faults.len(), &faults[..faults.len().min(8)]);
}
