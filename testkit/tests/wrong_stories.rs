//! Wrong stories must fail, with the line and the reason: each kind of mistake once by hand, then many times by seeded
//! mutations of good stories.

use std::{env, fs, panic};

use testkit::{
    story::{Outcome, Story, all, library_board, play},
    tool::root,
};

/// A good story to break: eight lines of table and round, then a step.
const GOOD: &str = r#"story = "Two find it"
ruleset = "dixit"
seats = 6
tells = 1

[[round]]
card = 1
votes = { 2 = 1, 3 = 1, 4 = 2, 5 = 2, 6 = 4 }
owners = { 2 = 2, 4 = 4 }
points = [3, 5, 3, 1, 0, 0]

[[step]]
screen = "clue"
"#;

/// The mistake that a board finds in a story; `None` if the story passes.
fn said(text: &str, board: &str) -> Option<String> {
    let story = match Story::read(text) {
        Ok(story) => story,
        Err(mistake) => return Some(mistake.to_string()),
    };
    let board = library_board(&boards::load(&root(), board).unwrap());
    match play(&story, board, || Ok(None), &mut |_| {}) {
        Outcome::Passed { .. } => None,
        Outcome::Skipped(why) => Some(format!("skipped: {why}")),
        Outcome::Failed(mistake) => Some(mistake.to_string()),
    }
}

/// Asserts that every board refuses the good story after this one change, with this message.
#[track_caller]
fn refused(from: &str, to: &str, expected: &str) {
    assert!(GOOD.contains(from), "the good story has no {from}");
    for board in ["table", "solo", "pods"] {
        assert_eq!(said(&GOOD.replace(from, to), board).as_deref(), Some(expected), "{to} on {board}");
    }
}

const LAST: &str = "screen = \"clue\"";

#[test]
fn the_good_story_passes() {
    for board in ["table", "solo", "pods"] {
        assert_eq!(said(GOOD, board), None);
    }
}

#[test]
fn a_story_for_no_board_and_an_unknown_seat_screen_are_refused() {
    refused(
        "tells = 1",
        "tells = 1\nonly = []",
        "line 5: only: no board could play this; leave `only` out if all boards can",
    );
    let all = "none, free, guest, asked, let in, not your menu, not you, joined, waiting, out, you tell, give, dial, ready, \
               look again, countdown, result, claim, claim for the partner, claimed, wait, points, bonus, total, over, won, \
               menu";
    let expected = format!("line 14: seat-screen: “dail” is not one of {all}");
    refused(LAST, "screen = \"clue\"\nseat-screen = [1, \"dail\"]", &expected);
}

#[test]
fn votes_must_come_from_voters() {
    refused("6 = 4 }", "6 = 4, 7 = 1 }", "line 8: round 1: votes.7: there is no seat 7 at this table");
    refused("6 = 4 }", "6 = 4, 0 = 1 }", "line 8: round 1: votes.0: there is no seat 0 at this table");
    refused("6 = 4 }", "6 = 4, x = 1 }", "line 8: round 1: votes.x: there is no seat x at this table");
    refused("{ 2 = 1", "{ 1 = 2, 2 = 1", "line 8: round 1: votes.1: seat 1 tells and does not vote");
    refused("6 = 4 }", "6 = [4, 5, 3] }", "line 8: round 1: votes.6: 3 votes of seat 6, who has 1");
    refused("6 = 4 }", "6 = [] }", "line 8: round 1: votes.6: 0 votes of seat 6, who has 1");
    refused("6 = 4 }", "6 = 9 }", "line 8: round 1: votes.6: there is no card 9 among the 6 on the table");
    refused("6 = 4 }", "}", "line 6: round 1: the story does not say the vote of seat 6");
}

#[test]
fn cards_must_be_on_the_table_and_have_one_owner() {
    refused("card = 1", "card = 7", "line 7: round 1: card: there is no card 7 among the 6 on the table");
    refused("4 = 4 }", "4 = 4, 9 = 3 }", "line 9: round 1: owners.9: there is no card 9 among the 6 on the table");
    refused("4 = 4 }", "4 = 9 }", "line 9: round 1: owners.4: seat 9 laid no card");
    refused("4 = 4 }", "4 = 4, 5 = 5 }", "line 9: round 1: owners.5: nobody asked whose card 5 is");
    refused("card = 1\n", "card = 1\nred = 2\n", "line 8: round 1: red: this ruleset has no red token");
    refused(
        "points = [3, 5",
        "points = [3, 4",
        "line 10: round 1: points: the story says [3, 4, 3, 1, 0, 0], the table has [3, 5, 3, 1, 0, 0]",
    );
}

#[test]
fn a_step_must_be_one_possible_action() {
    refused(LAST, "press = 0\nhold = 0", "line 14: hold: this step already has press; a step does one thing");
    refused(LAST, "", "line 12: this step does nothing and checks nothing");
    refused(LAST, "reveal = false", "line 13: reveal: leave it out instead of setting it to false");
    refused(LAST, "wait-seconds = nan", "line 13: wait-seconds: NaN is not between 0 and 86400");
    refused(LAST, "wait-seconds = -1", "line 13: wait-seconds: -1 is not between 0 and 86400");
    refused(LAST, "wait-seconds = inf", "line 13: wait-seconds: inf is not between 0 and 86400");
    refused(LAST, "claim = 2", "line 13: step 1: claim: nobody asks whose a card is on the screen “clue”");
    refused(LAST, "set = 2", "line 13: step 1: set: there is nothing to set on the screen “clue”");
    refused(LAST, "confirm = true", "line 13: step 1: confirm: nothing is asked on the screen “clue”");
    refused(LAST, "unlock = 2", "line 13: step 1: unlock: seat 2 has locked nothing");
    refused(LAST, "answer = [3, 1]", "line 13: step 1: answer: seat 3 has nothing to dial on the screen “clue”");
    refused(LAST, "turn = [2, 0]", "line 13: turn: 0 clicks are not a turn");
    refused(LAST, "light = \"bright\"", "line 13: light: “bright” is not one of lit, dim, off");
    refused(LAST, "choose = \"goal\"", "line 13: step 1: choose: no menu to choose “goal” from, but the screen “clue”");
}

#[test]
fn a_seat_that_the_board_lacks_cannot_be_pressed() {
    let text = GOOD.replace(LAST, "press = 9");
    assert_eq!(said(&text, "table").unwrap(), "line 13: step 1: press: there is no seat 9 on a board with 8");
    assert_eq!(
        said(&text.replace("= 9", "= 13"), "pods").unwrap(),
        "line 13: step 1: press: there is no seat 13 on a board with 12"
    );
}

#[test]
fn the_table_must_be_possible() {
    refused("tells = 1", "tells = 7", "line 4: tells: nobody sits on seat 7 of 6");
    refused(
        "seats = 6",
        "seats = 2",
        "line 3: seats: seat 1 cannot begin, as dixit is not for 2, but for 3, 4, 5, 6, 7, 8",
    );
    refused("tells = 1\n", "", "line 5: a round needs somebody who tells: say who with `tells`");
    refused("tells = 1", "tells = 1\ngoal = 0", "line 5: goal: 0 cannot be set, only 5 to 100");
    refused("tells = 1", "tells = 1\nlaps = 9", "line 5: laps: 9 cannot be set, only 1 to 5");
    refused(
        "tells = 1",
        "tells = 1\nowners = \"never\"",
        "line 5: owners: “never” is not one of after, in-turn, with-vote",
    );
    refused("tells = 1", "tells = 1\nonly = [\"table\"]", "line 5: only: “table” is not one of ring, pass, pods");
    refused("tells = 1", "tells = 1\nonly = [\"ring\", \"ring\"]", "line 5: only: ring is given twice");
    refused("\"dixit\"", "\"dixitt\"", "line 2: ruleset: there is no ruleset “dixitt”");
    refused("\"Two find it\"", "\" \"", "line 1: story: say in a sentence what it is about");
}

#[test]
fn unknown_and_mistyped_keys_are_refused() {
    for (from, to, line) in [
        ("tells = 1", "tels = 1", "line 4: unknown field `tels`"),
        ("card = 1", "crad = 1", "line 7: unknown field `crad`"),
        (LAST, "scren = \"clue\"", "line 13: unknown field `scren`"),
        ("tells = 1", "tells = -1", "line 4: invalid value"),
        ("tells = 1", "tells = \"one\"", "line 4: invalid type"),
        ("tells = 1", "tells = 1\ntells = 2", "line 5: tells is given twice; keep one"),
        ("seats = 6", "seats = 300", "line 3: invalid value"),
    ] {
        let said = said(&GOOD.replace(from, to), "pods").unwrap_or_default();
        assert!(said.starts_with(line), "{to}: {said}");
    }
}

/// A way to break any story that has the line it looks for.
type Spoil = fn(&str, &mut fastrand::Rng) -> Option<String>;

const SPOILS: [(&str, Spoil); 7] = [
    ("a key that nobody knows", |line, dice| {
        let (key, value) = line.split_once(" = ").filter(|(key, _)| key.len() > 3 && !key.contains(['#', '{', '"']))?;
        let mut key = key.to_string();
        key.insert(dice.usize(1..key.len()), 'q');
        Some(format!("{key} = {value}"))
    }),
    ("a second deed", |line, _| line.starts_with("press = ").then(|| format!("{line}\ncut = true"))),
    ("a point too many", |line, dice| {
        let numbers = line.strip_prefix("points = [")?.strip_suffix(']')?;
        let mut numbers: Vec<u16> = numbers.split(", ").map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let place = dice.usize(..numbers.len());
        numbers[place] += dice.u16(1..5);
        Some(format!("points = {numbers:?}"))
    }),
    ("a seat that is not there", |line, dice| {
        let votes = line.strip_prefix("votes = { ")?;
        Some(format!("votes = {{ {} = 1, {votes}", dice.u8(13..)))
    }),
    ("a card that is not there", |line, dice| {
        let owners = line.strip_prefix("owners = { ")?;
        Some(format!("owners = {{ {} = 1, {owners}", dice.u8(25..)))
    }),
    ("another screen", |line, _| line.starts_with("screen = ").then(|| "screen = \"the moon\"".to_string())),
    ("an endless wait", |line, _| line.starts_with("wait-seconds = ").then(|| "wait-seconds = inf".to_string())),
];

/// Changes one random byte or line, like a typing error.
fn slip(text: &str, dice: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    let place = dice.usize(..lines.len());
    match dice.u8(..5) {
        0 => drop(lines.remove(place)),
        1 => lines.insert(place, lines[dice.usize(..lines.len())].clone()),
        2 => lines.swap(place, dice.usize(..text.lines().count())),
        3 => lines[place] = lines[place].replace(|letter: char| letter.is_ascii_digit(), &dice.u8(..).to_string()),
        _ => {
            let mut letters: Vec<char> = lines[place].chars().collect();
            if !letters.is_empty() {
                let at = dice.usize(..letters.len());
                letters[at] = dice.char('\u{20}'..'\u{7f}');
            }
            lines[place] = letters.into_iter().collect();
        }
    }
    lines.join("\n")
}

#[test]
fn a_broken_story_fails_with_its_line_and_never_panics() {
    let dose = if env::var_os("DIXIT_FULL").is_some() { 60_000 } else { 1_500 };
    let boards: Vec<_> = boards::load_all(&root()).into_iter().flatten().collect();
    let texts: Vec<(String, String)> = all()
        .unwrap()
        .into_iter()
        .map(|told| (told.name, fs::read_to_string(root().join(told.path)).unwrap()))
        .collect();
    let dice = &mut fastrand::Rng::with_seed(16);
    let mut spoilt = 0;
    for turn in 0..dose {
        let (name, good) = &texts[dice.usize(..texts.len())];
        let (what, spoil) = SPOILS[dice.usize(..SPOILS.len())];
        let lines: Vec<&str> = good.lines().collect();
        let at = dice.usize(..lines.len());
        let must_fail = spoil(lines[at], dice);
        let text = match &must_fail {
            Some(line) => [&lines[..at], &[line.as_str()], &lines[at + 1..]].concat().join("\n"),
            None => slip(good, dice),
        };
        for board in &boards {
            let said = panic::catch_unwind(|| said(&text, &board.name));
            let said = said.unwrap_or_else(|_| panic!("{name}, turn {turn}, on {} took us along:\n{text}", board.name));
            if let Some(said) = said.as_ref().filter(|said| !said.starts_with("skipped: ")) {
                assert!(said.starts_with("line "), "{name}, turn {turn}: {said}");
            }
            if must_fail.is_some() {
                assert!(said.is_some(), "{name} with {what} in line {} holds on {}:\n{text}", at + 1, board.name);
                spoilt += 1;
            }
        }
    }
    assert!(spoilt > dose / 10, "only {spoilt} of {dose} were wrong for sure");
}

#[test]
fn a_prompt_is_written_as_the_screen_says_it() {
    let prompt = |told: &str| format!("{LAST}\nprompt = \"{told}\"");
    refused(LAST, &prompt("cards laid"), "line 14: prompt: “cards laid” is not written as “1 press: cards laid”");
    refused(
        LAST,
        &prompt("leader push: cards laid"),
        "line 14: prompt: “push” is not one of press, turn, hold, dial, wait",
    );
    refused(
        LAST,
        &prompt("13 press: cards laid"),
        "line 14: prompt: “13” is not a player: use leader, holder, free, nobody, or seats as in “2, 3”",
    );
    for board in ["table", "solo", "pods"] {
        let said = said(&GOOD.replace(LAST, &prompt("leader press: sing")), board).unwrap_or_default();
        assert!(said.starts_with("line 14: prompt: “sing” is not a purpose; known are sit down, "), "{said}");
    }
    assert_eq!(
        said(&GOOD.replace(LAST, &prompt("1 press: cards laid")), "table").as_deref(),
        Some("line 14: step 1: prompt: the story says “1 press: cards laid”, the screen “2 press: cards laid”")
    );
    let also = said(&GOOD.replace(LAST, "screen = \"track\"\nalso = \"leader hold: menu\""), "table");
    assert!(also.is_some(), "what is not on the screen was seen");
}

#[test]
fn only_rings_say_whose_pointer_still_stands_on_the_number() {
    refused(
        LAST,
        "screen = \"clue\"\nturn-away = [2]",
        "line 14: turn-away: only rings show it; say only = [\"ring\"]",
    );
}
