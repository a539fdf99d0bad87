//! A game that outlasts its journal goes on, and resumes to the same place.

use dixit_dials::game::{Game, Move};
use dixit_dials::rules::{Ruleset, Seat, SeatSet};
use dixit_dials::settings::Settings;

#[test]
fn a_thousand_corrections_do_not_stop_a_game() {
    let options = Settings::DEFAULT.options();
    let mut game = Game::new(options);
    let storyteller = Seat::FIRST;
    game.play(Move::Start { ruleset: Ruleset::Odyssey, seats: SeatSet::first(12), storyteller, options }).unwrap();
    for i in 0..3000u16 {
        let seat = Seat::new((i % 12) as u8).unwrap();
        game.play(Move::Correct { seat, score: 300 + i % 29 }).unwrap();
    }
    let resumed = Game::resume(game.journal().clone(), options);
    assert_eq!(resumed.state(), game.state());
    assert!(resumed.journal().generation() > 1);
}
