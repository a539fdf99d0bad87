//! The app: everything between power-up and the next game, without the device. Knob inputs, reports of the device and
//! the time come in; scenes, sounds and what is to be saved come out. It knows no pin, no bus and no clock.
//!
//! Each part owns its state, takes an input and returns what should happen: the [`lobby`], the [`round`] under way, the
//! [`menu`], the [`notices`], the [`screensaver`], the [`health`] of the device. What they share is the [`Context`].
//! [`App`] decides which part an input is for, and does what concerns more than one of them.

mod computer;
mod context;
mod effect;
mod health;
mod lobby;
mod menu;
mod notices;
mod round;
mod screensaver;
mod views;

pub use effect::{Effect, Report, Sound};

use crate::board::Board;
use crate::dial::{Input, KnobKind, MAX_KNOBS};
use crate::game::{Game, Journal, Move, Phase, Refusal, State};
use crate::rules::{Ends, Seat};
use crate::scene::{Notice, Undone};
use crate::settings::Settings;
use crate::voting::AnyMethod;
use context::Context;
use effect::Effects;
use health::Health;
use lobby::Lobby;
use menu::Menu;
use notices::{ANSWER_MS, NOTICE_MS, Notices, POWER_UP_NOTICE_MS};
use rand_core::RngCore;
use round::RoundFlow;
use screensaver::{Patience, Screensaver};

/// Milliseconds since power-up.
pub type Millis = u64;

/// A knob on its way to a hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hold {
    knob: u8,
    eighths: u8,
}

/// What a hand that did something for nothing is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    /// Who can do what now.
    Prompt,
    /// Who opens the menu.
    Menu,
}

pub struct App {
    context: Context,
    lobby: Lobby,
    round: RoundFlow,
    menu: Option<Menu>,
    notices: Notices,
    screensaver: Screensaver,
    hold: Option<Hold>,
    /// A knob that did something for nothing, where its own screen says so, and until when.
    rejected: Option<(u8, Instead, Millis)>,
    /// Asks for a seat in the game under way.
    guest: Option<Seat>,
    /// Whether a guest who has left before would start like any other.
    afresh: bool,
}

impl App {
    /// An empty journal is a table that sits down; any other is taken up exactly where it stopped, a vote at its start.
    pub fn new(
        board: Board,
        settings: Settings,
        knob_kinds: [KnobKind; MAX_KNOBS],
        journal: &Journal,
        now: Millis,
        rng: &mut dyn RngCore,
    ) -> Self {
        let game = Game::resume(journal, settings.options);
        let mut app = Self {
            lobby: Lobby::new(game.state().seats, game.state().ruleset),
            context: Context {
                board,
                settings,
                knob_kinds,
                game,
                voting: AnyMethod::new(board.voting),
                health: Health::default(),
                effects: Effects::default(),
                now,
            },
            round: RoundFlow::new(now),
            menu: None,
            notices: Notices::default(),
            screensaver: Screensaver::new(now),
            hold: None,
            rejected: None,
            guest: None,
            afresh: false,
        };
        app.round.arrive(&mut app.context, rng);
        if !app.context.in_lobby() {
            // Power may have gone between the two that are saved: the game knows what it is played by.
            app.context.settings.options = app.context.game.state().options;
            let notice = if app.voting() { Notice::VoteAnew } else { Notice::Resumed };
            app.say(notice, NOTICE_MS);
        }
        app
    }

    pub fn state(&self) -> &State {
        self.context.state()
    }

    pub fn game(&self) -> &Game {
        &self.context.game
    }

    pub fn journal(&self) -> &Journal {
        self.context.game.journal()
    }

    pub fn settings(&self) -> &Settings {
        &self.context.settings
    }

    pub fn knob_kinds(&self) -> &[KnobKind; MAX_KNOBS] {
        &self.context.knob_kinds
    }

    /// Rises at each reveal: seat screens are then prepared out of sight and turned over together.
    pub fn reveals(&self) -> u16 {
        self.round.reveals()
    }

    /// Whether a vote is under way.
    pub fn voting(&self) -> bool {
        !self.state().voting().is_empty()
    }

    pub fn next_effect(&mut self) -> Option<Effect> {
        self.context.effects.pop_front()
    }

    /// A knob did something.
    pub fn take(&mut self, input: Input, now: Millis, rng: &mut dyn RngCore) {
        self.context.now = now;
        self.context.health.note(input);
        match input {
            Input::Turned { knob, by } => self.context.voting.follow(knob, by),
            Input::Holding { knob, eighths } => self.hold = Some(Hold { knob, eighths }),
            Input::LetGo { .. } | Input::Held { .. } | Input::Pressed { .. } => self.hold = None,
            Input::Stuck { knob } | Input::Freed { knob } => {
                if matches!(input, Input::Stuck { .. }) && self.menu_is_of(knob) {
                    self.close_menu(rng);
                }
                return self.stuck_or_freed(knob);
            }
        }
        let covered = self.is_covered();
        if self.screensaver.swallows(input, now, self.patience()) {
            return;
        }
        if !matches!(input, Input::LetGo { .. }) {
            self.notices.dismiss();
            self.rejected = self.rejected.filter(|&(knob, ..)| knob != input.knob());
        }
        match input {
            Input::Turned { knob, by } => self.turned(knob, by),
            Input::Pressed { knob } => self.pressed(knob, rng),
            Input::Held { knob } => self.held(knob, rng),
            _ => {}
        }
        if covered && !self.is_covered() {
            self.round.uncover(&self.context);
        }
    }

    /// A menu, a notice or a pointer to be set hides what would go on by itself.
    fn is_covered(&self) -> bool {
        self.menu.is_some() || self.notice().is_some() || !self.context.unhomed().is_empty()
    }

    /// A part of the device did something.
    pub fn report(&mut self, report: Report, now: Millis) {
        self.context.now = now;
        let health = &mut self.context.health;
        match report {
            Report::Shared(status) => health.shared_screen = status,
            Report::Found(screen) => health.found = Some(screen),
            Report::Seat(seat, status) => health.seat_screens[seat.index()] = status,
            Report::Chain(status) => health.chain = status,
            Report::TurnedUnseen(seats) => seats.iter().for_each(|seat| self.context.voting.unhome(seat)),
            Report::Storage(status) => health.storage = status,
            Report::Run(run) => health.run = run,
            Report::KnobCheck { clicks, found, failed } => {
                if let Some(menu) = &mut self.menu {
                    menu.knob_checked(clicks, found, failed);
                }
            }
            Report::PowerUp(notice) => self.say(notice, POWER_UP_NOTICE_MS),
            Report::Now(notice) => self.say(notice, NOTICE_MS),
        }
    }

    /// The self-test is shown, which wants to know how the firmware runs.
    pub fn tests_itself(&self) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.tries_knobs())
    }

    /// Time went by; called at the latest when [`App::alarm`] is due.
    pub fn pass_time(&mut self, now: Millis, rng: &mut dyn RngCore) {
        self.context.now = now;
        let covered = self.is_covered();
        self.notices.pass_time(now);
        if covered && !self.is_covered() {
            self.round.uncover(&self.context);
        }
        self.rejected = self.rejected.filter(|&(.., until)| until > now);
        let covered = self.is_covered();
        let outcome = self.round.pass_time(&mut self.context, covered);
        self.after_round(outcome, rng);
    }

    /// The next moment at which something changes by itself.
    pub fn alarm(&self) -> Option<Millis> {
        let screensaver = self.screensaver.alarm(self.context.now, self.patience());
        let rejected = self.rejected.map(|(.., until)| until);
        let round = self.round.alarm(&self.context, self.is_covered());
        [self.notices.alarm(), round, screensaver, rejected].into_iter().flatten().min()
    }

    /// How long the screens wait for people.
    fn patience(&self) -> Patience {
        let asked =
            matches!(self.state().phase, Phase::Clue | Phase::Vote | Phase::VoteAgain { .. } | Phase::Owners(_));
        Patience { off_minutes: self.context.settings.screen_off, asked }
    }

    /// Somebody who asks to join, where a seat can be added without taking anything away or hiding points: at a clue.
    fn guest_to_admit(&self) -> Option<Seat> {
        let now = matches!(self.state().phase, Phase::Clue) && !self.round.deals();
        self.guest.filter(|&seat| now && self.may_join(seat))
    }

    /// Whether this seat can still get a place in the game under way.
    fn may_join(&self, seat: Seat) -> bool {
        !self.state().seats.has(seat) && self.state().takes_another().is_ok()
    }

    /// Whether this guest would get the points back that they left with.
    fn comes_back(&self, seat: Seat) -> bool {
        self.state().left.has(seat) && !self.afresh
    }

    /// A press that means nothing is answered: on the presser's own screen, or on everybody's.
    fn not_you(&mut self, knob: u8) {
        let Some(seat) = Seat::new(knob) else { return };
        match (self.context.board.seat_screens, self.context.may_join(knob)) {
            // Its own screen says already how one joins.
            (true, true) => {}
            (true, false) => self.rejected = Some((knob, Instead::Prompt, self.context.now + ANSWER_MS)),
            (false, true) => self.say(Notice::HoldToJoin(seat), ANSWER_MS),
            (false, false) => self.say(Notice::NotYou(seat), ANSWER_MS),
        }
    }

    /// A hold that opens nothing is answered, too.
    fn not_your_menu(&mut self, knob: u8) {
        if self.context.board.seat_screens {
            self.rejected = Some((knob, Instead::Menu, self.context.now + ANSWER_MS));
        } else {
            self.say(Notice::OnlyLeaderOpensMenu(self.state().leader()), ANSWER_MS);
        }
    }

    /// Only the knob that opened the menu moves it.
    fn menu_is_of(&self, knob: u8) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.opener == knob)
    }

    fn turned(&mut self, knob: u8, by: i8) {
        let guest = self.guest_to_admit();
        match &mut self.menu {
            Some(menu) if menu.opener == knob => menu.turned(by, &mut self.context),
            // What the lobby offers is hidden by the menu.
            Some(_) if self.context.in_lobby() => {}
            Some(menu) if menu.tries_knobs() => {}
            None if guest.is_some() && self.context.leads(knob) => {
                match guest.is_some_and(|seat| self.comes_back(seat)) {
                    true => self.afresh = true,
                    false => self.guest = None,
                }
            }
            None if self.context.in_lobby() => self.lobby.turned(knob, by, &self.context),
            _ => self.round.turned(knob, by, &mut self.context),
        }
    }

    fn pressed(&mut self, knob: u8, rng: &mut dyn RngCore) {
        let guest = self.guest_to_admit();
        match &mut self.menu {
            Some(menu) if menu.opener == knob => {
                let outcome = menu.pressed(&mut self.context);
                self.after_menu(outcome, rng);
                // However the menu was left, a vote that is complete goes on.
                self.after_round(round::Outcome::Locked, rng);
            }
            Some(menu) if menu.tries_knobs() => {}
            _ if !self.context.unhomed().is_empty() => match Seat::new(knob) {
                Some(seat) if self.context.unhomed().has(seat) => self.context.voting.home(seat),
                // A pointer that was set stays so, wherever it stands by now.
                _ => self.not_you(knob),
            },
            // Nobody sits down behind it, unseen.
            Some(_) if self.context.in_lobby() => self.not_you(knob),
            None if self.context.in_lobby() => {
                let outcome = self.lobby.pressed(knob, &mut self.context);
                self.after_lobby(outcome, knob, rng);
            }
            None if guest.is_some() => match guest.filter(|_| self.context.leads(knob)) {
                Some(seat) => {
                    self.guest = None;
                    let back = self.comes_back(seat);
                    self.change(if back { Move::Return { seat } } else { Move::Add { seat } }, rng);
                }
                None => self.not_you(knob),
            },
            _ => match self.round.pressed(knob, &mut self.context, rng) {
                round::Outcome::NotYou => self.not_you(knob),
                outcome => self.after_round(outcome, rng),
            },
        }
    }

    fn held(&mut self, knob: u8, rng: &mut dyn RngCore) {
        match &mut self.menu {
            Some(menu) if menu.opener == knob => {
                let outcome = menu.back(&mut self.context);
                self.after_menu(outcome, rng);
            }
            Some(menu) if menu.tries_knobs() => {}
            // One menu at a time, and nothing starts behind it.
            Some(_) if self.context.in_lobby() => self.not_you(knob),
            // Whoever leads is asked once the menu is closed.
            Some(_) if self.context.may_join(knob) => self.ask_to_join(knob),
            Some(_) => self.not_your_menu(knob),
            None if self.context.in_lobby() => {
                let outcome = self.lobby.held(knob, &mut self.context);
                self.after_lobby(outcome, knob, rng);
            }
            None if self.context.leads(knob) && self.round.held() == round::Outcome::Leave => {
                self.step_back(rng);
            }
            None if self.context.leads(knob) => {
                self.round.stop_countdown();
                self.context.voting.cover(&self.context.game);
                self.menu = Some(Menu::new(knob));
            }
            None if self.round.votes_again(knob).is_some() => {
                let again = self.round.votes_again(knob).map_or(round::Outcome::Nothing, round::Outcome::Move);
                self.after_round(again, rng);
            }
            None if self.context.is_free(knob) => self.ask_to_join(knob),
            None => self.not_your_menu(knob),
        }
    }

    /// The storyteller is asked as soon as the round allows it.
    fn ask_to_join(&mut self, knob: u8) {
        if let Err(refusal) = self.state().takes_another() {
            return self.refuse(refusal);
        }
        self.afresh = false;
        self.guest = Seat::new(knob);
        if let (Some(seat), None) = (self.guest, self.guest_to_admit()) {
            self.say(Notice::JoinLater(seat), ANSWER_MS);
        }
    }

    fn stuck_or_freed(&mut self, knob: u8) {
        self.hold = self.hold.filter(|hold| hold.knob != knob);
        self.screensaver.forget_waker(knob);
        let stuck = self.context.health.stuck();
        if !stuck.is_empty() {
            let leads = !self.context.in_lobby() && stuck.has(self.state().leader());
            let notice = if leads { Notice::LeaderStuck(stuck) } else { Notice::KnobsStuck(stuck) };
            self.say(notice, NOTICE_MS);
        }
    }

    fn after_lobby(&mut self, outcome: lobby::Outcome, knob: u8, rng: &mut dyn RngCore) {
        match outcome {
            lobby::Outcome::Nothing => {}
            lobby::Outcome::Settings => self.menu = Some(Menu::settings(knob)),
            lobby::Outcome::Start(storyteller) => {
                let started = self.lobby.start(self.lobby.seated, storyteller, &mut self.context, rng);
                let check = self.context.voting.has_pointers();
                self.deal(started, check, rng);
            }
        }
    }

    /// A game was started, or not: then that is said.
    fn deal(&mut self, started: Result<(), Refusal>, check_pointers: bool, rng: &mut dyn RngCore) {
        self.arrive(started, rng);
        if started.is_ok() {
            self.guest = None;
            self.round.show_deal(check_pointers);
        }
    }

    fn after_round(&mut self, outcome: round::Outcome, rng: &mut dyn RngCore) {
        match outcome {
            round::Outcome::Nothing | round::Outcome::Leave | round::Outcome::NotYou => {}
            round::Outcome::Refused(refusal) => self.refuse(refusal),
            round::Outcome::SeesNothing(seat) => {
                self.context.sound(Sound::Refused);
                self.say(Notice::SeesNothing(seat), ANSWER_MS);
            }
            // Nothing is revealed behind a menu.
            round::Outcome::Locked if self.menu.is_some() => {}
            round::Outcome::Locked => {
                let outcome = self.round.go_on_if_all_locked(&mut self.context, rng);
                self.after_round(outcome, rng);
            }
            round::Outcome::Reveal => {
                let revealed = self.round.reveal(&mut self.context);
                self.notices.dismiss();
                if let Err(refusal) = revealed {
                    self.refuse(refusal);
                }
                self.round.arrive(&mut self.context, rng);
            }
            round::Outcome::Rematch => {
                let (seats, storyteller) = (self.state().seats, self.state().next_storyteller());
                self.lobby.ruleset = self.state().ruleset;
                let storyteller = storyteller.map(|storyteller| storyteller.seat);
                let started = self.lobby.start(seats, storyteller, &mut self.context, rng);
                self.deal(started, false, rng);
            }
            round::Outcome::TakeBack => {
                self.step_back(rng);
            }
            round::Outcome::AnotherGame => self.back_to_the_lobby(rng),
            round::Outcome::SwitchOff => {
                self.back_to_the_lobby(rng);
                self.screensaver.sleep();
            }
            round::Outcome::Move(made) => {
                let played = self.context.play(made);
                self.arrive(played, rng);
            }
        }
    }

    fn after_menu(&mut self, outcome: menu::Outcome, rng: &mut dyn RngCore) {
        match outcome {
            menu::Outcome::Nothing => {}
            menu::Outcome::Close => self.close_menu(rng),
            menu::Outcome::Refused(refusal) => self.refuse(refusal),
            menu::Outcome::Setting => self.keep_settings(rng),
            menu::Outcome::Change(made) => {
                let opener = self.menu.take().map(|menu| menu.opener);
                self.change(made, rng);
                self.offer_the_end(made, opener);
            }
            menu::Outcome::Invite(seat) => {
                self.menu = None;
                self.ask_to_join(seat.index() as u8);
            }
            menu::Outcome::StepBack => {
                self.menu = None;
                if let Some(undone) = self.step_back(rng) {
                    self.say(Notice::Undone(undone), ANSWER_MS);
                }
            }
            menu::Outcome::EndGame => {
                self.menu = None;
                let ended = self.context.play(Move::End);
                self.arrive(ended, rng);
            }
            menu::Outcome::SetPointer(seat) => {
                self.context.voting.unhome(seat);
                self.close_menu(rng);
            }
        }
    }

    /// A correction to the goal between two rounds ends the game, if the table wants.
    fn offer_the_end(&mut self, made: Move, opener: Option<u8>) {
        let clue = matches!(self.state().phase, Phase::Clue) && self.state().end().ends == Ends::Goal;
        if let (Move::Correct { .. }, Some(opener)) = (made, opener)
            && clue
            && self.state().is_over()
        {
            self.menu = Some(Menu::end_at_goal(opener));
        }
    }

    /// Away from a game that is over, with the same people.
    fn back_to_the_lobby(&mut self, rng: &mut dyn RngCore) {
        self.lobby.seated = self.state().seats;
        self.lobby.ruleset = self.state().ruleset;
        self.guest = None;
        self.context.game.leave();
        self.context.ask(Effect::SaveGame);
        self.arrive(Ok(()), rng);
    }

    fn close_menu(&mut self, rng: &mut dyn RngCore) {
        self.menu = None;
        self.lobby.show_ruleset();
        self.after_round(round::Outcome::Locked, rng);
    }

    /// Takes back the last move; returns what that was.
    fn step_back(&mut self, rng: &mut dyn RngCore) -> Option<Undone> {
        let before = self.state().options;
        let stepped = self.context.game.back();
        if stepped.is_ok() {
            // Where a choice of settings was taken back, the menu must not show it any more.
            let now = self.state().options;
            if !self.context.in_lobby() && now != before {
                self.context.settings.options = now;
                self.context.ask(Effect::SaveSettings);
            }
            self.context.ask(Effect::SaveGame);
        }
        self.arrive(stepped.map(|_| ()), rng);
        stepped.ok().map(|made| undone(&made))
    }

    /// Keeps what was chosen, in the game too where it is played by it.
    fn keep_settings(&mut self, rng: &mut dyn RngCore) {
        self.context.ask(Effect::SaveSettings);
        let options = self.context.settings.options;
        if !self.context.in_lobby() && self.state().options != options {
            self.change(Move::Choose(options), rng);
        }
    }

    /// A change that is not a step of the round: the picture stays, unless the phase has changed; so do locked votes,
    /// unless what is asked has changed.
    fn change(&mut self, made: Move, rng: &mut dyn RngCore) {
        let before = *self.state();
        if let Err(refusal) = self.context.play(made) {
            return self.refuse(refusal);
        }
        let now = self.state();
        let same_phase = core::mem::discriminant(&now.phase) == core::mem::discriminant(&before.phase);
        if !same_phase || (self.voting() && now.options.owners != before.options.owners) {
            self.round.arrive(&mut self.context, rng);
        }
    }

    /// The game has moved, or not: a refusal is said.
    fn arrive(&mut self, moved: Result<(), Refusal>, rng: &mut dyn RngCore) {
        match moved {
            Ok(()) => self.round.arrive(&mut self.context, rng),
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn say(&mut self, notice: Notice, for_ms: Millis) {
        self.notices.say(notice, self.context.now + for_ms);
    }

    fn refuse(&mut self, mut refusal: Refusal) {
        if let Refusal::Players { ruleset, counts, .. } = &mut refusal {
            // A count that the device has no seats for is no help.
            *counts &= self.context.playable_counts(*ruleset);
        }
        self.context.sound(Sound::Refused);
        self.say(Notice::Refused(refusal), ANSWER_MS);
    }
}

/// What the table is told of a move that was taken back.
fn undone(made: &Move) -> Undone {
    match *made {
        Move::Start { .. } | Move::Resume { .. } => Undone::Start,
        Move::Lay => Undone::CardsLaid,
        Move::Reveal(_) => Undone::Reveal,
        Move::GoOn => Undone::GoneOn,
        Move::Claim { card, seat } => Undone::Claim(card, seat),
        Move::VoteAgain { seat, .. } => Undone::VotesAgain(seat),
        Move::Recast(_) => Undone::NewVote,
        Move::Next => Undone::NextRound,
        Move::Correct { seat, .. } => Undone::Score(seat),
        Move::Add { seat } | Move::Return { seat } => Undone::Joined(seat),
        Move::Remove { seat } => Undone::Left(seat),
        Move::Skip { seat } => Undone::Skip(seat),
        Move::Tell { .. } => Undone::Storyteller,
        Move::Choose(_) => Undone::Setting,
        Move::End => Undone::End,
    }
}
