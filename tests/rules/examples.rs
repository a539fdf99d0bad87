//! The worked examples of the rulebooks, and the cases that they mention without an example.

use dixit_dials::rules::{LoneVoteBonus, Reason, Ruleset, Verdict};

use crate::plain::{Plain, seat};

#[test]
fn disney_six_players_two_found_it() {
    // Pink, Blue, Yellow, Black, Green, Red own the cards in this order.
    let round = Plain::new(Ruleset::Disney, 1, &[1, 2, 3, 4, 5, 6], &[&[], &[1], &[1], &[2], &[2], &[4]]);
    assert_eq!(round.points(), [3, 5, 3, 1, 0, 0]);
    assert_eq!(
        round.reasons(),
        [vec!["told 3"], vec!["found 3", "2 votes 2"], vec!["found 3"], vec!["1 vote 1"], vec![], vec![]]
    );
}

#[test]
fn dixit_six_players_two_found_it() {
    // Pink, Blue, Green, Violet, Yellow, Red; the cards were shuffled.
    let round = Plain::new(Ruleset::Dixit, 1, &[4, 6, 1, 2, 5, 3], &[&[], &[3], &[3], &[4], &[4], &[1]]);
    assert_eq!(round.points(), [3, 5, 3, 1, 0, 0]);
}

#[test]
fn party_nine_players_crowd_red_token_and_one_alone() {
    let votes: [&[u8]; 9] = [&[3], &[3], &[3], &[3], &[3], &[3], &[2], &[2], &[7]];
    let round = Plain::new(Ruleset::Party, 1, &[], &votes).red(2);
    assert_eq!(round.points(), [5, 5, 5, 5, 5, 5, 0, 0, 0]);
    let reasons = round.reasons();
    assert_eq!(reasons[0], ["crowd 5"]);
    assert_eq!(reasons[6], ["under the red token 0"]);
    assert_eq!(reasons[8], ["alone 0"]);
}

#[test]
fn everyone_found_it() {
    let round = Plain::new(Ruleset::Dixit, 2, &[1, 2, 3, 4], &[&[2], &[], &[2], &[2]]);
    assert_eq!(round.round().unwrap().verdict(), Some(Verdict::Everyone));
    assert_eq!(round.points(), [2, 0, 2, 2]);
    assert_eq!(round.reasons()[0], ["everyone found it 2"]);
}

#[test]
fn no_one_found_it_and_the_decoys_still_pay() {
    let round = Plain::new(Ruleset::Dixit, 2, &[1, 2, 3, 4], &[&[3], &[], &[1], &[1]]);
    assert_eq!(round.round().unwrap().verdict(), Some(Verdict::NoOne));
    assert_eq!(round.points(), [4, 0, 3, 2]);
    assert_eq!(round.reasons()[0], ["no one found it 2", "2 votes 2"]);
}

#[test]
fn three_players_draw_votes_with_either_of_two_cards() {
    let round = Plain::new(Ruleset::Dixit, 1, &[2, 3, 2, 1, 3], &[&[], &[5], &[3]]);
    assert_eq!(round.points(), [0, 3, 3]);
}

#[test]
fn five_votes_on_one_card_are_five_in_dixit_and_three_in_odyssey() {
    let votes: [&[u8]; 7] = [&[], &[1], &[2], &[2], &[2], &[2], &[2]];
    let cards = [1, 2, 3, 4, 5, 6, 7];
    let dixit = Plain::new(Ruleset::Dixit, 1, &cards, &votes);
    assert_eq!((dixit.points()[1], dixit.reasons()[1].clone()), (8, vec!["found 3".into(), "5 votes 5".into()]));
    let odyssey = Plain::new(Ruleset::Odyssey, 1, &cards, &votes);
    assert_eq!(odyssey.reasons()[1], ["found 3", "5 votes 3", "lone vote 1"]);
    assert_eq!(odyssey.points()[1], 7);
}

#[test]
fn a_second_vote_finds_the_card_but_costs_the_lone_vote_bonus() {
    let votes: [&[u8]; 7] = [&[], &[1], &[2, 1], &[1, 3], &[2, 3], &[2], &[2]];
    let round = Plain::new(Ruleset::Odyssey, 1, &[1, 2, 3, 4, 5, 6, 7], &votes);
    // Player 2: found it, as the only voter on it, and got four votes, of which three count. Player 3: found it and got
    // two votes.
    assert_eq!(round.points(), [3, 7, 5, 3, 0, 0, 0]);
}

#[test]
fn lone_vote_when_everyone_found_it_is_a_setting() {
    let votes: [&[u8]; 7] = [&[], &[1], &[1, 2], &[1], &[1], &[1], &[1]];
    let mut round = Plain::new(Ruleset::Odyssey, 1, &[1, 2, 3, 4, 5, 6, 7], &votes);
    assert_eq!(round.points(), [0, 4, 2, 3, 3, 3, 3]);
    round.bonus = LoneVoteBonus::SomeMissed;
    assert_eq!(round.points(), [0, 3, 2, 2, 2, 2, 2]);
    round.votes[6] = vec![2];
    assert_eq!(round.points(), [3, 6, 3, 4, 4, 4, 0], "somebody missed, so it is paid");
}

#[test]
fn six_players_of_odyssey_have_no_lone_vote_bonus() {
    let round = Plain::new(Ruleset::Odyssey, 1, &[1, 2, 3, 4, 5, 6], &[&[], &[1], &[1], &[2], &[2], &[2]]);
    assert_eq!(round.points(), [3, 6, 3, 0, 0, 0]);
}

#[test]
fn team_votes_on_the_partners_card_go_to_the_storytellers_team() {
    // Three teams: 1 and 4, 2 and 5, 3 and 6. Player 4 tells and player 1 gave the decoy.
    let round = Plain::new(Ruleset::Team, 4, &[1, 4, 5, 3], &[&[], &[1], &[], &[], &[], &[2]]);
    assert_eq!(round.points(), [4, 0, 3]);
    assert_eq!(round.reasons()[0], ["told 3", "1 vote 1"]);
    let no_one = Plain::new(Ruleset::Team, 4, &[1, 4, 5, 3], &[&[], &[1], &[], &[], &[], &[1]]);
    assert_eq!(no_one.points(), [2, 2, 2]);
}

#[test]
fn party_lets_the_storyteller_lay_both_tokens_on_one_own_card() {
    let round = Plain::new(Ruleset::Party, 1, &[1, 2, 3, 4, 5, 6], &[&[1], &[1], &[3], &[3], &[4], &[4]]).red(1);
    assert_eq!(round.points(), [0, 0, 2, 2, 2, 2]);
    let score = round.score().unwrap();
    assert_eq!(score.reasons(seat(1)).iter().next(), Some(Reason::UnderRed));
    assert_eq!(round.round().unwrap().verdict(), None);
}

#[test]
fn party_a_lone_vote_under_the_red_token_counts_as_the_red_token() {
    let round = Plain::new(Ruleset::Party, 1, &[], &[&[2], &[1], &[2], &[2], &[4], &[4]]).red(1);
    assert_eq!(round.reasons()[1], ["under the red token 0"]);
}
