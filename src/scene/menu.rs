//! The rows of a menu: what can be chosen, and its value.

use super::shared::More;
use crate::rules::Seat;

/// An entry of the menu, of one of its lists, or of the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Item {
    // The menu.
    BackOneStep,
    CorrectScore,
    Seats,
    PastRounds,
    Settings,
    EndGame,
    #[default]
    Close,
    // Seats.
    AddSeat,
    RemoveSeat,
    SkipRound,
    ChangeStoryteller,
    /// Set a ring's pointer to its dot.
    SetPointer,
    VoteAgain,
    // Settings.
    Language,
    Goal,
    Laps,
    Ending,
    Owners,
    LoneVoteBonus,
    Countdown,
    PointsGoOn,
    Nudge,
    Brightness,
    ScreenOff,
    /// Orientation of the shared screen.
    Facing,
    Sound,
    KnobCheck,
    SelfTest,
    UsbBoot,
    ForgetAll,
    Version,
}

/// Actions that need a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmable {
    /// Going back during a vote, which then starts again.
    BackOneStep,
    EndGame,
    /// A correction has brought somebody to the goal.
    EndAtGoal,
    RemoveSeat(Seat),
    ForgetAll,
    UsbBoot,
}

/// The value of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Value {
    #[default]
    None,
    Number(u16),
    Minutes(u8),
    /// 0 is off.
    Seconds(u8),
    On(bool),
    /// A name that is the same in every language.
    Name(&'static str),
    EndsByRulebook,
    EndsAtGoal,
    EndsAfterLaps,
    EndsNever,
    OwnersAfter,
    OwnersInTurn,
    OwnersWithVote,
    LoneAlways,
    LoneSomeMissed,
    Upright,
    UpsideDown,
    ToStoryteller,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    pub item: Item,
    pub value: Value,
    /// The directions in which the value can be turned, while it is being changed.
    pub editing: Option<More>,
}

pub type Rows = heapless::Vec<Row, 24>;
