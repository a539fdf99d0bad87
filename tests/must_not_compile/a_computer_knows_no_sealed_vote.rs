use dixit_dials::{app::App, game::Sealed, report::Public};

pub fn tell(app: &App, vote: Sealed) -> Public<'_> {
    Public {
        locked: vote, //~ E0308
        ..Public::of(app)
    }
}
