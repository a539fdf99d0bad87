//! Who acts now, how, and what for. Everything that the table sees carries one of these, so that whoever reads nothing
//! else still finds the way through a game.

use super::shared::{Shared, Vote};
use crate::rules::{Card, Ruleset, Seat, SeatSet};
use crate::voting::Question;

/// Whose hand it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// It goes on by itself.
    Nobody,
    /// Whoever has no seat yet.
    Free,
    /// Whoever has the device in hand.
    Holder,
    /// Each of these that it concerns.
    Seats(SeatSet),
}

impl Actor {
    pub fn seat(seat: Seat) -> Self {
        Self::Seats(SeatSet::EMPTY.with(seat))
    }
}

/// What the hand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Press,
    Turn,
    Hold,
    /// Turn to a number, then press.
    Dial,
    Wait,
}

/// What it is good for; each language says it in a few letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    // Before a game.
    SitDown,
    /// On a ring: the pointer stands on the dot as one sits down.
    SitDownOnTheDot,
    /// Another one than this.
    ChooseGame(Ruleset),
    /// This one is played.
    TakeGame(Ruleset),
    /// So many play, or others.
    Players(u8),
    ChoosePlayers,
    /// Who tells first; nobody named lets the device draw.
    First(Option<Seat>),
    ChooseFirst,
    TellFirst,
    DrawLots,
    OpenSettings,
    /// The pointer stands on the dot.
    SetPointer,
    /// The cards are dealt.
    Begin,
    Leave,
    // A round.
    CardsLaid,
    OpenMenu,
    /// What is asked stands on each seat's own screen.
    Vote,
    Answer(Question),
    /// The device has come to the seat.
    LookAlone,
    Reveal,
    ChangeVote,
    /// This seat gets the device once more.
    VoteAgain(Seat),
    StopCountdown,
    /// Those who claim one card look at it once more.
    LookAgain,
    GoOn,
    /// Whoever laid this card.
    Claim(Card),
    /// Team: the storyteller's partner laid this card.
    PartnersCard(Card),
    /// The claim just made.
    TakeBack,
    ChooseOwner(Card),
    /// The card is this seat's.
    ItIs(Seat),
    OtherSeat,
    NextRound,
    SeeWinners,
    /// Everyone's points over the rounds.
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
    /// Of a knob that is being checked.
    Clicks,
    CopyFile,
    ForgetAll,
}

/// What one hand, or each of several, can do now.
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

    /// With a picture above it: what everyone sees.
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

/// What everyone sees: a picture, and always what leads on from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedScene {
    pub prompt: Prompt,
    /// What else can be done.
    pub also: Option<Prompt>,
    /// Knobs that cannot be heard, as long as that lasts.
    pub stuck: SeatSet,
    /// Seats of the game whose own screen does not answer, as long as that lasts.
    pub dark: SeatSet,
    /// It goes on by itself: so many eighths of the time are left.
    pub sand: Option<u8>,
    /// The vote that a notice stands over: others go on with it.
    pub vote: Option<Vote>,
    /// The card that a notice stands over: its owner is asked for.
    pub asked: Option<Card>,
    pub picture: Shared,
}

impl SharedScene {
    /// After several crashes in a row; said before there is any app.
    pub fn safe_start() -> Self {
        let who = Actor::Holder;
        Prompt::press(who, Purpose::GoOn).under(Shared::Safe).also(Prompt::hold(who, Purpose::ForgetAll))
    }

    #[must_use]
    pub fn also(self, also: Prompt) -> Self {
        Self { also: Some(also), ..self }
    }
}
