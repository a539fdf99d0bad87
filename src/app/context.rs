//! What every part of the app may read and act on: the game, the voting method, the settings, the device's health and
//! the time. It decides nothing itself.

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

    /// True from the clue to the reveal, when turning a knob may lead to a vote. On a ring the last round's votes show
    /// where the pointers were, so a count of clicks would show where they are now.
    pub fn clicks_are_secret(&self) -> bool {
        matches!(self.state().phase, Phase::Clue | Phase::Vote | Phase::VoteAgain { .. })
    }

    /// True if one device is passed from hand to hand.
    pub fn goes_round(&self) -> bool {
        self.voting.joining() == Join::Dial
    }

    /// The actor who uses `knob`, for prompts: its seat, or the holder of a device that is passed round.
    pub fn hand(&self, knob: u8) -> Actor {
        match Seat::new(knob) {
            Some(seat) if !self.goes_round() => Actor::seat(seat),
            _ => Actor::Holder,
        }
    }

    /// The actor who leads the table. If the leader's knob is stuck, every seat with a working knob may lead.
    pub fn leader(&self) -> Actor {
        let (leader, stuck) = (self.state().leader(), self.health.stuck());
        match stuck.has(leader) {
            _ if self.goes_round() => Actor::Holder,
            true => Actor::Seats(self.state().seats.minus(stuck)),
            false => Actor::seat(leader),
        }
    }

    /// True for a knob without a seat in the current game.
    pub fn is_free(&self, knob: u8) -> bool {
        let most = self.board.seats.most;
        let under_way = !self.in_lobby() && !self.goes_round();
        under_way && Seat::new(knob).is_some_and(|seat| knob < most && !self.state().seats.has(seat))
    }

    /// True if holding this knob asks for a seat in the current game.
    pub fn may_join(&self, knob: u8) -> bool {
        self.is_free(knob) && self.state().takes_another().is_ok()
    }

    /// True if this knob leads the table.
    pub fn leads(&self, knob: u8) -> bool {
        self.voting.leads(knob, self.state(), self.health.stuck())
    }

    /// Seats of the game whose pointer is not set yet. Leaves out stuck knobs, which must not hold up the table.
    pub fn unhomed(&self) -> SeatSet {
        match self.in_lobby() {
            true => SeatSet::EMPTY,
            false => self.voting.unhomed(self.state()).minus(self.health.stuck()),
        }
    }

    /// Seats whose own screen does not respond.
    pub fn screens_missing(&self) -> SeatSet {
        let missing = |seat: &Seat| self.health.seat_screens[seat.index()] == PartStatus::Missing;
        Seat::all().filter(|_| self.board.seat_screens).filter(missing).collect()
    }

    /// Bit n is set if n people can play the ruleset on this device.
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

    /// Makes a move and requests a save.
    pub fn play(&mut self, made: Move) -> Result<(), Refusal> {
        self.game.play(made)?;
        self.ask(Effect::SaveGame);
        Ok(())
    }
}
