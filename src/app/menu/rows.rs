//! The rows of the menu's lists.

use super::values::{more, value};
use crate::board::{Board, Voting};
use crate::scene::{Item, Row, Rows, Value};
use crate::settings::Settings;
use crate::voting::AnyMethod;

const MAIN: [Item; 7] =
    [Item::BackOneStep, Item::CorrectScore, Item::Seats, Item::PastRounds, Item::Settings, Item::EndGame, Item::Close];

const SEATS: [Item; 6] =
    [Item::AddSeat, Item::RemoveSeat, Item::SkipRound, Item::ChangeStoryteller, Item::SetPointer, Item::VoteAgain];

const SETTINGS: [Item; 19] = [
    Item::Language,
    Item::Goal,
    Item::Laps,
    Item::Ending,
    Item::Owners,
    Item::LoneVoteBonus,
    Item::Countdown,
    Item::PointsGoOn,
    Item::Nudge,
    Item::Brightness,
    Item::ScreenOff,
    Item::Facing,
    Item::Sound,
    Item::KnobCheck,
    Item::SelfTest,
    Item::UsbBoot,
    Item::ForgetAll,
    Item::Version,
    Item::Close,
];

/// The main menu. Once a game is over, its seats are fixed and there is nothing to end; what comes next is chosen on
/// the final table.
pub fn main(is_over: bool) -> Rows {
    let offered = |row: &Row| !is_over || !matches!(row.item, Item::Seats | Item::EndGame);
    plain(&MAIN).into_iter().filter(offered).collect()
}

fn plain(items: &[Item]) -> Rows {
    items.iter().map(|&item| Row { item, value: Value::None, editing: None }).collect()
}

/// The rows for seats. Only a ring has pointers to set, and only revealed votes can be repeated.
pub fn seats(voting: &AnyMethod, votes_are_open: bool) -> Rows {
    let offered = |row: &Row| match row.item {
        Item::SetPointer => voting.has_pointers(),
        Item::VoteAgain => votes_are_open,
        _ => true,
    };
    plain(&SEATS).into_iter().filter(offered).collect()
}

pub fn settings(settings: &Settings, board: &Board, editing: Option<u8>) -> Rows {
    let mut rows: Rows = SETTINGS
        .iter()
        .filter(|&&item| item != Item::Sound || board.buzzer)
        .map(|&item| Row { item, value: value(settings, item), editing: None })
        .collect();
    if let Some(row) = editing.and_then(|place| rows.get_mut(usize::from(place))) {
        row.editing = Some(more(settings, row.item, board.voting == Voting::Pass));
    }
    rows
}
