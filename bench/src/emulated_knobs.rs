//! All knobs of an emulated board turned at once by worn contacts, at every speed, while the screens redraw and saves
//! are written; the clicks are counted where the game takes them.

use std::collections::BTreeMap;

use dixit_dials::scene::shared::Shared;
use dixit_dials::{dial::Input, rules::MAX_SEATS};
use fastrand::Rng;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Options;
use testkit::{
    image::{self, Image},
    rig::{Rig, most_players},
    story::Step,
    tool::Outcome,
};

/// A knob that presses to go on is not counted then: 20,000 are left.
const FULL: u64 = 22_000;
const QUICK: u64 = 1_000;
/// Detents a second; every speed gets the same time.
const SPEEDS: [u64; 5] = [4, 20, 60, 100, 200];
/// The last click is with the game by then.
const SETTLED_MS: f64 = 60.0;
const SEED: u64 = 30;

#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Count {
    pub detents: u64,
    pub lost: u64,
    pub wrong_way: u64,
    /// Pages written while knobs were on their way.
    pub flash_operations: u64,
    pub screen_bytes: u64,
    /// From one reading of a register chain to the next, while knobs were on their way. Pins are read unseen.
    pub longest_blind_us: Option<f64>,
}

/// An edge of a watched pin.
#[derive(Deserialize)]
struct Edge {
    ns: f64,
    level: u8,
}

/// Clicks to the right and to the left that the game has heard, for each knob.
type Heard = [[u32; 2]; MAX_SEATS];

fn heard(rig: &mut Rig, address: u64) -> Outcome<Heard> {
    let length = size_of::<Heard>();
    let bytes: Vec<u8> =
        serde_json::from_value(rig.ask(&json!({ "peek": { "address": address, "length": length } }))?)?;
    let word =
        |at: usize| bytes.get(4 * at..4 * at + 4).and_then(|four| four.try_into().ok()).map_or(0, u32::from_le_bytes);
    Ok(std::array::from_fn(|knob| [word(2 * knob), word(2 * knob + 1)]))
}

/// Where the table is. In the vote the seats' screens redraw at every click, in the menu the shared one does; on the
/// way from and to the clue the game is saved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Clue,
    Vote,
    Menu,
}

struct Bench {
    rig: Rig,
    address: u64,
    rng: Rng,
    place: Place,
    count: Count,
}

fn measure(options: &Options, image: &Image) -> Outcome<Count> {
    let players = most_players(&boards::load(&testkit::tool::root(), &image.board)?);
    let mut rig = Rig::clue(image, players)?;
    if let Some(chain) = &rig.board.knobs.chain {
        let load = chain.load;
        rig.ask(&json!({ "watch": load }))?;
    }
    let symbol = rig.ask(&json!({ "symbol": "TEST_TURNED" }))?;
    let address = symbol["address"].as_u64().ok_or("the image counts no clicks")?;
    let knobs = rig.board.knobs.count() as u64;
    let wanted = (if options.quick { QUICK } else { FULL }).div_ceil(knobs);
    let mut bench = Bench { rig, address, rng: Rng::with_seed(SEED), place: Place::Clue, count: Count::default() };
    for speed in SPEEDS {
        let mut left = (wanted * speed).div_ceil(SPEEDS.iter().sum());
        let mut gestures = 0;
        while left > 0 {
            options.progress(&format!("knobs: {}, {} detents on the emulated Pico", image.board, bench.count.detents));
            let presser = if gestures % 3 == 0 { bench.go_on()? } else { None };
            gestures += 1;
            let most = (speed / 2).clamp(2, 40);
            // A save waits for still knobs, but no longer than a second and a half: some gestures last longer.
            let most = if presser.is_some() { 2 * speed } else { most };
            let clicks = left.min(bench.rng.u64(1..=most));
            left -= clicks;
            bench.gesture(clicks, speed, presser)?;
        }
    }
    if let Some(event) = bench.rig.emulator()?.events.first() {
        return Err(format!("{}: the device had an accident: {event}", image.board).into());
    }
    Ok(bench.count)
}

impl Bench {
    /// To the next place; answers the knob that is still to be pressed to get there, while the others turn.
    fn go_on(&mut self) -> Outcome<Option<u8>> {
        let stage = &mut self.rig.stage;
        let mut presser = None;
        self.place = match self.place {
            Place::Clue if stage.passes() => {
                stage.press_leader()?;
                Place::Vote
            }
            Place::Clue => {
                presser = Some(stage.leader());
                Place::Vote
            }
            Place::Vote => {
                stage.step(&Step { hold: Some(0), ..Step::default() })?;
                Place::Menu
            }
            Place::Menu => {
                stage.step(&Step { choose: Some("back".into()), ..Step::default() })?;
                if let Shared::Confirm(_) = stage.shared() {
                    stage.step(&Step { confirm: Some(true), ..Step::default() })?;
                }
                Place::Clue
            }
        };
        Ok(presser)
    }

    /// So many clicks on every knob at once, each knob its own way; then the game's count is held against them.
    fn gesture(&mut self, clicks: u64, speed: u64, presser: Option<u8>) -> Outcome {
        let knobs = self.rig.board.knobs.count() as u8;
        let turners: Vec<(u8, i8)> = (0..knobs)
            .map(|knob| (knob, if self.rng.bool() { 1 } else { -1 }))
            .filter(|&(knob, _)| Some(knob) != presser)
            .collect();
        let ms = 1e3 / speed as f64;
        let mut deeds: Vec<Value> = turners
            .iter()
            .map(|&(knob, way)| json!({ "turn": { "knob": knob, "by": i64::from(way) * clicks as i64, "ms": ms } }))
            .collect();
        deeds.extend(presser.map(|knob| json!({ "press": { "knob": knob } })));
        let rig = &mut self.rig;
        let before = heard(rig, self.address)?;
        rig.transfers()?;
        rig.ask(&json!({ "trace": "flash" }))?;
        rig.ask(&json!({ "worn": true }))?;
        rig.ask(&json!({ "trace": "gpio" }))?;
        rig.ask(&json!({ "many": deeds }))?;
        let edges: Vec<Edge> = serde_json::from_value(rig.ask(&json!({ "trace": "gpio" }))?)?;
        rig.ask(&json!({ "worn": false }))?;
        self.count.flash_operations +=
            rig.ask(&json!({ "trace": "flash" }))?.as_array().map_or(0, |ops| ops.len() as u64);
        let reads: Vec<f64> = edges.iter().filter(|edge| edge.level == 0).map(|edge| edge.ns).collect();
        let blind_us = reads.windows(2).map(|two| (two[1] - two[0]) / 1e3).reduce(f64::max);
        self.count.longest_blind_us = self.count.longest_blind_us.into_iter().chain(blind_us).reduce(f64::max);
        let sent = rig.transfers()?;
        self.count.screen_bytes += sent.iter().filter(|one| one.shows()).map(|one| one.bytes.len() as u64).sum::<u64>();
        rig.run_ms(SETTLED_MS)?;
        let after = heard(rig, self.address)?;
        for &(knob, way) in &turners {
            let said =
                |side: usize| i64::from(after[usize::from(knob)][side].wrapping_sub(before[usize::from(knob)][side]));
            let (along, against) = if way > 0 { (said(0), said(1)) } else { (said(1), said(0)) };
            self.count.detents += clicks;
            self.count.lost += (along - against).abs_diff(clicks as i64);
            self.count.wrong_way += against.unsigned_abs();
        }
        // The library, which knows which row of the menu is chosen, is told the same.
        let turned = |&(knob, way): &(u8, i8)| (0..clicks).map(move |_| Input::Turned { knob, by: way });
        let pressed = presser.map(|knob| Input::Pressed { knob });
        let inputs: Vec<Input> = pressed.into_iter().chain(turners.iter().flat_map(turned)).collect();
        let now = rig.now_ns()? / 1e6;
        rig.stage.catch_up(now as u64, &inputs);
        Ok(())
    }
}

/// Every board, with the hooks that let its clicks be counted.
pub fn run(options: &Options) -> Outcome<BTreeMap<String, Count>> {
    // The emulator itself must be there too.
    let boards: Vec<String> = options.images()?.iter().map(|image| image.board.clone()).collect();
    let mut counts = BTreeMap::new();
    for board in boards {
        let image = image::build_with_hooks(&board)?;
        counts.insert(board, measure(options, &image)?);
    }
    Ok(counts)
}
