//! The encoding of what is saved besides the game. A field keeps its place forever, new ones are added at the end, and
//! a missing or invalid field falls back to its default without affecting the others.

use crate::dial::KnobKind;
use crate::game::{Ending, Options, Owners};
use crate::rules::{LoneVoteBonus, MAX_SEATS};
use crate::settings::{Facing, Settings};
use crate::words::Language;

/// Versions of the moves in the journal, of the settings and of the knobs. Increment one when firmware with another
/// version would misread the data.
pub const GAME: u8 = 3;
pub const SETTINGS: u8 = 1;
pub const KNOBS: u8 = 1;

pub fn settings_bytes(settings: &Settings) -> [u8; 13] {
    let Settings { language, options, countdown, brightness, screen_off, sound, points_go_on, nudge, facing } =
        *settings;
    let Options { ending, goal, laps, owners, lone_vote_bonus } = options;
    [
        match language {
            Language::English => 0,
            Language::Italiano => 1,
            Language::Polski => 2,
            Language::Francais => 3,
            Language::Deutsch => 4,
            Language::Espanol => 5,
        },
        goal,
        laps,
        match owners {
            Owners::After => 0,
            Owners::WithVote => 1,
            Owners::InTurn => 2,
        },
        match lone_vote_bonus {
            LoneVoteBonus::Always => 0,
            LoneVoteBonus::SomeMissed => 1,
        },
        countdown.into(),
        brightness,
        screen_off,
        sound.into(),
        points_go_on,
        nudge,
        match ending {
            Ending::ByRulebook => 0,
            Ending::Goal => 1,
            Ending::Laps => 2,
            Ending::Never => 3,
        },
        match facing {
            Facing::Upright => 0,
            Facing::UpsideDown => 1,
            Facing::Storyteller => 2,
        },
    ]
}

pub fn settings_from(fields: &[u8]) -> Settings {
    let default = Settings::DEFAULT;
    let default_options = Options::DEFAULT;
    let number = |at: usize, valid: core::ops::RangeInclusive<u8>, default: u8| {
        fields.get(at).copied().filter(|value| valid.contains(value)).unwrap_or(default)
    };
    let or_off = |at: usize, valid: core::ops::RangeInclusive<u8>, default: u8| match fields.get(at) {
        Some(0) => 0,
        _ => number(at, valid, default),
    };
    let flag = |at: usize, default: bool| match fields.get(at) {
        Some(0) => false,
        Some(1) => true,
        _ => default,
    };
    let options = Options {
        goal: number(1, Options::GOALS, default_options.goal),
        laps: number(2, Options::LAPS, default_options.laps),
        owners: match fields.get(3) {
            Some(0) => Owners::After,
            Some(1) => Owners::WithVote,
            Some(2) => Owners::InTurn,
            _ => default_options.owners,
        },
        lone_vote_bonus: match fields.get(4) {
            Some(0) => LoneVoteBonus::Always,
            Some(1) => LoneVoteBonus::SomeMissed,
            _ => default_options.lone_vote_bonus,
        },
        ending: match fields.get(11) {
            Some(0) => Ending::ByRulebook,
            Some(1) => Ending::Goal,
            Some(2) => Ending::Laps,
            Some(3) => Ending::Never,
            _ => default_options.ending,
        },
    };
    Settings {
        options,
        language: match fields.first() {
            Some(0) => Language::English,
            Some(1) => Language::Italiano,
            Some(2) => Language::Polski,
            Some(3) => Language::Francais,
            Some(4) => Language::Deutsch,
            Some(5) => Language::Espanol,
            _ => default.language,
        },
        countdown: flag(5, default.countdown),
        brightness: number(6, Settings::BRIGHTNESSES, default.brightness),
        screen_off: number(7, Settings::SCREEN_OFF_MINUTES, default.screen_off),
        sound: flag(8, default.sound),
        points_go_on: or_off(9, Settings::POINTS_GO_ON_SECONDS, default.points_go_on),
        nudge: or_off(10, Settings::NUDGE_SECONDS, default.nudge),
        facing: match fields.get(12) {
            Some(1) => Facing::UpsideDown,
            Some(2) => Facing::Storyteller,
            _ => Facing::Upright,
        },
    }
}

pub fn knob_bytes(knobs: &[KnobKind; MAX_SEATS]) -> [u8; MAX_SEATS] {
    knobs.map(KnobKind::to_byte)
}

pub fn knobs_from(fields: &[u8]) -> [KnobKind; MAX_SEATS] {
    core::array::from_fn(|knob| fields.get(knob).and_then(|byte| KnobKind::from_byte(*byte)).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back() {
        let settings = Settings {
            language: Language::Polski,
            options: Options {
                ending: Ending::Never,
                goal: 45,
                laps: 3,
                owners: Owners::WithVote,
                lone_vote_bonus: LoneVoteBonus::SomeMissed,
            },
            countdown: false,
            brightness: 1,
            screen_off: 0,
            sound: false,
            points_go_on: 0,
            nudge: 90,
            facing: Facing::Storyteller,
        };
        assert_eq!(settings_from(&settings_bytes(&settings)), settings);
        assert_eq!(settings_from(&settings_bytes(&Settings::DEFAULT)), Settings::DEFAULT);
        for language in Language::ALL {
            let settings = Settings { language, ..settings };
            assert_eq!(settings_from(&settings_bytes(&settings)), settings);
        }
    }

    #[test]
    fn an_invalid_field_alone_falls_back_to_its_default() {
        let chosen = Settings {
            options: Options { goal: 50, ..Options::DEFAULT },
            brightness: 2,
            sound: false,
            ..Settings::DEFAULT
        };
        let mut bytes = settings_bytes(&chosen);
        bytes[0] = 77;
        bytes[6] = 9;
        let read = settings_from(&bytes);
        assert_eq!(read, Settings { brightness: Settings::DEFAULT.brightness, ..chosen });
    }

    #[test]
    fn older_settings_with_fewer_fields_keep_what_they_had() {
        let chosen = Settings {
            language: Language::Italiano,
            options: Options { goal: 50, ..Options::DEFAULT },
            countdown: false,
            ..Settings::DEFAULT
        };
        let read = settings_from(&settings_bytes(&chosen)[..2]);
        assert_eq!(read, Settings { countdown: Settings::DEFAULT.countdown, ..chosen });
    }

    #[test]
    fn knobs_are_read_back_and_one_bad_byte_affects_one_knob() {
        let mut knobs = [KnobKind::default(); MAX_SEATS];
        for (knob, kind) in knobs.iter_mut().zip(KnobKind::all()) {
            *knob = kind;
        }
        let mut bytes = knob_bytes(&knobs);
        assert_eq!(knobs_from(&bytes), knobs);
        bytes[5] = 200;
        knobs[5] = KnobKind::default();
        assert_eq!(knobs_from(&bytes), knobs);
    }
}
