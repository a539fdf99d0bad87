//! `cargo xtask bench screens`: from the click of a knob to the last byte of the changed number on the glass, what a
//! picture costs on the bus, and how far apart the seats see the reveal.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{
    Figures, Options,
    growth::{self, Growth},
    peers::Peers,
    sheet::{Row, columns},
};
use testkit::{
    image::Image,
    rig::{Rig, changed_bytes, most_players, percentile, rounded, some_round},
    story::{Act, Step},
    tool::{Outcome, root},
};

const GOAL_MS: f64 = 6.0;
/// Of a whole new picture, beside the bare bus time of what was sent.
const PICTURE_GOAL: f64 = 1.5;
/// A switch is believed when it has been still for this long; that is no part of drawing.
const DEBOUNCE_MS: f64 = 15.0;
const SKEW_GOAL_MS: f64 = 3.0;
/// Every picture is on the glass by then.
const SEEN_MS: f64 = 80.0;

/// What one deed brought to the glass.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Last contact edge → last byte.
    latency_ms: f64,
    /// Last contact edge → first byte.
    thought_ms: f64,
    sent_bytes: usize,
    sent_ms: f64,
    changed_bytes: usize,
    /// The bare time of the changed bytes.
    bare_ms: f64,
}

#[derive(Deserialize)]
struct Edge {
    ns: f64,
}

/// Does something to a knob and reads off the bus what it brought.
fn cost(rig: &mut Rig, deed: &Value) -> Outcome<Cost> {
    rig.transfers()?;
    rig.ask(&json!({ "trace": "contacts" }))?;
    let before = rig.screens()?;
    rig.ask(deed)?;
    rig.run_ms(SEEN_MS)?;
    let after = rig.screens()?;
    let edges: Vec<Edge> = serde_json::from_value(rig.ask(&json!({ "trace": "contacts" }))?)?;
    let edge = edges.iter().map(|edge| edge.ns).fold(0.0, f64::max);
    let begun = edges.iter().map(|edge| edge.ns).fold(f64::MAX, f64::min);
    let transfers = rig.transfers()?;
    let shown: Vec<_> = transfers.iter().filter(|transfer| transfer.shows() && transfer.ns > begun).collect();
    let changed = before.iter().zip(&after).map(|(before, after)| changed_bytes(before, after)).sum();
    let last = shown.iter().map(|transfer| transfer.end).fold(edge, f64::max);
    let first = shown.iter().map(|transfer| transfer.ns).fold(last, f64::min);
    Ok(Cost {
        latency_ms: (last - edge) / 1e6,
        thought_ms: (first - edge) / 1e6,
        sent_bytes: shown.iter().map(|transfer| transfer.bytes.len() + 1).sum(),
        sent_ms: shown.iter().map(|transfer| (transfer.end - transfer.ns) / 1e6).sum(),
        changed_bytes: changed,
        bare_ms: rig.bus_ms(changed),
    })
}

/// A table at which a knob changes a number on a screen: its own where there is one, else a score that is corrected.
fn dialling(image: &Image, players: u8) -> Outcome<(Rig, u8)> {
    let file = boards::load(&root(), &image.board)?;
    let (mut rig, knob) = match file.secrecy {
        boards::Secrecy::Ring => {
            let mut rig = Rig::clue(image, players)?;
            for step in [
                Step { hold: Some(0), ..Step::default() },
                Step { choose: Some("correct a score".into()), ..Step::default() },
                Step { pick: Some(1), ..Step::default() },
            ] {
                rig.stage.step(&step)?;
            }
            (rig, 0)
        }
        boards::Secrecy::Pass => (Rig::vote(image, players)?, 0),
        boards::Secrecy::Pods => (Rig::vote(image, players)?, 1),
    };
    rig.ask(&json!({ "recording": true }))?;
    Ok((rig, knob))
}

fn turns(image: &Image, players: u8, count: usize) -> Outcome<(Rig, u8, Vec<Cost>)> {
    let (mut rig, knob) = dialling(image, players)?;
    let mut costs = Vec::new();
    for index in 0..count {
        // Falls anywhere between two scans and between two looks at whether the screens are there.
        rig.run_ms(3.0 + (index * 37 % 101) as f64 * 0.73)?;
        costs.push(cost(&mut rig, &json!({ "turn": { "knob": knob, "by": 1 } }))?);
    }
    if let Some(silent) = costs.iter().find(|cost| cost.changed_bytes == 0) {
        return Err(format!("{}: a click changed nothing: {silent:?}", image.board).into());
    }
    Ok((rig, knob, costs))
}

struct Reveal {
    skew_ms: f64,
    seats: usize,
    bytes: usize,
}

/// First seat's picture turned over → last seat's.
fn reveal(image: &Image, players: u8) -> Outcome<Reveal> {
    let mut rig = Rig::clue(image, players)?;
    rig.stage.all_vote(&some_round(players))?;
    rig.transfers()?;
    rig.stage.act(Act::Wait { ms: 3_200 })?;
    let transfers = rig.transfers()?;
    let reveals: Vec<_> = transfers.iter().filter(|transfer| transfer.reveals()).collect();
    // The last of them are the reveal; some may have flipped before.
    let reveal = &reveals[reveals.len().saturating_sub(usize::from(players))..];
    if reveal.len() != usize::from(players) {
        return Err(format!("{} seats were turned over, not {players}", reveal.len()).into());
    }
    let begun = reveal[0].end;
    let bytes = transfers.iter().filter(|one| one.shows() && one.ns < begun && one.ns > begun - 400e6);
    Ok(Reveal {
        skew_ms: (reveal[reveal.len() - 1].end - begun) / 1e6,
        seats: reveal.len(),
        bytes: bytes.map(|one| one.bytes.len() + 1).sum(),
    })
}

/// What one board brought.
struct Account {
    json: Map<String, Value>,
    rows: Vec<Row>,
    lines: Vec<Vec<String>>,
}

fn account(options: &Options, image: &Image, peers: &Peers) -> Outcome<Account> {
    let board = &image.board;
    let file = boards::load(&root(), board)?;
    let players = most_players(&file);
    let count = if options.quick { 24 } else { 120 };
    options.progress(&format!("screens: {board}, {count} clicks"));
    let (mut rig, knob, costs) = turns(image, players, count)?;
    let of = |what: fn(&Cost) -> f64| -> Vec<f64> { costs.iter().map(what).collect() };
    let latency = of(|cost| cost.latency_ms);
    let (p50, p99) = (percentile(&latency, 50), percentile(&latency, 99));
    let limit = percentile(&of(|cost| cost.bare_ms), 99);
    let flat = file.screens.iter().any(|screen| screen.seat.is_some());
    let flush = if flat { peers.flat_flush_ms } else { peers.full_flush_ms };
    let lock = cost(&mut rig, &json!({ "press": { "knob": knob } }))?;
    let picture_ms = lock.latency_ms - DEBOUNCE_MS;

    let mut json = Map::new();
    json.insert("edge_to_glass_ms".into(), json!({ "p50": rounded(p50, 3), "p99": rounded(p99, 3) }));
    json.insert("bus_limit_ms".into(), json!(rounded(limit, 3)));
    json.insert("full_flush_ms".into(), json!(rounded(flush, 3)));
    let dialled = if file.secrecy == boards::Secrecy::Ring { "a corrected score" } else { "a dialled number" };
    let mut rows = vec![
        Row::new(format!("{board}: click → last byte of {dialled}, p99"), format!("{p99:.2} ms"))
            .goal("under 6 ms", p99 < GOAL_MS)
            .beside(format!("the ssd1306 crate's flush of the redrawn screen: {flush:.1} ms, before it drew anything")),
        Row::new(format!("{board}: press → last byte of a whole new picture, beyond debouncing"), {
            format!("{picture_ms:.1} ms, {:.2} × its bus time", picture_ms / lock.sent_ms)
        })
        .goal("at most 1.5 ×", picture_ms <= PICTURE_GOAL * lock.sent_ms)
        .beside(format!("{} bytes take {:.1} ms; the same flush: {flush:.1} ms", lock.sent_bytes, lock.sent_ms)),
    ];
    let middle = |what: fn(&Cost) -> f64| percentile(&of(what), 50);
    let line = |what: &str, cost: Cost, flush: f64| {
        let ms = |ms: f64| format!("{ms:.2}");
        vec![
            board.clone(),
            what.to_string(),
            ms(cost.thought_ms),
            cost.sent_bytes.to_string(),
            ms(cost.sent_ms),
            cost.changed_bytes.to_string(),
            ms(cost.bare_ms),
            ms(cost.latency_ms),
            ms(flush),
        ]
    };
    let usual = Cost {
        latency_ms: p50,
        thought_ms: middle(|cost| cost.thought_ms),
        sent_bytes: middle(|cost| cost.sent_bytes as f64) as usize,
        sent_ms: middle(|cost| cost.sent_ms),
        changed_bytes: middle(|cost| cost.changed_bytes as f64) as usize,
        bare_ms: middle(|cost| cost.bare_ms),
    };
    let mut lines = vec![line(&format!("{dialled}, median"), usual, flush), line("a press", lock, flush)];

    if flat {
        options.progress(&format!("screens: {board}, reveal"));
        let reveal = reveal(image, players)?;
        json.insert("reveal_skew_ms".into(), json!(rounded(reveal.skew_ms, 3)));
        json.insert("one_by_one_skew_ms".into(), json!(rounded(peers.one_by_one_ms, 3)));
        rows.push(
            Row::new(
                format!("{board}: reveal, first seat's result lit → last of {}", reveal.seats),
                format!("{:.2} ms", reveal.skew_ms),
            )
            .goal("under 3 ms", reveal.skew_ms < SKEW_GOAL_MS)
            .beside(format!("flushed one after another by the ssd1306 crate: {:.0} ms", peers.one_by_one_ms)),
        );
        lines.push(vec![
            board.clone(),
            format!("the reveal, {} seats", reveal.seats),
            String::new(),
            reveal.bytes.to_string(),
            String::new(),
            String::new(),
            String::new(),
            format!("{:.2}", reveal.skew_ms),
            format!("{:.2}", peers.one_by_one_ms),
        ]);
    } else {
        json.insert("reveal_skew_ms".into(), Value::Null);
        json.insert("one_by_one_skew_ms".into(), Value::Null);
    }
    Ok(Account { json, rows, lines })
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let peers = options.peers()?;
    let mut json = Map::new();
    let (mut rows, mut lines, mut curves) = (Vec::new(), Vec::new(), Vec::new());
    for image in options.images()? {
        let account = account(options, image, peers)?;
        json.insert(image.board.clone(), Value::Object(account.json));
        rows.extend(account.rows);
        lines.extend(account.lines);
        let most = most_players(&boards::load(&root(), &image.board)?);
        let counts: Vec<u8> = if options.quick { vec![3, most] } else { (3..=most).collect() };
        let mut points = Vec::new();
        for players in counts {
            options.progress(&format!("screens: {}, {players} players", image.board));
            let (_, _, costs) = turns(image, players, if options.quick { 6 } else { 24 })?;
            let latency: Vec<f64> = costs.iter().map(|cost| cost.latency_ms).collect();
            points.push((players, rounded(percentile(&latency, 99), 2)));
        }
        curves.push(Growth { figure: "click → glass, p99", unit: "ms", board: image.board.clone(), points });
    }
    let head = [
        "board",
        "what",
        "click → first byte, ms",
        "bytes sent",
        "time on the bus, ms",
        "bytes changed",
        "their bare time, ms",
        "click → last byte, ms",
        "ssd1306 crate, ms",
    ];
    let text = columns(&head, &lines) + "\n" + &growth::table(&curves);
    Ok(Figures { json: Value::Object(json), text, rows, growth: curves })
}
