use dixit_dials::game::Sealed;

pub fn peek(vote: &Sealed) {
    let _ = &vote.votes; //~ E0616
}
