//! The current game: what a press means in each phase, which page of a phase is shown, and what happens by itself as
//! time passes.

mod claims;
mod clock;
mod countdown;
mod finale;
mod leaf;
mod page;
mod past;
mod scenes;
mod seat_scenes;

pub use past::{newest_past_page, past_page, past_pages};

use super::Millis;
use super::context::Context;
use super::effect::Sound;
use super::notices::{ANSWER_MS, NOTICE_MS};
use crate::game::{Move, Phase, Refusal, Tally};
use crate::rules::{Score, Seat, SeatSet};
use crate::voting::{Answered, Turns, turned};
use claims::Claims;
use clock::{Hourglass, next_step, steps};
use countdown::{Count, Countdown};
use finale::After;
use leaf::Leaf;
use page::Page;
use rand_core::RngCore;

/// A press this soon after a new question was meant for the previous question.
const NEW_QUESTION_MS: Millis = 700;
/// A press this soon after the track appeared was meant for the previous picture.
const TRACK_MS: Millis = 700;
/// Pawns walk in eighths of their way.
const WALK_STEPS: u32 = 8;
const WALK_MS: u32 = 120;
/// How long the verdict is shown as one word.
const LOUD_MS: Millis = 2_000;
/// Duration of each step in which the shared screen blinks at a reveal, if there is no buzzer: inverted, plain,
/// inverted. Slow enough to be safe for everyone.
const BLINK_MS: u32 = 200;
const BLINK_STEPS: u32 = 3;

/// What a press, or the passing of time, leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Outcome {
    Nothing,
    Move(Move),
    /// A vote was locked; it may have been the last.
    Locked,
    /// Reveal all votes now.
    Reveal,
    Rematch,
    /// Return to the lobby, with the same people.
    AnotherGame,
    SwitchOff,
    /// Leave a game that has not begun.
    Leave,
    /// Take back the claim just made.
    TakeBack,
    /// This press has no effect now.
    NotYou,
    /// This seat's screen does not respond, so its player cannot see what the press would lock.
    SeesNothing(Seat),
    Refused(Refusal),
}

pub struct RoundFlow {
    page: Page,
    page_since: Millis,
    /// True if all pointers are checked before the first clue.
    check_pointers: bool,
    /// Pointers that were turned during the check before the first clue.
    turned_here: SeatSet,
    /// When the current question was first asked.
    asked_since: Millis,
    countdown: Option<Countdown>,
    claims: Claims,
    /// Seats that claimed the same card, and until when that is shown.
    sent_back: Option<(SeatSet, Millis)>,
    /// Until when the reason is shown why a number was rejected.
    rejected_until: Millis,
    after: After,
    /// At the end: the seat whose points over the rounds are shown.
    curve_of: Option<Seat>,
    /// At the clue: the page of the last round that is shown, if any.
    leaf: Leaf,
    /// At the end: number of animation steps whose sound was played.
    told: u32,
    /// At the awards: what the rounds add up to. Kept, because adding up replays the game, which takes many frames.
    tally: Tally,
    reveals: u16,
}

impl RoundFlow {
    pub fn new(now: Millis) -> Self {
        Self {
            page: Page::First,
            page_since: now,
            check_pointers: false,
            turned_here: SeatSet::EMPTY,
            asked_since: now,
            countdown: None,
            claims: Claims::default(),
            sent_back: None,
            rejected_until: 0,
            after: After::Rematch,
            curve_of: None,
            leaf: Leaf::default(),
            told: 0,
            tally: Tally::default(),
            reveals: 0,
        }
    }

    /// Incremented at each reveal.
    pub fn reveals(&self) -> u16 {
        self.reveals
    }

    /// Called when the game has entered another state: shows the first page of its phase and, in a voting phase, starts
    /// the vote of all seats that vote.
    pub fn arrive(&mut self, context: &mut Context, rng: &mut dyn RngCore) {
        let claims = self.claims.after_move(context);
        *self = Self { reveals: self.reveals, claims, ..Self::new(context.now) };
        // Answers that were given but not locked must not outlive the vote.
        context.voting.forget();
        let voting = context.state().voting();
        if !voting.is_empty() {
            context.voting.begin(&context.game, voting, rng);
        }
    }

    /// Called when a game has just started: shows what to deal.
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
            Phase::Over if self.page == Page::Table && context.leads(knob) => self.after = self.after.stepped(by),
            Phase::Clue if self.page == Page::First && context.leads(knob) => self.leaf.turn(by, context),
            Phase::Vote | Phase::VoteAgain { .. } => context.voting.turn(&context.game, knob, by),
            Phase::Owners(_) => self.claims.turn(knob, by, context),
            _ => {}
        }
    }

    pub fn pressed(&mut self, knob: u8, context: &mut Context, rng: &mut dyn RngCore) -> Outcome {
        if self.is_too_soon(context) {
            return Outcome::Nothing;
        }
        if self.claims.take_fresh(context).is_some_and(|fresh| fresh.knob == knob) {
            return Outcome::TakeBack;
        }
        match context.state().phase {
            Phase::Vote | Phase::VoteAgain { .. } => self.vote(knob, context, rng),
            Phase::Owners(_) => {
                // Whatever the answer to this press is, people need time to read it.
                self.page_since = context.now;
                self.claims.press(knob, context)
            }
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

    /// Handles a press during the check of the pointers: the press says that the pointer of `knob` is on the dot. The
    /// leader's press continues instead, unless the leader has just turned their own pointer.
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

    /// True until the first clue is shown.
    pub fn deals(&self) -> bool {
        matches!(self.page, Page::Deal | Page::Pointers)
    }

    /// What holding the leader's knob does here, if it does not open the menu.
    pub fn held(&self) -> Outcome {
        if self.deals() { Outcome::Leave } else { Outcome::Nothing }
    }

    /// The page after this one in the points; `None` after the track.
    fn page_after(&self, score: &Score, context: &Context) -> Option<Page> {
        match self.page {
            Page::First if has_bonus(score, context.state().seats) => Some(Page::Bonuses),
            Page::First | Page::Bonuses => Some(Page::Track),
            _ => None,
        }
    }

    fn show(&mut self, page: Page, context: &Context) -> Outcome {
        self.told = 0;
        self.curve_of = None;
        self.page = page;
        self.page_since = context.now;
        if page == Page::Awards {
            self.tally = context.game.tally();
        }
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
            // Return to "everyone has voted", where a seat can be called to change its vote.
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
                self.rejected_until = context.now + ANSWER_MS;
                Outcome::Nothing
            }
            Answered::Nothing | Answered::One => Outcome::Nothing,
        }
    }

    /// Continues once everyone has locked: back to those who claim the same card, or to the countdown.
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
        // All other votes are open: there is nothing to count down to.
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
        self.countdown = Some(Countdown::new(context.now));
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

    /// True for a press that came too soon to be meant. Two owners who press at once claim one card, not two; and
    /// pressing on while pages turn does not skip the track.
    fn is_too_soon(&self, context: &Context) -> bool {
        match context.state().phase {
            Phase::Owners(_) if !self.claims.is_dialled() => context.now < self.asked_since + NEW_QUESTION_MS,
            Phase::Points { .. } if self.page == Page::Track => context.now < self.page_since + TRACK_MS,
            _ => false,
        }
    }

    /// The move that lets a seat vote again by holding its knob, if it voted for its own card.
    pub fn votes_again(&self, knob: u8) -> Option<Move> {
        let (seat, card) = self.claims.votes_again().filter(|&(seat, _)| Seat::new(knob) == Some(seat))?;
        Some(Move::VoteAgain { seat, own: Some(card) })
    }

    /// Lets time pass. Nothing advances by itself while the picture is `covered`, as by a menu or a notice.
    pub fn pass_time(&mut self, context: &mut Context, covered: bool) -> Outcome {
        let now = context.now;
        self.sent_back = self.sent_back.filter(|&(_, until)| until > now);
        self.claims.pass_time(now);
        if !covered {
            if let Some(outcome) = self.goes_on(context) {
                return outcome;
            }
            self.tell_the_end(context);
        }
        self.leaf.pass_time(now);
        match self.countdown.as_mut().map(|countdown| countdown.pass_time(now)) {
            Some(Count::Over) => return Outcome::Reveal,
            Some(Count::Tick) => context.sound(Sound::Tick),
            Some(Count::Same) | None => {}
        }
        Outcome::Nothing
    }

    /// What happens when the hourglass has run out: the next page of the points, the next card to ask about, or the
    /// card goes to its only possible owner.
    fn goes_on(&mut self, context: &Context) -> Option<Outcome> {
        self.hourglass(context).filter(|glass| glass.is_empty(context.now))?;
        if let Phase::Points { score, .. } = &context.state().phase {
            return self.page_after(score, context).map(|page| self.show(page, context));
        }
        (self.page_since, self.asked_since) = (context.now, context.now);
        Some(self.claims.shown(context))
    }

    /// The time until something continues by itself. The points are visible for some seconds; the track waits for a
    /// press. The only possible owner of a card has a moment to object, and unlimited time once somebody does.
    fn hourglass(&self, context: &Context) -> Option<Hourglass> {
        let length = match context.state().phase {
            Phase::Points { .. } if self.page != Page::Track => 1_000 * u32::from(context.settings.points_go_on),
            Phase::Owners(_) => self.claims.shown_for(context),
            _ => 0,
        };
        (length > 0).then_some(Hourglass { since: self.page_since, length })
    }

    /// How much of the hourglass is left, in eighths.
    pub fn sand(&self, context: &Context) -> Option<u8> {
        self.hourglass(context).map(|glass| glass.eighths_left(context.now))
    }

    /// Called when nothing covers the screen any more: its times restart, because people see the picture only now.
    pub fn uncover(&mut self, context: &Context) {
        if self.hourglass(context).is_some() {
            self.page_since = context.now;
        } else if let Some(length) = self.told_length(context) {
            self.page_since = self.page_since.max(context.now.saturating_sub(length));
        }
    }

    /// When those who have not voted are reminded.
    fn nudge_at(&self, context: &Context) -> Option<Millis> {
        let seconds = Millis::from(context.settings.nudge);
        (matches!(context.state().phase, Phase::Vote) && seconds > 0).then(|| self.page_since + 1_000 * seconds)
    }

    fn nudges(&self, context: &Context) -> bool {
        self.nudge_at(context).is_some_and(|at| context.now >= at)
    }

    /// The next time at which something changes by itself.
    pub fn alarm(&self, context: &Context, covered: bool) -> Option<Millis> {
        let now = context.now;
        let sent_back = self.sent_back.map(|(_, until)| until);
        let count = self.countdown.as_ref().map(|countdown| countdown.alarm(now));
        let walking = self.page == Page::Track && u32::from(self.walked(now)) < WALK_STEPS;
        let walk = walking.then(|| next_step(self.page_since, now, WALK_MS));
        let nudge = self.nudge_at(context).filter(|&at| at > now);
        let sand = self.hourglass(context).filter(|_| !covered).map(|glass| glass.next_change(now));
        let rejected = Some(self.rejected_until).filter(|&until| until > now);
        let loud = self.is_loud(now).then(|| self.page_since + LOUD_MS);
        let blink = self.blink_step(context).map(|_| next_step(self.page_since, now, BLINK_MS));
        let (told, asked) = (self.next_told(context), self.next_asked(context));
        let (claims, leaf) = (self.claims.alarm(), self.leaf.alarm(now));
        let own = [sent_back, count, walk, loud, blink, sand, nudge, rejected, claims, told, asked, leaf];
        own.into_iter().flatten().min()
    }

    pub fn counting(&self, now: Millis) -> Option<u8> {
        self.countdown.as_ref().map(|countdown| countdown.left(now))
    }

    /// True while the shared screen is inverted.
    pub fn blinks(&self, context: &Context) -> bool {
        self.blink_step(context).is_some_and(|step| step % 2 == 0)
    }

    /// The current step of the blinking that replaces the buzzer at a reveal.
    fn blink_step(&self, context: &Context) -> Option<u32> {
        let revealed = matches!(context.state().phase, Phase::Reveal(_)) && self.page == Page::First;
        let step = steps(self.page_since, context.now, BLINK_MS);
        (revealed && !context.board.buzzer && step < BLINK_STEPS).then_some(step)
    }

    /// True while the verdict is shown as one word.
    fn is_loud(&self, now: Millis) -> bool {
        self.page == Page::Verdict && now - self.page_since < LOUD_MS
    }

    /// How far the pawns have walked, in eighths.
    fn walked(&self, now: Millis) -> u8 {
        steps(self.page_since, now, WALK_MS).min(WALK_STEPS) as u8
    }
}

fn has_bonus(score: &Score, seats: SeatSet) -> bool {
    seats.iter().any(|seat| score.reasons(seat).iter().any(|reason| reason.is_bonus()))
}
