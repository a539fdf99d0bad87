//! Erases of the flash, during which nobody can look at the knobs: where the next save would have to begin with some, they
//! are done at power-up, and a pointer that turned during one is asked back to its dot.

use dixit_dials::{
    app::{Millis, Report},
    board::Secrecy,
    rules::{Seat, SeatSet},
    save::Store,
    scene::Shared,
    settings::Settings,
};
use serde_json::{Value, json};
use testkit::{image::Image, story::Act};

use crate::{
    IMAGES,
    flash_chip::{FlashChip, now},
    table::{STARTED_MS, Table, used_flash},
};

/// Both halves of a bank.
const SECTORS: usize = 8;
/// Room is made by then where knobs rest.
const REST_MS: Millis = 12_000;

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_table_that_never_rests_meets_no_erase_but_at_power_up() {
    let settings = Settings { countdown: false, ..Settings::DEFAULT };
    let crammed = (0..300).map(|saves| used_flash(&settings, saves)).find(|flash| urgent_erases(flash) == SECTORS);
    let crammed = crammed.expect("some are nearly full");
    for image in &*IMAGES {
        let play = || -> Result<(), String> {
            let mut table = Table::with_flash(image, 21, settings, crammed.clone())?;
            table.stage.act(Act::Wait { ms: STARTED_MS })?;
            let at_power_up = erases(&mut table)?;
            if at_power_up.len() != SECTORS {
                return Err(format!("erases at power-up: {at_power_up:?}"));
            }
            table.stage.act(Act::Wait { ms: 1_500 })?;
            table.sit_down()?;
            erases(&mut table)?;
            // Hands that know what to do, until the votes are open.
            table.stage.press_leader()?;
            table.go_on_to(|scene| matches!(scene, Shared::Votes(_)))?;
            match erases(&mut table)?.as_slice() {
                [] => Ok(()),
                erases => Err(format!("erases while hands turned: {erases:?}")),
            }
        };
        play().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

#[test]
#[ignore = "needs the chip's compiler and node"]
fn a_pointer_that_turned_during_an_erase_is_asked_back_to_its_dot() {
    for image in &*IMAGES {
        let mut table = at_a_clue(image).unwrap();
        if !matches!(table.stage.board.secrecy, Secrecy::Ring { .. }) {
            continue;
        }
        // What happens without a hand tells when an erase comes.
        table.stage.act(Act::Wait { ms: REST_MS }).unwrap();
        let erase_ms = erases(&mut table).unwrap()[0];
        let turn = || -> Result<(), String> {
            let mut table = at_a_clue(image)?;
            // A hand goes for its knob; the first contact moves when the erase has begun.
            let left = erase_ms - table.emulator().now_ms()? - 1.0;
            table.emulator().run_ms(left)?;
            let (knob, seat) = (2, Seat::from_number(3).ok_or("no such seat")?);
            table.ask(json!({ "turn": { "knob": knob, "by": 1 } }))?;
            table.run(0)?;
            let now = table.stage.now();
            table.stage.app.tell(Report::TurnedUnseen(SeatSet::EMPTY.with(seat)), now);
            table.stage.act(Act::Wait { ms: 100 })?;
            if !matches!(table.stage.shared(), Shared::Homing(_)) {
                return Err(format!("not asked, but {}", table.stage.where_we_are()));
            }
            table.stage.home()?;
            table.go_on_to(|scene| matches!(scene, Shared::Track(_)))
        };
        turn().unwrap_or_else(|error| panic!("{}: {error}", image.board));
    }
}

/// A game in its first clue, on a device that has to make room.
fn at_a_clue(image: &Image) -> Result<Table, String> {
    let mut table = Table::with_flash(image, 22, Settings::DEFAULT, used_flash(&Settings::DEFAULT, 0))?;
    table.stage.act(Act::Wait { ms: STARTED_MS })?;
    table.sit_down()?;
    erases(&mut table)?;
    Ok(table)
}

/// When erases began since this was last asked, in the emulator's time.
fn erases(table: &mut Table) -> Result<Vec<f64>, String> {
    let trace = table.ask(json!({ "trace": "flash" }))?;
    let erases = trace.as_array().into_iter().flatten().filter(|op| op["op"] == "erase");
    Ok(erases.filter_map(|op: &Value| Some(op["ns"].as_f64()? / 1e6)).collect())
}

/// Erases that a device with this flash does at power-up.
fn urgent_erases(flash: &[u8]) -> usize {
    let chip = FlashChip::<1>::with(flash.to_vec());
    let range = chip.range();
    let (mut store, _) = now(Store::open(chip, range));
    now(store.make_urgent_room());
    store.flash().erases
}
