//! A game under way: what a press means in each phase, which picture of a phase is shown, the countdown, who claims a
//! card, and what happens by itself as time goes by.

mod scenes;

pub use scenes::{newest_past_page, past_page, past_pages};

use super::Millis;
use super::context::Context;
use super::effect::Sound;
use super::notices::{ANSWER_MS, NOTICE_MS};
use crate::game::{Award, Move, Phase, Refusal};
use crate::rules::{self, Card, Score, Seat, SeatSet};
use crate::scene::Purpose;
use crate::voting::{Answered, Claiming, Join, Turns, turned};
use rand_core::RngCore;

/// A press so soon after a new question was meant for the one before.
const NEW_QUESTION_MS: Millis = 700;
/// So long the only one whose card it can be is asked.
const ONLY_OWNER_MS: u32 = 5_000;
/// A press so soon after the track appeared was meant for what was there before.
const TRACK_MS: Millis = 700;
/// A storyteller who presses as at every other screen presses at most this soon once more.
const HABIT_MS: Millis = 500;

/// Three, two, one: a second each.
const COUNT_FROM: u8 = 3;
const COUNT_MS: u32 = 1_000;
/// Pawns walk in eighths.
const WALK_STEPS: u32 = 8;
const WALK_MS: u32 = 120;
/// At the end: a rank after another, from the last one up, then the crown comes down.
const RANK_MS: u32 = 700;
const CROWN_MS: u32 = 150;
/// One award after another.
const AWARD_MS: u32 = 1_500;
/// How long the winners stand, and all awards, before the next picture comes by itself.
const ADMIRED_MS: Millis = 8_000;
/// A leafed page of the last round goes by itself.
const LEAF_MS: Millis = 6_000;
/// How long the verdict is one word.
const LOUD_MS: Millis = 2_000;
/// A reveal that cannot be heard is seen: lit, dark and lit again, slower than anything that harms eyes.
const FLASH_MS: u32 = 200;
const FLASHES: u32 = 3;

/// What a press or the time leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Outcome {
    Nothing,
    Move(Move),
    /// A vote was locked: it may have been the last one.
    Locked,
    /// All votes at once, now.
    Reveal,
    Rematch,
    /// To the lobby, with the same people.
    AnotherGame,
    SwitchOff,
    /// Away from a game that has not begun.
    Leave,
    /// The claim just made was a mistake.
    TakeBack,
    /// This press means nothing now.
    NotYou,
    /// This seat cannot see what its press would lock.
    SeesNothing(Seat),
    Refused(Refusal),
}

/// The pictures of a phase that has several, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// Of any phase: the clue, the votes, the threes and twos, the winners.
    First,
    /// Before the first clue.
    Deal,
    /// After it, where knobs have pointers and people have just sat down.
    Pointers,
    Verdict,
    Bonuses,
    Track,
    Awards,
    /// The table of the evening.
    Table,
}

/// What can follow a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Rematch,
    AnotherGame,
    SwitchOff,
}

impl After {
    const ALL: [Self; 3] = [Self::Rematch, Self::AnotherGame, Self::SwitchOff];

    fn turned(self, by: i8) -> Self {
        let place = Self::ALL.iter().position(|&after| after == self).unwrap_or(0);
        Self::ALL[place.saturating_add_signed(by.into()).min(Self::ALL.len() - 1)]
    }

    fn purpose(self) -> Purpose {
        match self {
            Self::Rematch => Purpose::Rematch,
            Self::AnotherGame => Purpose::AnotherGame,
            Self::SwitchOff => Purpose::SwitchOff,
        }
    }
}

struct Countdown {
    began: Millis,
    /// Seconds whose tick was heard.
    ticked: u8,
}

/// A claim that can still be taken back: nobody has pressed since.
#[derive(Clone, Copy)]
struct Fresh {
    knob: u8,
    card: Card,
    /// How many moves the journal has with it.
    moves: usize,
}

pub struct RoundFlow {
    page: Page,
    page_since: Millis,
    /// Whether all pointers are looked at before the first clue.
    check_pointers: bool,
    /// Pointers that were turned while all look at them.
    turned_here: SeatSet,
    /// When the game came to where it is.
    arrived: Millis,
    countdown: Option<Countdown>,
    /// The seat that was dialled as the owner of the card.
    claimant: Option<Seat>,
    fresh: Option<Fresh>,
    /// Team: since when the storyteller is asked whether the card is the partner's.
    partners: Option<Millis>,
    /// Who voted for a card of their own, as it turned out by a claim.
    own_card: Option<(Seat, Card)>,
    /// Seats that claimed one card twice, until when that is said.
    sent_back: Option<(SeatSet, Millis)>,
    /// Until when it is said why a number was not accepted.
    puzzled_until: Millis,
    after: After,
    /// At the end: whose points over the rounds are shown.
    curve_of: Option<Seat>,
    /// At the clue: a page of the last round that was leafed to, counted back from its last one, and since when.
    leaf: Option<(u16, Millis)>,
    /// At the end: how much was heard of what the picture tells.
    told: u32,
    reveals: u16,
}

impl RoundFlow {
    pub fn new(now: Millis) -> Self {
        Self {
            page: Page::First,
            page_since: now,
            check_pointers: false,
            turned_here: SeatSet::EMPTY,
            arrived: now,
            countdown: None,
            claimant: None,
            fresh: None,
            partners: None,
            own_card: None,
            sent_back: None,
            puzzled_until: 0,
            after: After::Rematch,
            curve_of: None,
            leaf: None,
            told: 0,
            reveals: 0,
        }
    }

    /// Rises at each reveal.
    pub fn reveals(&self) -> u16 {
        self.reveals
    }

    /// The game is somewhere else now: its first picture, and a vote with all seats at the start.
    pub fn arrive(&mut self, context: &mut Context, rng: &mut dyn RngCore) {
        let fresh = self.fresh.filter(|fresh| fresh.moves == context.game.journal().len());
        *self = Self { reveals: self.reveals, fresh, ..Self::new(context.now) };
        // Answers that were given but never sealed must not outlive the vote.
        context.voting.forget();
        let voting = context.state().voting();
        if !voting.is_empty() {
            context.voting.begin(&context.game, voting, rng);
        }
    }

    /// A game has just been started: what to deal is said first.
    pub fn show_deal(&mut self, check_pointers: bool) {
        self.page = Page::Deal;
        self.check_pointers = check_pointers;
    }

    pub fn turned(&mut self, knob: u8, by: i8, context: &mut Context) {
        match context.state().phase {
            Phase::Clue if self.page == Page::Pointers => {
                self.turned_here = Seat::new(knob).map_or(self.turned_here, |seat| self.turned_here.with(seat));
            }
            Phase::Over if self.page == Page::First && context.leads(knob) => {
                self.curve_of = turned(context.state().seats, self.curve_of, by);
            }
            Phase::Over if self.page == Page::Table && context.leads(knob) => self.after = self.after.turned(by),
            Phase::Clue if self.page == Page::First && context.leads(knob) => self.leaf(by, context),
            Phase::Vote | Phase::VoteAgain { .. } => context.voting.turn(&context.game, knob, by),
            Phase::Owners(_) if self.dials_owner(knob, context) => {
                self.claimant = turned(context.state().present(), self.offered(context), by);
            }
            _ => {}
        }
    }

    /// Where owners press for themselves, only the leader dials: for a seat whose knob is stuck.
    fn dials_owner(&self, knob: u8, context: &Context) -> bool {
        match context.voting.claiming() {
            Claiming::Dial => true,
            Claiming::Press => context.leads(knob) && !context.health.stuck().is_empty(),
        }
    }

    pub fn pressed(&mut self, knob: u8, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if self.is_too_soon(context) {
            return Outcome::Nothing;
        }
        let fresh = self.fresh_claim(context);
        self.fresh = None;
        if fresh.is_some_and(|fresh| fresh.knob == knob) {
            return Outcome::TakeBack;
        }
        match context.state().phase {
            Phase::Vote | Phase::VoteAgain { .. } => self.vote(knob, context, rng),
            Phase::Owners(_) => self.claim(knob, context),
            Phase::Clue if self.page == Page::Pointers => self.check_pointer(knob, context),
            _ if !context.leads(knob) => Outcome::NotYou,
            Phase::Clue if self.page == Page::Deal && self.check_pointers => self.show(Page::Pointers, context),
            Phase::Clue if self.page == Page::Deal => self.show(Page::First, context),
            Phase::Clue => Outcome::Move(Move::Lay),
            Phase::Reveal(round) => match self.page {
                Page::First if round.story_card.is_some() => {
                    if let Some(verdict) = round.verdict() {
                        context.sound(Sound::Verdict(verdict));
                    }
                    self.show(Page::Verdict, context)
                }
                _ => Outcome::Move(Move::GoOn),
            },
            Phase::Points { score, .. } => match self.page_after(&score, context) {
                Some(page) => self.show(page, context),
                None => Outcome::Move(Move::Next),
            },
            Phase::Over => match self.page {
                Page::First => self.show(Page::Awards, context),
                Page::Awards => self.show(Page::Table, context),
                _ => match self.after {
                    After::Rematch => Outcome::Rematch,
                    After::AnotherGame => Outcome::AnotherGame,
                    After::SwitchOff => Outcome::SwitchOff,
                },
            },
            Phase::Lobby => Outcome::Nothing,
        }
    }

    /// A press says that this pointer stands on the dot now. That of whoever leads goes on instead, unless they have just
    /// turned their own.
    fn check_pointer(&mut self, knob: u8, context: &mut Context) -> Outcome {
        let Some(seat) = Seat::new(knob).filter(|&seat| context.state().seats.has(seat)) else {
            return Outcome::NotYou;
        };
        if context.leads(knob) && !self.turned_here.has(seat) {
            return self.show(Page::First, context);
        }
        self.turned_here = self.turned_here.without(seat);
        context.voting.home(seat);
        Outcome::Nothing
    }

    /// The game has not really begun.
    pub fn deals(&self) -> bool {
        matches!(self.page, Page::Deal | Page::Pointers)
    }

    /// A hold of whoever leads: whether it means something else than the menu here.
    pub fn held(&self) -> Outcome {
        if self.deals() { Outcome::Leave } else { Outcome::Nothing }
    }

    /// Of the points; after the track the round is over.
    fn page_after(&self, score: &Score, context: &Context) -> Option<Page> {
        match self.page {
            Page::First if has_bonus(score, context.state().seats) => Some(Page::Bonuses),
            Page::First | Page::Bonuses => Some(Page::Track),
            _ => None,
        }
    }

    /// Leafs through the last round: its votes, its gains, and back to the clue. Where a knob's pointer stands is a secret,
    /// any click opens the first page and no click is counted.
    fn leaf(&mut self, by: i8, context: &Context) {
        let pages = newest_past_page(&context.game) + 1;
        if context.game.past_rounds().next().is_none() {
            return;
        }
        let counted = context.voting.joining() != Join::PressOnTheDot;
        // The clue stands before the pages, which are counted back from the last.
        let place = |leaf: Option<(u16, Millis)>| leaf.map_or(0, |(back, _)| pages - back);
        let to = match (self.leaf, counted) {
            (Some(_), false) => return,
            (None, false) => 1,
            (leaf, true) => place(leaf).saturating_add_signed(by.into()).min(pages),
        };
        self.leaf = (to > 0).then(|| (pages - to, context.now));
    }

    /// The page that is shown instead of the clue, counted back from the last one. Where clicks are not counted, the pages
    /// follow one another by themselves.
    fn leafed(&self, context: &Context) -> Option<u16> {
        let (back, since) = self.leaf?;
        let gone = steps(since, context.now, LEAF_MS as u32) as u16;
        back.checked_sub(gone)
    }

    fn leaf_ends(&self, context: &Context) -> Option<Millis> {
        let (_, since) = self.leaf?;
        self.leafed(context).map(|_| next_step(since, context.now, LEAF_MS as u32))
    }

    fn show(&mut self, page: Page, context: &Context) -> Outcome {
        self.told = 0;
        self.page = page;
        self.page_since = context.now;
        Outcome::Nothing
    }

    fn vote(&mut self, knob: u8, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if !context.voting.votes(knob, context.game.state()) {
            return Outcome::NotYou;
        }
        if let Some(seat) = Seat::new(knob).filter(|&seat| context.screens_missing().has(seat)) {
            return Outcome::SeesNothing(seat);
        }
        if self.countdown.take().is_some() && context.voting.turns() == Turns::OneByOne {
            // Back to "everyone has voted", where a seat can be called to change its vote.
            return Outcome::Nothing;
        }
        match context.voting.press(&mut context.game, knob, rng) {
            Answered::Locked => {
                context.sound(Sound::Locked);
                Outcome::Locked
            }
            Answered::Unlocked => {
                context.sound(Sound::Unlocked);
                Outcome::Nothing
            }
            Answered::Ready => self.reveal_soon(context),
            Answered::Rejected => {
                self.puzzled_until = context.now + ANSWER_MS;
                Outcome::Nothing
            }
            Answered::Nothing | Answered::One => Outcome::Nothing,
        }
    }

    /// Goes on once everyone has locked: back to those who claim the same card, or to the countdown.
    pub fn go_on_if_all_locked(&mut self, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if !context.game.all_locked() || self.countdown.is_some() {
            return Outcome::Nothing;
        }
        let double = context.game.send_back_double_claims();
        if !double.is_empty() {
            context.voting.begin(&context.game, double, rng);
            self.sent_back = Some((double, context.now + NOTICE_MS));
            context.sound(Sound::Refused);
            return Outcome::Nothing;
        }
        // All others are open already: there is nothing to count down to.
        if matches!(context.state().phase, Phase::VoteAgain { .. }) {
            return Outcome::Reveal;
        }
        match context.voting.turns() {
            Turns::Together => self.reveal_soon(context),
            Turns::OneByOne => Outcome::Nothing,
        }
    }

    fn reveal_soon(&mut self, context: &mut Context) -> Outcome {
        if !context.settings.countdown {
            return Outcome::Reveal;
        }
        self.countdown = Some(Countdown { began: context.now, ticked: 0 });
        context.sound(Sound::Tick);
        Outcome::Nothing
    }

    pub fn stop_countdown(&mut self) {
        self.countdown = None;
    }

    pub fn reveal(&mut self, context: &mut Context) -> Result<(), Refusal> {
        context.game.reveal()?;
        self.reveals = self.reveals.wrapping_add(1);
        context.sound(Sound::Reveal);
        context.ask(super::Effect::SaveGame);
        Ok(())
    }

    /// The seat that is offered as the owner: the one that was dialled or, where it is not its own knob that claims, the
    /// only one that it can be.
    fn offered(&self, context: &Context) -> Option<Seat> {
        let only = || context.state().only_owner().filter(|_| context.voting.claiming() == Claiming::Dial);
        self.claimant.or_else(only)
    }

    /// Two owners who press at once claim one card, not two; and whoever presses on as the pages turn does not skip the
    /// track.
    fn is_too_soon(&self, context: &Context) -> bool {
        match context.state().phase {
            Phase::Owners(_) if self.claimant.is_none() => context.now < self.arrived + NEW_QUESTION_MS,
            Phase::Points { .. } if self.page == Page::Track => context.now < self.page_since + TRACK_MS,
            _ => false,
        }
    }

    /// The claim that its knob can take back now. Where that knob can claim the next card, its press does that; where it
    /// leads, its press goes on from the points; and where an owner is dialled, it claims.
    fn fresh_claim(&self, context: &Context) -> Option<Fresh> {
        let fresh = self.fresh?;
        let journal = context.game.journal();
        let still = fresh.moves == journal.len() && self.offered(context).is_none();
        let claimed = || matches!(journal.entries().last().and_then(Move::decode), Some(Move::Claim { .. }));
        let here = match &context.state().phase {
            Phase::Owners(round) => {
                let claims =
                    |seat| round.cards_to_ask().next().is_some_and(|card| round.check_claim(seat, card).is_ok());
                context.voting.claiming() == Claiming::Dial || !Seat::new(fresh.knob).is_some_and(claims)
            }
            Phase::Points { .. } => !context.leads(fresh.knob),
            _ => false,
        };
        (here && still && claimed()).then_some(fresh)
    }

    /// The card that this seat has claimed, as long as it can take that back.
    pub fn claimed_by(&self, seat: Seat, context: &Context) -> Option<Card> {
        let fresh = self.fresh_claim(context)?;
        (Seat::new(fresh.knob) == Some(seat)).then_some(fresh.card)
    }

    /// Whether the storyteller is asked, in Team, if the card is the partner's.
    fn asks_for_partner(&self, context: &Context) -> bool {
        self.partners.is_some_and(|since| context.now < since + NOTICE_MS)
    }

    /// The storyteller presses at every other screen to go on: only a second press, in no haste, claims a card.
    fn by_habit(&mut self, context: &Context) -> bool {
        if !self.asks_for_partner(context) {
            self.partners = Some(context.now);
        }
        self.partners.is_none_or(|since| context.now < since + HABIT_MS)
    }

    /// A hold of this knob lets its seat vote again, where its vote was for a card of its own.
    pub fn votes_again(&self, knob: u8) -> Option<Move> {
        let (seat, card) = self.own_card.filter(|&(seat, _)| Seat::new(knob) == Some(seat))?;
        Some(Move::VoteAgain { seat, own: Some(card) })
    }

    fn claim(&mut self, knob: u8, context: &Context) -> Outcome {
        let (Some(card), Phase::Owners(round)) = (context.state().asked_card(), &context.state().phase) else {
            return Outcome::Nothing;
        };
        let claimant = match context.voting.claiming() {
            Claiming::Dial => self.offered(context),
            Claiming::Press => self.claimant.filter(|_| context.leads(knob)).or(Seat::new(knob)),
        };
        let fits = claimant.map(|seat| (seat, round.check_claim(seat, card)));
        if let Some((seat, Ok(()))) = fits
            && seat == round.storyteller
            && self.claimant.is_none()
            && self.by_habit(context)
        {
            return Outcome::Nothing;
        }
        if let Some((seat, Err(rules::Refusal::OwnCard { .. }))) = fits {
            self.own_card = Some((seat, card));
        }
        // Whatever is said to this press, people have time to read it.
        self.page_since = context.now;
        self.fresh = Some(Fresh { knob, card, moves: context.game.journal().len() + 1 });
        match claimant {
            Some(seat) if context.state().present().has(seat) => Outcome::Move(Move::Claim { card, seat }),
            Some(_) => Outcome::NotYou,
            None => Outcome::Refused(Refusal::NoNumberThere),
        }
    }

    /// Nothing goes on by itself while something else covers it.
    pub fn pass_time(&mut self, context: &mut Context, covered: bool) -> Outcome {
        self.sent_back = self.sent_back.filter(|&(_, until)| until > context.now);
        self.partners = self.partners.filter(|since| since + NOTICE_MS > context.now);
        if !covered {
            if let Some(outcome) = self.goes_on(context) {
                return outcome;
            }
            self.tell_the_end(context);
        }
        if self.leaf.is_some() && self.leafed(context).is_none() {
            self.leaf = None;
        }
        let Some(countdown) = &mut self.countdown else { return Outcome::Nothing };
        let gone = steps(countdown.began, context.now, COUNT_MS).min(COUNT_FROM.into()) as u8;
        if gone == COUNT_FROM {
            return Outcome::Reveal;
        }
        if gone > countdown.ticked {
            countdown.ticked = gone;
            context.sound(Sound::Tick);
        }
        Outcome::Nothing
    }

    /// What happens once the hourglass has run out: the next page of the points, or whose a card must be stands.
    fn goes_on(&mut self, context: &Context) -> Option<Outcome> {
        self.hourglass(context).filter(|glass| context.now >= glass.end())?;
        match &context.state().phase {
            Phase::Points { score, .. } => self.page_after(score, context).map(|page| self.show(page, context)),
            _ => {
                let (card, seat) = (context.state().asked_card()?, context.state().only_owner()?);
                Some(Outcome::Move(Move::Claim { card, seat }))
            }
        }
    }

    /// What is told of the end by itself: ranks, the crown, one award after another, each with its sound, and the table.
    fn tell_the_end(&mut self, context: &mut Context) {
        if context.state().phase != Phase::Over {
            return;
        }
        let told = match self.page {
            Page::First => self.finale_step(context),
            Page::Awards => self.awards_given(context).into(),
            _ => return,
        };
        if told > self.told {
            self.told = told;
            let others = u32::from(context.state().seats.minus(context.state().winners()).len());
            match self.page {
                Page::First if told <= others => context.sound(Sound::Tick),
                Page::First if told == others + 1 && !context.state().winners().is_empty() => context.sound(Sound::Won),
                Page::First => {}
                _ => context.sound(Sound::Award),
            }
        }
        if self.told_until(context).is_some_and(|end| context.now >= end) && self.curve_of.is_none() {
            let next = if self.page == Page::First { Page::Awards } else { Page::Table };
            self.show(next, context);
        }
    }

    /// How long it takes to tell this part of the end.
    fn told_length(&self, context: &Context) -> Option<Millis> {
        let state = context.state();
        match (state.phase, self.page) {
            (Phase::Over, Page::First) => {
                let others = Millis::from(state.seats.minus(state.winners()).len());
                Some(others * Millis::from(RANK_MS) + Millis::from(RANK_MS) + 3 * Millis::from(CROWN_MS))
            }
            (Phase::Over, Page::Awards) => Some(Millis::from(AWARD_MS) * Millis::from(self.awards(context))),
            _ => None,
        }
    }

    /// When this part of the end has been told and looked at.
    fn told_until(&self, context: &Context) -> Option<Millis> {
        self.told_length(context).map(|length| self.page_since + length + ADMIRED_MS)
    }

    /// So many ranks are known, and then the crown comes down.
    fn finale_step(&self, context: &Context) -> u32 {
        let others = u32::from(context.state().seats.minus(context.state().winners()).len());
        let since = u32::try_from(context.now - self.page_since).unwrap_or(u32::MAX);
        match since.checked_sub((others + 1) * RANK_MS) {
            Some(over) => others + 1 + over / CROWN_MS,
            None => since / RANK_MS,
        }
    }

    fn awards(&self, context: &Context) -> u8 {
        let tally = context.game.tally();
        Award::ALL.into_iter().filter(|&award| tally.winners(award, context.state().seats).is_some()).count() as u8
    }

    fn awards_given(&self, context: &Context) -> u8 {
        (1 + steps(self.page_since, context.now, AWARD_MS)).min(self.awards(context).into()) as u8
    }

    /// When the next piece of the end is told.
    fn next_told(&self, context: &Context) -> Option<Millis> {
        let until = self.told_until(context)?;
        let now = context.now;
        let next = match self.page {
            Page::First => {
                let others = u32::from(context.state().seats.minus(context.state().winners()).len());
                let crown = self.page_since + Millis::from((others + 1) * RANK_MS);
                if now < crown { next_step(self.page_since, now, RANK_MS) } else { next_step(crown, now, CROWN_MS) }
            }
            _ => next_step(self.page_since, now, AWARD_MS),
        };
        let moving = match self.page {
            Page::First => next + ADMIRED_MS <= until,
            _ => self.awards_given(context) < self.awards(context),
        };
        Some(if moving { next } else { until }).filter(|&at| at > now)
    }

    /// How long it is until something goes on by itself. The points are seen by all in a few seconds, and the track waits
    /// for a hand; the only possible owner of a card has a moment to object, and all the time once somebody does.
    fn hourglass(&self, context: &Context) -> Option<Hourglass> {
        let length = match context.state().phase {
            Phase::Points { .. } if self.page != Page::Track => 1_000 * u32::from(context.settings.points_go_on),
            Phase::Owners(_) if self.own_card.is_none() && self.claimant.is_none() => {
                context.state().only_owner().map_or(0, |_| ONLY_OWNER_MS)
            }
            _ => 0,
        };
        (length > 0).then_some(Hourglass { since: self.page_since, length })
    }

    /// How much of the hourglass is left, in eighths.
    pub fn sand(&self, context: &Context) -> Option<u8> {
        let glass = self.hourglass(context)?;
        Some(EIGHTHS.saturating_sub(steps(glass.since, context.now, glass.length / EIGHTHS)).max(1) as u8)
    }

    /// What covered the screen is gone: people look at it only now.
    pub fn uncover(&mut self, context: &Context) {
        if self.hourglass(context).is_some() {
            self.page_since = context.now;
        } else if let Some(length) = self.told_length(context) {
            self.page_since = self.page_since.max(context.now.saturating_sub(length));
        }
    }

    /// When those who are missing in a vote are called.
    fn nudge_at(&self, context: &Context) -> Option<Millis> {
        let seconds = Millis::from(context.settings.nudge);
        (matches!(context.state().phase, Phase::Vote) && seconds > 0).then(|| self.page_since + 1_000 * seconds)
    }

    fn nudges(&self, context: &Context) -> bool {
        self.nudge_at(context).is_some_and(|at| context.now >= at)
    }

    /// The next moment at which something changes by itself.
    pub fn alarm(&self, context: &Context, covered: bool) -> Option<Millis> {
        let now = context.now;
        let sent_back = self.sent_back.map(|(_, until)| until);
        let count = self.countdown.as_ref().map(|countdown| next_step(countdown.began, now, COUNT_MS));
        let walking = self.page == Page::Track && u32::from(self.walked(now)) < WALK_STEPS;
        let walk = walking.then(|| next_step(self.page_since, now, WALK_MS));
        let nudge = self.nudge_at(context).filter(|&at| at > now);
        let glass = self.hourglass(context).filter(|_| !covered);
        let sand = glass.map(|glass| next_step(glass.since, now, glass.length / EIGHTHS).min(glass.end().max(now + 1)));
        let rejected = Some(self.puzzled_until).filter(|&until| until > now);
        let partners = self.partners.map(|since| since + NOTICE_MS);
        let loud = self.is_loud(now).then(|| self.page_since + LOUD_MS);
        let flash = self.flash_step(context).map(|_| next_step(self.page_since, now, FLASH_MS));
        let told = self.next_told(context).filter(|_| self.curve_of.is_none() && !covered);
        let leaf = self.leaf_ends(context);
        let own = [sent_back, count, walk, loud, flash, sand, nudge, rejected, partners, told, leaf];
        own.into_iter().flatten().min()
    }

    pub fn counting(&self, now: Millis) -> Option<u8> {
        let countdown = self.countdown.as_ref()?;
        let gone = steps(countdown.began, now, COUNT_MS);
        Some(COUNT_FROM.saturating_sub(gone as u8).max(1))
    }

    /// Whether the shared screen is turned to its opposite right now.
    pub fn blinks(&self, context: &Context) -> bool {
        self.flash_step(context).is_some_and(|step| step % 2 == 0)
    }

    /// Which of the flashes this is, where no buzzer says that the votes are open.
    fn flash_step(&self, context: &Context) -> Option<u32> {
        let revealed = matches!(context.state().phase, Phase::Reveal(_)) && self.page == Page::First;
        let step = steps(self.page_since, context.now, FLASH_MS);
        (revealed && !context.board.buzzer && step < FLASHES).then_some(step)
    }

    /// Whether the verdict is still one word.
    fn is_loud(&self, now: Millis) -> bool {
        self.page == Page::Verdict && now - self.page_since < LOUD_MS
    }

    /// How far the pawns are, in eighths.
    fn walked(&self, now: Millis) -> u8 {
        steps(self.page_since, now, WALK_MS).min(WALK_STEPS) as u8
    }
}

/// Time that is seen to run out.
#[derive(Clone, Copy)]
struct Hourglass {
    since: Millis,
    length: u32,
}

impl Hourglass {
    fn end(self) -> Millis {
        self.since + Millis::from(self.length)
    }
}

const EIGHTHS: u32 = 8;

/// How many steps of this length have gone by.
fn steps(since: Millis, now: Millis, length: u32) -> u32 {
    u32::try_from(now - since).unwrap_or(u32::MAX) / length
}

fn next_step(since: Millis, now: Millis, length: u32) -> Millis {
    since + Millis::from(steps(since, now, length) + 1) * Millis::from(length)
}

fn has_bonus(score: &Score, seats: SeatSet) -> bool {
    seats.iter().any(|seat| score.reasons(seat).iter().any(|reason| reason.is_bonus()))
}
