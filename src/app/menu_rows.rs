//! What the lists of the menu hold, and what a setting shows.

use crate::board::Board;
use crate::rules::LoneVoteBonus;
use crate::scene::{Item, Row, Rows, Value};
use crate::settings::{Owners, Settings};

const MAIN: [Item; 7] =
    [Item::BackOneStep, Item::CorrectScore, Item::Seats, Item::PastRounds, Item::Settings, Item::EndGame, Item::Close];

const SEATS: [Item; 4] = [Item::AddSeat, Item::RemoveSeat, Item::SkipRound, Item::ChangeStoryteller];

const SETTINGS: [Item; 15] = [
    Item::Language,
    Item::Goal,
    Item::Laps,
    Item::Owners,
    Item::LoneVoteBonus,
    Item::Countdown,
    Item::Brightness,
    Item::ScreenOff,
    Item::Sound,
    Item::KnobCheck,
    Item::SelfTest,
    Item::UsbBoot,
    Item::ForgetAll,
    Item::Version,
    Item::Close,
];

pub fn main_rows() -> Rows {
    plain(&MAIN)
}

pub fn seat_rows() -> Rows {
    plain(&SEATS)
}

fn plain(items: &[Item]) -> Rows {
    items.iter().map(|&item| Row { item, value: Value::None, editing: false }).collect()
}

pub fn setting_rows(settings: &Settings, board: &Board, editing: Option<u8>) -> Rows {
    let mut rows: Rows = SETTINGS
        .iter()
        .filter(|&&item| item != Item::Sound || board.buzzer)
        .map(|&item| Row { item, value: value(settings, item), editing: false })
        .collect();
    if let Some(row) = editing.and_then(|place| rows.get_mut(usize::from(place))) {
        row.editing = true;
    }
    rows
}

fn value(settings: &Settings, item: Item) -> Value {
    match item {
        Item::Language => Value::Language(settings.language),
        Item::Goal => Value::Number(u16::from(settings.goal)),
        Item::Laps => Value::Number(u16::from(settings.laps)),
        Item::Owners => match settings.owners {
            Owners::After => Value::OwnersAfter,
            Owners::WithVote => Value::OwnersWithVote,
        },
        Item::LoneVoteBonus => match settings.lone_vote_bonus {
            LoneVoteBonus::Always => Value::LoneAlways,
            LoneVoteBonus::SomeMissed => Value::LoneSomeMissed,
        },
        Item::Countdown => Value::On(settings.countdown),
        Item::Brightness => Value::Number(u16::from(settings.brightness)),
        Item::ScreenOff => Value::Minutes(settings.screen_off),
        Item::Sound => Value::On(settings.sound),
        _ => Value::None,
    }
}
