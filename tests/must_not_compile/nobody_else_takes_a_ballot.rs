use dixit_dials::{game::Ballots, rules::Seat};

pub fn take(ballots: &mut Ballots) {
    ballots.take(Seat::FIRST); //~ E0624
}
