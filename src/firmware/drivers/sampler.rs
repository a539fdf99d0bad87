//! Samples the contacts in hardware. A PIO state machine reads all pins, or shifts in the register chain, at a fixed
//! rate; DMA writes every sample into a ring buffer in RAM. Neither stops while the flash is busy or the core sleeps,
//! so no edge is lost as long as the ring is read before it wraps.

use core::ptr::{addr_of, addr_of_mut};
use core::sync::atomic::AtomicU32;

use boards::device::{Chain, Contacts};
use dixit_dials::dial::{CHAIN_SAMPLE_US, PIN_SAMPLE_US};
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::gpio::{Level, Pull};
use embassy_rp::pac::dma::vals::{DataSize, TreqSel};
use embassy_rp::peripherals::{DMA_CH0, DMA_CH1, PIO0};
use embassy_rp::pio::program::pio_asm;
use embassy_rp::pio::{self, Common, Direction, FifoJoin, Pio, ShiftConfig, ShiftDirection, StateMachine};
use embassy_rp::{Peri, bind_interrupts, dma};
use embassy_time::Instant;
use fixed::types::U24F8;

use super::pins;

bind_interrupts!(struct Irqs {
    PIO0_IRQ_0 => pio::InterruptHandler<PIO0>;
    DMA_IRQ_0 => dma::InterruptHandler<DMA_CH0>, dma::InterruptHandler<DMA_CH1>;
});

/// Words in the ring. A sample is one word from pins and two from a chain: the ring lasts for 1,024 or 819 ms. A sector
/// erase takes at most 400 ms.
const WORDS: usize = 8192;
const RING_SIZE: u8 = (WORDS * size_of::<u32>()).trailing_zeros() as u8;
/// An unread sample this close to being overwritten counts as lost.
const MARGIN: u32 = 8;

/// Written by DMA alone. DMA wraps only at a multiple of the ring's size, so the memory layout aligns it.
#[unsafe(link_section = ".ring")]
static mut RING: [u32; WORDS] = [0; WORDS];

/// Number of transfers until the DMA channel is rearmed: as many as both chips can count, for at least seven hours.
const TRANSFERS: u32 = 0x0fff_ffff;
/// The count that DMA reads to rearm. Atomic only so that it lies in RAM: the flash may be busy at that moment.
static REARMED_WITH: AtomicU32 = AtomicU32::new(TRANSFERS);

/// State machine cycles per second for a chain: 320 for each sample.
const CHAIN_HZ: u32 = 1_600_000;

/// All contacts at one instant. From pins, bit n is GPIO n; from a chain, the first bit to arrive is the highest.
pub type Sample = u64;

/// The reader of the ring.
pub struct Sampler {
    dma: dma::Channel<'static>,
    words_per_sample: usize,
    sample_us: u32,
    /// Index of the next unread sample in the ring.
    next: usize,
    /// Time of the last sample read, in microseconds, wrapping.
    at_us: u32,
}

impl Sampler {
    pub fn new(
        pio: Peri<'static, PIO0>,
        ring: Peri<'static, DMA_CH0>,
        rearm: Peri<'static, DMA_CH1>,
        contacts: &Contacts,
    ) -> Self {
        let Pio { mut common, mut sm0, .. } = Pio::new(pio, Irqs);
        let mut config = pio::Config::default();
        let (words_per_sample, sample_us, hz) = match contacts {
            Contacts::Pins(_) => {
                // PIO reads every pad, whatever its function.
                config.use_program(&common.load_program(&pio_asm!("in pins, 32").program), &[]);
                (1, PIN_SAMPLE_US, 1_000_000 / PIN_SAMPLE_US)
            }
            Contacts::Chain(chain) => {
                shift_in(&mut common, &mut sm0, &mut config, chain);
                (2, CHAIN_SAMPLE_US, CHAIN_HZ)
            }
        };
        config.shift_in = ShiftConfig { threshold: 32, direction: ShiftDirection::Left, auto_fill: true };
        config.fifo_join = FifoJoin::RxOnly;
        config.clock_divider = U24F8::from_bits((u64::from(clk_sys_freq()) * 256 / u64::from(hz)) as u32);
        sm0.set_config(&config);
        let dma = dma::Channel::new(ring, Irqs);
        arm(&dma, &dma::Channel::new(rearm, Irqs), sm0.rx_fifo_ptr() as u32, sm0.rx_treq());
        sm0.set_enable(true);
        let at_us = Instant::now().as_micros() as u32;
        // Dropping them would stop the machine and release its pins.
        core::mem::forget((common, sm0));
        Self { dma, words_per_sample, sample_us, next: 0, at_us }
    }

    /// Samples in the ring, a power of two.
    const fn samples(&self) -> usize {
        if self.words_per_sample == 1 { WORDS } else { WORDS / 2 }
    }

    const fn after(&self, at: usize) -> usize {
        (at + 1) & (self.samples() - 1)
    }

    /// Index that DMA writes next.
    fn end(&self) -> usize {
        let word = self.dma.write_addr() as usize / size_of::<u32>() % WORDS;
        if self.words_per_sample == 1 { word } else { word / 2 }
    }

    fn sample(&self, at: usize) -> Sample {
        // SAFETY: `at` is below `samples()`; only DMA writes, and not here while less than the whole ring is unread.
        let word = |at: usize| Sample::from(unsafe { addr_of!(RING).cast::<u32>().add(at).read_volatile() });
        match self.words_per_sample {
            1 => word(at),
            _ => word(2 * at) << 32 | word(2 * at + 1),
        }
    }

    /// The next unread sample and when it was taken.
    pub fn next(&mut self) -> Option<(Sample, u32)> {
        if self.next == self.end() {
            return None;
        }
        let sample = self.sample(self.next);
        self.next = self.after(self.next);
        self.at_us = self.at_us.wrapping_add(self.sample_us);
        Some((sample, self.at_us))
    }

    /// The last complete sample, read or not.
    pub fn newest(&self) -> Sample {
        self.sample(self.end().wrapping_sub(1) & (self.samples() - 1))
    }

    /// Skips samples that equal `same` under the mask.
    pub fn skip(&mut self, mask: Sample, same: Sample) {
        let end = self.end();
        let mut skipped = 0;
        while self.next != end && self.sample(self.next) & mask == same {
            self.next = self.after(self.next);
            skipped += 1;
        }
        self.at_us = self.at_us.wrapping_add(skipped * self.sample_us);
    }

    /// True if the ring wrapped before it was read. In that case everything in it is dropped, and reading continues at
    /// the newest sample.
    pub fn overran(&mut self) -> bool {
        let now_us = Instant::now().as_micros() as u32;
        let overran = now_us.wrapping_sub(self.at_us) > (self.samples() as u32 - MARGIN) * self.sample_us;
        if overran {
            self.next = self.end();
            self.at_us = now_us;
        }
        overran
    }
}

/// Starts the DMA channel that fills the ring. It is set up by registers, because embassy has no ring transfers. When
/// the count of the channel ends, it triggers a second channel, which writes the count again and so restarts the first:
/// sampling never ends.
fn arm(ring: &dma::Channel<'static>, rearm: &dma::Channel<'static>, fifo: u32, treq: TreqSel) {
    let (ring, rearm) = (ring.regs(), rearm.regs());
    rearm.read_addr().write_value(REARMED_WITH.as_ptr() as u32);
    rearm.write_addr().write_value(ring.al1_trans_count_trig().as_ptr() as u32);
    rearm.al2_trans_count().write_value(1);
    // A channel that is chained to itself is not chained, and a write to this register alias does not start it.
    let mut control = embassy_rp::pac::dma::regs::CtrlTrig::default();
    control.set_treq_sel(TreqSel::PERMANENT);
    control.set_data_size(DataSize::SIZE_WORD);
    control.set_chain_to(REARM);
    control.set_irq_quiet(true);
    control.set_en(true);
    rearm.al1_ctrl().write_value(control.0);

    ring.read_addr().write_value(fifo);
    ring.write_addr().write_value(addr_of_mut!(RING) as u32);
    ring.al2_trans_count().write_value(TRANSFERS);
    ring.ctrl_trig().write(|w| {
        w.set_treq_sel(treq);
        w.set_data_size(DataSize::SIZE_WORD);
        w.set_incr_write(true);
        w.set_ring_sel(true);
        w.set_ring_size(RING_SIZE);
        w.set_chain_to(REARM);
        w.set_irq_quiet(true);
        w.set_en(true);
    });
}

/// Number of the DMA channel that rearms the first.
const REARM: u8 = 1;

/// Reads the chain in 320 cycles of 0.625 µs: the load pulse, 64 bits, each sampled while the clock is low and shifted
/// on its rising edge, then a pause. Bits beyond the last register are meaningless. The load pulse is one cycle long,
/// which is more than the 200 ns that a 74HC165 needs at 3.3 V on long wires.
fn shift_in(
    common: &mut Common<'static, PIO0>,
    sm: &mut StateMachine<'static, PIO0, 0>,
    config: &mut pio::Config<'static, PIO0>,
    chain: &Chain,
) {
    let program = pio_asm!(
        ".side_set 1",
        ".wrap_target",
        "    set pins, 0    side 1",
        "    set pins, 1    side 1",
        "    set x, 31      side 1",
        "bits:",
        "    in pins, 1     side 0",
        "    nop            side 1",
        "    in pins, 1     side 0",
        "    jmp x-- bits   side 1",
        "    set y, 22      side 1 [4]",
        "pause:",
        "    jmp y-- pause  side 1 [7]",
        ".wrap",
    );
    let mut data = pins::pio(common, chain.data);
    // A loose data line reads as ones, not as noise.
    data.set_pull(Pull::Up);
    let (clock, load) = (pins::pio(common, chain.clock), pins::pio(common, chain.load));
    config.use_program(&common.load_program(&program.program), &[&clock]);
    config.set_set_pins(&[&load]);
    config.set_in_pins(&[&data]);
    sm.set_pins(Level::High, &[&clock, &load]);
    sm.set_pin_dirs(Direction::Out, &[&clock, &load]);
    sm.set_pin_dirs(Direction::In, &[&data]);
}
