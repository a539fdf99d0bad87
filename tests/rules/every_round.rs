//! Every possible round, for the numbers of players where they can be enumerated, checked against properties that
//! always hold.

use std::time::Instant;

use dixit_dials::rules::{
    Ballot, Card, LoneVoteBonus, PlayerRound, Refusal, Round, Ruleset, Score, Seat, SeatSet, score,
};

use crate::plain::{assert_same_renamed, card, renaming, say, seat};

/// Visits all words of `length` letters, each from 1 to `letters`.
fn each_word(length: usize, letters: u8, mut visit: impl FnMut(&[u8])) {
    let mut word = vec![1; length];
    loop {
        visit(&word);
        let Some(place) = word.iter().rposition(|&letter| letter < letters) else { return };
        word[place] += 1;
        word[place + 1..].fill(1);
    }
}

/// Visits all orders of the cards; cards of one owner are interchangeable.
fn each_order(owners: &[u8], mut visit: impl FnMut(&[u8])) {
    let mut order = owners.to_vec();
    order.sort();
    loop {
        visit(&order);
        let Some(place) = (1..order.len()).rev().find(|&i| order[i - 1] < order[i]) else { return };
        let swap = (place..order.len()).rev().find(|&i| order[i] > order[place - 1]).unwrap();
        order.swap(place - 1, swap);
        order[place..].reverse();
    }
}

fn report(what: &str, rounds: usize, since: Instant) {
    say(&format!("{what}: {rounds} rounds in {:.1} s\n", since.elapsed().as_secs_f32()));
}

fn points_of(scored: &Score, seats: u8) -> Vec<u8> {
    SeatSet::first(seats).iter().map(|seat| scored.points(seat)).collect()
}

/// Visits every round of a ruleset with one vote for the storyteller's card: each storyteller, each order of the cards,
/// each way to vote, own cards included. With six players all orders of the cards take seconds, so they are visited
/// only for `orders_of_six` of the storytellers; for the others, only the position of the storyteller's card varies.
fn each_base_round(ruleset: Ruleset, players: u8, orders_of_six: u8, mut visit: impl FnMut(&Round, &[u8])) {
    for storyteller in 1..=players {
        let mut owners: Vec<u8> = (1..=players).collect();
        if players == 3 {
            owners.extend((1..=3).filter(|&player| player != storyteller));
        }
        each_order(&owners, |order| {
            let sorted_but_told = order.iter().filter(|&&owner| owner != storyteller).is_sorted();
            if players == 6 && storyteller > orders_of_six && !sorted_but_told {
                return;
            }
            let mut round = Round::new(ruleset, SeatSet::first(players), seat(storyteller));
            for (place, &owner) in order.iter().enumerate() {
                round.owners[place] = Some(seat(owner));
                if owner == storyteller {
                    round.story_card = Some(card(place as u8 + 1));
                }
            }
            each_word(players as usize - 1, order.len() as u8, |word| {
                let voters = (1..=players).filter(|&player| player != storyteller);
                for (voter, &number) in voters.zip(word) {
                    round.votes[voter as usize - 1] = Ballot::one(card(number));
                }
                visit(&round, order);
            });
        });
    }
}

/// Asserts what must hold of any round with one vote for the storyteller's card. `order` holds the owner of each card.
fn assert_base_properties(round: &Round, order: &[u8], limit: u32) {
    let players = round.seats.len();
    let storyteller = round.storyteller.number();
    let voted = |player: u8| u32::from(round.votes[player as usize - 1].first().map_or(0, Card::number));
    let story_card = order.iter().position(|&owner| owner == storyteller).unwrap() as u32 + 1;
    let voters = || (1..=players).filter(|&player| player != storyteller);

    let own = voters().find(|&player| order[voted(player) as usize - 1] == player);
    let scored = match (score(round), own) {
        (Ok(scored), None) => scored,
        (answer, Some(player)) => {
            let card = card(voted(player) as u8);
            return assert_eq!(answer, Err(Refusal::OwnCard { seat: seat(player), card }));
        }
        (answer, None) => panic!("{answer:?} of {round:?}"),
    };

    let right = voters().filter(|&player| voted(player) == story_card).count() as u32;
    let guessers = u32::from(players) - 1;
    let some = right > 0 && right < guessers;
    let mut lost_to_limit = 0;
    let mut total = 0;
    for player in 1..=players {
        let points = u32::from(scored.points(seat(player)));
        total += points;
        if player == storyteller {
            assert_eq!(points, if some { 3 } else { 0 }, "{round:?}");
            continue;
        }
        let drawn = voters().filter(|&other| order[voted(other) as usize - 1] == player).count() as u32;
        lost_to_limit += drawn.saturating_sub(limit);
        let for_vote = points - drawn.min(limit);
        assert_eq!(
            for_vote,
            if !some {
                2
            } else if voted(player) == story_card {
                3
            } else {
                0
            },
            "{round:?}"
        );
    }
    // Without a limit the sum depends only on how many found the card: every other vote is a point for somebody.
    let sum = match right {
        0 => 3 * guessers,
        right if right == guessers => 2 * guessers,
        right => 3 + 2 * right + guessers,
    };
    assert_eq!(total, sum - lost_to_limit, "{round:?}");
}

fn check_every_base_round(ruleset: Ruleset, limit: u32, orders_of_six: u8) {
    let since = Instant::now();
    let mut random = fastrand::Rng::with_seed(7);
    let mut rounds = 0;
    for players in 3..=6 {
        each_base_round(ruleset, players, orders_of_six, |round, order| {
            rounds += 1;
            assert_base_properties(round, order, limit);
            if rounds % 16 == 0
                && let Ok(scored) = score(round)
            {
                assert_same_renamed(round, &scored, &renaming(&mut random, order.len()));
            }
        });
    }
    report(ruleset.name(), rounds, since);
}

#[test]
fn every_round_of_dixit_for_three_to_six() {
    check_every_base_round(Ruleset::Dixit, u32::MAX, 1);
}

#[test]
fn every_round_of_disney_for_three_to_six() {
    check_every_base_round(Ruleset::Disney, u32::MAX, 0);
}

#[test]
fn every_round_of_odyssey_for_three_to_six() {
    check_every_base_round(Ruleset::Odyssey, 3, 0);
}

#[test]
fn every_round_of_party_for_six() {
    let since = Instant::now();
    let mut random = fastrand::Rng::with_seed(5);
    let mut rounds = 0;
    for storyteller in 1..=6 {
        let mut round = Round::new(Ruleset::Party, SeatSet::first(6), seat(storyteller));
        for red in 1..=6 {
            round.red = Some(card(red));
            each_word(6, 6, |word| {
                rounds += 1;
                for (ballot, &number) in round.votes.iter_mut().zip(word) {
                    *ballot = Ballot::one(card(number));
                }
                let scored = score(&round).unwrap();
                // Points by card: each of k voters for a card gets k points, at most 5, and a lone voter none. The sums
                // are 0, 0, 4, 9, 16, 25 and 30.
                let handed_out = |number: u8| match word.iter().filter(|&&vote| vote == number).count() {
                    _ if number == red => 0,
                    1 => 0,
                    6 => 30,
                    crowd => crowd * crowd,
                };
                for number in 1..=6 {
                    let voters = (1..=6).filter(|&player: &u8| word[player as usize - 1] == number);
                    let points: Vec<u8> = voters.map(|player| scored.points(seat(player))).collect();
                    assert_eq!(points.iter().map(|&p| usize::from(p)).sum::<usize>(), handed_out(number), "{round:?}");
                    assert!(points.iter().all(|&p| p == points[0]), "who voted alike gets alike: {round:?}");
                }
                if rounds % 16 == 0 {
                    assert_same_renamed(&round, &scored, &renaming(&mut random, 6));
                }
            });
        }
    }
    report("party", rounds, since);
}

#[test]
fn every_round_of_team_for_three_and_four_teams() {
    let since = Instant::now();
    let mut rounds = 0;
    for teams in 3..=4_u8 {
        for storyteller in 1..=2 * teams {
            let partner = if storyteller > teams { storyteller - teams } else { storyteller + teams };
            let other_teams: Vec<u8> = (1..=teams).filter(|&team| team != storyteller && team != partner).collect();
            each_word(other_teams.len(), 2, |giver| {
                let pick = |which: u8, team: u8| if which == 1 { team } else { team + teams };
                let givers: Vec<u8> = other_teams.iter().zip(giver).map(|(&team, &which)| pick(which, team)).collect();
                let voters: Vec<u8> =
                    other_teams.iter().zip(giver).map(|(&team, &which)| pick(3 - which, team)).collect();
                let owners: Vec<u8> = givers.iter().copied().chain([storyteller, partner]).collect();
                each_order(&owners, |order| {
                    each_word(voters.len(), order.len() as u8, |word| {
                        rounds += 1;
                        check_team_round(teams, storyteller, partner, &givers, &voters, order, word);
                    });
                });
            });
        }
    }
    report("team", rounds, since);
}

fn check_team_round(teams: u8, storyteller: u8, partner: u8, givers: &[u8], voters: &[u8], order: &[u8], word: &[u8]) {
    let mut votes: [&[u8]; 8] = [&[]; 8];
    for (&voter, number) in voters.iter().zip(word.chunks(1)) {
        votes[voter as usize - 1] = number;
    }
    let told = PlayerRound {
        ruleset: Ruleset::Team,
        players: 2 * teams,
        storyteller,
        cards: order,
        votes: &votes[..2 * teams as usize],
        red: None,
        lone_vote_bonus: LoneVoteBonus::Always,
    };
    let answer = told.round().and_then(|round| score(&round));
    let owner_of = |number: u8| order[number as usize - 1];
    let own = |i: &usize| owner_of(word[*i]) == givers[*i];
    // Refusals come in seat order.
    if let Some(i) = (0..voters.len()).filter(own).min_by_key(|&i| voters[i]) {
        assert_eq!(answer, Err(Refusal::OwnTeamsCard { seat: seat(voters[i]), card: card(word[i]) }));
        return;
    }
    let scored = answer.unwrap();
    let drawn = |player: u8| word.iter().filter(|&&number| owner_of(number) == player).count() as u8;
    let right = drawn(storyteller);
    let some = right > 0 && usize::from(right) < word.len();
    let mut expected = vec![0; teams as usize];
    for (i, &giver) in givers.iter().enumerate() {
        let for_vote = if !some {
            2
        } else if owner_of(word[i]) == storyteller {
            3
        } else {
            0
        };
        expected[(giver as usize - 1) % teams as usize] = for_vote + drawn(giver);
    }
    // With at most three voters the limit cannot be reached.
    expected[(storyteller as usize - 1) % teams as usize] = if some { 3 } else { 0 } + drawn(partner);
    assert_eq!(points_of(&scored, teams), expected, "{told:?}");
}

/// Odyssey with seven players and two votes each has too many rounds to enumerate: this covers all ways in which two
/// voters vote once or twice while the others' votes are fixed.
#[test]
fn every_pair_of_ballots_of_odyssey_for_seven() {
    let since = Instant::now();
    let mut rounds = 0;
    let cards = || (1..=7).map(card);
    let ballots: Vec<Ballot> = cards()
        .map(Ballot::one)
        .chain(cards().flat_map(|a| cards().filter(move |&b| b != a).map(move |b| Ballot::two(a, b))))
        .collect();
    for story_card in 1..=7 {
        for others in 1..=7 {
            let mut round = Round::new(Ruleset::Odyssey, SeatSet::first(7), seat(story_card));
            round.story_card = Some(card(story_card));
            round.owners = std::array::from_fn(|i| Seat::new(i as u8).filter(|_| i < 7));
            let voters: Vec<u8> = (1..=7).filter(|&player| player != story_card).collect();
            for &voter in &voters[2..] {
                let number = if others == voter { story_card } else { others };
                round.votes[voter as usize - 1] = Ballot::one(card(number));
            }
            let [first, second] = [voters[0], voters[1]];
            for &a in ballots.iter().filter(|ballot| !ballot.has(card(first))) {
                for &b in ballots.iter().filter(|ballot| !ballot.has(card(second))) {
                    rounds += 1;
                    round.votes[first as usize - 1] = a;
                    round.votes[second as usize - 1] = b;
                    let scored = score(&round).unwrap();
                    let ballot = |player: u8| round.votes[player as usize - 1];
                    let right = voters.iter().filter(|&&player| ballot(player).has(card(story_card))).count();
                    let some = right > 0 && right < 6;
                    for &player in &voters {
                        let hit = ballot(player).has(card(story_card));
                        let drawn = voters.iter().filter(|&&other| ballot(other).has(card(player))).count();
                        let for_vote = if !some {
                            2
                        } else if hit {
                            3
                        } else {
                            0
                        };
                        let lone = usize::from(hit && ballot(player).len() == 1);
                        assert_eq!(
                            usize::from(scored.points(seat(player))),
                            for_vote + drawn.min(3) + lone,
                            "{round:?}"
                        );
                    }
                    assert_eq!(scored.points(seat(story_card)), if some { 3 } else { 0 }, "{round:?}");
                }
            }
        }
    }
    report("odyssey, seven players", rounds, since);
}
