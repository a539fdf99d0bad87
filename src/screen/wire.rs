//! The I2C side of the panels' controllers: what is a command and what is data, in few large transfers.

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
