//! A robot that plays by the prompts alone. It plays for everybody at the table: it knows what friends know (which game
//! they want, how many they are and which card each of them laid), but never what the screen shows above the prompt. A
//! prompt that names the wrong player, the wrong action or none makes it get stuck.

use std::{collections::BTreeMap, thread};

use dixit_dials::{
    board::{Board, Voting},
    game::{Options, Owners},
    rules::{Card, Role, Ruleset, Seat, SeatSet},
    scene::{Action, Actor, Prompt, Purpose, SeatScene, SharedScreenScene},
    settings::Settings,
    voting::Question,
};
use testkit::{
    dice::first_seed,
    emulator, image,
    story::{Act, Pico, Stage, library_board},
    tool::root,
};

/// Every board.
fn all_boards() -> Vec<Board> {
    let boards: Vec<Board> = boards::load_all(&root()).iter().flatten().map(library_board).collect();
    assert!(boards.len() >= 3, "{boards:?}");
    boards
}

/// What the friends want to play.
#[derive(Clone, Copy, Debug)]
struct Evening {
    board: Board,
    ruleset: Ruleset,
    players: u8,
    owners: Owners,
    seed: u64,
}

/// Who laid which card, and what everyone is going to dial: decided anew in each round.
#[derive(Clone, Debug, Default)]
struct Laid {
    owners: Vec<Seat>,
    first_votes: BTreeMap<u8, u8>,
    /// The card that was last asked for.
    asked: Option<Card>,
}

struct Robot {
    evening: Evening,
    stage: Stage,
    dice: fastrand::Rng,
    sitting: u8,
    laid: Laid,
    /// How many prompts it reads before it gives up.
    patience: usize,
    /// Alters the prompts it reads, to check that it then gets stuck.
    spoilt: fn(Prompt) -> Option<Prompt>,
}

impl Robot {
    fn new(evening: Evening) -> Self {
        let settings =
            Settings { options: Options { owners: evening.owners, goal: 12, ..Options::DEFAULT }, ..Settings::DEFAULT };
        Self::on(Stage::new(evening.board, settings, evening.seed, None), evening)
    }

    fn on(stage: Stage, evening: Evening) -> Self {
        let dice = fastrand::Rng::with_seed(evening.seed);
        Self { evening, stage, dice, sitting: 0, laid: Laid::default(), patience: 6_000, spoilt: Some }
    }

    fn act(&mut self, act: Act) {
        self.stage.act(act).unwrap_or_else(|error| panic!("{:?}: {act:?}: {error}", self.evening));
    }

    fn press(&mut self, knob: u8) {
        self.act(Act::Press { knob });
    }

    fn turn(&mut self, knob: u8, by: i8) {
        self.act(Act::Turn { knob, by });
    }

    fn hold(&mut self, knob: u8) {
        self.act(Act::Hold { knob });
    }

    /// Turns the pointer of a ring to its dot by hand.
    fn set_pointer(&mut self, knob: u8) {
        let Voting::Ring { positions, .. } = self.evening.board.voting else { return };
        let off = self.stage.pointers[usize::from(knob)].rem_euclid(positions.into());
        self.turn(knob, -off as i8);
    }

    fn seats(&self) -> u8 {
        self.evening.ruleset.seats_for(self.evening.players)
    }

    fn goes_round(&self) -> bool {
        self.evening.board.voting == Voting::Pass
    }

    fn knob(&self, seat: Seat) -> u8 {
        if self.goes_round() { 0 } else { seat.index() as u8 }
    }

    /// All that it reads of the shared screen and, where a player holds the device, what the screen asks that player.
    fn prompts(&self) -> (Vec<Prompt>, Option<Prompt>) {
        let mine = match self.stage.app.shared_view().scene {
            SharedScreenScene::Holder(dial) if self.goes_round() => {
                SeatScene::Dial(dial).ask().map(|ask| Prompt::new(Actor::Holder, ask.how, ask.what))
            }
            _ => None,
        };
        let scene = self.stage.app.public_view().scene;
        let prompts = [Some(scene.prompt), scene.also].into_iter().flatten().filter_map(self.spoilt).collect();
        (prompts, mine.and_then(self.spoilt))
    }

    /// Plays until the game is over, or returns where it got stuck.
    fn play(&mut self) -> Result<(), String> {
        for _ in 0..self.patience {
            let (mut prompts, mine) = self.prompts();
            if prompts.iter().any(|prompt| prompt.what == Purpose::Rematch) {
                return Ok(());
            }
            // The game is chosen before anybody begins.
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

    /// Does what a prompt asks, if it addresses anybody. Returns true if something was done.
    fn follow(&mut self, prompt: Prompt) -> bool {
        let Prompt { who, how, what } = prompt;
        match (how, what) {
            (Action::Wait, _) => self.act(Act::Wait { ms: 500 }),
            // Friends sit down one after another.
            (Action::Press, Purpose::SitDown | Purpose::SitDownOnTheDot) => {
                if who != Actor::Free || self.sitting == self.seats() {
                    return false;
                }
                let knob = self.sitting;
                self.sitting += 1;
                self.set_pointer(knob);
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
                    robot.set_pointer(knob);
                    robot.press(knob);
                });
            }
            (Action::Press, Purpose::CardsLaid) => {
                self.lay();
                return self.by(who, Self::press);
            }
            (Action::Dial, Purpose::Answer(question)) => return self.dial(who, question),
            // Everyone reads the question on their own screen.
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
                // If nobody asked for the owner, only one is possible.
                let owner = self.laid.asked.map(|asked| self.laid.owners[asked.index()]);
                match owner.is_none_or(|owner| owner == seat) {
                    true => {
                        self.laid.asked = None;
                        return self.by(who, Self::press);
                    }
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

    /// Performs `deed` with the knob of one of the players whom a prompt addresses. Returns false if there is none.
    fn by(&mut self, who: Actor, deed: impl FnOnce(&mut Self, u8)) -> bool {
        let knob = match who {
            Actor::Holder => Some(0),
            Actor::Seats(seats) => seats.iter().next().map(|seat| self.knob(seat)),
            Actor::Nobody | Actor::Free => None,
        };
        knob.inspect(|&knob| deed(self, knob)).is_some()
    }

    /// Lays everyone's cards on the table in random order.
    fn lay(&mut self) {
        let state = self.stage.app.state();
        let rules = state.rules().expect("a game that can be played");
        let mut owners = Vec::new();
        for seat in state.present().iter() {
            let role = match seat == state.storyteller.seat {
                true => Role::Storyteller,
                false => Role::Other,
            };
            owners.extend(std::iter::repeat_n(seat, rules.cards_given(state.players(), role).into()));
        }
        self.dice.shuffle(&mut owners);
        self.laid = Laid { owners, ..Laid::default() };
    }

    /// The answer of `seat`: its own card, or any that it may vote for.
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
                let number = others[self.dice.usize(..others.len())];
                first_votes.insert(key, number);
                number
            }
            Question::Second => {
                let first = first_votes.get(&key).copied();
                let free: Vec<u8> =
                    std::iter::once(0).chain(others.into_iter().filter(|&n| Some(n) != first)).collect();
                free[self.dice.usize(..free.len())]
            }
            Question::Green | Question::Red => 1 + self.dice.u8(..self.laid.owners.len() as u8),
        }
    }

    fn dial(&mut self, who: Actor, question: Question) -> bool {
        match who {
            // On a ring the pointer is turned to the number.
            Actor::Seats(seats) => {
                let Some(seat) = seats.iter().next() else { return false };
                let Voting::Ring { positions, .. } = self.evening.board.voting else { return false };
                let (knob, number) = (self.knob(seat), self.answer(seat, question));
                let by = (i32::from(number) - self.stage.pointers[usize::from(knob)]).rem_euclid(positions.into());
                self.turn(knob, by as i8);
                self.press(knob);
                true
            }
            // One player holds the device and turns the number on its screen.
            Actor::Holder => self.dial_on_screen(0, question),
            _ => false,
        }
    }

    fn vote_at_own_screens(&mut self, who: Actor) -> bool {
        let Actor::Seats(seats) = who else { return false };
        let Some(seat) = seats.iter().next() else { return false };
        let ask = self.stage.app.seat_view(seat).scene.ask();
        match ask.and_then(|ask| (self.spoilt)(Prompt::new(Actor::seat(seat), ask.how, ask.what))) {
            Some(Prompt { how: Action::Dial, what: Purpose::Answer(question), .. }) => {
                self.dial_on_screen(seat.index() as u8, question)
            }
            _ => false,
        }
    }

    /// Turns until the seat's own screen shows the wanted number: the dial is read like a watch.
    fn dial_on_screen(&mut self, knob: u8, question: Question) -> bool {
        self.stage.adopt_starts();
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

    /// Whose dial it is, its number, and how many cards there are.
    fn dial_seen(&self, knob: u8) -> Option<(Seat, u8, u8)> {
        let scene = match self.stage.app.shared_view().scene {
            SharedScreenScene::Holder(dial) if self.goes_round() => SeatScene::Dial(dial),
            _ => self.stage.app.seat_view(Seat::new(knob)?).scene,
        };
        match scene {
            SeatScene::Dial(dial) => Some((dial.seat, dial.offer.number, dial.cards)),
            _ => None,
        }
    }
}

/// Every evening for which `board` has enough seats.
fn evenings(board: Board, seeds: u64) -> Vec<Evening> {
    let mut evenings = Vec::new();
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts().filter(|&players| ruleset.seats_for(players) <= board.seats.most) {
            for owners in Owners::ALL {
                evenings.extend((first_seed()..first_seed() + seeds).map(|seed| Evening {
                    board,
                    ruleset,
                    players,
                    owners,
                    seed,
                }));
            }
        }
    }
    evenings
}

#[test]
fn the_robot_finishes_every_game_on_every_board() {
    thread::scope(|scope| {
        for board in all_boards() {
            scope.spawn(move || finishes_every_game(board));
        }
    });
}

fn finishes_every_game(board: Board) {
    let evenings = evenings(board, 5);
    assert!(evenings.len() >= 5 * 3 * 15, "{}: {} evenings", board.name, evenings.len());
    let stuck: Vec<String> = evenings.iter().filter_map(|&evening| Robot::new(evening).play().err()).collect();
    assert!(stuck.is_empty(), "{} of {}: {}", stuck.len(), evenings.len(), stuck[..stuck.len().min(4)].join("\n"));
}

/// One game on the firmware of each board. The library beside it supplies the prompts, and every picture is compared.
#[test]
#[ignore = "builds firmware and runs it on the emulated Pico"]
fn the_robot_finishes_a_game_on_the_emulated_pico() {
    emulator::prepare().unwrap();
    let chosen = image::chosen(std::env::var("DIXIT_BOARD").ok().as_deref()).unwrap();
    for image in image::build_all(&chosen).unwrap() {
        let board = library_board(&boards::load(&root(), &image.board).unwrap());
        let device = Pico::start(&image.folder, 1).unwrap();
        let stage = Stage::new(board, Settings::DEFAULT, 1, Some(device));
        // In Team everyone tells twice, and each round has everything that a round can have.
        let evening = Evening { board, ruleset: Ruleset::Team, players: 6, owners: Owners::After, seed: 1 };
        let mut robot = Robot::on(stage, evening);
        robot.act(Act::Wait { ms: 300 });
        robot.play().unwrap();
        assert_eq!(robot.stage.app.state().round, 6, "{}", board.name);
    }
}

/// Asserts that the robot gets stuck when every prompt is altered in one way.
fn stands_still(board: Board, spoilt: fn(Prompt) -> Option<Prompt>) {
    let evening = Evening { board, ruleset: Ruleset::Dixit, players: 4, owners: Owners::After, seed: 1 };
    let mut robot = Robot { spoilt, patience: 500, ..Robot::new(evening) };
    assert!(robot.play().is_err(), "{board:?}: it went on although the prompts were spoilt");
}

/// The robot depends on correct prompts.
#[test]
fn the_robot_gets_stuck_if_a_prompt_is_missing_or_wrong() {
    for board in all_boards() {
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
    // The wrong knob: another player's, where each has one.
    for board in all_boards().into_iter().filter(|board| board.voting != Voting::Pass) {
        stands_still(board, |prompt| match (prompt.what, prompt.who) {
            (Purpose::GoOn, Actor::Seats(seats)) => {
                let others = SeatSet::first(4).minus(seats);
                Some(Prompt { who: Actor::Seats(others), ..prompt })
            }
            _ => Some(prompt),
        });
    }
}
