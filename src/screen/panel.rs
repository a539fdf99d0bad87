//! A panel on an I2C bus, driven by the `ssd1306` crate. This module adds what the crate lacks: sending only what
//! differs from the panel's picture, swapping its two halves, and starting without showing old content. A difference
//! counts as sent only when all of it was acknowledged. After an error or an aborted transfer the panel's state is
//! unknown and it is reinitialised: dark, every byte of its memory written, lit.

use display_interface::{AsyncWriteOnlyDataCommand, DataFormat, DisplayError};
use embedded_hal_async::i2c::I2c;
use ssd1306::Ssd1306Async;
use ssd1306::command::{AddrMode, CommandAsync};
use ssd1306::mode::BasicMode;
use ssd1306::prelude::{Brightness, DisplayRotation};
use ssd1306::size::DisplaySizeAsync;

use super::Update;
use super::difference::{Addressing, Window, Windows, difference};
use super::frame::{Frame, PixelPage, WIDTH};
use super::wire::Wire;
use crate::board::ComPins;
pub use crate::board::Controller;
use crate::screen::Light;

/// Pages of memory in every controller, visible or not.
const RAM_PAGES: usize = 8;
/// Cost of addressing a block, in bytes besides those of the picture: three transfers with the panel's address and
/// control byte, and the block's address.
const WINDOW: Addressing = Addressing { cost: 12, tall: true };
const RUN: Addressing = Addressing { cost: 9, tall: false };
/// The SH1106 has 132 columns, of which the panel shows the middle ones.
const SH1106_LEFT: u8 = 2;
/// The SH1106's command that switches its charge pump on. The ssd1306 crate lacks it.
const SH1106_PUMP_ON: [u8; 2] = [0xad, 0x8b];

const fn addressing(controller: Controller) -> Addressing {
    match controller {
        Controller::Ssd1306 | Controller::Ssd1309 => WINDOW,
        Controller::Sh1106 => RUN,
    }
}

/// Sets the chip's pointer to the start of a block, offset by `base`, the first page of the half in memory.
async fn aim(
    controller: Controller,
    wire: &mut impl AsyncWriteOnlyDataCommand,
    block: &Window,
    base: u8,
) -> Result<(), DisplayError> {
    let row = |page: u8| (8 * (base + page)).into();
    match controller {
        Controller::Ssd1306 | Controller::Ssd1309 => {
            CommandAsync::ColumnAddress(block.first_column, block.last_column).send(wire).await?;
            CommandAsync::PageAddress(row(block.first_page), row(block.last_page)).send(wire).await
        }
        Controller::Sh1106 => {
            CommandAsync::PageStart(row(block.first_page)).send(wire).await?;
            CommandAsync::ColStart(SH1106_LEFT + block.first_column).send(wire).await
        }
    }
}

/// The panel did not acknowledge; it is reinitialised at the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

impl From<DisplayError> for Lost {
    fn from(_: DisplayError) -> Self {
        Self
    }
}

/// A panel with `PAGES` pages: 8 for 128×64, 4 for 128×32.
pub struct Panel<const PAGES: usize> {
    controller: Controller,
    com_pins: ComPins,
    address: u8,
    /// True if the fields below match the panel.
    known: bool,
    light: Light,
    /// Which half of the memory a flat panel shows.
    half: Half,
    /// True if a picture was written and is not visible yet: in the hidden half of a flat panel, or under the cover of
    /// a tall one.
    prepared: bool,
    /// The last block written, and its half. A chip with windows has its pointer at the block's start again, so the
    /// block can be rewritten without an address: a turning knob rewrites the same block again and again.
    aimed: Option<(Window, Half)>,
    /// Content of the half of the memory that the next difference goes to. On a flat panel with a prepared picture,
    /// that is the hidden half.
    glass: [PixelPage; PAGES],
}

/// The upper or lower half of the memory of a flat panel; a tall one uses only the first variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    First,
    Second,
}

impl Half {
    const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    const fn first_page(self) -> u8 {
        match self {
            Self::First => 0,
            Self::Second => RAM_PAGES as u8 / 2,
        }
    }
}

impl<const PAGES: usize> Panel<PAGES> {
    /// A panel with the usual row wiring for its size.
    pub const fn new(controller: Controller, address: u8) -> Self {
        Self {
            controller,
            com_pins: if PAGES == RAM_PAGES { ComPins::Alternative } else { ComPins::Sequential },
            address,
            known: false,
            light: Light::Off,
            half: Half::First,
            prepared: false,
            aimed: None,
            glass: [[0; WIDTH]; PAGES],
        }
    }

    pub const fn with_com_pins(self, com_pins: ComPins) -> Self {
        Self { com_pins, ..self }
    }

    /// Sets the controller and the address that were detected. If they differ from those assumed, the panel's state is
    /// unknown from now on.
    pub fn replace(&mut self, controller: Controller, address: u8) {
        if (self.controller, self.address) != (controller, address) {
            (self.controller, self.address) = (controller, address);
            self.known = false;
        }
    }

    /// True if the panel responded last and shows what it was sent.
    pub const fn is_known(&self) -> bool {
        self.known
    }

    /// Marks the panel's state as unknown: its bus was reset, or it lost power.
    pub const fn forget(&mut self) {
        self.known = false;
    }

    /// Sends the picture `frame` at the brightness `light`. If aborted, the panel is reinitialised next time.
    pub async fn show<B: I2c>(&mut self, bus: &mut B, frame: &Frame<PAGES>, light: Light) -> Result<(), Lost> {
        self.update(bus, frame, light, Update::Changes(Window::all(PAGES))).await
    }

    /// Sends the part of the picture `frame` that `update` names, at the brightness `light`.
    pub async fn update<B: I2c>(
        &mut self,
        bus: &mut B,
        frame: &Frame<PAGES>,
        light: Light,
        update: Update,
    ) -> Result<(), Lost> {
        let (mut wire, frame) = (Wire { bus, address: self.address }, frame.pages());
        if !self.known {
            // A reinitialisation needs the whole picture.
            let all = update.within() == Window::all(PAGES);
            return if all { self.start(wire, frame, light).await } else { Err(Lost) };
        }
        self.known = false;
        let half = if self.prepared { self.half.other() } else { self.half };
        let blocks = match update {
            Update::Changes(within) => difference(&self.glass, frame, within, addressing(self.controller)),
            Update::Whole(block) => Windows::from_iter([block]),
        };
        for block in &blocks {
            self.write(&mut wire, block, half, frame).await?;
        }
        copy(&mut self.glass, frame, update.within());
        if self.prepared {
            self.turn_over(&mut wire).await?;
        }
        if self.light != light {
            self.set_light(wire, light).await?;
        }
        self.known = true;
        Ok(())
    }

    async fn start<B: I2c>(&mut self, wire: Wire<'_, B>, frame: &[PixelPage], light: Light) -> Result<(), Lost> {
        let size = self.start_with(frame);
        let mut chip = Ssd1306Async::new(wire, size, DisplayRotation::Rotate0);
        chip.init_with_addr_mode(AddrMode::Horizontal).await?;
        self.light = Light::Lit(NORMAL);
        if light != self.light {
            self.set_light(chip.release(), light).await?;
        }
        self.glass.copy_from_slice(frame);
        self.half = Half::First;
        self.prepared = false;
        self.aimed = None;
        self.known = true;
        Ok(())
    }

    const fn start_with<'a>(&self, frame: &'a [PixelPage]) -> Start<'a, PAGES> {
        Start { controller: self.controller, com_pins: self.com_pins, frame }
    }

    /// Writes a picture that is not visible yet; [`Panel::flip`] shows it. A flat panel shows only half of its memory
    /// and writes to the other half. A tall panel has no spare half: it is covered while it is written (all pixels lit
    /// at the lowest contrast), so that no tearing is visible. Switching it off would work too, but a panel takes 100
    /// ms to wake up.
    pub async fn prepare<B: I2c>(&mut self, bus: &mut B, frame: &Frame<PAGES>, light: Light) -> Result<(), Lost> {
        let mut wire = Wire { bus, address: self.address };
        if !self.known {
            return self.start(wire, frame.pages(), light).await;
        }
        self.known = false;
        if self.light != light {
            self.set_light(Wire { bus: &mut *wire.bus, address: self.address }, light).await?;
        }
        let mut half = self.half;
        if PAGES < RAM_PAGES {
            half = half.other();
        } else {
            CommandAsync::Contrast(0).send(&mut wire).await?;
            CommandAsync::AllOn(true).send(&mut wire).await?;
        }
        self.write(&mut wire, &Window::all(PAGES), half, frame.pages()).await?;
        self.glass.copy_from_slice(frame.pages());
        self.prepared = true;
        self.known = true;
        Ok(())
    }

    /// Whether something is prepared.
    pub const fn is_prepared(&self) -> bool {
        self.known && self.prepared
    }

    /// Shows the prepared picture: a few short commands, so that many panels seem to change at once.
    pub async fn flip<B: I2c>(&mut self, bus: &mut B) -> Result<(), Lost> {
        if !self.is_prepared() {
            return Err(Lost);
        }
        self.known = false;
        self.turn_over(&mut Wire { bus, address: self.address }).await?;
        self.known = true;
        Ok(())
    }

    /// Sends one block of a picture to a half of the memory.
    async fn write<B: I2c>(
        &mut self,
        wire: &mut Wire<'_, B>,
        block: &Window,
        half: Half,
        frame: &[PixelPage],
    ) -> Result<(), DisplayError> {
        if addressing(self.controller).tall {
            if self.aimed != Some((*block, half)) {
                aim(self.controller, wire, block, half.first_page()).await?;
                self.aimed = Some((*block, half));
            }
            return wire.block(block, frame).await;
        }
        for page in block.first_page..=block.last_page {
            let run = Window { first_page: page, last_page: page, ..*block };
            aim(self.controller, wire, &run, half.first_page()).await?;
            wire.block(&run, frame).await?;
        }
        Ok(())
    }

    /// Shows what was prepared.
    async fn turn_over<B: I2c>(&mut self, wire: &mut Wire<'_, B>) -> Result<(), Lost> {
        if PAGES < RAM_PAGES {
            let other = self.half.other();
            CommandAsync::StartLine(8 * other.first_page()).send(wire).await?;
            self.half = other;
        } else {
            CommandAsync::AllOn(false).send(wire).await?;
            CommandAsync::Contrast(brightness(self.light).contrast).send(wire).await?;
        }
        self.prepared = false;
        Ok(())
    }

    async fn set_light<B: I2c>(&mut self, wire: Wire<'_, B>, light: Light) -> Result<(), Lost> {
        let mut chip: Ssd1306Async<_, _, BasicMode> =
            Ssd1306Async::new(wire, self.start_with(&[]), DisplayRotation::Rotate0);
        if light == Light::Off {
            chip.set_display_on(false).await?;
        } else {
            let Step { precharge, contrast } = brightness(light);
            chip.set_brightness(Brightness::custom(precharge, contrast)).await?;
            if self.light == Light::Off {
                chip.set_display_on(true).await?;
            }
        }
        self.light = light;
        Ok(())
    }
}

/// Copies `part` of the picture `from`.
fn copy(to: &mut [PixelPage], from: &[PixelPage], part: Window) {
    let columns = usize::from(part.first_column)..=usize::from(part.last_column);
    for (to, from) in to.iter_mut().zip(from).skip(part.first_page.into()).take(part.pages()) {
        to[columns.clone()].copy_from_slice(&from[columns.clone()]);
    }
}

/// Brightness registers of a panel.
#[derive(Clone, Copy)]
struct Step {
    precharge: u8,
    contrast: u8,
}

/// Dimmed, then the steps of the brightness setting from 1 on.
const STEPS: [Step; 6] = [
    Step { precharge: 1, contrast: 0x00 },
    Step { precharge: 1, contrast: 0x2f },
    Step { precharge: 2, contrast: 0x2f },
    Step { precharge: 2, contrast: 0x5f },
    Step { precharge: 2, contrast: 0x9f },
    Step { precharge: 2, contrast: 0xff },
];

fn brightness(light: Light) -> Step {
    match light {
        Light::Off | Light::Dim => STEPS[0],
        Light::Lit(step) => STEPS[usize::from(step).clamp(1, STEPS.len() - 1)],
    }
}

/// Brightness step that a panel starts with.
const NORMAL: u8 = 3;

/// The panel's configuration and its first picture. The crate asks for the configuration while the panel is still dark:
/// that is the moment to write all of its memory, so that old content is never visible.
struct Start<'a, const PAGES: usize> {
    controller: Controller,
    com_pins: ComPins,
    frame: &'a [PixelPage],
}

impl<const PAGES: usize> DisplaySizeAsync for Start<'_, PAGES> {
    const WIDTH: u8 = WIDTH as u8;
    const HEIGHT: u8 = 8 * PAGES as u8;
    type Buffer = [u8; 0];

    async fn configure(&self, wire: &mut impl AsyncWriteOnlyDataCommand) -> Result<(), DisplayError> {
        // The column direction applies to bytes sent after it, so it must be set before the picture.
        CommandAsync::SegmentRemap(true).send(wire).await?;
        CommandAsync::ComPinConfig(self.com_pins == ComPins::Alternative, false).send(wire).await?;
        if self.controller == Controller::Sh1106 {
            wire.send_commands(DataFormat::U8(&SH1106_PUMP_ON)).await?;
        }
        let hidden = [[0; WIDTH]];
        let pages = self.frame.iter().chain(hidden.iter().cycle()).take(RAM_PAGES);
        for (page, bytes) in (0..).zip(pages) {
            aim(self.controller, wire, &Window { first_page: 0, last_page: 0, ..Window::all(1) }, page).await?;
            wire.send_data(DataFormat::U8(bytes)).await?;
        }
        Ok(())
    }
}
