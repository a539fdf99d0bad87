//! The rows of a menu: what can be chosen and what it is set to.

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
    /// A ring's pointer, back to its dot.
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
    /// Which way the shared screen looks.
    Facing,
    Sound,
    KnobCheck,
    SelfTest,
    UsbBoot,
    ForgetAll,
    Version,
}

/// What is asked about once more before it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmable {
    /// In a vote, which begins anew then.
    BackOneStep,
    EndGame,
    /// A correction has brought somebody to the goal.
    EndAtGoal,
    RemoveSeat(Seat),
    ForgetAll,
    UsbBoot,
}

/// What a row is set to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Value {
    #[default]
    None,
    Number(u16),
    Minutes(u8),
    /// 0 is off.
    Seconds(u8),
    On(bool),
    /// Called by its own name in every language.
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
    /// The value is being turned now; which ways it can be turned.
    pub editing: Option<More>,
}

pub type Rows = heapless::Vec<Row, 24>;
