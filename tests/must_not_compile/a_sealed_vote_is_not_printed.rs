use dixit_dials::game::Sealed;

pub fn log(vote: &Sealed) {
    println!("{vote:?}"); //~ E0277
}
