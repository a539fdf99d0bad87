//! A round by player numbers from 1, as people write it down: who owns which card, who voted for what. In Team it knows
//! both players of a team, and checks which of them may vote. Converts to a [`Round`] of seats. The device never needs
//! it, because it asks seats; `cargo xtask score` and tests do.

use super::{
    Ballot, Card, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Refusal, Role, Round, Rules, Ruleset, Seat, SeatSet, rules,
};

/// A round by player numbers. `V` is a list of card numbers.
#[derive(Clone, Copy, Debug)]
pub struct PlayerRound<'a, V> {
    pub ruleset: Ruleset,
    pub players: u8,
    pub storyteller: u8,
    /// Owner of each card on the table, as a player number. May be empty in Party.
    pub cards: &'a [u8],
    /// Cards that each player voted for.
    pub votes: &'a [V],
    pub red: Option<u8>,
    pub lone_vote_bonus: LoneVoteBonus,
}

impl<V: AsRef<[u8]>> PlayerRound<'_, V> {
    /// Converts to seats. Refuses what cannot be expressed that way, such as both players of a team voting.
    pub fn round(&self) -> Result<Round, Refusal> {
        let rules = rules(self.ruleset, self.players)?;
        let storyteller = self.player(self.storyteller)?;
        let owners = self.owners(rules, storyteller)?;
        let ballots = self.ballots(rules)?;
        if self.ruleset.is_team() {
            self.check_teams(storyteller, &owners, &ballots)?;
        }

        let seats = self.ruleset.seats_for(self.players);
        let mut round = Round::new(self.ruleset, SeatSet::first(seats), self.seat(storyteller));
        round.story_card = Card::first(MAX_CARDS as u8)
            .find(|card| rules.has_story_card() && owners[card.index()] == Some(storyteller));
        round.owners = owners.map(|owner| owner.map(|player| self.seat(player)));
        for (player, ballot) in Seat::all().zip(ballots).filter(|(_, ballot)| !ballot.is_empty()) {
            round.votes[self.seat(player).index()] = ballot;
        }
        round.red = self.red.map(|number| self.card(rules, storyteller, number)).transpose()?;
        round.lone_vote_bonus = self.lone_vote_bonus;
        Ok(round)
    }

    fn player(&self, number: u8) -> Result<Seat, Refusal> {
        Seat::from_number(number).filter(|_| number <= self.players).ok_or(Refusal::NotPlaying { number })
    }

    fn card(&self, rules: &Rules, seat: Seat, number: u8) -> Result<Card, Refusal> {
        let lies = number <= rules.cards_on_table(self.players);
        Card::from_number(number).filter(|_| lies).ok_or(Refusal::NotOnTable { seat, number })
    }

    /// The seat of a player. Partners sit opposite each other: of six players, 1 and 4 share a seat.
    fn seat(&self, player: Seat) -> Seat {
        let seats = self.ruleset.seats_for(self.players).max(1);
        Seat::new(player.index() as u8 % seats).unwrap_or(player)
    }

    fn owners(&self, rules: &Rules, storyteller: Seat) -> Result<[Option<Seat>; MAX_CARDS], Refusal> {
        let mut owners = [None; MAX_CARDS];
        if self.cards.is_empty() && !rules.asks_owners() {
            return Ok(owners);
        }
        let expected = rules.cards_on_table(self.players);
        if self.cards.len() != usize::from(expected) {
            let cards = u8::try_from(self.cards.len()).unwrap_or(u8::MAX);
            return Err(Refusal::CardCount { cards, expected });
        }
        for (owner, &number) in owners.iter_mut().zip(self.cards) {
            *owner = Some(self.player(number)?);
        }
        for seat in SeatSet::first(self.players).iter() {
            let given = owners.iter().filter(|&&owner| owner == Some(seat)).count();
            // In Team each player lays at most one card.
            let most = match self.ruleset.is_team() {
                true => 1,
                false if seat == storyteller => rules.cards_given(self.players, Role::Storyteller),
                false => rules.cards_given(self.players, Role::Other),
            };
            if given > usize::from(most) {
                return Err(Refusal::TooManyCards { seat, most });
            }
        }
        Ok(owners)
    }

    fn ballots(&self, rules: &Rules) -> Result<[Ballot; MAX_SEATS], Refusal> {
        let mut ballots = [Ballot::EMPTY; MAX_SEATS];
        if self.votes.len() > usize::from(self.players) {
            return Err(Refusal::NotPlaying { number: self.players + 1 });
        }
        for ((seat, ballot), votes) in Seat::all().zip(&mut ballots).zip(self.votes) {
            for &number in votes.as_ref() {
                let card = self.card(rules, seat, number)?;
                if ballot.has(card) {
                    return Err(Refusal::SameCardTwice { seat, card });
                }
                if ballot.len() >= rules.most_votes() {
                    return Err(Refusal::TooManyVotes { seat, most: rules.most_votes() });
                }
                *ballot = ballot.with(card);
            }
        }
        Ok(ballots)
    }

    /// In each other team, one player gives a card and the partner votes. The storyteller's team does not vote.
    fn check_teams(
        &self,
        storyteller: Seat,
        owners: &[Option<Seat>; MAX_CARDS],
        ballots: &[Ballot; MAX_SEATS],
    ) -> Result<(), Refusal> {
        let gave: SeatSet = owners.iter().flatten().copied().collect();
        let players = SeatSet::first(self.players);
        let partner_of = |player: Seat| players.iter().find(|&p| p != player && self.seat(p) == self.seat(player));
        for player in players.iter() {
            let Some(partner) = partner_of(player) else { continue };
            let ballot = ballots[player.index()];
            let tells = [player, partner].contains(&storyteller);
            if !tells && gave.has(player) && gave.has(partner) {
                return Err(Refusal::BothGave { seat: player, partner });
            }
            let own =
                ballot.iter().find(|card| owners[card.index()].is_some_and(|o| self.seat(o) == self.seat(player)));
            match (ballot.is_empty(), own) {
                (true, _) if tells || gave.has(player) => {}
                (true, _) => return Err(Refusal::NoVote { seat: player }),
                _ if player == storyteller => return Err(Refusal::StorytellerVoted { seat: player }),
                _ if tells => return Err(Refusal::PartnerVoted { seat: player }),
                _ if gave.has(player) => return Err(Refusal::GiverVoted { seat: player }),
                (_, Some(card)) => return Err(Refusal::OwnTeamsCard { seat: player, card }),
                _ => {}
            }
        }
        Ok(())
    }
}
