//! The rulesets as one table of data. A row holds everything that differs between two ways to play.

use super::{Refusal, Ruleset};

/// One way to play, for a range of player counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub ruleset: Ruleset,
    /// Minimum number of players.
    pub fewest: u8,
    /// Maximum number of players.
    pub most: u8,
    /// Cards in a player's hand.
    pub hand: u8,
    /// Exceptions for three players.
    pub with_three: Option<WithThree>,
    /// Cards that the storyteller's seat lays down; in Team, this includes the partner's. Every other seat lays one.
    pub storyteller_gives: u8,
    pub voters: Voters,
    pub votes: Votes,
    pub own_card: OwnCard,
    /// The bonus limit: maximum points for votes on one's own cards. `None`: no limit; 0: no such bonus. Party's limit
    /// for equal votes is in [`Votes::Crowd`].
    pub decoy_limit: Option<u8>,
    /// True if finding the card with one vote, where two were allowed, earns a bonus.
    pub lone_vote: bool,
    pub ends: Ends,
    pub wins: Wins,
    pub after_draw: AfterDraw,
}

const DIXIT: Rules = Rules {
    ruleset: Ruleset::Dixit,
    fewest: 3,
    most: 8,
    hand: 6,
    with_three: Some(WithThree { hand: 7, gives: 2 }),
    storyteller_gives: 1,
    voters: Voters::AllButStoryteller,
    votes: Votes::One,
    own_card: OwnCard::Never,
    decoy_limit: None,
    lone_vote: false,
    ends: Ends::Goal,
    wins: Wins::Most,
    after_draw: AfterDraw::KeepHands,
};

static TABLE: [Rules; 6] = [
    DIXIT,
    Rules { ruleset: Ruleset::Disney, most: 6, wins: Wins::EveryoneAtGoal, ..DIXIT },
    Rules { ruleset: Ruleset::Odyssey, most: 6, decoy_limit: Some(3), ..DIXIT },
    Rules {
        ruleset: Ruleset::Odyssey,
        fewest: 7,
        most: 12,
        with_three: None,
        votes: Votes::OneOrTwo,
        decoy_limit: Some(3),
        lone_vote: true,
        ..DIXIT
    },
    Rules {
        ruleset: Ruleset::Party,
        fewest: 6,
        most: 12,
        hand: 5,
        with_three: None,
        voters: Voters::Everyone,
        votes: Votes::Crowd { limit: 5 },
        own_card: OwnCard::Allowed,
        decoy_limit: Some(0),
        ends: Ends::Laps,
        after_draw: AfterDraw::PassHandsLeft,
        ..DIXIT
    },
    Rules {
        ruleset: Ruleset::Team,
        fewest: 6,
        most: 12,
        hand: 4,
        with_three: None,
        storyteller_gives: 2,
        voters: Voters::OneOfEachOtherTeam,
        decoy_limit: Some(3),
        ends: Ends::Laps,
        ..DIXIT
    },
];

/// The row for this number of players (in Team, two for each seat).
///
/// ```
/// use dixit_dials::rules::{Ruleset, rules};
///
/// let row = rules(Ruleset::Odyssey, 8)?;
/// assert_eq!((row.most_votes(), row.decoy_limit), (2, Some(3)));
///
/// let refusal = rules(Ruleset::Team, 7).unwrap_err();
/// assert_eq!(refusal.to_string(), "team is not for 7 players, but for 6, 8, 10 or 12");
/// # Ok::<(), dixit_dials::rules::Refusal>(())
/// ```
pub fn rules(ruleset: Ruleset, players: u8) -> Result<&'static Rules, Refusal> {
    TABLE.iter().find(|row| row.ruleset == ruleset && row.allows(players)).ok_or(Refusal::Players { ruleset, players })
}

impl Ruleset {
    /// When games of this ruleset end, for any number of players.
    pub fn ends(self) -> Ends {
        self.row().ends
    }

    /// Who wins games of this ruleset, for any number of players.
    pub fn wins(self) -> Wins {
        self.row().wins
    }

    fn row(self) -> &'static Rules {
        TABLE.iter().find(|row| row.ruleset == self).unwrap_or(&TABLE[0])
    }
}

impl Rules {
    fn allows(&self, players: u8) -> bool {
        (self.fewest..=self.most).contains(&players) && players.is_multiple_of(self.ruleset.scorer().people())
    }

    fn three(&self, players: u8) -> Option<WithThree> {
        self.with_three.filter(|_| players == 3)
    }

    /// Cards in a player's hand.
    pub fn hand(&self, players: u8) -> u8 {
        self.three(players).map_or(self.hand, |three| three.hand)
    }

    /// Cards that a seat lays down.
    pub fn cards_given(&self, players: u8, role: Role) -> u8 {
        match role {
            Role::Storyteller => self.storyteller_gives,
            Role::Other => self.three(players).map_or(1, |three| three.gives),
        }
    }

    /// Number of cards on the table in a round.
    pub fn cards_on_table(&self, players: u8) -> u8 {
        let others = self.ruleset.seats_for(players).saturating_sub(1);
        self.cards_given(players, Role::Storyteller) + others * self.cards_given(players, Role::Other)
    }

    /// What to draw at the end of a round.
    pub fn draw(&self, players: u8) -> Draw {
        Draw { cards: self.cards_given(players, Role::Other), hand: self.hand(players), after_draw: self.after_draw }
    }

    /// True if the storyteller also votes.
    pub const fn storyteller_votes(&self) -> bool {
        matches!(self.voters, Voters::Everyone)
    }

    /// True if one of the cards is the storyteller's and has to be found.
    pub const fn has_story_card(&self) -> bool {
        !matches!(self.votes, Votes::Crowd { .. })
    }

    /// True if the storyteller lays a red token.
    pub const fn has_red(&self) -> bool {
        matches!(self.votes, Votes::Crowd { .. })
    }

    /// True if points depend on who owns the cards that drew votes.
    pub const fn asks_owners(&self) -> bool {
        !matches!(self.decoy_limit, Some(0))
    }

    /// True if a vote for one's own card is allowed.
    pub const fn own_card_allowed(&self) -> bool {
        matches!(self.own_card, OwnCard::Allowed)
    }

    /// Maximum number of cards that a seat may vote for.
    pub const fn most_votes(&self) -> u8 {
        match self.votes {
            Votes::One | Votes::Crowd { .. } => 1,
            Votes::OneOrTwo => 2,
        }
    }
}

/// Who has a pawn and a dial of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scorer {
    /// One player.
    Player,
    /// Two players who share a pawn.
    Team,
}

impl Scorer {
    /// Number of people on one seat.
    pub const fn people(self) -> u8 {
        match self {
            Self::Player => 1,
            Self::Team => 2,
        }
    }
}

/// The exceptions for three players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithThree {
    /// Cards in a player's hand.
    pub hand: u8,
    /// Cards that each player but the storyteller lays down.
    pub gives: u8,
}

/// What a seat does in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Storyteller,
    Other,
}

/// Who votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voters {
    AllButStoryteller,
    Everyone,
    /// In each team but the storyteller's, the player who gave no card.
    OneOfEachOtherTeam,
}

/// How a seat votes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Votes {
    /// For one card.
    One,
    /// For one card or for two different ones.
    OneOrTwo,
    /// One green vote. It earns a point for each vote on its card, up to `limit`, if others vote for that card too and
    /// the storyteller's red token lies elsewhere.
    Crowd { limit: u8 },
}

/// Whether a vote for one's own card is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnCard {
    Never,
    Allowed,
}

/// When the bonus for a lone vote is paid. A setting, because tables differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LoneVoteBonus {
    #[default]
    Always,
    /// Only if somebody missed the card.
    SomeMissed,
}

/// When a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// After a round in which someone reaches the goal.
    Goal,
    /// When every player has told the agreed number of times.
    Laps,
    /// Only when the players end it.
    Never,
}

/// Who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wins {
    /// Whoever has the most points, or several if they tie.
    Most,
    EveryoneAtGoal,
}

/// What players do with their hands of cards after the draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterDraw {
    KeepHands,
    /// Everyone hands their cards to the player on the left.
    PassHandsLeft,
}

/// What to draw at the end of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// Cards to draw, except for the storyteller, who replaces the card that was told.
    pub cards: u8,
    /// Cards in the hand afterwards.
    pub hand: u8,
    /// Whether the hands are passed on after the draw.
    pub after_draw: AfterDraw,
}
