//! Checks that a story is possible: [`story`] looks at the file alone, [`round`] at the game when a clue is given. An
//! impossible round or step is the author's mistake and must not pass as played.

use super::{
    file::{RoundFile, Step, Story},
    names::SEAT_SCENES,
    prompt::Told,
    stage::Stage,
};
use dixit_dials::{
    game::{Options, State},
    rules::{Ruleset, Seat},
    voting::{Question, questions},
};

/// A key of the story and the reason why its value is wrong.
type Wrong = (String, String);

/// Longer than any timeout of the device.
const LONGEST_WAIT_SECONDS: f64 = 86_400.0;
const VOTING: [&str; 3] = ["ring", "pass", "pods"];

fn wrong<T>(key: impl Into<String>, reason: impl Into<String>) -> Result<T, Wrong> {
    Err((key.into(), reason.into()))
}

pub fn story(story: &Story) -> Result<(), Wrong> {
    if story.story.trim().is_empty() {
        return wrong("story", "story: say in a sentence what it is about");
    }
    let Some(ruleset) = Ruleset::parse(&story.ruleset) else {
        return wrong("ruleset", format!("ruleset: there is no ruleset “{}”", story.ruleset));
    };
    match story.tells {
        Some(tells) if !ruleset.player_counts().any(|count| count == story.seats) => {
            let counts: Vec<String> = ruleset.player_counts().map(|count| count.to_string()).collect();
            let (name, seats) = (ruleset.name(), story.seats);
            return wrong(
                "seats",
                format!(
                    "seats: seat {tells} cannot begin, as {name} is not for {seats}, but for {}",
                    counts.join(", ")
                ),
            );
        }
        Some(tells) if !(1..=story.seats).contains(&tells) => {
            return wrong("tells", format!("tells: nobody sits on seat {tells} of {}", story.seats));
        }
        None if !story.rounds.is_empty() => {
            return wrong("round.0", "a round needs somebody who tells: say who with `tells`");
        }
        _ => {}
    }
    if let Some(goal) = story.goal.filter(|goal| !Options::GOALS.contains(goal)) {
        return wrong(
            "goal",
            format!("goal: {goal} cannot be set, only {} to {}", Options::GOALS.start(), Options::GOALS.end()),
        );
    }
    if let Some(laps) = story.laps.filter(|laps| !Options::LAPS.contains(laps)) {
        return wrong(
            "laps",
            format!("laps: {laps} cannot be set, only {} to {}", Options::LAPS.start(), Options::LAPS.end()),
        );
    }
    one_of("ending", story.ending.as_deref(), &["rulebook", "goal", "laps", "never"])?;
    one_of("owners", story.owners.as_deref(), &["after", "in-turn", "with-vote"])?;
    one_of("lone_vote_bonus", story.lone_vote_bonus.as_deref(), &["always", "some-missed"])?;
    if let Some(only) = &story.only {
        if only.is_empty() {
            return wrong("only", "only: no board could play this; leave `only` out if all boards can");
        }
        for (place, voting) in only.iter().enumerate() {
            one_of("only", Some(voting), &VOTING)?;
            if only[..place].contains(voting) {
                return wrong("only", format!("only: {voting} is given twice"));
            }
        }
    }
    if story.rounds.is_empty() && story.steps.is_empty() {
        return wrong("story", "nothing happens: there is neither a round nor a step");
    }
    story.steps.iter().enumerate().try_for_each(|(place, step)| {
        self::step(story, step).map_err(|(key, reason)| (format!("step.{place}.{key}"), reason))
    })
}

fn one_of(key: &str, told: Option<&str>, known: &[&str]) -> Result<(), Wrong> {
    match told {
        Some(told) if !known.contains(&told) => {
            wrong(key, format!("{key}: “{told}” is not one of {}", known.join(", ")))
        }
        _ => Ok(()),
    }
}

fn step(story: &Story, step: &Step) -> Result<(), Wrong> {
    let deeds = step.deeds();
    if let [first, second, ..] = deeds[..] {
        return wrong(second, format!("{second}: this step already has {first}; a step does one thing"));
    }
    if *step == Step::default() {
        return wrong("", "this step does nothing and checks nothing");
    }
    for (key, told) in [("reveal", step.reveal), ("begin", step.begin), ("let-in", step.let_in), ("cut", step.cut)] {
        if told == Some(false) {
            return wrong(key, format!("{key}: leave it out instead of setting it to false"));
        }
    }
    if let Some(seconds) = step.wait_seconds.filter(|seconds| !(0.0..=LONGEST_WAIT_SECONDS).contains(seconds)) {
        return wrong("wait-seconds", format!("wait-seconds: {seconds} is not between 0 and {LONGEST_WAIT_SECONDS}"));
    }
    if let Some((_, 0)) = step.turn {
        return wrong("turn", "turn: 0 clicks are not a turn");
    }
    if step.set == Some(0) {
        return wrong("set", "set: 0 clicks set nothing");
    }
    one_of("light", step.light.as_deref(), &["lit", "dim", "off"])?;
    one_of("seat-screen", step.seat_screen.as_ref().map(|(_, scene)| scene.as_str()), &SEAT_SCENES)?;
    if step.seat_screen.is_some() && story.is_only_for("ring") {
        return wrong("seat-screen", "seat-screen: boards with rings have no seat screens");
    }
    for (key, told) in [("rejected", step.rejected.is_some()), ("turn-away", step.turn_away.is_some())] {
        if told && !story.is_only_for("ring") {
            return wrong(key, format!("{key}: only rings show it; say only = [\"ring\"]"));
        }
    }
    for (key, told) in [("prompt", &step.prompt), ("also", &step.also)] {
        if let Some(Err(reason)) = told.as_deref().map(Told::read) {
            return wrong(key, format!("{key}: {reason}"));
        }
    }
    Ok(())
}

/// Checks a round before the storyteller presses: each value must answer a question, and its seat must be asked it.
pub fn round(round: &RoundFile, stage: &Stage) -> Result<(), String> {
    let state = stage.app.state();
    let cards = state.cards_on_table();
    let on_table = |key: &str, card: u8| match card {
        card if (1..=cards).contains(&card) => Ok(()),
        card => Err(format!("{key}: there is no card {card} among the {cards} on the table")),
    };
    let asked = |question: Question| state.present().iter().any(|seat| questions(state, seat).contains(&question));
    match round.card {
        Some(_) if !asked(Question::StoryCard) => return Err("card: this ruleset has no story card".into()),
        Some(card) => on_table("card", card)?,
        None => {}
    }
    match round.red {
        Some(_) if !asked(Question::Red) => return Err("red: this ruleset has no red token".into()),
        Some(card) => on_table("red", card)?,
        None => {}
    }
    for (seat, votes) in &round.votes {
        let key = format!("votes.{seat}");
        let voter = number(seat).and_then(|place| voter(state, place));
        let Some(voter) = voter else { return Err(format!("{key}: there is no seat {seat} at this table")) };
        if state.skipping.has(voter) {
            return Err(format!("{key}: seat {seat} skips this round"));
        }
        let asks = questions(state, voter);
        let most = asks.iter().filter(|ask| matches!(ask, Question::Vote | Question::Green | Question::Second)).count();
        let cards = votes.cards();
        if most == 0 {
            return Err(format!("{key}: seat {seat} tells and does not vote"));
        }
        if cards.is_empty() || cards.len() > most {
            return Err(format!("{key}: {} votes of seat {seat}, who has {most}", cards.len()));
        }
        // 0 declines the second vote.
        for (place, &card) in cards.iter().enumerate().filter(|&(place, &card)| place == 0 || card != 0) {
            on_table(&format!("{key}{}", if place > 0 { " (the second)" } else { "" }), card)?;
        }
    }
    owners(round, stage)
}

fn owners(round: &RoundFile, stage: &Stage) -> Result<(), String> {
    let state = stage.app.state();
    let cards = state.cards_on_table();
    if !round.owners.is_empty() && !state.rules().is_ok_and(|rules| rules.asks_owners()) {
        return Err(format!("owners: {} asks for no owners", state.ruleset.name()));
    }
    for (card, &owner) in &round.owners {
        let key = format!("owners.{card}");
        if !number(card).is_some_and(|card| (1..=cards).contains(&card)) {
            return Err(format!("{key}: there is no card {card} among the {cards} on the table"));
        }
        match stage.seat_of_player(owner) {
            Ok(seat) if state.present().has(seat) => {}
            _ => return Err(format!("{key}: seat {owner} laid no card")),
        }
    }
    Ok(())
}

/// Parses a key that is a number in its usual form.
fn number(key: &str) -> Option<u8> {
    key.parse().ok().filter(|number: &u8| number.to_string() == key)
}

/// The voter that a key of `votes` names: a seat, or in Team the team at that position.
fn voter(state: &State, place: u8) -> Option<Seat> {
    if state.ruleset.is_team() {
        state.seats.iter().nth(usize::from(place).checked_sub(1)?)
    } else {
        Seat::from_number(place).filter(|&seat| state.seats.has(seat))
    }
}
