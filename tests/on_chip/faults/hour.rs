//! An hour of play with random faults of every kind: players who are not affected play on, no picture is late, and
//! every total is right.

use std::collections::BTreeMap;

use dixit_dials::{
    dial::Input,
    rules::{Seat, SeatSet},
};
use serde_json::json;
use testkit::{dice::Dice, image::Image};

use super::{
    HOOKED,
    crashes::CALM_MS,
    dose, parts,
    plan::Went,
    table::{SETTINGS, Screen, Table},
};

const MINUTE_MS: f64 = 60_000.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    ScreensPulled,
    BusHeld,
    ChainBroken,
    PowerCut,
    WriteTorn,
    Crash,
    WornKnob,
    StuckKnob,
}

impl Fault {
    const ALL: [Self; 8] = [
        Self::ScreensPulled,
        Self::BusHeld,
        Self::ChainBroken,
        Self::PowerCut,
        Self::WriteTorn,
        Self::Crash,
        Self::WornKnob,
        Self::StuckKnob,
    ];
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn an_hour_of_faults_stops_nobody_for_long_and_changes_no_total() {
    let minutes = dose(1.5, 60.0);
    let seed = 41;
    for image in &*HOOKED {
        let mut app = App::new(image, seed).unwrap();
        if let Err(error) = app.play(minutes * MINUTE_MS) {
            panic!("{}, seed {seed}, after {:?}: {error}", image.board, app.faults);
        }
        let App { faults, mut table, .. } = app;
        let count: usize = faults.values().sum();
        let slowest_ms = table.device().slowest_ms;
        println!(
            "{}: {minutes} minutes of seed {seed} with {count} faults {faults:?}; {} games with the right result; \
             the slowest picture took {slowest_ms} ms",
            image.board, table.games
        );
    }
}

struct App {
    table: Table,
    dice: Dice,
    screens: Vec<Screen>,
    has_chain: bool,
    faults: BTreeMap<Fault, usize>,
}

impl App {
    fn new(image: &Image, seed: u32) -> Result<Self, String> {
        let mut table = Table::new(image, seed, SETTINGS)?;
        let (screens, has_chain) = (table.screens()?, parts::has_chain(&mut table)?);
        table.sit_down()?;
        Ok(Self { table, dice: Dice(seed.into()), screens, has_chain, faults: BTreeMap::new() })
    }

    fn play(&mut self, ms: f64) -> Result<(), String> {
        let mut turn = 0;
        while self.table.emulator().now_ms()? < ms {
            let steps = 1 + self.dice.below(6);
            self.play_on(steps)?;
            // The kinds of fault take turns so that each occurs; everything else is random.
            let fault = Fault::ALL[turn % Fault::ALL.len()];
            turn += 1;
            if fault == Fault::ChainBroken && !self.has_chain {
                continue;
            }
            self.befall(fault).map_err(|error| format!("{fault:?}: {error}"))?;
            *self.faults.entry(fault).or_default() += 1;
        }
        Ok(())
    }

    /// Performs `steps` steps of the plan, or fewer if it has to wait for a player.
    fn play_on(&mut self, steps: u32) -> Result<(), String> {
        for _ in 0..steps {
            match self.table.go_on()? {
                Went::On => {}
                Went::Waits => self.table.nudge()?,
                Went::Over => self.table.rematch()?,
            }
        }
        Ok(())
    }

    fn befall(&mut self, fault: Fault) -> Result<(), String> {
        match fault {
            Fault::ScreensPulled => self.pull_screens(),
            Fault::BusHeld => {
                let place = self.dice.below(self.screens.len() as u32) as usize;
                // On boards with many screens the shared one has its own bus.
                let bus = self.screens[if self.dice.below(2) == 0 { 0 } else { place }].bus;
                let ms = 500 + self.dice.below(1_500);
                parts::hold(&mut self.table, bus, ms.into())
            }
            Fault::ChainBroken => {
                let (from, level) = (self.dice.below(36), self.dice.below(2));
                parts::break_chain(&mut self.table, from, level as u8)
            }
            Fault::PowerCut => {
                let after_ns = u64::from(self.dice.below(5_000_000)) * 1_000;
                self.cut(json!({ "after_ns": after_ns }))
            }
            Fault::WriteTorn => {
                let part = f64::from(self.dice.below(1_000)) / 1_000.0;
                let (n, seed) = (self.dice.below(4), self.dice.roll());
                self.cut(json!({ "in_flash_op": { "n": n, "fraction": part, "seed": seed } }))
            }
            Fault::Crash => {
                while self.table.stage.now() < CALM_MS {
                    self.play_on(1)?;
                }
                let kinds = self.table.mishaps()?;
                let kind = kinds[self.dice.below(kinds.len() as u32) as usize];
                self.table.crash(kind).map_err(|error| format!("mishap {kind}: {error}"))
            }
            Fault::WornKnob => {
                let knob = self.dice.below(if self.table.stage.passes() { 1 } else { 4 });
                let worn = self.dice.below(3) > 0;
                self.table.ask(json!({ "worn": { "knob": knob, "worn": worn } })).map(drop)
            }
            Fault::StuckKnob => self.stick(),
        }
    }

    fn pull_screens(&mut self) -> Result<(), String> {
        let mut pulled: Vec<Screen> = Vec::new();
        for _ in 0..=self.dice.below(3) {
            let screen = self.screens[self.dice.below(self.screens.len() as u32) as usize];
            if pulled.iter().all(|other| other.place != screen.place) {
                pulled.push(screen);
            }
        }
        for screen in &pulled {
            self.table.ask(json!({ "unplug": { "screen": screen.place } }))?;
        }
        self.table.lose(&pulled);
        self.table.run(parts::NOTICED_MS)?;
        self.table.hear_of_missing(&pulled);
        self.table.nudge()?;
        let steps = self.dice.below(5);
        self.play_on(steps)?;
        for screen in &pulled {
            self.table.ask(json!({ "plug": { "screen": screen.place } }))?;
        }
        self.table.lose(&[]);
        self.table.nudge()
    }

    fn cut(&mut self, cut: serde_json::Value) -> Result<(), String> {
        let end = self.table.play_until_cut(cut)?;
        let again = (self.dice.below(4) == 0).then(|| u64::from(self.dice.below(300_000)) * 1_000);
        self.table.power_up(end, again)
    }

    /// Holds a button down until the device ignores it, then releases it.
    fn stick(&mut self) -> Result<(), String> {
        let leader = self.table.stage.app.state().leader();
        let others = (0..4).filter_map(Seat::new).filter(|&seat| seat != leader);
        let seat = others.clone().nth(self.dice.below(3) as usize).unwrap_or(leader);
        let knob = self.table.stage.knob(seat);
        self.table.ask(json!({ "down": { "knob": knob } }))?;
        self.table.run(950)?;
        let now = self.table.stage.now();
        let holding = (2..8).map(|eighths| Input::Holding { knob, eighths });
        let held: Vec<Input> = holding.chain([Input::Held { knob }]).collect();
        self.table.stage.catch_up(now, &held);
        self.table.run(9_300)?;
        let now = self.table.stage.now();
        self.table.stage.catch_up(now, &[Input::Stuck { knob }]);
        if !self.table.stage.passes() {
            self.table.hindered = SeatSet::EMPTY.with(seat);
            self.table.nudge()?;
            let steps = self.dice.below(5);
            self.play_on(steps)?;
            self.table.hindered = SeatSet::EMPTY;
        }
        self.table.ask(json!({ "up": { "knob": knob } }))?;
        self.table.run(200)?;
        let now = self.table.stage.now();
        self.table.stage.catch_up(now, &[Input::Freed { knob }]);
        self.table.nudge()
    }
}
