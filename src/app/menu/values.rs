//! What the rows of the settings are set to, and how turning changes it.

use crate::game::{Options, Owners};
use crate::rules::LoneVoteBonus;
use crate::scene::{Item, Value};
use crate::settings::Settings;
use crate::words::Words;
use core::ops::RangeInclusive;

pub fn value(settings: &Settings, item: Item) -> Value {
    match item {
        Item::Language => Value::Name(Words::of(settings.language).language),
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

/// Turns one setting by some clicks; what is no setting stays.
pub fn turn(settings: &mut Settings, item: Item, by: i8) {
    let on = by > 0;
    match item {
        Item::Language => settings.language = settings.language.turned(by),
        Item::Goal => settings.goal = turned(settings.goal, by, Options::GOALS),
        Item::Laps => settings.laps = turned(settings.laps, by, Options::LAPS),
        Item::Brightness => settings.brightness = turned(settings.brightness, by, Settings::BRIGHTNESSES),
        Item::ScreenOff => settings.screen_off = turned(settings.screen_off, by, Settings::SCREEN_OFF_MINUTES),
        Item::Owners => settings.owners = if on { Owners::WithVote } else { Owners::After },
        Item::LoneVoteBonus => {
            settings.lone_vote_bonus = if on { LoneVoteBonus::SomeMissed } else { LoneVoteBonus::Always };
        }
        Item::Countdown => settings.countdown = on,
        Item::Sound => settings.sound = on,
        _ => {}
    }
}

fn turned(value: u8, by: i8, within: RangeInclusive<u8>) -> u8 {
    value.saturating_add_signed(by).min(*within.end()).max(*within.start())
}
