//! The app: everything of the device but the device. Knob inputs, reports of the parts and the time come in;
//! scenes, sounds and what is to be saved come out. It knows no pin, no bus and no clock.

mod effect;
mod lobby;
mod menu;
mod menu_rows;
mod parts;
mod phases;
mod rest;
mod views;

pub use effect::{Effect, Report, Sound};
pub use parts::Parts;

use crate::board::{Board, Secrecy};
use crate::dial::{Input, KnobKind, MAX_KNOBS};
use crate::game::{Game, Journal, Move, Phase, Refusal, State};
use crate::rules::{Seat, SeatSet};
use crate::scene::Notice;
use crate::seats::Seats;
use crate::settings::Settings;
use effect::Effects;
use lobby::Lobby;
use menu::Menu;
use rand_core::RngCore;
use rest::Rest;

/// Milliseconds since power-up.
pub type Millis = u64;

/// How long a notice stands over the scene.
const NOTICE_MS: Millis = 4_000;
/// What is said at power-up stands longer: people are still sitting down.
const POWER_UP_NOTICE_MS: Millis = 8_000;

pub struct App {
    board: Board,
    settings: Settings,
    kinds: [KnobKind; MAX_KNOBS],
    game: Game,
    seats: Seats,
    lobby: Lobby,
    /// Which picture of a phase that has several, and since when.
    page: u8,
    page_since: Millis,
    /// When the three-two-one began, and how many of its seconds were sounded.
    countdown: Option<(Millis, u8)>,
    /// Pass-around: the seat dialled as the owner of the card.
    claimant: Option<Seat>,
    menu: Option<Menu>,
    notice: Option<(Notice, Millis)>,
    /// Seats that claimed one card twice, until when that is said.
    sent_back: Option<(SeatSet, Millis)>,
    /// A knob on its way to a hold, and how far in eighths.
    hold: Option<(u8, u8)>,
    rest: Rest,
    parts: Parts,
    effects: Effects,
    reveals: u16,
    /// See [`App::stirred`].
    stirred: Option<SeatSet>,
    now: Millis,
}

impl App {
    /// An empty journal is a table that sits down; any other is taken up exactly where it stopped, a vote at its start.
    pub fn new(
        board: Board,
        settings: Settings,
        kinds: [KnobKind; MAX_KNOBS],
        journal: Journal,
        now: Millis,
        rng: &mut impl RngCore,
    ) -> Self {
        let resumed = !journal.is_empty();
        let mut app = Self {
            board,
            settings,
            kinds,
            game: Game::resume(journal, settings.options()),
            seats: Seats::new(board.secrecy),
            lobby: Lobby::default(),
            page: 0,
            page_since: now,
            countdown: None,
            claimant: None,
            menu: None,
            notice: None,
            sent_back: None,
            hold: None,
            rest: Rest::new(now),
            parts: Parts::default(),
            effects: Effects::default(),
            reveals: 0,
            stirred: None,
            now,
        };
        app.lobby.seated = app.game.state().seats;
        app.lobby.ruleset = app.game.state().ruleset;
        if !matches!(app.game.state().phase, Phase::Lobby) {
            // Power may have gone between the two that are saved: the game knows what it is played by.
            app.settings.follow(&app.game.state().options);
        }
        app.settle(rng);
        if resumed && !matches!(app.game.state().phase, Phase::Lobby) {
            app.say(Notice::Resumed, NOTICE_MS);
        }
        app
    }

    pub fn state(&self) -> &State {
        self.game.state()
    }

    pub fn game(&self) -> &Game {
        &self.game
    }

    pub fn journal(&self) -> &Journal {
        self.game.journal()
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn knob_kinds(&self) -> &[KnobKind; MAX_KNOBS] {
        &self.kinds
    }

    /// Rises at each reveal: seat screens are then prepared out of sight and turned over together.
    pub fn reveals(&self) -> u16 {
        self.reveals
    }

    /// Knobs may be turned in secret now: nothing that stops them from being read, such as an erase of flash, may run.
    pub fn voting(&self) -> bool {
        matches!(self.state().phase, Phase::Vote)
    }

    /// From the clue to the reveal a knob may be on its way to a vote. On a ring the last round's votes tell where the
    /// pointers stood, so a count of clicks would tell where they stand now.
    pub(super) fn clicks_are_secret(&self) -> bool {
        matches!(self.state().phase, Phase::Clue | Phase::Vote)
    }

    /// Whose screens may show something else than when this was last asked: after clicks in a vote only those of the seats
    /// that turned, else everybody's, which is `None`. Views take their time, and at a click a dozen stay as they are.
    pub fn stirred(&mut self) -> Option<SeatSet> {
        self.stirred.replace(SeatSet::EMPTY)
    }

    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// A knob did something.
    pub fn take(&mut self, input: Input, now: Millis, rng: &mut impl RngCore) {
        let (dialling, light) = (self.dials_alone(input), self.light());
        self.go_to(now);
        self.react(input, now, rng);
        self.stirred = match (dialling, self.stirred) {
            (Some(seat), Some(stirred)) if self.light() == light => Some(stirred.with(seat)),
            _ => None,
        };
    }

    /// The seat that this turns a number of its own for, with nothing on any other screen that would hear of it.
    fn dials_alone(&self, input: Input) -> Option<Seat> {
        let Input::Turned { knob, .. } = input else { return None };
        let alone = self.voting() && self.menu.is_none() && self.notice.is_none();
        Seat::new(knob).filter(|_| alone && matches!(self.seats, Seats::Pods(_)))
    }

    fn go_to(&mut self, now: Millis) {
        if now != self.now && self.stirred.is_some() && self.alarm().is_some_and(|at| at <= now) {
            self.stirred = None;
        }
        self.now = now;
    }

    fn react(&mut self, input: Input, now: Millis, rng: &mut impl RngCore) {
        let knob = input.knob();
        self.parts.note(input);
        if let (Input::Turned { knob, by }, Seats::Ring(ring)) = (input, &mut self.seats)
            && let Some(seat) = Seat::new(knob)
        {
            ring.turn(seat, by);
        }
        match input {
            Input::Stuck { .. } | Input::Freed { .. } => {
                self.hold = self.hold.filter(|&(held, _)| held != knob);
                self.rest.forget_waker(knob);
                if matches!(input, Input::Stuck { .. }) && self.menu_is_of(knob) {
                    self.close_menu(rng);
                }
                let stuck = self.parts.stuck();
                if !stuck.is_empty() {
                    self.say(Notice::KnobsStuck(stuck), NOTICE_MS);
                }
                return;
            }
            Input::Holding { knob, eighths } => self.hold = Some((knob, eighths)),
            Input::LetGo { .. } | Input::Held { .. } | Input::Pressed { .. } => self.hold = None,
            Input::Turned { .. } => {}
        }
        if self.rest.swallows(input, now, self.settings.screen_off) {
            return;
        }
        if !matches!(input, Input::LetGo { .. }) {
            self.notice = None;
        }
        match input {
            Input::Turned { knob, by } => self.turned(knob, by),
            Input::Pressed { knob } => self.pressed(knob, rng),
            Input::Held { knob } => self.held(knob, rng),
            _ => {}
        }
    }

    /// A part did something.
    pub fn tell(&mut self, report: Report, now: Millis) {
        self.now = now;
        self.stirred = None;
        match report {
            Report::Shared(status) => self.parts.shared_screen = status,
            Report::Seat(seat, status) => self.parts.seat_screens[seat.index()] = status,
            Report::Chain(status) => self.parts.chain = status,
            Report::Storage(status) => self.parts.storage = status,
            Report::KnobCheck { clicks, found, failed } => self.knob_checked(clicks, found, failed),
            Report::PowerUp(notice) => self.say(notice, POWER_UP_NOTICE_MS),
            Report::Now(notice) => self.say(notice, NOTICE_MS),
        }
    }

    /// Time went by; called at the latest when [`App::alarm`] is due.
    pub fn pass_time(&mut self, now: Millis, rng: &mut impl RngCore) {
        self.go_to(now);
        if self.notice.as_ref().is_some_and(|(_, until)| *until <= now) {
            self.notice = None;
        }
        if self.sent_back.is_some_and(|(_, until)| until <= now) {
            self.sent_back = None;
        }
        self.count_down(rng);
    }

    /// The next moment at which something changes by itself.
    pub fn alarm(&self) -> Option<Millis> {
        let notice = self.notice.as_ref().map(|(_, until)| *until);
        let sent_back = self.sent_back.map(|(_, until)| until);
        let rest = self.rest.alarm(self.now, self.settings.screen_off);
        [notice, sent_back, self.next_count(), self.next_animation(), rest].into_iter().flatten().min()
    }

    fn turned(&mut self, knob: u8, by: i8) {
        if self.menu_is_of(knob) {
            self.menu_turned(by);
            return;
        }
        match self.game.state().phase {
            // What the lobby offers is hidden by the menu.
            Phase::Lobby if self.menu.is_some() => {}
            Phase::Lobby => self.lobby_turned(knob, by),
            Phase::Vote => {
                if let Some(seat) = Seat::new(knob) {
                    self.seats.turn(&self.game, seat, by);
                }
            }
            Phase::Owners(_) => self.claimant_turned(knob, by),
            _ => {}
        }
    }

    fn pressed(&mut self, knob: u8, rng: &mut impl RngCore) {
        if self.menu_is_of(knob) {
            self.menu_pressed(rng);
            // However the menu was left, a vote that is complete goes on.
            self.all_locked(rng);
            return;
        }
        if self.homed(knob) {
            return;
        }
        match self.game.state().phase {
            Phase::Lobby => self.lobby_pressed(knob, rng),
            _ => self.phase_pressed(knob, rng),
        }
    }

    fn held(&mut self, knob: u8, rng: &mut impl RngCore) {
        if self.menu_is_of(knob) {
            self.menu_back(rng);
        } else if self.menu.is_some() {
            // One menu at a time, and nothing starts behind it.
        } else if matches!(self.game.state().phase, Phase::Lobby) {
            self.lobby_held(knob, rng);
        } else if self.leads(knob) {
            self.open_menu(knob);
        }
    }

    /// Whether this knob leads the table: the storyteller's, any if that one is stuck, the only one where it goes round.
    fn leads(&self, knob: u8) -> bool {
        let leader = self.state().leader();
        self.board.secrecy == Secrecy::Pass
            || Seat::new(knob) == Some(leader)
            || (self.parts.stuck().has(leader) && Seat::new(knob).is_some_and(|seat| self.state().seats.has(seat)))
    }

    /// A press that sets a ring's pointer to the dot, after power-up.
    fn homed(&mut self, knob: u8) -> bool {
        let unhomed = self.unhomed();
        if matches!(self.state().phase, Phase::Lobby) || unhomed.is_empty() {
            return false;
        }
        if let (Seats::Ring(ring), Some(seat)) = (&mut self.seats, Seat::new(knob)) {
            ring.home(seat);
        }
        true
    }

    /// A stuck knob cannot be homed and must not hold up the table.
    fn unhomed(&self) -> SeatSet {
        self.seats.unhomed(self.state()).minus(self.parts.stuck())
    }

    fn say(&mut self, notice: Notice, for_ms: Millis) {
        self.notice = Some((notice, self.now + for_ms));
    }

    fn refuse(&mut self, mut refusal: Refusal) {
        if let Refusal::Players { ruleset, counts, .. } = &mut refusal {
            // A count that the device has no seats for is no help.
            *counts &= self.counts_of(*ruleset);
        }
        self.effects.push(Effect::Sound(Sound::Refused), &self.settings);
        self.say(Notice::Refused(refusal), NOTICE_MS);
    }

    /// Makes a move; whether it was made. A refusal is said.
    fn play(&mut self, made: Move, rng: &mut impl RngCore) -> bool {
        match self.game.play(made) {
            Ok(()) => {
                self.effects.push(Effect::SaveGame, &self.settings);
                self.settle(rng);
                true
            }
            Err(refusal) => {
                self.refuse(refusal);
                false
            }
        }
    }

    /// The game is somewhere else now: its first picture, and a vote with all seats at the start.
    fn settle(&mut self, rng: &mut impl RngCore) {
        self.page = 0;
        self.page_since = self.now;
        self.countdown = None;
        self.sent_back = None;
        self.claimant = None;
        // Answers that were given but never sealed must not outlive the vote.
        self.seats.forget();
        if matches!(self.state().phase, Phase::Vote) {
            let present = self.state().present();
            self.seats.begin(&self.game, present, rng);
        }
    }
}
