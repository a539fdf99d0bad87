//! Deduced owners, checked against a list of every way in which the cards can have been laid.

use dixit_dials::rules::{Ballot, Card, MAX_CARDS, Role, Round, Ruleset, Seat, SeatSet};

fn seat(number: u8) -> Seat {
    Seat::from_number(number).unwrap()
}

fn card(number: u8) -> Card {
    Card::from_number(number).unwrap()
}

/// Every way to assign the cards from `next` on to seats that did not vote for them.
fn dealings(
    round: &Round,
    next: u8,
    cards: u8,
    left: &mut [u8; 13],
    owners: &mut Vec<Option<Seat>>,
    found: &mut dyn FnMut(&[Option<Seat>]),
) {
    if next > cards {
        return found(owners);
    }
    if round.story_card == Some(card(next)) {
        owners.push(None);
        dealings(round, next + 1, cards, left, owners, found);
        owners.pop();
        return;
    }
    for giver in round.seats.iter() {
        let claimed_by_another = round.owners[usize::from(next) - 1].is_some_and(|owner| owner != giver);
        if left[usize::from(giver.number())] == 0 || round.ballot(giver).has(card(next)) || claimed_by_another {
            continue;
        }
        left[usize::from(giver.number())] -= 1;
        owners.push(Some(giver));
        dealings(round, next + 1, cards, left, owners, found);
        owners.pop();
        left[usize::from(giver.number())] += 1;
    }
}

/// The owners on which all possible assignments agree.
fn in_common(round: &Round) -> [Option<Seat>; MAX_CARDS] {
    let rules = round.rules().unwrap();
    let players = round.players();
    let mut left = [0; 13];
    for seat in round.seats.iter() {
        let tells = seat == round.storyteller;
        let given = rules.cards_given(players, if tells { Role::Storyteller } else { Role::Other });
        left[usize::from(seat.number())] = given - u8::from(tells);
    }
    let mut common: Option<Vec<Option<Seat>>> = None;
    let mut compare = |owners: &[Option<Seat>]| match &mut common {
        None => common = Some(owners.to_vec()),
        Some(common) => {
            for (all, one) in common.iter_mut().zip(owners) {
                if all != one {
                    *all = None;
                }
            }
        }
    };
    dealings(round, 1, rules.cards_on_table(players), &mut left, &mut Vec::new(), &mut compare);
    let mut certain = round.owners;
    for (certain, common) in certain.iter_mut().zip(common.into_iter().flatten()) {
        *certain = certain.or(common);
    }
    certain
}

#[test]
fn an_owner_is_certain_if_all_possible_assignments_agree() {
    let mut random = fastrand::Rng::with_seed(5);
    let (mut rounds, mut named) = (0, 0);
    for (ruleset, seats) in [
        (Ruleset::Dixit, 3),
        (Ruleset::Dixit, 4),
        (Ruleset::Disney, 5),
        (Ruleset::Odyssey, 6),
        (Ruleset::Odyssey, 7),
        (Ruleset::Team, 3),
        (Ruleset::Team, 5),
    ] {
        for _ in 0..3_000 {
            let mut round = Round::new(ruleset, SeatSet::first(seats), seat(random.u8(1..=seats)));
            let cards = round.rules().unwrap().cards_on_table(round.players());
            round.story_card = Some(card(random.u8(1..=cards)));
            for voter in round.voters().iter() {
                let mut ballot = Ballot::one(card(random.u8(1..=cards)));
                if round.rules().unwrap().most_votes() == 2 && random.bool() {
                    let second = card(random.u8(1..=cards));
                    ballot = if ballot.has(second) { ballot } else { ballot.with(second) };
                }
                round.votes[voter.index()] = ballot;
            }
            // Some have already claimed, perhaps wrongly.
            for number in 1..=cards {
                let giver = seat(random.u8(1..=seats));
                if random.u8(0..5) == 0 && round.check_claim(giver, card(number)).is_ok() {
                    round.owners[usize::from(number) - 1] = Some(giver);
                }
            }
            assert_eq!(round.certain_owners(), in_common(&round), "{round:?}");
            rounds += 1;
            named += round.certain_owners().iter().zip(round.owners).filter(|(now, before)| **now != *before).count();
        }
    }
    println!("{rounds} rounds, {named} owners named by nobody");
    assert!(named > rounds / 4);
}

#[test]
fn among_three_players_a_vote_names_the_other_one() {
    let mut round = Round::new(Ruleset::Dixit, SeatSet::first(3), seat(1));
    round.story_card = Some(card(1));
    round.votes[seat(2).index()] = Ballot::one(card(2));
    round.votes[seat(3).index()] = Ballot::one(card(1));
    assert_eq!(round.certain_owners()[card(2).index()], Some(seat(3)));
}

#[test]
fn in_party_no_owner_is_certain_because_own_cards_are_allowed() {
    let mut round = Round::new(Ruleset::Party, SeatSet::first(6), seat(1));
    for voter in round.seats.iter() {
        round.votes[voter.index()] = Ballot::one(card(1));
    }
    assert_eq!(round.certain_owners(), [None; MAX_CARDS]);
}
