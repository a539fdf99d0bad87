use dixit_dials::game::Sealed;

pub fn copy(vote: &Sealed) -> Sealed {
    Sealed::clone(vote) //~ E0277
}
