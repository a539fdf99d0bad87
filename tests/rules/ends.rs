//! When games end and who wins them.

use dixit_dials::game::{Ending, Options};
use dixit_dials::rules::{End, Ends, MAX_SEATS, Ruleset, SeatSet, is_over, winners};

use crate::plain::seat;

fn table<T: Copy + Default>(values: &[T]) -> [T; MAX_SEATS] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or_default())
}

fn seats(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|&number| seat(number)).collect()
}

fn goal(goal: u16) -> End {
    End { ends: Ends::Goal, goal, laps: 1 }
}

fn laps(laps: u8) -> End {
    End { ends: Ends::Laps, goal: 30, laps }
}

#[test]
fn a_game_ends_by_the_rulebook_unless_the_table_chooses_otherwise() {
    for ruleset in Ruleset::ALL {
        let end = |ending| Options { ending, ..Options::DEFAULT }.end(ruleset).ends;
        let by_laps = matches!(ruleset, Ruleset::Party | Ruleset::Team);
        assert_eq!(end(Ending::ByRulebook), if by_laps { Ends::Laps } else { Ends::Goal });
        assert_eq!(end(Options::DEFAULT.ending), end(Ending::ByRulebook));
        assert_eq!(end(Ending::Goal), Ends::Goal);
        assert_eq!(end(Ending::Laps), Ends::Laps);
        assert_eq!(end(Ending::Never), Ends::Never);
    }
}

#[test]
fn a_game_without_an_end_is_never_over() {
    for ruleset in Ruleset::ALL {
        let never = End { ends: Ends::Never, ..goal(5) };
        assert!(!is_over(never, SeatSet::first(3), &[99; MAX_SEATS], &[9; MAX_SEATS]));
        assert_eq!(winners(ruleset, never, SeatSet::first(3), &table(&[40, 41, 7])), seats(&[2]), "the most points");
    }
}

#[test]
fn the_goal_ends_a_game() {
    let over = |scores: &[u16], to| is_over(goal(to), SeatSet::first(3), &table(scores), &[9; MAX_SEATS]);
    assert!(!over(&[29, 0, 29], 30));
    assert!(over(&[29, 30, 0], 30));
    assert!(over(&[29, 0, 33], 30));
    assert!(over(&[12, 0, 0], 12));
    assert!(!over(&[0, 0, 0, 40], 30), "seat 4 does not play");
}

#[test]
fn laps_end_when_everyone_has_told_in_each() {
    let over = |lap, told: &[u8]| is_over(laps(lap), SeatSet::first(told.len() as u8), &[99; MAX_SEATS], &table(told));
    assert!(!over(1, &[1, 1, 1, 1, 1, 0]));
    assert!(over(1, &[1, 1, 1, 1, 1, 1]));
    assert!(!over(2, &[2, 2, 1, 2, 2, 2]));
    assert!(over(2, &[2, 3, 2]));
}

#[test]
fn the_most_points_win_and_ties_share() {
    for ruleset in [Ruleset::Dixit, Ruleset::Odyssey, Ruleset::Party, Ruleset::Team] {
        let winners = |scores: &[u16]| winners(ruleset, goal(30), SeatSet::first(4), &table(scores));
        assert_eq!(winners(&[30, 33, 31, 2]), seats(&[2]));
        assert_eq!(winners(&[33, 33, 31, 2]), seats(&[1, 2]));
        assert_eq!(winners(&[0, 0, 0, 0]), SeatSet::EMPTY, "nobody has a point");
        assert_eq!(winners(&[1, 2, 3, 4, 50]), seats(&[4]), "seat 5 does not play");
    }
}

#[test]
fn everyone_at_the_goal_wins_disney() {
    let winners = |scores: &[u16]| winners(Ruleset::Disney, goal(30), SeatSet::first(4), &table(scores));
    assert_eq!(winners(&[30, 33, 29, 31]), seats(&[1, 2, 4]));
    assert_eq!(winners(&[10, 13, 13, 1]), seats(&[2, 3]), "stopped early");
}

#[test]
fn nobody_wins_an_empty_table() {
    assert_eq!(winners(Ruleset::Dixit, goal(30), SeatSet::EMPTY, &[5; MAX_SEATS]), SeatSet::EMPTY);
}
