//! Random inputs on every board. Nothing panics, every state has a way on, a step back restores the state exactly,
//! totals are the sum of rounds and corrections, replaying the journal leads to the same state, and what a seat's own screen
//! asks for works.

use std::path::Path;

use dixit_dials::{
    app::{App, Millis},
    board::{Board, Voting},
    dial::{Input, KnobKind},
    game::{CAPACITY, Journal, Move, Options, Owners, Phase, Refusal, State},
    rules::{self, MAX_SEATS, Seat, SeatSet},
    scene::{Action, Actor, Focus, Notice, Prompt, Purpose, SeatScene, Shared, SharedScreenScene, shared},
    screen::{Light, View},
    settings::Settings,
};
use testkit::{
    dice::{Dice, first_seed},
    onlooker::Onlooker,
    story::library_board,
};

/// The score pad that the test keeps beside the app.
#[derive(Clone, Copy, Default)]
struct Pad {
    /// Points of all rounds of this game.
    rounds: [i32; MAX_SEATS],
    /// Scores set by hand, or given to players who joined late.
    corrections: [i32; MAX_SEATS],
}

struct Table {
    board: Board,
    app: App,
    dice: Dice,
    now: Millis,
    inputs: u64,
    /// State and pad before each entry of the journal, oldest first.
    before: Vec<(State, Pad)>,
    pad: Pad,
    /// Points of rounds that were folded out of the journal.
    forgotten: [i32; MAX_SEATS],
    stuck: SeatSet,
    backs: u64,
    folds: u64,
    rounds: u64,
    /// Moves that the rules refused.
    refused: u64,
    onlooker: Onlooker,
}

impl Table {
    fn new(board: Board, settings: Settings, seed: u64) -> Self {
        let mut dice = Dice(seed);
        let app = App::new(board, settings, [KnobKind::default(); 12], &Journal::new(), 0, &mut dice);
        Self {
            board,
            app,
            dice,
            now: 0,
            inputs: 0,
            before: Vec::new(),
            pad: Pad::default(),
            forgotten: [0; MAX_SEATS],
            stuck: SeatSet::EMPTY,
            backs: 0,
            folds: 0,
            rounds: 0,
            refused: 0,
            onlooker: Onlooker::default(),
        }
    }

    fn state(&self) -> &State {
        self.app.state()
    }

    fn take(&mut self, input: Input) {
        self.inputs += 1;
        self.now += 30;
        let must_vote = self.state().voting().minus(self.app.game().locked());
        self.watched(|table| table.app.take(input, table.now, &mut table.dice));
        if let Input::Pressed { knob } = input {
            self.answers_truly(Seat::new(knob).unwrap(), must_vote);
        }
    }

    /// Asserts that nobody reads "not you" on a screen that lists them, or while their vote is missing.
    fn answers_truly(&self, seat: Seat, must_vote: SeatSet) {
        let scene = self.app.public_view().scene;
        let mut instead = match scene.picture {
            Shared::Notice(Notice::NotYou(told)) if told == seat => vec![scene.prompt],
            _ => vec![],
        };
        if !instead.is_empty() {
            instead.extend(scene.also);
        }
        if let (true, SeatScene::NotYou(not_you)) = (self.board.seat_screens, self.app.seat_view(seat).scene) {
            instead.push(not_you.instead);
        }
        // On a board with rings nobody else acts until every doubtful pointer is set, even if a menu is open.
        let asked = self.board.seat_screens || scene.prompt.how == Action::Dial;
        assert!(instead.is_empty() || !asked || !must_vote.has(seat), "{seat:?} must vote, and reads \"not you\"");
        for Prompt { who, how, .. } in instead {
            let listed = matches!(who, Actor::Seats(seats) if seats.has(seat));
            assert!(!listed || how != Action::Press, "{seat:?} reads \"not you\" above its own mark");
        }
    }

    /// A player does what their own screen asks for, which must not be refused.
    fn follows_own_screen(&mut self) {
        // The device ignores a press right after a new question, since it was meant for the previous one.
        self.pass(750);
        let asked = |seat: &Seat| {
            let ask = self.app.seat_view(*seat).scene.ask()?;
            matches!(ask.how, Action::Press | Action::Hold).then_some((*seat, ask))
        };
        let able = SeatSet::first(self.board.knobs).minus(self.stuck);
        let asks: Vec<_> = able.iter().filter_map(|seat| asked(&seat)).collect();
        if asks.is_empty() || self.app.light() == Light::Off {
            return;
        }
        let (seat, ask) = asks[self.dice.below(asks.len() as u32) as usize];
        let (knob, before) = (seat.index() as u8, self.app.seat_view(seat).scene);
        match ask.how {
            Action::Press => self.take(Input::Pressed { knob }),
            _ => self.hold(knob),
        }
        let refused = matches!(self.shared(), Shared::Notice(Notice::Refused(_) | Notice::NotYou(_)));
        let own = self.app.seat_view(seat).scene;
        assert!(!refused && !matches!(own, SeatScene::NotYou(_)), "{before:?} asks for what is refused");
    }

    fn pass(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.app.alarm().filter(|&at| at <= end) {
            if at > self.now + 1 {
                let seen = self.views();
                self.app.pass_time(at - 1, &mut self.dice);
                assert_eq!(self.views(), seen, "a screen changed before the alarm");
            }
            self.now = self.now.max(at);
            self.watched(|table| table.app.pass_time(table.now, &mut table.dice));
            assert!(self.app.alarm().is_none_or(|next| next > self.now), "the same alarm for ever");
        }
        self.now = end;
        self.watched(|table| table.app.pass_time(table.now, &mut table.dice));
    }

    /// What every screen of the board shows.
    fn views(&self) -> (View<SharedScreenScene>, Vec<View<SeatScene>>) {
        (self.app.shared_view(), Seat::all().map(|seat| self.app.seat_view(seat)).collect())
    }

    /// Runs `act` and checks the game's new state against the one before.
    fn watched(&mut self, act: impl FnOnce(&mut Self)) {
        let state = *self.state();
        let (len, generation) = (self.app.journal().len(), self.app.journal().generation());
        act(self);
        while self.app.next_effect().is_some() {}
        self.onlooker.look(&self.app, self.board.seat_screens).unwrap_or_else(|fault| panic!("{fault}"));
        if let Shared::Notice(Notice::Refused(Refusal::Rules(why))) = self.shared() {
            // The dials make every other refusal impossible, so the languages have no words for it.
            assert!(
                matches!(
                    why,
                    rules::Refusal::OwnCard { .. }
                        | rules::Refusal::TooManyCards { .. }
                        | rules::Refusal::Claimed { .. }
                ),
                "{why}"
            );
            self.refused += 1;
        }
        let journal = self.app.journal();
        let (len_now, generation_now) = (journal.len(), journal.generation());
        if (len_now, generation_now) == (len, generation) {
            assert_eq!(*self.state(), state, "the state changed, and the journal does not know why");
            return;
        }
        if len_now == 0 && generation_now != generation {
            self.before.clear();
            assert_eq!(self.state().phase, Phase::Lobby);
        } else if len_now < len && generation_now == generation {
            let (earlier, pad) = self.before.pop().expect("a step back has something to go back to");
            assert_eq!(len_now, len - 1, "one step at a time");
            assert_eq!(*self.state(), earlier, "a step back");
            self.pad = pad;
            self.backs += 1;
        } else {
            self.moved(state);
            if generation_now != generation && state.phase != Phase::Lobby {
                self.folded();
            }
        }
        self.add_up();
    }

    /// Handles one move, or two: when a change closes a menu, a complete vote is revealed at once.
    fn moved(&mut self, state: State) {
        let journal = self.app.journal().clone();
        let newest = |count: usize| journal.entries().skip(journal.len() - count).filter_map(Move::decode);
        let leads_here = |&count: &usize| {
            let led = newest(count).try_fold(state, |state, made| state.after(&made));
            led == Ok(*self.state())
        };
        let count = (1..=2).find(leads_here).expect("the newest entries lead to the state");
        let mut from = state;
        for made in newest(count) {
            let to = from.after(&made).unwrap();
            self.note(&made, &from, &to);
            from = to;
        }
    }

    fn note(&mut self, made: &Move, from: &State, to: &State) {
        self.before.push((*from, self.pad));
        match made {
            Move::Start { .. } => self.pad = Pad::default(),
            Move::Correct { seat, .. } | Move::Add { seat } | Move::Return { seat } | Move::Remove { seat } => {
                let place = seat.index();
                self.pad.corrections[place] += i32::from(to.scores[place]) - i32::from(from.scores[place]);
            }
            _ => {}
        }
        if let (Phase::Points { score, .. }, false) = (to.phase, matches!(from.phase, Phase::Points { .. })) {
            to.seats.iter().for_each(|seat| self.pad.rounds[seat.index()] += i32::from(score.points(seat)));
        }
        self.rounds += u64::from(to.round > from.round);
    }

    /// The journal was folded: steps back now end at its new start.
    fn folded(&mut self) {
        self.folds += 1;
        let kept = self.app.journal().len();
        assert!(self.before.len() > kept, "a fold that forgot nothing");
        self.before.drain(..self.before.len() - kept);
        self.forgotten = self.before[1].1.rounds;
    }

    fn sum_of_history(&self) -> [i32; MAX_SEATS] {
        let mut sum = [0; MAX_SEATS];
        for past in self.app.game().past_rounds() {
            for seat in past.round.seats.iter() {
                sum[seat.index()] += i32::from(past.score.points(seat));
            }
        }
        sum
    }

    fn add_up(&self) {
        let history = self.sum_of_history();
        let starts = |entry| matches!(Move::decode(entry), Some(Move::Start { .. }));
        let whole = self.app.journal().entries().any(starts);
        for seat in self.state().seats.iter() {
            let place = seat.index();
            let forgotten = if whole { 0 } else { self.forgotten[place] };
            assert_eq!(history[place] + forgotten, self.pad.rounds[place], "the history of seat {}", seat.number());
            let total = i32::from(self.state().scores[place]);
            let expected = self.pad.rounds[place] + self.pad.corrections[place];
            assert_eq!(total, expected, "the total of seat {}", seat.number());
        }
    }

    /// Checks that replaying the journal gives the same state.
    fn resumes(&mut self) {
        let journal = self.app.journal().clone();
        for entry in journal.entries() {
            let made = Move::decode(entry).expect("an entry that means something");
            assert_eq!(made.encode().as_slice(), entry);
        }
        let kinds = [KnobKind::default(); 12];
        let other = App::new(self.board, *self.app.settings(), kinds, &journal, 0, &mut self.dice);
        assert_eq!(other.state().phase, self.state().phase);
        assert_eq!(other.journal(), self.app.journal());
        // In the lobby no options apply yet.
        if self.state().phase != Phase::Lobby {
            assert_eq!(other.state(), self.state());
            assert_eq!(other.settings().options, self.state().options, "played by what the menu says");
        }
    }

    fn any_input(&mut self) {
        if self.board.seat_screens && self.dice.below(6) == 0 {
            return self.follows_own_screen();
        }
        let leader = if self.passes() { 0 } else { self.state().leader().index() as u8 };
        let any = self.dice.below(self.board.knobs.into()) as u8;
        let knob = if self.dice.below(5) < 2 { leader } else { any };
        match self.dice.below(200) {
            0..80 => {
                let by = [-3, -1, -1, 1, 1, 1, 2][self.dice.below(7) as usize];
                self.take(Input::Turned { knob, by });
            }
            80..176 => self.take(Input::Pressed { knob }),
            176..190 => self.hold(knob),
            190 => {
                self.take(Input::Stuck { knob });
                self.stuck = self.stuck.with(Seat::new(knob).unwrap());
            }
            191..193 => self.free(),
            193 if self.dice.below(10) == 0 => self.pass(11 * 60_000),
            193..196 => self.pass(4_500),
            _ => self.pass(1_100),
        }
    }

    fn hold(&mut self, knob: u8) {
        self.take(Input::Holding { knob, eighths: 3 });
        self.take(Input::Held { knob });
        self.take(Input::LetGo { knob });
    }

    fn free(&mut self) {
        for seat in self.stuck.iter() {
            self.take(Input::Freed { knob: seat.index() as u8 });
        }
        self.stuck = SeatSet::EMPTY;
    }

    fn passes(&self) -> bool {
        self.board.voting == Voting::Pass
    }

    fn leader(&self) -> u8 {
        if self.passes() { 0 } else { self.state().leader().index() as u8 }
    }

    fn shared(&self) -> Shared {
        match self.app.shared_view().scene {
            SharedScreenScene::Everyone(scene) if self.passes() => scene.picture,
            _ => self.app.public_view().scene.picture,
        }
    }

    /// Finds a way on by reading the screen, as players would: into the next round, or into a new game.
    fn finds_a_way_on(&mut self) {
        self.free();
        let (round, over) = (self.state().round, self.state().phase == Phase::Over);
        let began = self.inputs;
        loop {
            let now = self.state();
            let went_on = if over { now.phase == Phase::Clue } else { now.round > round || now.phase == Phase::Over };
            if went_on {
                return;
            }
            let tried = self.inputs - began;
            // The limit is high: random players who name their own cards with the vote claim each other's cards, and
            // are sent back again and again.
            assert!(tried < 2_000_000, "no way on from {:?} on {:?}", now.phase, self.shared());
            self.one_sensible_thing();
        }
    }

    fn one_sensible_thing(&mut self) {
        if self.app.light() == Light::Off {
            self.take(Input::Pressed { knob: 0 });
            return self.pass(500);
        }
        let leader = self.leader();
        match self.shared() {
            Shared::Notice(_) => self.pass(9_000),
            Shared::Countdown(_) => self.pass(1_000),
            Shared::SentBack(_) => self.pass(4_000),
            Shared::Homing(shared::Homing { check: true, .. }) => self.take(Input::Pressed { knob: leader }),
            Shared::Homing(shared::Homing { seats, homed, .. }) => {
                let seat = seats.minus(homed).iter().next().unwrap();
                self.take(Input::Pressed { knob: seat.index() as u8 });
            }
            Shared::Lobby(shared::Lobby { focus, seated, counts, .. }) => self.sit_down(focus, seated, counts),
            Shared::Vote(_) | Shared::HandOver(_) => self.vote(),
            Shared::AllReady(shared::AllReady { change: Some(_) }) => self.take(Input::Turned { knob: 0, by: -1 }),
            Shared::Owner(_) => self.claim(),
            Shared::AllReady(_)
            | Shared::Deal(_)
            | Shared::Guest(_)
            | Shared::Clue(_)
            | Shared::Votes(_)
            | Shared::Verdict(_)
            | Shared::Points(_)
            | Shared::Track(_)
            | Shared::Finale(_)
            | Shared::Over(_)
            | Shared::Curve(_)
            | Shared::Awards(_) => self.take(Input::Pressed { knob: leader }),
            // A menu is closed by the player who opened it; anyone else's hold does nothing.
            _ => {
                let knob = self.dice.below(self.board.knobs.into()) as u8;
                self.hold(knob);
            }
        }
    }

    fn sit_down(&mut self, focus: Focus, seated: SeatSet, counts: u16) {
        if self.passes() {
            return match focus {
                Focus::Settings | Focus::Draw(_) => self.take(Input::Turned { knob: 0, by: -1 }),
                _ => self.take(Input::Pressed { knob: 0 }),
            };
        }
        let free = SeatSet::first(self.board.seats.most).minus(seated);
        let Some(somebody) = seated.iter().next().map(|seat| seat.index() as u8) else {
            return self.take(Input::Pressed { knob: 0 });
        };
        match focus {
            Focus::Ruleset(ruleset) => {
                let players = ruleset.players_for(seated.len());
                let fewest = counts.trailing_zeros() as u8;
                if u32::from(counts) >> players & 1 != 0 {
                    self.hold(somebody);
                } else if players < fewest {
                    self.take(Input::Pressed { knob: free.iter().next().unwrap().index() as u8 });
                } else {
                    self.take(Input::Pressed { knob: somebody });
                }
            }
            _ => self.take(Input::Turned { knob: somebody, by: -1 }),
        }
    }

    fn vote(&mut self) {
        let missing = self.state().voting().minus(self.app.game().locked());
        let Some(seat) = missing.iter().next() else { return self.pass(1_000) };
        let knob = if self.passes() { 0 } else { seat.index() as u8 };
        let by = self.dice.below(9) as i8 - 4;
        self.take(Input::Turned { knob, by });
        self.take(Input::Pressed { knob });
    }

    /// Everyone claims the card in turn. If nobody can be its owner, somebody voted for their own card, and the table
    /// votes again.
    fn claim(&mut self) {
        let asked = self.state().cards_to_ask();
        // The device ignores a press right after a question, since it was meant for the previous one.
        self.pass(750);
        for seat in self.state().present().iter() {
            // Skip a player who has just claimed a card: a press would take the claim back.
            let takes_back = Prompt::press(Actor::seat(seat), Purpose::TakeBack);
            if self.app.public_view().scene.also == Some(takes_back) {
                continue;
            }
            if self.passes() {
                self.take(Input::Turned { knob: 0, by: 1 });
            }
            let knob = if self.passes() { 0 } else { seat.index() as u8 };
            self.take(Input::Pressed { knob });
            if self.state().cards_to_ask() == asked && seat == self.state().storyteller.seat {
                // In Team the storyteller is asked a second time.
                self.pass(600);
                self.take(Input::Pressed { knob });
            }
            if self.state().cards_to_ask() != asked {
                return;
            }
        }
        while matches!(self.state().phase, Phase::Owners(_) | Phase::Reveal(_)) {
            let knob = self.leader();
            self.hold(knob);
            self.take(Input::Pressed { knob });
        }
    }
}

fn all_boards() -> Vec<Board> {
    let files = boards::load_all(Path::new(env!("CARGO_MANIFEST_DIR")));
    files.into_iter().map(|board| library_board(&board.unwrap())).collect()
}

/// Number of inputs on each board.
fn dose() -> u64 {
    if std::env::var_os("DIXIT_FULL").is_some() { 400_000 } else { 35_000 }
}

#[test]
fn the_game_goes_on_after_any_input() {
    for board in all_boards() {
        let (mut inputs, mut seed, mut rounds, mut backs, mut refused) = (0, first_seed(), 0, 0, 0);
        while inputs < dose() {
            let owners = Owners::ALL[(seed % 3) as usize];
            let settings = Settings {
                countdown: seed % 4 != 0,
                options: Options { owners, ..Options::DEFAULT },
                ..Settings::DEFAULT
            };
            let mut table = Table::new(board, settings, seed);
            while table.inputs < 5_000 {
                for _ in 0..table.dice.below(150) {
                    table.any_input();
                }
                table.resumes();
                table.finds_a_way_on();
            }
            (inputs, seed, rounds, backs, refused) =
                (inputs + table.inputs, seed + 1, rounds + table.rounds, backs + table.backs, refused + table.refused);
        }
        println!("{}: {inputs} inputs, {rounds} rounds, {backs} steps back, {refused} refused", board.name);
        assert!(refused > 0, "nothing was refused in {inputs} inputs");
        assert!(rounds > inputs / 2_000 && backs > inputs / 2_000, "nothing happened in {inputs} inputs");
    }
}

#[test]
fn a_game_longer_than_the_journal_can_still_go_back() {
    for board in all_boards() {
        let settings =
            Settings { options: Options { goal: 100, ..Options::DEFAULT }, countdown: false, ..Settings::DEFAULT };
        let mut table = Table::new(board, settings, 7);
        while table.folds < 3 {
            table.finds_a_way_on();
            assert!(table.rounds < 1_000, "the journal never filled");
        }
        table.resumes();
        assert!(table.app.journal().room() <= CAPACITY);
        // Step back to the start of the journal, checking each step against the earlier state; no further step is
        // possible.
        let mut steps = 0;
        loop {
            // After a restart the pointers of a ring are set to the dot first.
            if matches!(table.shared(), Shared::Homing(_)) {
                table.one_sensible_thing();
            }
            let len = table.app.journal().len();
            let knob = table.leader();
            table.hold(knob);
            table.take(Input::Pressed { knob });
            if let Shared::Confirm(_) = table.shared() {
                table.take(Input::Turned { knob, by: 1 });
                table.take(Input::Pressed { knob });
            }
            if table.app.journal().len() == len {
                break;
            }
            steps += 1;
        }
        assert_eq!(table.shared(), Shared::Notice(Notice::Refused(Refusal::NothingBefore)));
        assert_eq!(table.app.journal().len(), 1);
        assert_eq!(table.state().phase, Phase::Clue, "the beginning is a round's beginning, not the lobby");
        assert!(steps > 20, "only {steps} steps back");
        table.finds_a_way_on();
    }
}
