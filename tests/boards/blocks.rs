//! The block of a board: what was written is read back, and anything else in that sector is refused with the right
//! reason. The writer and the checker here share only the format's description with the crate.

use std::{collections::BTreeSet, env, path::Path};

use boards::{
    block::{self, BlockError},
    device::{
        Branch, Bus, Chain, ComPins, Contacts, Controller, Device, KnobPins, Knobs, Mux, Pico, Proof, Rest, Screen,
        SeatLimits, Viewer, Voting,
    },
};
use fastrand::Rng;
use testkit::spoilt_block::{block_of, mutate};

const SEED: u64 = 20_261_118;

fn devices() -> Vec<Device> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    boards::load_all(root).into_iter().map(|board| board.unwrap().device()).collect()
}

/// A sector that starts with `block` and is filled with `rest`.
fn sector(block: &[u8], rest: u8) -> Vec<u8> {
    let mut sector = block.to_vec();
    sector.resize(block::SECTOR, rest);
    sector
}

#[test]
fn every_board_is_read_as_it_was_written() {
    for device in devices() {
        let block = block::encode(&device);
        assert_eq!(&block[..], block_of(block::FORMAT, &block[12..]), "{}", device.name);
        for rest in [0x00, 0x5a, 0xff] {
            assert_eq!(block::decode(&sector(&block, rest)).as_ref(), Ok(&device));
        }
        println!("{}: {} bytes", device.name, block.len());
    }
}

/// A board with a ring at every knob, with other values than the defaults where there is a choice.
fn ring_board() -> Device {
    let shared = Screen {
        viewer: Viewer::Shared,
        bus: 1,
        branch: None,
        address: 0x3d,
        controller: Controller::Sh1106,
        com_pins: ComPins::Alternative,
    };
    let pins =
        [KnobPins { a: 0, b: 1, push: 4 }, KnobPins { a: 5, b: 8, push: 9 }, KnobPins { a: 12, b: 13, push: 16 }];
    Device {
        name: "rings".parse().unwrap(),
        pico: Pico::PicoW,
        voting: Voting::Ring { positions: 24, numbers: 12 },
        seats: SeatLimits { least: 3, most: 3 },
        knobs: Knobs {
            detents: 24,
            detents_per_cycle: 2,
            rest: Rest::Low,
            reverse: true,
            contacts: Contacts::Pins(pins.into_iter().collect()),
        },
        buses: [Bus { id: 1, sda: 2, scl: 3, hz: 100_000, drive_ma: 8, muxes: [].into_iter().collect() }]
            .into_iter()
            .collect(),
        screens: [shared].into_iter().collect(),
        buzzer: Some(17),
        led: None,
    }
}

/// A board with a screen at every seat: registers, a mux, and two buses.
fn pods_board() -> Device {
    let screen =
        |viewer, bus, branch, controller, com_pins| Screen { viewer, bus, branch, address: 0x3c, controller, com_pins };
    let seat = |seat| {
        let branch = Some(Branch { mux: 0, channel: seat + 3 });
        screen(Viewer::Seat(seat), 0, branch, Controller::Ssd1306, ComPins::Sequential)
    };
    let shared = screen(Viewer::Shared, 1, None, Controller::Ssd1309, ComPins::Alternative);
    let mux = Mux { address: 0x72, reset: 9 };
    let proof = Proof { first_bit: 11, count: 4, levels: 0b0101 };
    let chain = Chain { clock: 10, load: 11, data: 12, registers: 2, count: 3, first_bit: 1, proof };
    Device {
        name: "pods".parse().unwrap(),
        pico: Pico::Pico,
        voting: Voting::Pods,
        seats: SeatLimits { least: 3, most: 3 },
        knobs: Knobs {
            detents: 20,
            detents_per_cycle: 1,
            rest: Rest::High,
            reverse: false,
            contacts: Contacts::Chain(chain),
        },
        buses: [
            Bus { id: 0, sda: 4, scl: 5, hz: 400_000, drive_ma: 12, muxes: [mux].into_iter().collect() },
            Bus { id: 1, sda: 6, scl: 7, hz: 400_000, drive_ma: 4, muxes: [].into_iter().collect() },
        ]
        .into_iter()
        .collect(),
        screens: [shared, seat(0), seat(1), seat(2)].into_iter().collect(),
        buzzer: None,
        led: Some(25),
    }
}

/// A board that is passed round.
fn pass_board() -> Device {
    let mut device = ring_board();
    device.name = "pass".parse().unwrap();
    device.voting = Voting::Pass;
    device.knobs.contacts = Contacts::Pins([KnobPins { a: 0, b: 1, push: 4 }].into_iter().collect());
    device
}

/// Blocks of the three boards above as devices have them in flash, in hexadecimal. The bytes were written once. Change them
/// only together with `FORMAT`.
const STORED: [&str; 3] = [
    "4449414c01002e00ba2f34290572696e67730100180c03031802010100030001040508090c0d1001010203a08d060800010001003d0100011100",
    "4449414c01004f0031e3108f04706f64730002030314010000010a0b0c0203010b04050200040580b5180c01720901060780b5180400040001003c02000100000100033c00010101000100043c00010102000100053c0001000119",
    "4449414c010025000375914904706173730101030318020101000100010401010203a08d060800010001003d0100011100",
];

#[test]
fn stored_blocks_keep_their_meaning() {
    let what_to_do = "the meaning of a block's bytes has changed: increment `FORMAT` in boards/src/block.rs, so that \
                      devices with a block of the old format refuse it, and only then store new bytes in this test";
    for (device, stored) in [ring_board(), pods_board(), pass_board()].into_iter().zip(STORED) {
        let hex: String = block::encode(&device).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, stored, "{}: {what_to_do}", device.name);
        let digits = |at: usize| u8::from_str_radix(&stored[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..stored.len()).step_by(2).map(digits).collect();
        assert_eq!(block::decode(&sector(&bytes, 0xff)), Ok(device), "{what_to_do}");
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
fn no_block_a_damaged_one_and_one_of_another_format_are_told_apart() {
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
    // A block whose writing was cut off: the rest of the sector is blank.
    for kept in 4..good.len() {
        assert_eq!(spoilt(&|block| block.truncate(kept)), BlockError::Damaged, "{kept} bytes");
    }
    let newer = block_of(7, b"nobody knows yet what will stand here");
    let refused = block::decode(&newer).unwrap_err();
    assert_eq!(refused, BlockError::Format { format: 7 });
    assert_eq!(refused.to_string(), format!("the board has format 7; this firmware knows {}", block::FORMAT));
    // A wrong format is refused even if the payload can be read: its bytes may mean something else in that format.
    for format in [0, block::FORMAT - 1, block::FORMAT + 1, u16::MAX] {
        assert_eq!(block::decode(&block_of(format, &good[12..])), Err(BlockError::Format { format }));
    }
    // A payload with bytes after the board, or with bytes missing.
    assert_eq!(block::decode(&block_of(block::FORMAT, &[&good[12..], &[0]].concat())), Err(BlockError::Damaged));
    assert_eq!(block::decode(&block_of(block::FORMAT, &good[12..good.len() - 1])), Err(BlockError::Damaged));
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
    let [valid, missing, damaged, format, impossible] = told;
    println!(
        "{valid} valid, {missing} missing, {damaged} damaged, {format} of another format, {impossible} impossible"
    );
    // The test means little unless every outcome occurs.
    assert!([valid, damaged, format, impossible].iter().all(|&count| count > dose / 50), "{told:?}");
}
