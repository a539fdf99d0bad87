//! The names of the rulesets, and the numbers of people that each is for.

use super::{MAX_SEATS, Scorer, rules};

/// An edition's way to play. The players choose it; it is never guessed from their number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ruleset {
    Dixit,
    Disney,
    Odyssey,
    Party,
    Team,
}

impl Ruleset {
    /// All rulesets, in the order of the lobby and of the byte in saved games: add new ones at the end.
    pub const ALL: [Self; 5] = [Self::Dixit, Self::Disney, Self::Odyssey, Self::Party, Self::Team];

    /// The name in files and commands. Screens show a translated one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dixit => "dixit",
            Self::Disney => "disney",
            Self::Odyssey => "odyssey",
            Self::Party => "party",
            Self::Team => "team",
        }
    }

    /// The ruleset with this [`name`](Self::name).
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ruleset| ruleset.name() == name)
    }

    /// All numbers of players that the ruleset allows.
    pub fn player_counts(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (1..=MAX_SEATS as u8).filter(move |&players| rules(self, players).is_ok())
    }

    /// Whether a seat is one player or a team.
    pub const fn scorer(self) -> Scorer {
        match self {
            Self::Team => Scorer::Team,
            _ => Scorer::Player,
        }
    }

    pub const fn is_team(self) -> bool {
        matches!(self.scorer(), Scorer::Team)
    }

    /// Number of seats that `players` people occupy.
    pub const fn seats_for(self, players: u8) -> u8 {
        players / self.scorer().people()
    }

    /// Number of people on `seats` seats.
    pub const fn players_for(self, seats: u8) -> u8 {
        seats.saturating_mul(self.scorer().people())
    }
}
