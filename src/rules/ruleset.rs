//! The names of the rulesets and how many people each is for.

use super::{MAX_SEATS, Scorer, rules};

/// What the table plays by; chosen by the players, never guessed from how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruleset {
    Dixit,
    Disney,
    Odyssey,
    Party,
    Team,
}

impl Ruleset {
    /// In the order of the lobby and of the byte in saved games: new ones go to the end.
    pub const ALL: [Self; 5] = [Self::Dixit, Self::Disney, Self::Odyssey, Self::Party, Self::Team];

    /// The name in files and commands; people read their own language's.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dixit => "dixit",
            Self::Disney => "disney",
            Self::Odyssey => "odyssey",
            Self::Party => "party",
            Self::Team => "team",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ruleset| ruleset.name() == name)
    }

    /// Every number of people that it can be played by.
    pub fn player_counts(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (1..=MAX_SEATS as u8).filter(move |&players| rules(self, players).is_ok())
    }

    pub const fn scorer(self) -> Scorer {
        match self {
            Self::Team => Scorer::Team,
            _ => Scorer::Player,
        }
    }

    pub const fn is_team(self) -> bool {
        matches!(self.scorer(), Scorer::Team)
    }

    /// How many seats, that is scorers, so many people take.
    pub const fn seats_for(self, players: u8) -> u8 {
        players / self.scorer().people()
    }

    /// How many people sit on so many seats.
    pub const fn players_for(self, seats: u8) -> u8 {
        seats.saturating_mul(self.scorer().people())
    }
}
