use dixit_dials::{game::Sealed, report::Line};

pub fn tell(vote: Sealed) -> Line<'static> {
    Line::Notice(vote) //~ E0308
}
