//! Rounds in plain numbers, and a slow reference scorer that counts vote by vote. It shares no code with the library,
//! on purpose.

use std::io::Write;

use dixit_dials::rules::{
    Ballot, Card, LoneVoteBonus, PlayerRound, Refusal, Round, Ruleset, Score, Seat, SeatSet, score,
};

pub fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

pub fn card(number: u8) -> Card {
    Card::from_number(number).unwrap()
}

/// A round in plain numbers, from 1: `votes[0]` holds the cards that player 1 voted for.
#[derive(Clone, Debug)]
pub struct Plain {
    pub ruleset: Ruleset,
    pub storyteller: u8,
    pub cards: Vec<u8>,
    pub votes: Vec<Vec<u8>>,
    pub red: Option<u8>,
    pub bonus: LoneVoteBonus,
}

impl Plain {
    pub fn new(ruleset: Ruleset, storyteller: u8, cards: &[u8], votes: &[&[u8]]) -> Self {
        Self {
            ruleset,
            storyteller,
            cards: cards.to_vec(),
            votes: votes.iter().map(|cards| cards.to_vec()).collect(),
            red: None,
            bonus: LoneVoteBonus::Always,
        }
    }

    pub fn red(self, number: u8) -> Self {
        Self { red: Some(number), ..self }
    }

    pub fn round(&self) -> Result<Round, Refusal> {
        PlayerRound {
            ruleset: self.ruleset,
            players: self.votes.len() as u8,
            storyteller: self.storyteller,
            cards: &self.cards,
            votes: &self.votes,
            red: self.red,
            lone_vote_bonus: self.bonus,
        }
        .round()
    }

    pub fn score(&self) -> Result<Score, Refusal> {
        score(&self.round()?)
    }

    pub fn points(&self) -> Vec<u8> {
        let score = self.score().unwrap_or_else(|refusal| panic!("{refusal}: {self:?}"));
        Seat::all().take(self.scorers()).map(|seat| score.points(seat)).collect()
    }

    pub fn reasons(&self) -> Vec<Vec<String>> {
        let score = self.score().unwrap_or_else(|refusal| panic!("{refusal}: {self:?}"));
        Seat::all()
            .take(self.scorers())
            .map(|seat| score.reasons(seat).iter().map(|r| r.to_string()).collect())
            .collect()
    }

    pub fn scorers(&self) -> usize {
        if self.ruleset == Ruleset::Team { self.votes.len() / 2 } else { self.votes.len() }
    }

    /// The points according to the reference scorer.
    pub fn referee(&self) -> Vec<u8> {
        let scorers = self.scorers();
        let team = |player: usize| player % scorers;
        let slips: Vec<(usize, usize)> =
            self.votes.iter().enumerate().flat_map(|(p, cards)| cards.iter().map(move |&c| (p, c as usize))).collect();
        let mut points = vec![0; scorers];
        if self.ruleset == Ruleset::Party {
            for &(player, card) in &slips {
                let alike = slips.iter().filter(|slip| slip.1 == card).count() as u8;
                points[player] = if Some(card as u8) == self.red || alike == 1 { 0 } else { alike.min(5) };
            }
            return points;
        }

        let storyteller = self.storyteller as usize - 1;
        let story_card = 1 + self.cards.iter().position(|&owner| owner == self.storyteller).unwrap();
        let mut right: Vec<usize> = slips.iter().filter(|slip| slip.1 == story_card).map(|slip| team(slip.0)).collect();
        right.sort();
        if right.is_empty() || right.len() == scorers - 1 {
            points.iter_mut().for_each(|points| *points = 2);
            points[team(storyteller)] = 0;
        } else {
            points[team(storyteller)] = 3;
            right.iter().for_each(|&scorer| points[scorer] = 3);
        }

        let seven_or_more = self.ruleset == Ruleset::Odyssey && self.votes.len() >= 7;
        let unpaid = self.bonus == LoneVoteBonus::SomeMissed && right.len() == scorers - 1;
        for (player, cards) in self.votes.iter().enumerate() {
            if seven_or_more && cards == &[story_card as u8] && !unpaid {
                points[player] += 1;
            }
        }

        let limit = if matches!(self.ruleset, Ruleset::Dixit | Ruleset::Disney) { 99 } else { 3 };
        let mut bonus = vec![0; scorers];
        for &(_, card) in slips.iter().filter(|slip| slip.1 != story_card) {
            let owner = team(self.cards[card - 1] as usize - 1);
            if bonus[owner] < limit {
                bonus[owner] += 1;
                points[owner] += 1;
            }
        }
        points
    }
}

/// Prints straight to the terminal: the test runner would swallow the output of a passing test.
pub fn say(line: &str) {
    std::io::stderr().write_all(line.as_bytes()).unwrap();
}

/// Returns `round` with every seat and every card renumbered; the seats in play need not be adjacent.
pub fn renamed(round: &Round, seats: &[u8; 12], cards: &[u8; 12]) -> Round {
    let new_seat = |old: Seat| seat(seats[old.index()]);
    let new_card = |old: Card| card(cards[old.index()]);
    let names: SeatSet = round.seats.iter().map(new_seat).collect();
    let mut new = Round::new(round.ruleset, names, new_seat(round.storyteller));
    new.story_card = round.story_card.map(new_card);
    new.red = round.red.map(new_card);
    new.lone_vote_bonus = round.lone_vote_bonus;
    for old in Card::first(12) {
        new.owners[new_card(old).index()] = round.owners[old.index()].map(new_seat);
    }
    for old in round.seats.iter() {
        new.votes[new_seat(old).index()] =
            round.ballot(old).iter().map(new_card).fold(Ballot::EMPTY, |ballot, card| ballot.with(card));
    }
    new
}

/// A renumbering under which the first `on_table` cards remain the cards on the table.
pub fn renaming(random: &mut fastrand::Rng, on_table: usize) -> ([u8; 12], [u8; 12]) {
    let mut seats = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    let mut cards = seats;
    random.shuffle(&mut seats);
    random.shuffle(&mut cards[..on_table]);
    (seats, cards)
}

pub fn assert_same_renamed(round: &Round, scored: &Score, (seats, cards): &([u8; 12], [u8; 12])) {
    let new = score(&renamed(round, seats, cards)).unwrap();
    for old in round.seats.iter() {
        assert_eq!(scored.reasons(old), new.reasons(seat(seats[old.index()])), "{round:?} renamed {seats:?} {cards:?}");
    }
}
