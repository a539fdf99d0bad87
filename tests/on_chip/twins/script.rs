//! The hand movements on two emulated devices: the same at the same moments, but leading to different votes. With a
//! number on a screen, both dial alike from different random starts. On a ring, the pointers are set differently before
//! the comparison begins; where a seat answers again, both make the same number of clicks at the same moments, in
//! different directions.

use std::collections::BTreeMap;

use dixit_dials::board::{Board, Voting};
use dixit_dials::rules::{MAX_SEATS, Seat, SeatSet};
use dixit_dials::settings::Settings;
use dixit_dials::voting::Question;
use serde_json::{Value, json};

use testkit::dice::Dice;
use testkit::twin_plan::{Event, Plan};

const CLICK_MS: f64 = 20.0;
/// Duration of an emulated press. The firmware's debounce accepts it after `BELIEVED_MS`: nothing caused by the press
/// comes earlier.
const PRESS_MS: f64 = 150.0;
const BELIEVED_MS: f64 = 94.0;
const COUNTDOWN_MS: f64 = 3_000.0;
/// The app's time advances in steps of this length, so a countdown may end earlier, by less than a step.
const APP_STEP_MS: f64 = 6.0;
/// From power-on to a resumed game with every screen lit.
const BOOT_MS: f64 = 1_000.0;
/// Time after which the move that started the vote is in flash.
const SAVED_MS: f64 = 2_000.0;
const HOLD_MS: f64 = 1_100.0;
/// Pause between a turn and a press.
const GRIP_MS: f64 = 60.0;

/// An interval in which one screen may show a secret number.
#[derive(Debug)]
pub struct Private {
    pub screen: usize,
    pub from_ms: f64,
    pub to_ms: f64,
}

pub struct Script {
    /// The requests to each twin's emulator.
    pub requests: [Vec<Value>; 2],
    pub private: Vec<Private>,
    /// The compared interval: from the press that starts the vote to the earliest moment at which votes may be
    /// revealed.
    pub from_ms: f64,
    pub to_ms: f64,
    /// At the end of the script: time since the last power-on, and the settings.
    pub running_ms: u64,
    pub settings: Settings,
    pub happened: Vec<Event>,
}

impl Script {
    pub fn new(plan: &Plan) -> Self {
        let mut writer = Writer::new(plan);
        writer.write();
        writer.script
    }

    /// A vote up to the moment when every seat that can dial has dialled its first number and nobody has pressed.
    pub fn until_dialled(plan: &Plan) -> Self {
        let mut writer = Writer::new(plan);
        writer.start();
        writer.dial_first();
        writer.script
    }

    /// A vote in which all but one seat have locked.
    pub fn almost_given(plan: &Plan) -> Self {
        let mut writer = Writer::new(plan);
        writer.lock_all_but_one();
        writer.script
    }

    /// A vote in which all but one seat have locked, abandoned by going back one step. On a ring all pointers are then
    /// turned to the dot, since their positions stay in memory but are not votes. One knob is turned back and forth
    /// until the last turns are overwritten.
    pub fn given_up(plan: &Plan) -> Self {
        let mut writer = Writer::new(plan);
        writer.lock_all_but_one();
        // The step back is the first row of the menu and asks for confirmation.
        let knob = writer.storyteller_knob();
        writer.hold(knob);
        writer.press(knob);
        writer.both(vec![json!({ "turn": { "knob": knob, "by": 1, "ms": CLICK_MS } })], CLICK_MS + 60.0);
        writer.pointers.iter_mut().for_each(|pointers| pointers[usize::from(knob)] += 1);
        writer.press(knob);
        writer.wait(GRIP_MS);
        writer.turn_back();
        writer.fidget();
        writer.wait(3_000.0);
        writer.script
    }

    pub fn is_private(&self, screen: usize, ms: f64) -> bool {
        self.private.iter().any(|private| private.screen == screen && (private.from_ms..private.to_ms).contains(&ms))
    }
}

struct Writer<'a> {
    plan: &'a Plan,
    dice: Dice,
    script: Script,
    now_ms: f64,
    power_on_ms: f64,
    /// Number of questions that each seat has answered, and whether it has dialled its next answer.
    given: [usize; MAX_SEATS],
    dialled: SeatSet,
    locked: SeatSet,
    /// Seats that have unlocked on a board where a screen shows their number.
    again: SeatSet,
    /// Positions of the pointers, by twin.
    pointers: [[i16; MAX_SEATS]; 2],
    /// Seats whose pointers are placed so that the same clicks lead to the answers.
    arranged: SeatSet,
    /// Since when each screen has been showing a secret.
    showing: BTreeMap<usize, f64>,
}

impl<'a> Writer<'a> {
    fn new(plan: &'a Plan) -> Self {
        let script = Script {
            requests: [vec![], vec![]],
            private: vec![],
            from_ms: 0.0,
            to_ms: 0.0,
            running_ms: 0,
            settings: plan.settings,
            happened: vec![],
        };
        Self {
            plan,
            dice: Dice(plan.seed ^ 0xE7),
            script,
            now_ms: 0.0,
            power_on_ms: 0.0,
            given: [0; MAX_SEATS],
            dialled: SeatSet::EMPTY,
            locked: SeatSet::EMPTY,
            again: SeatSet::EMPTY,
            pointers: [[0; MAX_SEATS]; 2],
            arranged: SeatSet::EMPTY,
            showing: BTreeMap::new(),
        }
    }

    fn board(&self) -> Board {
        self.plan.board
    }

    fn start(&mut self) {
        self.wait(BOOT_MS);
        self.home();
        self.arrange();
        self.lay();
    }

    fn lock_all_but_one(&mut self) {
        self.wait(BOOT_MS);
        self.home();
        self.lay();
        while self.locked.len() + 1 < self.plan.seats().len() {
            self.answer();
        }
    }

    fn write(&mut self) {
        self.start();
        let mut events = self.plan.events.clone();
        while self.locked != self.plan.seats() {
            let answers: usize = self.given.iter().sum();
            if let Some(at) = events.iter().position(|(when, _)| *when <= answers) {
                let (_, event) = events.remove(at);
                self.interrupt(event);
            }
            self.answer();
        }
        let mut last_press = self.now_ms - PRESS_MS;
        if self.plan.passes() {
            last_press = self.now_ms;
            self.press(0);
        }
        let countdown = if self.plan.settings.countdown { COUNTDOWN_MS } else { 0.0 };
        self.script.to_ms = last_press + BELIEVED_MS + countdown - APP_STEP_MS;
        self.wait(countdown + 900.0);
        self.script.running_ms = (self.now_ms - self.power_on_ms) as u64;
    }

    // Requests ------------------------------------------------------------------------------------------------------

    /// Sends each twin its own hand movements, for the same time.
    fn each(&mut self, mut actions: [Vec<Value>; 2], ms: f64) {
        for (actions, requests) in actions.iter_mut().zip(&mut self.script.requests) {
            actions.push(json!({ "wait": ms }));
            requests.push(json!({ "many": actions }));
        }
        self.now_ms += ms;
    }

    fn both(&mut self, actions: Vec<Value>, ms: f64) {
        self.each([actions.clone(), actions], ms);
    }

    fn wait(&mut self, ms: f64) {
        self.both(vec![], ms);
    }

    fn press(&mut self, knob: u8) {
        self.both(vec![json!({ "press": { "knob": knob } })], PRESS_MS);
    }

    fn hold(&mut self, knob: u8) {
        self.both(vec![json!({ "hold": { "knob": knob } })], HOLD_MS);
    }

    fn request(&mut self, request: Value) {
        self.script.requests.iter_mut().for_each(|requests| requests.push(request.clone()));
    }

    // The vote ------------------------------------------------------------------------------------------------------

    fn knob(&self, seat: Seat) -> u8 {
        if self.plan.passes() { 0 } else { seat.index() as u8 }
    }

    fn storyteller_knob(&self) -> u8 {
        self.knob(self.plan.storyteller())
    }

    /// On a ring: turns the pointers to the dot.
    fn home(&mut self) {
        if let Voting::Ring { .. } = self.board().voting {
            let presses = |seat: Seat| json!({ "press": { "knob": seat.index() } });
            self.both(self.plan.seats().iter().map(presses).collect(), PRESS_MS);
            self.pointers = [[0; MAX_SEATS]; 2];
        }
    }

    /// On a ring: sets each twin's pointers so that the same clicks lead to its own first answer.
    fn arrange(&mut self) {
        let Voting::Ring { positions, .. } = self.board().voting else { return };
        self.arranged = self.plan.seats();
        let mut turns = [vec![], vec![]];
        for seat in self.plan.seats().iter() {
            let clicks = self.plan.clicks(seat, 0);
            for (twin, turns) in turns.iter_mut().enumerate() {
                let answer = i16::from(self.plan.secrets[twin][seat.index()][0]);
                let start = (answer - clicks).rem_euclid(i16::from(positions));
                self.pointers[twin][seat.index()] = start;
                turns.push(json!({ "turn": { "knob": seat.index(), "by": start, "ms": CLICK_MS } }));
            }
        }
        self.each(turns, f64::from(positions) * CLICK_MS + 60.0);
    }

    fn lay(&mut self) {
        self.script.from_ms = self.now_ms;
        self.begin_vote();
        self.press(self.storyteller_knob());
    }

    /// Starts the vote: sets the random start values and notes who may see a number.
    fn begin_vote(&mut self) {
        self.given = [0; MAX_SEATS];
        self.dialled = SeatSet::EMPTY;
        self.locked = SeatSet::EMPTY;
        self.again = SeatSet::EMPTY;
        if self.board().voting == Voting::Pods {
            for seat in self.plan.seats().iter() {
                self.choose_start(seat);
            }
        }
    }

    fn asked(&self, seat: Seat) -> &[Question] {
        &self.plan.asked[seat.index()]
    }

    /// Chooses the random word from which `clicks` lead to each twin's own answer.
    fn choose_start(&mut self, seat: Seat) {
        let nth = self.given[seat.index()];
        let clicks = self.clicks(seat, nth);
        for (secret, requests) in self.plan.secrets.iter().zip(&mut self.script.requests) {
            let word = self.plan.start(seat, nth, secret, clicks);
            requests.push(json!({ "start": word }));
        }
        if self.plan.differ().has(seat) {
            let screen = if self.plan.passes() { 0 } else { 1 + seat.index() };
            self.showing.entry(screen).or_insert(self.now_ms);
        }
    }

    /// How far a seat turns for its nth answer. After unlocking, its dial still shows the old answer.
    fn clicks(&self, seat: Seat, nth: usize) -> i16 {
        if self.again.has(seat) { 0 } else { self.plan.clicks(seat, nth) }
    }

    /// The clicks with which each twin dials its next answer: right, left, or halfway and back.
    fn dial(&mut self, seat: Seat) -> [Vec<i8>; 2] {
        self.dialled = self.dialled.with(seat);
        let nth = self.given[seat.index()];
        let clicks = self.clicks(seat, nth);
        let alike = vec![clicks.signum() as i8; usize::from(clicks.unsigned_abs())];
        let Voting::Ring { positions, .. } = self.board().voting else { return [alike.clone(), alike] };
        let answers = self.plan.secrets.each_ref().map(|secret| i16::from(secret[seat.index()][nth]));
        let moves = self.point(seat, answers, positions);
        if self.arranged.has(seat) {
            self.arranged = self.arranged.without(seat);
            return [alike.clone(), alike];
        }
        moves
    }

    /// Clicks that turn each twin's pointer to its own target, the same number for both twins.
    fn point(&mut self, seat: Seat, to: [i16; 2], positions: u8) -> [Vec<i8>; 2] {
        let from = self.pointers.map(|pointers| pointers[seat.index()]);
        for (pointers, to) in self.pointers.iter_mut().zip(to) {
            pointers[seat.index()] = to;
        }
        let half = i16::from(positions) / 2;
        let ways = [0, 1].map(|twin| (to[twin] - from[twin] + half).rem_euclid(i16::from(positions)) - half);
        let clicks = usize::from(ways[0].abs().max(ways[1].abs()).unsigned_abs());
        ways.map(|way| {
            let mut moves = vec![way.signum() as i8; usize::from(way.unsigned_abs())];
            if (clicks - moves.len()) % 2 == 1 {
                moves.push(0);
            }
            while moves.len() < clicks {
                moves.extend([1, -1]);
            }
            moves
        })
    }

    /// Several seats turn at once.
    fn turn(&mut self, seats: &[Seat]) {
        let moves = seats.iter().map(|&seat| (self.knob(seat), self.dial(seat))).collect();
        self.click(moves);
    }

    fn click(&mut self, moves: Vec<(u8, [Vec<i8>; 2])>) {
        let longest = moves.iter().map(|(_, moves)| moves[0].len()).max().unwrap_or(0);
        for slot in 0..longest {
            let actions = [0, 1].map(|twin| {
                let moving = moves.iter().filter_map(|(knob, moves)| Some((knob, *moves[twin].get(slot)?)));
                let action = |(knob, by): (&u8, i8)| match by {
                    0 => json!({ "waver": { "knob": knob, "ms": CLICK_MS } }),
                    by => json!({ "turn": { "knob": knob, "by": by, "ms": CLICK_MS } }),
                };
                moving.map(action).collect()
            });
            self.each(actions, CLICK_MS);
        }
        self.wait(GRIP_MS);
    }

    fn press_answer(&mut self, seat: Seat) {
        let pressed_at = self.now_ms;
        self.given[seat.index()] += 1;
        self.dialled = self.dialled.without(seat);
        let more = self.given[seat.index()] < self.asked(seat).len();
        if more && !matches!(self.board().voting, Voting::Ring { .. }) {
            self.choose_start(seat);
        }
        self.press(self.knob(seat));
        if !more {
            self.locked = self.locked.with(seat);
            let screen = if self.plan.passes() { 0 } else { 1 + seat.index() };
            self.hide(screen, pressed_at + BELIEVED_MS);
        }
    }

    /// Ends the interval in which the screen may show a secret.
    fn hide(&mut self, screen: usize, to_ms: f64) {
        if let Some(from_ms) = self.showing.remove(&screen) {
            self.script.private.push(Private { screen, from_ms, to_ms });
        }
    }

    fn answer(&mut self) {
        if self.plan.passes() { self.next_in_hand() } else { self.next_somewhere() }
    }

    fn dial_first(&mut self) {
        if self.plan.passes() {
            let storyteller = self.plan.storyteller();
            self.choose_start(storyteller);
            self.press(0);
            self.turn(&[storyteller]);
        } else {
            let all: Vec<Seat> = self.plan.seats().iter().collect();
            self.turn(&all);
        }
    }

    /// On a ring: turns every pointer to the dot.
    fn turn_back(&mut self) {
        let Voting::Ring { positions, .. } = self.board().voting else { return };
        let seats = self.plan.seats();
        let moves = seats.iter().map(|seat| (self.knob(seat), self.point(seat, [0; 2], positions))).collect();
        self.click(moves);
    }

    /// Turns a knob by more clicks than the channel between knobs and game holds, which overwrites all earlier clicks
    /// in it.
    fn fidget(&mut self) {
        let clicks = [[1; 40], [-1; 40]].concat();
        self.click(vec![(self.storyteller_knob(), [clicks.clone(), clicks])]);
    }

    /// One seat presses, or up to three turn at once.
    fn next_somewhere(&mut self) {
        let open: Vec<Seat> = self.plan.seats().minus(self.locked).iter().collect();
        let seat = open[self.dice.below(open.len() as u32) as usize];
        if self.dialled.has(seat) {
            self.press_answer(seat);
            return;
        }
        let also = open.iter().copied().filter(|&other| other != seat && !self.dialled.has(other));
        let together: Vec<Seat> = std::iter::once(seat).chain(also.take(2)).collect();
        self.turn(&together);
    }

    fn next_in_hand(&mut self) {
        let missing = self.plan.seats().minus(self.locked);
        let storyteller = self.plan.storyteller();
        let next = if missing.has(storyteller) { Some(storyteller) } else { missing.after(storyteller) };
        let Some(seat) = next else { return };
        self.choose_start(seat);
        self.press(0);
        while !self.locked.has(seat) {
            self.turn(&[seat]);
            self.press_answer(seat);
        }
    }

    // Events in between ---------------------------------------------------------------------------------------------

    fn interrupt(&mut self, event: Event) {
        match event {
            Event::Menu => {
                self.hold(self.storyteller_knob());
                self.hold(self.storyteller_knob());
            }
            Event::Unlock if !self.plan.passes() => {
                let Some(seat) = self.locked.iter().next() else { return };
                self.locked = self.locked.without(seat);
                self.given[seat.index()] = 0;
                if self.board().voting == Voting::Pods {
                    self.again = self.again.with(seat);
                    self.choose_start(seat);
                }
                self.press(self.knob(seat));
            }
            Event::PowerCut => {
                self.wait(SAVED_MS);
                self.request(json!({ "off": true }));
                let off_at = self.now_ms;
                let lit: Vec<usize> = self.showing.keys().copied().collect();
                lit.into_iter().for_each(|screen| self.hide(screen, off_at));
                self.wait(300.0);
                self.request(json!({ "power": true }));
                self.power_on_ms = self.now_ms;
                self.begin_vote();
                self.arranged = SeatSet::EMPTY;
                self.wait(BOOT_MS);
                self.home();
            }
            Event::ChangeLanguage => self.change_language(),
            // Skipped on boards with pods: their register chain is scanned all the time, so a minute would take long to
            // emulate.
            Event::Rest if self.board().voting != Voting::Pods => self.wait(65_000.0),
            _ => return,
        }
        self.script.happened.push(event);
    }

    /// Saves settings in the middle of a vote.
    fn change_language(&mut self) {
        const ROW_OF_SETTINGS: i16 = 4;
        let knob = self.storyteller_knob();
        self.hold(knob);
        self.turn_alike(knob, ROW_OF_SETTINGS);
        self.press(knob);
        self.press(knob);
        self.turn_alike(knob, 1);
        self.press(knob);
        self.hold(knob);
        self.hold(knob);
        self.script.settings.language = self.script.settings.language.stepped(1);
    }

    fn turn_alike(&mut self, knob: u8, by: i16) {
        let ms = f64::from(by) * CLICK_MS + GRIP_MS;
        self.both(vec![json!({ "turn": { "knob": knob, "by": by, "ms": CLICK_MS } })], ms);
        for pointers in &mut self.pointers {
            pointers[usize::from(knob)] += by;
        }
        if let Some(seat) = Seat::new(knob) {
            self.arranged = self.arranged.without(seat);
            // On a ring the pointer has moved with the knob, so the answer must be dialled again.
            if let Voting::Ring { .. } = self.board().voting {
                self.dialled = self.dialled.without(seat);
            }
        }
    }
}
