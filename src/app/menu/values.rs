//! The values of the settings, and how turning changes them.

use crate::game::{Ending, Options, Owners};
use crate::rules::LoneVoteBonus;
use crate::scene::{Item, More, Value};
use crate::settings::{Facing, Settings};
use crate::words::Words;
use core::ops::RangeInclusive;

pub fn value(settings: &Settings, item: Item) -> Value {
    match item {
        Item::Language => Value::Name(Words::of(settings.language).language),
        Item::Goal => Value::Number(u16::from(settings.options.goal)),
        Item::Laps => Value::Number(u16::from(settings.options.laps)),
        Item::Ending => match settings.options.ending {
            Ending::ByRulebook => Value::EndsByRulebook,
            Ending::Goal => Value::EndsAtGoal,
            Ending::Laps => Value::EndsAfterLaps,
            Ending::Never => Value::EndsNever,
        },
        Item::Owners => match settings.options.owners {
            Owners::After => Value::OwnersAfter,
            Owners::InTurn => Value::OwnersInTurn,
            Owners::WithVote => Value::OwnersWithVote,
        },
        Item::LoneVoteBonus => match settings.options.lone_vote_bonus {
            LoneVoteBonus::Always => Value::LoneAlways,
            LoneVoteBonus::SomeMissed => Value::LoneSomeMissed,
        },
        Item::Countdown => Value::On(settings.countdown),
        Item::PointsGoOn => Value::Seconds(settings.points_go_on),
        Item::Nudge => Value::Seconds(settings.nudge),
        Item::Brightness => Value::Number(u16::from(settings.brightness)),
        Item::ScreenOff => Value::Minutes(settings.screen_off),
        Item::Facing => match settings.facing {
            Facing::Upright => Value::Upright,
            Facing::UpsideDown => Value::UpsideDown,
            Facing::Storyteller => Value::ToStoryteller,
        },
        Item::Sound => Value::On(settings.sound),
        _ => Value::None,
    }
}

/// The directions in which a setting can be turned from its value.
pub fn more(settings: &Settings, item: Item, goes_round: bool) -> More {
    let leads_on = |by| {
        let mut turned = *settings;
        turn(&mut turned, item, by, goes_round);
        turned != *settings
    };
    More { left: leads_on(-1), right: leads_on(1) }
}

/// Changes the setting of `item` by `by` clicks. Rows that are not settings do not change.
pub fn turn(settings: &mut Settings, item: Item, by: i8, goes_round: bool) {
    let on = by > 0;
    match item {
        Item::Language => settings.language = settings.language.stepped(by),
        Item::Goal => settings.options.goal = turned(settings.options.goal, by, Options::GOALS),
        Item::Laps => settings.options.laps = turned(settings.options.laps, by, Options::LAPS),
        Item::Ending => {
            let place = Ending::ALL.iter().position(|&ending| ending == settings.options.ending).unwrap_or(0) as u8;
            settings.options.ending = Ending::ALL[usize::from(turned(place, by, 0..=Ending::ALL.len() as u8 - 1))];
        }
        Item::Brightness => settings.brightness = turned(settings.brightness, by, Settings::BRIGHTNESSES),
        Item::ScreenOff => settings.screen_off = turned(settings.screen_off, by, Settings::SCREEN_OFF_MINUTES),
        Item::Owners => {
            // On a device that is passed round, its holder dials each owner: no card can be shown to all in turn.
            let owners = Owners::ALL.into_iter().filter(|&owners| !goes_round || owners != Owners::InTurn);
            let place = owners.clone().position(|owners| owners == settings.options.owners).unwrap_or(0);
            let places = owners.clone().count();
            let to = place.saturating_add_signed(by.into()).min(places - 1);
            settings.options.owners = owners.clone().nth(to).unwrap_or(Owners::After);
        }
        Item::LoneVoteBonus => {
            settings.options.lone_vote_bonus = if on { LoneVoteBonus::SomeMissed } else { LoneVoteBonus::Always };
        }
        Item::Countdown => settings.countdown = on,
        Item::PointsGoOn => {
            settings.points_go_on = turned_from_off(settings.points_go_on, by, 1, Settings::POINTS_GO_ON_SECONDS);
        }
        Item::Nudge => settings.nudge = turned_from_off(settings.nudge, by, 10, Settings::NUDGE_SECONDS),
        Item::Facing => settings.facing = settings.facing.stepped(by, goes_round),
        Item::Sound => settings.sound = on,
        _ => {}
    }
}

/// Changes a number of seconds by `by` steps of `step` seconds, within `within`. One step below that range is 0 (off).
fn turned_from_off(value: u8, by: i8, step: u8, within: RangeInclusive<u8>) -> u8 {
    let (first, last) = (*within.start(), (within.end() - within.start()) / step + 1);
    let place = if value < first { 0 } else { (value - first) / step + 1 };
    match place.saturating_add_signed(by).min(last) {
        0 => 0,
        place => first + (place - 1) * step,
    }
}

fn turned(value: u8, by: i8, within: RangeInclusive<u8>) -> u8 {
    value.saturating_add_signed(by).min(*within.end()).max(*within.start())
}
