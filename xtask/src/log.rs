//! `cargo xtask log`: what a device says over USB, in words, one line each. It can also ask for the report for builders.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use builder::tool::Outcome;
use lexopt::{Arg, Parser};
use serde_json::Value;

pub fn main(mut args: Parser) -> Outcome {
    let (mut port, mut request) = (None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Arg::Long("bench") => request = Some("bench"),
            Arg::Long("contacts") => request = Some("contacts"),
            Arg::Value(value) => port = Some(PathBuf::from(value)),
            other => return Err(other.unexpected().into()),
        }
    }
    let port = match port {
        Some(port) => port,
        None => find_port(Path::new("/dev"))?,
    };
    plain(&port);
    let absent = |error| format!("{}: {error}; is the device plugged in?", port.display());
    let file = File::open(&port).map_err(absent)?;
    if let Some(request) = request {
        let mut to = OpenOptions::new().append(true).open(&port).map_err(absent)?;
        writeln!(to, "{{\"ask\":\"{request}\"}}")?;
    }
    for line in BufReader::new(file).split(b'\n') {
        let line = line?;
        if let Some(words) = words(&String::from_utf8_lossy(&line)) {
            println!("{words}");
        }
        if request == Some("bench") && line.trim_ascii() == br#"{"bench":"done"}"# {
            break;
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
        "bench" => bench_words(value),
        "settings" | "self-test" => format!("{key}: {}", pairs(value)),
        _ => format!("{key}: {}", plain_value(value)),
    })
}

/// A line for builders.
fn bench_words(value: &Value) -> String {
    let Some((key, value)) = value.as_object().and_then(|object| object.iter().next()) else {
        return "the report is complete".into();
    };
    let ms = |value: &Value| match value.as_f64() {
        Some(us) => format!("{:.1} ms", us / 1e3),
        None => "none since power-on".into(),
    };
    match key.as_str() {
        "bus" => bus_words(value),
        "contacts" => contact_words(value),
        "chain" if value["whole"] == true => format!("chain: whole, {}", plain_value(&value["bits"])),
        "chain" => {
            format!("chain: BROKEN, {} but must be {}", plain_value(&value["bits"]), plain_value(&value["proof"]))
        }
        "flash" => format!(
            "flash: JEDEC id {}; slowest page {}, slowest erase {}",
            plain_value(&value["jedec"]),
            ms(&value["page_us"]),
            ms(&value["erase_us"])
        ),
        "cache" if value.is_null() => "cache: votes on this board show no number".into(),
        "cache" => format!(
            "cache: a number drawn in {} µs with {} hits and {} misses",
            value["us"], value["hits"], value["misses"]
        ),
        "run" => format!(
            "run: {} s since {}; {}; deepest stack {} bytes; {} numbers too late",
            value["seconds"],
            match value["reset"].as_str() {
                Some("restart") => "the firmware restarted",
                Some("watchdog") => "the watchdog restarted it",
                Some("copied") => "firmware was copied",
                _ => "power-on",
            },
            value["crash"].as_str().map_or("no crash".into(), |words| format!("CRASHED before: {words}")),
            value["stack"],
            value["overruns"]
        ),
        _ => format!("{key}: {}", plain_value(value)),
    }
}

/// What is expected on a bus or behind a channel, and what answers there.
fn bus_words(bus: &Value) -> String {
    let mut place = format!("bus {}", bus["bus"]);
    if let Some(mux) = bus["mux"].as_u64() {
        place += &format!(", mux {mux:#04x}, channel {}", bus["channel"]);
    }
    let answers: Vec<(u64, Option<u64>)> = bus["answers"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|answer| Some((answer[0].as_u64()?, answer[1].as_u64())))
        .collect();
    let how = |status: Option<u64>| match status {
        Some(status) => format!("answers {status:#04x}"),
        None => "accepts writes alone".into(),
    };
    let mut told = vec![];
    let expected: Vec<(&String, u64)> = bus["expected"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(part, address)| Some((part, address.as_u64()?)))
        .collect();
    for &(part, address) in &expected {
        let answer = answers.iter().find(|(at, _)| *at == address);
        told.push(format!(
            "{part} at {address:#04x} {}",
            answer.map_or("is MISSING".into(), |(_, status)| how(*status))
        ));
    }
    for (address, status) in answers {
        // The muxes in front of a channel answer there too.
        let in_front = bus["mux"].is_u64() && (0x70..0x78).contains(&address);
        if !in_front && expected.iter().all(|&(_, at)| at != address) {
            told.push(format!("{address:#04x} {}, though nothing is expected there", how(status)));
        }
    }
    if bus["held"] == true {
        told.push("a line is HELD low".into());
    }
    format!("{place}: {}", if told.is_empty() { "nothing, as expected".into() } else { told.join("; ") })
}

/// The knobs whose contacts are closed or have moved.
fn contact_words(contacts: &Value) -> String {
    let count = |value: &Value| plain_value(value).replace('+', "/");
    let stirred = contacts.as_object().into_iter().flatten().filter(|(_, knob)| {
        let moved = |changes: &Value| changes.as_array().into_iter().flatten().any(|count| *count != 0);
        knob["levels"] != "111" || moved(&knob["changes"])
    });
    let told: Vec<String> = stirred
        .map(|(letter, knob)| {
            let counts = match knob["changes"].is_array() {
                true => format!(", changes {}, bounces {}", count(&knob["changes"]), count(&knob["bounces"])),
                false => String::new(),
            };
            format!("{letter} {}{counts}", plain_value(&knob["levels"]))
        })
        .collect();
    format!("contacts (A, B, push; 1 is open): {}", if told.is_empty() { "all open".into() } else { told.join("; ") })
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
            (
                r#"{"bench":{"bus":{"bus":0,"mux":112,"channel":3,"expected":{"D":60},"answers":[[61,null],[112,8]],"held":false}}}"#,
                Some(
                    "bus 0, mux 0x70, channel 3: D at 0x3c is MISSING; 0x3d accepts writes alone, though nothing is expected there",
                ),
            ),
            (
                r#"{"bench":{"bus":{"bus":1,"mux":null,"channel":null,"expected":{"shared":60},"answers":[[60,67]],"held":true}}}"#,
                Some("bus 1: shared at 0x3c answers 0x43; a line is HELD low"),
            ),
            (
                r#"{"bench":{"contacts":{"A":{"levels":"111"},"B":{"levels":"011"}}}}"#,
                Some("contacts (A, B, push; 1 is open): B 011"),
            ),
            (
                r#"{"bench":{"contacts":{"A":{"levels":"111","changes":[4,6,0],"bounces":[0,2,0]},"B":{"levels":"111","changes":[0,0,0],"bounces":[0,0,0]}}}}"#,
                Some("contacts (A, B, push; 1 is open): A 111, changes 4/6/0, bounces 0/2/0"),
            ),
            (
                r#"{"bench":{"chain":{"bits":"1111","proof":"..10","whole":false}}}"#,
                Some("chain: BROKEN, 1111 but must be ..10"),
            ),
            (
                r#"{"bench":{"flash":{"jedec":"ef4015","page_us":712,"erase_us":null}}}"#,
                Some("flash: JEDEC id ef4015; slowest page 0.7 ms, slowest erase none since power-on"),
            ),
            (
                r#"{"bench":{"cache":{"hits":900,"misses":40,"us":310}}}"#,
                Some("cache: a number drawn in 310 µs with 900 hits and 40 misses"),
            ),
            (
                r#"{"bench":{"run":{"seconds":9,"reset":"restart","crash":"game.rs:7 on purpose","stack":19000,"overruns":0}}}"#,
                Some(
                    "run: 9 s since the firmware restarted; CRASHED before: game.rs:7 on purpose; deepest stack 19000 bytes; 0 numbers too late",
                ),
            ),
            (r#"{"bench":"done"}"#, Some("the report is complete")),
        ] {
            assert_eq!(words(line).as_deref(), told, "{line}");
        }
    }
}
