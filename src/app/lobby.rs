//! Before a game: who plays, which ruleset, and who is the first storyteller. With a knob at every seat, each player
//! presses to take a seat; if the device is passed round, one person dials everything.

use super::Millis;
use super::context::Context;
use crate::game::{Move, Refusal};
use crate::rules::{Ruleset, Seat, SeatSet};
use crate::scene::{Actor, Focus, More, Prompt, Purpose, SeatScene, Shared, SharedScene, shared};
use crate::voting::{Join, below, turned};
use rand_core::RngCore;

/// What the lobby requests from the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Nothing,
    Settings,
    /// Start a game for those who sit, with this storyteller or, if `None`, a random one.
    Start(Option<Seat>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Choosing,
    /// Starting with a random storyteller; offered after the rulesets.
    Drawing,
    Settings,
    Players(u8),
    First(u8, Option<Seat>),
}

/// The choices in order: the rulesets, drawing lots, the settings.
type Stops = heapless::Vec<(Step, Ruleset), { Ruleset::ALL.len() + 2 }>;

#[derive(Clone, Copy, Debug)]
pub struct Lobby {
    pub seated: SeatSet,
    pub ruleset: Ruleset,
    step: Step,
    /// The ruleset shown when the current run of clicks began, and the time of its last click. Turning on to the
    /// settings keeps that ruleset, not one that was passed on the way.
    run: Option<(Ruleset, Millis)>,
}

/// A pause of this length ends a run of clicks: the ruleset shown is chosen.
const RUN_MS: Millis = 2_000;

impl Lobby {
    pub fn new(seated: SeatSet, ruleset: Ruleset) -> Self {
        Self { seated, ruleset, step: Step::Choosing, run: None }
    }

    pub fn scene(&self, context: &Context) -> SharedScene {
        let focus = match self.step {
            Step::Choosing => Focus::Ruleset(self.ruleset),
            Step::Drawing => Focus::Draw(self.ruleset),
            Step::Settings => Focus::Settings,
            Step::Players(players) => Focus::Players(self.ruleset, players),
            Step::First(players, seat) => Focus::First(self.ruleset, players, seat),
        };
        let picture = Shared::Lobby(shared::Lobby {
            focus,
            seated: self.seated,
            counts: context.playable_counts(self.ruleset),
            join: context.voting.joining(),
            free: !self.is_full(context),
            more: self.more(context),
        });
        let (prompt, also) = match context.goes_round() {
            true => self.prompts_of_the_holder(),
            false => self.prompts(context),
        };
        SharedScene { also, ..prompt.under(picture) }
    }

    fn prompts_of_the_holder(&self) -> (Prompt, Option<Prompt>) {
        let who = Actor::Holder;
        let (press, turn) = match self.step {
            Step::Settings => (Purpose::OpenSettings, Purpose::ChooseGame(self.ruleset)),
            Step::Choosing | Step::Drawing => (Purpose::TakeGame(self.ruleset), Purpose::ChooseGame(self.ruleset)),
            Step::Players(players) => (Purpose::Players(players), Purpose::ChoosePlayers),
            Step::First(_, seat) => (Purpose::First(seat), Purpose::ChooseFirst),
        };
        (Prompt::press(who, press), Some(Prompt::turn(who, turn)))
    }

    /// The prompts if each seat has a knob: for those who sit, and for those who may sit down.
    fn prompts(&self, context: &Context) -> (Prompt, Option<Prompt>) {
        let who = Actor::Seats(self.seated);
        let sit = match context.voting.joining() {
            Join::PressOnTheDot => Purpose::SitDownOnTheDot,
            _ => Purpose::SitDown,
        };
        let sit = Prompt::press(Actor::Free, sit);
        let full = self.is_full(context);
        let turn = Prompt::turn(who, Purpose::ChooseGame(self.ruleset));
        let enough = self.can_start(context);
        match self.step {
            _ if self.seated.is_empty() => (sit, None),
            Step::Drawing => (Prompt::press(who, Purpose::DrawLots), Some(turn)),
            Step::Settings => (Prompt::press(who, Purpose::OpenSettings), Some(turn)),
            _ if enough && full => (Prompt::hold(who, Purpose::TellFirst), Some(turn)),
            _ if enough => (Prompt::hold(who, Purpose::TellFirst), Some(sit)),
            _ if full => (turn, None),
            _ => (sit, Some(turn)),
        }
    }

    fn is_full(&self, context: &Context) -> bool {
        self.seated.len() >= context.board.seats.most
    }

    /// True if the number of people suits this ruleset.
    fn can_start(&self, context: &Context) -> bool {
        let players = self.ruleset.players_for(self.seated.len());
        u32::from(context.playable_counts(self.ruleset)) >> players & 1 == 1
    }

    pub fn seat_scene(&self, seat: Seat, context: &Context) -> SeatScene {
        let starts = self.step == Step::Choosing && self.can_start(context);
        match self.seated.has(seat) {
            false => SeatScene::Free(seat),
            true if starts => SeatScene::Joined(seat),
            true => SeatScene::Waiting(seat),
        }
    }

    /// True if the lobby reacts to `knob`. If each seat has a knob, it reacts only to those who sit: a free knob may be
    /// turned to set its pointer.
    pub fn hears(&self, knob: u8, context: &Context) -> bool {
        context.voting.joining() == Join::Dial || Seat::new(knob).is_some_and(|seat| self.seated.has(seat))
    }

    pub fn turned(&mut self, knob: u8, by: i8, context: &Context) {
        if !self.hears(knob, context) {
            return;
        }
        match self.step {
            Step::Choosing | Step::Drawing | Step::Settings => self.browse(by, context),
            Step::Players(players) => {
                let counts = context.playable_counts(self.ruleset);
                self.step = Step::Players(turned_count(counts, players, by));
            }
            Step::First(players, seat) => {
                let seats = SeatSet::first(self.ruleset.seats_for(players));
                self.step = Step::First(players, turned(seats, seat, by));
            }
        }
    }

    /// The choices, in order.
    fn stops(&self, context: &Context) -> Stops {
        let mut stops = Stops::new();
        for ruleset in rulesets(context) {
            let _ = stops.push((Step::Choosing, ruleset));
        }
        if context.voting.joining() != Join::Dial {
            let _ = stops.push((Step::Drawing, self.ruleset));
        }
        let _ = stops.push((Step::Settings, self.ruleset));
        stops
    }

    /// Index of the current choice.
    fn here(&self, stops: &Stops) -> usize {
        let is_here = |&(step, ruleset): &(Step, Ruleset)| {
            step == self.step && (step != Step::Choosing || ruleset == self.ruleset)
        };
        stops.iter().position(is_here).unwrap_or(0)
    }

    /// The directions in which there is more to turn to. None until somebody sits.
    fn more(&self, context: &Context) -> More {
        match self.step {
            _ if !context.goes_round() && self.seated.is_empty() => More::default(),
            Step::Choosing | Step::Drawing | Step::Settings => {
                let stops = self.stops(context);
                let here = self.here(&stops);
                More { left: here > 0, right: here + 1 < stops.len() }
            }
            Step::Players(players) => {
                let counts = context.playable_counts(self.ruleset);
                let leads_on = |by| turned_count(counts, players, by) != players;
                More { left: leads_on(-1), right: leads_on(1) }
            }
            Step::First(..) => More::BOTH,
        }
    }

    fn browse(&mut self, by: i8, context: &Context) {
        let stops = self.stops(context);
        let began = match self.run {
            Some((began, last)) if context.now < last + RUN_MS => began,
            _ => self.ruleset,
        };
        // From the choices after the rulesets, the first click back returns to the chosen ruleset.
        let back = self.step != Step::Choosing && by < 0;
        let (step, ruleset) = stops[stepped(self.here(&stops), by, stops.len())];
        self.run = Some((began, context.now));
        (self.step, self.ruleset) = match step {
            Step::Choosing if back => (step, began),
            Step::Choosing => (step, ruleset),
            _ => (step, began),
        };
        if back {
            self.run = None;
        }
    }

    /// If `knob` is free, seats the player who pressed it. Returns true if somebody sat down.
    pub fn sits_down(&mut self, knob: u8, context: &mut Context) -> bool {
        let Some(seat) = Seat::new(knob) else { return false };
        if self.hears(knob, context) {
            return false;
        }
        context.voting.home(seat);
        self.seated = self.seated.with(seat);
        true
    }

    pub fn pressed(&mut self, knob: u8, context: &mut Context) -> Outcome {
        if self.sits_down(knob, context) {
            return Outcome::Nothing;
        }
        match (self.step, context.voting.joining()) {
            (Step::Settings, _) => return Outcome::Settings,
            (_, Join::Dial) => return self.dialled(context),
            (Step::Drawing, _) => return Outcome::Start(None),
            _ => self.seated = Seat::new(knob).map_or(self.seated, |seat| self.seated.without(seat)),
        }
        Outcome::Nothing
    }

    fn dialled(&mut self, context: &Context) -> Outcome {
        match self.step {
            Step::Choosing => {
                let counts = context.playable_counts(self.ruleset);
                let last = self.ruleset.players_for(self.seated.len());
                self.step = Step::Players(turned_count(counts, last, 0));
            }
            Step::Players(players) => {
                self.seated = SeatSet::first(self.ruleset.seats_for(players));
                self.step = Step::First(players, Some(Seat::FIRST));
            }
            Step::First(_, seat) => return Outcome::Start(seat),
            Step::Drawing | Step::Settings => {}
        }
        Outcome::Nothing
    }

    /// Handles a hold. If each seat has a knob, a hold starts the game with its player as the first storyteller, but
    /// only while the screen shows the ruleset. On a device that is passed round, a hold is a step back.
    pub fn held(&mut self, knob: u8, context: &mut Context) -> Outcome {
        // A long press of a free knob counts as a press.
        if self.sits_down(knob, context) {
            return Outcome::Nothing;
        }
        match (self.step, context.voting.joining()) {
            (Step::First(players, _), Join::Dial) => self.step = Step::Players(players),
            (_, Join::Dial) | (Step::Drawing | Step::Settings, _) => self.step = Step::Choosing,
            _ => {
                let sits = |&seat: &Seat| self.seated.has(seat);
                return Seat::new(knob).filter(sits).map_or(Outcome::Nothing, |seat| Outcome::Start(Some(seat)));
            }
        }
        Outcome::Nothing
    }

    /// Returns from the settings to the ruleset.
    pub fn show_ruleset(&mut self) {
        self.step = Step::Choosing;
    }

    /// Starts a game of the chosen ruleset. If `storyteller` is `None`, one is drawn at random.
    pub fn start(
        &mut self,
        seats: SeatSet,
        storyteller: Option<Seat>,
        context: &mut Context,
        rng: &mut dyn RngCore,
    ) -> Result<(), Refusal> {
        let ruleset = self.ruleset;
        let drawn = below(rng, seats.len());
        let Some(storyteller) = storyteller.or_else(|| seats.iter().nth(usize::from(drawn))) else {
            return Err(Refusal::Players { ruleset, players: 0, counts: context.playable_counts(ruleset) });
        };
        let options = context.settings.options;
        context.play(Move::Start { ruleset, seats, storyteller, options })?;
        self.step = Step::Choosing;
        Ok(())
    }
}

/// The rulesets that this device has enough seats for.
fn rulesets(context: &Context) -> impl Iterator<Item = Ruleset> + '_ {
    Ruleset::ALL.into_iter().filter(|&ruleset| context.playable_counts(ruleset) != 0)
}

/// The index `by` places from `here`, limited to the ends.
fn stepped(here: usize, by: i8, places: usize) -> usize {
    here.saturating_add_signed(by.into()).min(places.saturating_sub(1))
}

/// The allowed count `by` steps from `from`, limited to the ends.
fn turned_count(counts: u16, from: u8, by: i8) -> u8 {
    let allowed = |count: &u8| counts >> count & 1 != 0;
    let mut choices = (0..16).filter(allowed);
    let places = choices.clone().count();
    let here = choices.clone().position(|count| count >= from).unwrap_or(places.saturating_sub(1));
    choices.nth(stepped(here, by, places)).unwrap_or(from)
}
