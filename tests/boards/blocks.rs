//! The block of a board: what was written is read back, and anything else in that sector is refused with the right
//! reason. The writer and the checker here share only the format's description with the crate.

use std::{collections::BTreeSet, env, path::Path};

use boards::{
    block::{self, BlockError},
    device::{
        Branch, Bus, Chain, ComPins, Contacts, Controller, Device, KnobPins, Mux, Pico, Proof, Screen, Viewer, Voting,
    },
};
use fastrand::Rng;
use testkit::spoilt_block::{block_of, mutate};

const SEED: u64 = 20_261_118;

fn devices() -> Vec<Device> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    boards::load_all(root).into_iter().map(|board| board.unwrap().device()).collect()
}

/// The block in its sector, followed by what was there before.
fn sector(block: &[u8], rest: u8) -> Vec<u8> {
    let mut sector = block.to_vec();
    sector.resize(block::SECTOR, rest);
    sector
}

#[test]
fn every_board_is_read_as_it_was_written() {
    for device in devices() {
        let block = block::encode(&device);
        assert_eq!(&block[..], block_of(1, &block[12..]), "{}", device.name);
        for rest in [0x00, 0x5a, 0xff] {
            assert_eq!(block::decode(&sector(&block, rest)).as_ref(), Ok(&device));
        }
        println!("{}: {} bytes", device.name, block.len());
    }
}

/// Every list full, every number at its longest encoding: the largest possible block.
#[test]
fn the_largest_board_fits() {
    let mut device = devices().remove(0);
    device.name = "a-board-with-a-long-name".parse().unwrap();
    device.knobs.contacts = Contacts::Chain(Chain {
        clock: 255,
        load: 255,
        data: 255,
        registers: 255,
        count: 255,
        first_bit: 255,
        proof: Proof { first_bit: 255, count: 255, levels: u64::MAX },
    });
    let chain = block::encode(&device).len();
    device.knobs.contacts = Contacts::Pins([KnobPins { a: 255, b: 255, push: 255 }; 12].into_iter().collect());
    let mux = Mux { address: 255, reset: 255 };
    let bus = Bus { id: 255, sda: 255, scl: 255, hz: u32::MAX, drive_ma: 255, muxes: [mux; 4].into_iter().collect() };
    device.buses = [bus.clone(), bus].into_iter().collect();
    let screen = Screen {
        viewer: Viewer::Seat(255),
        bus: 255,
        branch: Some(Branch { mux: 255, channel: 255 }),
        address: 255,
        controller: Controller::Ssd1309,
        com_pins: ComPins::Sequential,
    };
    device.screens = [screen; 13].into_iter().collect();
    let pins = block::encode(&device).len();
    assert!(pins.max(chain) <= block::LARGEST, "{pins}, {chain}");
}

#[test]
fn no_block_a_damaged_and_a_newer_one_are_told_apart() {
    let good = block::encode(&devices()[0]).to_vec();
    let spoilt = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut block = good.clone();
        change(&mut block);
        block::decode(&sector(&block, 0xff)).unwrap_err()
    };
    assert_eq!(block::decode(&[0xff; block::SECTOR]), Err(BlockError::Missing));
    assert_eq!(block::decode(&[0; block::SECTOR]), Err(BlockError::Missing));
    assert_eq!(block::decode(&[]), Err(BlockError::Missing));
    assert_eq!(spoilt(&|block| block[1] ^= 1), BlockError::Missing);
    for byte in 4..good.len() {
        for bit in 0..8 {
            assert_eq!(spoilt(&|block| block[byte] ^= 1 << bit), BlockError::Damaged, "byte {byte}, bit {bit}");
        }
    }
    // Cut off during the write: the rest of the sector is blank.
    for kept in 4..good.len() {
        assert_eq!(spoilt(&|block| block.truncate(kept)), BlockError::Damaged, "{kept} bytes");
    }
    let newer = block_of(7, b"nobody knows yet what will stand here");
    assert_eq!(block::decode(&newer), Err(BlockError::Newer { format: 7 }));
    assert_eq!(BlockError::Newer { format: 7 }.to_string(), "the board has format 7; this firmware knows 1");
    assert_eq!(block::decode(&block_of(0, &good[12..])), Err(BlockError::Damaged));
    // A payload with bytes after the board, or with bytes missing.
    assert_eq!(block::decode(&block_of(1, &[&good[12..], &[0]].concat())), Err(BlockError::Damaged));
    assert_eq!(block::decode(&block_of(1, &good[12..good.len() - 1])), Err(BlockError::Damaged));
}

#[test]
fn impossible_wiring_is_refused_with_its_key() {
    let device = |name: &str| devices().into_iter().find(|device| device.name == name).unwrap();
    let said = |device: Device| block::decode(&block::encode(&device)).unwrap_err().to_string();
    let mut solo = device("solo");
    solo.buzzer = Some(4);
    assert_eq!(said(solo), "buzzer.pin: GP4 is already buses[0].sda");
    let mut pods = device("pods");
    pods.buses[0].hz = 3_400_000;
    let reason = "3400000 is not between 10000 and 400000: neither screens nor muxes are rated for more";
    assert_eq!(said(pods), format!("buses[0].hz: {reason}"));
    let mut pods = device("pods");
    pods.screens[5].branch = Some(Branch { mux: 2, channel: 0 });
    assert_eq!(said(pods), "screens[5].mux: bus 0 has 2 muxes, counted from 0");
    let mut pods = device("pods");
    pods.buses[0].muxes[1].address = 0x3c;
    assert_eq!(said(pods), "buses[0].mux[1].address: 0x3c is not between 0x70 and 0x77");
    let mut pods = device("pods");
    pods.buses[1].drive_ma = 3;
    assert_eq!(said(pods), "buses[1].drive_ma: no pad drives 3 mA; there are 2, 4, 8 and 12");
}

/// Uses a valid board as the firmware does. An assertion fails on a pin that is not named, a shift out of range, or an
/// index out of bounds.
fn use_it(device: &Device) {
    let on_edge = |pin: &u8| matches!(pin, 0..=22 | 26..=28);
    let mut pins: Vec<u8> = device.buses.iter().flat_map(|bus| [bus.sda, bus.scl]).collect();
    pins.extend(device.buses.iter().flat_map(|bus| &bus.muxes).map(|mux| mux.reset));
    pins.extend(device.buzzer);
    match &device.knobs.contacts {
        Contacts::Pins(knobs) => pins.extend(knobs.iter().flat_map(|knob| [knob.a, knob.b, knob.push])),
        Contacts::Chain(chain) => {
            pins.extend([chain.clock, chain.load, chain.data]);
            let end = u32::from(chain.first_bit) + 3 * u32::from(chain.count);
            assert!(end <= u32::from(chain.bits()) && chain.bits() <= 64);
            let knobs: u64 = (u32::from(chain.first_bit)..end).map(|bit| 1 << bit).sum();
            let (mask, expected) = (chain.proof.mask(), chain.proof.expected());
            assert_eq!((knobs & mask, expected & !mask), (0, 0));
            assert!(expected != 0 && expected != mask);
            assert_eq!(mask.count_ones(), u32::from(chain.proof.count));
        }
    }
    assert!(pins.iter().all(on_edge), "{pins:?}");
    if let Some(led) = device.led {
        assert!(on_edge(&led) || led == 25 && device.pico == Pico::Pico);
        pins.push(led);
    }
    assert_eq!(pins.iter().collect::<BTreeSet<_>>().len(), pins.len(), "a pin is there twice: {pins:?}");
    assert!((1..=12).contains(&device.knobs.contacts.count()));
    assert!((3..=12).contains(&device.seats.least) && (device.seats.least..=12).contains(&device.seats.most));
    for bus in &device.buses {
        let pairs = [[0, 4, 8, 12, 16, 20], [2, 6, 10, 14, 18, 26]][usize::from(bus.id)];
        assert!(pairs.contains(&bus.sda) && bus.scl == bus.sda + 1);
        assert!((10_000..=400_000).contains(&bus.hz) && [2, 4, 8, 12].contains(&bus.drive_ma));
        assert!(bus.muxes.iter().all(|mux| mux.address & 0xf8 == 0x70));
    }
    let mut seats = 0u16;
    for screen in &device.screens {
        let bus = device.bus(screen.bus).unwrap();
        if let Some(Branch { mux, channel }) = screen.branch {
            assert!(usize::from(mux) < bus.muxes.len() && channel < 8);
        }
        match screen.viewer {
            Viewer::Shared => {}
            Viewer::Seat(seat) => {
                assert!(seats & 1 << seat == 0 && seat < device.seats.most);
                seats |= 1 << seat;
            }
        }
    }
    assert_eq!(device.screens.iter().filter(|screen| screen.viewer == Viewer::Shared).count(), 1);
    match device.voting {
        Voting::Pods => assert_eq!(seats, (1 << device.seats.most) - 1),
        Voting::Pass => assert_eq!((seats, device.knobs.contacts.count()), (0, 1)),
        Voting::Ring { positions, numbers } => {
            assert!(seats == 0 && positions == device.knobs.detents);
            assert!(numbers >= device.seats.most && numbers < positions);
        }
    }
}

#[test]
fn every_block_is_a_board_or_is_refused() {
    let number = |name: &str| env::var(name).ok().and_then(|number| number.parse().ok());
    let seed: u64 = number("DIXIT_SEED").unwrap_or(SEED);
    let dose: u64 = if env::var_os("DIXIT_FULL").is_some() { 1_000_000 } else { 10_000 };
    let devices = devices();
    let mut told = [0u64; 5];
    for round in 0..dose {
        let mut rng = Rng::with_seed(seed ^ (round << 32));
        let block = mutate(&devices[rng.usize(..devices.len())], &mut rng);
        let answer = block::decode(&sector(&block, if rng.bool() { 0xff } else { 0x12 }));
        told[match answer {
            Ok(device) => {
                use_it(&device);
                0
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                usize::from(error.blinks()) - 1
            }
        }] += 1;
    }
    let [valid, missing, damaged, newer, impossible] = told;
    println!("{valid} valid, {missing} missing, {damaged} damaged, {newer} newer, {impossible} impossible");
    // The test means little unless every outcome occurs.
    assert!([valid, damaged, newer, impossible].iter().all(|&count| count > dose / 50), "{told:?}");
}
