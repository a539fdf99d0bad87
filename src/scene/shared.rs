//! The scenes that everyone may see. Nothing here can hold a vote before the reveal: votes come as a [`Spread`], which
//! can only be made from a round with opened votes.

use super::menu::{Confirmable, Item, Rows};
use crate::board::FoundScreen;
use crate::dial::KnobKind;
use crate::game::{self, Award, Honour, Refusal, Scores, Storyteller};
use crate::rules::{self, Card, CardSet, MAX_CARDS, MAX_SEATS, Round, Ruleset, Score, Seat, SeatSet};
use crate::voting::{Join, Questions, Rejected};

/// What a press in the lobby acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Take or leave a seat in a game of this ruleset.
    Ruleset(Ruleset),
    /// Let the device draw the first storyteller.
    Draw(Ruleset),
    Settings,
    /// Device that is passed round: the number of players.
    Players(Ruleset, u8),
    /// The first storyteller; `None` lets the device draw. A seat is dialled here only if the device is passed round.
    First(Ruleset, u8, Option<Seat>),
}

/// Opened votes, card by card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    cards: u8,
    voters: [SeatSet; MAX_CARDS],
    red: Option<Card>,
}

impl Spread {
    /// The only way to make a spread. A round holds votes only after all of them were opened together.
    pub fn new(round: &Round) -> Self {
        let cards = round.rules().map_or(0, |rules| rules.cards_on_table(round.players()));
        let mut voters = [SeatSet::EMPTY; MAX_CARDS];
        for card in Card::first(cards) {
            voters[card.index()] = round.voters_of(card);
        }
        Self { cards, voters, red: round.red }
    }

    /// The cards on the table.
    pub fn cards(&self) -> impl Iterator<Item = Card> + use<> {
        Card::first(self.cards)
    }

    pub const fn voters(&self, card: Card) -> SeatSet {
        self.voters[card.index()]
    }

    /// The card under Party's red token.
    pub const fn red(&self) -> Option<Card> {
        self.red
    }
}

/// The steps in which points are shown: first the basic points, then the bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointsStep {
    Base,
    Bonus,
}

/// The state of a part of the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartStatus {
    Absent,
    Missing,
    Fine,
}

/// A message over everything else, until the next press or for some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    Refused(Refusal),
    /// Screens that do not respond.
    ScreensMissing {
        shared: bool,
        seats: SeatSet,
    },
    /// This mux (counted from 1) and the seats behind it do not respond.
    MuxMissing {
        mux: u8,
        seats: SeatSet,
    },
    /// No mux responds.
    MuxesMissing,
    KnobsStuck(SeatSet),
    /// Stuck knobs, the leader's among them: any player may lead.
    LeaderStuck(SeatSet),
    ChainBroken,
    /// Saved data was damaged or from another version; the game goes on without it.
    StoreDamaged,
    /// Where the last run crashed; the game was resumed.
    Crashed(&'static str),
    Resumed,
    /// The game was resumed during a vote, which starts again.
    VoteAnew,
    /// This seat's press had no effect; the prompt says who can do what.
    NotYou(Seat),
    /// Somebody held a knob that does not lead. The knob of this seat does.
    OnlyLeaderOpensMenu(Seat),
    /// This seat pressed in a vote, but its own screen does not respond.
    SeesNothing(Seat),
    /// Somebody who does not play pressed a knob during a game: says that holding it asks to join.
    HoldToJoin(Seat),
    /// The request to join was noted: the storyteller is asked once the round allows it.
    JoinLater(Seat),
    /// *Back one step* undid this.
    Undone(Undone),
}

/// A move that was taken back, as it is described to the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    Start,
    CardsLaid,
    Reveal,
    /// Continuing from the reveal.
    GoneOn,
    Claim(Card, Seat),
    VotesAgain(Seat),
    NewVote,
    NextRound,
    Score(Seat),
    Joined(Seat),
    Left(Seat),
    Skip(Seat),
    Storyteller,
    Setting,
    End,
}

/// Whether turning left or right leads to something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct More {
    pub left: bool,
    pub right: bool,
}

impl More {
    /// The choices form a circle.
    pub const BOTH: Self = Self { left: true, right: true };
}

/// What the shared screen shows above its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum Shared {
    Lobby(Lobby),
    Homing(Homing),
    Deal(Deal),
    Guest(Guest),
    Clue(Clue),
    Vote(Vote),
    Countdown(Countdown),
    SentBack(SentBack),
    HandOver(HandOver),
    AllReady(AllReady),
    Votes(Votes),
    Verdict(Verdict),
    Owner(Owner),
    Points(Points),
    Track(Track),
    Finale(Finale),
    Awards(Awards),
    Over(Over),
    Curve(Curve),
    Menu(Menu),
    PickSeat(PickSeat),
    CorrectScore(CorrectScore),
    Confirm(Confirm),
    PastRound(PastRound),
    KnobCheck(KnobCheck),
    SelfTest(SelfTest),
    Version(Version),
    UsbBoot,
    /// After repeated crashes.
    Safe,
    Notice(Notice),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lobby {
    pub focus: Focus,
    pub seated: SeatSet,
    /// Bit n is set if n players can play.
    pub counts: u16,
    pub join: Join,
    /// True if somebody can still sit down.
    pub free: bool,
    pub more: More,
}

/// Ring: set each pointer to the dot and press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Homing {
    pub seats: SeatSet,
    pub homed: SeatSet,
    /// True if all pointers are set, and the table checks them once more before the first clue.
    pub check: bool,
}

/// Before the first clue: the ruleset, the number of players, and what to deal to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    pub ruleset: Ruleset,
    pub players: u8,
    pub hand: u8,
    pub storyteller: Storyteller,
}

/// Somebody asks for a seat in the current game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guest {
    pub seat: Seat,
    /// Points to start with.
    pub points: u16,
    /// True if these are the points that this seat had when it left.
    pub back: bool,
    /// Cards to take.
    pub cards: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    pub storyteller: Storyteller,
    pub round: u16,
    /// Cards that each voter lays down.
    pub give: u8,
    /// Number of cards on the table.
    pub cards: u8,
    /// Team: true if the storyteller's partner lays a card, too.
    pub partner_gives: bool,
    /// Party: the storyteller speaks before looking at the cards.
    pub blind: bool,
    pub skipping: SeatSet,
    pub standing: Standing,
    /// How many found the last round's story card; `None` in the first round, and in Party.
    pub last_clue: Option<rules::Verdict>,
    /// True if turning shows pages of the last round.
    pub leafs: bool,
    /// True if the game certainly ends with this round.
    pub is_last: bool,
    /// Extra cards that each seat must take first, because others came or left.
    pub takes: [u8; MAX_SEATS],
    /// True if the draw pile is too small: the discards are shuffled into a new one first.
    pub new_pile: bool,
}

/// Who leads, and how far the goal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Empty while all have the same points.
    pub leaders: SeatSet,
    pub most: u16,
    pub goal: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    pub storyteller: Storyteller,
    pub seats: SeatSet,
    pub ready: SeatSet,
    /// Seats whose last press was rejected.
    pub rejected: Rejected,
    /// Number of cards on the table.
    pub cards: u8,
    /// The questions of each voter in order, on a ring, where no other screen asks them. A pointer on the dot declines.
    pub asks: Questions,
    /// The questions of the storyteller in order, on a ring.
    pub storyteller_asks: Questions,
    /// Number of questions for each seat.
    pub asked: [u8; MAX_SEATS],
    /// Number of questions that each seat has answered.
    pub answered: [u8; MAX_SEATS],
    /// Seats that have locked with the pointer still on the number.
    pub turn_away: SeatSet,
    /// True if the vote has taken so long that those who have not locked are named.
    pub nudge: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    pub left: u8,
}

/// Asks `seats`, which claim the same card as their own, to look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentBack {
    pub seats: SeatSet,
}

/// The device is passed to this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandOver {
    pub to: Seat,
    pub ready: SeatSet,
    pub seats: SeatSet,
}

/// The device was passed round, and everyone has voted: press to reveal, or dial a seat that wants to change its vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllReady {
    pub change: Option<Seat>,
}

/// All opened votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Votes {
    pub spread: Spread,
}

/// Which card was the storyteller's, and who found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub spread: Spread,
    /// `None` in Party.
    pub story_card: Option<Card>,
    pub verdict: Option<rules::Verdict>,
    /// True while only the verdict is shown, in one word.
    pub loud: bool,
    pub storyteller: Storyteller,
}

/// Asks whose card this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub card: Card,
    /// Seats that may have laid the card.
    pub candidates: SeatSet,
    /// Number of cards still to ask about, this one included.
    pub left: u8,
    /// The seat offered as the owner, if owners do not press for themselves.
    pub dialled: Option<Seat>,
    /// Owners known so far.
    pub owners: [Option<Seat>; MAX_CARDS],
    /// Cards whose owner was deduced and not claimed yet.
    pub certain: CardSet,
    /// The only possible owner.
    pub only: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    pub step: PointsStep,
    pub seats: SeatSet,
    pub score: Score,
}

/// Pawns on their way from one score to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Track {
    pub seats: SeatSet,
    pub from: Scores,
    pub to: Scores,
    /// Progress on the way, in eighths.
    pub eighths: u8,
    pub goal: Option<u16>,
    /// `None` after the last round.
    pub next: Option<Storyteller>,
    /// Cards that each player draws, and the size of the hand afterwards.
    pub draw: u8,
    pub draw_to: u8,
    /// Party: hands are passed to the left after the draw.
    pub pass_hands: bool,
    /// True if the draw pile is too small: the discards are shuffled into a new one first.
    pub new_pile: bool,
}

/// The end of a game, step by step: ranks from the last to the first, then the crown comes down on the winners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finale {
    pub winners: SeatSet,
    pub seats: SeatSet,
    pub scores: Scores,
    /// Number of seats ranked so far, from the last upwards. The winners follow with the crown.
    pub ranked: u8,
    /// Position of the crown: 0 is not visible yet, [`Finale::DOWN`] is on the winner.
    pub crown: u8,
}

impl Finale {
    pub const DOWN: u8 = 3;
}

/// The final table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    pub winners: SeatSet,
    pub seats: SeatSet,
    pub scores: Scores,
    /// The goal, if several win by reaching it although their points differ.
    pub at_goal: Option<u16>,
}

/// The winners of each award, in the order of [`Award::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awards {
    pub rounds: u16,
    /// Number of awards shown so far.
    pub given: u8,
    pub awards: [Option<Honour>; Award::ALL.len()],
}

/// One seat's points over the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    pub seat: Seat,
    pub points: game::Curve,
    /// The highest score of any seat, so that all curves have the same scale.
    pub most: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    pub title: Option<Item>,
    pub rows: Rows,
    pub selected: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PickSeat {
    /// What the seat is chosen for.
    pub item: Item,
    pub seat: Seat,
    pub seats: SeatSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorrectScore {
    pub seat: Seat,
    pub was: u16,
    pub now: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confirm {
    pub what: Confirmable,
    pub yes: bool,
}

/// A page of a past round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastPage {
    Votes,
    Gains,
}

impl PastPage {
    /// In chronological order.
    pub const ALL: [Self; 2] = [Self::Votes, Self::Gains];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PastRound {
    pub page: PastPage,
    pub number: u16,
    pub of: u16,
    pub storyteller: Storyteller,
    pub spread: Spread,
    pub story_card: Option<Card>,
    pub gained: Scores,
    pub seats: SeatSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnobCheck {
    pub knob: u8,
    pub clicks: u8,
    pub found: Option<KnobKind>,
    pub failed: bool,
}

/// Current state of all parts: knobs, buttons, screens, chain, storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfTest {
    pub knobs: u8,
    /// Clicks since the test began. On a ring, while a knob is held down: the position of its pointer.
    pub turned: [i8; MAX_SEATS],
    pub down: SeatSet,
    pub shared_screen: PartStatus,
    /// The shared screen's address and controller, once found.
    pub found: Option<FoundScreen>,
    pub seat_screens: [PartStatus; MAX_SEATS],
    pub chain: PartStatus,
    pub storage: PartStatus,
    pub run: Run,
}

/// How the firmware has run since power-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Deepest stack so far, in KiB.
    pub stack_kib: u8,
    /// How often a dialled number was drawn too late for its tick.
    pub overruns: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub board: &'static str,
    pub version: &'static str,
}
