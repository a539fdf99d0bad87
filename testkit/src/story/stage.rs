//! A table to play a story on: the library's own app, and beside it, if there is one, the emulated device, which
//! gets the same turns and presses and must show the same pictures.

use dixit_dials::{
    app::{App, Effect, Millis},
    board::{Board, Voting},
    dial::{Input, KnobKind},
    game::Journal,
    rules::{MAX_SEATS, Seat},
    scene::{SeatScene, Shared, SharedScreenScene},
    settings::Settings,
};
use rand_core::RngCore;

use super::pico::Pico;
use crate::emulator::Emulator;
use crate::onlooker::Onlooker;

/// What a hand does to a knob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Turn { knob: u8, by: i8 },
    Press { knob: u8 },
    Hold { knob: u8 },
    Wait { ms: Millis },
}

/// The board as the library knows it, from its file.
pub fn library_board(file: &boards::Board) -> Board {
    Box::leak(Box::new(file.device())).board()
}

/// Small and seeded, so that a story is the same story every time.
struct Dice(fastrand::Rng);

impl RngCore for Dice {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}

pub struct Stage {
    pub board: Board,
    pub app: App,
    dice: Dice,
    now: Millis,
    /// Where the rings' pointers stand, as a player sees them.
    pub pointers: [i32; MAX_SEATS],
    /// Team: the story's first storyteller is the second of its team; the device calls whoever begins the first.
    pub second_begins: bool,
    device: Option<Pico>,
    /// How often a number that started by chance on the device was taken over.
    pub followed: usize,
    onlooker: Onlooker,
    /// What could not be read, first.
    unreadable: Option<String>,
}

impl Stage {
    pub fn new(board: Board, settings: Settings, seed: u64, device: Option<Pico>) -> Self {
        let mut dice = Dice(fastrand::Rng::with_seed(seed));
        let app = App::new(board, settings, [KnobKind::default(); MAX_SEATS], &Journal::new(), 0, &mut dice);
        let mut stage = Self {
            board,
            app,
            dice,
            now: 0,
            pointers: [0; MAX_SEATS],
            second_begins: false,
            device,
            followed: 0,
            onlooker: Onlooker::default(),
            unreadable: None,
        };
        stage.know_parts();
        stage
    }

    /// The device finds its parts at power-up and tells the app; so does the library's, of the same parts.
    fn know_parts(&mut self) {
        for report in self.device.as_mut().map_or(Vec::new(), Pico::parts) {
            self.app.tell(report, self.now);
        }
    }

    pub fn act(&mut self, act: Act) -> Result<(), String> {
        match act {
            Act::Turn { by: 0, .. } => return Ok(()),
            Act::Turn { knob, by } => {
                self.pointers[usize::from(knob)] += i32::from(by);
                for _ in 0..by.unsigned_abs() {
                    self.input(Input::Turned { knob, by: by.signum() });
                    self.pass(20);
                }
            }
            Act::Press { knob } => {
                self.pass(80);
                self.input(Input::Pressed { knob });
                self.pass(60);
            }
            Act::Hold { knob } => {
                for eighths in 1..8 {
                    self.pass(110);
                    self.input(Input::Holding { knob, eighths });
                }
                self.pass(130);
                self.input(Input::Held { knob });
                self.pass(100);
                self.input(Input::LetGo { knob });
            }
            Act::Wait { ms } => self.pass(ms),
        }
        if let Some(device) = &mut self.device {
            let now = device.act(act, self.now)?;
            self.pass_to(now);
        }
        self.same_pictures()?;
        self.unreadable.take().map_or(Ok(()), Err)
    }

    fn input(&mut self, input: Input) {
        self.app.take(input, self.now, &mut self.dice);
        while self.app.next_effect().is_some() {}
        self.look();
    }

    fn look(&mut self) {
        let looked = self.onlooker.look(&self.app, self.board.seat_screens);
        self.unreadable = self.unreadable.take().or(looked.err());
    }

    /// Lets time go by, stopping wherever something changes by itself.
    pub fn pass(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.app.alarm().filter(|&at| at <= end) {
            self.now = self.now.max(at);
            self.app.pass_time(self.now, &mut self.dice);
            self.look();
        }
        self.now = end;
        self.app.pass_time(end, &mut self.dice);
        self.look();
    }

    /// Plugs out and in again: only what was saved is left.
    pub fn cut(&mut self) -> Result<(), String> {
        if let Some(device) = &mut self.device {
            device.cut()?;
        }
        self.resume();
        // "Resumed" is said for a while.
        self.act(Act::Wait { ms: 9_000 })
    }

    /// The library's app starts anew from what is saved.
    pub fn resume(&mut self) {
        self.take_up(self.app.journal().clone(), *self.app.settings());
    }

    /// The library's app starts anew from this.
    pub fn take_up(&mut self, journal: Journal, settings: Settings) {
        self.now = 0;
        self.app = App::new(self.board, settings, *self.app.knob_kinds(), &journal, 0, &mut self.dice);
        self.know_parts();
    }

    /// Tells the library what somebody else did to the device, which is at `now`.
    pub fn catch_up(&mut self, now: Millis, inputs: &[Input]) {
        self.pass_to(now);
        for &input in inputs {
            if let Input::Turned { knob, by } = input {
                self.pointers[usize::from(knob)] += i32::from(by);
            }
            self.input(input);
        }
    }

    /// The emulated device, for whoever wants to do more to it than the story does.
    pub fn emulator(&mut self) -> Option<&mut Emulator> {
        self.device.as_mut().map(|device| &mut device.emulator)
    }

    pub fn device(&mut self) -> Option<&mut Pico> {
        self.device.as_mut()
    }

    /// The device must show what the library shows; its random numbers are taken over first.
    fn same_pictures(&mut self) -> Result<(), String> {
        let Some(mut device) = self.device.take() else { return Ok(()) };
        let outcome = device.compare(self);
        self.device = Some(device);
        outcome
    }

    /// Turns only the library's dial, to where the device's started by chance.
    pub(super) fn follow(&mut self, knob: u8, by: i8) {
        self.input(Input::Turned { knob, by });
    }

    /// Lets only the library begin anew with another first storyteller: the one that the device drew.
    pub(super) fn follow_draw(&mut self, seat: Seat) {
        let knob = self.leader();
        // What to deal is said: a hold leaves it, here to the lobby.
        self.input(Input::Held { knob });
        if self.passes() {
            self.input(Input::Pressed { knob });
            self.input(Input::Pressed { knob });
            self.input(Input::Turned { knob, by: seat.index() as i8 });
            self.input(Input::Pressed { knob });
        } else {
            self.input(Input::Held { knob: self.knob(seat) });
        }
    }

    pub fn now(&self) -> Millis {
        self.now
    }

    pub fn pass_to(&mut self, now: Millis) {
        self.pass(now.saturating_sub(self.now));
    }

    pub fn effects(&mut self) -> Vec<Effect> {
        std::iter::from_fn(|| self.app.next_effect()).collect()
    }

    pub fn passes(&self) -> bool {
        self.board.voting == Voting::Pass
    }

    /// The knob of a seat.
    pub fn knob(&self, seat: Seat) -> u8 {
        if self.passes() { 0 } else { seat.index() as u8 }
    }

    /// The knob that leads the table now.
    pub fn leader(&self) -> u8 {
        self.knob(self.app.state().leader())
    }

    /// What everyone sees.
    pub fn shared(&self) -> Shared {
        match self.passes() {
            false => self.app.public_view().scene.picture,
            true => match self.app.shared_view().scene {
                SharedScreenScene::Everyone(scene) => scene.picture,
                // Somebody holds the device: everyone else sees its back.
                SharedScreenScene::Holder(_) => self.app.public_view().scene.picture,
            },
        }
    }

    /// What one player sees alone.
    pub fn seat_scene(&self, seat: Seat) -> Option<SeatScene> {
        match self.board.voting {
            Voting::Ring { .. } => None,
            Voting::Pods => Some(self.app.seat_view(seat).scene),
            Voting::Pass => match self.app.shared_view().scene {
                SharedScreenScene::Holder(dial) => Some(SeatScene::Dial(dial)),
                SharedScreenScene::Everyone(_) => None,
            },
        }
    }
}
