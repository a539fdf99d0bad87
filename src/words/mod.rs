//! The languages. Every text of the device stands in one [`Words`] for each language; a missing one does not compile,
//! and one that is too long for its place on a screen fails a test.

mod english;
mod italiano;
mod polski;

use core::fmt;

use crate::dial::KnobKind;
use crate::game::Refusal;
use crate::rules::{Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Question, Value};
use crate::settings::Language;

/// A text put together from words and numbers.
pub type Text = heapless::String<160>;

/// What one language says.
pub struct Words {
    pub language: &'static str,
    pub ruleset: fn(Ruleset) -> &'static str,

    pub press_to_sit: &'static str,
    pub hold_to_tell_first: &'static str,
    pub for_players: fn(&mut Text, u16) -> fmt::Result,
    pub players: &'static str,
    pub who_tells_first: &'static str,
    pub press_draws_lots: &'static str,
    pub draw_lots: &'static str,
    pub press_opens: &'static str,
    pub press_goes_on: &'static str,
    pub pointer_to_the_dot: &'static str,

    pub round: &'static str,
    pub tells: &'static str,
    pub cards_each: fn(u8) -> &'static str,
    pub partner_too: &'static str,
    pub laid_then_press: &'static str,
    pub sits_out: &'static str,
    pub player: &'static str,

    pub vote: &'static str,
    pub press_stops: &'static str,
    pub look_again: &'static str,
    pub claimed_twice: &'static str,
    pub pass_to: &'static str,
    pub then_press: &'static str,
    pub all_voted: &'static str,
    pub press_reveals: &'static str,
    pub turn_to_change: &'static str,
    pub votes_anew: &'static str,

    pub verdict: fn(Verdict) -> &'static str,
    pub votes: &'static str,
    pub red_token: &'static str,
    pub whose_is_it: &'static str,
    pub owner_presses: &'static str,
    pub dial_the_owner: &'static str,

    pub reason: fn(Reason) -> &'static str,
    /// A lone vote, where there is little room.
    pub lone: &'static str,
    pub nothing: &'static str,
    pub no_bonus: &'static str,
    pub draw: fn(&mut Text, u8, u8) -> fmt::Result,
    pub hands_go_left: &'static str,

    pub wins: fn(u8) -> &'static str,
    pub rounds: fn(&mut Text, u16) -> fmt::Result,
    pub best_teller: &'static str,
    pub best_bluffer: &'static str,
    pub press_plays_again: &'static str,

    pub item: fn(Item) -> &'static str,
    pub value: fn(&mut Text, Value) -> fmt::Result,
    pub question: fn(Item) -> &'static str,
    pub yes: &'static str,
    pub no: &'static str,

    pub turn_five: &'static str,
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

    pub notice: fn(&mut Text, &Notice) -> fmt::Result,
    pub refusal: fn(&mut Text, &Refusal) -> fmt::Result,

    // On a seat's own screen.
    pub free: &'static str,
    pub joined: &'static str,
    pub out: &'static str,
    pub you_tell: &'static str,
    pub give: fn(u8) -> &'static str,
    pub asked: fn(Question) -> &'static str,
    /// The same where several stand in a line.
    pub in_short: fn(Question) -> &'static str,
    pub ready: &'static str,
    pub press_to_change: &'static str,
    pub yours: &'static str,
    pub told: &'static str,
    pub yours_then_press: &'static str,
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
        }
    }
}

/// Numbers of players, as short as they can be said: `3-8`, `6, 8, 10, 12`.
fn counts(text: &mut Text, bits: u16) -> fmt::Result {
    use fmt::Write;
    let mut n = 0;
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

/// Seats by their numbers: `3`, `3, 5`.
fn seats(text: &mut Text, seats: crate::rules::SeatSet) -> fmt::Result {
    use fmt::Write;
    for (place, seat) in seats.iter().enumerate() {
        let before = if place == 0 { "" } else { ", " };
        write!(text, "{before}{}", seat.number())?;
    }
    Ok(())
}
