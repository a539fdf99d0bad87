//! A small random number generator: the same seed repeats a test exactly.

use rand_core::RngCore;

/// First seed of a test that plays many: `DIXIT_SEED`, or 0. Set another seed to play games that no earlier run has
/// played.
pub fn first_seed() -> u64 {
    std::env::var("DIXIT_SEED").ok().map_or(0, |seed| seed.parse().expect("DIXIT_SEED is a number"))
}

#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// 31 random bits.
    pub fn roll(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as u32
    }

    pub fn below(&mut self, n: u32) -> u32 {
        self.roll() % n
    }

    /// A byte in which each bit is set with probability `of256` / 256.
    pub fn bits(&mut self, of256: u16) -> u8 {
        (0..8).fold(0, |bits, _| bits << 1 | u8::from((self.roll() & 255) < u32::from(of256)))
    }
}

impl RngCore for Dice {
    fn next_u32(&mut self) -> u32 {
        self.roll() << 16 ^ self.roll()
    }

    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.roll() as u8);
    }
}
