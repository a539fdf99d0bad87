//! A whole game of twelve, with the power cut within every single flash operation, at many points and in many ways. At
//! power-up the table must be in the state before or after the last move, and in no other.

use std::sync::atomic::{AtomicUsize, Ordering};

use dixit_dials::app::{App, Effect};
use dixit_dials::board::{Board, SeatLimits, Voting};
use dixit_dials::dial::{Input, KnobKind};
use dixit_dials::game::{Journal, Phase, State};
use dixit_dials::rules::Ruleset;
use dixit_dials::save::Store;
use dixit_dials::settings::Settings;
use embassy_futures::block_on;
use testkit::dice::Dice;
use testkit::flash_chip::{FlashChip, Op, Tear};

const BOARD: Board = Board {
    name: "a board with twelve seats",
    voting: Voting::Pods,
    knobs: 12,
    seats: SeatLimits { least: 3, most: 12 },
    seat_screens: true,
    buzzer: true,
};

/// What may be found at power-up.
#[derive(Clone)]
struct Saved {
    journal: Journal,
    state: State,
    settings: Option<Settings>,
}

/// Cuts the power within each flash operation of a save in turn, in every way that it can be torn, and powers up.
struct Cutter {
    cuts: AtomicUsize,
    twice: AtomicUsize,
    programs: usize,
    erases: usize,
}

impl Cutter {
    fn cut(&mut self, record: &[(Vec<u8>, Op)], before: &Saved, after: &Saved, seed: u64) {
        for (_, op) in record {
            match op {
                Op::Program { .. } => self.programs += 1,
                Op::Erase { .. } => self.erases += 1,
            }
        }
        let jobs: Vec<_> =
            record.iter().flat_map(|(flash, op)| op.tears().iter().map(move |t| (flash, op, *t))).collect();
        let half = jobs.len().div_ceil(2).max(1);
        std::thread::scope(|scope| {
            for (part, jobs) in jobs.chunks(half).enumerate() {
                let this = &*self;
                scope.spawn(move || {
                    for (i, &(flash, op, tear)) in jobs.iter().enumerate() {
                        let dice = Dice(seed << 20 | (part * half + i) as u64);
                        this.cut_once(flash, op, tear, dice, [before, after]);
                    }
                });
            }
        });
    }

    fn cut_once(&self, flash: &[u8], op: &Op, tear: Tear, mut dice: Dice, allowed: [&Saved; 2]) {
        let mut bytes = flash.to_vec();
        op.tear(&mut bytes, tear, &mut dice);
        self.cuts.fetch_add(1, Ordering::Relaxed);
        let place = || format!("{tear:?} in {}", name(op));
        // The power comes back and fails again while the store repairs itself.
        if dice.below(4) == 0 {
            self.twice.fetch_add(1, Ordering::Relaxed);
            bytes = power_cut_again(bytes, &mut dice, allowed, &place());
        }
        let mut store = power_up(bytes);
        check(&store, allowed, &place());
        // The resumed game continues, and its next move is saved too.
        let mut journal = store.saved().journal.clone();
        if journal.push(&[0xEE; 5]).is_err() {
            journal.pop();
        }
        block_on(store.save_game(&journal)).unwrap_or_else(|error| panic!("{error:?} after {}", place()));
        let store = power_up(store.into_flash().bytes);
        assert_eq!((&store.saved().journal, store.damage()), (&journal, None), "going on after {}", place());
    }
}

fn name(op: &Op) -> String {
    match op {
        Op::Program { at, bytes } => format!("{} bytes programmed at {at:#x}", bytes.len()),
        Op::Erase { sector } => format!("erase of sector {sector}"),
    }
}

fn power_up(bytes: Vec<u8>) -> Store<FlashChip> {
    let chip = FlashChip::with(bytes);
    let range = chip.range();
    block_on(Store::open(chip, range))
}

fn power_cut_again(bytes: Vec<u8>, dice: &mut Dice, allowed: [&Saved; 2], place: &str) -> Vec<u8> {
    let tears = [Tear::Front(100), Tear::Bits(100), Tear::Back(100), Tear::Zeros(200)];
    let mut chip = FlashChip::<1>::with(bytes);
    chip.power = Some((dice.below(6) as usize, tears[dice.below(4) as usize], dice.clone()));
    let range = chip.range();
    let mut store = block_on(Store::open(chip, range));
    if !store.flash().gone {
        check(&store, allowed, place);
        let _ = block_on(store.save_game(&allowed[1].journal));
    }
    store.into_flash().bytes
}

fn check(store: &Store<FlashChip>, allowed: [&Saved; 2], place: &str) {
    assert_eq!(store.damage(), None, "{place}");
    let loaded = store.saved();
    let found = allowed.iter().find(|saved| saved.journal == loaded.journal);
    let Some(found) = found else {
        panic!("{:?} is neither {:?} nor {:?}, {place}", loaded.journal, allowed[0].journal, allowed[1].journal)
    };
    assert!(allowed.iter().any(|saved| saved.settings == loaded.settings), "settings, {place}");
    let settings = loaded.settings.unwrap_or(SETTINGS);
    let kinds = [KnobKind::default(); 12];
    let app = App::new(BOARD, settings, kinds, &loaded.journal, 0, &mut Dice(1));
    assert_eq!(*app.state(), found.state, "{place}");
}

const SETTINGS: Settings = Settings { countdown: false, ..Settings::DEFAULT };

/// Flash whose pages have all been used, so that every new one must be erased first.
fn flash_of_an_old_device() -> Vec<u8> {
    let mut store = power_up(FlashChip::<1>::new().bytes);
    let mut journal = Journal::new();
    for game in 0.. {
        if store.flash().erases >= 16 {
            break;
        }
        journal.start_over();
        for i in 0..60 {
            journal.push(&[game ^ i; 30]).unwrap();
        }
        block_on(store.save_game(&journal)).unwrap();
    }
    journal.start_over();
    block_on(store.save_game(&journal)).unwrap();
    store.into_flash().bytes
}

/// The table, its device and its flash.
struct Table {
    app: App,
    store: Store<FlashChip>,
    saved: Saved,
    dice: Dice,
    ms: u64,
    cutter: Cutter,
    saves: usize,
}

impl Table {
    fn new(seed: u64) -> Self {
        let mut dice = Dice(seed);
        let mut store = power_up(flash_of_an_old_device());
        let loaded = store.saved().clone();
        store.flash().record = Some(vec![]);
        let app = App::new(BOARD, SETTINGS, [KnobKind::default(); 12], &loaded.journal, 0, &mut dice);
        let saved = Saved { journal: loaded.journal, state: *app.state(), settings: None };
        let cutter = Cutter { cuts: 0.into(), twice: 0.into(), programs: 0, erases: 0 };
        Self { app, store, saved, dice, ms: 0, cutter, saves: 0 }
    }

    fn state(&self) -> &State {
        self.app.state()
    }

    fn storyteller(&self) -> u8 {
        self.state().storyteller.seat.index() as u8
    }

    fn does(&mut self, input: Input) {
        self.ms += 300;
        self.app.pass_time(self.ms, &mut self.dice);
        self.app.take(input, self.ms, &mut self.dice);
        while let Some(effect) = self.app.next_effect() {
            let mut after = self.saved.clone();
            match effect {
                Effect::SaveGame => {
                    after.journal = self.app.journal().clone();
                    after.state = *self.app.state();
                    block_on(self.store.save_game(&after.journal)).unwrap();
                }
                Effect::SaveSettings => {
                    after.settings = Some(*self.app.settings());
                    block_on(self.store.save_settings(self.app.settings())).unwrap();
                }
                _ => continue,
            }
            self.saves += 1;
            self.cut(after);
        }
    }

    fn cut(&mut self, after: Saved) {
        let record = self.store.flash().record.replace(vec![]).unwrap();
        self.cutter.cut(&record, &self.saved, &after, self.ms);
        self.saved = after;
    }

    fn press(&mut self, knob: u8) {
        self.does(Input::Pressed { knob });
    }

    fn sit_down(&mut self) {
        for knob in 0..12 {
            self.press(knob);
        }
        while self.state().phase == Phase::Lobby {
            self.does(Input::Turned { knob: 3, by: 1 });
            self.does(Input::Held { knob: 3 });
        }
        assert_eq!((self.state().ruleset, self.state().players()), (Ruleset::Odyssey, 12));
    }

    fn vote(&mut self) {
        for seat in self.state().present().iter() {
            let knob = seat.index() as u8;
            while !self.app.game().locked().has(seat) && self.state().phase == Phase::Vote {
                let by = self.dice.below(9) as i8 - 4;
                self.does(Input::Turned { knob, by });
                self.press(knob);
            }
        }
    }

    fn back(&mut self) {
        let storyteller = self.storyteller();
        self.does(Input::Held { knob: storyteller });
        self.press(storyteller);
    }

    /// Pointless claims are refused. If none is accepted, the votes were impossible and everyone votes again.
    fn find_owners(&mut self) {
        let (moves, first) = (self.app.journal().len(), self.dice.below(12));
        for i in 0..12 {
            self.press(((first + i) % 12) as u8);
            if self.app.journal().len() != moves {
                return;
            }
        }
        while !matches!(self.state().phase, Phase::Vote) {
            self.back();
        }
    }

    fn play_round(&mut self, round: u32) {
        let began = self.state().round;
        let mut presses = 0;
        while self.state().round == began && self.state().phase != Phase::Over {
            match self.state().phase {
                Phase::Vote => self.vote(),
                Phase::Owners(_) => self.find_owners(),
                _ => {
                    if presses == 1 && round % 3 == 1 {
                        // Somebody takes a claim back.
                        self.back();
                        self.back();
                    }
                    presses += 1;
                    self.press(self.storyteller());
                }
            }
        }
    }

    fn change_the_goal(&mut self, by: i8) {
        let storyteller = self.storyteller();
        self.does(Input::Held { knob: storyteller });
        self.does(Input::Turned { knob: storyteller, by: 4 });
        self.press(storyteller);
        self.does(Input::Turned { knob: storyteller, by: 1 });
        self.press(storyteller);
        self.does(Input::Turned { knob: storyteller, by });
        self.press(storyteller);
        for _ in 0..2 {
            self.does(Input::Held { knob: storyteller });
        }
    }
}

#[test]
fn a_game_of_twelve_survives_a_power_cut_at_any_moment() {
    let games = if std::env::var_os("DIXIT_FULL").is_some() { 8 } else { 1 };
    for seed in 12..12 + games {
        play_with_cuts(seed);
    }
}

fn play_with_cuts(seed: u64) {
    let mut table = Table::new(seed);
    table.sit_down();
    let goal = table.app.settings().options.goal;
    for round in 0.. {
        table.play_round(round);
        if round == 1 {
            table.change_the_goal(5);
            assert_ne!(table.app.settings().options.goal, goal);
            assert_eq!(
                table.saved.settings.map(|settings| settings.options.goal),
                Some(table.app.settings().options.goal)
            );
        }
        if table.state().phase == Phase::Over {
            break;
        }
    }
    let rounds = table.state().round;
    // A rematch replaces the old game, over and over.
    while table.cutter.cuts.load(Ordering::Relaxed) < 10_000 {
        while table.state().phase != Phase::Over {
            table.play_round(2);
        }
        // Press past the winners, the awards and the table.
        for _ in 0..3 {
            table.press(table.storyteller());
        }
        assert_eq!(table.state().phase, Phase::Clue);
        table.play_round(0);
    }

    let Cutter { cuts, twice, programs, erases } = table.cutter;
    let (cuts, twice) = (cuts.into_inner(), twice.into_inner());
    println!(
        "{cuts} power cuts ({twice} of them twice) in {programs} programs and {erases} erases, \
         {} saves of {rounds} rounds and a rematch: each resumed where it was",
        table.saves
    );
    assert!(cuts >= 10_000, "{cuts} cuts");
    assert!(erases >= 8, "{erases} erases");
}
