//! Where a screen is and how it is: asked now and then of one that is known, looked for where none is.

use dixit_dials::board::{self, Driver};
use embedded_hal_async::i2c::I2c;

use super::board::SCREENS;
use super::switch::Channel;

/// A command to do nothing, which every controller knows.
const NOTHING_TO_DO: [u8; 2] = [0x00, 0xe3];

/// A screen that has answered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Found {
    pub address: u8,
    pub driver: Driver,
    /// It takes what it is sent and refuses to be read. There are such modules.
    pub mute: bool,
}

/// What a screen is asked.
#[derive(Clone, Copy)]
pub enum Question {
    Where(board::Screen),
    How(Found),
}

pub enum Answer {
    /// Another screen holds the bus: nothing is known of this one.
    Prevented,
    Silence,
    Here(Found),
    /// As the controller says it, if it says anything.
    Well {
        status: Option<u8>,
    },
}

pub async fn ask<B: I2c>(question: Question, bus: &mut Channel<'_, B>) -> Answer {
    if bus.is_blocked().await {
        return Answer::Prevented;
    }
    match question {
        Question::Where(facts) => find(facts, bus).await.map_or(Answer::Silence, Answer::Here),
        Question::How(Found { address, mute: true, .. }) => match bus.write(address, &NOTHING_TO_DO).await {
            Ok(()) => Answer::Well { status: None },
            Err(_) => Answer::Silence,
        },
        Question::How(Found { address, .. }) => match status(address, bus).await {
            Some(status) => Answer::Well { status: Some(status) },
            None => Answer::Silence,
        },
    }
}

/// A screen that was gone may have come back as another: it is asked at either address, and what it is; where it refuses
/// to tell, the board's file is believed.
pub async fn find<B: I2c>(facts: board::Screen, bus: &mut B) -> Option<Found> {
    for address in addresses(facts) {
        if let Some(status) = status(address, bus).await {
            return Some(Found { address, driver: facts.driver.told_by(status), mute: false });
        }
    }
    for address in addresses(facts) {
        if bus.write(address, &NOTHING_TO_DO).await.is_ok() {
            return Some(Found { address, driver: facts.driver, mute: true });
        }
    }
    None
}

async fn status<B: I2c>(address: u8, bus: &mut B) -> Option<u8> {
    let mut status = [0];
    bus.read(address, &mut status).await.ok().map(|()| status[0])
}

/// Where a screen may answer: at the address of the board's file, and at the other one that such screens can have, unless
/// another screen is expected there.
fn addresses(facts: board::Screen) -> impl Iterator<Item = u8> {
    let another = move |address: u8| {
        let beside = |other: &&board::Screen| other.branch.is_none() || other.branch == facts.branch;
        let here = SCREENS.iter().filter(move |other| other.bus == facts.bus && other.viewer != facts.viewer);
        here.filter(beside).any(|other| other.address == address)
    };
    [facts.address, facts.address ^ 1].into_iter().filter(move |&address| !another(address))
}
