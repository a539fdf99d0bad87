//! The bundled board files, broken in thousands of ways: any file is either a valid board, or refused with the file, a
//! key and a reason. `DIXIT_FULL` sets a large dose, `DIXIT_SEED` another seed.

use std::{
    env, fs,
    panic::{AssertUnwindSafe, catch_unwind},
    path::Path,
};

use boards::{Board, Mistakes, keys};
use fastrand::Rng;

const SEED: u64 = 20_260_517;

/// Values to put in place of valid ones.
const STRANGERS: &[&str] = &[
    "",
    "0",
    "-1",
    "1",
    "2",
    "7",
    "13",
    "29",
    "30",
    "64",
    "255",
    "256",
    "65540",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999999999999999999999999999999999",
    "-99999999999999999999999999999999999999999999999999",
    "0xffffffffffffffffffffffffffffffffffff",
    "0x3d",
    "1.5",
    "nan",
    "-inf",
    "1e999",
    "true",
    "\"\"",
    "\"ß漢\u{1F0CF}\"",
    "\"\\u0000\"",
    "\"\"\"a\nb\"\"\"",
    "[]",
    "[[]]",
    "[1, \"a\"]",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
    "{}",
    "{ a = 1 }",
    "[{}]",
    "[{ a = 0, b = 1, push = 2 }]",
    "1979-05-27T07:32:00Z",
    "\"pico-w\"",
    "\"pods\"",
    "\"ring\"",
    "\"magnetic\"",
    "\"128x32\"",
    "\"ssd1309\"",
    "\u{FEFF}",
];

fn files() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name| fs::read_to_string(root.join("boards").join(name).join("board.toml")).unwrap();
    ["table", "solo", "pods"].map(read).to_vec()
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

/// Applies one typing error, or one deliberate attempt to break the file.
fn mutate(text: &str, others: &[String], rng: &mut Rng) -> String {
    let mut lines = lines(text);
    if lines.is_empty() {
        return STRANGERS[rng.usize(..STRANGERS.len())].to_string();
    }
    let (at, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
    let stranger = STRANGERS[rng.usize(..STRANGERS.len())];
    match rng.u8(..14) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(other, lines[at].clone()),
        2 => lines.swap(at, other),
        3 | 4 => {
            if let Some((key, _)) = lines[at].clone().split_once('=') {
                lines[at] = format!("{key}= {stranger}");
            }
        }
        5 => {
            // A number within a line, as in an inline table.
            let digits: Vec<usize> =
                lines[at].char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(i, _)| i).collect();
            if !digits.is_empty() {
                let digit = digits[rng.usize(..digits.len())];
                lines[at].replace_range(digit..=digit, stranger);
            }
        }
        6 => {
            let places: Vec<usize> = lines[at].char_indices().map(|(i, _)| i).collect();
            if !places.is_empty() {
                let place = places[rng.usize(..places.len())];
                match rng.u8(..3) {
                    0 => lines[at].insert(place, rng.char(..)),
                    1 => lines[at].insert_str(place, stranger),
                    _ => drop(lines[at].remove(place)),
                }
            }
        }
        7 => lines.truncate(at),
        8 => {
            let (from, to) = (at.min(other), at.max(other));
            drop(lines.drain(from..to));
        }
        9 => {
            let block = lines[at.min(other)..at.max(other)].to_vec();
            for _ in 0..rng.usize(1..40) {
                lines.extend(block.clone());
            }
        }
        10 => {
            let (one, two) = (lines[at].clone(), lines[other].clone());
            if let (Some((one, first)), Some((two, second))) = (one.split_once('='), two.split_once('=')) {
                lines[at] = format!("{one}={second}");
                lines[other] = format!("{two}={first}");
            }
        }
        11 => {
            let theirs: Vec<&str> = others[rng.usize(..others.len())].lines().collect();
            lines[at] = theirs[rng.usize(..theirs.len())].to_string();
        }
        12 => {
            let many = format!("[{}]", "1, 0, ".repeat(if rng.u8(..20) == 0 { 32_770 } else { rng.usize(..40) }));
            // Lists of numbers occur only within one line.
            let listed = (0..lines.len()).find(|&line| lines[line].contains("= [") && lines[line].contains(']'));
            if let Some(line) = listed {
                let (from, to) = (lines[line].find('[').unwrap_or(0), lines[line].rfind(']').unwrap_or(0));
                if from < to {
                    lines[line].replace_range(from..=to, &many);
                }
            }
        }
        _ => lines[at] = format!("{} = {stranger}", rng.char('a'..='z').to_string().repeat(rng.usize(..200))),
    }
    lines.join("\n")
}

/// Uses a board in every way: all must work for a valid board.
fn use_it(board: &Board) {
    let written = [
        boards::json(board),
        format!("{:?}", boards::block::encode(&board.device())),
        boards::electrics::report(board).markdown(),
        boards::parts::list(board).markdown(),
    ];
    assert!(written.iter().all(|text| !text.is_empty() && text.len() < 100_000));
    let device = board.device();
    assert_eq!(boards::block::decode(&boards::block::encode(&device)), Ok(device));
}

/// Collects the names of all keys in all tables.
fn names(table: &keys::Table, into: &mut Vec<&'static str>) {
    for key in &table.keys {
        into.push(key.name);
        if let Some(table) = &key.table {
            names(table, into);
        }
    }
}

fn judge(text: &str, mistakes: &Mistakes, known: &[&str]) -> Result<(), String> {
    if mistakes.0.is_empty() {
        return Err("refused without a mistake".into());
    }
    let said = mistakes.to_string();
    if let Some(line) = said.lines().find(|line| !line.starts_with("boards/x/board.toml: ")) {
        return Err(format!("a line without its file: {line:?}"));
    }
    if said.lines().count() > 30 || said.len() > 20_000 {
        return Err(format!("{} lines, {} bytes", said.lines().count(), said.len()));
    }
    for mistake in &mistakes.0 {
        let last = mistake.key.rsplit('.').next().unwrap_or_default();
        let name = last.split('[').next().unwrap_or_default().trim_matches(['"', '\'', '…']);
        let line = mistake.key.strip_prefix("line ").and_then(|number| number.parse::<usize>().ok());
        let named = known.contains(&name)
            || line.is_some_and(|line| (1..=text.lines().count() + 1).contains(&line))
            || mistake.key == "(file)"
            || text.contains(name)
            || name.contains('\\');
        if !named || mistake.key.is_empty() {
            return Err(format!("names no key: {mistake}"));
        }
        let jargon = ["expected u8", "invalid type", "unknown variant", "overflowed", "wanted string or table"];
        if mistake.reason.is_empty() || jargon.iter().any(|word| mistake.reason.contains(word)) {
            return Err(format!("not in words: {mistake}"));
        }
    }
    Ok(())
}

#[test]
fn every_file_is_a_board_or_is_refused_in_words() {
    let number = |name: &str| env::var(name).ok().and_then(|number| number.parse().ok());
    let seed: u64 = number("DIXIT_SEED").unwrap_or(SEED);
    let dose: u64 = if env::var_os("DIXIT_FULL").is_some() { 100_000 } else { 4_000 };
    let files = files();
    let mut known = Vec::new();
    names(&<Board as keys::Value>::table().unwrap(), &mut known);
    let (mut valid, mut refused) = (0u64, 0u64);
    for round in 0..dose {
        let mut rng = Rng::with_seed(seed ^ (round << 32));
        let mut text = files[rng.usize(..files.len())].clone();
        for _ in 0..rng.u8(1..=4) {
            text = mutate(&text, &files, &mut rng);
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| match boards::parse("x", &text) {
            Ok(board) => {
                use_it(&board);
                valid += 1;
                Ok(())
            }
            Err(mistakes) => {
                refused += 1;
                judge(&text, &mistakes, &known)
            }
        }));
        let fault = match outcome {
            Ok(Ok(())) => continue,
            Ok(Err(fault)) => fault,
            Err(_) => "a panic".to_string(),
        };
        panic!("seed {seed}, file {round}: {fault}\n{}", &text.chars().take(6_000).collect::<String>());
    }
    // The test means little unless both outcomes occur.
    assert!(valid > dose / 50 && refused > dose / 2, "{valid} valid, {refused} refused");
    println!("{dose} files from seed {seed}: {valid} valid, {refused} refused");
}
