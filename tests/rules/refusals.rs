//! Rounds that cannot be scored are refused, with a reason that names the seat and the card.

use dixit_dials::rules::{Ballot, Refusal, Round, Ruleset, SeatSet, score};

use crate::plain::{Plain, card, seat};

/// Four players of Dixit, player 1 tells card 1.
fn dixit(votes: [&[u8]; 4]) -> Plain {
    Plain::new(Ruleset::Dixit, 1, &[1, 2, 3, 4], &votes)
}

/// Three teams: player 1 tells card 1, partner 4 gave card 2, players 2 and 3 gave cards 3 and 4.
fn team(cards: [u8; 4], votes: [&[u8]; 6]) -> Plain {
    Plain::new(Ruleset::Team, 1, &cards, &votes)
}

fn party(red: Option<u8>) -> Plain {
    Plain { red, ..Plain::new(Ruleset::Party, 1, &[], &[&[1][..]; 6]) }
}

fn odyssey(second: &[u8]) -> Plain {
    Plain::new(Ruleset::Odyssey, 1, &[1, 2, 3, 4, 5, 6, 7], &[&[], second, &[1], &[1], &[1], &[1], &[1]])
}

#[track_caller]
fn assert_refused(plain: &Plain, expected: Refusal, words: &str) {
    assert_eq!(plain.score(), Err(expected));
    assert_eq!(expected.to_string(), words);
}

#[test]
fn a_vote_for_the_own_card() {
    let refusal = Refusal::OwnCard { seat: seat(4), card: card(4) };
    assert_refused(&dixit([&[], &[1], &[1], &[4]]), refusal, "seat 4 voted for its own card 4");
    let refusal = Refusal::OwnCard { seat: seat(2), card: card(2) };
    assert_refused(&odyssey(&[1, 2]), refusal, "seat 2 voted for its own card 2");
}

#[test]
fn a_vote_for_the_own_teams_card() {
    let refusal = Refusal::OwnTeamsCard { seat: seat(5), card: card(3) };
    assert_refused(
        &team([1, 4, 2, 3], [&[], &[], &[], &[], &[3], &[1]]),
        refusal,
        "seat 5 voted for its own team's card 3",
    );
}

#[test]
fn a_vote_for_a_number_not_on_the_table() {
    for number in [0, 5, 12, 13, 255] {
        let refusal = Refusal::NotOnTable { seat: seat(3), number };
        let words = format!("seat 3 named card {number}, which is not on the table");
        assert_refused(&dixit([&[], &[1], &[number], &[1]]), refusal, &words);
    }
    let refusal = Refusal::NotOnTable { seat: seat(1), number: 7 };
    assert_refused(&party(Some(7)), refusal, "seat 1 named card 7, which is not on the table");
}

#[test]
fn twice_the_same_card() {
    let refusal = Refusal::SameCardTwice { seat: seat(2), card: card(3) };
    assert_refused(&odyssey(&[3, 3]), refusal, "seat 2 voted twice for card 3");
}

#[test]
fn too_many_votes() {
    let refusal = Refusal::TooManyVotes { seat: seat(2), most: 1 };
    assert_refused(&dixit([&[], &[1, 3], &[1], &[1]]), refusal, "seat 2 voted more than once");
    let refusal = Refusal::TooManyVotes { seat: seat(2), most: 2 };
    assert_refused(&odyssey(&[1, 3, 4]), refusal, "seat 2 voted more than 2 times");
    let refusal = Refusal::TooManyVotes { seat: seat(5), most: 1 };
    assert_refused(&team([1, 4, 2, 3], [&[], &[], &[], &[], &[1, 2], &[1]]), refusal, "seat 5 voted more than once");
}

#[test]
fn a_missing_vote() {
    let refusal = Refusal::NoVote { seat: seat(3) };
    assert_refused(&dixit([&[], &[1], &[], &[1]]), refusal, "seat 3 has not voted");
    let refusal = Refusal::NoVote { seat: seat(6) };
    assert_refused(&team([1, 4, 2, 3], [&[], &[], &[], &[], &[1], &[]]), refusal, "seat 6 has not voted");
    let mut storyteller_too = party(Some(1));
    storyteller_too.votes[0].clear();
    assert_refused(&storyteller_too, Refusal::NoVote { seat: seat(1) }, "seat 1 has not voted");
}

#[test]
fn voters_who_may_not_vote() {
    let refusal = Refusal::StorytellerVoted { seat: seat(1) };
    assert_refused(&dixit([&[2], &[1], &[1], &[1]]), refusal, "seat 1 tells and may not vote");
    assert_refused(&team([1, 4, 2, 3], [&[3], &[], &[], &[], &[1], &[1]]), refusal, "seat 1 tells and may not vote");
    let refusal = Refusal::PartnerVoted { seat: seat(4) };
    let words = "seat 4 is the storyteller's partner and may not vote";
    assert_refused(&team([1, 4, 2, 3], [&[], &[], &[], &[3], &[1], &[1]]), refusal, words);
    let refusal = Refusal::GiverVoted { seat: seat(2) };
    let words = "seat 2 gave its team's card and may not vote";
    assert_refused(&team([1, 4, 2, 3], [&[], &[1], &[], &[], &[], &[1]]), refusal, words);
}

#[test]
fn seats_that_do_not_play() {
    let mut round = dixit([&[], &[1], &[1], &[1]]);
    round.storyteller = 5;
    assert_refused(&round, Refusal::NotPlaying { number: 5 }, "seat 5 does not play");
    round.storyteller = 0;
    assert_refused(&round, Refusal::NotPlaying { number: 0 }, "seat 0 does not play");
    round.storyteller = 1;
    round.cards[3] = 200;
    assert_refused(&round, Refusal::NotPlaying { number: 200 }, "seat 200 does not play");
}

#[test]
fn owners_that_do_not_fit() {
    let mut round = dixit([&[], &[1], &[1], &[1]]);
    round.cards = vec![1, 2, 3, 3];
    assert_refused(&round, Refusal::TooManyCards { seat: seat(3), most: 1 }, "seat 3 owns more than 1 card");
    round.cards = vec![1, 1, 2, 3];
    assert_refused(&round, Refusal::TooManyCards { seat: seat(1), most: 1 }, "seat 1 owns more than 1 card");
    round.cards = vec![1, 2, 3];
    assert_refused(&round, Refusal::CardCount { cards: 3, expected: 4 }, "3 cards are on the table, 4 should be");
    let three = Plain::new(Ruleset::Dixit, 1, &[1, 2, 2, 2, 3], &[&[], &[1], &[1]]);
    assert_refused(&three, Refusal::TooManyCards { seat: seat(2), most: 2 }, "seat 2 owns more than 2 cards");
    let refusal = Refusal::BothGave { seat: seat(2), partner: seat(5) };
    let votes: [&[u8]; 6] = [&[], &[], &[], &[], &[], &[1]];
    assert_refused(&team([1, 2, 5, 3], votes), refusal, "seats 2 and 5 are a team and both gave a card");
    let mut crowd = party(Some(1));
    crowd.cards = vec![1, 2, 3, 4, 5, 5];
    assert_refused(&crowd, Refusal::TooManyCards { seat: seat(5), most: 1 }, "seat 5 owns more than 1 card");
}

#[test]
fn numbers_of_players_that_the_ruleset_does_not_know() {
    let words = [
        (Ruleset::Dixit, 9, "dixit is not for 9 players, but for 3, 4, 5, 6, 7 or 8"),
        (Ruleset::Dixit, 2, "dixit is not for 2 players, but for 3, 4, 5, 6, 7 or 8"),
        (Ruleset::Disney, 7, "disney is not for 7 players, but for 3, 4, 5 or 6"),
        (Ruleset::Odyssey, 13, "odyssey is not for 13 players, but for 3, 4, 5, 6, 7, 8, 9, 10, 11 or 12"),
        (Ruleset::Party, 5, "party is not for 5 players, but for 6, 7, 8, 9, 10, 11 or 12"),
        (Ruleset::Team, 7, "team is not for 7 players, but for 6, 8, 10 or 12"),
    ];
    for (ruleset, players, words) in words {
        let votes = vec![&[1][..]; players as usize];
        assert_refused(&Plain::new(ruleset, 1, &[], &votes), Refusal::Players { ruleset, players }, words);
    }
}

#[test]
fn the_red_token() {
    assert_refused(&party(None), Refusal::NoRed { seat: seat(1) }, "seat 1 has not laid the red token");
    let round = dixit([&[], &[1], &[1], &[1]]).red(2);
    assert_refused(&round, Refusal::RedNotPlayed, "a red token was laid, but this ruleset has none");
}

/// A round during claims: player 1 tells card 1; cards 2 and 3 got votes.
fn under_way() -> Round {
    let mut round = Round::new(Ruleset::Dixit, SeatSet::first(4), seat(1));
    round.story_card = Some(card(1));
    round.votes[1] = Ballot::one(card(3));
    round.votes[2] = Ballot::one(card(2));
    round.votes[3] = Ballot::one(card(1));
    round
}

#[track_caller]
fn assert_round_refused(round: &Round, expected: Refusal, words: &str) {
    assert_eq!(score(round), Err(expected));
    assert_eq!(expected.to_string(), words);
}

#[test]
fn a_card_that_drew_votes_needs_an_owner() {
    let mut round = under_way();
    assert_round_refused(&round, Refusal::NoOwner { card: card(3) }, "card 3 drew votes but is nobody's");
    round.owners[2] = Some(seat(4));
    assert_round_refused(&round, Refusal::NoOwner { card: card(2) }, "card 2 drew votes but is nobody's");
    round.owners[1] = Some(seat(2));
    assert!(score(&round).is_ok());
}

#[test]
fn claims_that_cannot_be_true() {
    let mut round = under_way();
    let claim = |round: &Round, number, card_number| round.check_claim(seat(number), card(card_number));
    assert_eq!(claim(&round, 3, 2), Err(Refusal::OwnCard { seat: seat(3), card: card(2) }), "it voted for it");
    assert_eq!(
        claim(&round, 1, 2),
        Err(Refusal::TooManyCards { seat: seat(1), most: 1 }),
        "the storyteller has card 1"
    );
    assert_eq!(claim(&round, 5, 2), Err(Refusal::NotPlaying { number: 5 }));
    assert_eq!(claim(&round, 2, 5), Err(Refusal::NotOnTable { seat: seat(2), number: 5 }));
    let not_theirs = Refusal::StoryCard { seat: seat(2), card: card(1) };
    assert_eq!(claim(&round, 2, 1), Err(not_theirs));
    assert_eq!(not_theirs.to_string(), "card 1 is the storyteller's, not seat 2's");

    round.owners[1] = Some(seat(2));
    assert_eq!(claim(&round, 2, 2), Ok(()), "said again");
    let taken = Refusal::Claimed { seat: seat(2), card: card(2) };
    assert_eq!(claim(&round, 4, 2), Err(taken));
    assert_eq!(taken.to_string(), "card 2 is already seat 2's");
    assert_eq!(claim(&round, 2, 4), Err(Refusal::TooManyCards { seat: seat(2), most: 1 }));
    assert_eq!(claim(&round, 4, 3), Ok(()));
}

#[test]
fn the_storytellers_team_owns_one_card_more() {
    let mut round = Round::new(Ruleset::Team, SeatSet::first(3), seat(1));
    round.story_card = Some(card(1));
    assert_eq!(round.check_claim(seat(1), card(2)), Ok(()));
    round.owners[1] = Some(seat(1));
    assert_eq!(round.check_claim(seat(1), card(3)), Err(Refusal::TooManyCards { seat: seat(1), most: 2 }));
    assert_eq!(round.check_claim(seat(2), card(3)), Ok(()));
}

#[test]
fn votes_are_checked_one_by_one_at_the_dial() {
    let mut round = Round::new(Ruleset::Odyssey, SeatSet::first(7), seat(1));
    round.owners[4] = Some(seat(2));
    let vote = |round: &Round, number, card_number| round.check_vote(seat(number), card(card_number));
    assert_eq!(vote(&round, 2, 5), Err(Refusal::OwnCard { seat: seat(2), card: card(5) }));
    assert_eq!(vote(&round, 1, 5), Err(Refusal::StorytellerVoted { seat: seat(1) }));
    assert_eq!(vote(&round, 8, 5), Err(Refusal::NotPlaying { number: 8 }));
    assert_eq!(vote(&round, 2, 8), Err(Refusal::NotOnTable { seat: seat(2), number: 8 }));
    assert_eq!(vote(&round, 2, 3), Ok(()));
    round.votes[1] = Ballot::one(card(3));
    assert_eq!(vote(&round, 2, 3), Err(Refusal::SameCardTwice { seat: seat(2), card: card(3) }));
    assert_eq!(vote(&round, 2, 4), Ok(()));
    round.votes[1] = Ballot::two(card(3), card(4));
    assert_eq!(vote(&round, 2, 6), Err(Refusal::TooManyVotes { seat: seat(2), most: 2 }));
}

#[test]
fn a_story_card_is_required_or_refused_by_the_ruleset() {
    let mut round = under_way();
    round.story_card = None;
    assert_round_refused(&round, Refusal::NoStoryCard, "no card is the storyteller's");
    round.story_card = Some(card(5));
    let words = "seat 1 named card 5, which is not on the table";
    assert_round_refused(&round, Refusal::NotOnTable { seat: seat(1), number: 5 }, words);
    let mut round = party(Some(1)).round().unwrap();
    round.story_card = Some(card(1));
    let words = "a storyteller's card was named, but this ruleset has none";
    assert_round_refused(&round, Refusal::StoryCardNotPlayed, words);
}

#[test]
fn votes_of_seats_outside_the_round() {
    let mut round = under_way();
    round.owners[1] = Some(seat(2));
    round.owners[2] = Some(seat(4));
    round.votes[6] = Ballot::one(card(1));
    assert_eq!(score(&round), Err(Refusal::NotPlaying { number: 7 }));
    round.votes[6] = Ballot::EMPTY;
    round.storyteller = seat(7);
    assert_eq!(score(&round), Err(Refusal::NotPlaying { number: 7 }));
}
