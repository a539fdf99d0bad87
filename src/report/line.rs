//! The lines that a computer reads. Each is one variant of [`Line`], and its JSON follows from the types here; votes
//! come as a [`Round`], which holds them only once all were opened together.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::board::{Board, FoundScreen};
use crate::game::{Award, Ending, Options, Owners, Phase, Scores, State, Storyteller, Tally};
use crate::rules::{Card, Ends, LoneVoteBonus, MAX_CARDS, MAX_SEATS, Reason, Round, Score, Seat, SeatSet, Verdict};
use crate::scene::{PartStatus, shared};
use crate::settings::{Facing, Settings};
use crate::words::{Language, Text, Words};

/// Version of the protocol. Incremented when a key is removed or changes its meaning; new keys may be added at any
/// time.
pub const PROTOCOL: u8 = 1;

/// Maximum length of a line with its line break: a round of twelve seats with all owners and reasons, plus a margin.
pub const LONGEST: usize = 1280;

/// A line as it is sent.
pub type LineText = heapless::Vec<u8, LONGEST>;

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(clippy::large_enum_variant)]
pub enum Line<'a> {
    /// The first line of every connection.
    Hello(Hello<'a>),
    Settings(Chosen),
    /// A game begins, or is reported again from its beginning.
    Game(Game),
    /// The current state of the table.
    Table(Table),
    /// A round with open votes; a later line with the same number replaces it.
    Round(Played),
    Over(Over),
    /// The notice that covers the shared screen.
    Notice(&'a str),
    SelfTest(SelfTest),
    /// Number of lines that were dropped because they were not read in time.
    Dropped(u16),
    Error(&'a str),
}

impl Line<'_> {
    /// Writes the line, with its line break, into `text`. If the line does not fit, the text is empty.
    pub fn write(&self, text: &mut LineText) {
        text.clear();
        let _ = text.resize_default(LONGEST);
        let length = self.write_to(text);
        text.truncate(length);
    }

    /// Writes the line, with its line break, into `text`. Returns its length, or 0 if it does not fit.
    pub fn write_to(&self, text: &mut [u8]) -> usize {
        match serde_json_core::to_slice(self, text) {
            Ok(length) if length < text.len() => {
                text[length] = b'\n';
                length + 1
            }
            _ => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
pub struct Hello<'a> {
    pub protocol: u8,
    pub name: &'a str,
    pub version: &'a str,
    pub chip: &'a str,
    pub board: &'a str,
    pub serial: &'a str,
    /// The maximum number of seats.
    pub seats: u8,
    pub knobs: u8,
    pub language: &'static str,
}

impl<'a> Hello<'a> {
    pub fn new(board: &Board, chip: &'a str, serial: &'a str, language: Language) -> Self {
        Self {
            protocol: PROTOCOL,
            name: "Dixit Dials",
            version: env!("CARGO_PKG_VERSION"),
            chip,
            board: board.name,
            serial,
            seats: board.seats.most,
            knobs: board.knobs,
            language: language.code(),
        }
    }
}

#[derive(Serialize)]
pub struct Chosen {
    language: &'static str,
    brightness: u8,
    sound: bool,
    ending: &'static str,
    goal: u8,
    laps: u8,
    owners: &'static str,
    lone_vote_bonus: &'static str,
    countdown: bool,
    points_go_on: u8,
    nudge: u8,
    screen_off: u8,
    facing: &'static str,
}

impl Chosen {
    pub fn new(settings: &Settings) -> Self {
        let Settings { language, options, countdown, points_go_on, nudge, brightness, screen_off, sound, facing } =
            *settings;
        let Options { ending, goal, laps, owners, lone_vote_bonus } = options;
        Self {
            language: language.code(),
            brightness,
            sound,
            ending: match ending {
                Ending::ByRulebook => "rulebook",
                Ending::Goal => "goal",
                Ending::Laps => "laps",
                Ending::Never => "never",
            },
            goal,
            laps,
            owners: match owners {
                Owners::After => "after",
                Owners::InTurn => "in-turn",
                Owners::WithVote => "with-vote",
            },
            lone_vote_bonus: match lone_vote_bonus {
                LoneVoteBonus::Always => "always",
                LoneVoteBonus::SomeMissed => "some-missed",
            },
            countdown,
            points_go_on,
            nudge,
            screen_off,
            facing: match facing {
                Facing::Upright => "upright",
                Facing::UpsideDown => "turned",
                Facing::Storyteller => "storyteller",
            },
        }
    }
}

#[derive(Serialize)]
pub struct Game {
    ruleset: &'static str,
    seats: Letters,
    /// The first round that is reported; more than 1 if the device no longer has the earlier ones.
    first_round: u16,
    ends: &'static str,
    goal: u16,
}

impl Game {
    pub fn new(state: &State) -> Self {
        Self {
            ruleset: state.ruleset.name(),
            seats: Letters(state.seats),
            first_round: state.round,
            ends: match state.end().ends {
                Ends::Goal => "goal",
                Ends::Laps => "laps",
                Ends::Never => "never",
            },
            goal: state.end().goal,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Table {
    phase: &'static str,
    ruleset: &'static str,
    round: u16,
    storyteller: Teller,
    seats: Letters,
    /// The seats that take part in this round.
    playing: Letters,
    /// The seats that have locked a vote.
    locked: Letters,
    /// Cards on the table.
    cards: u8,
    /// The card whose owner is asked for.
    asks: Option<u8>,
    scores: PerSeat,
}

impl Table {
    pub fn new(state: &State, seated: SeatSet, locked: SeatSet) -> Self {
        let voting = !state.voting().is_empty();
        Self {
            phase: match state.phase {
                Phase::Lobby => "lobby",
                Phase::Clue => "clue",
                Phase::Vote | Phase::VoteAgain { .. } => "vote",
                Phase::Reveal(_) => "reveal",
                Phase::Owners(_) => "owners",
                Phase::Points { .. } => "points",
                Phase::Over => "over",
            },
            ruleset: state.ruleset.name(),
            round: state.round,
            storyteller: Teller(state.storyteller),
            seats: Letters(seated),
            playing: Letters(state.present()),
            locked: Letters(if voting { locked } else { SeatSet::EMPTY }),
            cards: state.cards_on_table(),
            asks: state.asked_card().map(Card::number),
            scores: PerSeat { seats: state.seats, points: state.scores },
        }
    }
}

/// A round with open votes.
#[derive(Serialize)]
pub struct Played {
    number: u16,
    storyteller: Teller,
    seats: Letters,
    cards: u8,
    story_card: Option<u8>,
    red: Option<u8>,
    votes: Votes,
    owners: CardOwners,
    verdict: Option<&'static str>,
    /// `None` until the owners are known.
    points: Option<Points>,
    /// Everyone's scores before the round, and after it.
    before: Option<PerSeat>,
    totals: Option<PerSeat>,
}

impl Played {
    /// `points` are the points of the round, once they are known, and everyone's scores before it.
    pub fn new(number: u16, storyteller: Storyteller, round: &Round, points: Option<(Score, Scores)>) -> Self {
        let seats = round.seats;
        let per_seat = |points| PerSeat { seats, points };
        let totals = |(score, before): (Score, Scores)| {
            let mut totals = before;
            seats.iter().for_each(|seat| totals[seat.index()] += u16::from(score.points(seat)));
            totals
        };
        Self {
            number,
            storyteller: Teller(storyteller),
            seats: Letters(seats),
            cards: round.rules().map_or(0, |rules| rules.cards_on_table(round.players())),
            story_card: round.story_card.map(Card::number),
            red: round.red.map(Card::number),
            votes: Votes(*round),
            owners: CardOwners(round.as_claimed()),
            verdict: round.verdict().map(|verdict| match verdict {
                Verdict::Some => "some",
                Verdict::Everyone => "everyone",
                Verdict::NoOne => "no-one",
            }),
            points: points.map(|(score, _)| Points { seats, score }),
            before: points.map(|(_, before)| per_seat(before)),
            totals: points.map(|points| per_seat(totals(points))),
        }
    }
}

#[derive(Serialize)]
pub struct Over {
    winners: Letters,
    rounds: u16,
    scores: PerSeat,
    awards: Awards,
}

impl Over {
    pub fn new(state: &State, tally: &Tally) -> Self {
        Self {
            winners: Letters(state.winners()),
            rounds: tally.rounds,
            scores: PerSeat { seats: state.seats, points: state.scores },
            awards: Awards { seats: state.seats, tally: *tally },
        }
    }
}

#[derive(Serialize)]
pub struct SelfTest {
    shared_screen: &'static str,
    controller: Option<&'static str>,
    address: Option<u8>,
    seat_screens: Statuses,
    chain: &'static str,
    storage: &'static str,
}

impl SelfTest {
    pub fn new(test: &shared::SelfTest) -> Self {
        Self {
            shared_screen: status(test.shared_screen),
            controller: test.found.map(|FoundScreen { controller, .. }| controller.name()),
            address: test.found.map(|FoundScreen { address, .. }| address),
            seat_screens: Statuses(test.seat_screens),
            chain: status(test.chain),
            storage: status(test.storage),
        }
    }
}

fn status(status: PartStatus) -> &'static str {
    match status {
        PartStatus::Absent => "none",
        PartStatus::Missing => "missing",
        PartStatus::Fine => "fine",
    }
}

/// The text of the notice, in the table's language.
pub fn notice_text(notice: &crate::scene::Notice, language: Language) -> Text {
    let mut text = Text::new();
    let _ = Words::of(language).notice(&mut text, notice);
    text
}

/// Seats as their letters: `"ACD"`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Letters(SeatSet);

impl Serialize for Letters {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut letters = heapless::String::<MAX_SEATS>::new();
        self.0.iter().for_each(|seat| drop(letters.push(seat.letter())));
        to.serialize_str(&letters)
    }
}

/// A seat's letter, and in Team the player: `"B"`, `"B2"`.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Teller(Storyteller);

impl Serialize for Teller {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut text = heapless::String::<2>::new();
        let _ = text.push(self.0.seat.letter());
        if self.0.second {
            let _ = text.push('2');
        }
        to.serialize_str(&text)
    }
}

pub(super) const LETTERS: [&str; MAX_SEATS] = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L"];

/// A map whose keys are letters of seats.
fn by_seat<S: Serializer, V: Serialize>(to: S, seats: SeatSet, value: impl Fn(Seat) -> V) -> Result<S::Ok, S::Error> {
    let mut map = to.serialize_map(None)?;
    seats.iter().try_for_each(|seat| map.serialize_entry(LETTERS[seat.index()], &value(seat)))?;
    map.end()
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct PerSeat {
    seats: SeatSet,
    points: Scores,
}

impl Serialize for PerSeat {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        by_seat(to, self.seats, |seat| self.points[seat.index()])
    }
}

struct Votes(Round);

impl Serialize for Votes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        by_seat(to, self.0.voters(), |seat| {
            let cards: heapless::Vec<u8, 2> = self.0.ballot(seat).iter().map(Card::number).collect();
            Cards(cards)
        })
    }
}

struct Cards(heapless::Vec<u8, 2>);

impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(&self.0)
    }
}

/// The owner of each card, as far as known.
struct CardOwners(Round);

impl Serialize for CardOwners {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        const NUMBERS: [&str; MAX_CARDS] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];
        let mut map = to.serialize_map(None)?;
        for card in Card::first(MAX_CARDS as u8) {
            if let Some(owner) = self.0.owner(card) {
                map.serialize_entry(NUMBERS[card.index()], &Letters(SeatSet::EMPTY.with(owner)))?;
            }
        }
        map.end()
    }
}

struct Points {
    seats: SeatSet,
    score: Score,
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        by_seat(to, self.seats, |seat| Reasons(self.score.reasons(seat)))
    }
}

/// Points by their reason.
struct Reasons(crate::rules::Reasons);

impl Serialize for Reasons {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        self.0.iter().try_for_each(|reason| map.serialize_entry(reason_name(reason), &reason.points()))?;
        map.end()
    }
}

fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Told => "told",
        Reason::Found => "found",
        Reason::EveryoneFound => "everyone-found",
        Reason::NoOneFound => "no-one-found",
        Reason::Votes { .. } => "votes",
        Reason::LoneVote => "lone-vote",
        Reason::Crowd { .. } => "crowd",
        Reason::UnderRed => "under-red",
        Reason::Alone => "alone",
    }
}

struct Awards {
    seats: SeatSet,
    tally: Tally,
}

impl Serialize for Awards {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for award in Award::ALL {
            let name = match award {
                Award::BestStoryteller => "storyteller",
                Award::BestBluffer => "bluffer",
                Award::SharpestGuesser => "guesser",
                Award::MostFooled => "fooled",
            };
            if let Some(honour) = self.tally.winners(award, self.seats) {
                map.serialize_entry(name, &Won { seats: Letters(honour.seats), count: honour.count })?;
            }
        }
        map.end()
    }
}

#[derive(Serialize)]
struct Won {
    seats: Letters,
    count: u16,
}

struct Statuses([PartStatus; MAX_SEATS]);

impl Serialize for Statuses {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let there = |seat: &Seat| self.0[seat.index()] != PartStatus::Absent;
        by_seat(to, Seat::all().filter(there).collect(), |seat| status(self.0[seat.index()]))
    }
}
