use dixit_dials::game::Ballots;

pub fn peek(ballots: &Ballots) {
    let _ = &ballots.sealed; //~ E0616
}
