//! A story's file: the table, its rounds, and single steps for everything else.

use std::{collections::BTreeMap, fmt};

use serde::Deserialize;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::check;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Story {
    pub story: String,
    #[serde(default = "dixit")]
    pub ruleset: String,
    /// Number of players; in Team two share a knob.
    #[serde(default)]
    pub seats: u8,
    /// Who tells first. Without it the story starts in the lobby.
    pub tells: Option<u8>,
    pub laps: Option<u8>,
    pub goal: Option<u8>,
    /// `rulebook`, `goal`, `laps` or `never`.
    pub ending: Option<String>,
    /// `after`, `in-turn` or `with-vote`.
    pub owners: Option<String>,
    /// `always` or `some-missed`.
    pub lone_vote_bonus: Option<String>,
    pub countdown: Option<bool>,
    /// `ring`, `pass`, `pods`: the kinds of voting that the story is about; all of them if left out.
    pub only: Option<Vec<String>>,
    #[serde(default, rename = "round")]
    pub rounds: Vec<RoundFile>,
    /// Played after the rounds, one by one.
    #[serde(default, rename = "step")]
    pub steps: Vec<Step>,
    #[serde(skip)]
    lines: Lines,
}

fn dixit() -> String {
    "dixit".into()
}

#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundFile {
    /// The storyteller's card; none in Party.
    pub card: Option<u8>,
    /// Votes by seat, in Team by team: one card, or the first and second vote.
    #[serde(default)]
    pub votes: BTreeMap<String, Votes>,
    pub red: Option<u8>,
    /// Owners as `card = seat`, for each card that got votes; for all cards if owners are asked for with the vote.
    #[serde(default)]
    pub owners: BTreeMap<String, u8>,
    pub points: Option<Vec<u16>>,
    pub totals: Option<Vec<u16>>,
    pub winners: Option<Vec<u8>>,
    pub next: Option<u8>,
    /// How many cards to draw, and the size of the hand after drawing.
    pub draw: Option<(u8, u8)>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "wanted a card, or a first and a second")]
pub enum Votes {
    One(u8),
    Several(Vec<u8>),
}

/// A seat, or all seats that share the honour, and the count it was given for.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "wanted a seat and a count, or seats and a count")]
pub enum Honour {
    One(u8, u16),
    Shared(Vec<u8>, u16),
}

impl Step {
    /// Keys of the actions of this step.
    pub(super) fn deeds(&self) -> Vec<&'static str> {
        let told = [
            ("round", self.round.is_some()),
            ("all-vote", self.all_vote.is_some()),
            ("reveal", self.reveal.is_some()),
            ("browse", self.browse.is_some()),
            ("begin", self.begin.is_some()),
            ("press", self.press.is_some()),
            ("hold", self.hold.is_some()),
            ("turn", self.turn.is_some()),
            ("wait-seconds", self.wait_seconds.is_some()),
            ("answer", self.answer.is_some()),
            ("unlock", self.unlock.is_some()),
            ("claim", self.claim.is_some()),
            ("choose", self.choose.is_some()),
            ("pick", self.pick.is_some()),
            ("set", self.set.is_some()),
            ("confirm", self.confirm.is_some()),
            ("let-in", self.let_in.is_some()),
            ("cut", self.cut.is_some()),
        ];
        told.into_iter().filter(|&(_, told)| told).map(|(key, _)| key).collect()
    }
}

impl Votes {
    pub fn cards(&self) -> &[u8] {
        match self {
            Self::One(card) => std::slice::from_ref(card),
            Self::Several(cards) => cards,
        }
    }
}

/// A step of a story: at most one action, then what must be seen. `tests/scenarios/README.md` explains the keys to
/// authors.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// A whole round.
    pub round: Option<RoundFile>,
    /// The cards are laid, and everyone dials and locks. Then the countdown runs, or the votes are open where there is
    /// none.
    pub all_vote: Option<RoundFile>,
    /// Lets the countdown run out.
    pub reveal: Option<bool>,
    /// Turns the lobby to a ruleset, `draw` or `settings`.
    pub browse: Option<String>,
    /// Deals the cards and, on boards with rings, checks all pointers: on to the first clue.
    pub begin: Option<bool>,
    /// Seat whose knob is pressed, or 0 for the leader's.
    pub press: Option<u8>,
    pub hold: Option<u8>,
    /// Seat and clicks.
    pub turn: Option<(u8, i8)>,
    pub wait_seconds: Option<f64>,
    /// Seat and number: dial it and press; 0 declines. On a board that is passed round it must be this seat's turn.
    pub answer: Option<(u8, u8)>,
    /// The seat unlocks its vote.
    pub unlock: Option<u8>,
    /// The seat claims the card in question.
    pub claim: Option<u8>,
    /// Choose this row of the open menu.
    pub choose: Option<String>,
    /// Choose this seat where a seat is asked for.
    pub pick: Option<u8>,
    /// Turn the value asked for (a score, a setting) by that number of clicks and press.
    pub set: Option<i8>,
    /// Answer yes to a question.
    pub confirm: Option<bool>,
    /// The leader lets the guest in; on boards with rings the guest then sets the pointer.
    pub let_in: Option<bool>,
    /// Unplug and plug in again.
    pub cut: Option<bool>,

    /// The scene on the shared screen.
    pub screen: Option<String>,
    /// Who can do what now, and for what purpose: `2, 3 dial: your guess`.
    pub prompt: Option<String>,
    /// What else can be done.
    pub also: Option<String>,
    /// Before the first clue: how many play, and how many cards to deal to each.
    pub deal: Option<(u8, u8)>,
    /// True if the clue screen says that the storyteller speaks before looking.
    pub speak_first: Option<bool>,
    /// Who has locked and should turn the pointer away; only rings show it.
    pub turn_away: Option<Vec<u8>>,
    /// Everything else that the shared screen tells players to do or to know.
    pub says: Option<Vec<String>>,
    pub refused: Option<String>,
    /// Who has locked.
    pub ready: Option<Vec<u8>>,
    /// Whose last press was on a number that they may not choose; only rings show it.
    pub rejected: Option<Vec<u8>>,
    /// Who must look again for their own card.
    pub sent_back: Option<Vec<u8>>,
    /// The card whose owner is asked for.
    pub asked: Option<u8>,
    /// Cards whose owner the device deduced, and their owners.
    pub certain: Option<BTreeMap<String, u8>>,
    /// The seat to pass the device to.
    pub hand_to: Option<u8>,
    #[serde(rename = "teller")]
    pub storyteller: Option<u8>,
    pub ruleset: Option<String>,
    pub round_number: Option<u16>,
    pub totals: Option<Vec<u16>>,
    pub seated: Option<Vec<u8>>,
    pub winners: Option<Vec<u8>>,
    pub skipping: Option<Vec<u8>>,
    /// Who tells next, according to the track.
    pub next: Option<u8>,
    /// The past round on the screen: its number and who told.
    pub past_round: Option<(u16, u8)>,
    #[serde(rename = "best-teller")]
    pub best_storyteller: Option<Honour>,
    pub best_bluffer: Option<Honour>,
    pub sharpest_guesser: Option<Honour>,
    pub most_fooled: Option<Honour>,
    /// The seat whose points over the rounds are shown, and its points, starting with those at the beginning.
    pub curve: Option<(u8, Vec<u16>)>,
    /// True if the current round is certainly the last.
    pub last_round: Option<bool>,
    /// A row of the open menu and its value.
    pub row: Option<(String, String)>,
    /// `lit`, `dim` or `off`.
    pub light: Option<String>,
    pub language: Option<String>,
    /// What is on one seat's own screen, where it has one.
    pub seat_screen: Option<(u8, String)>,
}

impl Story {
    /// True if only boards with this kind of voting can play the story.
    pub(super) fn is_only_for(&self, voting: &str) -> bool {
        self.only.as_ref().is_some_and(|only| *only == [voting])
    }

    /// Reads a story and checks that it is possible at all.
    pub fn read(text: &str) -> Result<Self, Mistake> {
        let at = |error: toml::de::Error| Mistake {
            line: error.span().map_or(1, |span| line(text, span.start)),
            reason: reason(text, &error),
        };
        let mut story: Self = toml::from_str(text).map_err(at)?;
        story.lines = Lines::read(text).map_err(at)?;
        check::story(&story).map_err(|(key, reason)| story.mistake(&key, reason))?;
        Ok(story)
    }

    /// A mistake in the value of a key, such as `step.3.claim`, where 3 is the fourth step.
    pub(super) fn mistake(&self, key: &str, reason: impl Into<String>) -> Mistake {
        Mistake { line: self.lines.of(key), reason: reason.into() }
    }

    /// A mistake in a round or a step. A reason begins with the key that it is about, if there is one.
    pub(super) fn mistake_in(&self, place: &str, reason: &str) -> Mistake {
        let about = reason.split([':', ' ']).next().unwrap_or_default();
        let keys = [format!("{place}.{about}"), format!("{place}.round.{about}"), format!("{place}.all-vote.{about}")];
        let key = keys.iter().find(|key| self.lines.has(key)).map_or(place, String::as_str);
        let (kind, index) = place.split_once('.').unwrap_or((place, "0"));
        let number = index.parse::<usize>().unwrap_or(0) + 1;
        self.mistake(key, format!("{kind} {number}: {reason}"))
    }
}

/// What is wrong with a story, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub line: usize,
    pub reason: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        write!(to, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Mistake {}

/// Line number of each key.
#[derive(Clone, Debug, Default)]
struct Lines(BTreeMap<String, usize>);

impl Lines {
    fn read(text: &str) -> Result<Self, toml::de::Error> {
        let mut lines = Self::default();
        lines.note_table(text, "", DeTable::parse(text)?.get_ref());
        Ok(lines)
    }

    fn note_table(&mut self, text: &str, above: &str, table: &DeTable) {
        for (key, value) in table {
            let path = if above.is_empty() { key.get_ref().to_string() } else { format!("{above}.{}", key.get_ref()) };
            self.0.insert(path.clone(), line(text, key.span().start));
            self.note(text, &path, value);
        }
    }

    fn note(&mut self, text: &str, path: &str, value: &Spanned<DeValue>) {
        match value.get_ref() {
            DeValue::Table(table) => self.note_table(text, path, table),
            DeValue::Array(items) => {
                for (place, item) in items.iter().enumerate() {
                    let path = format!("{path}.{place}");
                    self.0.insert(path.clone(), line(text, item.span().start));
                    self.note(text, &path, item);
                }
            }
            _ => {}
        }
    }

    fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// The line of a key, or of the table around it if the story does not have the key.
    fn of(&self, key: &str) -> usize {
        let mut key = key;
        loop {
            match (self.0.get(key), key.rsplit_once('.')) {
                (Some(&line), _) => return line,
                (None, Some((above, _))) => key = above,
                (None, None) => return 1,
            }
        }
    }
}

fn line(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
}

/// The TOML parser's message, with the key added where it leaves it out.
fn reason(text: &str, error: &toml::de::Error) -> String {
    match error.span().and_then(|span| text.get(span)) {
        Some(key) if error.message().starts_with("duplicate key") => format!("{key} is given twice; keep one"),
        _ => error.message().to_string(),
    }
}
