//! What the players should see, as plain data that can be compared. A scene has no pixels and no words: it names seats,
//! cards and points, and `screen` draws it in the table's language.

mod menu;
pub mod prompt;
pub mod seat;
pub mod shared;

pub use menu::{Confirmable, Item, Row, Rows, Value};
pub use prompt::{Action, Actor, Ask, Prompt, Purpose, SharedScene};
pub use seat::SeatScene;
pub use shared::{Focus, More, Notice, PartStatus, PastPage, PointsStep, Shared, Spread, Undone};

use crate::voting::Dialling;

/// What the shared screen shows: the scene for everyone or, on a device that is passed round, what its holder dials.
/// The holder sees nothing else on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum SharedScreenScene {
    Everyone(SharedScene),
    Holder(Dialling),
}
