//! Power cuts at random moments of scripted games, also during flash operations and during start-up. Each time the
//! table must be where it was, and each game must end with the right result.

use dixit_dials::settings::Settings;
use serde_json::json;
use testkit::{dice::Dice, image::Image};

use super::{
    IMAGES, dose,
    table::{SETTINGS, Table},
};

/// Cuts in one game.
const CUTS: usize = 8;

#[derive(Default)]
struct Count {
    games: usize,
    cuts: usize,
    in_programs: usize,
    in_erases: usize,
    twice: usize,
    repeated: usize,
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_game_survives_every_power_cut() {
    for (place, image) in (0..).zip(&*IMAGES) {
        let mut count = Count::default();
        for game in 0.. {
            if count.cuts >= dose(2, 200) {
                break;
            }
            // Other cuts on each board.
            let seed = 700 + place + game;
            play(image, seed, &mut count).unwrap_or_else(|error| {
                panic!("{}, game {seed}, cut {}: {error}", image.board, count.cuts);
            });
        }
        let Count { games, cuts, in_programs, in_erases, twice, repeated } = count;
        println!(
            "{}: {cuts} power cuts ({in_programs} inside a program, {in_erases} inside an erase, {twice} once more while \
             starting), {repeated} with one move to make again; {games} games ended with the right result",
            image.board
        );
        assert!(cuts >= dose(2, 200));
    }
}

fn play(image: &Image, seed: u32, count: &mut Count) -> Result<(), String> {
    let mut dice = Dice(seed.into());
    // The countdown should be cut too, but takes long.
    let settings = Settings { countdown: seed.is_multiple_of(4), ..SETTINGS };
    let mut table = Table::new(image, seed, settings)?;
    table.sit_down()?;
    for _ in 0..dose(2, CUTS) {
        cut(&mut table, &mut dice, count)?;
    }
    table.finish()?;
    count.games += table.games;
    count.repeated += table.repeated;
    Ok(())
}

fn cut(table: &mut Table, dice: &mut Dice, count: &mut Count) -> Result<(), String> {
    let part = f64::from(dice.below(1_000)) / 1_000.0;
    let (n, seed) = (dice.below(5), dice.roll());
    let cut = match dice.below(20) {
        0..8 => json!({ "after_ns": u64::from(dice.below(6_000_000)) * 1_000 }),
        8..16 => json!({ "in_flash_op": { "n": n, "fraction": part, "seed": seed, "of": "program" } }),
        _ => json!({ "in_flash_op": { "n": n % 2, "fraction": part, "seed": seed, "of": "erase" } }),
    };
    let end = table.play_until_cut(cut)?;
    let trace = table.ask(json!({ "trace": "flash" }))?;
    let torn = trace.as_array().and_then(|ops| ops.iter().find(|op| op["cut"].is_number()));
    match torn.map(|op| op["op"].as_str().unwrap_or_default()) {
        Some("erase") => count.in_erases += 1,
        Some(_) => count.in_programs += 1,
        None => {}
    }
    count.cuts += 1;
    let again = (dice.below(4) == 0).then(|| u64::from(dice.below(400_000)) * 1_000);
    count.twice += usize::from(again.is_some());
    table.power_up(end, again)
}
