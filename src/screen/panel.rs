//! A panel on an I2C bus. It is told the picture that it should show and sends what differs from the one it has; a
//! difference counts as sent only when all of it was acknowledged. After an error, or when a transfer was given up
//! half-way, nothing is believed of the panel any more and it starts anew: dark, every byte of its memory written, lit.

use embedded_hal_async::i2c::I2c;

use super::Update;
use super::difference::{Addressing, Window, Windows, difference};
use super::frame::{Frame, Page, WIDTH};
use super::wire::Wire;
use crate::scene::Light;

include!(concat!(env!("OUT_DIR"), "/scripts.rs"));

/// What a panel is told at its start, before and after its memory is written.
struct Start {
    before_data: &'static [u8],
    after_data: &'static [u8],
}

/// Pages of memory that every controller has, shown or not.
const RAM_PAGES: usize = 8;
/// Bytes around the picture's own: two transfers with the panel's address and what they are, and the block's address.
const WINDOW: Addressing = Addressing { cost: 10, tall: true };
/// The same for a block that needs no new address.
const UNADDRESSED: usize = 2;
const RUN: Addressing = Addressing { cost: 7, tall: false };
/// The SH1106 has 132 columns, of which the glass shows the middle ones.
const SH1106_LEFT: u8 = 2;
/// Rows of a flat panel: its memory holds two pictures.
const HALF_ROWS: u8 = 32;

/// The controller chip on the glass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    Ssd1306,
    Sh1106,
}

impl Driver {
    const fn addressing(self) -> Addressing {
        match self {
            Self::Ssd1306 => WINDOW,
            Self::Sh1106 => RUN,
        }
    }
}

/// The panel did not answer; it will be started anew at the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lost;

/// A panel of so many pages: 8 for 128×64, 4 for 128×32.
pub struct Panel<const PAGES: usize>(Any<[Page; PAGES]>);

/// A panel of any size, `[Page]`: the code that drives it exists once.
struct Any<Pages: ?Sized> {
    driver: Driver,
    address: u8,
    /// Whether what follows is true of the panel.
    known: bool,
    light: Light,
    /// Which half of the memory a flat panel shows.
    half: Half,
    /// The hidden half was written and not shown yet.
    prepared: bool,
    /// The block that was written last, and in which half: the chip's pointer is at its start again, so that it can be
    /// written once more without an address. A knob that turns rewrites the same few bytes again and again.
    aimed: Option<(Window, Half)>,
    /// What is in the half of the memory that the next difference goes to: on a flat panel, while prepared, the hidden one.
    glass: Pages,
}

/// The upper or lower half of the memory of a flat panel; a tall one is all in the first.
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
            Self::Second => HALF_ROWS / 8,
        }
    }
}

impl<const PAGES: usize> Panel<PAGES> {
    pub const fn new(driver: Driver, address: u8) -> Self {
        Self(Any {
            driver,
            address,
            known: false,
            light: Light::Off,
            half: Half::First,
            prepared: false,
            aimed: None,
            glass: [[0; WIDTH]; PAGES],
        })
    }

    /// Whether the panel answered last and shows what it was told.
    pub const fn is_known(&self) -> bool {
        self.0.known
    }

    /// Believes nothing of the panel any more: its bus was reset, or its power was gone.
    pub const fn forget(&mut self) {
        self.0.known = false;
    }

    const fn any(&mut self) -> &mut Any<[Page]> {
        &mut self.0
    }

    /// Brings this picture to the glass, in this light. Given up half-way, it starts anew next time.
    pub fn show<B: I2c>(
        &mut self,
        bus: &mut B,
        frame: &Frame<PAGES>,
        light: Light,
    ) -> impl Future<Output = Result<(), Lost>> {
        self.update(bus, frame, light, Update::Changes(Window::all(PAGES)))
    }

    /// The same, where it is known what of it can have changed.
    pub fn update<B: I2c>(
        &mut self,
        bus: &mut B,
        frame: &Frame<PAGES>,
        light: Light,
        update: Update,
    ) -> impl Future<Output = Result<(), Lost>> {
        self.any().update(bus, frame.pages(), light, update)
    }
}

impl Panel<4> {
    /// Writes a picture to the half of the memory that is not shown; [`Panel::flip`] shows it. The transfer is as long
    /// whatever the picture is.
    pub fn prepare<B: I2c>(&mut self, bus: &mut B, frame: &Frame<4>) -> impl Future<Output = Result<(), Lost>> {
        self.any().prepare(bus, frame.pages())
    }

    /// Shows what was prepared: one short command, so that many panels seem to change at once.
    pub fn flip<B: I2c>(&mut self, bus: &mut B) -> impl Future<Output = Result<(), Lost>> {
        self.any().flip(bus)
    }
}

impl Any<[Page]> {
    async fn update<B: I2c>(&mut self, bus: &mut B, frame: &[Page], light: Light, update: Update) -> Result<(), Lost> {
        if !self.known {
            // A start needs all of the picture.
            return if update.within() == Window::all(frame.len()) {
                self.start(bus, frame, light).await
            } else {
                Err(Lost)
            };
        }
        self.known = false;
        let mut wire = Wire { bus, address: self.address };
        let half = self.target();
        self.send(&mut wire, frame, half, update).await?;
        copy(&mut self.glass, frame, update.within());
        if self.prepared {
            self.turn_over(&mut wire).await?;
        }
        if self.light != light {
            set_light(&mut wire, self.light, light).await?;
            self.light = light;
        }
        self.known = true;
        Ok(())
    }

    /// The half that the next difference goes to.
    const fn target(&self) -> Half {
        if self.prepared { self.half.other() } else { self.half }
    }

    async fn start<B: I2c>(&mut self, bus: &mut B, frame: &[Page], light: Light) -> Result<(), Lost> {
        self.known = false;
        let script = match (self.driver, frame.len()) {
            (Driver::Ssd1306, RAM_PAGES) => &TALL_SSD1306,
            (Driver::Ssd1306, _) => &FLAT_SSD1306,
            (Driver::Sh1106, RAM_PAGES) => &TALL_SH1106,
            (Driver::Sh1106, _) => &FLAT_SH1106,
        };
        let mut wire = Wire { bus, address: self.address };
        wire.commands(script.before_data).await?;
        write_window(&mut wire, self.driver, None, &Window::all(frame.len()), 0, frame).await?;
        for page in frame.len()..RAM_PAGES {
            let hidden = Window { first_page: 0, last_page: 0, ..Window::all(1) };
            write_window(&mut wire, self.driver, None, &hidden, page as u8, &[[0; WIDTH]]).await?;
        }
        wire.commands(script.after_data).await?;
        if light != Light::Lit(NORMAL) {
            set_light(&mut wire, Light::Lit(NORMAL), light).await?;
        }
        self.glass.copy_from_slice(frame);
        self.light = light;
        self.half = Half::First;
        self.prepared = false;
        self.aimed = None;
        self.known = true;
        Ok(())
    }

    async fn send<B: I2c>(
        &mut self,
        wire: &mut Wire<'_, B>,
        frame: &[Page],
        half: Half,
        update: Update,
    ) -> Result<(), Lost> {
        let addressing = self.driver.addressing();
        let windows = match update {
            Update::Changes(within) => difference(&self.glass, frame, within, addressing),
            Update::Whole(block) => Windows::from_iter([block]),
        };
        let trusted = self.aimed.filter(|&(_, at)| at == half && self.driver == Driver::Ssd1306);
        let mut aimed = trusted.map(|(window, _)| window);
        if let Some(aimed) = aimed {
            let cost: usize = windows.iter().map(|window| window.bytes() + addressing.cost).sum();
            // Outside of what the update names the frame means nothing.
            let held = update.within().holds(&aimed) && windows.iter().all(|window| aimed.holds(window));
            if held && !windows.is_empty() && aimed.bytes() + UNADDRESSED <= cost {
                return wire.block(&aimed, frame).await;
            }
        }
        for &window in &windows {
            write_window(wire, self.driver, aimed, &window, half.first_page(), frame).await?;
            aimed = Some(window);
            self.aimed = Some((window, half));
        }
        Ok(())
    }

    async fn turn_over<B: I2c>(&mut self, wire: &mut Wire<'_, B>) -> Result<(), Lost> {
        let other = self.half.other();
        wire.commands(&HALVES[other as usize]).await?;
        self.half = other;
        self.prepared = false;
        Ok(())
    }

    async fn prepare<B: I2c>(&mut self, bus: &mut B, frame: &[Page]) -> Result<(), Lost> {
        if !self.known {
            self.start(bus, Frame::<4>::new().pages(), self.light).await?;
        }
        self.known = false;
        let hidden = self.half.other();
        let mut wire = Wire { bus, address: self.address };
        write_window(&mut wire, self.driver, None, &Window::all(frame.len()), hidden.first_page(), frame).await?;
        self.glass.copy_from_slice(frame);
        self.aimed = None;
        self.prepared = true;
        self.known = true;
        Ok(())
    }

    async fn flip<B: I2c>(&mut self, bus: &mut B) -> Result<(), Lost> {
        if !self.known || !self.prepared {
            return Err(Lost);
        }
        self.known = false;
        let mut wire = Wire { bus, address: self.address };
        self.turn_over(&mut wire).await?;
        self.known = true;
        Ok(())
    }
}

/// Takes over a part of another picture.
fn copy(to: &mut [Page], from: &[Page], part: Window) {
    let columns = usize::from(part.first_column)..=usize::from(part.last_column);
    for (to, from) in to.iter_mut().zip(from).skip(part.first_page.into()).take(part.pages()) {
        to[columns.clone()].copy_from_slice(&from[columns.clone()]);
    }
}

/// The step of the brightness setting that a panel starts with.
const NORMAL: u8 = 3;

async fn set_light<B: I2c>(wire: &mut Wire<'_, B>, from: Light, to: Light) -> Result<(), Lost> {
    let script = match to {
        Light::Off => return wire.commands(&DARK).await,
        Light::Dim => &LIGHTS[0],
        Light::Lit(step) => &LIGHTS[usize::from(step).clamp(1, LIGHTS.len() - 1)],
    };
    // The last byte switches it on.
    let said = if from == Light::Off { &script[..] } else { &script[..script.len() - 1] };
    wire.commands(said).await
}

/// Sends one block of a picture to the memory that begins at `base`. Of its address what was so for the block before
/// need not be said again.
async fn write_window<B: I2c>(
    wire: &mut Wire<'_, B>,
    driver: Driver,
    aimed: Option<Window>,
    window: &Window,
    base: u8,
    pages: &[Page],
) -> Result<(), Lost> {
    match driver {
        Driver::Ssd1306 => {
            let (first, last) = (base + window.first_page, base + window.last_page);
            let address = [0x21, window.first_column, window.last_column, 0x22, first, last];
            let same_pages =
                aimed.is_some_and(|aimed| (aimed.first_page, aimed.last_page) == (window.first_page, window.last_page));
            let said = if same_pages { 3 } else { address.len() };
            wire.commands(&address[..said]).await?;
            wire.block(window, pages).await?;
        }
        Driver::Sh1106 => {
            for page in window.first_page..=window.last_page {
                let column = SH1106_LEFT + window.first_column;
                let address = [0xb0 | (base + page), column & 0x0f, 0x10 | column >> 4];
                wire.commands(&address).await?;
                wire.block(&Window { first_page: page, last_page: page, ..*window }, pages).await?;
            }
        }
    }
    Ok(())
}
