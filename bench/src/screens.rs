//! `cargo xtask bench screens`: time from a knob's click to the last byte of the changed number, time from a press to
//! the last byte of a full picture, and the skew between all screens at the reveal.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Options, by_board,
    growth::Growth,
    sheet::{Figures, Row},
};
use testkit::{
    image::Image,
    rig::{Rig, Transfer, changed_bytes, most_players, percentile, rounded, some_round},
    story::{Act, Step},
    tool::{Outcome, root},
};

const GOAL_MS: f64 = 10.0;
/// Maximum time for a whole new picture, as a multiple of its bare bus time.
const PICTURE_GOAL: f64 = 1.5;
/// Debounce time of a button; not counted as drawing time.
const DEBOUNCE_MS: f64 = 15.0;
const REVEAL_GOAL_MS: f64 = 5.0;
/// By then every picture has been sent.
const SEEN_MS: f64 = 80.0;

/// What one input caused to be sent to the screens.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    /// Last contact edge → last byte.
    latency_ms: f64,
    /// Bus time of what was sent.
    bus_ms: f64,
    changed_bytes: usize,
}

#[derive(Deserialize)]
struct Edge {
    ns: f64,
}

/// Applies an input to a knob and measures on the bus what it caused.
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
    let last = shown.iter().map(|transfer| transfer.end).fold(edge, f64::max);
    Ok(Cost {
        latency_ms: (last - edge) / 1e6,
        bus_ms: shown.iter().map(|transfer| (transfer.end - transfer.ns) / 1e6).sum(),
        changed_bytes: before.iter().zip(&after).map(|(before, after)| changed_bytes(before, after)).sum(),
    })
}

/// A table at which a knob changes a number on a screen: the seat's own screen if there is one, otherwise a score being
/// corrected.
pub fn dialling(image: &Image, players: u8) -> Outcome<(Rig, u8)> {
    let file = boards::load(&root(), &image.board)?;
    let (mut rig, knob) = match file.voting {
        boards::Voting::Ring => {
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
        boards::Voting::Pass => (Rig::vote(image, players)?, 0),
        boards::Voting::Pods => (Rig::vote(image, players)?, 1),
    };
    rig.ask(&json!({ "recording": true }))?;
    Ok((rig, knob))
}

#[derive(Clone, Copy)]
struct Dose {
    clicks: usize,
    presses: usize,
}

struct Dialled {
    p50_ms: f64,
    p99_ms: f64,
    /// The slowest of several presses that change the whole picture, debounce time excluded.
    picture_ms: f64,
    picture_bus_ms: f64,
}

impl Dialled {
    fn measure(image: &Image, players: u8, dose: Dose, miss_cycles: Option<u32>) -> Outcome<Self> {
        let (mut rig, knob) = dialling(image, players)?;
        set_miss_cycles(&mut rig, miss_cycles)?;
        let mut latency = Vec::new();
        for index in 0..dose.clicks {
            // Vary the phase relative to ticks and to the polling of the screens.
            rig.run_ms(3.0 + (index * 37 % 101) as f64 * 0.73)?;
            let cost = cost(&mut rig, &json!({ "turn": { "knob": knob, "by": 1 } }))?;
            if cost.changed_bytes == 0 {
                return Err(format!("{}: a click changed nothing: {cost:?}", image.board).into());
            }
            latency.push(cost.latency_ms);
        }
        let mut slowest = Cost::default();
        for index in 0..dose.presses {
            // Each is the first press at a new table, at another phase of the tick.
            let (mut rig, knob) = dialling(image, players)?;
            set_miss_cycles(&mut rig, miss_cycles)?;
            rig.run_ms(3.0 + index as f64 * 7.3)?;
            let press = cost(&mut rig, &json!({ "press": { "knob": knob } }))?;
            if press.latency_ms > slowest.latency_ms {
                slowest = press;
            }
        }
        Ok(Self {
            p50_ms: percentile(&latency, 50),
            p99_ms: percentile(&latency, 99),
            picture_ms: slowest.latency_ms - DEBOUNCE_MS,
            picture_bus_ms: slowest.bus_ms,
        })
    }

    fn click(&self) -> String {
        format!("{:.1} / {:.1}", self.p50_ms, self.p99_ms)
    }

    fn ratio(&self) -> f64 {
        self.picture_ms / self.picture_bus_ms
    }

    fn picture(&self) -> String {
        format!("{:.1} of {:.1} = {:.2} ×", self.picture_ms, self.picture_bus_ms, self.ratio())
    }
}

pub fn set_miss_cycles(rig: &mut Rig, cycles: Option<u32>) -> Outcome {
    cycles.map_or(Ok(()), |cycles| rig.ask(&json!({ "misscycles": cycles })).map(drop))
}

struct Reveal {
    /// First bit of the first command that shows a result → last bit of the last, over all screens.
    spread_ms: f64,
    /// How long the shared screen is covered while it is written.
    covered_ms: f64,
}

/// True if this transfer uncovers a shared screen: its memory is shown, at the lowest contrast.
fn uncovers(transfer: &Transfer) -> bool {
    transfer.shows() && transfer.bytes == [0, 0xa4]
}

impl Reveal {
    fn measure(image: &Image, players: u8, miss_cycles: Option<u32>) -> Outcome<Self> {
        let mut rig = Rig::clue(image, players)?;
        set_miss_cycles(&mut rig, miss_cycles)?;
        rig.stage.all_vote(&some_round(players))?;
        rig.transfers()?;
        rig.stage.act(Act::Wait { ms: 3_200 })?;
        let transfers = rig.transfers()?;
        let uncovered = transfers.iter().rfind(|one| uncovers(one)).ok_or("the shared screen was not uncovered")?;
        let covered = transfers.iter().rfind(|one| one.shows() && one.bytes == [0, 0xa5]);
        let covered = covered.ok_or("the shared screen was not covered")?;
        let bright = transfers
            .iter()
            .find(|one| one.bus == uncovered.bus && one.ns > uncovered.ns && matches!(one.bytes[..], [0, 0x81, _]))
            .ok_or("the shared screen stays at its lowest contrast")?;
        let flips: Vec<_> = transfers.iter().filter(|one| one.reveals() && one.ns > covered.end).collect();
        // Screens of free seats reveal too.
        let seats = rig.board.screens.iter().filter(|screen| screen.seat.is_some()).count();
        if flips.len() != seats {
            return Err(format!("{} of {seats} seats were turned over", flips.len()).into());
        }
        let all = || flips.iter().copied().chain([uncovered, bright]);
        let first = all().map(|one| one.ns).fold(f64::MAX, f64::min);
        let last = all().map(|one| one.end).fold(0.0, f64::max);
        Ok(Self { spread_ms: (last - first) / 1e6, covered_ms: (uncovered.end - covered.end) / 1e6 })
    }
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let peers = options.peers()?;
    let (dose, harsher_dose) = match options.quick {
        true => (Dose { clicks: 24, presses: 1 }, Dose { clicks: 12, presses: 1 }),
        false => (Dose { clicks: 120, presses: 8 }, Dose { clicks: 60, presses: 4 }),
    };
    let (mut usual, mut harsher) = (Vec::new(), Vec::new());
    for image in options.images()? {
        let board = &image.board;
        options.progress(&format!("screens: {board}, clicks and presses"));
        let players = most_players(&boards::load(&root(), board)?);
        usual.push((board.as_str(), Dialled::measure(image, players, dose, None)?));
        harsher.push((board.as_str(), Dialled::measure(image, players, harsher_dose, options.harsher())?));
    }
    let (full, flat) = (peers.full_flush_ms, peers.flat_flush_ms);
    let flush = format!("the ssd1306 crate's flush of a redrawn screen: {full:.1} ms, of a flat one {flat:.1} ms");
    let mut rows = vec![
        Row::new("click → last byte of the number, p50 / p99, ms", by_board(&usual, Dialled::click))
            .goal("p99 under 10 ms", usual.iter().all(|(_, dialled)| dialled.p99_ms < GOAL_MS))
            .harsher(by_board(&harsher, Dialled::click))
            .beside(&flush),
        Row::new(
            "press → last byte of the whole picture, slowest, ms, beside its bus time",
            by_board(&usual, Dialled::picture),
        )
        .goal("at most 1.5 ×", usual.iter().all(|(_, dialled)| dialled.ratio() <= PICTURE_GOAL))
        .harsher(by_board(&harsher, Dialled::picture)),
    ];
    let mut growth = Vec::new();
    for image in options.images()? {
        let file = boards::load(&root(), &image.board)?;
        if file.screens.iter().all(|screen| screen.seat.is_none()) {
            continue;
        }
        let most = most_players(&file);
        let counts: Vec<u8> = if options.quick { vec![3, most] } else { (3..=most).collect() };
        let mut points = Vec::new();
        let (mut worst, mut covered) = (0.0, 0.0);
        for players in counts {
            options.progress(&format!("screens: {}, reveal of {players}", image.board));
            let reveal = Reveal::measure(image, players, None)?;
            (worst, covered) = (f64::max(worst, reveal.spread_ms), f64::max(covered, reveal.covered_ms));
            points.push((players, rounded(reveal.spread_ms, 2)));
        }
        let harsher = Reveal::measure(image, most, options.harsher())?;
        let what =
            format!("reveal over all screens, 3 to {most} seats, first bit of the first → last bit of the last, ms");
        rows.push(
            Row::new(what, format!("{} {worst:.2}", image.board))
                .goal("under 5 ms", worst < REVEAL_GOAL_MS)
                .harsher(format!("{} {:.2}", image.board, harsher.spread_ms))
                .beside(format!(
                    "flushed one after another: {:.0} ms; the shared screen is covered for {covered:.0} ms before",
                    peers.one_by_one_ms
                )),
        );
        growth.push(Growth {
            figure: "reveal over all screens".into(),
            unit: "ms".into(),
            board: image.board.clone(),
            points,
        });
    }
    Ok(Figures { rows, growth, ..Figures::default() })
}
