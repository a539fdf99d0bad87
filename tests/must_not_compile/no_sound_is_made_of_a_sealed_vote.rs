use dixit_dials::{app::Effect, game::Sealed};

pub fn sound(vote: Sealed) -> Effect {
    Effect::Sound(vote) //~ E0308
}
