//! A game under way: what a press means in each phase, which picture of a phase is shown, the countdown, who claims a
//! card, and what happens by itself as time goes by.

mod scenes;

pub use scenes::{newest_past_page, past_page, past_pages};

use super::Millis;
use super::context::Context;
use super::effect::Sound;
use super::notices::NOTICE_MS;
use crate::game::{Move, Phase, Refusal};
use crate::rules::{self, Card, Score, Seat, SeatSet};
use crate::scene::Purpose;
use crate::seats::{Answered, Claiming, Turns, turned};
use rand_core::RngCore;

/// So long a claim can be taken back by the hand that made it.
const TAKE_BACK_MS: Millis = 2_000;
/// A storyteller who presses as at every other screen presses at most this soon once more.
const HABIT_MS: Millis = 500;

/// Three, two, one: a second each.
const COUNT_FROM: u8 = 3;
const COUNT_MS: u32 = 1_000;
/// Pawns walk in eighths.
const WALK_STEPS: u32 = 8;
const WALK_MS: u32 = 120;
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
    Refused(Refusal),
}

/// The pictures of a phase that has several, one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Page {
    /// Of any phase: the clue, the votes, the threes and twos, the winners.
    First,
    /// Before the first clue.
    Deal,
    Verdict,
    Bonuses,
    Track,
    Awards,
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

/// A claim that can still be taken back.
#[derive(Clone, Copy)]
struct Fresh {
    knob: u8,
    until: Millis,
    /// How many moves the journal has with it.
    moves: usize,
}

pub struct RoundFlow {
    page: Page,
    page_since: Millis,
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
    after: After,
    /// At the end: whose points over the rounds are shown.
    curve_of: Option<Seat>,
    reveals: u16,
}

impl RoundFlow {
    pub fn new(now: Millis) -> Self {
        Self {
            page: Page::First,
            page_since: now,
            countdown: None,
            claimant: None,
            fresh: None,
            partners: None,
            own_card: None,
            sent_back: None,
            after: After::Rematch,
            curve_of: None,
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
        context.seats.forget();
        let voting = context.state().voting();
        if !voting.is_empty() {
            context.seats.begin(&context.game, voting, rng);
        }
    }

    /// A game has just been started: what to deal is said first.
    pub fn show_deal(&mut self) {
        self.page = Page::Deal;
    }

    pub fn turned(&mut self, knob: u8, by: i8, context: &mut Context) {
        match context.state().phase {
            Phase::Over if self.page == Page::First && context.leads(knob) => {
                self.curve_of = turned(context.state().seats, self.curve_of, by);
            }
            Phase::Over if self.page == Page::Awards && context.leads(knob) => self.after = self.after.turned(by),
            Phase::Vote | Phase::VoteAgain { .. } => context.seats.turn(&context.game, knob, by),
            Phase::Owners(_) if self.dials_owner(knob, context) => {
                self.claimant = turned(context.state().present(), self.claimant, by);
            }
            _ => {}
        }
    }

    /// Where owners press for themselves, only the leader dials: for a seat whose knob is stuck.
    fn dials_owner(&self, knob: u8, context: &Context) -> bool {
        match context.seats.claiming() {
            Claiming::Dial => true,
            Claiming::Press => context.leads(knob) && !context.health.stuck().is_empty(),
        }
    }

    pub fn pressed(&mut self, knob: u8, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if self.fresh_claim(context) == Some(knob) {
            self.fresh = None;
            return Outcome::TakeBack;
        }
        match context.state().phase {
            Phase::Vote | Phase::VoteAgain { .. } => self.vote(knob, context, rng),
            Phase::Owners(_) => self.claim(knob, context),
            _ if !context.leads(knob) => Outcome::NotYou,
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
                _ => match self.after {
                    After::Rematch => Outcome::Rematch,
                    After::AnotherGame => Outcome::AnotherGame,
                    After::SwitchOff => Outcome::SwitchOff,
                },
            },
            Phase::Lobby => Outcome::Nothing,
        }
    }

    pub fn deals(&self) -> bool {
        self.page == Page::Deal
    }

    /// A hold of whoever leads: whether it means something else than the menu here.
    pub fn held(&self) -> Outcome {
        if self.page == Page::Deal { Outcome::Leave } else { Outcome::Nothing }
    }

    /// Of the points; after the track the round is over.
    fn page_after(&self, score: &Score, context: &Context) -> Option<Page> {
        match self.page {
            Page::First if has_bonus(score, context.state().seats) => Some(Page::Bonuses),
            Page::First | Page::Bonuses => Some(Page::Track),
            _ => None,
        }
    }

    fn show(&mut self, page: Page, context: &Context) -> Outcome {
        self.page = page;
        self.page_since = context.now;
        Outcome::Nothing
    }

    fn vote(&mut self, knob: u8, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if !context.seats.votes(knob, context.game.state()) {
            return Outcome::NotYou;
        }
        if self.countdown.take().is_some() && context.seats.turns() == Turns::OneByOne {
            // Back to "everyone has voted", where a seat can be called to change its vote.
            return Outcome::Nothing;
        }
        match context.seats.press(&mut context.game, knob, rng) {
            Answered::Locked => {
                context.sound(Sound::Locked);
                Outcome::Locked
            }
            Answered::Unlocked => {
                context.sound(Sound::Unlocked);
                Outcome::Nothing
            }
            Answered::Ready => self.reveal_soon(context),
            Answered::Nothing | Answered::Puzzled | Answered::One => Outcome::Nothing,
        }
    }

    /// Goes on once everyone has locked: back to those who claim the same card, or to the countdown.
    pub fn go_on_if_all_locked(&mut self, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if !context.game.all_locked() || self.countdown.is_some() {
            return Outcome::Nothing;
        }
        let double = context.game.send_back_double_claims();
        if !double.is_empty() {
            context.seats.begin(&context.game, double, rng);
            self.sent_back = Some((double, context.now + NOTICE_MS));
            context.sound(Sound::Refused);
            return Outcome::Nothing;
        }
        // All others are open already: there is nothing to count down to.
        if matches!(context.state().phase, Phase::VoteAgain { .. }) {
            return Outcome::Reveal;
        }
        match context.seats.turns() {
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

    /// The knob that can take its claim back now. Where it leads, its press goes on from the points instead, and where
    /// another owner is dialled, it claims.
    fn fresh_claim(&self, context: &Context) -> Option<u8> {
        let Fresh { knob, until, moves } = self.fresh?;
        let journal = context.game.journal();
        let still = context.now < until && moves == journal.len() && self.claimant.is_none();
        let claimed = || matches!(journal.entries().last().and_then(Move::decode), Some(Move::Claim { .. }));
        let here = match context.state().phase {
            Phase::Owners(_) => true,
            Phase::Points { .. } => !context.leads(knob),
            _ => false,
        };
        (here && still && claimed()).then_some(knob)
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
        let claimant = match context.seats.claiming() {
            Claiming::Dial => self.claimant,
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
        self.fresh = Some(Fresh { knob, until: context.now + TAKE_BACK_MS, moves: context.game.journal().len() + 1 });
        match claimant {
            Some(seat) if context.state().present().has(seat) => Outcome::Move(Move::Claim { card, seat }),
            Some(_) => Outcome::NotYou,
            None => Outcome::Refused(Refusal::NoNumberThere),
        }
    }

    pub fn pass_time(&mut self, context: &mut Context) -> Outcome {
        self.sent_back = self.sent_back.filter(|&(_, until)| until > context.now);
        self.fresh = self.fresh.filter(|fresh| fresh.until > context.now);
        self.partners = self.partners.filter(|since| since + NOTICE_MS > context.now);
        self.points_go_on(context);
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

    /// The points are seen by all in a few seconds; the track waits for a hand.
    fn points_go_on(&mut self, context: &Context) {
        let Phase::Points { score, .. } = context.state().phase else { return };
        if self.points_end(context).is_some_and(|end| context.now >= end)
            && let Some(page) = self.page_after(&score, context)
        {
            self.show(page, context);
        }
    }

    fn points_end(&self, context: &Context) -> Option<Millis> {
        let seconds = Millis::from(context.settings.points_go_on);
        let shown = matches!(context.state().phase, Phase::Points { .. }) && self.page != Page::Track;
        (shown && seconds > 0).then(|| self.page_since + 1_000 * seconds)
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
    pub fn alarm(&self, context: &Context) -> Option<Millis> {
        let now = context.now;
        let sent_back = self.sent_back.map(|(_, until)| until);
        let count = self.countdown.as_ref().map(|countdown| next_step(countdown.began, now, COUNT_MS));
        let walking = self.page == Page::Track && u32::from(self.walked(now)) < WALK_STEPS;
        let walk = walking.then(|| next_step(self.page_since, now, WALK_MS));
        let nudge = self.nudge_at(context).filter(|&at| at > now);
        let fresh = self.fresh.map(|fresh| fresh.until);
        let partners = self.partners.map(|since| since + NOTICE_MS);
        let loud = self.is_loud(now).then(|| self.page_since + LOUD_MS);
        let flash = self.flash_step(context).map(|_| next_step(self.page_since, now, FLASH_MS));
        let own = [sent_back, count, walk, loud, flash, self.points_end(context), nudge, fresh, partners];
        own.into_iter().flatten().min()
    }

    pub fn counting(&self, now: Millis) -> Option<u8> {
        let countdown = self.countdown.as_ref()?;
        let gone = steps(countdown.began, now, COUNT_MS);
        Some(COUNT_FROM.saturating_sub(gone as u8).max(1))
    }

    /// Whether the shared screen is turned to its opposite right now.
    pub fn flashes(&self, context: &Context) -> bool {
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
