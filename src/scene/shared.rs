//! The scenes that everyone may see. Nothing here can hold a vote before the reveal: votes come in as a [`Spread`],
//! which only a round with opened votes can make.

use super::menu::{Confirmable, Item, Rows};
use crate::board::FoundScreen;
use crate::dial::KnobKind;
use crate::game::{self, Award, Honour, Refusal, Scores, Storyteller};
use crate::rules::{self, Card, CardSet, MAX_CARDS, MAX_SEATS, Round, Ruleset, Score, Seat, SeatSet};
use crate::voting::{Join, Questions, Rejected};

/// What a press in the lobby would act on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Focus {
    /// Take or leave a seat in a game of this ruleset.
    Ruleset(Ruleset),
    /// Let the device draw who tells first.
    Draw(Ruleset),
    Settings,
    /// Pass-around only: how many play.
    Players(Ruleset, u8),
    /// Who tells first; `None` lets the device draw. Only where the device goes round a seat is dialled here.
    First(Ruleset, u8, Option<Seat>),
}

/// Opened votes by card, as they lie in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    cards: u8,
    voters: [SeatSet; MAX_CARDS],
    red: Option<Card>,
}

impl Spread {
    /// A round holds votes only once all of them were opened together, and there is no other way to make a spread.
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
    /// Screens that do not answer.
    ScreensMissing {
        shared: bool,
        seats: SeatSet,
    },
    /// This mux (counted from 1) and the seats behind it do not respond.
    MuxMissing {
        mux: u8,
        seats: SeatSet,
    },
    /// No mux answers.
    MuxesMissing,
    KnobsStuck(SeatSet),
    /// One of them is the leader's: anybody who plays may lead.
    LeaderStuck(SeatSet),
    ChainBroken,
    /// Saved data was damaged or from another version; the game goes on without it.
    StoreDamaged,
    /// The last run crashed here; the game was resumed.
    Crashed(&'static str),
    Resumed,
    /// The same in a vote, which begins anew.
    VoteAnew,
    /// This seat pressed for nothing; the prompt says who can do what.
    NotYou(Seat),
    /// Somebody held a knob that does not lead: this one's does.
    OnlyLeaderOpensMenu(Seat),
    /// This seat pressed in a vote, but its own screen does not answer.
    SeesNothing(Seat),
    /// Somebody without a seat pressed in a game: a hold asks to join.
    HoldToJoin(Seat),
    /// Asked to join; the storyteller is asked once the round allows it.
    JoinLater(Seat),
    /// *Back one step* took this back.
    Undone(Undone),
}

/// A move that was taken back, as far as the table is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    Start,
    CardsLaid,
    Reveal,
    /// The step on from the reveal.
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
    /// Turning goes round and round.
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
    /// After several crashes in a row.
    Safe,
    Notice(Notice),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lobby {
    pub focus: Focus,
    pub seated: SeatSet,
    /// Bit n is set where n players may play.
    pub counts: u16,
    pub join: Join,
    /// Somebody can still sit down.
    pub free: bool,
    pub more: More,
}

/// Ring: each pointer to the dot, then press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Homing {
    pub seats: SeatSet,
    pub homed: SeatSet,
    /// All are set, and the table looks once more before the first clue.
    pub check: bool,
}

/// Before the first clue: what is played, by how many, and what to deal to each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal {
    pub ruleset: Ruleset,
    pub players: u8,
    pub hand: u8,
    pub storyteller: Storyteller,
}

/// Somebody asks for a free seat in a game under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guest {
    pub seat: Seat,
    /// To start with.
    pub points: u16,
    /// They are the ones that this seat had when it left.
    pub back: bool,
    /// To take.
    pub cards: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    pub storyteller: Storyteller,
    pub round: u16,
    /// Cards that each voter lays down.
    pub give: u8,
    /// On the table.
    pub cards: u8,
    /// Team: the storyteller's partner lays one, too.
    pub partner_gives: bool,
    /// Party: the storyteller speaks before looking at the cards.
    pub blind: bool,
    pub skipping: SeatSet,
    pub standing: Standing,
    /// What the table made of the last clue; nothing in the first round, and in Party.
    pub last_clue: Option<rules::Verdict>,
    /// Turning leafs through the last round.
    pub leafs: bool,
    /// The game surely ends with this round.
    pub is_last: bool,
    /// Cards that a seat has to take first, because others came or went.
    pub takes: [u8; MAX_SEATS],
    /// The draw pile has not that many: the discards are shuffled into a new one first.
    pub new_pile: bool,
}

/// Who is ahead, and how far there is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Nobody while all have the same.
    pub leaders: SeatSet,
    pub most: u16,
    pub goal: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vote {
    pub storyteller: Storyteller,
    pub seats: SeatSet,
    pub ready: SeatSet,
    /// Their last press was not accepted.
    pub rejected: Rejected,
    /// On the table.
    pub cards: u8,
    /// What each voter dials one after another, where no other screen says it: on a ring, whose dot declines.
    pub asks: Questions,
    /// The same of the storyteller.
    pub storyteller_asks: Questions,
    /// How many numbers that is for each seat.
    pub asked: [u8; MAX_SEATS],
    /// How far each seat is with them.
    pub answered: [u8; MAX_SEATS],
    /// Locked with the pointer still on the number.
    pub turn_away: SeatSet,
    /// It has taken so long that the missing ones are called.
    pub nudge: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    pub left: u8,
}

/// Two seats claim one card as their own: these look again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentBack {
    pub seats: SeatSet,
}

/// Pass-around: the device goes to this seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandOver {
    pub to: Seat,
    pub ready: SeatSet,
    pub seats: SeatSet,
}

/// Pass-around: everyone has voted; press to reveal, or dial a seat that wants to change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllReady {
    pub change: Option<Seat>,
}

/// All votes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Votes {
    pub spread: Spread,
}

/// Which card it was, and who found it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    pub spread: Spread,
    /// There is none in Party.
    pub story_card: Option<Card>,
    pub verdict: Option<rules::Verdict>,
    /// Only how it went is said, in one word.
    pub loud: bool,
    pub storyteller: Storyteller,
}

/// Whose is this card?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owner {
    pub card: Card,
    /// Who may have laid it.
    pub candidates: SeatSet,
    /// How many cards are still to ask for, with this one.
    pub left: u8,
    /// The seat that is offered, where it is not its own knob that claims.
    pub dialled: Option<Seat>,
    /// Of all cards that are known by now.
    pub owners: [Option<Seat>; MAX_CARDS],
    /// Those of them that follow from the votes and the other owners, and were not claimed yet.
    pub certain: CardSet,
    /// The only seat whose card it can be.
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
    /// Of the way.
    pub eighths: u8,
    pub goal: Option<u16>,
    /// Nobody tells after the last round.
    pub next: Option<Storyteller>,
    /// How many cards each draws, and up to how many in the hand.
    pub draw: u8,
    pub draw_to: u8,
    /// Party: hands go to the left, once they are full.
    pub pass_hands: bool,
    /// The draw pile cannot refill every hand: the discards are shuffled into a new one first.
    pub new_pile: bool,
}

/// The end of a game, as it is told: ranks from the last to the first, then the crown comes down on who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finale {
    pub winners: SeatSet,
    pub seats: SeatSet,
    pub scores: Scores,
    /// How many seats are known by now, from the last one up; the winners come with the crown.
    pub ranked: u8,
    /// How far down the crown is: 0 is not yet, [`Finale::DOWN`] on the winner.
    pub crown: u8,
}

impl Finale {
    pub const DOWN: u8 = 3;
}

/// The table of the evening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Over {
    pub winners: SeatSet,
    pub seats: SeatSet,
    pub scores: Scores,
    /// The winners have not the same points, but all of them have reached this goal.
    pub at_goal: Option<u16>,
}

/// Who has won which award, in the order of [`Award::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awards {
    pub rounds: u16,
    /// They are given one after another.
    pub given: u8,
    pub awards: [Option<Honour>; Award::ALL.len()],
}

/// One seat's points over the rounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    pub seat: Seat,
    pub points: game::Curve,
    /// The highest that any seat had, for one scale for all.
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

/// What of a past round is on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PastPage {
    Votes,
    Gains,
}

impl PastPage {
    /// In the order in which things happened.
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

/// Live state of all parts: knob positions, switches down, screens, chain, storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfTest {
    pub knobs: u8,
    /// Clicks since the test began; on a ring, while its knob is held down, where the pointer should stand.
    pub turned: [i8; MAX_SEATS],
    pub down: SeatSet,
    pub shared_screen: PartStatus,
    /// What it is, once it has been found.
    pub found: Option<FoundScreen>,
    pub seat_screens: [PartStatus; MAX_SEATS],
    pub chain: PartStatus,
    pub storage: PartStatus,
    pub run: Run,
}

/// How the firmware has run since power-on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// The deepest that the stack has been.
    pub stack_kib: u8,
    /// Numbers that were drawn too late for their tick.
    pub overruns: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    pub board: &'static str,
    pub version: &'static str,
}
