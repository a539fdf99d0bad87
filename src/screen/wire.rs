//! The I2C side of the panels' controllers: what is a command and what is data, in few large transfers.

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use embedded_hal_async::i2c::I2c;

/// Bytes in one transfer, so that a buffer stays small while the bus hardly notices.
const CHUNK: usize = 256;

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
        let mut bytes = [DATA; CHUNK + 1];
        let mut filled = 1;
        let mut one;
        let mut many;
        let data: &mut dyn Iterator<Item = u8> = match data {
            DataFormat::U8(slice) => {
                one = slice.iter().copied();
                &mut one
            }
            DataFormat::U8Iter(iterator) => {
                many = iterator;
                &mut many
            }
            _ => return Err(DisplayError::DataFormatNotImplemented),
        };
        for byte in data {
            bytes[filled] = byte;
            filled += 1;
            if filled == bytes.len() {
                self.write(&bytes).await?;
                filled = 1;
            }
        }
        if filled > 1 {
            self.write(&bytes[..filled]).await?;
        }
        Ok(())
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
