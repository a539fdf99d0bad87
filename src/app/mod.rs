//! The app: everything between power-up and the next game, without the device. Knob inputs, reports of the device and
//! the time come in; scenes, sounds and requests to save come out. Knows nothing of pins, buses and clocks.
//!
//! Each part owns its state, takes an input and returns what should happen: the lobby, the current round, the menu, the
//! notices, the screensaver, the health of the device. What they share is the context. [`App`] decides which part an
//! input is for, and does what concerns several of them.

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

/// A knob being held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Hold {
    knob: u8,
    eighths: u8,
}

/// The answer to an input that has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instead {
    /// Show who can do what now.
    Prompt,
    /// Show who can open the menu.
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
    /// A knob whose input had no effect, what its seat's own screen shows as the answer, and until when.
    rejected: Option<(u8, Instead, Millis)>,
    /// A player who asks for a seat in the current game.
    guest: Option<Seat>,
    /// True if a guest who left this game earlier would start like a new player.
    afresh: bool,
}

impl App {
    /// Starts in the lobby if the journal is empty; otherwise resumes the game where it stopped. A vote that was under
    /// way starts again.
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
            // The power may have failed between saving the settings and saving the game: the game's options are right.
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

    /// Incremented at each reveal: seat screens are then prepared invisibly and shown together.
    pub fn reveals(&self) -> u16 {
        self.round.reveals()
    }

    /// True during a vote.
    pub fn voting(&self) -> bool {
        !self.state().voting().is_empty()
    }

    pub fn next_effect(&mut self) -> Option<Effect> {
        self.context.effects.pop_front()
    }

    /// Takes an input of a knob.
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

    /// True if a menu, a notice or a pointer to be set covers a picture that would otherwise advance by itself.
    fn is_covered(&self) -> bool {
        self.menu.is_some() || self.notice().is_some() || !self.context.unhomed().is_empty()
    }

    /// Takes a report of the device.
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

    /// True while the self-test is shown, which includes how the firmware runs.
    pub fn tests_itself(&self) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.tries_knobs())
    }

    /// Lets time pass. Call it at the latest when [`App::alarm`] is due.
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

    /// The next time at which something changes by itself.
    pub fn alarm(&self) -> Option<Millis> {
        let screensaver = self.screensaver.alarm(self.context.now, self.patience());
        let rejected = self.rejected.map(|(.., until)| until);
        let round = self.round.alarm(&self.context, self.is_covered());
        [self.notices.alarm(), round, screensaver, rejected].into_iter().flatten().min()
    }

    /// How long the screens stay lit without input.
    fn patience(&self) -> Patience {
        let asked =
            matches!(self.state().phase, Phase::Clue | Phase::Vote | Phase::VoteAgain { .. } | Phase::Owners(_));
        Patience { off_minutes: self.context.settings.screen_off, asked }
    }

    /// The guest whom the storyteller is now asked to admit. Asked only at a clue, where adding a seat discards nothing
    /// and hides no points.
    fn guest_to_admit(&self) -> Option<Seat> {
        let now = matches!(self.state().phase, Phase::Clue) && !self.round.deals();
        self.guest.filter(|&seat| now && self.may_join(seat))
    }

    /// True if this seat can still join the current game.
    fn may_join(&self, seat: Seat) -> bool {
        !self.state().seats.has(seat) && self.state().takes_another().is_ok()
    }

    /// True if this guest would get back the points that they left with.
    fn comes_back(&self, seat: Seat) -> bool {
        self.state().left.has(seat) && !self.afresh
    }

    /// Answers a press that has no effect: on the presser's own screen, or on the shared one.
    fn not_you(&mut self, knob: u8) {
        let Some(seat) = Seat::new(knob) else { return };
        match (self.context.board.seat_screens, self.context.may_join(knob)) {
            // Its own screen already says how to join.
            (true, true) => {}
            (true, false) => self.rejected = Some((knob, Instead::Prompt, self.context.now + ANSWER_MS)),
            (false, true) => self.say(Notice::HoldToJoin(seat), ANSWER_MS),
            (false, false) => self.say(Notice::NotYou(seat), ANSWER_MS),
        }
    }

    /// Answers a hold of a knob that may not open the menu.
    fn not_your_menu(&mut self, knob: u8) {
        if self.context.board.seat_screens {
            self.rejected = Some((knob, Instead::Menu, self.context.now + ANSWER_MS));
        } else {
            self.say(Notice::OnlyLeaderOpensMenu(self.state().leader()), ANSWER_MS);
        }
    }

    /// True if `knob` opened the menu: only that knob operates it.
    fn menu_is_of(&self, knob: u8) -> bool {
        self.menu.as_ref().is_some_and(|menu| menu.opener == knob)
    }

    fn turned(&mut self, knob: u8, by: i8) {
        let guest = self.guest_to_admit();
        match &mut self.menu {
            Some(menu) if menu.opener == knob => menu.turned(by, &mut self.context),
            // The menu covers what the lobby offers.
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
                // However the menu was left, a complete vote continues.
                self.after_round(round::Outcome::Locked, rng);
            }
            Some(menu) if menu.tries_knobs() => {}
            _ if !self.context.unhomed().is_empty() => match Seat::new(knob) {
                Some(seat) if self.context.unhomed().has(seat) => self.context.voting.home(seat),
                // A pointer that was set stays valid, wherever it is by now.
                _ => self.not_you(knob),
            },
            // Nobody sits down unseen behind the menu.
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
            // The leader is asked about the guest once the menu is closed.
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

    /// Notes a request to join. The storyteller is asked as soon as the round allows it.
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

    /// Shows what to deal after a game was started, or the reason why it was not.
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

    /// Offers to end the game if a score was corrected between two rounds and now reaches the goal.
    fn offer_the_end(&mut self, made: Move, opener: Option<u8>) {
        let clue = matches!(self.state().phase, Phase::Clue) && self.state().end().ends == Ends::Goal;
        if let (Move::Correct { .. }, Some(opener)) = (made, opener)
            && clue
            && self.state().is_over()
        {
            self.menu = Some(Menu::end_at_goal(opener));
        }
    }

    /// Returns from a finished game to the lobby, with the same people.
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

    /// Takes back the last move and returns it.
    fn step_back(&mut self, rng: &mut dyn RngCore) -> Option<Undone> {
        let before = self.state().options;
        let stepped = self.context.game.back();
        if stepped.is_ok() {
            // If a choice of settings was taken back, the menu must no longer show it.
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

    /// Saves the settings, and updates the game's options if they differ.
    fn keep_settings(&mut self, rng: &mut dyn RngCore) {
        self.context.ask(Effect::SaveSettings);
        let options = self.context.settings.options;
        if !self.context.in_lobby() && self.state().options != options {
            self.change(Move::Choose(options), rng);
        }
    }

    /// Makes a change that is not a step of the round. The picture stays unless the phase changes; locked votes stay
    /// unless the questions change.
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

    /// Shows the game after a move, or the reason for a refusal.
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
            // Do not offer counts that the device has no seats for.
            *counts &= self.context.playable_counts(*ruleset);
        }
        self.context.sound(Sound::Refused);
        self.say(Notice::Refused(refusal), ANSWER_MS);
    }
}

/// How a move that was taken back is described to the table.
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
