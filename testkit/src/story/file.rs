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
    /// The storyteller's card; none in Party.
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
    /// How many cards to draw, and up to how many in the hand.
    pub draw: Option<(u8, u8)>,
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

/// At most one thing done, then what must be seen. `tests/scenarios/README.md` tells the same to who writes stories.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// A whole round.
    pub round: Option<RoundFile>,
    /// The cards are laid, everyone dials and locks; the countdown runs, or the votes are open where there is none.
    pub all_vote: Option<RoundFile>,
    /// Lets the countdown run out.
    #[serde(default)]
    pub reveal: bool,
    /// Turns the lobby to a ruleset, `draw` or `settings`.
    pub browse: Option<String>,
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
    /// Who has locked.
    pub ready: Option<Vec<u8>>,
    /// Whose last press found no number that they may choose; only rings show it.
    pub puzzled: Option<Vec<u8>>,
    /// Who must look again for their own card.
    pub sent_back: Option<Vec<u8>>,
    /// The card whose owner is asked for.
    pub asked: Option<u8>,
    /// The seat that the device goes to, where it goes round.
    pub hand_to: Option<u8>,
    #[serde(rename = "teller")]
    pub storyteller: Option<u8>,
    pub ruleset: Option<String>,
    pub round_number: Option<u16>,
    pub totals: Option<Vec<u16>>,
    pub seated: Option<Vec<u8>>,
    pub winners: Option<Vec<u8>>,
    pub skipping: Option<Vec<u8>>,
    /// Who tells next, as the track says.
    pub next: Option<u8>,
    /// The past round on the screen: its number and who told.
    pub past_round: Option<(u16, u8)>,
    #[serde(rename = "best-teller")]
    pub best_storyteller: Option<(u8, u16)>,
    pub best_bluffer: Option<(u8, u16)>,
    /// A row of the open menu and what it is set to.
    pub row: Option<(String, String)>,
    /// `lit`, `dim` or `off`.
    pub light: Option<String>,
    pub language: Option<String>,
    /// What one seat sees alone, where it can.
    pub seat_screen: Option<(u8, String)>,
}

impl Story {
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }
}
