//! The random numbers that dials start at: a ChaCha generator, seeded from the chip's noise and stirred with the times
//! at which knobs move. Counting clicks reveals nothing about a number without knowing its start.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::hooks;

/// Seed of a generator.
pub type Seed = [u8; 32];

pub struct Random {
    generator: ChaCha12Rng,
    /// Times of the inputs since the last draw.
    moments: u64,
}

impl Random {
    pub fn new(seed: Seed) -> Self {
        Self { generator: ChaCha12Rng::from_seed(seed), moments: 0 }
    }

    /// Mixes in the time of an input. All later draws depend on it.
    pub fn stir(&mut self, at_us: u32) {
        // Multiplying by an odd number loses nothing and carries new bits upwards; the rotation carries them down
        // again.
        self.moments = (self.moments ^ u64::from(at_us)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    /// Reseeds from the input times and the generator's own output. That is one-way, so earlier draws stay unknown.
    fn take_in(&mut self) {
        let mut seed = Seed::default();
        self.generator.fill_bytes(&mut seed);
        xor(&mut seed, &core::mem::take(&mut self.moments).to_le_bytes());
        self.generator = ChaCha12Rng::from_seed(seed);
    }
}

impl RngCore for Random {
    fn next_u32(&mut self) -> u32 {
        if self.moments != 0 {
            self.take_in();
        }
        hooks::chosen_word().unwrap_or_else(|| self.generator.next_u32())
    }

    fn next_u64(&mut self) -> u64 {
        u64::from(self.next_u32()) << 32 | u64::from(self.next_u32())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for four in bytes.chunks_mut(4) {
            four.copy_from_slice(&self.next_u32().to_le_bytes()[..four.len()]);
        }
    }
}

/// Condenses weak noise into a seed with the entropy of all of it together.
pub struct Condenser(Seed);

impl Condenser {
    pub const fn new() -> Self {
        Self([0; 32])
    }

    /// Mixes in `noise`. Every bit of the seed depends on every bit of the noise so far: the result is the key for the
    /// next step.
    pub fn add(&mut self, noise: &Seed) {
        xor(&mut self.0, noise);
        ChaCha12Rng::from_seed(self.0).fill_bytes(&mut self.0);
    }

    pub fn seed(self) -> Seed {
        self.0
    }
}

fn xor(to: &mut Seed, bytes: &[u8]) {
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to ^= byte);
}
