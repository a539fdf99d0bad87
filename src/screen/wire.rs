//! The I2C side of the panels' controllers: what is a command and what is data, in few large transfers.

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use embedded_hal_async::i2c::{I2c, Operation};

/// Bytes of a picture in one transfer, so that a buffer stays small while the bus hardly notices.
pub const CHUNK: usize = 256;

/// Commands and data as the controllers expect them on I2C, in few large transfers.
pub struct Wire<'a, B> {
    pub bus: &'a mut B,
    pub address: u8,
}

const COMMANDS: u8 = 0x00;
const DATA: u8 = 0x40;

impl<B: I2c> Wire<'_, B> {
    async fn write(&mut self, bytes: &[u8]) -> Result<(), DisplayError> {
        self.bus.write(self.address, bytes).await.map_err(|_| DisplayError::BusWriteError)
    }
}

impl<B: I2c> AsyncWriteOnlyDataCommand for Wire<'_, B> {
    async fn send_commands(&mut self, commands: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(commands) = commands else {
            return Err(DisplayError::DataFormatNotImplemented);
        };
        let mut bytes = [COMMANDS; 8];
        let end = commands.len() + 1;
        bytes.get_mut(1..end).ok_or(DisplayError::OutOfBoundsError)?.copy_from_slice(commands);
        self.write(&bytes[..end]).await
    }

    async fn send_data(&mut self, data: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(data) = data else {
            return Err(DisplayError::DataFormatNotImplemented);
        };
        let mut parts = [Operation::Write(&[DATA]), Operation::Write(data)];
        self.bus.transaction(self.address, &mut parts).await.map_err(|_| DisplayError::BusWriteError)
    }
}

/// The wire, lent for a while.
pub struct Lent<'a, D> {
    pub wire: &'a mut D,
}

impl<D: AsyncWriteOnlyDataCommand> AsyncWriteOnlyDataCommand for Lent<'_, D> {
    async fn send_commands(&mut self, commands: DataFormat<'_>) -> Result<(), DisplayError> {
        self.wire.send_commands(commands).await
    }

    async fn send_data(&mut self, data: DataFormat<'_>) -> Result<(), DisplayError> {
        self.wire.send_data(data).await
    }
}
