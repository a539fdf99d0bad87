//! The I2C interface of a panel for the driver crate: separates commands from data. The crate's own interface sends
//! sixteen bytes at a time; here a block of a picture is one transfer.

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use embedded_hal_async::i2c::{I2c, Operation};

use super::difference::Window;
use super::frame::PixelPage;

/// Maximum number of pages in a picture.
const ROWS: usize = 8;

const COMMANDS: u8 = 0x00;
const DATA: u8 = 0x40;

/// A panel on its bus, by its address.
pub struct Wire<'a, B> {
    pub bus: &'a mut B,
    pub address: u8,
}

impl<B: I2c> Wire<'_, B> {
    /// Sends the bytes of a block to the chip's current pointer.
    pub async fn block(&mut self, window: &Window, pages: &[PixelPage]) -> Result<(), DisplayError> {
        let mut parts = heapless::Vec::<_, { ROWS + 1 }>::new();
        let _ = parts.push(Operation::Write(&[DATA]));
        parts.extend(window.rows(pages).take(ROWS).map(Operation::Write));
        self.bus.transaction(self.address, &mut parts).await.map_err(|_| DisplayError::BusWriteError)
    }

    async fn send_after(&mut self, control: u8, bytes: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(bytes) = bytes else { return Err(DisplayError::DataFormatNotImplemented) };
        let mut parts = [Operation::Write(&[control]), Operation::Write(bytes)];
        self.bus.transaction(self.address, &mut parts).await.map_err(|_| DisplayError::BusWriteError)
    }
}

impl<B: I2c> AsyncWriteOnlyDataCommand for Wire<'_, B> {
    async fn send_commands(&mut self, commands: DataFormat<'_>) -> Result<(), DisplayError> {
        self.send_after(COMMANDS, commands).await
    }

    async fn send_data(&mut self, bytes: DataFormat<'_>) -> Result<(), DisplayError> {
        self.send_after(DATA, bytes).await
    }
}
