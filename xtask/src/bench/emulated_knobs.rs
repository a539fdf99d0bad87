//! All knobs of an emulated board turned at once by worn contacts, at every speed, while the screens redraw and saves
//! are written; the clicks are counted where the game takes them.

use std::collections::BTreeMap;

use dixit_dials::rules::MAX_SEATS;
use fastrand::Rng;
use serde::Serialize;
use serde_json::{Value, json};

use super::{
    Options,
    rig::{Rig, most_players},
};
use crate::{
    image::{self, Image},
    story::Step,
    tool::Outcome,
};

const FULL: u64 = 20_000;
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
    /// Flash pages written while a knob was on its way.
    pub pages_written: u64,
    pub screen_bytes: u64,
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

/// From the clue to the vote and back again: both are saved.
fn go_on(rig: &mut Rig, voting: &mut bool) -> Outcome {
    if *voting {
        rig.stage.step(&Step { hold: Some(0), ..Step::default() })?;
        rig.stage.step(&Step { choose: Some("back".into()), ..Step::default() })?;
    } else {
        rig.stage.press_leader()?;
    }
    *voting = !*voting;
    Ok(())
}

fn measure(options: &Options, image: &Image) -> Outcome<Count> {
    let players = most_players(&boards::load(&crate::tool::root(), &image.board)?);
    let mut rig = Rig::clue(image, players)?;
    let place = rig.ask(&json!({ "symbol": "TEST_TURNED" }))?;
    let address = place["address"].as_u64().ok_or("the image counts no clicks")?;
    rig.ask(&json!({ "worn": true }))?;
    let knobs = rig.board.knobs.count() as u64;
    let wanted = (if options.quick { QUICK } else { FULL }).div_ceil(knobs);
    let mut rng = Rng::with_seed(SEED);
    let mut count = Count::default();
    let mut voting = false;
    for speed in SPEEDS {
        let mut left = (wanted * speed).div_ceil(SPEEDS.iter().sum());
        let mut batch = 0;
        while left > 0 {
            options.progress(&format!("knobs: {}, {} detents on the emulated Pico", image.board, count.detents));
            // Every other gesture begins with something to be saved.
            if batch % 8 == 0 {
                rig.ask(&json!({ "worn": false }))?;
                go_on(&mut rig, &mut voting)?;
                rig.ask(&json!({ "worn": true }))?;
            }
            batch += 1;
            let clicks = left.min(rng.u64(1..=(speed / 2).clamp(2, 40)));
            left -= clicks;
            gesture(&mut rig, address, &mut rng, clicks, speed, &mut count)?;
        }
    }
    if let Some(event) = rig.emulator()?.events.first() {
        return Err(format!("{}: the device had an accident: {event}", image.board).into());
    }
    Ok(count)
}

/// So many clicks on every knob at once, each knob its own way; then the game's count is held against them.
fn gesture(rig: &mut Rig, address: u64, rng: &mut Rng, clicks: u64, speed: u64, count: &mut Count) -> Outcome {
    let knobs = rig.board.knobs.count();
    let ways: Vec<bool> = (0..knobs).map(|_| rng.bool()).collect();
    let turns: Vec<Value> = ways
        .iter()
        .enumerate()
        .map(|(knob, &right)| {
            let by = if right { clicks as i64 } else { -(clicks as i64) };
            json!({ "turn": { "knob": knob, "by": by, "ms": 1e3 / speed as f64 } })
        })
        .collect();
    let before = heard(rig, address)?;
    rig.transfers()?;
    rig.ask(&json!({ "trace": "flash" }))?;
    rig.ask(&json!({ "many": turns }))?;
    count.pages_written += rig.ask(&json!({ "trace": "flash" }))?.as_array().map_or(0, |ops| ops.len() as u64);
    count.screen_bytes += rig.transfers()?.iter().map(|one| one.bytes.len() as u64).sum::<u64>();
    rig.run_ms(SETTLED_MS)?;
    let after = heard(rig, address)?;
    for (knob, &right) in ways.iter().enumerate() {
        let said = |way: usize| i64::from(after[knob][way].wrapping_sub(before[knob][way]));
        let (along, against) = if right { (said(0), said(1)) } else { (said(1), said(0)) };
        count.detents += clicks;
        count.lost += (along - against).abs_diff(clicks as i64);
        count.wrong_way += against.unsigned_abs();
    }
    Ok(())
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
