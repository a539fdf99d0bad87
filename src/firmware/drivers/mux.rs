//! The TCA9548A muxes of a bus. At most one channel of all muxes is open at a time, since the screens behind them share
//! an address. A [`Channel`] acts as a bus of its own: opening it and sending through it is one call.

use boards::device::{Branch, Mux};
use embedded_hal_async::i2c::{Error, ErrorKind, ErrorType, I2c, Operation};

/// Tells a mux to close all its channels.
const NONE: u8 = 0;

/// The muxes of one bus and the channel that is open.
pub struct Muxes {
    muxes: &'static [Mux],
    open: Open,
    /// Muxes that did not acknowledge their last transfer, bit n for the nth.
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

impl Muxes {
    pub const fn new(muxes: &'static [Mux]) -> Self {
        Self { muxes, open: Open::Unknown, absent: 0 }
    }

    /// Forgets which channel is open. Call after a reset, or if a mux may have lost its power.
    pub fn forget(&mut self) {
        self.open = Open::Unknown;
    }

    /// Muxes that did not acknowledge their last transfer, bit n for the nth.
    pub fn absent(&self) -> u8 {
        self.absent
    }

    /// The bus as seen behind a channel, or in front of all muxes.
    pub fn channel<'a, B: I2c>(&'a mut self, bus: &'a mut B, branch: Option<Branch>) -> Channel<'a, B> {
        Channel { muxes: self, bus, branch }
    }

    async fn select<B: I2c>(&mut self, bus: &mut B, branch: Option<Branch>) -> Result<(), B::Error> {
        if self.muxes.is_empty() || self.open == branch.into() {
            return Ok(());
        }
        let before = core::mem::replace(&mut self.open, Open::Unknown);
        for (mux, &Mux { address, .. }) in (0..).zip(self.muxes) {
            let may_be_open = match before {
                Open::Unknown => true,
                Open::Nothing => false,
                Open::Channel(at) => at.mux == mux,
            };
            if may_be_open && branch.is_none_or(|at| at.mux != mux) {
                match self.write(bus, mux, address, NONE).await {
                    // A mux that does not respond passes nothing on either.
                    Err(error) if !matches!(error.kind(), ErrorKind::NoAcknowledge(_)) => return Err(error),
                    _ => {}
                }
            }
        }
        if let Some(Branch { mux, channel }) = branch
            && let Some(&Mux { address, .. }) = self.muxes.get(usize::from(mux))
        {
            self.write(bus, mux, address, 1 << channel).await?;
        }
        self.open = branch.into();
        Ok(())
    }

    /// Writes the channel mask of a mux and records whether it acknowledged.
    async fn write<B: I2c>(&mut self, bus: &mut B, mux: u8, address: u8, channels: u8) -> Result<(), B::Error> {
        let written = bus.write(address, &[channels]).await;
        match &written {
            Ok(()) => self.absent &= !(1 << mux),
            Err(error) if matches!(error.kind(), ErrorKind::NoAcknowledge(_)) => self.absent |= 1 << mux,
            // A held line says nothing about the mux.
            Err(_) => {}
        }
        written
    }
}

/// The bus segment behind one channel.
pub struct Channel<'a, B> {
    muxes: &'a mut Muxes,
    bus: &'a mut B,
    branch: Option<Branch>,
}

impl<B: I2c> Channel<'_, B> {
    /// Opens the channel. Returns true if a held line prevented that; the part that holds it is then behind the channel
    /// that was open before.
    pub async fn is_blocked(&mut self) -> bool {
        let opened = self.muxes.select(self.bus, self.branch).await;
        opened.is_err_and(|error| !matches!(error.kind(), ErrorKind::NoAcknowledge(_)))
    }
}

impl<B: I2c> ErrorType for Channel<'_, B> {
    type Error = B::Error;
}

impl<B: I2c> I2c for Channel<'_, B> {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), B::Error> {
        self.muxes.select(self.bus, self.branch).await?;
        self.bus.transaction(address, operations).await
    }
}
