//! A game longer than its journal goes on and resumes in the same state; its totals are kept.

use dixit_dials::game::{Award, CURVE_MAX, Ending, Game, Honour, Move, Opened, Options, Phase};
use dixit_dials::rules::{Ballot, Card, Ruleset, Seat, SeatSet};
use dixit_dials::settings::Settings;

#[test]
fn a_thousand_corrections_do_not_stop_a_game() {
    let options = Settings::DEFAULT.options;
    let mut game = Game::new(options);
    let storyteller = Seat::FIRST;
    game.play(Move::Start { ruleset: Ruleset::Odyssey, seats: SeatSet::first(12), storyteller, options }).unwrap();
    for i in 0..3000u16 {
        let seat = Seat::new((i % 12) as u8).unwrap();
        game.play(Move::Correct { seat, score: 300 + i % 29 }).unwrap();
    }
    let resumed = Game::resume(game.journal(), options);
    assert_eq!(resumed.state(), game.state());
    assert!(resumed.journal().generation() > 1);
}

/// A game of three without an end. The player left of the storyteller finds the card; the third votes for that player's
/// card.
fn three_without_an_end() -> Game {
    let options = Options { ending: Ending::Never, ..Options::DEFAULT };
    let mut game = Game::new(options);
    let seats = SeatSet::first(3);
    game.play(Move::Start { ruleset: Ruleset::Dixit, seats, storyteller: Seat::FIRST, options }).unwrap();
    game
}

fn play_round(game: &mut Game) {
    let card = |number| Card::from_number(number).unwrap();
    let (seats, storyteller) = (game.state().seats, game.state().storyteller.seat);
    let finder = seats.after(storyteller).unwrap();
    let mut opened = Opened { story_card: Some(card(1)), ..Opened::default() };
    opened.votes[finder.index()] = Ballot::one(card(1));
    opened.votes[seats.after(finder).unwrap().index()] = Ballot::one(card(2));
    // Nobody else can own card 2.
    let claim = Move::Claim { card: card(2), seat: finder };
    for made in [Move::Lay, Move::Reveal(opened), Move::GoOn, claim] {
        game.play(made).unwrap();
    }
    assert!(matches!(game.state().phase, Phase::Points { .. }));
}

#[test]
fn awards_survive_the_folding_of_the_journal() {
    let mut game = three_without_an_end();
    let seats = SeatSet::first(3);
    for _ in 0..300 {
        play_round(&mut game);
        game.play(Move::Next).unwrap();
    }
    assert!(game.journal().generation() > 1, "the journal was full");
    let resumed = Game::resume(game.journal(), Options::DEFAULT);
    assert_eq!(resumed.tally(), game.tally());
    assert_eq!(game.tally().rounds, 300);
    // Each of the three had each role a hundred times.
    for award in Award::ALL {
        let count = if award == Award::BestStoryteller { 300 } else { 100 };
        assert_eq!(game.tally().winners(award, seats), Some(Honour { seats, count }), "{award:?}");
    }
}

#[test]
fn a_curve_has_every_round_or_every_second_one_and_always_the_newest() {
    let mut game = three_without_an_end();
    let seat = Seat::FIRST;
    let mut had = vec![0];
    let mut thinned = false;
    assert_eq!(game.curve(seat)[..], [0]);
    while game.journal().generation() == 1 && had.len() < 150 {
        play_round(&mut game);
        had.push(game.state().scores[seat.index()]);
        if had.len().is_multiple_of(5) {
            // A correction counts for the round after which it was made, even if the next one has begun.
            let score = had.last().unwrap() + 1;
            let in_points = had.len().is_multiple_of(2);
            if !in_points {
                game.play(Move::Next).unwrap();
            }
            game.play(Move::Correct { seat, score }).unwrap();
            *had.last_mut().unwrap() = score;
        }
        let curve = game.curve(seat);
        let rounds = had.len() - 1;
        let every = (0..).map(|power| 1 << power).find(|every| rounds / every + 2 <= CURVE_MAX).unwrap();
        let mut expected: Vec<u16> = had.iter().copied().step_by(every).collect();
        if !rounds.is_multiple_of(every) {
            expected.push(*had.last().unwrap());
        }
        assert_eq!(curve[..], expected[..], "{rounds} rounds");
        thinned |= every > 1;
        if matches!(game.state().phase, Phase::Points { .. }) {
            game.play(Move::Next).unwrap();
        }
    }
    assert!(thinned, "only {} rounds", had.len());
}
