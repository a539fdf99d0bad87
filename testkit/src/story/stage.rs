//! A table to play a story on: the library's app and, optionally, the emulated device. The device gets the same inputs
//! and must show the same pictures.

use std::mem;

use dixit_dials::{
    app::{App, Effect, Millis},
    board::{Board, Voting},
    dial::{Input, KnobKind},
    game::Journal,
    rules::{MAX_SEATS, Seat},
    scene::{SeatScene, Shared, SharedScreenScene},
    settings::Settings,
};

use super::pico::Pico;
use crate::dice::Dice;
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

/// The board from its file, as the library represents it.
pub fn library_board(file: &boards::Board) -> Board {
    Box::leak(Box::new(file.device())).board()
}

pub struct Stage {
    pub board: Board,
    pub app: App,
    dice: Dice,
    now: Millis,
    /// Positions of the rings' pointers as the players see them.
    pub pointers: [i32; MAX_SEATS],
    /// Team: the story's first storyteller is the second member of its team. For the device, whoever begins is the
    /// first member.
    pub second_begins: bool,
    device: Option<Pico>,
    /// Random start numbers of the device that the library has not adopted yet.
    starts: Vec<(Seat, u8)>,
    /// How many there have been.
    pub followed: usize,
    onlooker: Onlooker,
    /// The first picture that could not be read.
    unreadable: Option<String>,
}

impl Stage {
    pub fn new(board: Board, settings: Settings, seed: u64, device: Option<Pico>) -> Self {
        let mut dice = Dice(seed);
        let app = App::new(board, settings, [KnobKind::default(); MAX_SEATS], &Journal::new(), 0, &mut dice);
        let mut stage = Self {
            board,
            app,
            dice,
            now: 0,
            pointers: [0; MAX_SEATS],
            second_begins: false,
            device,
            starts: Vec::new(),
            followed: 0,
            onlooker: Onlooker::default(),
            unreadable: None,
        };
        stage.know_parts();
        stage
    }

    /// The device finds its parts at power-up and reports them to the app. This reports the same parts to the library's
    /// app.
    fn know_parts(&mut self) {
        for report in self.device.as_mut().map_or(Vec::new(), Pico::parts) {
            self.app.report(report, self.now);
        }
    }

    pub fn act(&mut self, act: Act) -> Result<(), String> {
        if !matches!(act, Act::Wait { .. }) {
            self.adopt_starts();
        }
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

    /// Advances time, stopping wherever something changes by itself.
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

    /// Unplugs and plugs in again: only what was saved remains.
    pub fn cut(&mut self) -> Result<(), String> {
        if let Some(device) = &mut self.device {
            device.cut()?;
        }
        self.resume();
        // "Resumed" is shown for a while.
        self.act(Act::Wait { ms: 9_000 })
    }

    /// Restarts the library's app from what is saved.
    pub fn resume(&mut self) {
        self.take_up(self.app.journal().clone(), *self.app.settings());
    }

    /// Restarts the library's app from this journal and these settings.
    pub fn take_up(&mut self, journal: Journal, settings: Settings) {
        self.now = 0;
        self.starts.clear();
        self.app = App::new(self.board, settings, *self.app.knob_kinds(), &journal, 0, &mut self.dice);
        self.know_parts();
    }

    /// Applies inputs to the library that somebody else made on the device, whose time is `now`.
    pub fn catch_up(&mut self, now: Millis, inputs: &[Input]) {
        self.pass_to(now);
        self.adopt_starts();
        for &input in inputs {
            if let Input::Turned { knob, by } = input {
                self.pointers[usize::from(knob)] += i32::from(by);
            }
            self.input(input);
        }
    }

    /// The emulated device, for callers that do more with it than the story does.
    pub fn emulator(&mut self) -> Option<&mut Emulator> {
        self.device.as_mut().map(|device| &mut device.emulator)
    }

    pub fn device(&mut self) -> Option<&mut Pico> {
        self.device.as_mut()
    }

    /// Checks that the device shows what the library shows; its random numbers are adopted first.
    fn same_pictures(&mut self) -> Result<(), String> {
        let Some(mut device) = self.device.take() else { return Ok(()) };
        let outcome = device.compare(self);
        self.device = Some(device);
        outcome
    }

    /// These dials start at other numbers on the device than in the library, which adopts them. That takes a turn, and
    /// a turn dismisses a notice: while there is one, the numbers wait until the next input, which dismisses it anyway.
    pub(super) fn starts_at(&mut self, starts: Vec<(Seat, u8)>) {
        self.followed += starts.len();
        self.starts = starts;
        if self.app.notice().is_none() {
            self.adopt_starts();
        }
    }

    /// Turns only the library's dials, to the device's random start numbers.
    pub fn adopt_starts(&mut self) {
        for (seat, number) in mem::take(&mut self.starts) {
            let knob = self.knob(seat);
            for _ in 0..=self.app.state().cards_on_table() {
                match self.seat_scene(seat) {
                    Some(SeatScene::Dial(dial)) if dial.offer.number != number => {
                        self.input(Input::Turned { knob, by: 1 });
                    }
                    _ => break,
                }
            }
        }
    }

    /// Restarts only the library's game with the first storyteller that the device drew.
    pub(super) fn follow_draw(&mut self, seat: Seat) {
        let knob = self.leader();
        // A hold leaves the picture that says what to deal, here to the lobby.
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

    /// The leader's knob.
    pub fn leader(&self) -> u8 {
        self.knob(self.app.state().leader())
    }

    /// What everyone sees.
    pub fn shared(&self) -> Shared {
        match self.passes() {
            false => self.app.public_view().scene.picture,
            true => match self.app.shared_view().scene {
                SharedScreenScene::Everyone(scene) => scene.picture,
                // Somebody holds the device: the others see its back.
                SharedScreenScene::Holder(_) => self.app.public_view().scene.picture,
            },
        }
    }

    /// What one player sees on their own screen.
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
