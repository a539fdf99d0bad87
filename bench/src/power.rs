//! `cargo xtask bench power`: share of emulated cycles in which the chip is awake during a vote.

use serde_json::json;

use super::{
    Options, by_board,
    growth::Growth,
    screens::set_miss_cycles,
    sheet::{Figures, Row},
};
use testkit::{
    image::Image,
    rig::{Rig, most_players, rounded},
    tool::{Outcome, root},
};

const IDLE_GOAL: f64 = 2.0;
const TURNING_GOAL: f64 = 20.0;
/// Maximum increase with a USB cable, in percentage points.
const CABLE_GOAL: f64 = 2.0;
/// Pace of a player searching for a number.
const DETENT_MS: f64 = 50.0;

struct Awake {
    idle: f64,
    turning: f64,
    /// As `idle`, while a computer reads along.
    cable: f64,
}

impl Awake {
    fn measure(image: &Image, players: u8, seconds: u8, miss_cycles: Option<u32>) -> Outcome<Self> {
        let mut rig = Rig::vote(image, players)?;
        set_miss_cycles(&mut rig, miss_cycles)?;
        let ms = f64::from(seconds) * 1e3;
        let idle = rig.awake_percent(|rig| rig.run_ms(ms))?;
        rig.ask(&json!({ "worn": true }))?;
        // Every player turns one way and back.
        let turning = rig.awake_percent(|rig| {
            for by in [10, -10].into_iter().cycle().take(usize::from(seconds) * 2) {
                rig.turn_all(by, DETENT_MS)?;
            }
            Ok(())
        })?;
        rig.ask(&json!({ "usb": "plug" }))?;
        rig.run_ms(3_000.0)?;
        let cable = rig.awake_percent(|rig| rig.run_ms(ms))?;
        Ok(Self { idle, turning, cable })
    }
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let (mut usual, mut harsher, mut growth) = (Vec::new(), Vec::new(), Vec::new());
    let seconds = if options.quick { 3 } else { 10 };
    for image in options.images()? {
        let board = image.board.as_str();
        let most = most_players(&boards::load(&root(), board)?);
        let mut points = Vec::new();
        if !options.quick {
            for players in 3..most {
                options.progress(&format!("power: {board}, {players} players"));
                points.push((players, rounded(Awake::measure(image, players, 2, None)?.turning, 2)));
            }
        }
        options.progress(&format!("power: {board}"));
        let awake = Awake::measure(image, most, seconds, None)?;
        points.push((most, rounded(awake.turning, 2)));
        usual.push((board, awake));
        harsher.push((board, Awake::measure(image, most, 3, options.harsher())?));
        growth.push(Growth {
            figure: "awake, all knobs turning".into(),
            unit: "%".into(),
            board: board.into(),
            points,
        });
    }
    let ticker = options.peers()?.ticker_awake_percent;
    let idle = |awake: &Awake| format!("{:.2}", awake.idle);
    let cable = |awake: &Awake| format!("{:.2}", awake.cable);
    let turning = |awake: &Awake| format!("{:.1}", awake.turning);
    let rows = vec![
        Row::new("awake in a vote, no knob moving, %", by_board(&usual, idle))
            .goal("under 2 %", usual.iter().all(|(_, awake)| awake.idle < IDLE_GOAL))
            .harsher(by_board(&harsher, idle))
            .beside(format!("an empty 2 kHz embassy ticker on the interrupt executor: {ticker:.2} %")),
        Row::new("awake in a vote, no knob moving, a computer on USB, %", by_board(&usual, cable))
            .goal("under 2 % more", usual.iter().all(|(_, awake)| awake.cable < awake.idle + CABLE_GOAL))
            .harsher(by_board(&harsher, cable)),
        Row::new("awake, all knobs turning at 20 clicks/s, worn, %", by_board(&usual, turning))
            .goal("under 20 %", usual.iter().all(|(_, awake)| awake.turning < TURNING_GOAL))
            .harsher(by_board(&harsher, turning)),
    ];
    Ok(Figures { rows, growth, ..Figures::default() })
}
