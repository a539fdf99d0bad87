use dixit_dials::{game::BallotBox, rules::Seat};

pub fn take(ballot_box: &mut BallotBox) {
    ballot_box.take(Seat::FIRST); //~ E0624
}
