//! English.

use core::fmt::{self, Write};

use super::{Text, Words};
use crate::dial::{DetentsPerCycle, Direction, KnobKind};
use crate::game::Refusal;
use crate::rules::{self, Reason, Ruleset, Verdict};
use crate::scene::{Item, Notice, Value};
use crate::seats::Question;

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
    for_players: "{1} players",
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
    draw: |count| match count {
        0 | 1 => "draw to {2}",
        _ => "draw {1}, to {2}",
    },
    hands_go_left: "pass hands left",

    wins: |count| if count == 1 { "wins!" } else { "win!" },
    rounds: |count| match count {
        1 => "1 round",
        _ => "{1} rounds",
    },
    best_storyteller: "Best storyteller",
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
        Item::ChangeStoryteller => "Change teller",
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
    value: |value| match value {
        Value::None => "",
        Value::Number(_) => "{1}",
        Value::Minutes(0) => "never",
        Value::Minutes(_) => "{1} min",
        Value::On(true) => "on",
        Value::On(false) => "off",
        Value::Name(name) => name,
        Value::OwnersAfter => "after",
        Value::OwnersWithVote => "with vote",
        Value::LoneAlways => "always",
        Value::LoneSomeMissed => "if missed",
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

    turn_right: "{1} clicks right",
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
        Question::StoryCard => "Your own card?",
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
        Question::StoryCard | Question::Own { .. } => "own",
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

fn notice(notice: &Notice) -> &'static str {
    match notice {
        Notice::Refused(why) => refusal(why),
        Notice::ScreensMissing { shared: true, .. } => "The shared screen does not answer.",
        Notice::ScreensMissing { .. } => "No answer from the screen of seat {1}",
        Notice::KnobsStuck(_) => "Stuck knob at seat {1}",
        Notice::ChainBroken => "The knobs do not answer. Check the hub's cable.",
        Notice::StoreDamaged => "Saved data was damaged. Starting afresh.",
        Notice::StoreFull => "The memory is full. This round is not saved.",
        Notice::Crashed(_) => "Crashed, game restored",
        Notice::Resumed => "The game goes on where it was.",
    }
}

fn refusal(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Rules(refusal) => rules_say_no(refusal),
        Refusal::Players { .. } => "Not for {1}, only for {2} players.",
        Refusal::NotNow => "Not now.",
        Refusal::FinishTheRound => "Finish this round first.",
        Refusal::NothingBefore => "This is the beginning.",
        Refusal::NoFreeSeat => "No seat is free.",
        Refusal::NoNumberThere => "The pointer is not at a number.",
        Refusal::TooManyChanges => "Too many changes in this round.",
    }
}

const fn rules_say_no(refusal: &rules::Refusal) -> &'static str {
    use rules::Refusal as R;
    match refusal {
        R::Players { .. } => "Not for {1} players.",
        R::NotPlaying { .. } => "Seat {1} is not playing.",
        R::NotOnTable { .. } => "Seat {1}: there is no card {2}.",
        R::CardCount { .. } => "{1} cards lie there, it should be {2}.",
        R::StorytellerVoted { .. } => "Seat {1} tells and does not vote.",
        R::PartnerVoted { .. } => "Seat {1} is the teller's partner and does not vote.",
        R::GiverVoted { .. } => "Seat {1} gave a card and does not vote.",
        R::NoVote { .. } => "Seat {1} has not voted.",
        R::TooManyVotes { .. } => "Seat {1} has too many votes (at most {2}).",
        R::SameCardTwice { .. } => "Seat {1} voted twice for card {2}.",
        R::OwnCard { .. } => "Seat {1} voted for card {2}: it can't be theirs.",
        R::OwnTeamsCard { .. } => "Team {1} voted for card {2}: it can't be theirs.",
        R::NoStoryCard => "Which card is the storyteller's?",
        R::StoryCardNotPlayed => "There is no storyteller's card in this game.",
        R::NoRed { .. } => "Seat {1} has not put the red token.",
        R::RedNotPlayed => "There is no red token in this game.",
        R::StoryCard { .. } => "Card {2} is the storyteller's, not seat {1}'s.",
        R::Claimed { .. } => "Card {2} is seat {1}'s already.",
        R::TooManyCards { most: 1, .. } => "Seat {1} gave only 1 card.",
        R::TooManyCards { .. } => "Seat {1} gave only {2} cards.",
        R::BothGave { .. } => "Seats {1} and {2} are one team and both gave.",
        R::NoOwner { .. } => "Whose is card {1}?",
    }
}
