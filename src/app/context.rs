//! What every part of the app may look at and act on: the game, the seats, the settings, the device's health and the
//! time. It decides nothing by itself.

use super::Millis;
use super::effect::{Effect, Effects, Sound};
use super::health::Health;
use crate::board::Board;
use crate::dial::{KnobKind, MAX_KNOBS};
use crate::game::{Game, Move, Phase, Refusal, State};
use crate::rules::{Ruleset, Seat, SeatSet};
use crate::scene::{Actor, PartStatus};
use crate::settings::Settings;
use crate::voting::{AnyMethod, Join};

pub struct Context {
    pub board: Board,
    pub settings: Settings,
    pub knob_kinds: [KnobKind; MAX_KNOBS],
    pub game: Game,
    pub voting: AnyMethod,
    pub health: Health,
    pub effects: Effects,
    pub now: Millis,
}

impl Context {
    pub fn state(&self) -> &State {
        self.game.state()
    }

    pub fn in_lobby(&self) -> bool {
        matches!(self.state().phase, Phase::Lobby)
    }

    /// From the clue to the reveal a knob may be on its way to a vote. On a ring the last round's votes tell where the
    /// pointers stood, so a count of clicks would tell where they stand now.
    pub fn clicks_are_secret(&self) -> bool {
        matches!(self.state().phase, Phase::Clue | Phase::Vote | Phase::VoteAgain { .. })
    }

    /// One device for all goes from hand to hand.
    pub fn goes_round(&self) -> bool {
        self.voting.joining() == Join::Dial
    }

    /// How the hand on this knob is called.
    pub fn hand(&self, knob: u8) -> Actor {
        match Seat::new(knob) {
            Some(seat) if !self.goes_round() => Actor::seat(seat),
            _ => Actor::Holder,
        }
    }

    /// Whoever leads the table; everybody else who plays where the leader's knob is stuck.
    pub fn leader(&self) -> Actor {
        let (leader, stuck) = (self.state().leader(), self.health.stuck());
        match stuck.has(leader) {
            _ if self.goes_round() => Actor::Holder,
            true => Actor::Seats(self.state().seats.minus(stuck)),
            false => Actor::seat(leader),
        }
    }

    /// Knobs without a seat in the game under way.
    pub fn is_free(&self, knob: u8) -> bool {
        let most = self.board.seats.most;
        let under_way = !self.in_lobby() && !self.goes_round();
        under_way && Seat::new(knob).is_some_and(|seat| knob < most && !self.state().seats.has(seat))
    }

    /// Whether a hold of this knob asks for a seat in the game under way.
    pub fn may_join(&self, knob: u8) -> bool {
        self.is_free(knob) && self.state().takes_another().is_ok()
    }

    /// Whether this knob leads the table.
    pub fn leads(&self, knob: u8) -> bool {
        self.voting.leads(knob, self.state(), self.health.stuck())
    }

    /// Seats of the game whose pointer is still to be set. A stuck knob cannot say so and must not hold up the table.
    pub fn unhomed(&self) -> SeatSet {
        match self.in_lobby() {
            true => SeatSet::EMPTY,
            false => self.voting.unhomed(self.state()).minus(self.health.stuck()),
        }
    }

    /// Seats whose own screen does not answer.
    pub fn screens_missing(&self) -> SeatSet {
        let missing = |seat: &Seat| self.health.seat_screens[seat.index()] == PartStatus::Missing;
        Seat::all().filter(|_| self.board.seat_screens).filter(missing).collect()
    }

    /// Bit n is set where the ruleset can be played by n people on this device.
    pub fn playable_counts(&self, ruleset: Ruleset) -> u16 {
        let fits = |&players: &u8| ruleset.seats_for(players) <= self.board.seats.most;
        ruleset.player_counts().filter(fits).fold(0, |bits, players| bits | 1 << players)
    }

    pub fn ask(&mut self, effect: Effect) {
        self.effects.push(effect, &self.settings);
    }

    pub fn sound(&mut self, sound: Sound) {
        self.ask(Effect::Sound(sound));
    }

    /// Makes a move, and has it saved.
    pub fn play(&mut self, made: Move) -> Result<(), Refusal> {
        self.game.play(made)?;
        self.ask(Effect::SaveGame);
        Ok(())
    }
}
