//! The emulated device as a story sees it: a node process that is told what hands do and answers what the glass shows.

use super::stage::{Act, Stage};
use dixit_dials::evening::Millis;

pub struct Pico {}

impl Pico {
    pub fn act(&mut self, _act: Act, _ms: Millis) -> Result<Millis, String> {
        Ok(0)
    }

    pub fn cut(&mut self) -> Result<(), String> {
        Ok(())
    }

    pub fn compare(&mut self, _stage: &mut Stage) -> Result<(), String> {
        Ok(())
    }
}
