//! The owner of a card: which card is asked about, who claims it, and which claim can still be taken back.

use super::Outcome;
use crate::app::Millis;
use crate::app::context::Context;
use crate::game::{Move, Owners, Phase, Refusal};
use crate::rules::{self, Card, Seat};
use crate::voting::{Claiming, turned};

/// How long the only possible owner is asked before the card is assigned to them.
const ONLY_OWNER_MS: u32 = 5_000;
/// How long each card is shown if cards are asked about in turn.
const CARD_MS: u32 = 3_000;
/// How long the storyteller is asked whether a card is the partner's: long enough to ask the partner.
const PARTNER_MS: Millis = 10_000;
/// A press this soon after the storyteller's first one is taken for habit, not for a claim.
const HABIT_MS: Millis = 500;

#[derive(Default)]
pub struct Claims {
    /// The seat dialled as the owner.
    dialled: Option<Seat>,
    fresh: Option<Fresh>,
    /// Team: when the storyteller was asked whether the card is the partner's.
    partners: Option<Millis>,
    /// A seat that voted for its own card, as a claim has revealed.
    own_card: Option<(Seat, Card)>,
    /// If cards are asked about in turn: the card before the one shown.
    before: Option<Card>,
}

/// A claim that can still be taken back, because nobody has pressed since.
#[derive(Clone, Copy)]
pub struct Fresh {
    pub knob: u8,
    card: Card,
    /// Length of the journal including this claim.
    moves: usize,
}

impl Claims {
    /// The claims after a move of the game.
    pub fn after_move(&self, context: &Context) -> Self {
        let journal = context.game.journal();
        let fresh = self.fresh.filter(|fresh| fresh.moves == journal.len());
        // If cards are asked about in turn, continue after the claimed one.
        let before = match journal.entries().last().and_then(Move::decode) {
            Some(Move::Claim { card, .. }) if in_turn(context) => Some(card),
            _ => None,
        };
        Self { fresh, before, ..Self::default() }
    }

    /// The card that is asked about now.
    pub fn asked(&self, context: &Context) -> Option<Card> {
        let Phase::Owners(round) = &context.state().phase else { return None };
        let mut cards = round.cards_to_ask();
        let after = |card: &Card| self.before.is_some_and(|before| *card > before);
        cards.clone().find(after).or_else(|| cards.next())
    }

    /// The only seat that can have laid the card in question.
    pub fn only_owner(&self, context: &Context) -> Option<Seat> {
        context.state().only_owner(self.asked(context)?)
    }

    /// The seat offered as the owner: the one dialled or, if owners do not press for themselves, the only possible one.
    pub fn offered(&self, context: &Context) -> Option<Seat> {
        let only = || self.only_owner(context).filter(|_| context.voting.claiming() == Claiming::Dial);
        self.dialled.or_else(only)
    }

    /// Takes a turn of a knob that selects an owner.
    pub fn turn(&mut self, knob: u8, by: i8, context: &Context) {
        let dials = match context.voting.claiming() {
            Claiming::Dial => true,
            // Owners press for themselves. Only the leader dials, for a seat with a stuck knob.
            Claiming::Press => context.leads(knob) && !context.health.stuck().is_empty(),
        };
        if dials {
            self.dialled = turned(context.state().present(), self.offered(context), by);
        }
    }

    /// Called at a press: removes and returns the claim that could be taken back until now.
    pub fn take_fresh(&mut self, context: &Context) -> Option<Fresh> {
        let fresh = self.fresh(context);
        self.fresh = None;
        fresh
    }

    /// The claim that its knob can take back now. There is none if a press of that knob claims the next card, continues
    /// from the points, or confirms a dialled owner.
    pub fn fresh(&self, context: &Context) -> Option<Fresh> {
        let fresh = self.fresh?;
        let journal = context.game.journal();
        let still = fresh.moves == journal.len() && self.offered(context).is_none();
        let claimed = || matches!(journal.entries().last().and_then(Move::decode), Some(Move::Claim { .. }));
        let here = match &context.state().phase {
            Phase::Owners(round) => {
                let claims = |seat| self.asked(context).is_some_and(|card| round.check_claim(seat, card).is_ok());
                context.voting.claiming() == Claiming::Dial || !Seat::new(fresh.knob).is_some_and(claims)
            }
            Phase::Points { .. } => !context.leads(fresh.knob),
            _ => false,
        };
        (here && still && claimed()).then_some(fresh)
    }

    /// The card that `seat` has claimed, while it can take the claim back.
    pub fn of(&self, seat: Seat, context: &Context) -> Option<Card> {
        let fresh = self.fresh(context)?;
        (Seat::new(fresh.knob) == Some(seat)).then_some(fresh.card)
    }

    /// True if the storyteller is asked, in Team, whether the card is the partner's.
    pub fn asks_for_partner(&self, context: &Context) -> bool {
        self.partners.is_some_and(|since| context.now < since + PARTNER_MS)
    }

    /// True for a press that was probably a habit: on every other screen the storyteller presses to continue. Only a
    /// second press, not in haste, claims a card.
    fn by_habit(&mut self, context: &Context) -> bool {
        if !self.asks_for_partner(context) {
            self.partners = Some(context.now);
        }
        self.partners.is_none_or(|since| context.now < since + HABIT_MS)
    }

    /// The seat that voted for its own card and may vote again.
    pub fn votes_again(&self) -> Option<(Seat, Card)> {
        self.own_card
    }

    pub fn press(&mut self, knob: u8, context: &Context) -> Outcome {
        let (Some(card), Phase::Owners(round)) = (self.asked(context), &context.state().phase) else {
            return Outcome::Nothing;
        };
        let claimant = match context.voting.claiming() {
            Claiming::Dial => self.offered(context),
            Claiming::Press => self.dialled.filter(|_| context.leads(knob)).or(Seat::new(knob)),
        };
        let fits = claimant.map(|seat| (seat, round.check_claim(seat, card)));
        if let Some((seat, Ok(()))) = fits
            && seat == round.storyteller
            && self.dialled.is_none()
            && self.by_habit(context)
        {
            return Outcome::Nothing;
        }
        if let Some((seat, Err(rules::Refusal::OwnCard { .. }))) = fits {
            self.own_card = Some((seat, card));
        }
        self.fresh = Some(Fresh { knob, card, moves: context.game.journal().len() + 1 });
        match claimant {
            Some(seat) if context.state().present().has(seat) => Outcome::Move(Move::Claim { card, seat }),
            Some(_) => Outcome::NotYou,
            None => Outcome::Refused(Refusal::NoNumberThere),
        }
    }

    /// How long the card in question is shown, in milliseconds; 0 if it stays until its owner presses, or if somebody
    /// has objected.
    pub fn shown_for(&self, context: &Context) -> u32 {
        match self.asked(context) {
            Some(_) if self.own_card.is_some() || self.dialled.is_some() => 0,
            Some(card) if context.state().only_owner(card).is_some() => ONLY_OWNER_MS,
            Some(_) if in_turn(context) && context.state().cards_to_ask() > 1 => CARD_MS,
            _ => 0,
        }
    }

    /// Called when the card in question was shown long enough: assigns it to its only possible owner, or asks about the
    /// next card.
    pub fn shown(&mut self, context: &Context) -> Outcome {
        let Some(card) = self.asked(context) else { return Outcome::Nothing };
        match context.state().only_owner(card) {
            Some(seat) => Outcome::Move(Move::Claim { card, seat }),
            None => {
                self.before = Some(card);
                self.partners = None;
                Outcome::Nothing
            }
        }
    }

    /// True if a seat was dialled: a press then names that seat and cannot have been meant for the previous question.
    pub fn is_dialled(&self) -> bool {
        self.dialled.is_some()
    }

    pub fn pass_time(&mut self, now: Millis) {
        self.partners = self.partners.filter(|since| since + PARTNER_MS > now);
    }

    pub fn alarm(&self) -> Option<Millis> {
        self.partners.map(|since| since + PARTNER_MS)
    }
}

/// True if each card is shown for a moment, in turn. On a device that is passed round, its holder dials the owner and
/// nothing advances by itself.
fn in_turn(context: &Context) -> bool {
    context.state().options.owners == Owners::InTurn && context.voting.claiming() == Claiming::Press
}
