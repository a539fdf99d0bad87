//! `cargo xtask bench boot`: from power-on to the first lit screen, and to a resumed game, read off the bus.

use serde_json::json;

use super::{
    Options, by_board,
    screens::set_miss_cycles,
    sheet::{Figures, Row},
};
use testkit::{
    emulator::Glass,
    image::Image,
    rig::{self, Rig, most_players},
    story::{Act, shows},
    tool::Outcome,
};

const GOAL_MS: f64 = 150.0;
/// Longer than any start-up takes.
const WATCH_MS: u32 = 1_000;

struct Boot {
    first_screen: f64,
    /// The shared screen shows the saved game.
    resumed: f64,
    /// All screens show the saved game.
    all_resumed: f64,
}

/// Runs until every screen shows the library's picture. Records when the shared screen first did, and when all did.
fn watch(rig: &mut Rig) -> Outcome<Boot> {
    let from = rig.now_ns()?;
    let mut boot = Boot { first_screen: 0.0, resumed: 0.0, all_resumed: 0.0 };
    let mut last_shared = None;
    for _ in 0..WATCH_MS {
        rig.run_ms(1.0)?;
        rig.stage.pass(1);
        let transfers = rig.transfers()?;
        for transfer in transfers.iter().filter(|transfer| transfer.shows()) {
            let after = (transfer.end - from) / 1e6;
            if transfer.lights() && boot.first_screen == 0.0 {
                boot.first_screen = after;
            }
            last_shared = Some(after);
        }
        let right = |rig: &Rig, glass: &Glass| glass.on && shows(&rig.stage, glass);
        let screens = rig.screens()?;
        if boot.resumed == 0.0 && screens.iter().any(|glass| glass.seat.is_none() && right(rig, glass)) {
            // Accurate to a millisecond; exact where the shared screen has a bus of its own.
            boot.resumed = last_shared.unwrap_or(WATCH_MS.into());
        }
        if screens.iter().all(|glass| right(rig, glass)) {
            boot.all_resumed = last_shared.unwrap_or(WATCH_MS.into());
            return Ok(boot);
        }
    }
    Err("the device does not show its first picture within a second".into())
}

fn measure(image: &Image, miss_cycles: Option<u32>) -> Outcome<(Boot, Boot)> {
    let mut fresh = rig::start(image)?;
    set_miss_cycles(&mut fresh, miss_cycles)?;
    let first = watch(&mut fresh)?;
    let mut rig = Rig::clue(image, most_players(&fresh.board))?;
    set_miss_cycles(&mut rig, miss_cycles)?;
    rig.stage.act(Act::Wait { ms: 4_000 })?;
    rig.ask(&json!({ "off": true }))?;
    rig.run_ms(500.0)?;
    rig.transfers()?;
    rig.ask(&json!({ "power": true }))?;
    rig.stage.resume();
    Ok((first, watch(&mut rig)?))
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let (mut usual, mut harsher) = (Vec::new(), Vec::new());
    for image in options.images()? {
        options.progress(&format!("boot: {}", image.board));
        usual.push((image.board.as_str(), measure(image, None)?));
        harsher.push((image.board.as_str(), measure(image, options.harsher())?));
    }
    let first = |(first, _): &(Boot, Boot)| format!("{:.0}", first.first_screen);
    let resumed = |(_, second): &(Boot, Boot)| format!("{:.0}", second.resumed);
    let all = |(_, second): &(Boot, Boot)| format!("{:.0}", second.all_resumed);
    let rows = vec![
        Row::new("power-on → first picture, ms, crystal included", by_board(&usual, first))
            .goal("under 150 ms", usual.iter().all(|(_, (first, _))| first.first_screen < GOAL_MS))
            .harsher(by_board(&harsher, first))
            .beside("embassy's default waits 128 ms for the crystal alone"),
        Row::new("power-on → resumed game on the shared screen, ms", by_board(&usual, resumed))
            .goal("under 150 ms", usual.iter().all(|(_, (_, second))| second.resumed < GOAL_MS))
            .harsher(by_board(&harsher, resumed))
            .beside(format!("on every screen: {}", by_board(&usual, all))),
    ];
    Ok(Figures { rows, ..Figures::default() })
}
