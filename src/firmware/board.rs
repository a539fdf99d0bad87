//! The board that the device is built into, read from its block in flash.

use boards::block::{self, BlockError};
use boards::device::Device;
use static_cell::StaticCell;

/// Reads the block. Call it once.
pub fn read() -> Result<&'static Device, BlockError> {
    static DEVICE: StaticCell<Device> = StaticCell::new();
    block::decode(sector()).map(|device| &*DEVICE.init(device))
}

/// The sector that the memory file reserves for the block.
fn sector() -> &'static [u8] {
    unsafe extern "C" {
        static _board: [u8; block::SECTOR];
    }
    // SAFETY: the sector is mapped flash that nothing writes while the firmware runs.
    unsafe { &_board }
}
