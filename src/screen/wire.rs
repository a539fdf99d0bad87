//! The I2C side of the panels' controllers: what is a command and what is data, in few large transfers.

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use embedded_hal_async::i2c::{I2c, Operation};

use super::difference::Window;
use super::frame::Page;
use super::panel::Lost;

/// Bytes of a picture in one transfer, so that a bus needs no large buffer and yet hardly notices.
const CHUNK: usize = 256;
/// Pages of a picture in one transfer, at the most.
const ROWS: usize = 8;

const COMMANDS: u8 = 0x00;
const DATA: u8 = 0x40;

/// A panel's place on its bus.
pub struct Wire<'a, B> {
    pub bus: &'a mut B,
    pub address: u8,
}

impl<B: I2c> Wire<'_, B> {
    pub async fn commands(&mut self, commands: &[u8]) -> Result<(), Lost> {
        let mut parts = [Operation::Write(&[COMMANDS]), Operation::Write(commands)];
        self.bus.transaction(self.address, &mut parts).await.map_err(|_| Lost)
    }

    /// The bytes of a block, to where the chip's pointer is.
    pub async fn block(&mut self, window: &Window, pages: &[Page]) -> Result<(), Lost> {
        let mut rows = window.rows(pages);
        let most = (CHUNK / window.columns()).clamp(1, ROWS);
        loop {
            let mut parts = heapless::Vec::<_, { ROWS + 1 }>::new();
            let _ = parts.push(Operation::Write(&[DATA]));
            parts.extend(rows.by_ref().take(most).map(Operation::Write));
            if parts.len() == 1 {
                return Ok(());
            }
            self.bus.transaction(self.address, &mut parts).await.map_err(|_| Lost)?;
        }
    }
}

/// The commands of the driver crate, written down: they go to the panel in one transfer instead of a dozen.
pub struct Script {
    bytes: heapless::Vec<u8, 48>,
    /// Where data belongs: the driver says so by sending some.
    data_at: usize,
}

impl Script {
    pub const fn new() -> Self {
        Self { bytes: heapless::Vec::new(), data_at: 0 }
    }

    pub fn before_data(&self) -> &[u8] {
        self.bytes.get(..self.data_at).unwrap_or(&[])
    }

    pub fn after_data(&self) -> &[u8] {
        self.bytes.get(self.data_at..).unwrap_or(&[])
    }
}

impl AsyncWriteOnlyDataCommand for Script {
    async fn send_commands(&mut self, commands: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(commands) = commands else {
            return Err(DisplayError::DataFormatNotImplemented);
        };
        self.bytes.extend_from_slice(commands).map_err(|_| DisplayError::OutOfBoundsError)
    }

    async fn send_data(&mut self, _: DataFormat<'_>) -> Result<(), DisplayError> {
        self.data_at = self.bytes.len();
        Ok(())
    }
}
