//! What a press means in each phase of a game, and what happens by itself as time goes by.

use super::effect::{Effect, Sound};
use super::{App, Millis, NOTICE_MS};
use crate::board::Secrecy;
use crate::game::{Move, Phase, Refusal};
use crate::rules::{Reason, Score, Seat, SeatSet};
use crate::seats::{Answered, turned};
use rand_core::RngCore;

/// Three, two, one: a second each.
pub(super) const COUNT_FROM: u8 = 3;
const COUNT_MS: u32 = 1_000;
/// Pawns walk in eighths.
pub(super) const WALK_STEPS: u32 = 8;
const WALK_MS: u32 = 120;

/// The pictures of [`Phase::Points`], one after another.
pub(super) const PAGE_BASE: u8 = 0;
pub(super) const PAGE_BONUS: u8 = 1;
pub(super) const PAGE_TRACK: u8 = 2;

impl App {
    pub(super) fn phase_pressed(&mut self, knob: u8, rng: &mut impl RngCore) {
        match self.state().phase {
            Phase::Vote => self.vote_pressed(knob, rng),
            Phase::Owners(_) => self.claim(knob, rng),
            _ if !self.leads(knob) => {}
            Phase::Clue => {
                self.play(Move::Lay, rng);
            }
            Phase::Reveal(round) => {
                if self.page == 0 && round.story_card.is_some() {
                    self.turn_page(1);
                } else {
                    self.play(Move::GoOn, rng);
                }
            }
            Phase::Points { score, .. } => match self.page {
                PAGE_BASE if has_bonus(&score, self.state().seats) => self.turn_page(PAGE_BONUS),
                PAGE_BASE | PAGE_BONUS => self.turn_page(PAGE_TRACK),
                _ => {
                    if self.play(Move::Next, rng) && matches!(self.state().phase, Phase::Over) {
                        self.effects.push(Effect::Sound(Sound::Won), &self.settings);
                    }
                }
            },
            Phase::Over if self.page == 0 => self.turn_page(1),
            Phase::Over => self.rematch(rng),
            Phase::Lobby => {}
        }
    }

    fn turn_page(&mut self, page: u8) {
        self.page = page;
        self.page_since = self.now;
    }

    fn rematch(&mut self, rng: &mut impl RngCore) {
        let state = self.state();
        let (seats, storyteller) = (state.seats, state.next_storyteller().map(|storyteller| storyteller.seat));
        self.lobby.ruleset = state.ruleset;
        self.start(seats, storyteller, rng);
    }

    fn vote_pressed(&mut self, knob: u8, rng: &mut impl RngCore) {
        let Some(seat) = Seat::new(knob) else { return };
        let passes = self.board.secrecy == Secrecy::Pass;
        if !passes && !self.state().present().has(seat) {
            return;
        }
        let counting = self.countdown.take().is_some();
        if counting && passes {
            // Back to "everyone has voted", where a seat can be called to change its vote.
            return;
        }
        let answered = self.seats.press(&mut self.game, seat, rng);
        let sound = match answered {
            Answered::Locked => Some(Sound::Locked),
            Answered::Unlocked => Some(Sound::Unlocked),
            _ => None,
        };
        if let Some(sound) = sound {
            self.effects.push(Effect::Sound(sound), &self.settings);
        }
        match answered {
            Answered::Locked => self.all_locked(rng),
            Answered::Ready => self.reveal_soon(rng),
            _ => {}
        }
    }

    /// Goes on once everyone has locked: back to those who claim the same card, or to the countdown.
    pub(super) fn all_locked(&mut self, rng: &mut impl RngCore) {
        if !self.game.all_locked() || self.menu.is_some() || self.countdown.is_some() {
            return;
        }
        let double = self.game.send_back_double_claims();
        if !double.is_empty() {
            self.seats.begin(&self.game, double, rng);
            self.sent_back = Some((double, self.now + NOTICE_MS));
            self.effects.push(Effect::Sound(Sound::Refused), &self.settings);
        } else if self.board.secrecy != Secrecy::Pass {
            self.reveal_soon(rng);
        }
    }

    fn reveal_soon(&mut self, rng: &mut impl RngCore) {
        if self.settings.countdown {
            self.countdown = Some((self.now, 0));
            self.effects.push(Effect::Sound(Sound::Tick), &self.settings);
        } else {
            self.reveal(rng);
        }
    }

    fn reveal(&mut self, rng: &mut impl RngCore) {
        match self.game.reveal() {
            Ok(()) => {
                self.reveals = self.reveals.wrapping_add(1);
                self.effects.push(Effect::Sound(Sound::Reveal), &self.settings);
                self.effects.push(Effect::SaveGame, &self.settings);
            }
            Err(refusal) => self.refuse(refusal),
        }
        self.settle(rng);
    }

    /// How many steps of this length have gone by since then.
    fn steps(&self, since: Millis, length: u32) -> u32 {
        u32::try_from(self.now - since).unwrap_or(u32::MAX) / length
    }

    /// What is left of the countdown.
    pub(super) fn counting(&self) -> Option<u8> {
        let (began, _) = self.countdown?;
        let gone = self.steps(began, COUNT_MS);
        Some(COUNT_FROM.saturating_sub(gone as u8).max(1))
    }

    pub(super) fn next_count(&self) -> Option<Millis> {
        let (began, _) = self.countdown?;
        Some(began + Millis::from(self.steps(began, COUNT_MS) + 1) * Millis::from(COUNT_MS))
    }

    pub(super) fn count_down(&mut self, rng: &mut impl RngCore) {
        let Some((began, sounded)) = self.countdown else { return };
        let gone = self.steps(began, COUNT_MS).min(COUNT_FROM.into()) as u8;
        if gone == COUNT_FROM {
            self.reveal(rng);
        } else if gone > sounded {
            self.countdown = Some((began, gone));
            self.effects.push(Effect::Sound(Sound::Tick), &self.settings);
        }
    }

    /// How far the pawns are, in eighths.
    pub(super) fn walked(&self) -> u8 {
        self.steps(self.page_since, WALK_MS).min(WALK_STEPS) as u8
    }

    pub(super) fn next_animation(&self) -> Option<Millis> {
        let walking = matches!(self.state().phase, Phase::Points { .. }) && self.page == PAGE_TRACK;
        let steps = self.steps(self.page_since, WALK_MS);
        (walking && steps < WALK_STEPS).then(|| self.page_since + Millis::from(steps + 1) * Millis::from(WALK_MS))
    }

    /// Where the device goes round the owner is dialled; elsewhere only the leader dials, for a seat whose knob is stuck.
    pub(super) fn claimant_turned(&mut self, knob: u8, by: i8) {
        if self.board.secrecy == Secrecy::Pass || (self.leads(knob) && !self.parts.stuck().is_empty()) {
            self.claimant = turned(self.state().present(), self.claimant, by);
        }
    }

    fn claim(&mut self, knob: u8, rng: &mut impl RngCore) {
        let Some(card) = self.state().asked_card() else { return };
        let claimant = match self.board.secrecy {
            Secrecy::Pass => self.claimant,
            _ if self.leads(knob) && self.claimant.is_some() => self.claimant,
            _ => Seat::new(knob),
        };
        match claimant {
            Some(seat) => {
                self.play(Move::Claim { card, seat }, rng);
            }
            None => self.refuse(Refusal::NoNumberThere),
        }
    }
}

pub(super) fn has_bonus(score: &Score, seats: SeatSet) -> bool {
    seats.iter().any(|seat| score.reasons(seat).iter().any(is_bonus))
}

fn is_bonus(reason: Reason) -> bool {
    matches!(reason, Reason::Votes { .. } | Reason::LoneVote)
}
