//! The TCA9548A switches of a bus. Each lets some of its eight channels through; here one at a time, of all switches
//! together, since the screens behind them share an address. A [`Channel`] is a bus of its own: to open it and to send
//! through it is one thing.

use dixit_dials::board::Branch;
use embedded_hal_async::i2c::{Error, ErrorKind, ErrorType, I2c, Operation};

/// No channel of a switch is let through.
const NONE: u8 = 0;

/// The switches of one bus, and what they let through.
pub struct Switches {
    addresses: &'static [u8],
    open: Open,
    /// Those that did not answer when they were last spoken to, bit n for the nth.
    absent: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Unknown,
    Nothing,
    Channel(Branch),
}

impl From<Option<Branch>> for Open {
    fn from(branch: Option<Branch>) -> Self {
        branch.map_or(Self::Nothing, Self::Channel)
    }
}

impl Switches {
    pub const fn new(addresses: &'static [u8]) -> Self {
        Self { addresses, open: Open::Unknown, absent: 0 }
    }

    /// After a reset, or where a switch may have lost its power.
    pub fn forget(&mut self) {
        self.open = Open::Unknown;
    }

    pub fn count(&self) -> usize {
        self.addresses.len()
    }

    /// Switches that did not answer when they were last spoken to, bit n for the nth.
    pub fn absent(&self) -> u8 {
        self.absent
    }

    /// The bus as seen from behind a channel, or from before all switches.
    pub fn channel<'a, B: I2c>(&'a mut self, bus: &'a mut B, branch: Option<Branch>) -> Channel<'a, B> {
        Channel { switches: self, bus, branch }
    }

    async fn select<B: I2c>(&mut self, bus: &mut B, branch: Option<Branch>) -> Result<(), B::Error> {
        if self.addresses.is_empty() || self.open == branch.into() {
            return Ok(());
        }
        let before = core::mem::replace(&mut self.open, Open::Unknown);
        for (switch, &address) in (0..).zip(self.addresses) {
            let may_be_open = match before {
                Open::Unknown => true,
                Open::Nothing => false,
                Open::Channel(at) => at.mux == switch,
            };
            if may_be_open && branch.is_none_or(|at| at.mux != switch) {
                match self.tell(bus, switch, address, NONE).await {
                    // A switch that does not answer lets nothing through either.
                    Err(error) if !matches!(error.kind(), ErrorKind::NoAcknowledge(_)) => return Err(error),
                    _ => {}
                }
            }
        }
        if let Some(Branch { mux, channel }) = branch
            && let Some(&address) = self.addresses.get(usize::from(mux))
        {
            self.tell(bus, mux, address, 1 << channel).await?;
        }
        self.open = branch.into();
        Ok(())
    }

    /// Tells a switch what to let through, and notes whether it is there.
    async fn tell<B: I2c>(&mut self, bus: &mut B, switch: u8, address: u8, channels: u8) -> Result<(), B::Error> {
        let told = bus.write(address, &[channels]).await;
        match &told {
            Ok(()) => self.absent &= !(1 << switch),
            Err(error) if matches!(error.kind(), ErrorKind::NoAcknowledge(_)) => self.absent |= 1 << switch,
            // A held line says nothing about the switch.
            Err(_) => {}
        }
        told
    }
}

/// What is behind one channel.
pub struct Channel<'a, B> {
    switches: &'a mut Switches,
    bus: &'a mut B,
    branch: Option<Branch>,
}

impl<B: I2c> Channel<'_, B> {
    /// Opens the channel; whether a line is held so that it cannot be opened. Whoever holds it is then not behind this
    /// channel, but behind the one that is open.
    pub async fn is_blocked(&mut self) -> bool {
        let opened = self.switches.select(self.bus, self.branch).await;
        opened.is_err_and(|error| !matches!(error.kind(), ErrorKind::NoAcknowledge(_)))
    }
}

impl<B: I2c> ErrorType for Channel<'_, B> {
    type Error = B::Error;
}

impl<B: I2c> I2c for Channel<'_, B> {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), B::Error> {
        self.switches.select(self.bus, self.branch).await?;
        self.bus.transaction(address, operations).await
    }
}
