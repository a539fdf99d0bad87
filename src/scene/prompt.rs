//! Who acts now, how, and for what purpose. Every shared scene carries a prompt, so that whoever reads nothing else
//! still finds the way through a game.

use super::shared::{Shared, Vote};
use crate::rules::{Card, Ruleset, Seat, SeatSet};
use crate::voting::Question;

/// Who acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// Nobody: the game continues by itself.
    Nobody,
    /// Anyone without a seat.
    Free,
    /// Whoever holds the device.
    Holder,
    /// Each of these seats.
    Seats(SeatSet),
}

impl Actor {
    pub fn seat(seat: Seat) -> Self {
        Self::Seats(SeatSet::EMPTY.with(seat))
    }
}

/// What the actors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Press,
    Turn,
    Hold,
    /// Turn to a number, and press.
    Dial,
    Wait,
}

/// The purpose of an action. Each language has a short text for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    // Before a game.
    SitDown,
    /// On a ring: sit down with the pointer on the dot.
    SitDownOnTheDot,
    /// Choose another ruleset than this.
    ChooseGame(Ruleset),
    /// Take this ruleset.
    TakeGame(Ruleset),
    /// Confirm this number of players.
    Players(u8),
    ChoosePlayers,
    /// Confirm the first storyteller; `None` lets the device draw one.
    First(Option<Seat>),
    ChooseFirst,
    TellFirst,
    DrawLots,
    OpenSettings,
    /// Confirm that the pointer is on the dot.
    SetPointer,
    /// Confirm that the cards are dealt.
    Begin,
    Leave,
    // A round.
    CardsLaid,
    OpenMenu,
    /// Answer the question on the seat's own screen.
    Vote,
    Answer(Question),
    /// Look at the device, which has been passed to the seat.
    LookAlone,
    Reveal,
    ChangeVote,
    /// Let this seat vote again.
    VoteAgain(Seat),
    StopCountdown,
    /// Check your card again: another seat claims it too.
    LookAgain,
    GoOn,
    /// Claim this card.
    Claim(Card),
    /// Team: say that this card is the storyteller's partner's.
    PartnersCard(Card),
    /// Take back the claim just made.
    TakeBack,
    ChooseOwner(Card),
    /// Say that the card is this seat's.
    ItIs(Seat),
    OtherSeat,
    NextRound,
    SeeWinners,
    /// See everyone's points over the rounds.
    Curves,
    // A guest.
    Admit(Seat),
    Decline,
    AskToJoin,
    // After the end.
    Rematch,
    AnotherGame,
    SwitchOff,
    OtherChoice,
    // The menu.
    Choose,
    Keep,
    Change,
    Back,
    OlderRounds,
    /// Make clicks with the knob that is being checked.
    Clicks,
    CopyFile,
    ForgetAll,
}

/// What one actor, or each of several, can do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prompt {
    pub who: Actor,
    pub how: Action,
    pub what: Purpose,
}

impl Prompt {
    pub const fn new(who: Actor, how: Action, what: Purpose) -> Self {
        Self { who, how, what }
    }

    pub const fn press(who: Actor, what: Purpose) -> Self {
        Self::new(who, Action::Press, what)
    }

    pub const fn turn(who: Actor, what: Purpose) -> Self {
        Self::new(who, Action::Turn, what)
    }

    pub const fn hold(who: Actor, what: Purpose) -> Self {
        Self::new(who, Action::Hold, what)
    }

    pub const fn dial(who: Actor, what: Purpose) -> Self {
        Self::new(who, Action::Dial, what)
    }

    pub const fn wait(what: Purpose) -> Self {
        Self::new(Actor::Nobody, Action::Wait, what)
    }

    /// Combines the prompt with a picture into what everyone sees.
    pub const fn under(self, picture: Shared) -> SharedScene {
        SharedScene {
            prompt: self,
            also: None,
            stuck: SeatSet::EMPTY,
            dark: SeatSet::EMPTY,
            sand: None,
            vote: None,
            asked: None,
            picture,
        }
    }
}

/// What a seat's own screen asks of its player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    pub how: Action,
    pub what: Purpose,
}

impl Ask {
    pub const fn press(what: Purpose) -> Self {
        Self { how: Action::Press, what }
    }
}

/// What everyone sees: a picture and its prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedScene {
    pub prompt: Prompt,
    /// A second prompt: what else can be done.
    pub also: Option<Prompt>,
    /// Knobs that are stuck now.
    pub stuck: SeatSet,
    /// Seats whose own screen does not respond now.
    pub dark: SeatSet,
    /// Time left until the game continues by itself, in eighths: the sand of an hourglass.
    pub sand: Option<u8>,
    /// The vote that a notice covers: the other players continue to vote.
    pub vote: Option<Vote>,
    /// The card that a notice covers, if its owner is asked for.
    pub asked: Option<Card>,
    pub picture: Shared,
}

impl SharedScene {
    /// The scene after repeated crashes, shown before there is an app.
    pub fn safe_start() -> Self {
        let who = Actor::Holder;
        Prompt::press(who, Purpose::GoOn).under(Shared::Safe).also(Prompt::hold(who, Purpose::ForgetAll))
    }

    #[must_use]
    pub fn also(self, also: Prompt) -> Self {
        Self { also: Some(also), ..self }
    }
}
