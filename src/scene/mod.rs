//! What the players should see, as plain data that can be compared. A scene knows no pixels and no words; it names
//! seats, cards and points, and the screen turns it into a picture in the language of the table.

mod menu;
pub mod prompt;
pub mod seat;
pub mod shared;

pub use menu::{Item, Row, Rows, Value};
pub use prompt::{Action, Actor, Ask, Prompt, Purpose, SharedScene};
pub use seat::SeatScene;
pub use shared::{Focus, Notice, PartStatus, PointsStep, Shared, Spread, Storyteller};

/// What a screen that goes round the table shows: the table's scene, or one player's alone.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum PassScene {
    Public(SharedScene),
    Private(SeatScene),
}
