//! A story as it is written: the table, its rounds, and single steps for what a round cannot tell.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    pub story: String,
    #[serde(default = "dixit")]
    pub ruleset: String,
    /// Players; in Team two for each knob.
    #[serde(default)]
    pub seats: u8,
    /// Who tells first. Without it the story starts in the lobby.
    pub tells: Option<u8>,
    pub laps: Option<u8>,
    pub goal: Option<u8>,
    /// `after` or `with-vote`.
    pub owners: Option<String>,
    /// `always` or `some-missed`.
    pub lone_vote_bonus: Option<String>,
    pub countdown: Option<bool>,
    /// `ring`, `pass`, `pods`: the ways of secrecy that the story is about; all where it is not said.
    #[serde(default)]
    pub only: Vec<String>,
    #[serde(default, rename = "round")]
    pub rounds: Vec<RoundFile>,
    /// After the rounds, one by one.
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
}

fn dixit() -> String {
    "dixit".into()
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundFile {
    /// The storyteller's card.
    pub card: Option<u8>,
    /// By seat, in Team by team: a card, or a first and a second.
    #[serde(default)]
    pub votes: BTreeMap<String, Votes>,
    pub red: Option<u8>,
    /// Card = seat, for cards that drew votes; for all cards where owners are asked with the vote.
    #[serde(default)]
    pub owners: BTreeMap<String, u8>,
    pub points: Option<Vec<u16>>,
    pub totals: Option<Vec<u16>>,
    pub winners: Option<Vec<u8>>,
    pub next: Option<u8>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Votes {
    One(u8),
    Several(Vec<u8>),
}

impl Votes {
    pub fn cards(&self) -> &[u8] {
        match self {
            Self::One(card) => std::slice::from_ref(card),
            Self::Several(cards) => cards,
        }
    }
}

/// At most one thing done, then what must be seen.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// A whole round.
    pub round: Option<RoundFile>,
    /// A seat's knob, or 0 for the knob that leads.
    pub press: Option<u8>,
    pub hold: Option<u8>,
    /// Seat and clicks.
    pub turn: Option<(u8, i8)>,
    pub wait_seconds: Option<f64>,
    /// Seat and number: dial it and press; 0 declines. Where the device goes round it must be this seat's turn.
    pub answer: Option<(u8, u8)>,
    /// The seat unlocks its vote.
    pub unlock: Option<u8>,
    /// The seat claims the card asked for.
    pub claim: Option<u8>,
    /// Choose this row of the open menu.
    pub choose: Option<String>,
    /// Choose this seat where one is asked for.
    pub pick: Option<u8>,
    /// Turn what is asked for (a score, a setting) by so many clicks and press.
    pub set: Option<i8>,
    /// Say yes where a question is asked.
    pub confirm: Option<bool>,
    /// Plug out and in again.
    #[serde(default)]
    pub cut: bool,

    /// The scene on the shared screen.
    pub screen: Option<String>,
    pub refused: Option<String>,
    pub ready: Option<Vec<u8>>,
    pub teller: Option<u8>,
    pub round_number: Option<u16>,
    pub totals: Option<Vec<u16>>,
    pub seated: Option<Vec<u8>>,
    pub winners: Option<Vec<u8>>,
    pub skipping: Option<Vec<u8>>,
    pub seat_screen: Option<(u8, String)>,
}

impl Story {
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }
}
