use dixit_dials::game::BallotBox;

pub fn peek(ballot_box: &BallotBox) {
    let _ = &ballot_box.sealed; //~ E0616
}
