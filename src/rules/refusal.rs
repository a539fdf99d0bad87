//! Why a round cannot be scored, or why a vote or a claim is impossible.

use core::fmt;

use super::{Card, Ruleset, Seat};

/// Why a round, a vote or a claim is refused. A `number` may not belong to any seat or card, so it is kept as given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The ruleset is not for this number of players.
    Players { ruleset: Ruleset, players: u8 },
    /// No such seat takes part in the round.
    NotPlaying { number: u8 },
    /// The seat named a card that is not on the table.
    NotOnTable { seat: Seat, number: u8 },
    /// The number of cards differs from what the ruleset lays out.
    CardCount { cards: u8, expected: u8 },

    /// The storyteller does not vote in this ruleset.
    StorytellerVoted { seat: Seat },
    /// Team: the storyteller's partner does not vote.
    PartnerVoted { seat: Seat },
    /// Team: the player who gave the team's card does not vote.
    GiverVoted { seat: Seat },
    /// The seat has to vote and has not.
    NoVote { seat: Seat },
    /// The seat voted for more than `most` cards.
    TooManyVotes { seat: Seat, most: u8 },
    /// The seat gave both votes to one card.
    SameCardTwice { seat: Seat, card: Card },
    /// The seat voted for its own card.
    OwnCard { seat: Seat, card: Card },
    /// Team: a player voted for a card of their own team.
    OwnTeamsCard { seat: Seat, card: Card },

    /// The storyteller's card is not named.
    NoStoryCard,
    /// A storyteller's card is named, but the ruleset has none.
    StoryCardNotPlayed,
    /// Party: the storyteller has not laid the red token.
    NoRed { seat: Seat },
    /// A red token is laid, but the ruleset has none.
    RedNotPlayed,

    /// The seat claimed the storyteller's card.
    StoryCard { seat: Seat, card: Card },
    /// This seat has claimed the card already.
    Claimed { seat: Seat, card: Card },
    /// The seat owns more than `most` cards.
    TooManyCards { seat: Seat, most: u8 },
    /// Team: both players of a team gave a card.
    BothGave { seat: Seat, partner: Seat },
    /// The owner of a card that drew votes is not known, but gets points for it.
    NoOwner { card: Card },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match *self {
            Self::Players { ruleset, players } => {
                write!(f, "{} is not for {players} players, but for ", ruleset.name())?;
                let last = ruleset.player_counts().next_back().unwrap_or(0);
                for (place, count) in ruleset.player_counts().enumerate() {
                    let before = match place {
                        0 => "",
                        _ if count == last => " or ",
                        _ => ", ",
                    };
                    write!(f, "{before}{count}")?;
                }
                Ok(())
            }
            Self::NotPlaying { number } => write!(f, "seat {number} does not play"),
            Self::NotOnTable { seat, number } => {
                write!(f, "seat {} named card {number}, which is not on the table", seat.number())
            }
            Self::CardCount { cards, expected } => write!(f, "{cards} cards are on the table, {expected} should be"),

            Self::StorytellerVoted { seat } => write!(f, "seat {} tells and may not vote", seat.number()),
            Self::PartnerVoted { seat } => {
                write!(f, "seat {} is the storyteller's partner and may not vote", seat.number())
            }
            Self::GiverVoted { seat } => write!(f, "seat {} gave its team's card and may not vote", seat.number()),
            Self::NoVote { seat } => write!(f, "seat {} has not voted", seat.number()),
            Self::TooManyVotes { seat, most: 1 } => write!(f, "seat {} voted more than once", seat.number()),
            Self::TooManyVotes { seat, most } => write!(f, "seat {} voted more than {most} times", seat.number()),
            Self::SameCardTwice { seat, card } => {
                write!(f, "seat {} voted twice for card {}", seat.number(), card.number())
            }
            Self::OwnCard { seat, card } => {
                write!(f, "seat {} voted for its own card {}", seat.number(), card.number())
            }
            Self::OwnTeamsCard { seat, card } => {
                write!(f, "seat {} voted for its own team's card {}", seat.number(), card.number())
            }

            Self::NoStoryCard => f.write_str("no card is the storyteller's"),
            Self::StoryCardNotPlayed => f.write_str("a storyteller's card was named, but this ruleset has none"),
            Self::NoRed { seat } => write!(f, "seat {} has not laid the red token", seat.number()),
            Self::RedNotPlayed => f.write_str("a red token was laid, but this ruleset has none"),

            Self::StoryCard { seat, card } => {
                write!(f, "card {} is the storyteller's, not seat {}'s", card.number(), seat.number())
            }
            Self::Claimed { seat, card } => write!(f, "card {} is already seat {}'s", card.number(), seat.number()),
            Self::TooManyCards { seat, most: 1 } => write!(f, "seat {} owns more than 1 card", seat.number()),
            Self::TooManyCards { seat, most } => write!(f, "seat {} owns more than {most} cards", seat.number()),
            Self::BothGave { seat, partner } => {
                write!(f, "seats {} and {} are a team and both gave a card", seat.number(), partner.number())
            }
            Self::NoOwner { card } => write!(f, "card {} drew votes but is nobody's", card.number()),
        }
    }
}

impl core::error::Error for Refusal {}
