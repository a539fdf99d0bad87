//! Detects whether a screen responds, at which address, and which controller it has.

use boards::device::{self, Controller};
use dixit_dials::report::{self, Scan};
use embedded_hal_async::i2c::{Error, ErrorKind, I2c};

use super::mux::Channel;

/// The NOP command, which every controller supports.
const NOP: [u8; 2] = [0x00, 0xe3];

/// A screen that has responded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Found {
    pub address: u8,
    pub controller: Controller,
    /// True if the screen accepts writes but refuses reads, as some modules do.
    pub write_only: bool,
}

pub enum Answer {
    /// Another screen holds the bus: nothing is known of this one.
    Prevented,
    Silence,
    Found(Found),
    /// The screen found before still responds, with its status byte if it can be read.
    Present {
        status: Option<u8>,
    },
}

/// Polls the screen found before, or searches for one at its possible addresses.
pub async fn ask<B: I2c>(
    found: Option<Found>,
    facts: &device::Screen,
    addresses: &[u8],
    bus: &mut Channel<'_, B>,
) -> Answer {
    if bus.is_blocked().await {
        return Answer::Prevented;
    }
    match found {
        None => find(facts, addresses, bus).await.map_or(Answer::Silence, Answer::Found),
        Some(Found { address, write_only: true, .. }) => match bus.write(address, &NOP).await {
            Ok(()) => Answer::Present { status: None },
            Err(_) => Answer::Silence,
        },
        Some(Found { address, .. }) => match status(address, bus).await {
            Some(status) => Answer::Present { status: Some(status) },
            None => Answer::Silence,
        },
    }
}

/// Searches for a screen. Its status byte identifies the controller; if it refuses reads, the controller named in the
/// board's file is assumed.
pub async fn find<B: I2c>(facts: &device::Screen, addresses: &[u8], bus: &mut B) -> Option<Found> {
    for &address in addresses {
        if let Some(status) = status(address, bus).await {
            return Some(Found { address, controller: facts.controller.told_by(status), write_only: false });
        }
    }
    for &address in addresses {
        if bus.write(address, &NOP).await.is_ok() {
            return Some(Found { address, controller: facts.controller, write_only: true });
        }
    }
    None
}

/// Addresses that parts can have.
const ADDRESSES: core::ops::Range<u8> = 0x08..0x78;
/// Addresses at which a screen may accept only writes.
const SCREENS: core::ops::RangeInclusive<u8> = 0x3c..=0x3d;

/// Scans every address. A held line ends the scan.
pub async fn scan<B: I2c>(bus: &mut B) -> Scan {
    let mut scan = Scan::default();
    for address in ADDRESSES {
        let mut status = [0];
        let mut answered = bus.read(address, &mut status).await.map(|()| Some(status[0]));
        if is_absent(&answered) && SCREENS.contains(&address) {
            answered = bus.write(address, &NOP).await.map(|()| None);
        }
        match answered {
            Ok(status) => _ = scan.answers.push(report::Answer { address, status }),
            Err(_) if is_absent(&answered) => {}
            Err(_) => {
                scan.held = true;
                break;
            }
        }
    }
    scan
}

fn is_absent<T, E: Error>(answered: &Result<T, E>) -> bool {
    matches!(answered, Err(error) if matches!(error.kind(), ErrorKind::NoAcknowledge(_)))
}

async fn status<B: I2c>(address: u8, bus: &mut B) -> Option<u8> {
    let mut status = [0];
    bus.read(address, &mut status).await.ok().map(|()| status[0])
}
