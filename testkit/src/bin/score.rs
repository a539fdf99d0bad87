//! `cargo xtask score`: reads rounds as JSON, one object a line, and prints their points with reasons, one line each.
//!
//! For a round that breaks the rules the answer is the reason. For a line that is not a round the answer is an error,
//! which also sets the exit status to 1.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;
use std::sync::LazyLock;

use dixit_dials::rules::{LoneVoteBonus, PlayerRound, Refusal, Ruleset, Seat, score};
use serde::{Deserialize, Deserializer, Serialize, de::Error};

fn main() -> ExitCode {
    let mut args = lexopt::Parser::from_env();
    if !matches!(args.next(), Ok(None)) {
        eprintln!("usage: cargo xtask score < rounds.jsonl (docs/rules.md tells what a round looks like)");
        return ExitCode::from(2);
    }
    match answer_all(io::stdin().lock(), io::BufWriter::new(io::stdout().lock())) {
        Ok(Failed(0)) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("score: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Number of lines that were not a round.
#[derive(Debug, PartialEq, Eq)]
struct Failed(usize);

fn answer_all(input: impl Read, mut output: impl Write) -> io::Result<Failed> {
    let mut input = BufReader::new(input);
    let mut failed = Failed(0);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let answer = answer(&line).unwrap_or_else(|error| {
            failed.0 += 1;
            Answer::Error { error: format!("line {number}: {error}") }
        });
        serde_json::to_writer(&mut output, &answer)?;
        output.write_all(b"\n")?;
        // Answer at once if a person types line by line, or a program waits for each answer.
        if input.buffer().is_empty() {
            output.flush()?;
        }
    }
    output.flush()?;
    Ok(failed)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    #[serde(deserialize_with = "ruleset")]
    ruleset: Ruleset,
    players: u8,
    storyteller: u8,
    cards: Option<Vec<u8>>,
    votes: Vec<Vec<u8>>,
    red: Option<u8>,
    #[serde(default)]
    lone_vote_bonus: LoneVoteBonusName,
}

fn ruleset<'de, D: Deserializer<'de>>(from: D) -> Result<Ruleset, D::Error> {
    static NAMES: LazyLock<[&str; Ruleset::ALL.len()]> = LazyLock::new(|| Ruleset::ALL.map(Ruleset::name));
    let name = String::deserialize(from)?;
    Ruleset::parse(&name).ok_or_else(|| D::Error::unknown_variant(&name, &*NAMES))
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum LoneVoteBonusName {
    #[default]
    Always,
    SomeMissed,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Score { points: Vec<u8>, reasons: Vec<Vec<String>> },
    Refused { refused: String },
    Error { error: String },
}

fn answer(line: &[u8]) -> Result<Answer, String> {
    // serde would also accept an array of the same values.
    if line.trim_ascii_start().first() != Some(&b'{') {
        return Err("not a JSON object".into());
    }
    let input: Input = read(line)?;
    let cards = match &input.cards {
        Some(cards) => cards.as_slice(),
        // Party is scored without owners.
        None if input.ruleset == Ruleset::Party => &[],
        None => return Err("missing field `cards`".into()),
    };
    let round = PlayerRound {
        ruleset: input.ruleset,
        players: input.players,
        storyteller: input.storyteller,
        cards,
        votes: &input.votes,
        red: input.red,
        lone_vote_bonus: match input.lone_vote_bonus {
            LoneVoteBonusName::Always => LoneVoteBonus::Always,
            LoneVoteBonusName::SomeMissed => LoneVoteBonus::SomeMissed,
        },
    };
    Ok(scored(&round).unwrap_or_else(|refusal| Answer::Refused {
        refused: match refusal {
            // Print the real count: the one in the refusal saturates at 255.
            Refusal::CardCount { expected, .. } => {
                format!("{} cards are on the table, {expected} should be", cards.len())
            }
            refusal => refusal.to_string(),
        },
    }))
}

fn scored(round: &PlayerRound<Vec<u8>>) -> Result<Answer, Refusal> {
    let score = score(&round.round()?)?;
    let seats = || Seat::all().take(round.ruleset.seats_for(round.players).into());
    Ok(Answer::Score {
        points: seats().map(|seat| score.points(seat)).collect(),
        reasons: seats().map(|seat| score.reasons(seat).iter().map(|reason| reason.to_string()).collect()).collect(),
    })
}

/// Reads a line. An error names the key with the wrong value. The parser's line number is dropped, since its input is
/// always one line.
fn read(line: &[u8]) -> Result<Input, String> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let input = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let (key, error) = (error.path().to_string(), error.into_inner());
        let what = told(&error);
        if key == "." || what.contains("field") { what } else { format!("{key}: {what}") }
    })?;
    json.end().map_err(|error| told(&error))?;
    Ok(input)
}

fn told(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.replace("expected u8", "wanted a whole number from 0 to 255");
    match text.rsplit_once(" at line ") {
        Some((what, _)) => format!("{what}, at column {}", error.column()),
        None => text,
    }
}
