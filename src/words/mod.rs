//! The texts. Each language is one [`Words`]. A missing text does not compile, and one that is too long for its place
//! on a screen fails a test.

mod deutsch;
mod english;
mod espanol;
mod francais;
mod italiano;
mod language;
mod polski;
#[cfg(test)]
mod tests;

pub use language::Language;

use core::fmt::{self, Write};

use crate::dial::KnobKind;
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Seat, SeatSet, Verdict};
use crate::scene::{Confirmable, Item, Notice, Purpose, Undone, Value};
use crate::voting::Question;

/// A text composed of words and numbers. All numbers are formatted as 32 bits, so that the formatting code exists once.
pub type Text = heapless::String<160>;

/// The texts of one language. Some have gaps: `{1}` and `{2}` stand for the first and second number, seat or list that
/// the method or the notice supplies.
pub struct Words {
    pub language: &'static str,
    pub ruleset: fn(Ruleset) -> &'static str,

    // Actions, as on the signs of prompts.
    pub press: &'static str,
    pub turn: &'static str,
    pub hold: &'static str,
    /// The purpose of an action.
    pub purpose: fn(Purpose) -> &'static str,
    pub not_you: &'static str,
    for_players: &'static str,
    for_teams: &'static str,
    teams: &'static str,
    deal: fn(u8) -> &'static str,
    pub wants_to_join: &'static str,
    starts_with: &'static str,
    back_with: &'static str,
    pub players: &'static str,
    pub who_tells_first: &'static str,
    pub draw_lots: &'static str,
    pub pointer_to_the_dot: &'static str,
    pub every_pointer: &'static str,

    pub round: &'static str,
    pub tells: &'static str,
    /// Beside the mark of the storyteller.
    pub storyteller: &'static str,
    lock_with_a_press: &'static str,
    pub cards_each: fn(u8) -> &'static str,
    pub partner_too: &'static str,
    card_a_team: &'static str,
    pub other_votes: &'static str,
    pub speak_first: &'static str,
    pub no_card_there: &'static str,
    pub same_card_twice: &'static str,
    pub own_card: &'static str,
    pub turn_away: &'static str,
    missing_votes: fn(u8) -> &'static str,
    more_cards: fn(u8) -> &'static str,
    pub last_round: &'static str,
    pub game_over: &'static str,
    pub asked_to_join: &'static str,
    pub sits_out: &'static str,
    /// Team: in the first lap.
    pub one_of_you_tells: &'static str,
    /// Team: in the second lap.
    pub partner_tells: &'static str,

    pub look_again: &'static str,
    pub claimed_twice: &'static str,
    pub pass_to: &'static str,
    pub all_voted: &'static str,
    pub votes_anew: &'static str,

    /// The verdict in one or two words, each on its own line if necessary.
    pub shout: fn(Verdict) -> &'static str,
    pub verdict: fn(Verdict) -> &'static str,
    /// The verdict on the last clue, abbreviated.
    pub last_clue: fn(Verdict) -> &'static str,
    /// Beside the crown on the deal screen.
    pub leads: &'static str,
    /// Beside the hourglass on the deal screen: says that the game continues by itself.
    pub goes_on: &'static str,
    /// Beside the pointer on its ring, on the deal screen.
    pub dial_a_card: &'static str,
    pub whose_is_it: &'static str,

    pub reason: fn(Reason) -> &'static str,
    /// A lone vote, abbreviated.
    pub lone: &'static str,
    /// Votes on one's own card, abbreviated.
    pub votes: &'static str,
    pub nothing: &'static str,
    pub no_bonus: &'static str,
    draw: &'static str,
    pub hands_go_left: &'static str,
    /// Draw, and pass the hands to the left, abbreviated.
    draw_and_pass: &'static str,
    pub new_pile: &'static str,
    takes: fn(u8) -> &'static str,

    pub wins: fn(u8) -> &'static str,
    rounds: fn(u16) -> &'static str,
    pub best_storyteller: &'static str,
    pub best_bluffer: &'static str,
    pub sharpest_guesser: &'static str,
    pub most_fooled: &'static str,

    pub item: fn(Item) -> &'static str,
    value: fn(Value) -> &'static str,
    question: fn(Confirmable) -> &'static str,
    pub yes: &'static str,
    pub no: &'static str,

    turn_right: &'static str,
    pub knob_failed: &'static str,
    pub knob_found: fn(&mut Text, KnobKind) -> fmt::Result,
    pub screen: &'static str,
    pub chain: &'static str,
    pub storage: &'static str,
    pub missing: &'static str,
    pub usb_title: &'static str,
    pub usb_text: &'static str,
    pub safe_title: &'static str,
    pub safe_text: &'static str,

    notice: fn(&Notice) -> &'static str,

    // On a seat's own screen.
    pub out: &'static str,
    pub you_tell: &'static str,
    pub give: fn(u8) -> &'static str,
    pub asked: fn(Question) -> &'static str,
    pub ready: &'static str,
    pub yours: &'static str,
    pub told: &'static str,
    /// Follows the number of a card.
    pub is_yours: &'static str,
    pub is_it_yours: &'static str,
    pub wait: &'static str,
    pub points: &'static str,
    pub you_won: &'static str,
    pub the_end: &'static str,
    pub menu: &'static str,
    pub see_the_shared_screen: &'static str,
}

impl Words {
    pub const fn of(language: Language) -> &'static Self {
        match language {
            Language::English => &english::WORDS,
            Language::Italiano => &italiano::WORDS,
            Language::Polski => &polski::WORDS,
            Language::Francais => &francais::WORDS,
            Language::Deutsch => &deutsch::WORDS,
            Language::Espanol => &espanol::WORDS,
        }
    }

    pub fn for_players(&self, text: &mut Text, counts: u16) -> fmt::Result {
        fill(text, self.for_players, &[Gap::Counts(counts)])
    }

    /// As [`Words::for_players`], but counts teams.
    pub fn for_teams(&self, text: &mut Text, counts: u16, ruleset: Ruleset) -> fmt::Result {
        fill(text, self.for_teams, &[teams(counts, ruleset)])
    }

    /// Only the possible numbers of teams.
    pub fn teams(&self, text: &mut Text, counts: u16, ruleset: Ruleset) -> fmt::Result {
        fill(text, self.teams, &[teams(counts, ruleset)])
    }

    pub fn deal(&self, text: &mut Text, hand: u8) -> fmt::Result {
        fill(text, (self.deal)(hand), &[Gap::from(hand)])
    }

    pub fn missing_votes(&self, text: &mut Text, count: u8) -> fmt::Result {
        fill(text, (self.missing_votes)(count), &[Gap::from(count)])
    }

    /// Team: what each team lays. The cards on the table are numbered from 1 to `cards`.
    pub fn card_a_team(&self, text: &mut Text, cards: u8) -> fmt::Result {
        fill(text, self.card_a_team, &[Gap::from(cards)])
    }

    pub fn lock_with_a_press(&self, text: &mut Text, cards: u8) -> fmt::Result {
        fill(text, self.lock_with_a_press, &[Gap::from(cards)])
    }

    pub fn more_cards(&self, text: &mut Text, count: u8) -> fmt::Result {
        fill(text, (self.more_cards)(count), &[Gap::from(count)])
    }

    pub fn draw(&self, text: &mut Text, hand: u8) -> fmt::Result {
        fill(text, self.draw, &[Gap::from(hand)])
    }

    pub fn draw_and_pass(&self, text: &mut Text, hand: u8) -> fmt::Result {
        fill(text, self.draw_and_pass, &[Gap::from(hand)])
    }

    pub fn takes(&self, text: &mut Text, cards: u8) -> fmt::Result {
        fill(text, (self.takes)(cards), &[Gap::from(cards)])
    }

    /// The points that a guest starts with, or had before.
    pub fn guest_points(&self, text: &mut Text, points: u16, back: bool) -> fmt::Result {
        fill(text, if back { self.back_with } else { self.starts_with }, &[Gap::Number(points)])
    }

    pub fn question(&self, text: &mut Text, what: Confirmable) -> fmt::Result {
        let gap = match what {
            Confirmable::RemoveSeat(seat) => seat.into(),
            _ => Gap::Nothing,
        };
        fill(text, (self.question)(what), &[gap])
    }

    pub fn rounds(&self, text: &mut Text, count: u16) -> fmt::Result {
        fill(text, (self.rounds)(count), &[Gap::Number(count)])
    }

    pub fn turn_right(&self, text: &mut Text, clicks: u8) -> fmt::Result {
        fill(text, self.turn_right, &[Gap::from(clicks)])
    }

    pub fn value(&self, text: &mut Text, value: Value) -> fmt::Result {
        let number = match value {
            Value::Number(number) => number,
            Value::Minutes(number) | Value::Seconds(number) => number.into(),
            _ => 0,
        };
        fill(text, (self.value)(value), &[Gap::Number(number)])
    }

    pub fn notice(&self, text: &mut Text, notice: &Notice) -> fmt::Result {
        fill(text, (self.notice)(notice), &gaps(notice))
    }
}

/// The numbers of teams that these numbers of players make.
fn teams(counts: u16, ruleset: Ruleset) -> Gap {
    Gap::Counts((0..16).filter(|n| counts >> n & 1 != 0).fold(0, |bits, n: u8| bits | 1 << ruleset.seats_for(n)))
}

/// Writes a sentence with its gaps filled.
fn fill(text: &mut Text, sentence: &str, gaps: &[Gap]) -> fmt::Result {
    for (nth, part) in sentence.split(['{', '}']).enumerate() {
        let gap = if part == "1" { gaps.first() } else { gaps.last() };
        match gap {
            Some(gap) if nth % 2 == 1 => gap.fill(text)?,
            _ => text.write_str(part)?,
        }
    }
    Ok(())
}

/// The value for a placeholder in a sentence.
enum Gap {
    Nothing,
    Number(u16),
    Counts(u16),
    Seats(SeatSet),
}

impl From<u8> for Gap {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<Seat> for Gap {
    fn from(seat: Seat) -> Self {
        Self::Seats(SeatSet::EMPTY.with(seat))
    }
}

impl Gap {
    fn fill(&self, text: &mut Text) -> fmt::Result {
        match *self {
            Self::Nothing => Ok(()),
            Self::Number(number) => write!(text, "{}", u32::from(number)),
            Self::Counts(bits) => counts(text, bits),
            Self::Seats(seen) => seats(text, seen),
        }
    }
}

fn gaps(notice: &Notice) -> [Gap; 2] {
    use rules::Refusal as R;
    match *notice {
        Notice::ScreensMissing { seats, .. } | Notice::KnobsStuck(seats) | Notice::LeaderStuck(seats) => {
            [Gap::Seats(seats), Gap::Nothing]
        }
        Notice::MuxMissing { mux, seats } => [mux.into(), Gap::Seats(seats)],
        Notice::Undone(Undone::Claim(card, seat)) => [card.number().into(), seat.into()],
        Notice::Undone(
            Undone::VotesAgain(seat)
            | Undone::Score(seat)
            | Undone::Joined(seat)
            | Undone::Left(seat)
            | Undone::Skip(seat),
        ) => [seat.into(), Gap::Nothing],
        Notice::NotYou(seat)
        | Notice::OnlyLeaderOpensMenu(seat)
        | Notice::SeesNothing(seat)
        | Notice::HoldToJoin(seat)
        | Notice::JoinLater(seat) => [seat.into(), Gap::Nothing],
        // Count teams, as the lobby does.
        Notice::Refused(Refusal::Players { ruleset, players, counts }) if ruleset.is_team() => {
            [ruleset.seats_for(players).into(), teams(counts, ruleset)]
        }
        Notice::Refused(Refusal::Players { players, counts, .. }) => [players.into(), Gap::Counts(counts)],
        Notice::Refused(Refusal::Rules(R::OwnCard { seat, card })) => [seat.into(), card.number().into()],
        Notice::Refused(Refusal::Rules(R::TooManyCards { seat, .. } | R::Claimed { seat, .. })) => {
            [seat.into(), Gap::Nothing]
        }
        _ => [Gap::Nothing, Gap::Nothing],
    }
}

/// Player counts, as short as possible: `3-8`, `6, 8, 10, 12`.
fn counts(text: &mut Text, bits: u16) -> fmt::Result {
    let mut n = 0u32;
    let mut first = true;
    while n < 16 {
        if bits >> n & 1 == 0 {
            n += 1;
            continue;
        }
        let start = n;
        while n < 15 && bits >> (n + 1) & 1 == 1 {
            n += 1;
        }
        let before = if first { "" } else { ", " };
        match n - start {
            0 => write!(text, "{before}{start}")?,
            _ => write!(text, "{before}{start}-{n}")?,
        }
        first = false;
        n += 1;
    }
    Ok(())
}

/// Letters of seats: `C`, `C, E`.
fn seats(text: &mut Text, seats: SeatSet) -> fmt::Result {
    for (place, seat) in seats.iter().enumerate() {
        let before = if place == 0 { "" } else { ", " };
        write!(text, "{before}{}", seat.letter())?;
    }
    Ok(())
}
