use dixit_dials::{
    game::{Sealed, Storyteller},
    scene::{Shared, Spread, shared},
};

pub fn draw(spread: Spread, story_card: Sealed, storyteller: Storyteller) -> Shared {
    Shared::Verdict(shared::Verdict {
        spread,
        story_card, //~ E0308
        verdict: None,
        loud: false,
        storyteller,
    })
}
