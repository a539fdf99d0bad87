use dixit_dials::game::{Journal, Sealed};

pub fn write(journal: &mut Journal, vote: &Sealed) {
    let _ = journal.push(vote); //~ E0308
}
