//! The state of a game, and the one function that changes it: [`State::after`]. Knows nothing of knobs, screens or
//! time.

use super::bytes::{Bytes, Reader};
use super::cards::Cards;
use super::moves::{Move, Opened};
use super::options::Options;
use super::refusal::Refusal;
use super::turn::TimesTold;
use crate::rules::{
    Ballot, Card, End, MAX_SEATS, Round, Rules, Ruleset, Score, Seat, SeatSet, is_over, rules, score, winners,
};

pub type Scores = [u16; MAX_SEATS];

/// The storyteller: the player who "tells", which means to give the clue of a round. In Team, `second` means the second
/// player of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storyteller {
    pub seat: Seat,
    pub second: bool,
}

/// Where in a round the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Phase {
    /// No game has started.
    Lobby,
    /// The storyteller gives a clue; all lay their cards.
    Clue,
    /// Everyone votes. The votes are not part of the state: they are sealed.
    Vote,
    /// All votes are open.
    Reveal(Round),
    /// Some cards that drew votes have no owner yet.
    Owners(Round),
    /// This seat votes again, alone, because it had voted for its own card. All other votes are open.
    VoteAgain { round: Round, seat: Seat },
    /// The round is scored. `before` holds the scores before this round.
    Points { round: Round, score: Score, before: Scores },
    /// The game has ended.
    Over,
}

/// Everything that is known about a game, except sealed votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub ruleset: Ruleset,
    pub options: Options,
    pub seats: SeatSet,
    /// Players who left. Their scores are kept in case they come back.
    pub left: SeatSet,
    /// Seats that sit out this round.
    pub skipping: SeatSet,
    /// Seats that will sit out the next round.
    pub skip_next: SeatSet,
    pub scores: Scores,
    /// How often the players of each seat have told.
    pub times_told: TimesTold,
    pub storyteller: Storyteller,
    /// The seat chosen in the menu to tell next, out of turn.
    pub called: Option<Seat>,
    pub cards: Cards,
    /// Round number, from 1.
    pub round: u16,
    pub phase: Phase,
}

impl State {
    /// The state before the first game.
    pub fn lobby(options: Options) -> Self {
        Self {
            ruleset: Ruleset::Dixit,
            options,
            seats: SeatSet::EMPTY,
            left: SeatSet::EMPTY,
            skipping: SeatSet::EMPTY,
            skip_next: SeatSet::EMPTY,
            scores: [0; MAX_SEATS],
            times_told: [[0; 2]; MAX_SEATS],
            storyteller: Storyteller { seat: Seat::FIRST, second: false },
            called: None,
            cards: Cards::default(),
            round: 0,
            phase: Phase::Lobby,
        }
    }

    /// Seats that take part in this round.
    pub fn present(&self) -> SeatSet {
        self.seats.minus(self.skipping)
    }

    /// Seats that vote now.
    pub fn voting(&self) -> SeatSet {
        match self.phase {
            Phase::Vote => self.present(),
            Phase::VoteAgain { seat, .. } => SeatSet::EMPTY.with(seat),
            _ => SeatSet::EMPTY,
        }
    }

    /// Number of people who take part in this round.
    pub fn players(&self) -> u8 {
        self.ruleset.players_for(self.present().len())
    }

    pub fn rules(&self) -> Result<&'static Rules, Refusal> {
        Ok(rules(self.ruleset, self.players())?)
    }

    pub fn cards_on_table(&self) -> u8 {
        self.rules().map_or(0, |rules| rules.cards_on_table(self.players()))
    }

    /// The condition that ends the game.
    pub fn end(&self) -> End {
        self.options.end(self.ruleset)
    }

    /// The seats that would win at the current scores.
    pub fn winners(&self) -> SeatSet {
        winners(self.ruleset, self.end(), self.seats, &self.scores)
    }

    /// The goal, if several win by reaching it although their scores differ.
    pub fn shared_goal(&self) -> Option<u16> {
        let goal = self.end().goal;
        let winners = self.winners();
        let most = winners.iter().map(|seat| self.scores[seat.index()]).max()?;
        let fewest = winners.iter().map(|seat| self.scores[seat.index()]).min()?;
        (fewest < most).then_some(goal)
    }

    /// True if the game ends with the current scores and laps.
    pub fn is_over(&self) -> bool {
        is_over(self.end(), self.seats, &self.scores, &self.all_laps())
    }

    /// True if the current round is certainly the last. If false, the round can still turn out to be the last: somebody
    /// may reach the goal in it.
    pub fn is_last_round(&self) -> bool {
        let mut told = *self;
        if !matches!(self.phase, Phase::Points { .. } | Phase::Over) {
            told.count_turn();
        }
        told.is_over()
    }

    /// The seat whose knob controls the table: the storyteller's, or the next one if the storyteller has left.
    pub fn leader(&self) -> Seat {
        let storyteller = self.storyteller.seat;
        if self.seats.has(storyteller) { storyteller } else { self.seats.after(storyteller).unwrap_or(storyteller) }
    }

    /// A new round without votes.
    fn empty_round(&self) -> Round {
        let mut round = Round::new(self.ruleset, self.present(), self.storyteller.seat);
        round.lone_vote_bonus = self.options.lone_vote_bonus;
        round
    }

    /// The next card whose owner has to be asked.
    pub fn asked_card(&self) -> Option<Card> {
        match &self.phase {
            Phase::Owners(round) => round.cards_to_ask().next(),
            _ => None,
        }
    }

    /// The only possible owner of a card that is still asked about, if there is just one.
    pub fn only_owner(&self, card: Card) -> Option<Seat> {
        let Phase::Owners(round) = &self.phase else { return None };
        round.owner(card).filter(|_| round.certain.has(card))
    }

    /// How many cards still have to be asked about.
    pub fn cards_to_ask(&self) -> u8 {
        match &self.phase {
            Phase::Owners(round) => round.cards_to_ask().count() as u8,
            _ => 0,
        }
    }

    /// The state after this move. A refusal leaves everything unchanged.
    pub fn after(&self, made: &Move) -> Result<Self, Refusal> {
        let mut next = *self;
        match (made, &self.phase) {
            (Move::Start { ruleset, seats, storyteller, options }, _) => {
                rules(*ruleset, ruleset.players_for(seats.len()))?;
                if !seats.has(*storyteller) {
                    return Err(Refusal::Rules(crate::rules::Refusal::NotPlaying { number: storyteller.number() }));
                }
                next = Self::lobby(*options);
                next.ruleset = *ruleset;
                next.seats = *seats;
                next.storyteller = Storyteller { seat: *storyteller, second: false };
                next.round = 1;
                next.phase = Phase::Clue;
                next.deal();
            }
            (Move::Resume { state, .. }, _) => next = *state,
            (_, Phase::Lobby) => return Err(Refusal::NotNow),
            (Move::Lay, Phase::Clue) => next.phase = Phase::Vote,
            (Move::Reveal(opened), Phase::Vote) => next.phase = Phase::Reveal(self.opened(opened)?),
            (Move::GoOn, Phase::Reveal(round)) => next.settle(*round)?,
            (Move::Claim { card, seat }, Phase::Owners(round)) => {
                round.check_claim(*seat, *card)?;
                next.settle(claimed(*round, *seat, *card))?;
            }
            (Move::VoteAgain { seat, own }, Phase::Reveal(round) | Phase::Owners(round)) => {
                next.phase = Phase::VoteAgain { round: reopened(round, *seat, *own)?, seat: *seat };
            }
            (Move::Recast(ballot), Phase::VoteAgain { round, seat }) => {
                next.settle(voted(*round, *seat, *ballot)?)?;
            }
            (Move::Next, Phase::Points { .. }) => next.begin_round(),
            (Move::Correct { seat, score }, _) if self.seats.has(*seat) => next.scores[seat.index()] = *score,
            (Move::Choose(options), _) => next.options = *options,
            (Move::End, _) => next.phase = Phase::Over,
            (
                Move::Add { .. } | Move::Return { .. } | Move::Remove { .. } | Move::Skip { .. } | Move::Tell { .. },
                Phase::Reveal(_) | Phase::Owners(_) | Phase::VoteAgain { .. },
            ) => return Err(Refusal::FinishTheRound),
            // Reaching the goal ends the game, even if that player leaves now.
            (
                Move::Add { .. } | Move::Return { .. } | Move::Remove { .. } | Move::Skip { .. } | Move::Tell { .. },
                Phase::Points { .. },
            ) if self.is_over() => return Err(Refusal::GameIsOver),
            (Move::Add { seat }, Phase::Clue | Phase::Vote | Phase::Points { .. }) if !self.seats.has(*seat) => {
                next.times_told[seat.index()] = self.told_of_a_late_seat();
                next.join(*seat, self.late_score())?;
            }
            (Move::Return { seat }, Phase::Clue | Phase::Vote | Phase::Points { .. }) if self.left.has(*seat) => {
                next.times_told[seat.index()] = self.told_of_a_returning_seat(*seat);
                next.join(*seat, self.scores[seat.index()])?;
            }
            (Move::Remove { seat }, Phase::Clue | Phase::Vote | Phase::Points { .. }) if self.seats.has(*seat) => {
                next.seats = self.seats.without(*seat);
                next.skipping = self.skipping.without(*seat);
                next.skip_next = self.skip_next.without(*seat);
                next.left = self.left.with(*seat);
                next.cards.hands[seat.index()] = 0;
                next.cards.taken[seat.index()] = 0;
                next.reseat()?;
            }
            (Move::Skip { seat }, Phase::Clue | Phase::Vote) if self.seats.has(*seat) => {
                next.skipping = toggled(self.skipping, *seat);
                next.reseat()?;
            }
            (Move::Skip { seat }, Phase::Points { .. }) if self.seats.has(*seat) => {
                next.skip_next = toggled(self.skip_next, *seat);
                let coming = self.ruleset.players_for(next.seats.minus(next.skip_next).len());
                rules(self.ruleset, coming)?;
            }
            (Move::Tell { seat }, Phase::Clue | Phase::Vote) if self.present().has(*seat) => {
                next.storyteller = self.teller_at(*seat);
                next.phase = Phase::Clue;
            }
            (Move::Tell { seat }, Phase::Points { .. }) if self.seats.minus(self.skip_next).has(*seat) => {
                next.called = Some(*seat);
            }
            _ => return Err(Refusal::NotNow),
        }
        Ok(next)
    }

    /// Whether one more seat can join this game, now or after this round.
    pub fn takes_another(&self) -> Result<(), Refusal> {
        let ended = matches!(self.phase, Phase::Points { .. }) && self.is_over();
        if ended || matches!(self.phase, Phase::Over) {
            return Err(Refusal::GameIsOver);
        }
        rules(self.ruleset, self.ruleset.players_for(self.seats.len() + 1))?;
        Ok(())
    }

    /// The score that a latecomer starts with: the lowest at the table.
    pub fn late_score(&self) -> u16 {
        self.seats.iter().map(|seat| self.scores[seat.index()]).min().unwrap_or(0)
    }

    fn join(&mut self, seat: Seat, score: u16) -> Result<(), Refusal> {
        self.seats = self.seats.with(seat);
        self.left = self.left.without(seat);
        self.scores[seat.index()] = score;
        if let Phase::Points { before, .. } = &mut self.phase {
            before[seat.index()] = score;
        }
        self.reseat()
    }

    /// Puts the opened votes into a round and checks what can be checked before the owners are known.
    fn opened(&self, opened: &Opened) -> Result<Round, Refusal> {
        let empty = Round { story_card: opened.story_card, owners: opened.owners, ..self.empty_round() };
        let mut round = empty;
        for seat in empty.voters().iter() {
            if opened.votes[seat.index()].is_empty() {
                return Err(Refusal::Rules(crate::rules::Refusal::NoVote { seat }));
            }
        }
        for seat in Seat::all() {
            round = voted(round, seat, opened.votes[seat.index()])?;
        }
        round.red = opened.red;
        // A trial scoring finds errors in the story card and the red token. Owners may still be missing.
        match score(&round) {
            Ok(_) | Err(crate::rules::Refusal::NoOwner { .. }) => Ok(round),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Continues to the points if every card that drew votes has an owner, otherwise to the next owner.
    fn settle(&mut self, round: Round) -> Result<(), Refusal> {
        let round = round.filled_in();
        if round.cards_to_ask().next().is_some() {
            self.phase = Phase::Owners(round);
            return Ok(());
        }
        let score = score(&round)?;
        let before = self.scores;
        for seat in round.seats.iter() {
            self.scores[seat.index()] = before[seat.index()].saturating_add(u16::from(score.points(seat)));
        }
        self.count_turn();
        self.discard(&round);
        self.phase = Phase::Points { round, score, before };
        Ok(())
    }

    fn begin_round(&mut self) {
        let over = self.is_over();
        match self.next_storyteller() {
            Some(storyteller) if !over => {
                self.storyteller = storyteller;
                self.called = None;
                self.skipping = self.skip_next;
                self.skip_next = SeatSet::EMPTY;
                self.round = self.round.saturating_add(1);
                self.phase = Phase::Clue;
                self.draw();
            }
            _ => self.phase = Phase::Over,
        }
    }

    /// After a change of seats: checks the number of players, replaces an absent storyteller and starts the vote again.
    fn reseat(&mut self) -> Result<(), Refusal> {
        rules(self.ruleset, self.ruleset.players_for(self.seats.len()))?;
        rules(self.ruleset, self.ruleset.players_for(self.seats.minus(self.skip_next).len()))?;
        if matches!(self.phase, Phase::Points { .. }) {
            return Ok(());
        }
        self.rules()?;
        if !self.present().has(self.storyteller.seat) {
            self.storyteller = self.turn_after(self.present()).ok_or(Refusal::NotNow)?;
        }
        self.phase = Phase::Clue;
        self.take_cards();
        Ok(())
    }

    /// Encodes only what differs at the start of a plain round (see [`State::is_plain_clue`]); the journal is folded
    /// there.
    pub(super) fn encode(&self, to: &mut Bytes) {
        let second = if self.storyteller.second { SECOND } else { 0 };
        to.ruleset(self.ruleset).options(&self.options).seats(self.seats);
        to.byte(self.storyteller.seat.number() | second).word(self.round);
        for score in self.scores {
            to.word(score);
        }
        for [first, second] in self.times_told {
            to.byte(first | second << 4);
        }
        to.byte(self.cards.pile).seats(self.left);
    }

    pub(super) fn decode(from: &mut Reader) -> Option<Self> {
        let (ruleset, options, seats, storyteller) = (from.ruleset()?, from.options()?, from.seats()?, from.byte()?);
        let mut state = Self { ruleset, seats, phase: Phase::Clue, ..Self::lobby(options) };
        state.storyteller =
            Storyteller { seat: Seat::from_number(storyteller & !SECOND)?, second: storyteller & SECOND != 0 };
        state.round = from.word()?;
        for score in &mut state.scores {
            *score = from.word()?;
        }
        for told in &mut state.times_told {
            let both = from.byte()?;
            *told = [both & 15, both >> 4];
        }
        state.cards = state.full_hands(from.byte()?);
        state.left = from.seats()?;
        (state.rules().is_ok() && state.present().has(state.storyteller.seat)).then_some(state)
    }

    /// True if [`Move::Resume`] can replace all moves that led here.
    pub(super) fn is_plain_clue(&self) -> bool {
        matches!(self.phase, Phase::Clue)
            && self.called.is_none()
            && self.skipping.is_empty()
            && self.skip_next.is_empty()
            && self.cards == self.full_hands(self.cards.pile)
    }
}

/// Flag in the storyteller's byte: the second player of the seat tells.
const SECOND: u8 = 0x80;

fn toggled(seats: SeatSet, seat: Seat) -> SeatSet {
    if seats.has(seat) { seats.without(seat) } else { seats.with(seat) }
}

fn claimed(mut round: Round, seat: Seat, card: Card) -> Round {
    round.owners[card.index()] = Some(seat);
    round.certain = round.certain.without(card);
    round
}

fn voted(mut round: Round, seat: Seat, ballot: Ballot) -> Result<Round, Refusal> {
    for card in ballot.iter() {
        round.check_vote(seat, card)?;
        round.votes[seat.index()] = round.votes[seat.index()].with(card);
    }
    Ok(round)
}

/// Removes the vote of this seat, and claims `own` for it. All other votes and claims stay.
fn reopened(round: &Round, seat: Seat, own: Option<Card>) -> Result<Round, Refusal> {
    let own_card_allowed = round.rules()?.own_card_allowed();
    if own_card_allowed || !round.voters().has(seat) {
        return Err(Refusal::NotNow);
    }
    let mut round = round.as_claimed();
    round.votes[seat.index()] = Ballot::EMPTY;
    if let Some(card) = own {
        round.check_claim(seat, card)?;
        round = claimed(round, seat, card);
    }
    Ok(round)
}
