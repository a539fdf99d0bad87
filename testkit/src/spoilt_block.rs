//! Invalid board blocks, shared by the tests of the crate and those on the emulated chip. They are built from the
//! format's description alone and share no code with the crate's writer.

use boards::{
    block,
    device::{Branch, Contacts, Device, KnobPins, Mux, Pico, Viewer, Voting},
};
use fastrand::Rng;

/// A block around any payload, built from the description in `block.rs`.
pub fn block_of(format: u16, payload: &[u8]) -> Vec<u8> {
    let mut summed = format.to_le_bytes().to_vec();
    summed.extend((payload.len() as u16).to_le_bytes());
    let head = summed.clone();
    summed.extend(payload);
    let sum = !summed.iter().fold(!0u32, |sum, &byte| {
        (0..8).fold(sum ^ u32::from(byte), |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    });
    [b"DIAL".as_slice(), &head, &sum.to_le_bytes(), payload].concat()
}

/// Applies one random change to the bytes, or to the board before it is encoded.
pub fn mutate(device: &Device, rng: &mut Rng) -> Vec<u8> {
    let good = block::encode(device);
    let mut bytes = good.to_vec();
    match rng.u8(..10) {
        0 => bytes[rng.usize(..good.len())] ^= 1 << rng.u8(..8),
        1 => bytes.truncate(rng.usize(..good.len())),
        2 => bytes[6..8].copy_from_slice(&rng.u16(..).to_le_bytes()),
        3 => return block_of(rng.u16(..), &good[12..]),
        // From here on the checksum is valid, as if the content were intended.
        4..=6 => {
            let mut payload = good[12..].to_vec();
            for _ in 0..rng.u8(1..=3) {
                let at = rng.usize(..payload.len());
                match rng.u8(..6) {
                    0 => payload[at] = rng.u8(..),
                    1 => payload[at] ^= 1 << rng.u8(..8),
                    2 => payload[at] = payload[at].wrapping_add(1),
                    3 => payload.insert(at, rng.u8(..)),
                    4 if payload.len() > 1 => drop(payload.remove(at)),
                    _ => payload.swap(at, rng.usize(..at + 1)),
                }
            }
            return block_of(block::FORMAT, &payload);
        }
        _ => {
            let mut device = device.clone();
            for _ in 0..rng.u8(1..=2) {
                other_number(&mut device, rng);
            }
            return block::encode(&device).to_vec();
        }
    }
    bytes
}

/// Changes one number, usually to a plausible value.
fn other_number(device: &mut Device, rng: &mut Rng) {
    let number = match rng.u8(..3) {
        0 => rng.u8(..),
        _ => rng.u8(..30),
    };
    match rng.u8(..16) {
        0 => device.seats.most = number,
        1 => device.seats.least = number,
        2 => device.knobs.detents = number,
        3 => device.voting = Voting::Ring { positions: device.knobs.detents, numbers: number },
        4 => device.voting = if rng.bool() { Voting::Pass } else { Voting::Pods },
        5 => device.buzzer = rng.bool().then_some(number),
        6 => device.led = rng.bool().then_some(number),
        7 => device.pico = Pico::PicoW,
        8 | 9 => match &mut device.knobs.contacts {
            Contacts::Pins(pins) => {
                let at = rng.usize(..pins.len());
                let KnobPins { a, b, push } = &mut pins[at];
                *[a, b, push][rng.usize(..3)] = number;
            }
            Contacts::Chain(chain) => {
                let field = rng.usize(..8);
                *[
                    &mut chain.clock,
                    &mut chain.load,
                    &mut chain.data,
                    &mut chain.registers,
                    &mut chain.count,
                    &mut chain.first_bit,
                    &mut chain.proof.first_bit,
                    &mut chain.proof.count,
                ][field] = number;
            }
        },
        10 | 11 => {
            let at = rng.usize(..device.buses.len());
            let bus = &mut device.buses[at];
            match rng.u8(..6) {
                0 => bus.id = number,
                1 => bus.sda = number,
                2 => bus.scl = number,
                3 => bus.hz = rng.u32(..1_000_000),
                4 => bus.drive_ma = number,
                _ => drop(bus.muxes.push(Mux { address: 0x70 | number & 7, reset: number })),
            }
        }
        12 if device.screens.len() > 1 => {
            let at = rng.usize(..device.screens.len());
            device.screens.swap_remove(at);
        }
        13 => {
            let screen = device.screens[rng.usize(..device.screens.len())];
            let _ = device.screens.push(screen);
        }
        _ => {
            let at = rng.usize(..device.screens.len());
            let screen = &mut device.screens[at];
            match rng.u8(..5) {
                0 => screen.viewer = Viewer::Seat(number),
                1 => screen.bus = number,
                2 => screen.branch = Some(Branch { mux: number, channel: rng.u8(..10) }),
                3 => screen.address = if rng.bool() { 0x3d } else { number },
                _ => screen.branch = None,
            }
        }
    }
}
