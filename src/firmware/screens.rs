//! Screens.
use super::board::{BUSES, Wires0, Wires1};
use super::bus::{Bus, reset_line};
use super::watchdog::{BEAT, Part, beat};
use embassy_executor::Spawner;
use embassy_rp::gpio::Output;
use embassy_time::Timer;
use embedded_hal_async::i2c::I2c;
use static_cell::StaticCell;

pub fn start(spawner: Spawner, wires0: Option<Wires0>, wires1: Option<Wires1>) {
    static RESETS: [StaticCell<[Output<'static>; 4]>; 0] = [];
    let _ = &RESETS;
    if let Some(wires) = wires0 {
        let facts = BUSES.iter().find(|bus| bus.id == 0).copied().unwrap();
        static CELL: StaticCell<[Output<'static>; resets(0)]> = StaticCell::new();
        let resets = CELL.init(wires.resets.map(reset_line));
        spawner.spawn(run(Bus::new(facts, wires.sda.into(), wires.scl.into(), resets), Part::Bus0).unwrap());
    }
    if let Some(wires) = wires1 {
        let facts = BUSES.iter().find(|bus| bus.id == 1).copied().unwrap();
        static CELL: StaticCell<[Output<'static>; resets(1)]> = StaticCell::new();
        let resets = CELL.init(wires.resets.map(reset_line));
        spawner.spawn(run(Bus::new(facts, wires.sda.into(), wires.scl.into(), resets), Part::Bus1).unwrap());
    }
}

const fn resets(id: u8) -> usize {
    let mut at = 0;
    while at < BUSES.len() {
        if BUSES[at].id == id {
            return BUSES[at].muxes.len();
        }
        at += 1;
    }
    0
}

#[embassy_executor::task(pool_size = 2)]
async fn run(mut bus: Bus, part: Part) {
    let mut n = 0u8;
    loop {
        beat(part);
        let _ = bus.write(0x3c, &[0x00, 0xae, 0x8d, 0x14, 0xaf, 0x20, 0x00]).await;
        let mut b = [n; 129];
        b[0] = 0x40;
        n = n.wrapping_add(1);
        let _ = bus.write(0x3c, &b).await;
        Timer::after(BEAT).await;
    }
}
