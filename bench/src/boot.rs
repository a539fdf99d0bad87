//! `cargo xtask bench boot`: from power-on to the first lit screen, and to a resumed game, read off the bus.

use serde_json::{Map, Value, json};

use super::{
    Figures, Options,
    sheet::{Row, columns},
};
use testkit::{
    emulator::Glass,
    image::Image,
    rig::{self, Rig, most_players, rounded},
    story::{Act, shows},
    tool::Outcome,
};

const GOAL_MS: f64 = 150.0;
/// Longer than any start takes.
const WATCH_MS: u32 = 1_000;

struct Boot {
    first_screen: f64,
    /// The screen that everybody sees shows the game that was saved.
    resumed: f64,
    /// So do all others.
    all_resumed: f64,
}

/// Runs until every screen shows the library's picture; when the shared one first did, and all.
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
            // Within this millisecond; on a bus of its own its last byte is known exactly.
            boot.resumed = last_shared.unwrap_or(WATCH_MS.into());
        }
        if screens.iter().all(|glass| right(rig, glass)) {
            boot.all_resumed = last_shared.unwrap_or(WATCH_MS.into());
            return Ok(boot);
        }
    }
    Err("the device does not show its first picture within a second".into())
}

fn measure(image: &Image) -> Outcome<(Boot, Boot)> {
    let mut fresh = rig::start(image)?;
    let first = watch(&mut fresh)?;
    let board = fresh.board.clone();
    let mut rig = Rig::clue(image, most_players(&board))?;
    rig.stage.act(Act::Wait { ms: 4_000 })?;
    rig.ask(&json!({ "off": true }))?;
    rig.run_ms(500.0)?;
    rig.transfers()?;
    rig.ask(&json!({ "power": true }))?;
    rig.stage.resume();
    Ok((first, watch(&mut rig)?))
}

pub fn run(options: &Options) -> Outcome<Figures> {
    let mut json = Map::new();
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for image in options.images()? {
        let board = &image.board;
        options.progress(&format!("boot: {board}"));
        let (first, resumed) = measure(image)?;
        let figures = [first.first_screen, resumed.first_screen, resumed.resumed, resumed.all_resumed];
        json.insert(
            board.clone(),
            json!({
                "first_screen_ms": rounded(first.first_screen, 3),
                "resumed_ms": rounded(resumed.resumed, 3),
                "all_screens_resumed_ms": rounded(resumed.all_resumed, 3),
            }),
        );
        lines.push([vec![board.clone()], figures.iter().map(|ms| format!("{ms:.1}")).collect()].concat());
        let ms = |ms: f64| format!("{ms:.1} ms");
        rows.push(
            Row::new(format!("{board}: power-on → first screen"), ms(first.first_screen))
                .goal("under 150 ms", first.first_screen < GOAL_MS),
        );
        rows.push(
            Row::new(format!("{board}: power-on → resumed game"), ms(resumed.resumed))
                .goal("under 150 ms", resumed.resumed < GOAL_MS)
                .beside(format!("every seat's screen too: {}", ms(resumed.all_resumed))),
        );
    }
    let head = ["board", "first screen lit, ms", "with a game: lit", "shared screen resumed", "all screens resumed"];
    Ok(Figures { json: Value::Object(json), text: columns(&head, &lines), rows, growth: Vec::new() })
}
