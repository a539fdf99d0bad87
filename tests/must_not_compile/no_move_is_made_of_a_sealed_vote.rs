use dixit_dials::game::{Journal, Move, Sealed};

pub fn write(journal: &mut Journal, vote: Sealed) {
    let reveal = Move::Reveal(vote); //~ E0308
    let _ = journal.push(reveal.encode().as_slice());
}
