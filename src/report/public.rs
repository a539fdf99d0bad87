//! What a computer may know of the app. Everything that a line says comes from here, and this is the only place of the
//! report that sees the app: no vote that is still sealed or being dialled is among it.

use crate::app::App;
use crate::game::{Journal, State};
use crate::rules::SeatSet;
use crate::scene::{Notice, shared};
use crate::settings::Settings;

#[derive(Clone)]
pub struct Public<'a> {
    pub journal: &'a Journal,
    pub state: &'a State,
    /// Who sits at the table, in a game or before it.
    pub seated: SeatSet,
    /// Who has locked a vote, and nothing more of it.
    pub locked: SeatSet,
    pub settings: &'a Settings,
    /// What the shared screen says over everything else.
    pub notice: Option<Notice>,
}

impl<'a> Public<'a> {
    pub fn of(app: &'a App) -> Self {
        Self {
            journal: app.journal(),
            state: app.state(),
            seated: app.seated(),
            locked: app.game().locked(),
            settings: app.settings(),
            notice: app.notice(),
        }
    }

    /// The state of the parts. Nothing in a vote: the clicks of the knobs are a secret then.
    pub fn self_test(app: &App) -> Option<shared::SelfTest> {
        (!app.voting()).then(|| app.self_test())
    }
}
