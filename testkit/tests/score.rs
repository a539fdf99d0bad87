//! `cargo xtask score` as users run it: a process with lines in, lines out and an exit status.

use std::io::Write;
use std::process::{Command, Stdio};

fn ask(input: &[u8]) -> (Vec<String>, i32) {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_score")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    let output = child.wait_with_output().unwrap();
    let lines = String::from_utf8(output.stdout).unwrap().lines().map(String::from).collect();
    (lines, output.status.code().unwrap())
}

const EXAMPLE: &str =
    r#"{"ruleset":"dixit","players":6,"storyteller":1,"cards":[1,2,3,4,5,6],"votes":[[],[1],[1],[2],[2],[4]]}"#;
const ANSWER: &str =
    r#"{"points":[3,5,3,1,0,0],"reasons":[["told 3"],["found 3","2 votes 2"],["found 3"],["1 vote 1"],[],[]]}"#;

#[test]
fn a_round_is_answered_with_points_and_reasons() {
    assert_eq!(ask(EXAMPLE.as_bytes()), (vec![ANSWER.into()], 0));
    assert_eq!(ask(format!("{EXAMPLE}\r\n").as_bytes()), (vec![ANSWER.into()], 0));
}

#[test]
fn party_needs_no_owners_and_team_answers_by_team() {
    let party = r#"{"ruleset":"party","players":6,"storyteller":2,"votes":[[3],[3],[3],[2],[2],[7]],"red":2}"#;
    let (lines, status) = ask(party.as_bytes());
    assert_eq!((lines[0].as_str(), status), (r#"{"refused":"seat 6 named card 7, which is not on the table"}"#, 0));
    let (lines, _) = ask(party.replace("[7]", "[1]").as_bytes());
    assert!(lines[0].starts_with(r#"{"points":[3,3,3,0,0,0],"reasons":[["crowd 3"],"#), "{lines:?}");
    let team = r#"{"ruleset":"team","players":6,"storyteller":1,"cards":[1,4,2,3],"votes":[[],[],[],[],[2],[1]]}"#;
    let (lines, _) = ask(team.as_bytes());
    assert_eq!(lines, [r#"{"points":[4,0,3],"reasons":[["told 3","1 vote 1"],[],["found 3"]]}"#]);
}

#[test]
fn the_lone_vote_setting_is_read() {
    let round = |bonus: &str| {
        let line = format!(
            r#"{{"ruleset":"odyssey","players":7,"storyteller":1,"cards":[1,2,3,4,5,6,7],"votes":[[],[1],[1],[1],[1],[1],[1]]{bonus}}}"#
        );
        ask(line.as_bytes()).0.remove(0)
    };
    assert!(round("").starts_with(r#"{"points":[0,3,3,3,3,3,3]"#));
    assert!(round(r#","lone_vote_bonus":"always""#).starts_with(r#"{"points":[0,3,3,3,3,3,3]"#));
    assert!(round(r#","lone_vote_bonus":"some-missed""#).starts_with(r#"{"points":[0,2,2,2,2,2,2]"#));
    assert!(
        round(r#","lone_vote_bonus":"never""#)
            .starts_with(r#"{"error":"line 1: lone_vote_bonus: unknown variant `never`"#)
    );
}

#[test]
fn a_refusal_is_an_answer() {
    let own = EXAMPLE.replace("[2],[2],[4]", "[4],[2],[4]");
    assert_eq!(ask(own.as_bytes()), (vec![r#"{"refused":"seat 4 voted for its own card 4"}"#.into()], 0));
}

#[test]
fn a_line_that_is_not_a_round_is_an_error_and_later_lines_are_answered() {
    let mut input = Vec::new();
    let bad: [&[u8]; 11] = [
        b"",
        b"nonsense",
        b"[\"dixit\",6,1,[1,2,3,4,5,6],[[],[1],[1],[2],[2],[4]],null]",
        b"{",
        b"{\"ruleset\":\"dixit\"}",
        b"{\"ruleset\":\"dixit\",\"ruleset\":\"dixit\"}",
        b"\xff\xfe",
        &[EXAMPLE.as_bytes(), b" {}"].concat(),
        EXAMPLE.replace("\"players\"", "\"plyers\"").leak().as_bytes(),
        EXAMPLE.replace("[4]]", "[-4]]").leak().as_bytes(),
        EXAMPLE.replace("\"cards\":[1,2,3,4,5,6],", "").leak().as_bytes(),
    ];
    for line in bad {
        input.extend_from_slice(line);
        input.push(b'\n');
    }
    input.extend_from_slice(EXAMPLE.as_bytes());
    let (lines, status) = ask(&input);
    assert_eq!(status, 1);
    assert_eq!(lines.len(), bad.len() + 1);
    for (number, line) in (1..).zip(&lines[..bad.len()]) {
        assert!(line.starts_with(&format!("{{\"error\":\"line {number}: ")), "{line}");
    }
    assert_eq!(lines[bad.len()], ANSWER);
}

#[test]
fn an_invalid_value_is_reported_with_its_key() {
    for (from, to, said) in [
        ("[4]]", "[-4]]", "votes[5][0]: invalid value: integer `-4`, wanted a whole number from 0 to 255, at column "),
        (
            "\"players\":6",
            "\"players\":\"six\"",
            "players: invalid type: string \\\"six\\\", wanted a whole number from 0 to 255, at column ",
        ),
        (
            "\"players\":6",
            "\"players\":300",
            "players: invalid value: integer `300`, wanted a whole number from 0 to 255, at column ",
        ),
        (
            "[1,2,3,4,5,6]",
            "[1,2,3,4,5,null]",
            "cards[5]: invalid type: null, wanted a whole number from 0 to 255, at column ",
        ),
        ("\"dixit\"", "\"dixitt\"", "ruleset: unknown variant `dixitt`"),
    ] {
        let (lines, status) = ask(EXAMPLE.replace(from, to).as_bytes());
        assert_eq!(status, 1);
        assert!(lines[0].starts_with(&format!("{{\"error\":\"line 1: {said}")), "{to}: {}", lines[0]);
    }
}

#[test]
fn a_count_above_255_is_reported_exactly() {
    let cards = format!("[{}1]", "1,".repeat(299));
    let (lines, status) = ask(EXAMPLE.replace("[1,2,3,4,5,6]", &cards).as_bytes());
    assert_eq!((lines[0].as_str(), status), (r#"{"refused":"300 cards are on the table, 6 should be"}"#, 0));
}

#[test]
fn no_lines_give_no_answers() {
    assert_eq!(ask(b""), (vec![], 0));
}
