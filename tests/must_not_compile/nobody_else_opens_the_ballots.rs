use dixit_dials::{game::Ballots, rules::SeatSet};

pub fn open(ballots: &mut Ballots) {
    let _ = ballots.open(SeatSet::EMPTY); //~ E0624
}
