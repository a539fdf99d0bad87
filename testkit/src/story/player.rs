//! Plays a story from the lobby to its end.

use dixit_dials::{
    board::{Board, Voting},
    game::{Ending, Options, Owners},
    rules::{LoneVoteBonus, Ruleset, Seat},
    scene::{Focus, Shared, shared},
    settings::Settings,
};

use super::{
    file::{Mistake, Story},
    pico::Pico,
    stage::{Act, Stage},
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Passed {
        rounds: usize,
    },
    /// Why this board cannot play this story.
    Skipped(String),
    Failed(Mistake),
}

/// Why a board cannot play a story; `None` if it can.
pub fn why_not(story: &Story, board: &Board) -> Option<String> {
    let voting = match board.voting {
        Voting::Ring { .. } => "ring",
        Voting::Pass => "pass",
        Voting::Pods => "pods",
    };
    if let Some(only) = story.only.as_ref().filter(|only| !only.iter().any(|only| only == voting)) {
        return Some(format!("it is a story for {} only", only.join(" and ")));
    }
    let seats = Ruleset::parse(&story.ruleset).map_or(0, |ruleset| ruleset.seats_for(story.seats));
    (seats > board.seats.most).then(|| format!("it needs {seats} seats, the board has {}", board.seats.most))
}

/// Plays a story; `said` is called for every round. The emulated device is created only if the board can play it.
pub fn play(
    story: &Story,
    board: Board,
    device: impl FnOnce() -> Result<Option<Pico>, String>,
    said: &mut dyn FnMut(&str),
) -> Outcome {
    if let Some(why) = why_not(story, &board) {
        return Outcome::Skipped(why);
    }
    let told =
        device().map_err(|error| story.mistake("story", error)).and_then(|device| perform(story, board, device, said));
    match told {
        Ok(rounds) => Outcome::Passed { rounds },
        Err(difference) => Outcome::Failed(difference),
    }
}

fn perform(story: &Story, board: Board, device: Option<Pico>, said: &mut dyn FnMut(&str)) -> Result<usize, Mistake> {
    let wanted = settings(story);
    let mut stage = Stage::new(board, Settings::DEFAULT, 1, device);
    let at_start = |error: String| story.mistake("seats", format!("at the start: {error}"));
    stage.act(Act::Wait { ms: 300 }).map_err(at_start)?;
    let ruleset = Ruleset::parse(&story.ruleset).unwrap_or(Ruleset::Dixit);
    if let Some(tells) = story.tells {
        seat_everyone(&mut stage, ruleset, story.seats, tells, &wanted).map_err(at_start)?;
    } else {
        set_all(&mut stage, &wanted, 0).map_err(at_start)?;
    }
    let mut rounds = 0;
    for (index, round) in story.rounds.iter().enumerate() {
        let played = stage.round(round).and_then(|()| stage.end_round(round));
        played.map_err(|error| story.mistake_in(&format!("round.{index}"), &error))?;
        rounds += 1;
        said(&format!("round {rounds}: totals {:?}", stage.totals()));
    }
    for (index, step) in story.steps.iter().enumerate() {
        stage.step(step).map_err(|error| story.mistake_in(&format!("step.{index}"), &error))?;
    }
    Ok(rounds)
}

/// The settings that a story is played with.
pub fn settings(story: &Story) -> Settings {
    let plain = Settings::DEFAULT;
    let options = Options {
        ending: match story.ending.as_deref() {
            Some("goal") => Ending::Goal,
            Some("laps") => Ending::Laps,
            Some("never") => Ending::Never,
            _ => Ending::ByRulebook,
        },
        goal: story.goal.unwrap_or(plain.options.goal),
        laps: story.laps.unwrap_or(plain.options.laps),
        owners: match story.owners.as_deref() {
            Some("in-turn") => Owners::InTurn,
            Some("with-vote") => Owners::WithVote,
            _ => Owners::After,
        },
        lone_vote_bonus: match story.lone_vote_bonus.as_deref() {
            Some("some-missed") => LoneVoteBonus::SomeMissed,
            _ => LoneVoteBonus::Always,
        },
    };
    Settings { options, countdown: story.countdown.unwrap_or(plain.countdown), ..plain }
}

/// Seats everyone, chooses the ruleset and the settings, and starts with the first storyteller.
pub fn seat_everyone(
    stage: &mut Stage,
    ruleset: Ruleset,
    players: u8,
    tells: u8,
    wanted: &Settings,
) -> Result<(), String> {
    let seats = ruleset.seats_for(players);
    if !(1..=players).contains(&tells) {
        return Err(format!("nobody sits on seat {tells}"));
    }
    stage.second_begins = tells > seats;
    let tells = (tells - 1) % seats.max(1);
    if !stage.passes() {
        for knob in 0..seats {
            stage.act(Act::Press { knob })?;
        }
    }
    set_all(stage, wanted, 0)?;
    choose_ruleset(stage, ruleset)?;
    if !stage.passes() {
        stage.act(Act::Hold { knob: tells })?;
        return deal(stage);
    }
    stage.act(Act::Press { knob: 0 })?;
    while let Shared::Lobby(shared::Lobby { focus: Focus::Players(_, dialled), .. }) = stage.shared() {
        if dialled == players {
            stage.act(Act::Press { knob: 0 })?;
            break;
        }
        stage.act(Act::Turn { knob: 0, by: if dialled < players { 1 } else { -1 } })?;
        if matches!(stage.shared(), Shared::Lobby(shared::Lobby { focus: Focus::Players(_, now), .. }) if now == dialled)
        {
            return Err(format!("{players} players cannot be dialled"));
        }
    }
    stage.act(Act::Turn { knob: 0, by: tells as i8 })?;
    stage.act(Act::Press { knob: 0 })?;
    deal(stage)
}

/// Deals the cards, up to the first clue.
pub(super) fn deal(stage: &mut Stage) -> Result<(), String> {
    stage.expect("deal")?;
    stage.press_leader()?;
    stage.home()?;
    stage.expect("clue")
}

fn choose_ruleset(stage: &mut Stage, ruleset: Ruleset) -> Result<(), String> {
    browse(stage, |focus| focus == Focus::Ruleset(ruleset))
}

/// Turns the lobby to its first choice, then onwards until `found` accepts the choice.
pub(super) fn browse(stage: &mut Stage, found: impl Fn(Focus) -> bool) -> Result<(), String> {
    stage.act(Act::Turn { knob: 0, by: -8 })?;
    for _ in 0..8 {
        match stage.shared() {
            Shared::Lobby(shared::Lobby { focus, .. }) if found(focus) => return Ok(()),
            Shared::Lobby(_) => stage.act(Act::Turn { knob: 0, by: 1 })?,
            _ => break,
        }
    }
    Err(format!("the lobby does not offer it; now {}", stage.where_we_are()))
}

/// Sets every option that differs from the defaults, through the device's menu.
fn set_all(stage: &mut Stage, wanted: &Settings, knob: u8) -> Result<(), String> {
    let plain = Settings::DEFAULT;
    // A board that is passed round does not offer `InTurn`.
    let mut owners = Owners::ALL.into_iter().filter(|&owners| !stage.passes() || owners != Owners::InTurn);
    let changes = [
        ("goal", i32::from(wanted.options.goal) - i32::from(plain.options.goal)),
        ("laps", i32::from(wanted.options.laps) - i32::from(plain.options.laps)),
        (
            "ending",
            Ending::ALL.iter().position(|&ending| ending == wanted.options.ending).map_or(0, |place| place as i32),
        ),
        ("owners", owners.position(|owners| owners == wanted.options.owners).map_or(0, |place| place as i32)),
        ("lone vote", i32::from(wanted.options.lone_vote_bonus != plain.options.lone_vote_bonus)),
        ("countdown", -i32::from(wanted.countdown != plain.countdown)),
    ];
    if changes.iter().all(|&(_, by)| by == 0) {
        return Ok(());
    }
    debug_assert!(Seat::new(knob).is_some());
    browse(stage, |focus| focus == Focus::Settings)?;
    stage.act(Act::Press { knob })?;
    for (name, by) in changes.into_iter().filter(|&(_, by)| by != 0) {
        stage.choose_with(knob, name)?;
        stage.act(Act::Turn { knob, by: by as i8 })?;
        stage.act(Act::Press { knob })?;
    }
    if stage.app.settings() != wanted {
        return Err(format!("the device was set to {:?}, the story wants {wanted:?}", stage.app.settings()));
    }
    stage.choose_with(knob, "close")
}
