//! A table that plays on after any fault: it looks at the state of the game and performs the next action of its plan,
//! on the emulated device and on the library beside it. After a power cut or crash it continues from what is in flash.

use std::collections::HashMap;

use dixit_dials::{
    app::{Millis, Report},
    dial::Input,
    game::{Journal, Options, Phase},
    rules::{Ruleset, Seat, SeatSet},
    save::Store,
    scene::{Notice, PartStatus, Shared},
    settings::Settings,
};
use embassy_futures::block_on;
use serde_json::{Value, json};
use testkit::{
    dice::Dice,
    emulator::Emulator,
    flash_chip::{FlashChip, SIZE},
    image::Image,
    story::{Act, Pico, Stage, library_board, seat_everyone},
    tool::root,
};

use super::{
    dose,
    plan::{PLAYERS, Plan, Went, next, without_mishaps},
};

/// Maximum time from an input to the right picture, whatever happened before.
pub const PATIENCE_MS: Millis = 3_000;
/// Time after which a move is in flash.
const SAVED_MS: Millis = 2_000;
/// Time from power-up until the device knows all of its parts.
pub const STARTED_MS: Millis = 800;

/// Settings for a short game, in which each round has everything that a round can have.
pub const SETTINGS: Settings = Settings { options: Options { goal: 9, ..Options::DEFAULT }, ..Settings::DEFAULT };

/// An earlier state of the table, which a power cut may bring back.
struct Past {
    since: Millis,
    journal: Journal,
    /// The first storyteller of this game.
    first: Seat,
}

pub struct Table {
    pub stage: Stage,
    pub plan: Plan,
    past: Vec<Past>,
    /// Seats whose knob or screen does not work.
    pub hindered: SeatSet,
    /// Seats whose screens the device has reported missing.
    dark: SeatSet,
    settings: Settings,
    /// Totals round by round of a game without faults, by first storyteller.
    right: HashMap<Seat, Vec<Vec<u16>>>,
    pub games: usize,
    /// Number of cuts after which the last move had to be repeated.
    pub repeated: usize,
}

impl Table {
    /// Powers up a board that was used before, with these settings.
    pub fn new(image: &Image, seed: u32, settings: Settings) -> Result<Self, String> {
        let mut pico = Pico::start(&image.folder, seed)?;
        pico.patience_ms = PATIENCE_MS;
        pico.emulator.ask(&json!({ "recording": false }))?;
        let mut flash = vec![0xFF; image.chip.family().flash_bytes as usize - SIZE];
        flash.extend(used_flash(&settings, Dice(seed.into()).below(300)));
        pico.emulator.restart_with(&flash)?;
        let now = pico.emulator.now_ms()?;
        pico.starts_anew(now);
        let board = library_board(&boards::load(&root(), &image.board).map_err(|error| error.to_string())?);
        Ok(Self {
            stage: Stage::new(board, settings, seed.into(), Some(pico)),
            plan: Plan { seed: seed.into() },
            past: Vec::new(),
            hindered: SeatSet::EMPTY,
            dark: SeatSet::EMPTY,
            settings,
            right: HashMap::new(),
            games: 0,
            repeated: 0,
        })
    }

    pub fn sit_down(&mut self) -> Result<(), String> {
        self.stage.act(Act::Wait { ms: STARTED_MS })?;
        seat_everyone(&mut self.stage, Ruleset::Dixit, PLAYERS, 1, &Settings::DEFAULT)?;
        // From here on a power cut finds a saved game.
        self.stage.act(Act::Wait { ms: SAVED_MS })?;
        self.past.clear();
        self.remember();
        Ok(())
    }

    pub fn emulator(&mut self) -> &mut Emulator {
        &mut self.device().emulator
    }

    pub fn device(&mut self) -> &mut Pico {
        self.stage.device().expect("there is always one")
    }

    pub fn ask(&mut self, request: Value) -> Result<Value, String> {
        self.emulator().ask(&request)
    }

    pub fn remember(&mut self) {
        let (since, journal, state) = (self.stage.now(), self.stage.app.journal(), self.stage.app.state());
        let first = match self.past.last() {
            Some(past) if past.journal == *journal => return,
            Some(past) if state.round > 1 || state.phase == Phase::Over => past.first,
            _ => state.storyteller.seat,
        };
        self.past.push(Past { since, journal: journal.clone(), first });
    }

    /// Performs the next action of the plan.
    pub fn go_on(&mut self) -> Result<Went, String> {
        let went = next(&mut self.stage, self.plan, self.hindered);
        self.remember();
        let went = went?;
        self.totals_are_right()?;
        Ok(went)
    }

    /// Plays until `found` accepts the shared screen.
    pub fn go_on_to(&mut self, found: impl Fn(&Shared) -> bool) -> Result<(), String> {
        for _ in 0..200 {
            if found(&self.stage.shared()) {
                return Ok(());
            }
            self.go_on()?;
        }
        Err(format!("never got there, but to {}", self.stage.where_we_are()))
    }

    pub fn finish(&mut self) -> Result<(), String> {
        while !matches!(self.go_on()?, Went::Over) {}
        self.games += 1;
        Ok(())
    }

    /// Starts a rematch with the same seats after a game has ended.
    pub fn rematch(&mut self) -> Result<(), String> {
        self.games += 1;
        // Press past the winners, the awards and the table.
        let began = (0..3).try_for_each(|_| self.stage.press_leader());
        self.remember();
        began
    }

    /// Arranges the power cut that `cut` describes, plays until it happens, and returns when.
    pub fn play_until_cut(&mut self, cut: Value) -> Result<Millis, String> {
        let in_erase = cut["in_flash_op"]["of"] == "erase";
        self.ask(json!({ "cut": cut }))?;
        for step in 0..30 {
            let went = match step {
                // Sectors are erased when all knobs have been still for a while, half a second apart, and turns during
                // an erase are lost: this waits until after the second erase and before the third.
                0 if in_erase => self.stage.act(Act::Wait { ms: 2_800 }),
                // The event that the cut waits for has not come: switch off instead.
                29 => self.ask(json!({ "off": true })).map(drop),
                _ => match self.go_on() {
                    Ok(Went::Over) => self.rematch(),
                    went => went.map(drop),
                },
            };
            match (self.power_went(), went) {
                (Some(end), _) => return Ok(end),
                (None, went) => went?,
            }
        }
        Err("the power cannot be cut".into())
    }

    fn totals_are_right(&mut self) -> Result<(), String> {
        let state = *self.stage.app.state();
        let rounds = match state.phase {
            Phase::Clue => state.round - 1,
            Phase::Points { .. } | Phase::Over => state.round,
            _ => return Ok(()),
        };
        let Some(first) = self.past.last().map(|past| past.first).filter(|_| rounds > 0) else { return Ok(()) };
        let (board, settings, plan) = (self.stage.board, self.settings, self.plan);
        let right = self.right.entry(first).or_insert_with(|| {
            let mut stage = Stage::new(board, settings, 1, None);
            without_mishaps(&mut stage, plan, first.number()).expect("the library alone has no trouble")
        });
        let totals = self.stage.totals();
        let is_end = usize::from(rounds) == right.len();
        match right.get(usize::from(rounds) - 1) {
            Some(right) if *right == totals && (is_end || state.phase != Phase::Over) => Ok(()),
            right => Err(format!("after {rounds} rounds totals are {totals:?} instead of {right:?}")),
        }
    }

    /// The store as the device's flash holds it.
    fn saved(&mut self) -> Result<Store<FlashChip>, String> {
        let flash = self.emulator().flash()?;
        let chip = FlashChip::<1>::with(flash[flash.len() - SIZE..].to_vec());
        let range = chip.range();
        Ok(block_on(Store::open(chip, range)))
    }

    /// Continues from what was saved, which must be the state of the table at `end` or shortly before.
    pub fn take_up(&mut self, end: Millis) -> Result<(), String> {
        let store = self.saved()?;
        if let Some(damage) = store.damage() {
            return Err(damage.to_string());
        }
        let loaded = store.saved();
        if loaded.settings.unwrap_or(Settings::DEFAULT) != self.settings {
            return Err(format!("the settings came back as {:?}", loaded.settings));
        }
        let until = self.past.iter().skip(1).map(|next| next.since).chain([Millis::MAX]);
        let lately = self.past.iter().zip(until).filter(|(_, until)| until.saturating_add(SAVED_MS) > end);
        let lately: Vec<&Past> = lately.map(|(past, _)| past).collect();
        let Some(found) = lately.iter().rposition(|past| past.journal == loaded.journal) else {
            let lately: Vec<_> = lately.iter().map(|past| (past.since, &past.journal)).collect();
            return Err(format!("at {end} ms the flash holds {:?}, on the table were {lately:?}", loaded.journal));
        };
        self.repeated += usize::from(found + 1 != lately.len());
        let past = Past { since: 0, journal: loaded.journal.clone(), first: lately[found].first };
        self.past = vec![past];
        self.stage.take_up(loaded.journal.clone(), self.settings);
        Ok(())
    }

    /// Restarts the library's app with nothing saved, after the device has lost everything.
    pub fn forget(&mut self) {
        self.settings = Settings::DEFAULT;
        self.stage.take_up(Journal::new(), self.settings);
        // Players who sit down again set their pointer to the dot.
        self.stage.pointers.fill(0);
    }

    /// When the power was cut, in milliseconds since power-up, if it was.
    pub fn power_went(&mut self) -> Option<Millis> {
        self.when("power cut").map(|at| at.saturating_sub(self.device().power_on_ms() as Millis))
    }

    pub fn when(&mut self, kind: &str) -> Option<Millis> {
        let event = self.emulator().events.iter().find(|event| event["kind"] == kind)?;
        Some((event["ns"].as_f64()? / 1e6) as Millis)
    }

    /// Powers up again after a cut at `end`, optionally with another cut during start-up.
    pub fn power_up(&mut self, end: Millis, again_after_ns: Option<u64>) -> Result<(), String> {
        self.emulator().run_ms(300.0)?;
        if let Some(after_ns) = again_after_ns {
            self.ask(json!({ "power": true }))?;
            self.ask(json!({ "cut": { "after_ns": after_ns } }))?;
            self.emulator().run_ms(after_ns as f64 / 1e6 + 100.0)?;
        }
        self.ask(json!({ "power": true }))?;
        let now = self.emulator().now_ms()?;
        self.device().starts_anew(now);
        self.take_up(end)?;
        self.stage.act(Act::Wait { ms: STARTED_MS })?;
        self.stage.home()
    }

    /// Lets time pass without checking the screens.
    pub fn run(&mut self, ms: Millis) -> Result<(), String> {
        self.emulator().run_ms(ms as f64)?;
        let now = self.emulator().now_ms()? - self.device().power_on_ms();
        self.stage.pass_to(now as Millis);
        Ok(())
    }

    /// Marks screens as lost, because they are unplugged or cannot answer: they are not checked until they are back.
    pub fn lose(&mut self, screens: &[Screen]) {
        let now = self.stage.now();
        for seat in std::mem::take(&mut self.dark).iter() {
            self.stage.app.report(Report::Seat(seat, PartStatus::Fine), now);
        }
        self.device().blind = screens.iter().map(|screen| screen.place).collect();
        self.hindered = match self.stage.passes() {
            true if screens.is_empty() => SeatSet::EMPTY,
            true => self.stage.app.state().seats,
            false => screens.iter().filter_map(|screen| screen.seat).collect(),
        };
    }

    /// Tells the library's app that `screens` are missing, as the device reports them.
    pub fn hear_of_missing(&mut self, screens: &[Screen]) {
        let now = self.stage.now();
        let seats: SeatSet = screens.iter().filter_map(|screen| screen.seat).collect();
        for seat in seats.iter() {
            self.stage.app.report(Report::Seat(seat, PartStatus::Missing), now);
        }
        self.dark = seats;
        let shared = screens.iter().any(|screen| screen.seat.is_none());
        self.stage.app.report(Report::Now(Notice::ScreensMissing { shared, seats }), now);
    }

    pub fn screens(&mut self) -> Result<Vec<Screen>, String> {
        let board = self.ask(json!({ "board": true }))?;
        let screens = board["screens"].as_array().ok_or("a board without screens")?.iter().enumerate();
        let seat = |screen: &Value| Seat::from_number(screen["seat"].as_u64()? as u8);
        let bus = |screen: &Value| screen["bus"].as_u64().unwrap_or(0);
        Ok(screens.map(|(place, screen)| Screen { place, seat: seat(screen), bus: bus(screen) }).collect())
    }

    /// Turns a knob and back: notices disappear, and all screens show the state of the game.
    pub fn nudge(&mut self) -> Result<(), String> {
        let knob = self.stage.leader();
        for by in [1, -1] {
            self.ask(json!({ "turn": { "knob": knob, "by": by } }))?;
            let now = self.emulator().now_ms()? - self.device().power_on_ms();
            self.stage.catch_up(now as Millis, &[Input::Turned { knob, by }]);
        }
        self.stage.act(Act::Wait { ms: 20 })
    }
}

/// A screen of the board.
#[derive(Clone, Copy)]
pub struct Screen {
    pub place: usize,
    pub seat: Option<Seat>,
    pub bus: u64,
}

impl Screen {
    /// True for all screens in the full run. Otherwise for the shared one, a player's, and the last behind the last mux.
    pub fn is_sample(&self) -> bool {
        dose(self.place < 2 || self.place == 12, true)
    }
}

/// The flash of a device that was used for a long time and then made `saves` more saves.
fn used_flash(settings: &Settings, saves: u32) -> Vec<u8> {
    let chip = FlashChip::<1>::new();
    let range = chip.range();
    let mut store = block_on(Store::open(chip, range));
    let mut journal = Journal::new();
    for game in 0.. {
        if store.flash().erases >= 16 {
            break;
        }
        journal.start_over();
        (0..60).for_each(|i| journal.push(&[game ^ i; 30]).expect("it fits"));
        block_on(store.save_game(&journal)).expect("the chip is good");
    }
    for save in 0..saves {
        journal.start_over();
        journal.push(&save.to_le_bytes()).expect("it fits");
        block_on(store.save_game(&journal)).expect("the chip is good");
    }
    journal.start_over();
    block_on(store.save_game(&journal)).expect("the chip is good");
    block_on(store.save_settings(settings)).expect("the chip is good");
    store.into_flash().bytes
}
