//! One I2C bus on embassy's driver, which knows no time limits and frees no line: here every transfer has a limit, and
//! after a line was held [`Lines`] frees it and opens the driver anew.

use core::pin::pin;

use dixit_dials::board;
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::{Flex, Level, Output, Pull};
use embassy_rp::i2c::{Async, Config, I2c as EmbassyI2c, Instance, InterruptHandler, SclPin, SdaPin};
use embassy_rp::pac::pads::vals::Drive;
use embassy_rp::peripherals::{I2C0, I2C1};
use embassy_rp::{Peri, bind_interrupts, pac};
use embassy_time::{Duration, Timer};
use embedded_hal_async::i2c::{Error as _, ErrorKind, ErrorType, I2c, NoAcknowledgeSource, Operation};

use super::board::I2cWires;
use super::flash;

bind_interrupts!(struct Irqs {
    I2C0_IRQ => InterruptHandler<I2C0>;
    I2C1_IRQ => InterruptHandler<I2C1>;
});

/// Beyond the time that the bits take: the driver hands over bytes when its task has its turn, and the knobs or the
/// other bus may have it just then.
const GRACE: Duration = Duration::from_millis(50);
/// Half a clock of those that free a line: slow enough for any part and any cable.
const HALF_CLOCK_US: u64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Nobody answered at this address, or stopped answering.
    Absent,
    /// The transfer did not end: a line is held, or another spoke.
    Held,
}

impl embedded_hal_async::i2c::Error for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Absent => ErrorKind::NoAcknowledge(NoAcknowledgeSource::Unknown),
            Self::Held => ErrorKind::Bus,
        }
    }
}

/// Embassy's driver of either block: one type for both, so that all that is sent through a bus is compiled once.
pub enum Driver<'a> {
    I2c0(EmbassyI2c<'a, I2C0, Async>),
    I2c1(EmbassyI2c<'a, I2C1, Async>),
}

impl Driver<'_> {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), ErrorKind> {
        let ended = match self {
            Self::I2c0(driver) => driver.transaction(address, operations).await,
            Self::I2c1(driver) => driver.transaction(address, operations).await,
        };
        ended.map_err(|error| error.kind())
    }
}

/// One of the chip's two I2C blocks.
pub trait Block: Instance + 'static {
    fn open<'a>(
        block: Peri<'a, Self>,
        scl: Peri<'a, impl SclPin<Self>>,
        sda: Peri<'a, impl SdaPin<Self>>,
        config: Config,
    ) -> Driver<'a>;
}

impl Block for I2C0 {
    fn open<'a>(
        block: Peri<'a, Self>,
        scl: Peri<'a, impl SclPin<Self>>,
        sda: Peri<'a, impl SdaPin<Self>>,
        config: Config,
    ) -> Driver<'a> {
        Driver::I2c0(EmbassyI2c::new_async(block, scl, sda, Irqs, config))
    }
}

impl Block for I2C1 {
    fn open<'a>(
        block: Peri<'a, Self>,
        scl: Peri<'a, impl SclPin<Self>>,
        sda: Peri<'a, impl SdaPin<Self>>,
        config: Config,
    ) -> Driver<'a> {
        Driver::I2c1(EmbassyI2c::new_async(block, scl, sda, Irqs, config))
    }
}

/// The block and the wires of a bus, from which it can be opened again and again.
pub struct Lines<T: Block, Sda: SdaPin<T>, Scl: SclPin<T>, const RESETS: usize> {
    facts: board::Bus,
    i2c: Peri<'static, T>,
    sda: Peri<'static, Sda>,
    scl: Peri<'static, Scl>,
    resets: [Output<'static>; RESETS],
}

impl<T: Block, Sda: SdaPin<T>, Scl: SclPin<T>, const RESETS: usize> Lines<T, Sda, Scl, RESETS> {
    pub fn new(facts: board::Bus, wires: I2cWires<T, Sda, Scl, RESETS>) -> Self {
        let I2cWires { i2c, sda, scl, resets } = wires;
        Self { facts, i2c, sda, scl, resets: resets.map(|pin| Output::new(pin, Level::High)) }
    }

    pub fn open(&mut self) -> Bus<'_> {
        let mut config = Config::default();
        // The driver leaves out of account that the block's spike filter lengthens each clock by a sixteenth.
        config.frequency = self.facts.hz / 16 * 17;
        let driver = T::open(self.i2c.reborrow(), self.scl.reborrow(), self.sda.reborrow(), config);
        // The driver chooses the weakest drive and has no call for another.
        for pin in [self.facts.sda, self.facts.scl] {
            pac::PADS_BANK0.gpio(pin.into()).modify(|w| w.set_drive(drive(self.facts.drive_ma)));
        }
        Bus { driver, bit_us: 1_000_000u32.div_ceil(self.facts.hz), held: false }
    }

    /// Frees a held line. The clocks come first, while the switches still let them through to the part that holds it; a
    /// part that was cut off in mid-byte lets go within nine. Then the switches are reset: nothing is let through.
    pub async fn free(&mut self) {
        let mut sda = Flex::new(self.sda.reborrow());
        let mut scl = Flex::new(self.scl.reborrow());
        for line in [&mut sda, &mut scl] {
            line.set_pull(Pull::Up);
            line.set_low();
            line.set_as_input();
        }
        for _ in 0..9 {
            scl.set_as_output();
            Timer::after_micros(HALF_CLOCK_US).await;
            scl.set_as_input();
            Timer::after_micros(HALF_CLOCK_US).await;
        }
        // A stop: data rises while the clock is high.
        sda.set_as_output();
        Timer::after_micros(HALF_CLOCK_US).await;
        sda.set_as_input();
        Timer::after_micros(HALF_CLOCK_US).await;
        for reset in &mut self.resets {
            reset.set_low();
        }
        Timer::after_micros(HALF_CLOCK_US).await;
        for reset in &mut self.resets {
            reset.set_high();
        }
    }
}

fn drive(ma: u8) -> Drive {
    match ma {
        ..4 => Drive::_2M_A,
        4..8 => Drive::_4M_A,
        8..12 => Drive::_8M_A,
        12.. => Drive::_12M_A,
    }
}

/// A bus that is open, until a line is held.
pub struct Bus<'a> {
    driver: Driver<'a>,
    /// Rounded up.
    bit_us: u32,
    held: bool,
}

impl Bus<'_> {
    /// A transfer did not end: there will be no other before the line was freed.
    pub fn is_held(&self) -> bool {
        self.held
    }
}

impl ErrorType for Bus<'_> {
    type Error = Error;
}

impl I2c for Bus<'_> {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), Error> {
        if self.held {
            return Err(Error::Held);
        }
        let length = |operation: &Operation| match operation {
            Operation::Write(bytes) => bytes.len(),
            Operation::Read(bytes) => bytes.len(),
        };
        let bits = 10 * (operations.iter().map(length).sum::<usize>() as u32 + 1);
        let limit = GRACE + Duration::from_micros((bits * self.bit_us).into());
        let mut transfer = pin!(self.driver.transaction(address, operations));
        let ended = loop {
            let last_stop = flash::last_stop();
            match select(&mut transfer, Timer::after(limit)).await {
                Either::First(ended) => break ended,
                // The bus waited for bytes that nobody could hand it while the flash was written.
                Either::Second(()) if flash::last_stop() != last_stop => {}
                Either::Second(()) => break Err(ErrorKind::Bus),
            }
        };
        ended.map_err(|kind| match kind {
            ErrorKind::Bus | ErrorKind::ArbitrationLoss => {
                self.held = true;
                Error::Held
            }
            _ => Error::Absent,
        })
    }
}
