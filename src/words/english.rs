//! English.

use core::fmt::{self, Write};

use super::{Text, Words, counts, seats};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Question, Value};

pub(super) static WORDS: Words = Words {
    language: "English",
    ruleset: |ruleset| match ruleset {
        Ruleset::Dixit => "Dixit",
        Ruleset::Disney => "Disney",
        Ruleset::Odyssey => "Odyssey",
        Ruleset::Party => "Odyssey Party",
        Ruleset::Team => "Odyssey Team",
    },

    press_to_sit: "Press: sit down",
    hold_to_tell_first: "Hold: tell first",
    for_players: |text, bits| {
        counts(text, bits)?;
        text.write_str(" players")
    },
    players: "players",
    who_tells_first: "Who starts?",
    press_draws_lots: "Press: draw lots",
    draw_lots: "Draw lots",
    press_opens: "Press: open",
    press_goes_on: "Press: go on",
    pointer_to_the_dot: "Pointer to the dot, then press",

    round: "Round",
    tells: "tells",
    cards_each: |count| match count {
        1 => "1 card each",
        2 => "2 cards each",
        _ => "3 cards each",
    },
    partner_too: "partner too",
    laid_then_press: "Laid? Press",
    sits_out: "Out:",
    player: "player",

    vote: "Vote",
    press_stops: "Press: stop",
    look_again: "Look again!",
    claimed_twice: "Claimed twice",
    pass_to: "Pass to",
    then_press: "then press",
    all_voted: "All voted",
    press_reveals: "Press: reveal",
    turn_to_change: "Turn: change one",
    votes_anew: "votes again?",

    verdict: |verdict| match verdict {
        Verdict::Some => "Some found it",
        Verdict::Everyone => "All found it!",
        Verdict::NoOne => "No one found it!",
    },
    votes: "Votes",
    red_token: "Red token",
    whose_is_it: "Whose is it?",
    owner_presses: "Owner: press",
    dial_the_owner: "Dial the owner",

    reason: |reason| match reason {
        Reason::Told => "told well",
        Reason::Found => "found it",
        Reason::EveryoneFound => "all found it",
        Reason::NoOneFound => "no one found it",
        Reason::Votes { .. } => "for votes drawn",
        Reason::LoneVote => "for a lone vote",
        Reason::Crowd { .. } => "voted alike",
        Reason::UnderRed => "red",
        Reason::Alone => "alone",
    },
    lone: "lone",
    nothing: "nothing",
    no_bonus: "No bonus",
    draw: |text, count, hand| match count {
        0 | 1 => write!(text, "draw to {hand}"),
        _ => write!(text, "draw {count}, to {hand}"),
    },
    hands_go_left: "pass hands left",

    wins: |count| if count == 1 { "wins!" } else { "win!" },
    rounds: |text, count| match count {
        1 => text.write_str("1 round"),
        _ => write!(text, "{count} rounds"),
    },
    best_teller: "Best storyteller",
    best_bluffer: "Best bluffer",
    press_plays_again: "Press: rematch",

    item: |item| match item {
        Item::BackOneStep => "Back one step",
        Item::CorrectScore => "Correct a score",
        Item::Seats => "Seats",
        Item::PastRounds => "Past rounds",
        Item::Settings => "Settings",
        Item::EndGame => "End the game",
        Item::Close => "Close",
        Item::AddSeat => "Add a seat",
        Item::RemoveSeat => "Remove a seat",
        Item::SkipRound => "Skip a round",
        Item::ChangeTeller => "Change teller",
        Item::Language => "Language",
        Item::Goal => "Goal",
        Item::Laps => "Laps",
        Item::Owners => "Ask owners",
        Item::LoneVoteBonus => "Lone vote +1",
        Item::Countdown => "Countdown",
        Item::Brightness => "Brightness",
        Item::ScreenOff => "Screen off",
        Item::Sound => "Sound",
        Item::KnobCheck => "Knob check",
        Item::SelfTest => "Self-test",
        Item::UsbBoot => "USB boot",
        Item::ForgetAll => "Forget all",
        Item::Version => "Version",
    },
    value: |text, value| match value {
        Value::None => Ok(()),
        Value::Number(number) => write!(text, "{number}"),
        Value::Minutes(0) => text.write_str("never"),
        Value::Minutes(minutes) => write!(text, "{minutes} min"),
        Value::Seconds(seconds) => write!(text, "{seconds} s"),
        Value::On(true) => text.write_str("on"),
        Value::On(false) => text.write_str("off"),
        Value::Language(language) => text.write_str(Words::of(language).language),
        Value::OwnersAfter => text.write_str("after"),
        Value::OwnersWithVote => text.write_str("with vote"),
        Value::LoneAlways => text.write_str("always"),
        Value::LoneSomeMissed => text.write_str("if missed"),
    },
    question: |item| match item {
        Item::EndGame => "End the game now?",
        Item::ForgetAll => "Forget game and settings?",
        Item::UsbBoot => "Restart into USB boot?",
        Item::RemoveSeat => "Remove this seat?",
        Item::BackOneStep => "Go back one step?",
        _ => "Are you sure?",
    },
    yes: "Yes",
    no: "No",

    turn_five: "5 clicks right",
    knob_failed: "Not clear. Try again.",
    knob_found: |text, kind| knob(text, kind),
    screen: "screen",
    chain: "chain",
    storage: "memory",
    missing: "missing",
    usb_title: "USB boot",
    usb_text: "Copy the .uf2 file to the new drive.",
    safe_title: "Safe start",
    safe_text: "Crashed several times. Press: go on. Hold: forget all.",

    notice,
    refusal,

    free: "Press to join",
    joined: "Hold to tell first",
    out: "Not playing",
    you_tell: "You tell!",
    give: |count| match count {
        1 => "Give 1 card",
        2 => "Give 2 cards",
        _ => "Give 3 cards",
    },
    asked: |question| match question {
        Question::Told => "Your own card?",
        Question::PartnerCard => "Partner's card?",
        Question::Own { of: 1, .. } => "Your own card?",
        Question::Own { nth: 1, .. } => "Your 1st card?",
        Question::Own { .. } => "Your 2nd card?",
        Question::Vote => "Your guess?",
        Question::Second => "2nd guess?\n- = none",
        Question::Green => "Green vote",
        Question::Red => "Red token",
    },
    in_short: |question| match question {
        Question::Told | Question::Own { .. } => "own",
        Question::PartnerCard => "partner",
        Question::Vote => "guess",
        Question::Second => "2nd",
        Question::Green => "green",
        Question::Red => "red",
    },
    ready: "Ready",
    press_to_change: "Press: change",
    yours: "you",
    told: "told",
    yours_then_press: "Yours? Press",
    wait: "Wait",
    points: "points",
    you_won: "You won!",
    the_end: "The end",
    menu: "Menu",
    see_the_shared_screen: "See big screen",
};

fn knob(text: &mut Text, kind: KnobKind) -> fmt::Result {
    text.write_str(match kind.detents_per_cycle {
        DetentsPerCycle::One => "1 click a cycle",
        DetentsPerCycle::Two => "2 clicks a cycle",
    })?;
    text.write_str(match kind.direction {
        Direction::Normal => "",
        Direction::Reversed => ", reversed",
    })
}

fn notice(text: &mut Text, notice: &Notice) -> fmt::Result {
    match notice {
        Notice::Refused(why) => refusal(text, why),
        Notice::ScreensMissing { shared: true, .. } => text.write_str("The shared screen does not answer."),
        Notice::ScreensMissing { seats: missing, .. } => {
            text.write_str("No answer from the screen of seat ")?;
            seats(text, *missing)
        }
        Notice::KnobsStuck(stuck) => {
            text.write_str("Stuck knob at seat ")?;
            seats(text, *stuck)
        }
        Notice::ChainBroken => text.write_str("The knobs do not answer. Check the hub's cable."),
        Notice::StoreDamaged => text.write_str("Saved data was damaged. Starting afresh."),
        Notice::StoreFull => text.write_str("The memory is full. This round is not saved."),
        Notice::Crashed(_) => text.write_str("Crashed, game restored"),
        Notice::Resumed => text.write_str("The game goes on where it was."),
    }
}

fn refusal(text: &mut Text, refusal: &Refusal) -> fmt::Result {
    match *refusal {
        Refusal::Rules(refusal) => rules_say_no(text, refusal),
        Refusal::Players { players, counts: bits, .. } => {
            write!(text, "Not for {players}, only for ")?;
            counts(text, bits)?;
            text.write_str(" players.")
        }
        Refusal::NotEnoughSeats { most } => write!(text, "There are only {most} seats."),
        Refusal::NotNow => text.write_str("Not now."),
        Refusal::FinishTheRound => text.write_str("Finish this round first."),
        Refusal::NothingBefore => text.write_str("This is the beginning."),
        Refusal::NoFreeSeat => text.write_str("No seat is free."),
        Refusal::NoNumberThere => text.write_str("The pointer is not at a number."),
        Refusal::TooManyChanges => text.write_str("Too many changes in this round."),
        Refusal::OnlyTheStoryteller => text.write_str("Only the storyteller can do that."),
    }
}

fn rules_say_no(text: &mut Text, refusal: rules::Refusal) -> fmt::Result {
    use rules::Refusal as R;
    match refusal {
        R::Players { players, .. } => write!(text, "Not for {players} players."),
        R::NotPlaying { number } => write!(text, "Seat {number} is not playing."),
        R::NotOnTable { seat, number } => write!(text, "Seat {}: there is no card {number}.", seat.number()),
        R::CardCount { cards, expected } => write!(text, "{cards} cards lie there, it should be {expected}."),
        R::TellerVoted { seat } => write!(text, "Seat {} tells and does not vote.", seat.number()),
        R::PartnerVoted { seat } => write!(text, "Seat {} is the teller's partner and does not vote.", seat.number()),
        R::GiverVoted { seat } => write!(text, "Seat {} gave a card and does not vote.", seat.number()),
        R::NoVote { seat } => write!(text, "Seat {} has not voted.", seat.number()),
        R::TooManyVotes { seat, most } => write!(text, "Seat {} has too many votes (at most {most}).", seat.number()),
        R::SameCardTwice { seat, card } => {
            write!(text, "Seat {} voted twice for card {}.", seat.number(), card.number())
        }
        R::OwnCard { seat, card } => {
            write!(text, "Seat {} voted for card {}: it can't be theirs.", seat.number(), card.number())
        }
        R::OwnTeamsCard { seat, card } => {
            write!(text, "Team {} voted for card {}: it can't be theirs.", seat.number(), card.number())
        }
        R::NoStoryCard => text.write_str("Which card is the storyteller's?"),
        R::StoryCardNotPlayed => text.write_str("There is no storyteller's card in this game."),
        R::NoRed { seat } => write!(text, "Seat {} has not put the red token.", seat.number()),
        R::RedNotPlayed => text.write_str("There is no red token in this game."),
        R::StoryCard { seat, card } => {
            write!(text, "Card {} is the storyteller's, not seat {}'s.", card.number(), seat.number())
        }
        R::Claimed { seat, card } => write!(text, "Card {} is seat {}'s already.", card.number(), seat.number()),
        R::TooManyCards { seat, most: 1 } => write!(text, "Seat {} gave only 1 card.", seat.number()),
        R::TooManyCards { seat, most } => write!(text, "Seat {} gave only {most} cards.", seat.number()),
        R::BothGave { seat, partner } => {
            write!(text, "Seats {} and {} are one team and both gave.", seat.number(), partner.number())
        }
        R::NoOwner { card } => write!(text, "Whose is card {}?", card.number()),
    }
}
