//! `cargo xtask log`: what a device says over USB, in words, one line each.

use std::{
    fs::{self, File},
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use builder::tool::Outcome;
use lexopt::{Arg, Parser};
use serde_json::Value;

pub fn main(mut args: Parser) -> Outcome {
    let mut port = None;
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Value(value) => port = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let port = match port {
        Some(port) => port,
        None => find_port(Path::new("/dev"))?,
    };
    plain(&port);
    let file = File::open(&port).map_err(|error| format!("{}: {error}; is the device plugged in?", port.display()))?;
    for line in BufReader::new(file).split(b'\n') {
        if let Some(words) = words(&String::from_utf8_lossy(&line?)) {
            println!("{words}");
        }
    }
    Ok(())
}

/// The first serial port of a USB device.
fn find_port(folder: &Path) -> Outcome<PathBuf> {
    let names = fs::read_dir(folder)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut ports: Vec<String> =
        names.filter(|name| name.starts_with("ttyACM") || name.starts_with("cu.usbmodem")).collect();
    ports.sort();
    let first =
        ports.first().ok_or("no USB serial port found; plug the device in, or name its port: COM3, /dev/ttyACM0")?;
    Ok(folder.join(first))
}

/// Puts a terminal into raw mode; does nothing for anything else.
fn plain(port: &Path) {
    let flag = if cfg!(target_os = "macos") { "-f" } else { "-F" };
    let quiet = (Stdio::null(), Stdio::null());
    let _ = Command::new("stty").arg(flag).arg(port).args(["raw", "-echo"]).stdout(quiet.0).stderr(quiet.1).status();
}

/// A line of the device in words; nothing for an empty line.
pub fn words(line: &str) -> Option<String> {
    let line = line.trim();
    if line.is_empty() {
        return None;
    }
    let Ok(Value::Object(object)) = serde_json::from_str(line) else { return Some(format!("not understood: {line}")) };
    let (key, value) = object.iter().next()?;
    let text = |key: &str| match &value[key] {
        Value::String(text) => text.clone(),
        Value::Null => "-".into(),
        other => other.to_string(),
    };
    let pairs = |value: &Value| match value.as_object() {
        Some(map) => {
            map.iter().map(|(key, value)| format!("{key} {}", plain_value(value))).collect::<Vec<_>>().join(", ")
        }
        None => "-".into(),
    };
    Some(match key.as_str() {
        "hello" => format!(
            "{} {}, board {}, {}, serial {}",
            text("name"),
            text("version"),
            text("board"),
            text("chip"),
            text("serial")
        ),
        "game" => format!("game of {} for {}", text("ruleset"), text("seats")),
        "table" => match text("phase").as_str() {
            "lobby" => format!("lobby: seated {}", text("seats")),
            "vote" => {
                format!("round {}: vote, {} tells, locked: {}", text("round"), text("storyteller"), text("locked"))
            }
            phase => {
                format!("round {}: {phase}, {} tells; {}", text("round"), text("storyteller"), pairs(&value["scores"]))
            }
        },
        "round" => format!(
            "round {}: card {}, votes {}; owners {}; points {}; totals {}",
            text("number"),
            text("story_card"),
            pairs(&value["votes"]),
            pairs(&value["owners"]),
            pairs(&value["points"]),
            pairs(&value["totals"])
        ),
        "over" => format!("over: {} won; {}; {}", text("winners"), pairs(&value["scores"]), pairs(&value["awards"])),
        "settings" | "self-test" => format!("{key}: {}", pairs(value)),
        _ => format!("{key}: {}", plain_value(value)),
    })
}

fn plain_value(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(plain_value).collect::<Vec<_>>().join("+"),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key} {}", plain_value(value))).collect::<Vec<_>>().join(" ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_printed_in_words() {
        for (line, told) in [
            ("", None),
            (r#"{"dropped":3}"#, Some("dropped: 3")),
            (
                r#"{"table":{"phase":"vote","round":3,"storyteller":"B","locked":"AC"}}"#,
                Some("round 3: vote, B tells, locked: AC"),
            ),
            (
                r#"{"round":{"number":3,"story_card":4,"votes":{"A":[4,2]},"owners":{"2":"C"},"points":{"A":{"found":3}},"totals":{"A":5}}}"#,
                Some("round 3: card 4, votes A 4+2; owners 2 C; points A found 3; totals A 5"),
            ),
            ("{\"cut", Some("not understood: {\"cut")),
        ] {
            assert_eq!(words(line).as_deref(), told, "{line}");
        }
    }
}
