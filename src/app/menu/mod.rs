//! The menu, opened by holding the leader's knob. Turning moves, pressing chooses, holding goes back. It changes
//! settings itself, and leaves changes of the game to the app.

mod rows;
mod values;

use super::context::Context;
use super::effect::Effect;
use super::round::{newest_past_page, past_page, past_pages};
use crate::dial::KnobKind;
use crate::game::{Move, Phase, Refusal};
use crate::rules::{Seat, SeatSet};
use crate::scene::{Confirmable, Item, Prompt, Purpose, Rows, Shared, SharedScene, shared};
use crate::voting::turned;

/// What the app has to do after a press or a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Outcome {
    Nothing,
    /// Close the menu; nothing has changed.
    Close,
    /// Close the menu and make this move.
    Change(Move),
    /// Close the menu and ask the table whether this seat joins.
    Invite(Seat),
    /// Close the menu and set this seat's pointer again.
    SetPointer(Seat),
    StepBack,
    EndGame,
    /// A setting was changed and has to be saved.
    Setting,
    Refused(Refusal),
}

pub struct Menu {
    pub opener: u8,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Main {
        selected: u8,
    },
    Seats {
        selected: u8,
    },
    Settings {
        selected: u8,
        editing: bool,
    },
    PickSeat {
        item: Item,
        seat: Option<Seat>,
    },
    Score {
        seat: Seat,
        now: u16,
    },
    /// A page of the past rounds, counted from the newest.
    Past {
        back: u16,
    },
    Confirm {
        what: Confirmable,
        yes: bool,
    },
    KnobCheck {
        knob: u8,
        clicks: u8,
        found: Option<KnobKind>,
        failed: bool,
    },
    SelfTest,
    Version,
    UsbBoot,
}

const TOP_OF_SETTINGS: Place = Place::Settings { selected: 0, editing: false };

/// Maximum score that can be set by hand.
const MOST_POINTS: u16 = 999;

impl Menu {
    pub fn new(opener: u8) -> Self {
        Self { opener, place: Place::Main { selected: 0 } }
    }

    /// The settings alone, outside a game.
    pub fn settings(opener: u8) -> Self {
        Self { opener, place: TOP_OF_SETTINGS }
    }

    /// Asks whether to end the game, since somebody has reached the goal between two rounds.
    pub fn end_at_goal(opener: u8) -> Self {
        Self { opener, place: Place::Confirm { what: Confirmable::EndAtGoal, yes: false } }
    }

    /// Asks whether to restart into USB boot, as a computer requested.
    pub fn usb_boot(opener: u8) -> Self {
        Self { opener, place: Place::Confirm { what: Confirmable::UsbBoot, yes: false } }
    }

    fn rows(&self, context: &Context) -> Rows {
        match self.place {
            Place::Seats { .. } => rows::seats(&context.voting, !seats_for(Item::VoteAgain, context).is_empty()),
            Place::Settings { editing, selected } => {
                rows::settings(&context.settings, &context.board, editing.then_some(selected))
            }
            _ => main_rows(context),
        }
    }

    fn item(&self, selected: u8, context: &Context) -> Option<Item> {
        self.rows(context).get(usize::from(selected)).map(|row| row.item)
    }

    pub fn turned(&mut self, by: i8, context: &mut Context) {
        let last = self.rows(context).len().saturating_sub(1) as u8;
        let item = match self.place {
            Place::Settings { selected, editing: true } => self.item(selected, context),
            _ => None,
        };
        match &mut self.place {
            Place::Settings { editing: true, .. } => {
                if let Some(item) = item {
                    let goes_round = context.goes_round();
                    values::turn(&mut context.settings, item, by, goes_round);
                }
            }
            Place::Main { selected } | Place::Seats { selected } | Place::Settings { selected, .. } => {
                *selected = selected.saturating_add_signed(by).min(last);
            }
            Place::PickSeat { item, seat } => {
                let seats = seats_for(*item, context);
                // `turned` also offers "nobody", which cannot be picked here: skip it.
                *seat = turned(seats, *seat, by).or_else(|| turned(seats, None, by.signum()));
            }
            Place::Score { now, .. } => *now = now.saturating_add_signed(by.into()).min(MOST_POINTS),
            Place::Past { back } => {
                let last = past_pages(&context.game).count().saturating_sub(1);
                *back = usize::from(*back).saturating_add_signed(-isize::from(by)).min(last) as u16;
            }
            Place::Confirm { yes, .. } => *yes = by > 0,
            Place::KnobCheck { .. } | Place::SelfTest | Place::Version | Place::UsbBoot => {}
        }
    }

    pub fn pressed(&mut self, context: &mut Context) -> Outcome {
        match self.place {
            Place::Main { selected } | Place::Seats { selected } | Place::Settings { selected, editing: false } => {
                self.item(selected, context).map_or(Outcome::Nothing, |item| self.choose(item, selected, context))
            }
            Place::PickSeat { item, seat: Some(seat) } => self.picked(item, seat, context),
            Place::Score { seat, now } => Outcome::Change(Move::Correct { seat, score: now }),
            Place::Confirm { what, yes: true } => self.confirmed(what, context),
            Place::KnobCheck { knob, found: Some(kind), .. } => {
                context.knob_kinds[usize::from(knob)] = kind;
                context.ask(Effect::SaveKnobs);
                self.back(context)
            }
            Place::Settings { .. }
            | Place::PickSeat { .. }
            | Place::Past { .. }
            | Place::Confirm { .. }
            | Place::KnobCheck { .. }
            | Place::SelfTest
            | Place::Version
            | Place::UsbBoot => self.back(context),
        }
    }

    /// Goes one level up, or closes the menu.
    pub fn back(&mut self, context: &mut Context) -> Outcome {
        let at = |item| {
            let place = main_rows(context).iter().position(|row| row.item == item);
            Place::Main { selected: place.unwrap_or(0) as u8 }
        };
        self.place = match self.place {
            Place::Settings { selected, editing: true } => {
                self.place = Place::Settings { selected, editing: false };
                return Outcome::Setting;
            }
            Place::Seats { .. } => at(Item::Seats),
            Place::Settings { .. } if !context.in_lobby() => at(Item::Settings),
            Place::PickSeat { item: Item::CorrectScore, .. } => at(Item::CorrectScore),
            Place::PickSeat { item: Item::KnobCheck, .. } | Place::SelfTest | Place::Version => TOP_OF_SETTINGS,
            Place::KnobCheck { .. } => {
                context.ask(Effect::StopCheck);
                TOP_OF_SETTINGS
            }
            Place::PickSeat { .. } => Place::Seats { selected: 0 },
            Place::Main { .. }
            | Place::Settings { .. }
            | Place::Score { .. }
            | Place::Past { .. }
            | Place::Confirm { .. }
            | Place::UsbBoot => return Outcome::Close,
        };
        Outcome::Nothing
    }

    fn choose(&mut self, item: Item, selected: u8, context: &mut Context) -> Outcome {
        let asked = |what| Place::Confirm { what, yes: false };
        self.place = match item {
            // In a vote, the step back also discards the votes locked so far: ask first.
            Item::BackOneStep if matches!(context.state().phase, Phase::Vote) => asked(Confirmable::BackOneStep),
            Item::BackOneStep => return Outcome::StepBack,
            Item::Close => return Outcome::Close,
            Item::Seats => Place::Seats { selected: 0 },
            Item::Settings => TOP_OF_SETTINGS,
            Item::PastRounds if context.game.past_rounds().next().is_none() => {
                return Outcome::Refused(Refusal::NothingBefore);
            }
            Item::PastRounds => Place::Past { back: newest_past_page(&context.game) },
            Item::EndGame => asked(Confirmable::EndGame),
            Item::ForgetAll => asked(Confirmable::ForgetAll),
            Item::UsbBoot => asked(Confirmable::UsbBoot),
            Item::KnobCheck if context.clicks_are_secret() => return Outcome::Refused(Refusal::NotNow),
            // There is only one knob: nothing to pick.
            Item::KnobCheck if context.board.knobs == 1 => return self.picked(item, Seat::FIRST, context),
            Item::CorrectScore
            | Item::AddSeat
            | Item::RemoveSeat
            | Item::SkipRound
            | Item::ChangeStoryteller
            | Item::SetPointer
            | Item::VoteAgain
            | Item::KnobCheck => match seats_for(item, context).iter().next() {
                Some(seat) => Place::PickSeat { item, seat: Some(seat) },
                None => return Outcome::Refused(Refusal::NoFreeSeat),
            },
            Item::SelfTest => {
                context.health.count_anew();
                Place::SelfTest
            }
            Item::Version => Place::Version,
            Item::Language
            | Item::Goal
            | Item::Laps
            | Item::Ending
            | Item::Owners
            | Item::LoneVoteBonus
            | Item::Countdown
            | Item::PointsGoOn
            | Item::Nudge
            | Item::Brightness
            | Item::ScreenOff
            | Item::Facing
            | Item::Sound => Place::Settings { selected, editing: true },
        };
        Outcome::Nothing
    }

    fn picked(&mut self, item: Item, seat: Seat, context: &mut Context) -> Outcome {
        match item {
            // Between two votes, the table sees how many points and cards the newcomer would get, and can refuse.
            Item::AddSeat if matches!(context.state().phase, Phase::Clue | Phase::Points { .. }) => {
                Outcome::Invite(seat)
            }
            Item::AddSeat if context.state().left.has(seat) => Outcome::Invite(seat),
            Item::AddSeat => Outcome::Change(Move::Add { seat }),
            Item::RemoveSeat => {
                self.place = Place::Confirm { what: Confirmable::RemoveSeat(seat), yes: false };
                Outcome::Nothing
            }
            Item::SkipRound => Outcome::Change(Move::Skip { seat }),
            Item::ChangeStoryteller => Outcome::Change(Move::Tell { seat }),
            Item::SetPointer => Outcome::SetPointer(seat),
            Item::VoteAgain => Outcome::Change(Move::VoteAgain { seat, own: None }),
            Item::KnobCheck => {
                let knob = seat.index() as u8;
                context.ask(Effect::CheckKnob { knob });
                self.place = Place::KnobCheck { knob, clicks: 0, found: None, failed: false };
                Outcome::Nothing
            }
            _ => {
                self.place = Place::Score { seat, now: context.state().scores[seat.index()] };
                Outcome::Nothing
            }
        }
    }

    fn confirmed(&mut self, what: Confirmable, context: &mut Context) -> Outcome {
        match what {
            Confirmable::EndGame | Confirmable::EndAtGoal => return Outcome::EndGame,
            Confirmable::RemoveSeat(seat) => return Outcome::Change(Move::Remove { seat }),
            Confirmable::BackOneStep => return Outcome::StepBack,
            Confirmable::ForgetAll => context.ask(Effect::ForgetAll),
            Confirmable::UsbBoot => {
                context.ask(Effect::UsbBoot);
                self.place = Place::UsbBoot;
            }
        }
        Outcome::Nothing
    }

    /// Takes the progress or the result of a knob check.
    pub fn knob_checked(&mut self, clicks: u8, found: Option<KnobKind>, failed: bool) {
        if let Place::KnobCheck { knob, .. } = self.place {
            self.place = Place::KnobCheck { knob, clicks, found, failed };
        }
    }

    /// True while knobs are tested: their inputs must not reach anything else.
    pub fn tries_knobs(&self) -> bool {
        self.place == Place::SelfTest
    }

    pub fn scene(&self, context: &Context) -> Option<SharedScene> {
        let who = context.hand(self.opener);
        let (press, turn) = (|what| Prompt::press(who, what), |what| Prompt::turn(who, what));
        let picture = self.picture(context)?;
        Some(match self.place {
            Place::Settings { editing: true, .. } | Place::Score { .. } => {
                turn(Purpose::Change).under(picture).also(press(Purpose::Keep))
            }
            // There is no other seat to turn to.
            Place::PickSeat { item, .. } if seats_for(item, context).len() == 1 => {
                press(Purpose::Choose).under(picture)
            }
            Place::Main { .. }
            | Place::Seats { .. }
            | Place::Settings { .. }
            | Place::PickSeat { .. }
            | Place::Confirm { .. } => press(Purpose::Choose).under(picture).also(turn(Purpose::OtherChoice)),
            Place::Past { .. } => press(Purpose::Back).under(picture).also(turn(Purpose::OlderRounds)),
            Place::KnobCheck { found: Some(_), .. } => press(Purpose::Keep).under(picture),
            Place::KnobCheck { failed: true, .. } | Place::SelfTest | Place::Version => {
                press(Purpose::Back).under(picture)
            }
            Place::KnobCheck { knob, .. } => Prompt::turn(context.hand(knob), Purpose::Clicks).under(picture),
            Place::UsbBoot => Prompt::wait(Purpose::CopyFile).under(picture),
        })
    }

    fn picture(&self, context: &Context) -> Option<Shared> {
        let list = |title, selected| Shared::Menu(shared::Menu { title, rows: self.rows(context), selected });
        Some(match self.place {
            Place::Main { selected } => list(None, selected),
            Place::Seats { selected } => list(Some(Item::Seats), selected),
            Place::Settings { selected, .. } => list(Some(Item::Settings), selected),
            Place::PickSeat { item, seat } => Shared::PickSeat(shared::PickSeat {
                item,
                seat: seat.unwrap_or(Seat::FIRST),
                seats: seats_for(item, context),
            }),
            Place::Score { seat, now } => {
                Shared::CorrectScore(shared::CorrectScore { seat, was: context.state().scores[seat.index()], now })
            }
            Place::Past { back } => past_page(&context.game, back)?,
            Place::Confirm { what, yes } => Shared::Confirm(shared::Confirm { what, yes }),
            Place::KnobCheck { knob, clicks, found, failed } => {
                Shared::KnobCheck(shared::KnobCheck { knob, clicks, found, failed })
            }
            Place::SelfTest => Shared::SelfTest(context.health.self_test(
                &context.board,
                context.clicks_are_secret(),
                |seat| context.voting.pointer(seat),
            )),
            Place::Version => {
                Shared::Version(shared::Version { board: context.board.name, version: env!("CARGO_PKG_VERSION") })
            }
            Place::UsbBoot => Shared::UsbBoot,
        })
    }
}

fn main_rows(context: &Context) -> Rows {
    rows::main(matches!(context.state().phase, Phase::Over))
}

/// The seats that `item` can be applied to.
fn seats_for(item: Item, context: &Context) -> SeatSet {
    let state = context.state();
    match item {
        Item::AddSeat => SeatSet::first(context.board.seats.most).minus(state.seats),
        Item::KnobCheck => SeatSet::first(context.board.knobs),
        // If a vote for one's own card is allowed, no vote is wrong.
        Item::VoteAgain => match (&state.phase, state.rules()) {
            (Phase::Reveal(round) | Phase::Owners(round), Ok(rules)) if !rules.own_card_allowed() => round.voters(),
            _ => SeatSet::EMPTY,
        },
        Item::ChangeStoryteller => match state.phase {
            // While the points are shown, this item chooses the storyteller of the next round.
            Phase::Points { .. } => state.seats.minus(state.skip_next),
            _ => state.present(),
        },
        _ => state.seats,
    }
}
