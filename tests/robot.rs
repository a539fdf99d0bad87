//! A robot that reads the prompts and nothing else. It is everybody at the table: it knows what friends know, which game
//! they want, how many they are and which card each of them laid, but never what the screen shows above the prompt. A
//! prompt that names the wrong hand or the wrong deed, or none, makes it stand still.

use std::collections::BTreeMap;

use dixit_dials::{
    app::{App, Millis},
    board::{Board, Knob, Seats, Secrecy},
    dial::{DetentsPerCycle, Direction, Input, KnobKind, Rest},
    game::{Journal, Owners},
    rules::{Card, Role, Ruleset, Seat, SeatSet},
    scene::{Action, Actor, PassScene, Prompt, Purpose, SeatScene},
    seats::Question,
    settings::Settings,
};
use rand_core::RngCore;

const PLAIN: Board = Board {
    name: "any",
    secrecy: Secrecy::Pods,
    knobs: 12,
    knob: Knob {
        detents: 20,
        kind: KnobKind { detents_per_cycle: DetentsPerCycle::One, rest: Rest::High, direction: Direction::Normal },
    },
    seats: Seats { least: 3, most: 12 },
    seat_screens: true,
    buzzer: true,
};
const PODS: Board = Board { name: "pods", ..PLAIN };
const SOLO: Board = Board { name: "solo", secrecy: Secrecy::Pass, knobs: 1, seat_screens: false, ..PLAIN };
const TABLE: Board = Board {
    name: "table",
    secrecy: Secrecy::Ring { positions: 20, numbers: 12 },
    knobs: 8,
    seats: Seats { least: 3, most: 8 },
    seat_screens: false,
    buzzer: false,
    ..PLAIN
};

struct Dice(fastrand::Rng);

impl RngCore for Dice {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}

/// What the friends have in mind.
#[derive(Clone, Copy, Debug)]
struct Evening {
    board: Board,
    ruleset: Ruleset,
    players: u8,
    owners: Owners,
    seed: u64,
}

/// Who laid which card, and what everyone means to dial: settled anew as the cards lie.
#[derive(Clone, Debug, Default)]
struct Laid {
    owners: Vec<Seat>,
    first_votes: BTreeMap<u8, u8>,
    /// The card that was last asked for.
    asked: Option<Card>,
}

struct Robot {
    evening: Evening,
    app: App,
    dice: Dice,
    now: Millis,
    /// Where each pointer stands on its ring.
    pointers: [i32; 12],
    sitting: u8,
    laid: Laid,
    /// How often it reads a prompt before it gives up.
    patience: usize,
    /// Changes what it reads, to see that it stands still then.
    spoilt: fn(Prompt) -> Option<Prompt>,
}

impl Robot {
    fn new(evening: Evening) -> Self {
        let mut dice = Dice(fastrand::Rng::with_seed(evening.seed));
        let settings = Settings { owners: evening.owners, goal: 12, ..Settings::DEFAULT };
        let app = App::new(evening.board, settings, [KnobKind::default(); 12], Journal::new(), 0, &mut dice);
        let pointers = [0; 12];
        let laid = Laid::default();
        Self { evening, app, dice, now: 0, pointers, sitting: 0, laid, patience: 6_000, spoilt: Some }
    }

    fn take(&mut self, input: Input) {
        self.now += 90;
        self.app.pass_time(self.now, &mut self.dice);
        self.app.take(input, self.now, &mut self.dice);
        while self.app.next_effect().is_some() {}
    }

    fn wait(&mut self, ms: Millis) {
        let end = self.now + ms;
        while let Some(at) = self.app.alarm().filter(|&at| at <= end) {
            self.now = self.now.max(at);
            self.app.pass_time(self.now, &mut self.dice);
        }
        self.now = end;
    }

    fn press(&mut self, knob: u8) {
        self.take(Input::Pressed { knob });
    }

    fn turn(&mut self, knob: u8, by: i8) {
        self.pointers[usize::from(knob)] += i32::from(by);
        self.take(Input::Turned { knob, by });
    }

    fn hold(&mut self, knob: u8) {
        self.take(Input::Held { knob });
        self.take(Input::LetGo { knob });
    }

    fn seats(&self) -> u8 {
        self.evening.ruleset.seats_for(self.evening.players)
    }

    fn goes_round(&self) -> bool {
        self.evening.board.secrecy == Secrecy::Pass
    }

    fn knob(&self, seat: Seat) -> u8 {
        if self.goes_round() { 0 } else { seat.index() as u8 }
    }

    /// All that it reads of the shared screen; where the device is in somebody's hands, what that screen asks.
    fn prompts(&self) -> (Vec<Prompt>, Option<Prompt>) {
        let mine = match self.app.shared_screen().scene {
            PassScene::Private(scene) if self.goes_round() => {
                scene.ask().map(|ask| Prompt::new(Actor::Holder, ask.how, ask.what))
            }
            _ => None,
        };
        let scene = self.app.shared().scene;
        let prompts = [Some(scene.prompt), scene.also].into_iter().flatten().filter_map(self.spoilt).collect();
        (prompts, mine.and_then(self.spoilt))
    }

    /// Plays until the game is over; tells where it stood still, if it did.
    fn play(&mut self) -> Result<(), String> {
        for _ in 0..self.patience {
            let (mut prompts, mine) = self.prompts();
            if prompts.iter().any(|prompt| prompt.what == Purpose::Rematch) {
                return Ok(());
            }
            // What is played is settled before anybody begins.
            prompts.sort_by_key(|prompt| !matches!(prompt.what, Purpose::ChooseGame(_)));
            let done = match mine {
                Some(mine) => self.follow(mine),
                None => prompts.iter().any(|&prompt| self.follow(prompt)),
            };
            if !done {
                return Err(format!("{:?}: nothing to do for {prompts:?}, {mine:?}", self.evening));
            }
        }
        Err(format!("{:?}: no end in sight at {:?}", self.evening, self.prompts()))
    }

    /// Does what a prompt asks, if there is somebody whom it means; whether something was done.
    fn follow(&mut self, prompt: Prompt) -> bool {
        let Prompt { who, how, what } = prompt;
        match (how, what) {
            (Action::Wait, _) => self.wait(500),
            // Friends come one after another.
            (Action::Press, Purpose::SitDown | Purpose::SitDownOnTheDot) => {
                if who != Actor::Free || self.sitting == self.seats() {
                    return false;
                }
                let knob = self.sitting;
                self.sitting += 1;
                self.pointers[usize::from(knob)] = 0;
                self.press(knob);
            }
            (Action::Press, Purpose::TakeGame(ruleset)) if ruleset == self.evening.ruleset => {
                return self.by(who, Self::press);
            }
            (Action::Turn, Purpose::ChooseGame(ruleset)) if ruleset != self.evening.ruleset => {
                let place = |of| Ruleset::ALL.iter().position(|&ruleset| ruleset == of);
                let by = if place(ruleset) < place(self.evening.ruleset) { 1 } else { -1 };
                return self.by(who, |robot, knob| robot.turn(knob, by));
            }
            (Action::Hold, Purpose::TellFirst) if self.sitting == self.seats() => return self.by(who, Self::hold),
            (Action::Press, Purpose::Players(players)) => match players == self.evening.players {
                true => return self.by(who, Self::press),
                false => {
                    let by = if players < self.evening.players { 1 } else { -1 };
                    return self.by(who, |robot, knob| robot.turn(knob, by));
                }
            },
            (Action::Press, Purpose::SetPointer) => {
                return self.by(who, |robot, knob| {
                    robot.pointers[usize::from(knob)] = 0;
                    robot.press(knob);
                });
            }
            (Action::Press, Purpose::CardsLaid) => {
                self.lay();
                return self.by(who, Self::press);
            }
            (Action::Dial, Purpose::Answer(question)) => return self.dial(who, question),
            // Each reads on the own screen what is asked.
            (Action::Dial, Purpose::Vote) => return self.vote_at_own_screens(who),
            (Action::Press, Purpose::Claim(card) | Purpose::PartnersCard(card)) => {
                let owner = self.laid.owners[card.index()];
                match who {
                    Actor::Seats(seats) if seats.has(owner) => self.press(owner.index() as u8),
                    _ => return false,
                }
            }
            (Action::Turn, Purpose::ChooseOwner(card)) => {
                self.laid.asked = Some(card);
                return self.by(who, |robot, knob| robot.turn(knob, 1));
            }
            (Action::Press, Purpose::ItIs(seat)) => {
                let Some(asked) = self.laid.asked else { return false };
                match self.laid.owners[asked.index()] == seat {
                    true => return self.by(who, Self::press),
                    false => return self.by(who, |robot, knob| robot.turn(knob, 1)),
                }
            }
            (
                Action::Press,
                Purpose::First(_)
                | Purpose::Begin
                | Purpose::LookAlone
                | Purpose::Reveal
                | Purpose::GoOn
                | Purpose::NextRound
                | Purpose::SeeWinners,
            ) => return self.by(who, Self::press),
            _ => return false,
        }
        true
    }

    /// Any of those whom a prompt means; whether there is somebody.
    fn by(&mut self, who: Actor, deed: impl FnOnce(&mut Self, u8)) -> bool {
        let knob = match who {
            Actor::Holder => Some(0),
            Actor::Seats(seats) => seats.iter().next().map(|seat| self.knob(seat)),
            Actor::Nobody | Actor::Free => None,
        };
        knob.inspect(|&knob| deed(self, knob)).is_some()
    }

    /// The cards lie on the table in some order.
    fn lay(&mut self) {
        let state = self.app.state();
        let rules = state.rules().expect("a game that can be played");
        let mut owners = Vec::new();
        for seat in state.present().iter() {
            let role = match seat == state.storyteller.seat {
                true => Role::Storyteller,
                false => Role::Other,
            };
            owners.extend(std::iter::repeat_n(seat, rules.cards_given(state.players(), role).into()));
        }
        self.dice.0.shuffle(&mut owners);
        self.laid = Laid { owners, ..Laid::default() };
    }

    /// What this seat answers: its own card, or any that it may vote for.
    fn answer(&mut self, seat: Seat, question: Question) -> u8 {
        let numbers = |mine: bool, robot: &Self| -> Vec<u8> {
            let cards = robot.laid.owners.iter().enumerate();
            cards.filter(|&(_, &owner)| (owner == seat) == mine).map(|(card, _)| card as u8 + 1).collect()
        };
        let (own, others) = (numbers(true, self), numbers(false, self));
        let first_votes = &mut self.laid.first_votes;
        let key = seat.number();
        match question {
            Question::StoryCard | Question::Own { nth: 1, .. } => own[0],
            Question::PartnerCard | Question::Own { .. } => own[1],
            Question::Vote => {
                let number = others[self.dice.0.usize(..others.len())];
                first_votes.insert(key, number);
                number
            }
            Question::Second => {
                let first = first_votes.get(&key).copied();
                let free: Vec<u8> =
                    std::iter::once(0).chain(others.into_iter().filter(|&n| Some(n) != first)).collect();
                free[self.dice.0.usize(..free.len())]
            }
            Question::Green | Question::Red => 1 + self.dice.0.u8(..self.laid.owners.len() as u8),
        }
    }

    fn dial(&mut self, who: Actor, question: Question) -> bool {
        match who {
            // On a ring one turns the pointer to the number.
            Actor::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { return false };
                let Secrecy::Ring { positions, .. } = self.evening.board.secrecy else { return false };
                let (knob, number) = (self.knob(seat), self.answer(seat, question));
                let by = (i32::from(number) - self.pointers[usize::from(knob)]).rem_euclid(positions.into());
                self.turn(knob, by as i8);
                self.press(knob);
                true
            }
            // In the hands of one player: the number on that screen is turned.
            Actor::Holder => self.dial_on_screen(0, question),
            _ => false,
        }
    }

    fn vote_at_own_screens(&mut self, who: Actor) -> bool {
        let Actor::Seats(seats) = who else { return false };
        let Some(seat) = seats.iter().next() else { return false };
        let ask = self.app.seat(seat).scene.ask();
        match ask.and_then(|ask| (self.spoilt)(Prompt::new(Actor::seat(seat), ask.how, ask.what))) {
            Some(Prompt { how: Action::Dial, what: Purpose::Answer(question), .. }) => {
                self.dial_on_screen(seat.index() as u8, question)
            }
            _ => false,
        }
    }

    /// Turns until the own screen shows the number that is meant: a dial is read, like a watch.
    fn dial_on_screen(&mut self, knob: u8, question: Question) -> bool {
        let Some(dial) = self.dial_seen(knob) else { return false };
        let number = self.answer(dial.0, question);
        for _ in 0..=dial.2 {
            match self.dial_seen(knob) {
                Some((_, shown, _)) if shown == number => break,
                _ => self.turn(knob, 1),
            }
        }
        self.press(knob);
        true
    }

    /// Whose dial it is, where it stands, and how many cards there are.
    fn dial_seen(&self, knob: u8) -> Option<(Seat, u8, u8)> {
        let scene = match self.app.shared_screen().scene {
            PassScene::Private(scene) if self.goes_round() => scene,
            _ => self.app.seat(Seat::new(knob)?).scene,
        };
        match scene {
            SeatScene::Dial(dial) => Some((dial.seat, dial.offer.number, dial.cards)),
            _ => None,
        }
    }
}

/// Every evening that this board has seats for.
fn evenings(board: Board, seeds: u64) -> Vec<Evening> {
    let mut evenings = Vec::new();
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts().filter(|&players| ruleset.seats_for(players) <= board.seats.most) {
            for owners in [Owners::After, Owners::WithVote] {
                evenings.extend((0..seeds).map(|seed| Evening { board, ruleset, players, owners, seed }));
            }
        }
    }
    evenings
}

fn finishes_every_game(board: Board) {
    let evenings = evenings(board, 5);
    assert!(evenings.len() >= 5 * 2 * 15, "{} evenings", evenings.len());
    let stuck: Vec<String> = evenings.iter().filter_map(|&evening| Robot::new(evening).play().err()).collect();
    assert!(stuck.is_empty(), "{} of {}: {}", stuck.len(), evenings.len(), stuck[..stuck.len().min(4)].join("\n"));
}

#[test]
fn the_robot_finishes_every_game_on_the_table() {
    finishes_every_game(TABLE);
}

#[test]
fn the_robot_finishes_every_game_on_the_device_that_goes_round() {
    finishes_every_game(SOLO);
}

#[test]
fn the_robot_finishes_every_game_on_pods() {
    finishes_every_game(PODS);
}

/// An evening, with every prompt spoilt in one way.
fn stands_still(board: Board, spoilt: fn(Prompt) -> Option<Prompt>) {
    let evening = Evening { board, ruleset: Ruleset::Dixit, players: 4, owners: Owners::After, seed: 1 };
    let mut robot = Robot { spoilt, patience: 500, ..Robot::new(evening) };
    assert!(robot.play().is_err(), "{board:?}: it went on although the prompts were spoilt");
}

/// The robot is no better than what it reads.
#[test]
fn the_robot_stands_still_where_a_prompt_is_missing_or_wrong() {
    for board in [TABLE, SOLO, PODS] {
        stands_still(board, |prompt| (prompt.what != Purpose::CardsLaid).then_some(prompt));
        stands_still(board, |prompt| match prompt.what {
            Purpose::GoOn => Some(Prompt { how: Action::Hold, ..prompt }),
            _ => Some(prompt),
        });
        stands_still(board, |prompt| match prompt.what {
            Purpose::Answer(_) => Some(Prompt { how: Action::Press, ..prompt }),
            _ => Some(prompt),
        });
    }
    // The wrong knob: somebody else's, where each has one.
    for board in [TABLE, PODS] {
        stands_still(board, |prompt| match (prompt.what, prompt.who) {
            (Purpose::GoOn, Actor::Seats(seats)) => {
                let others = SeatSet::first(4).minus(seats);
                Some(Prompt { who: Actor::Seats(others), ..prompt })
            }
            _ => Some(prompt),
        });
    }
}
