use dixit_dials::{
    game::Sealed,
    scene::{Shared, Spread, shared},
};

pub fn draw(vote: Sealed) -> Shared {
    let spread = Spread::new(vote); //~ E0308
    Shared::Votes(shared::Votes { spread })
}
