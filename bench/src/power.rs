//! `cargo xtask bench power`: the part of the time in which the chip is awake, in emulated cycles, during a vote.

use serde_json::{Map, Value, json};

use super::{
    Figures, Options,
    growth::{self, Growth},
    sheet::Row,
};
use testkit::{
    image::Image,
    rig::{Rig, most_players, rounded},
    tool::Outcome,
};

const IDLE_GOAL: f64 = 10.0;
const TURNING_GOAL: f64 = 25.0;
/// A hand that looks for its number.
const DETENT_MS: f64 = 50.0;

struct Awake {
    idle: f64,
    turning: f64,
}

fn measure(image: &Image, players: u8, seconds: u8) -> Outcome<Awake> {
    let mut rig = Rig::vote(image, players)?;
    let ms = f64::from(seconds) * 1e3;
    let idle = rig.awake_percent(|rig| rig.run_ms(ms))?;
    rig.ask(&json!({ "worn": true }))?;
    // Every player turns one way and back again.
    let turning = rig.awake_percent(|rig| {
        for by in [10, -10].into_iter().cycle().take(usize::from(seconds) * 2) {
            rig.turn_all(by, DETENT_MS)?;
        }
        Ok(())
    })?;
    Ok(Awake { idle, turning })
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let mut json = Map::new();
    let (mut rows, mut curves) = (Vec::new(), Vec::new());
    let ticker = options.peers()?.ticker_awake_percent;
    for image in options.images()? {
        let board = &image.board;
        let file = boards::load(&testkit::tool::root(), board)?;
        let most = most_players(&file);
        options.progress(&format!("power: {board}"));
        let (mut idle_points, mut turning_points) = (Vec::new(), Vec::new());
        let counts: Vec<u8> = if options.quick { vec![3, most] } else { (3..=most).collect() };
        for players in counts {
            options.progress(&format!("power: {board}, {players} players"));
            let seconds = if players == most && !options.quick { 10 } else { 3 };
            let awake = measure(image, players, seconds)?;
            idle_points.push((players, rounded(awake.idle, 3)));
            turning_points.push((players, rounded(awake.turning, 3)));
        }
        let last = |points: &[(u8, f64)]| points.last().map_or(0.0, |&(_, value)| value);
        let (idle, turning) = (last(&idle_points), last(&turning_points));
        json.insert(board.clone(), json!({ "idle_awake_percent": idle, "turning_awake_percent": turning }));
        rows.push(
            Row::new(format!("{board}: awake in a vote, no knob moving"), format!("{idle:.2} %"))
                .goal("under 10 %", idle < IDLE_GOAL)
                .beside(format!("an empty 2 kHz embassy ticker on the interrupt executor: {ticker:.2} %")),
        );
        let knobs = file.knobs.count();
        rows.push(
            Row::new(format!("{board}: awake with {knobs} worn knobs at 20 clicks/s"), format!("{turning:.2} %"))
                .goal("under 25 %", turning < TURNING_GOAL),
        );
        let curve = |figure, points| Growth { figure, unit: "%", board: board.clone(), points };
        curves.push(curve("awake, no knob moving", idle_points));
        curves.push(curve("awake, all knobs turning", turning_points));
    }
    Ok(Figures { json: Value::Object(json), text: growth::table(&curves), rows, growth: curves })
}
