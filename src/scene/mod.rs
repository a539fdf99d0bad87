//! What the players should see, as plain data that can be compared. A scene knows no pixels and no words; it names
//! seats, cards and points, and the screen turns it into a picture in the language of the table.

mod menu;
pub mod prompt;
pub mod seat;
pub mod shared;

pub use menu::{Confirmable, Item, Row, Rows, Value};
pub use prompt::{Action, Actor, Ask, Prompt, Purpose, SharedScene};
pub use seat::SeatScene;
pub use shared::{Focus, More, Notice, PartStatus, PastPage, PointsStep, Shared, Spread, Undone};

use crate::voting::Dialling;

/// What the shared screen shows: everyone's scene or, where the device goes round, what its holder dials. One player alone
/// sees nothing else on it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum SharedScreenScene {
    Everyone(SharedScene),
    Holder(Dialling),
}
