//! Before a game: who plays, what, and who tells first. With a knob at every seat each takes a seat by pressing; where
//! the device goes round, one person dials it all.

use super::App;
use crate::board::Secrecy;
use crate::game::{Move, Refusal};
use crate::rules::{Ruleset, Seat, SeatSet};
use crate::scene::Focus;
use crate::seats::{Seats, below, turned};
use rand_core::RngCore;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Choosing,
    /// Offered behind the rulesets; pressed, it asks for which of them.
    Drawing,
    DrawingFor,
    Settings,
    Players(u8),
    First(u8, Option<Seat>),
}

#[derive(Clone, Copy, Debug)]
pub struct Lobby {
    pub seated: SeatSet,
    pub ruleset: Ruleset,
    step: Step,
}

impl Default for Lobby {
    fn default() -> Self {
        Self { seated: SeatSet::EMPTY, ruleset: Ruleset::Dixit, step: Step::Choosing }
    }
}

impl Lobby {
    pub fn focus(&self) -> Focus {
        match self.step {
            Step::Choosing => Focus::Ruleset(self.ruleset),
            Step::Drawing => Focus::Draw,
            Step::DrawingFor => Focus::First(self.ruleset, self.ruleset.players_for(self.seated.len()), None),
            Step::Settings => Focus::Settings,
            Step::Players(players) => Focus::Players(self.ruleset, players),
            Step::First(players, seat) => Focus::First(self.ruleset, players, seat),
        }
    }
}

impl App {
    /// Bit n is set where the lobby's ruleset can be played by n people on this device.
    pub(super) fn playable_counts(&self) -> u16 {
        self.counts_of(self.lobby.ruleset)
    }

    pub(super) fn counts_of(&self, ruleset: Ruleset) -> u16 {
        let fits = |&players: &u8| ruleset.seats_for(players) <= self.board.seats.most;
        ruleset.player_counts().filter(fits).fold(0, |bits, players| bits | 1 << players)
    }

    pub(super) fn lobby_turned(&mut self, knob: u8, by: i8) {
        let passes = self.board.secrecy == Secrecy::Pass;
        // A free knob may be turned to set its pointer: only who sits may choose.
        if !passes && !Seat::new(knob).is_some_and(|seat| self.lobby.seated.has(seat)) {
            return;
        }
        match self.lobby.step {
            Step::Choosing | Step::Drawing | Step::Settings => self.browse(by, passes),
            Step::DrawingFor => {
                // Left of the first ruleset one thinks better of it.
                if by < 0 && self.rulesets().next() == Some(self.lobby.ruleset) {
                    self.lobby.step = Step::Choosing;
                }
                self.lobby.ruleset = self.other_ruleset(by);
            }
            Step::Players(players) => {
                let counts = self.playable_counts();
                self.lobby.step = Step::Players(turned_count(counts, players, by));
            }
            Step::First(players, seat) => {
                let seats = SeatSet::first(self.lobby.ruleset.seats_for(players));
                self.lobby.step = Step::First(players, turned(seats, seat, by));
            }
        }
    }

    /// Those that fit the device.
    fn rulesets(&self) -> impl Iterator<Item = Ruleset> + '_ {
        Ruleset::ALL.into_iter().filter(|&ruleset| self.counts_of(ruleset) != 0)
    }

    fn other_ruleset(&self, by: i8) -> Ruleset {
        let place = self.rulesets().position(|ruleset| ruleset == self.lobby.ruleset).unwrap_or(0) as i16;
        let place = (place + i16::from(by)).min(self.rulesets().count() as i16 - 1).max(0);
        self.rulesets().nth(place as usize).unwrap_or(self.lobby.ruleset)
    }

    fn browse(&mut self, by: i8, passes: bool) {
        let mut stops: heapless::Vec<(Step, Ruleset), 8> = heapless::Vec::new();
        for ruleset in self.rulesets() {
            let _ = stops.push((Step::Choosing, ruleset));
        }
        if !passes {
            let _ = stops.push((Step::Drawing, self.lobby.ruleset));
        }
        let _ = stops.push((Step::Settings, self.lobby.ruleset));
        let here = (self.lobby.step, self.lobby.ruleset);
        let place = stops.iter().position(|&stop| stop == here).unwrap_or(0) as i16;
        let place = (place + i16::from(by)).min(stops.len() as i16 - 1).max(0);
        (self.lobby.step, self.lobby.ruleset) = stops[place as usize];
    }

    pub(super) fn lobby_pressed(&mut self, knob: u8, rng: &mut impl RngCore) {
        if self.board.secrecy == Secrecy::Pass {
            self.dial_setup(knob, rng);
            return;
        }
        let Some(seat) = Seat::new(knob) else { return };
        if !self.lobby.seated.has(seat) {
            if let Seats::Ring(ring) = &mut self.seats {
                ring.home(seat);
            }
            self.lobby.seated = self.lobby.seated.with(seat);
            return;
        }
        if self.menu.is_some() {
            return;
        }
        match self.lobby.step {
            Step::Settings => self.open_settings(knob),
            // Whoever turned to here has passed every ruleset: none of them is chosen by that.
            Step::Drawing => self.lobby.step = Step::DrawingFor,
            Step::DrawingFor => self.start(self.lobby.seated, None, rng),
            _ => self.lobby.seated = self.lobby.seated.without(seat),
        }
    }

    fn dial_setup(&mut self, knob: u8, rng: &mut impl RngCore) {
        match self.lobby.step {
            Step::Choosing => {
                let counts = self.playable_counts();
                let last = self.lobby.ruleset.players_for(self.lobby.seated.len());
                self.lobby.step = Step::Players(turned_count(counts, last, 0));
            }
            Step::Players(players) => {
                self.lobby.seated = SeatSet::first(self.lobby.ruleset.seats_for(players));
                self.lobby.step = Step::First(players, Some(Seat::FIRST));
            }
            Step::First(_, seat) => self.start(self.lobby.seated, seat, rng),
            Step::Drawing | Step::DrawingFor => {}
            Step::Settings => self.open_settings(knob),
        }
    }

    /// Whoever holds the knob has a clue and tells first; where the device goes round, a hold is a step back. Nothing
    /// starts while the screen does not say what would be played.
    pub(super) fn lobby_held(&mut self, knob: u8, rng: &mut impl RngCore) {
        if self.board.secrecy == Secrecy::Pass {
            self.lobby.step = match self.lobby.step {
                Step::First(players, _) => Step::Players(players),
                _ => Step::Choosing,
            };
        } else if matches!(self.lobby.step, Step::Drawing | Step::Settings) {
            self.lobby.step = Step::Choosing;
        } else if let Some(seat) = Seat::new(knob).filter(|&seat| self.lobby.seated.has(seat)) {
            self.start(self.lobby.seated, Some(seat), rng);
        }
    }

    /// Back from the settings to what would be played.
    pub(super) fn lobby_shows_ruleset(&mut self) {
        self.lobby.step = Step::Choosing;
    }

    /// No storyteller named: one is drawn.
    pub(super) fn start(&mut self, seats: SeatSet, storyteller: Option<Seat>, rng: &mut impl RngCore) {
        let drawn = below(rng, seats.len());
        let Some(storyteller) = storyteller.or_else(|| seats.iter().nth(usize::from(drawn))) else {
            let ruleset = self.lobby.ruleset;
            return self.refuse(Refusal::Players { ruleset, players: 0, counts: self.playable_counts() });
        };
        let ruleset = self.lobby.ruleset;
        let options = self.settings.options();
        if self.play(Move::Start { ruleset, seats, storyteller, options }, rng) {
            self.lobby.step = Step::Choosing;
        }
    }
}

/// The allowed count so many steps from `from`, or the nearest at an end.
fn turned_count(counts: u16, from: u8, by: i8) -> u8 {
    let allowed = |count: &u8| counts >> count & 1 != 0;
    let mut choices = (0..16).filter(allowed);
    let places = choices.clone().count() as i16;
    let place = choices.clone().position(|count| count >= from).map_or(places - 1, |place| place as i16);
    let place = (place + i16::from(by)).min(places - 1).max(0);
    choices.nth(place as usize).unwrap_or(from)
}
