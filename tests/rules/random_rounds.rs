//! Random rounds for every ruleset and every number of players, checked against the reference scorer.

use dixit_dials::rules::{LoneVoteBonus, Ruleset, Seat};

use crate::plain::{Plain, assert_same_renamed, renaming, say};

const ROUNDS_OF_EACH: usize = 8_000;

/// A round that could really be played.
fn deal(random: &mut fastrand::Rng, ruleset: Ruleset, players: u8) -> Plain {
    let storyteller = random.u8(1..=players);
    let team = players / 2;
    let partner = |player: u8| if player > team { player - team } else { player + team };
    let same_team = |a: u8, b: u8| a == b || ruleset == Ruleset::Team && a == partner(b);

    let mut cards = Vec::new();
    for player in 1..=players {
        match ruleset {
            Ruleset::Team if same_team(player, storyteller) => cards.push(player),
            Ruleset::Team if player > team => {}
            Ruleset::Team => cards.push(if random.bool() { player } else { partner(player) }),
            _ if players == 3 && player != storyteller => cards.extend([player, player]),
            _ => cards.push(player),
        }
    }
    random.shuffle(&mut cards);

    // Sometimes most players vote alike; otherwise the limits would hardly ever be reached.
    let favourite = random.u8(1..=cards.len() as u8);
    let alike = random.u8(0..=4);
    let mut votes = Vec::new();
    for player in 1..=players {
        let mut open: Vec<u8> = (1..=cards.len() as u8).collect();
        if ruleset != Ruleset::Party {
            open.retain(|&card| !same_team(cards[card as usize - 1], player));
        }
        let may_vote = match ruleset {
            Ruleset::Party => true,
            Ruleset::Team => !same_team(player, storyteller) && !cards.contains(&player),
            _ => player != storyteller,
        };
        let most = if ruleset == Ruleset::Odyssey && players >= 7 { random.usize(1..=2) } else { 1 };
        random.shuffle(&mut open);
        if open.contains(&favourite) && random.u8(0..4) < alike {
            open.retain(|&card| card != favourite);
            open.insert(0, favourite);
        }
        open.truncate(if may_vote { most } else { 0 });
        votes.push(open);
    }
    let red = (ruleset == Ruleset::Party).then(|| random.u8(1..=cards.len() as u8));
    let bonus = if random.bool() { LoneVoteBonus::Always } else { LoneVoteBonus::SomeMissed };
    Plain { ruleset, storyteller, cards, votes, red, bonus }
}

#[test]
fn random_rounds_score_as_the_referee_says() {
    let mut random = fastrand::Rng::with_seed(2008);
    let mut rounds = 0;
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts() {
            for _ in 0..ROUNDS_OF_EACH {
                let plain = deal(&mut random, ruleset, players);
                assert_eq!(plain.points(), plain.referee(), "{plain:?}");
                rounds += 1;
            }
        }
    }
    say(&format!("{rounds} random rounds of up to 12 players agree with the referee\n"));
}

#[test]
fn renumbering_seats_and_cards_does_not_change_the_points() {
    let mut random = fastrand::Rng::with_seed(30);
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts() {
            for _ in 0..2_000 {
                let plain = deal(&mut random, ruleset, players);
                let round = plain.round().unwrap();
                let names = renaming(&mut random, plain.cards.len());
                assert_same_renamed(&round, &plain.score().unwrap(), &names);
            }
        }
    }
}

/// The device asks only for the owners of cards that got votes.
#[test]
fn owners_of_cards_without_votes_do_not_matter() {
    let mut random = fastrand::Rng::with_seed(84);
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts() {
            for _ in 0..500 {
                let plain = deal(&mut random, ruleset, players);
                let mut round = plain.round().unwrap();
                for (owner, number) in round.owners.iter_mut().zip(1..) {
                    if !plain.votes.iter().any(|cards| cards.contains(&number)) {
                        *owner = None;
                    }
                }
                if let Some(story_card) = round.story_card {
                    round.owners[story_card.index()] = None;
                }
                assert_eq!(dixit_dials::rules::score(&round), plain.score(), "{plain:?}");
            }
        }
    }
}

/// Every round that can be scored can also be entered through dials and claims, one by one.
#[test]
fn votes_and_claims_are_accepted_one_by_one_as_they_are_together() {
    let mut random = fastrand::Rng::with_seed(12);
    for ruleset in Ruleset::ALL {
        for players in ruleset.player_counts() {
            for _ in 0..500 {
                let round = deal(&mut random, ruleset, players).round().unwrap();
                let mut growing = round;
                growing.votes = Default::default();
                growing.owners = Default::default();
                for seat in Seat::all() {
                    for card in round.ballot(seat).iter() {
                        growing.check_vote(seat, card).unwrap();
                        growing.votes[seat.index()] = growing.ballot(seat).with(card);
                    }
                }
                for card in dixit_dials::rules::Card::first(12) {
                    if let Some(owner) = round.owners[card.index()] {
                        growing.check_claim(owner, card).unwrap();
                        growing.owners[card.index()] = Some(owner);
                    }
                }
                assert_eq!(growing, round);
            }
        }
    }
}
