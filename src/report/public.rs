//! What a computer may know of the app. Everything in a line comes from here, and this is the only part of the report
//! that sees the app: it includes no vote that is still sealed or being dialled.

use crate::app::App;
use crate::game::{Journal, Phase, State};
use crate::rules::SeatSet;
use crate::scene::{Notice, shared};
use crate::settings::Settings;

#[derive(Clone)]
pub struct Public<'a> {
    pub journal: &'a Journal,
    pub state: &'a State,
    /// The seats at the table, in a game or before it.
    pub seated: SeatSet,
    /// The seats that have locked a vote, and nothing more about it.
    pub locked: SeatSet,
    pub settings: &'a Settings,
    /// The notice that covers the shared screen.
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

    /// True if no game is under way, so nothing that the hardware shows is a secret.
    pub fn in_lobby(&self) -> bool {
        matches!(self.state.phase, Phase::Lobby)
    }

    /// The state of the parts. `None` in a vote, when the clicks of the knobs are secret.
    pub fn self_test(app: &App) -> Option<shared::SelfTest> {
        (!app.voting()).then(|| app.self_test())
    }
}
