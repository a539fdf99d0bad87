//! The scenes that everyone may see. Nothing here can hold a vote before the reveal: votes come in as a [`Spread`],
//! which only opened votes can make.

use super::menu::{Item, Rows};
use crate::dial::KnobKind;
use crate::game::{Refusal, Scores};
use crate::rules::{Card, MAX_CARDS, MAX_SEATS, Ruleset, Score, Seat, SeatSet, Verdict};

/// Who tells: a seat, and in Team which of its two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Storyteller {
    pub seat: Seat,
    /// In Team the player counted round the table from 1; elsewhere the seat's number.
    pub player: u8,
}

/// What a press in the lobby would act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Take or leave a seat in a game of this ruleset.
    Ruleset(Ruleset),
    /// Let the device draw who tells first.
    Draw,
    Settings,
    /// Pass-around only: how many play.
    Players(Ruleset, u8),
    /// Who tells first; `None` lets the device draw. Only where the device goes round a seat is dialled here.
    First(Ruleset, u8, Option<Seat>),
}

/// How people come to sit at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By pressing their knob.
    Press,
    /// The same on a ring, where the press also says that the pointer stands on the dot.
    PressOnTheDot,
    /// Pass-around: their number is dialled.
    Dial,
}

/// Opened votes by card, as they lie in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    pub cards: u8,
    pub voters: [SeatSet; MAX_CARDS],
    /// Party's red token.
    pub red: Option<Card>,
}

/// The questions of a voter, in order.
pub type Asks = super::List<super::Question, 4>;

/// First the threes and twos, then the bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsStep {
    Base,
    Bonus,
}

/// How a part of the device is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartStatus {
    Absent,
    Missing,
    Fine,
}

/// Something that is said over whatever else is shown, until the next press or for a while.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    Refused(Refusal),
    /// Screens that do not answer: the shared one (`true`) and seats'.
    ScreensMissing {
        shared: bool,
        seats: SeatSet,
    },
    KnobsStuck(SeatSet),
    ChainBroken,
    /// Saved data was damaged or from another version; the game goes on without it.
    StoreDamaged,
    StoreFull,
    /// The last run crashed here; the game was resumed.
    Crashed(&'static str),
    Resumed,
}

/// What the shared screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Shared {
    /// `counts`: bit n is set where n players may play.
    Lobby {
        focus: Focus,
        seated: SeatSet,
        counts: u16,
        join: Join,
    },
    /// Ring: each pointer to the dot, then press.
    Homing {
        seats: SeatSet,
        homed: SeatSet,
    },
    /// `give`: cards that each voter lays down; `partner_gives`: Team's extra card.
    Clue {
        storyteller: Storyteller,
        round: u16,
        give: u8,
        cards: u8,
        partner_gives: bool,
        skipping: SeatSet,
    },
    /// `puzzled`: seats whose last press was not accepted. On a ring, where no other screen says it, `asks` is what each
    /// voter dials one after another (the dot declines) and `answered` how far each seat is.
    Vote {
        storyteller: Storyteller,
        seats: SeatSet,
        ready: SeatSet,
        puzzled: SeatSet,
        cards: u8,
        asks: Asks,
        answered: [u8; MAX_SEATS],
    },
    Countdown {
        left: u8,
    },
    /// Two seats claim one card as their own: these look again.
    SentBack {
        seats: SeatSet,
    },
    /// Pass-around: the device goes to this seat.
    HandOver {
        to: Seat,
        ready: SeatSet,
        seats: SeatSet,
    },
    /// Pass-around: everyone has voted; press to reveal, or dial a seat that wants to change.
    AllReady {
        change: Option<Seat>,
    },
    /// All votes at once.
    Votes {
        spread: Spread,
    },
    /// Which card it was, and who found it. `told` is `None` in Party.
    Verdict {
        spread: Spread,
        story_card: Option<Card>,
        verdict: Option<Verdict>,
        storyteller: Storyteller,
    },
    /// Whose is this card? Pass-around dials the seat: `dialled`.
    Owner {
        card: Card,
        voters: SeatSet,
        left: u8,
        dialled: Option<Seat>,
    },
    Points {
        step: PointsStep,
        seats: SeatSet,
        score: Score,
    },
    /// Pawns on their way `from` one score `to` the next, `eighths` of the way. `draw_to`: hand size to draw to.
    Track {
        seats: SeatSet,
        from: Scores,
        to: Scores,
        eighths: u8,
        goal: Option<u16>,
        next: Option<Storyteller>,
        draw: u8,
        draw_to: u8,
        pass_hands: bool,
    },
    Over {
        winners: SeatSet,
        seats: SeatSet,
        scores: Scores,
    },
    /// A small account of the game: who told best (points as storyteller), whose cards drew the most votes.
    Account {
        rounds: u16,
        best_storyteller: Option<(Seat, u16)>,
        best_bluffer: Option<(Seat, u16)>,
    },
    Menu {
        title: Option<Item>,
        rows: Rows,
        selected: u8,
    },
    /// Choose a seat for `item`.
    PickSeat {
        item: Item,
        seat: Seat,
        seats: SeatSet,
    },
    CorrectScore {
        seat: Seat,
        was: u16,
        now: u16,
    },
    Confirm {
        item: Item,
        yes: bool,
    },
    PastRound {
        number: u16,
        of: u16,
        storyteller: Storyteller,
        spread: Spread,
        story_card: Option<Card>,
        gained: Scores,
        seats: SeatSet,
    },
    KnobCheck {
        knob: u8,
        clicks: u8,
        found: Option<KnobKind>,
        failed: bool,
    },
    /// Live state of all parts: knob positions, switches down, screens, chain, storage.
    SelfTest {
        knobs: u8,
        turned: [i8; MAX_SEATS],
        down: SeatSet,
        shared_screen: PartStatus,
        seat_screens: [PartStatus; MAX_SEATS],
        chain: PartStatus,
        storage: PartStatus,
    },
    Version {
        board: &'static str,
        version: &'static str,
    },
    UsbBoot,
    /// After several crashes in a row.
    Safe,
    Notice(Notice),
}
