//! rotary-encoder-hal's table decoder as a filter. A request is a byte count (u32, little endian) and that many samples
//! (bit 0 contact A, bit 1 contact B); the answer is one byte a sample: 1 clockwise, 255 counter-clockwise, 0 nothing.

use std::cell::Cell;
use std::convert::Infallible;
use std::io::{self, Read, Write};

use embedded_hal::digital::{ErrorType, InputPin};
use rotary_encoder_hal::{Direction, Rotary};

struct Pin<'a>(&'a Cell<bool>);

impl ErrorType for Pin<'_> {
    type Error = Infallible;
}

impl InputPin for Pin<'_> {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.0.get())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!self.0.get())
    }
}

fn main() -> io::Result<()> {
    let (a, b) = (Cell::new(true), Cell::new(true));
    let mut rotary = Rotary::new(Pin(&a), Pin(&b));
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut count = [0; 4];
    let mut samples = Vec::new();
    while input.read_exact(&mut count).is_ok() {
        samples.resize(u32::from_le_bytes(count) as usize, 0);
        input.read_exact(&mut samples)?;
        for sample in &mut samples {
            a.set(*sample & 1 != 0);
            b.set(*sample & 2 != 0);
            *sample = match rotary.update() {
                Ok(Direction::Clockwise) => 1,
                Ok(Direction::CounterClockwise) => 255,
                Ok(Direction::None) | Err(_) => 0,
            };
        }
        output.write_all(&samples)?;
        output.flush()?;
    }
    Ok(())
}
