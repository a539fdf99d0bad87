//! Where the numbers come from that a vote starts at: a ChaCha, seeded from the noise of the chip and stirred by the moments
//! at which hands move knobs. Nobody who counts clicks can tell a number without its start.

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::hooks;

/// What a generator starts from.
pub type Seed = [u8; 32];

pub struct Random {
    generator: ChaCha12Rng,
    /// The moments of what people did since the last draw.
    moments: u64,
}

impl Random {
    pub fn new(seed: Seed) -> Self {
        Self { generator: ChaCha12Rng::from_seed(seed), moments: 0 }
    }

    /// Mixes in the moment at which somebody moved a knob. All draws from now on depend on it.
    pub fn stir(&mut self, at_us: u32) {
        // An odd factor loses nothing and carries new bits upwards; the rotation carries them down again.
        self.moments = (self.moments ^ u64::from(at_us)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    /// Goes on from the moments and from what the generator would have given. That cannot be worked back, so what was
    /// drawn before stays as unknown as it was.
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

/// Noise of which each bit is worth little, pressed into a seed that is worth as much as all of it together.
pub struct Press(Seed);

impl Press {
    pub const fn new() -> Self {
        Self([0; 32])
    }

    /// Every bit of the seed depends on every bit of noise that has come: the one is the key of the next.
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
