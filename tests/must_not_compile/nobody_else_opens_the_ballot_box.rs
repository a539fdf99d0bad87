use dixit_dials::{game::BallotBox, rules::SeatSet};

pub fn open(ballot_box: &mut BallotBox) {
    let _ = ballot_box.open(SeatSet::EMPTY); //~ E0624
}
