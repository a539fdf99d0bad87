//! One I2C bus on embassy's driver, which has no timeouts and never frees a line. Here every transfer has a timeout,
//! and if a line was held, [`Lines`] frees it and reopens the driver.

use core::pin::pin;

use boards::{device, limits};
use embassy_futures::select::{Either, select};
use embassy_rp::gpio::{Flex, Level, Output, Pull};
use embassy_rp::i2c::{Async, Config, I2c as EmbassyI2c, InterruptHandler};
use embassy_rp::pac::pads::vals::Drive;
use embassy_rp::peripherals::{self, I2C0, I2C1};
use embassy_rp::{bind_interrupts, pac};
use embassy_time::{Duration, Timer};
use embedded_hal_async::i2c::{Error as _, ErrorKind, ErrorType, I2c, NoAcknowledgeSource, Operation};
use heapless::Vec;

use super::pins;

bind_interrupts!(struct Irqs {
    I2C0_IRQ => InterruptHandler<I2C0>;
    I2C1_IRQ => InterruptHandler<I2C1>;
});

/// Timeout of a transfer, in addition to the time that its bits take.
const GRACE: Duration = Duration::from_millis(20);
/// Half period of the clocks that free a line: slow enough for any part and any cable.
const HALF_CLOCK_US: u64 = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// No device acknowledged at this address, or it stopped acknowledging.
    Absent,
    /// The transfer did not end: a line is held, or another controller was active.
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

/// embassy's driver of either block, as one type so that everything above it is compiled once.
enum Driver {
    I2c0(EmbassyI2c<'static, I2C0, Async>),
    I2c1(EmbassyI2c<'static, I2C1, Async>),
}

impl Driver {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), ErrorKind> {
        let ended = match self {
            Self::I2c0(driver) => driver.transaction(address, operations).await,
            Self::I2c1(driver) => driver.transaction(address, operations).await,
        };
        ended.map_err(|error| error.kind())
    }
}

/// Opens the block and the two pins of a bus. SCL is the pin after SDA, as on every pinout.
fn open(sda: u8, config: Config) -> Driver {
    macro_rules! pairs {
        ($($number:literal $driver:ident $block:ident $sda:ident $scl:ident)*) => {
            match sda {
                // SAFETY: a board names each pin and each bus once, and the previous driver was dropped.
                $($number => Driver::$driver(unsafe {
                    EmbassyI2c::new_async(
                        peripherals::$block::steal(),
                        peripherals::$scl::steal(),
                        peripherals::$sda::steal(),
                        Irqs,
                        config,
                    )
                }),)*
                _ => panic!("GP{sda} is no SDA"),
            }
        };
    }
    pairs!(0 I2c0 I2C0 PIN_0 PIN_1     4 I2c0 I2C0 PIN_4 PIN_5     8 I2c0 I2C0 PIN_8 PIN_9
           12 I2c0 I2C0 PIN_12 PIN_13  16 I2c0 I2C0 PIN_16 PIN_17  20 I2c0 I2C0 PIN_20 PIN_21
           2 I2c1 I2C1 PIN_2 PIN_3     6 I2c1 I2C1 PIN_6 PIN_7     10 I2c1 I2C1 PIN_10 PIN_11
           14 I2c1 I2C1 PIN_14 PIN_15  18 I2c1 I2C1 PIN_18 PIN_19  26 I2c1 I2C1 PIN_26 PIN_27)
}

/// The wires of a bus, on which the driver can be opened again and again.
pub struct Lines {
    facts: &'static device::Bus,
    resets: Vec<Output<'static>, { limits::MUXES.most as usize }>,
}

impl Lines {
    pub fn new(facts: &'static device::Bus) -> Self {
        let resets = facts.muxes.iter().map(|mux| Output::new(pins::any(mux.reset), Level::High)).collect();
        Self { facts, resets }
    }

    pub fn open(&mut self) -> Bus {
        let mut config = Config::default();
        // embassy ignores the block's spike filter, which lengthens each clock by a sixteenth.
        config.frequency = self.facts.hz / 16 * 17;
        let driver = open(self.facts.sda, config);
        // embassy sets the weakest drive strength and has no call for another.
        for pin in [self.facts.sda, self.facts.scl] {
            pac::PADS_BANK0.gpio(pin.into()).modify(|w| w.set_drive(drive(self.facts.drive_ma)));
        }
        Bus { driver, bit_us: 1_000_000u32.div_ceil(self.facts.hz), held: false }
    }

    /// Frees a held line. The clocks come first, while the muxes still pass them to the part that holds it; a part that
    /// was cut off in mid-byte releases the line within nine clocks. Then the muxes are reset, which closes all
    /// channels.
    pub async fn free(&mut self) {
        let mut sda = Flex::new(pins::any(self.facts.sda));
        let mut scl = Flex::new(pins::any(self.facts.scl));
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
        // A stop condition: data rises while the clock is high.
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

/// An open bus. Once a line is held, it has to be opened again.
pub struct Bus {
    driver: Driver,
    /// Duration of a bit, rounded up.
    bit_us: u32,
    held: bool,
}

impl Bus {
    /// True if a transfer did not end. No other transfer is started before the line is freed.
    pub fn is_held(&self) -> bool {
        self.held
    }
}

impl ErrorType for Bus {
    type Error = Error;
}

impl I2c for Bus {
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
        let transfer = pin!(self.driver.transaction(address, operations));
        let ended = match select(transfer, Timer::after(limit)).await {
            Either::First(ended) => ended,
            Either::Second(()) => Err(ErrorKind::Bus),
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
