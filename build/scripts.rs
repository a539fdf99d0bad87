//! What the panels' controllers are told, as the driver crate would tell them: written down beforehand, so that it goes
//! out in few large transfers and the chip keeps bytes where it would otherwise keep the code that makes them.

use display_interface::{DataFormat, DisplayError, WriteOnlyDataCommand};
use ssd1306::{
    Ssd1306,
    command::{AddrMode, Command},
    mode::BasicMode,
    prelude::{Brightness, DisplayRotation},
    size::DisplaySize,
};

/// Commands, and where among them data belongs: the driver says so by sending some.
#[derive(Default)]
struct Script {
    bytes: Vec<u8>,
    data_at: usize,
}

impl WriteOnlyDataCommand for Script {
    fn send_commands(&mut self, commands: DataFormat<'_>) -> Result<(), DisplayError> {
        let DataFormat::U8(commands) = commands else {
            return Err(DisplayError::DataFormatNotImplemented);
        };
        self.bytes.extend_from_slice(commands);
        Ok(())
    }

    fn send_data(&mut self, _: DataFormat<'_>) -> Result<(), DisplayError> {
        self.data_at = self.bytes.len();
        Ok(())
    }
}

/// What the start-up needs to know of a panel. Where the driver would go on, still dark, all of the panel's memory is
/// written, so that nothing that was there before a reset is ever seen.
struct Glass<const ROWS: u8> {
    sh1106: bool,
}

impl<const ROWS: u8> DisplaySize for Glass<ROWS> {
    const WIDTH: u8 = 128;
    const HEIGHT: u8 = ROWS;
    type Buffer = [u8; 0];

    fn configure(&self, iface: &mut impl WriteOnlyDataCommand) -> Result<(), DisplayError> {
        // Which side is left holds for bytes that come after it, so it has to be known before the picture is sent.
        Command::SegmentRemap(true).send(iface)?;
        let alternative_pins = ROWS == 64;
        Command::ComPinConfig(alternative_pins, false).send(iface)?;
        if self.sh1106 {
            // Its own switch for the charge pump, which the other chip does not know.
            iface.send_commands(DataFormat::U8(&[0xad, 0x8b]))?;
        }
        iface.send_data(DataFormat::U8(&[]))
    }
}

fn chip<const ROWS: u8>(sh1106: bool) -> Ssd1306<Script, Glass<ROWS>, BasicMode> {
    Ssd1306::new(Script::default(), Glass { sh1106 }, DisplayRotation::Rotate0)
}

/// To go dark, then how the panel is built; then comes its memory; then to be lit.
fn start<const ROWS: u8>(sh1106: bool) -> Result<String, DisplayError> {
    let mut chip = chip::<ROWS>(sh1106);
    chip.init_with_addr_mode(AddrMode::Horizontal)?;
    let Script { bytes, data_at } = chip.release();
    let (before, after) = bytes.split_at(data_at);
    Ok(format!("Start {{ before_data: &{before:?}, after_data: &{after:?} }}"))
}

/// To be so bright, and last to be lit at all.
fn light(brightness: Brightness) -> Result<Vec<u8>, DisplayError> {
    let mut chip = chip::<64>(false);
    chip.set_brightness(brightness)?;
    chip.set_display_on(true)?;
    Ok(chip.release().bytes)
}

fn alone(command: Command) -> Result<Vec<u8>, DisplayError> {
    let mut script = Script::default();
    command.send(&mut script)?;
    Ok(script.bytes)
}

fn written() -> Result<String, DisplayError> {
    let lights = [
        light(Brightness::DIMMEST)?,
        light(Brightness::custom(1, 0x2f))?,
        light(Brightness::DIM)?,
        light(Brightness::NORMAL)?,
        light(Brightness::BRIGHT)?,
        light(Brightness::BRIGHTEST)?,
    ];
    let halves = [alone(Command::StartLine(0))?, alone(Command::StartLine(32))?];
    Ok(format!(
        "static TALL_SSD1306: Start = {};\nstatic FLAT_SSD1306: Start = {};\n\
         static TALL_SH1106: Start = {};\nstatic FLAT_SH1106: Start = {};\n\
         /// Dimmed, then the steps of the brightness setting from 1 on.\nstatic LIGHTS: [[u8; {}]; {}] = {lights:?};\n\
         static DARK: [u8; 1] = {:?};\n/// The upper or the lower half of the memory is shown.\n\
         static HALVES: [[u8; 1]; 2] = {halves:?};\n",
        start::<64>(false)?,
        start::<32>(false)?,
        start::<64>(true)?,
        start::<32>(true)?,
        lights[0].len(),
        lights.len(),
        alone(Command::DisplayOn(false))?,
    ))
}

/// The code of all scripts.
pub fn code() -> Result<String, String> {
    written().map_err(|error| format!("the driver of the panels failed: {error:?}"))
}
