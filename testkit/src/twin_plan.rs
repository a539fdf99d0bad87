//! A plan for twins: two games with the same hand movements that end in different secret votes. The plan says who plays
//! what, both secrets, the clicks that both twins make, and the events in between.

use dixit_dials::board::{Board, Voting};
use dixit_dials::dial::{DetentsPerCycle, Direction, KnobKind, Rest};
use dixit_dials::game::{Game, Journal, Move, Options, Owners};
use dixit_dials::rules::{MAX_SEATS, Ruleset, Seat, SeatSet};
use dixit_dials::settings::Settings;
use dixit_dials::voting::{Question, questions};
use rand_core::RngCore;

use crate::dice::Dice;

/// For each seat, the answers to its questions: card numbers, 0 to decline.
pub type Secret = [Vec<u8>; MAX_SEATS];

/// The random numbers of one of the two games. Twins differ in nothing else: each twin's dials start at a number from
/// which the same clicks lead to its own vote.
#[derive(Default)]
pub struct Starts {
    pub chosen: std::collections::VecDeque<u32>,
}

impl RngCore for Starts {
    fn next_u32(&mut self) -> u32 {
        self.chosen.pop_front().unwrap_or(0)
    }

    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}

/// The kinds of all knobs, the same as on the bundled boards.
pub const KINDS: [KnobKind; 12] =
    [const { KnobKind { detents_per_cycle: DetentsPerCycle::One, rest: Rest::High, direction: Direction::Normal } };
        12];

/// An event in the middle of a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Menu,
    SelfTest,
    ChangeLanguage,
    Unlock,
    /// A pause long enough for the screens to dim.
    Rest,
    PowerCut,
}

impl Event {
    pub const ALL: [Self; 6] =
        [Self::Menu, Self::SelfTest, Self::ChangeLanguage, Self::Unlock, Self::Rest, Self::PowerCut];

    pub fn name(self) -> &'static str {
        match self {
            Self::Menu => "menu",
            Self::SelfTest => "self-test",
            Self::ChangeLanguage => "another language",
            Self::Unlock => "unlock",
            Self::Rest => "rest",
            Self::PowerCut => "power cut",
        }
    }
}

pub struct Plan {
    pub board: Board,
    pub settings: Settings,
    pub journal: Journal,
    pub seed: u64,
    pub with_flash: bool,
    pub cards: u8,
    pub asked: [Vec<Question>; MAX_SEATS],
    pub secrets: [Secret; 2],
    /// The number of answers after which each event happens.
    pub events: Vec<(usize, Event)>,
    ruleset: Ruleset,
    seats: SeatSet,
    storyteller: Seat,
    clicks: [[i16; 4]; MAX_SEATS],
}

impl std::fmt::Display for Plan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} on {} seats, events {:?}", self.ruleset.name(), self.seats.len(), self.events)
    }
}

impl Plan {
    pub fn new(board: Board, seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5EED);
        for _ in 0..3 {
            dice.roll();
        }
        let counts: Vec<_> = Ruleset::ALL
            .into_iter()
            .map(|ruleset| (ruleset, ruleset.player_counts().collect::<Vec<_>>()))
            .map(|(ruleset, counts)| {
                (ruleset, counts.into_iter().filter(|&n| ruleset.seats_for(n) <= board.seats.most).collect::<Vec<_>>())
            })
            .filter(|(_, counts)| !counts.is_empty())
            .collect();
        let (ruleset, counts) = &counts[dice.below(counts.len() as u32) as usize];
        let players = counts[dice.below(counts.len() as u32) as usize];
        let seats = SeatSet::first(ruleset.seats_for(players));
        let storyteller = seats.iter().nth(dice.below(u32::from(seats.len())) as usize).unwrap();
        let owners = if dice.below(2) == 0 { Owners::After } else { Owners::WithVote };
        let settings = Settings {
            options: Options { owners, ..Options::DEFAULT },
            countdown: dice.below(4) > 0,
            ..Settings::DEFAULT
        };

        let mut game = Game::new(settings.options);
        game.play(Move::Start { ruleset: *ruleset, seats, storyteller, options: settings.options }).unwrap();
        let asked = std::array::from_fn(|i| {
            Seat::new(i as u8).map(|seat| questions(game.state(), seat).to_vec()).unwrap_or_default()
        });
        let cards = game.state().cards_on_table();
        let first = secret(&asked, cards, &mut dice);
        let mut second = secret(&asked, cards, &mut dice);
        // Where no owners are involved, the twins may differ in the votes of some seats only.
        if owners == Owners::After && dice.below(2) == 0 {
            for (mine, other) in second.iter_mut().zip(&first) {
                if dice.below(2) == 0 {
                    mine.clone_from(other);
                }
            }
        }
        if !matches!(board.voting, Voting::Ring { .. }) {
            // The clicks on a seat's screen show whether a second vote was declined, so either both twins decline it or
            // neither does.
            for (seat, asked) in asked.iter().enumerate() {
                let Some(nth) = asked.iter().position(|&question| question == Question::Second) else { continue };
                let declined = first[seat][nth] == 0;
                if declined != (second[seat][nth] == 0) {
                    let other = (1..=cards).find(|number| !second[seat][..nth].contains(number));
                    second[seat][nth] = if declined { 0 } else { other.expect("a card to vote for") };
                }
            }
        }
        let clicks = std::array::from_fn(|_| std::array::from_fn(|_| dice.below(15) as i16 - 7));
        let answers: usize = asked.iter().map(Vec::len).sum();
        let mut events = vec![];
        for event in Event::ALL {
            if dice.below(8) == 0 {
                events.push((dice.below(answers as u32) as usize, event));
            }
        }
        Self {
            board,
            settings,
            journal: game.journal().clone(),
            seed,
            with_flash: dice.below(40) == 0
                || events.iter().any(|(_, e)| *e == Event::ChangeLanguage) && dice.below(8) == 0,
            cards,
            asked,
            secrets: [first, second],
            events,
            ruleset: *ruleset,
            seats,
            storyteller,
            clicks,
        }
    }

    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    pub fn seats(&self) -> SeatSet {
        self.seats
    }

    pub fn storyteller(&self) -> Seat {
        self.storyteller
    }

    /// How far a seat turns for its nth answer where a dial starts at a random number.
    pub fn clicks(&self, seat: Seat, nth: usize) -> i16 {
        let clicks = self.clicks[seat.index()][nth.min(3)];
        if self.asked[seat.index()][nth] != Question::Second || matches!(self.board.voting, Voting::Ring { .. }) {
            return clicks;
        }
        // A second vote starts at "none" and comes back to it after all cards, so the clicks reveal whether it was
        // declined.
        let [secret, _] = &self.secrets;
        let offered = self.offered(seat, nth, secret).len() as i16;
        match secret[seat.index()][nth] {
            0 => clicks.signum() * offered,
            _ if clicks % offered == 0 => 1,
            _ => clicks,
        }
    }

    /// Returns the random word from which `clicks` lead to a twin's own answer. Cards that the seat has already named,
    /// as its own or in its first vote, are not offered again.
    pub fn start(&self, seat: Seat, nth: usize, secret: &Secret, clicks: i16) -> u32 {
        let numbers = self.offered(seat, nth, secret);
        let answer = numbers.iter().position(|&number| number == secret[seat.index()][nth]);
        let answer = answer.expect("an answer that is offered") as i16;
        let (start, starts) = match self.asked[seat.index()][nth] {
            Question::Second => {
                // The word decides which card follows "none".
                let cards = numbers.len() as i16 - 1;
                ((answer - clicks.rem_euclid(cards + 1)).rem_euclid(cards), cards)
            }
            _ => ((answer - clicks).rem_euclid(numbers.len() as i16), numbers.len() as i16),
        };
        ((start as u64) << 32).div_ceil(starts as u64) as u32
    }

    /// The numbers that a seat can choose from for its nth answer, given the earlier ones.
    fn offered(&self, seat: Seat, nth: usize, secret: &Secret) -> Vec<u8> {
        let (asked, secret) = (&self.asked[seat.index()], &secret[seat.index()]);
        let own =
            |before: &Question| matches!(before, Question::StoryCard | Question::PartnerCard | Question::Own { .. });
        let barred = asked[..nth].iter().zip(secret).filter(|(before, _)| match asked[nth] {
            Question::Green | Question::Red => false,
            Question::Second => true,
            _ => own(before),
        });
        let barred: Vec<u8> = barred.map(|(_, &number)| number).collect();
        let lowest = u8::from(asked[nth] != Question::Second);
        (lowest..=self.cards).filter(|number| !barred.contains(number)).collect()
    }

    /// The seats that vote differently in the two twins. Only their own screens may differ.
    pub fn differ(&self) -> SeatSet {
        let [first, second] = &self.secrets;
        self.seats.iter().filter(|seat| first[seat.index()] != second[seat.index()]).collect()
    }

    pub fn passes(&self) -> bool {
        self.board.voting == Voting::Pass
    }
}

/// Random possible answers: nobody votes for a card that they claim, and no card is claimed twice.
fn secret(asked: &[Vec<Question>; MAX_SEATS], cards: u8, dice: &mut Dice) -> Secret {
    let mut free: Vec<u8> = (1..=cards).collect();
    asked.each_ref().map(|asked| {
        let (mut own, mut first, mut answers) = (vec![], None, vec![]);
        for question in asked {
            let number = match question {
                Question::StoryCard | Question::PartnerCard | Question::Own { .. } => {
                    let number = free.swap_remove(dice.below(free.len() as u32) as usize);
                    own.push(number);
                    number
                }
                Question::Green | Question::Red => 1 + dice.below(u32::from(cards)) as u8,
                Question::Vote => loop {
                    let number = 1 + dice.below(u32::from(cards)) as u8;
                    if !own.contains(&number) {
                        first = Some(number);
                        break number;
                    }
                },
                Question::Second => loop {
                    let number = dice.below(u32::from(cards) + 1) as u8;
                    if !own.contains(&number) && first != Some(number) {
                        break number;
                    }
                },
            };
            answers.push(number);
        }
        answers
    })
}
