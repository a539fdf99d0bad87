//! Flash that is spoilt between two power-ups or under a running device: flipped bits, bursts, dirt where it should be
//! blank, pages that were swapped, copied, or show what they held long ago. After each a game is saved and the device
//! restarted. Nothing is lost without a word, and a save that says Ok is there.

mod flash_chip;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use dixit_dials::dial::KnobKind;
use dixit_dials::game::{Journal, Options};
use dixit_dials::save::{Loaded, Room, Store};
use dixit_dials::settings::Settings;
use dixit_dials::words::Language;
use flash_chip::{Dice, FlashChip, SIZE, now};

/// What was saved at some moment, and the whole flash as it was then.
#[derive(Clone)]
struct Moment {
    flash: Vec<u8>,
    journal: Journal,
    settings: Option<Settings>,
    knobs: Option<[KnobKind; 12]>,
}

/// Some hundred saves of one device: moves, steps back, new games, folded journals, settings, knobs.
fn history(dice: &mut Dice) -> Vec<Moment> {
    let (mut store, loaded) = open(vec![0xFF; SIZE]);
    let mut is = Moment { flash: vec![], journal: loaded.journal, settings: None, knobs: None };
    let mut past = vec![];
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
                now(store.save_settings(&is.settings.unwrap())).unwrap();
            }
            6 => {
                is.knobs = Some([KnobKind::all().nth(dice.below(8) as usize).unwrap(); 12]);
                now(store.save_knobs(&is.knobs.unwrap())).unwrap();
            }
            7 => while now(store.make_room()).unwrap() == Room::Making {},
            _ => {
                let bytes: Vec<u8> = (0..1 + dice.below(40)).map(|_| dice.roll() as u8).collect();
                let _ = is.journal.push(&bytes);
            }
        }
        now(store.save_game(&is.journal)).unwrap();
        is.flash.clone_from(&store.flash().bytes);
        past.push(is.clone());
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
}

const HARMS: [Harm; 6] = [Harm::Bits, Harm::Burst, Harm::Dirt, Harm::Swap, Harm::Copy, Harm::Age];
/// What the chip programs and erases at once, two of these, and a whole half of the room.
const PAGES: [usize; 4] = [256, 4096, 8192, SIZE / 2];

impl Harm {
    fn befall(self, flash: &mut [u8], past: &[Moment], dice: &mut Dice) {
        let size = PAGES[dice.below(if self == Self::Age { 4 } else { 3 }) as usize];
        let mut page = || dice.below((SIZE / size) as u32) as usize * size;
        let (one, other) = (page(), page());
        // Mostly where something is.
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
                // In the slot that the next save would take, as often as not.
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
        }
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
    let harm = HARMS[dice.below(6) as usize];
    let mut flash = is.flash.clone();
    let while_running = dice.below(4) == 0;
    if !while_running {
        harm.befall(&mut flash, earlier, &mut dice);
    }
    let fault = |what: &str| {
        let when = if while_running { "under a running device" } else { "before power-up" };
        seen.faults.lock().unwrap().push(format!("{what}: {harm:?} {when}, seed {seed}, after {moment} saves"));
    };

    let (mut store, loaded) = open(flash);
    let whole = |loaded: &Loaded, is: &Moment| {
        loaded.journal == is.journal && loaded.settings == is.settings && loaded.knobs == is.knobs
    };
    if loaded.damage.is_some() {
        seen.said.fetch_add(1, Ordering::Relaxed);
        let begins = |past: &Moment| past.journal.entries().take(loaded.journal.len()).eq(loaded.journal.entries());
        if !earlier.iter().any(begins) {
            fault("a game that was never played");
        }
    } else if !whole(&loaded, is) {
        fault("lost without a word");
    }

    if while_running {
        let mut flash = store.flash().bytes.clone();
        harm.befall(&mut flash, earlier, &mut dice);
        store.flash().bytes = flash;
    }
    let mut next = Moment { flash: vec![], settings: loaded.settings, knobs: loaded.knobs, journal: loaded.journal };
    if next.journal.push(&[7; 9]).is_err() {
        next.journal.pop();
    }
    let mut saved = now(store.save_game(&next.journal));
    if dice.below(4) == 0 {
        next.settings = Some(Settings { language: Language::Italiano, ..next.settings.unwrap_or_default() });
        saved = saved.and(now(store.save_settings(&next.settings.unwrap())));
    }
    if saved.is_err() {
        fault("not saved");
    }
    let (_, loaded) = open(store.into_flash().bytes);
    // What befell a running device may still be told, as the next power-up is the first to see it.
    if !whole(&loaded, &next) || (loaded.damage.is_some() && !while_running) {
        fault("a save that is not there");
    }
    seen.cases.fetch_add(1, Ordering::Relaxed);
}

fn open(bytes: Vec<u8>) -> (Store<FlashChip>, Loaded) {
    let chip = FlashChip::with(bytes);
    let range = chip.range();
    now(Store::open(chip, range))
}

#[test]
fn spoilt_flash_loses_nothing_without_a_word_and_takes_the_next_save() {
    let (histories, each) = if std::env::var_os("DIXIT_FULL").is_some() { (40, 5_000) } else { (10, 500) };
    let seen = Seen::default();
    std::thread::scope(|scope| {
        for part in 0..2 {
            let seen = &seen;
            scope.spawn(move || {
                for device in (part..histories).step_by(2) {
                    let past = history(&mut Dice(device));
                    (0..each).for_each(|case| spoil_once(&past, device << 32 | case, seen));
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
