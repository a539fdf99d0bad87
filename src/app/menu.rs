//! The menu: always at hand by holding the knob that leads. Turning moves, pressing chooses, holding goes back.

use super::effect::Effect;
use super::menu_rows::{main_rows, seat_rows, setting_rows};
use super::{App, Millis};
use crate::dial::KnobKind;
use crate::game::{Move, Options, Phase, Refusal};
use crate::rules::{MAX_SEATS, Seat, SeatSet};
use crate::scene::{Item, Rows, Shared, shared};
use crate::seats::{Seats, turned};
use rand_core::RngCore;

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
    /// Counted from the newest.
    Past {
        back: u16,
    },
    Confirm {
        item: Item,
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
    UsbBoot {
        since: Millis,
    },
}

/// The highest score that can be set by hand.
const MOST_POINTS: u16 = 999;

impl App {
    pub(super) fn open_menu(&mut self, opener: u8) {
        self.countdown = None;
        // The screen may change hands while the menu is open: nobody's number may be on it afterwards.
        if let Seats::Pass(pass) = &mut self.seats {
            pass.begin(&self.game);
        }
        self.menu = Some(Menu { opener, place: Place::Main { selected: 0 } });
    }

    pub(super) fn open_settings(&mut self, opener: u8) {
        self.menu = Some(Menu { opener, place: Place::Settings { selected: 0, editing: false } });
    }

    /// Only the knob that opened the menu moves it.
    pub(super) fn menu_is_of(&self, knob: u8) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.opener == knob)
    }

    fn place(&self) -> Option<Place> {
        self.menu.as_ref().map(|menu| menu.place)
    }

    fn go(&mut self, place: Place) {
        if let Some(menu) = &mut self.menu {
            menu.place = place;
        }
    }

    pub(super) fn close_menu(&mut self, rng: &mut impl RngCore) {
        self.menu = None;
        self.lobby_shows_ruleset();
        self.all_locked(rng);
    }

    fn rows(&self, place: Place) -> Rows {
        match place {
            Place::Seats { .. } => seat_rows(),
            Place::Settings { editing, selected } => {
                setting_rows(&self.settings, &self.board, editing.then_some(selected))
            }
            _ => main_rows(),
        }
    }

    /// The seats that `item` may be done to.
    fn seats_for(&self, item: Item) -> SeatSet {
        let state = self.state();
        match item {
            Item::AddSeat => SeatSet::first(self.board.seats.most).minus(state.seats),
            Item::KnobCheck => SeatSet::first(self.board.knobs),
            Item::ChangeStoryteller if !matches!(state.phase, Phase::Points { .. }) => state.present(),
            _ => state.seats,
        }
    }

    pub(super) fn menu_turned(&mut self, by: i8) {
        let Some(place) = self.place() else { return };
        let stepped =
            |selected: u8, rows: usize| (i16::from(selected) + i16::from(by)).min(rows as i16 - 1).max(0) as u8;
        let next = match place {
            Place::Main { selected } => Place::Main { selected: stepped(selected, self.rows(place).len()) },
            Place::Seats { selected } => Place::Seats { selected: stepped(selected, self.rows(place).len()) },
            Place::Settings { selected, editing: false } => {
                Place::Settings { selected: stepped(selected, self.rows(place).len()), editing: false }
            }
            Place::Settings { selected, editing: true } => {
                if let Some(row) = self.rows(place).get(usize::from(selected)) {
                    self.settings.turn(row.item, by);
                }
                place
            }
            Place::PickSeat { item, seat } => {
                let seats = self.seats_for(item);
                // The row of seats has no "nobody" here: step over it.
                let next = turned(seats, seat, by).or_else(|| turned(seats, None, by.signum()));
                Place::PickSeat { item, seat: next }
            }
            Place::Score { seat, now } => {
                let now = (i32::from(now) + i32::from(by)).clamp(0, i32::from(MOST_POINTS));
                Place::Score { seat, now: now as u16 }
            }
            Place::Past { back } => {
                let rounds = self.game.past_rounds().count() as i32;
                let back = (i32::from(back) - i32::from(by)).min(rounds - 1).max(0);
                Place::Past { back: back as u16 }
            }
            Place::Confirm { item, .. } => Place::Confirm { item, yes: by > 0 },
            Place::KnobCheck { .. } | Place::SelfTest | Place::Version | Place::UsbBoot { .. } => place,
        };
        self.go(next);
    }

    pub(super) fn menu_pressed(&mut self, rng: &mut impl RngCore) {
        let Some(place) = self.place() else { return };
        match place {
            Place::Main { selected } | Place::Seats { selected } | Place::Settings { selected, editing: false } => {
                if let Some(row) = self.rows(place).get(usize::from(selected)) {
                    self.choose(row.item, selected, rng);
                }
            }
            Place::Settings { selected, editing: true } => {
                self.go(Place::Settings { selected, editing: false });
                self.keep_settings(rng);
            }
            Place::PickSeat { item, seat: Some(seat) } => self.picked(item, seat, rng),
            Place::PickSeat { seat: None, .. } => self.menu_back(rng),
            Place::Score { seat, now } => {
                self.menu = None;
                self.play_and_stay(Move::Correct { seat, score: now }, rng);
            }
            Place::Confirm { item, yes } => self.confirmed(item, yes, rng),
            Place::KnobCheck { knob, found: Some(kind), .. } => {
                self.kinds[usize::from(knob)] = kind;
                self.effects.push(Effect::SaveKnobs, &self.settings);
                self.menu_back(rng);
            }
            Place::Past { .. } | Place::KnobCheck { .. } | Place::SelfTest | Place::Version | Place::UsbBoot { .. } => {
                self.menu_back(rng);
            }
        }
    }

    /// One level up, or out.
    pub(super) fn menu_back(&mut self, rng: &mut impl RngCore) {
        let in_game = !matches!(self.state().phase, Phase::Lobby);
        match self.place() {
            Some(Place::Settings { selected, editing: true }) => {
                self.go(Place::Settings { selected, editing: false });
                self.keep_settings(rng);
            }
            Some(Place::Seats { .. }) => self.go(Place::Main { selected: 2 }),
            Some(Place::Settings { .. }) if in_game => self.go(Place::Main { selected: 4 }),
            Some(Place::PickSeat { item: Item::CorrectScore, .. }) => self.go(Place::Main { selected: 1 }),
            Some(Place::PickSeat { item: Item::KnobCheck, .. } | Place::SelfTest | Place::Version) => {
                self.go(Place::Settings { selected: 0, editing: false });
            }
            Some(Place::KnobCheck { .. }) => {
                self.effects.push(Effect::StopCheck, &self.settings);
                self.go(Place::Settings { selected: 0, editing: false });
            }
            Some(Place::PickSeat { .. }) => self.go(Place::Seats { selected: 0 }),
            _ => self.close_menu(rng),
        }
    }

    fn choose(&mut self, item: Item, selected: u8, rng: &mut impl RngCore) {
        match item {
            Item::BackOneStep => self.step_back(rng),
            Item::Seats => self.go(Place::Seats { selected: 0 }),
            Item::Settings => self.go(Place::Settings { selected: 0, editing: false }),
            Item::PastRounds if self.game.past_rounds().next().is_none() => self.refuse(Refusal::NothingBefore),
            Item::PastRounds => self.go(Place::Past { back: 0 }),
            Item::EndGame | Item::ForgetAll | Item::UsbBoot => self.go(Place::Confirm { item, yes: false }),
            Item::Close => self.close_menu(rng),
            Item::KnobCheck if self.clicks_are_secret() => self.refuse(Refusal::NotNow),
            // The only one: there is nothing to pick.
            Item::KnobCheck if self.board.knobs == 1 => self.picked(item, Seat::FIRST, rng),
            Item::CorrectScore
            | Item::AddSeat
            | Item::RemoveSeat
            | Item::SkipRound
            | Item::ChangeStoryteller
            | Item::KnobCheck => match self.seats_for(item).iter().next() {
                Some(seat) => self.go(Place::PickSeat { item, seat: Some(seat) }),
                None => self.refuse(Refusal::NoFreeSeat),
            },
            Item::SelfTest => {
                self.parts.turned = [0; MAX_SEATS];
                self.go(Place::SelfTest);
            }
            Item::Version => self.go(Place::Version),
            Item::Language
            | Item::Goal
            | Item::Laps
            | Item::Owners
            | Item::LoneVoteBonus
            | Item::Countdown
            | Item::Brightness
            | Item::ScreenOff
            | Item::Sound => self.go(Place::Settings { selected, editing: true }),
        }
    }

    fn step_back(&mut self, rng: &mut impl RngCore) {
        self.menu = None;
        let options = self.state().options;
        match self.game.back() {
            Ok(()) => {
                self.follow_options(options);
                self.effects.push(Effect::SaveGame, &self.settings);
                self.settle(rng);
            }
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn picked(&mut self, item: Item, seat: Seat, rng: &mut impl RngCore) {
        let made = match item {
            Item::AddSeat => Move::Add { seat },
            Item::RemoveSeat => Move::Remove { seat },
            Item::SkipRound => Move::Skip { seat },
            Item::ChangeStoryteller => Move::Tell { seat },
            Item::KnobCheck => {
                let knob = seat.index() as u8;
                self.effects.push(Effect::CheckKnob { knob }, &self.settings);
                return self.go(Place::KnobCheck { knob, clicks: 0, found: None, failed: false });
            }
            _ => {
                let now = self.state().scores[seat.index()];
                return self.go(Place::Score { seat, now });
            }
        };
        self.menu = None;
        self.play_and_stay(made, rng);
    }

    /// Where a choice of settings was taken back, the menu must not show it any more.
    fn follow_options(&mut self, before: Options) {
        let now = self.state().options;
        if !matches!(self.state().phase, Phase::Lobby) && now != before {
            self.settings.follow(&now);
            self.effects.push(Effect::SaveSettings, &self.settings);
        }
    }

    /// A change that is not a step of the round: the picture stays, unless the phase has changed; so do locked votes,
    /// unless what is asked has changed.
    fn play_and_stay(&mut self, made: Move, rng: &mut impl RngCore) {
        let before = *self.state();
        if let Err(refusal) = self.game.play(made) {
            return self.refuse(refusal);
        }
        self.effects.push(Effect::SaveGame, &self.settings);
        let now = self.state();
        let same_phase = core::mem::discriminant(&now.phase) == core::mem::discriminant(&before.phase);
        if same_phase && (!matches!(now.phase, Phase::Vote) || now.options.owners == before.options.owners) {
            return;
        }
        self.settle(rng);
    }

    fn confirmed(&mut self, item: Item, yes: bool, rng: &mut impl RngCore) {
        match item {
            _ if !yes => self.menu_back(rng),
            Item::EndGame if matches!(self.state().phase, Phase::Over) => {
                self.menu = None;
                self.lobby.seated = self.state().seats;
                self.game.leave();
                self.effects.push(Effect::SaveGame, &self.settings);
                self.settle(rng);
            }
            Item::EndGame => {
                self.menu = None;
                self.play(Move::End, rng);
            }
            Item::ForgetAll => self.effects.push(Effect::ForgetAll, &self.settings),
            _ => {
                self.effects.push(Effect::UsbBoot, &self.settings);
                self.go(Place::UsbBoot { since: self.now });
            }
        }
    }

    /// Keeps what was chosen, in the game too where it is played by it.
    fn keep_settings(&mut self, rng: &mut impl RngCore) {
        self.effects.push(Effect::SaveSettings, &self.settings);
        let options = self.settings.options();
        if !matches!(self.state().phase, Phase::Lobby) && self.state().options != options {
            self.play_and_stay(Move::Choose(options), rng);
        }
    }

    pub(super) fn knob_checked(&mut self, clicks: u8, found: Option<KnobKind>, failed: bool) {
        if let Some(Place::KnobCheck { knob, .. }) = self.place() {
            self.go(Place::KnobCheck { knob, clicks, found, failed });
        }
    }

    /// What the open menu shows.
    pub(super) fn menu_scene(&self) -> Option<Shared> {
        let place = self.place()?;
        Some(match place {
            Place::Main { selected } => Shared::Menu(shared::Menu { title: None, rows: self.rows(place), selected }),
            Place::Seats { selected } => {
                Shared::Menu(shared::Menu { title: Some(Item::Seats), rows: self.rows(place), selected })
            }
            Place::Settings { selected, .. } => {
                Shared::Menu(shared::Menu { title: Some(Item::Settings), rows: self.rows(place), selected })
            }
            Place::PickSeat { item, seat } => Shared::PickSeat(shared::PickSeat {
                item,
                seat: seat.unwrap_or(Seat::FIRST),
                seats: self.seats_for(item),
            }),
            Place::Score { seat, now } => {
                Shared::CorrectScore(shared::CorrectScore { seat, was: self.state().scores[seat.index()], now })
            }
            Place::Past { back } => self.past_scene(back)?,
            Place::Confirm { item, yes } => Shared::Confirm(shared::Confirm { item, yes }),
            Place::KnobCheck { knob, clicks, found, failed } => {
                Shared::KnobCheck(shared::KnobCheck { knob, clicks, found, failed })
            }
            Place::SelfTest => self.self_test_scene(),
            Place::Version => {
                Shared::Version(shared::Version { board: self.board.name, version: env!("CARGO_PKG_VERSION") })
            }
            Place::UsbBoot { .. } => Shared::UsbBoot,
        })
    }
}
