//! The table of rulesets, checked number by number.

use dixit_dials::rules::{AfterDraw, Draw, Ends, Refusal, Role, Round, Ruleset, Votes, Wins, rules};

use Ruleset::{Disney, Dixit, Odyssey, Party, Team};

#[test]
fn every_ruleset_has_its_player_counts() {
    let counts = |ruleset: Ruleset| ruleset.player_counts().collect::<Vec<_>>();
    assert_eq!(counts(Dixit), [3, 4, 5, 6, 7, 8]);
    assert_eq!(counts(Disney), [3, 4, 5, 6]);
    assert_eq!(counts(Odyssey), [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(counts(Party), [6, 7, 8, 9, 10, 11, 12]);
    assert_eq!(counts(Team), [6, 8, 10, 12]);
    for ruleset in Ruleset::ALL {
        for players in (0..=255).filter(|&players| !counts(ruleset).contains(&players)) {
            assert_eq!(rules(ruleset, players).err(), Some(Refusal::Players { ruleset, players }));
        }
    }
}

#[test]
fn hands_cards_and_draws() {
    // ruleset, players, hand, the storyteller's seat gives, other seats give, on the table, draw
    let expected = [
        (Dixit, 3, 7, 1, 2, 5, 2),
        (Dixit, 4, 6, 1, 1, 4, 1),
        (Dixit, 8, 6, 1, 1, 8, 1),
        (Disney, 3, 7, 1, 2, 5, 2),
        (Disney, 6, 6, 1, 1, 6, 1),
        (Odyssey, 3, 7, 1, 2, 5, 2),
        (Odyssey, 6, 6, 1, 1, 6, 1),
        (Odyssey, 7, 6, 1, 1, 7, 1),
        (Odyssey, 12, 6, 1, 1, 12, 1),
        (Party, 6, 5, 1, 1, 6, 1),
        (Party, 12, 5, 1, 1, 12, 1),
        (Team, 6, 4, 2, 1, 4, 1),
        (Team, 12, 4, 2, 1, 7, 1),
    ];
    for (ruleset, players, hand, storyteller, other, on_table, cards) in expected {
        let rules = rules(ruleset, players).unwrap();
        let after_draw = if ruleset == Party { AfterDraw::PassHandsLeft } else { AfterDraw::KeepHands };
        assert_eq!(rules.hand(players), hand, "{ruleset:?} {players}");
        assert_eq!(rules.cards_given(players, Role::Storyteller), storyteller, "{ruleset:?} {players}");
        assert_eq!(rules.cards_given(players, Role::Other), other, "{ruleset:?} {players}");
        assert_eq!(rules.cards_on_table(players), on_table, "{ruleset:?} {players}");
        assert_eq!(rules.draw(players), Draw { cards, hand, after_draw }, "{ruleset:?} {players}");
    }
}

#[test]
fn votes_limits_ends_and_winners() {
    let expected = [
        (Dixit, 8, Votes::One, None, Ends::Goal, Wins::Most),
        (Disney, 6, Votes::One, None, Ends::Goal, Wins::EveryoneAtGoal),
        (Odyssey, 6, Votes::One, Some(3), Ends::Goal, Wins::Most),
        (Odyssey, 7, Votes::OneOrTwo, Some(3), Ends::Goal, Wins::Most),
        (Party, 8, Votes::Crowd { limit: 5 }, Some(0), Ends::Laps, Wins::Most),
        (Team, 8, Votes::One, Some(3), Ends::Laps, Wins::Most),
    ];
    for (ruleset, players, votes, limit, ends, wins) in expected {
        let rules = rules(ruleset, players).unwrap();
        assert_eq!((rules.votes, rules.decoy_limit, rules.ends, rules.wins), (votes, limit, ends, wins));
        assert_eq!((ruleset.ends(), ruleset.wins()), (ends, wins));
        assert_eq!(rules.asks_owners(), ruleset != Party);
        assert_eq!(rules.has_story_card(), ruleset != Party);
        assert_eq!(rules.storyteller_votes(), ruleset == Party);
        assert_eq!(rules.own_card_allowed(), ruleset == Party);
        assert_eq!(rules.most_votes(), if votes == Votes::OneOrTwo { 2 } else { 1 });
    }
}

#[test]
fn seats_are_players_and_in_team_pairs() {
    assert_eq!((Dixit.seats_for(6), Dixit.players_for(6)), (6, 6));
    assert_eq!((Team.seats_for(12), Team.players_for(6)), (6, 12));
    assert!(Team.is_team() && !Party.is_team());
}

#[test]
fn names_are_read_back() {
    for ruleset in Ruleset::ALL {
        assert_eq!(Ruleset::parse(ruleset.name()), Some(ruleset));
    }
    assert_eq!(Ruleset::parse("chess"), None);
}

/// A round must be small because the device keeps a history of them.
#[test]
fn a_round_is_small() {
    assert!(size_of::<Round>() <= 48, "{}", size_of::<Round>());
    assert!(size_of::<Refusal>() <= 4, "{}", size_of::<Refusal>());
}
