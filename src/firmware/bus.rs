//! One I2C bus and the switches on it. Bytes are handed to the block by its interrupt, so that a task wakes once a
//! transfer and not once every dozen bytes. Every transfer has a time limit; after a line was held, `recover` frees
//! the bus and starts the block anew.

use core::cell::RefCell;
use core::future::poll_fn;
use core::task::Poll;

use critical_section::Mutex;
use dixit_dials::board::{Branch, Bus as Facts};
use embassy_rp::clocks::clk_peri_freq;
use embassy_rp::gpio::{AnyPin, Flex, Level, Output, Pull};
use embassy_rp::interrupt;
use embassy_rp::interrupt::InterruptExt;
use embassy_rp::{Peri, pac};
use embassy_sync::waitqueue::AtomicWaker;
use embassy_time::{Duration, Timer, with_timeout};
use embedded_hal_async::i2c::{ErrorKind, ErrorType, I2c, NoAcknowledgeSource, Operation};

use super::store;

/// The longest transfer: a quarter of a tall picture with its control byte, or half of a flat one.
const LONGEST: usize = 260;
const FIFO: usize = 16;
/// What makes any pin an I2C line.
const FUNCTION: u8 = 3;
/// So few bytes left make the block ask for more: about 90 µs ahead of running dry.
const REFILL: u8 = 4;
/// Beyond the time that the bits take.
const GRACE: Duration = Duration::from_millis(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// Nobody answered at this address, or stopped answering.
    Absent,
    /// The transfer did not end: a line is held, or another spoke.
    Held,
    /// Longer than any transfer of this device.
    Unsupported,
}

impl embedded_hal_async::i2c::Error for Error {
    fn kind(&self) -> ErrorKind {
        match self {
            Self::Absent => ErrorKind::NoAcknowledge(NoAcknowledgeSource::Unknown),
            Self::Held => ErrorKind::Bus,
            Self::Unsupported => ErrorKind::Other,
        }
    }
}

/// What the interrupt works on.
struct Job {
    bytes: [u8; LONGEST],
    length: usize,
    /// The bytes are to come from the other side.
    reads: bool,
    given: usize,
    refused: bool,
    busy: bool,
}

impl Job {
    const fn new() -> Self {
        Self { bytes: [0; LONGEST], length: 0, reads: false, given: 0, refused: false, busy: false }
    }
}

static JOBS: [Mutex<RefCell<Job>>; 2] = [const { Mutex::new(RefCell::new(Job::new())) }; 2];
static WAKERS: [AtomicWaker; 2] = [const { AtomicWaker::new() }; 2];

fn block(id: u8) -> pac::i2c::I2c {
    if id == 0 { pac::I2C0 } else { pac::I2C1 }
}

#[interrupt]
fn I2C0_IRQ() {
    serve(0);
}

#[interrupt]
fn I2C1_IRQ() {
    serve(1);
}

fn serve(id: u8) {
    let regs = block(id);
    critical_section::with(|cs| {
        let job = &mut *JOBS[usize::from(id)].borrow_ref_mut(cs);
        let status = regs.ic_raw_intr_stat().read();
        if status.tx_abrt() {
            job.refused = true;
            job.given = job.length;
            regs.ic_clr_tx_abrt().read();
        }
        fill(regs, job);
        if status.stop_det() {
            regs.ic_clr_stop_det().read();
            job.busy = false;
        }
        regs.ic_intr_mask().write(|w| {
            w.0 = 0;
            w.set_m_tx_abrt(job.busy);
            w.set_m_stop_det(job.busy);
            w.set_m_tx_empty(job.busy && job.given < job.length);
        });
        if !job.busy {
            WAKERS[usize::from(id)].wake();
        }
    });
}

fn fill(regs: pac::i2c::I2c, job: &mut Job) {
    let room = FIFO - usize::from(regs.ic_txflr().read().txflr());
    let end = job.length.min(job.given + room);
    let bytes = job.bytes.get(job.given..end).unwrap_or(&[]);
    job.given = end;
    let Some((last, before)) = bytes.split_last() else { return };
    let give = |byte: u8, stop: bool| {
        regs.ic_data_cmd().write(|w| {
            w.set_dat(byte);
            w.set_cmd(job.reads);
            w.set_stop(stop);
        });
    };
    before.iter().for_each(|&byte| give(byte, false));
    give(*last, end == job.length);
}

pub struct Bus {
    facts: Facts,
    sda: Peri<'static, AnyPin>,
    scl: Peri<'static, AnyPin>,
    resets: &'static mut [Output<'static>],
    /// A bit, rounded up: the division is done once.
    bit_us: u32,
    /// The one channel that is let through; nothing while unknown.
    through: Option<Option<Branch>>,
    /// A transfer did not end since `take_held`.
    held: bool,
}

impl Bus {
    pub fn new(
        facts: Facts,
        sda: Peri<'static, AnyPin>,
        scl: Peri<'static, AnyPin>,
        resets: &'static mut [Output<'static>],
    ) -> Self {
        let mut bus =
            Self { facts, sda, scl, resets, bit_us: 1_000_000u32.div_ceil(facts.hz), through: None, held: false };
        bus.set_up();
        bus
    }

    /// Lets only this channel through, or none.
    pub async fn select(&mut self, branch: Option<Branch>) -> Result<(), Error> {
        if self.facts.muxes.is_empty() || self.through == Some(branch) {
            return Ok(());
        }
        let before = self.through.take();
        for (mux, &address) in (0u8..).zip(self.facts.muxes) {
            let was = before.map(|channel| channel.is_some_and(|at| at.mux == mux));
            match branch {
                Some(at) if at.mux == mux => {}
                _ if was == Some(false) => {}
                // A switch that does not answer lets nothing through either.
                _ => match self.write(address, &[0]).await {
                    Ok(()) | Err(Error::Absent) => {}
                    Err(error) => return Err(error),
                },
            }
        }
        if let Some(at) = branch {
            let address = self.facts.muxes.get(usize::from(at.mux)).copied().ok_or(Error::Unsupported)?;
            self.write(address, &[1 << at.channel]).await?;
        }
        self.through = Some(branch);
        Ok(())
    }

    /// Whether a transfer did not end, so that the bus has to `recover`.
    pub fn take_held(&mut self) -> bool {
        core::mem::take(&mut self.held)
    }

    /// Frees a held line, resets the switches and starts the block anew. Screens have to be started anew after it.
    pub async fn recover(&mut self) {
        self.through = None;
        block(self.facts.id).ic_enable().write(|w| w.set_enable(false));
        for reset in self.resets.iter_mut() {
            reset.set_low();
        }
        {
            let mut sda = Flex::new(self.sda.reborrow());
            let mut scl = Flex::new(self.scl.reborrow());
            for line in [&mut sda, &mut scl] {
                line.set_pull(Pull::Up);
                line.set_low();
                line.set_as_input();
            }
            // A part that was cut off in mid-byte lets go of the data line within nine clocks.
            for _ in 0..9 {
                scl.set_as_output();
                Timer::after_micros(10).await;
                scl.set_as_input();
                Timer::after_micros(10).await;
            }
            // A stop: data rises while the clock is high.
            sda.set_as_output();
            Timer::after_micros(10).await;
            sda.set_as_input();
            Timer::after_micros(10).await;
        }
        for reset in self.resets.iter_mut() {
            reset.set_high();
        }
        self.set_up();
    }

    fn set_up(&mut self) {
        let id = self.facts.id;
        let reset = |held: bool| {
            pac::RESETS.reset().modify(|w| if id == 0 { w.set_i2c0(held) } else { w.set_i2c1(held) });
        };
        reset(true);
        reset(false);
        while !(if id == 0 { pac::RESETS.reset_done().read().i2c0() } else { pac::RESETS.reset_done().read().i2c1() }) {
        }

        for pin in [&self.sda, &self.scl] {
            let number = usize::from(embassy_rp::gpio::Pin::pin(&**pin));
            pac::PADS_BANK0.gpio(number).write(|w| {
                w.set_ie(true);
                w.set_schmitt(true);
                w.set_pue(true);
            });
            pac::IO_BANK0.gpio(number).ctrl().write(|w| w.set_funcsel(FUNCTION));
        }

        let regs = block(id);
        regs.ic_enable().write(|w| w.set_enable(false));
        regs.ic_con().write(|w| {
            w.set_speed(pac::i2c::vals::Speed::FAST);
            w.set_master_mode(true);
            w.set_ic_slave_disable(true);
            w.set_ic_restart_en(true);
            w.set_tx_empty_ctrl(true);
        });
        regs.ic_tx_tl().write(|w| w.set_tx_tl(REFILL));
        regs.ic_rx_tl().write(|w| w.set_rx_tl(0));

        // Three fifths of a bit low, as fast mode wants. The block adds its spike filter and seven cycles to the
        // high part and one to the low part; taken off here, the bus runs at the speed that was asked for.
        let period = clk_peri_freq() / self.facts.hz;
        let low = period * 3 / 5;
        let spikes = (low / 16).max(1);
        let high = (period - low).saturating_sub(spikes + 7);
        regs.ic_fs_scl_hcnt().write(|w| w.set_ic_fs_scl_hcnt(high as u16));
        regs.ic_fs_scl_lcnt().write(|w| w.set_ic_fs_scl_lcnt(low as u16 - 1));
        regs.ic_fs_spklen().write(|w| w.set_ic_fs_spklen(spikes as u8));
        // Data holds for 300 ns after the clock falls.
        regs.ic_sda_hold().modify(|w| w.set_ic_sda_tx_hold((clk_peri_freq() / 10_000_000 * 3 + 1) as u16));
        regs.ic_intr_mask().write(|w| w.0 = 0);

        let interrupt = if id == 0 { interrupt::I2C0_IRQ } else { interrupt::I2C1_IRQ };
        interrupt.unpend();
        // SAFETY: the handler only works on the job and this block.
        unsafe { interrupt.enable() };
    }

    /// Writes these bytes in one transfer.
    async fn send<'a>(&mut self, address: u8, parts: impl IntoIterator<Item = &'a [u8]>) -> Result<(), Error> {
        let length = critical_section::with(|cs| {
            let job = &mut *JOBS[usize::from(self.facts.id)].borrow_ref_mut(cs);
            job.length = 0;
            job.reads = false;
            for part in parts {
                let end = job.length + part.len();
                job.bytes.get_mut(job.length..end).ok_or(Error::Unsupported)?.copy_from_slice(part);
                job.length = end;
            }
            Ok(job.length)
        })?;
        if length == 0 { Ok(()) } else { self.transfer(address).await }
    }

    /// Reads the one byte that a part says of itself.
    pub async fn status(&mut self, branch: Option<Branch>, address: u8) -> Result<u8, Error> {
        self.select(branch).await?;
        critical_section::with(|cs| {
            let job = &mut *JOBS[usize::from(self.facts.id)].borrow_ref_mut(cs);
            job.length = 1;
            job.reads = true;
        });
        self.transfer(address).await?;
        Ok(block(self.facts.id).ic_data_cmd().read().dat())
    }

    /// Carries out the job that has been written down.
    async fn transfer(&mut self, address: u8) -> Result<(), Error> {
        let id = usize::from(self.facts.id);
        let regs = block(self.facts.id);
        let length = critical_section::with(|cs| {
            let job = &mut *JOBS[id].borrow_ref_mut(cs);
            (job.given, job.refused, job.busy) = (0, false, true);
            job.length
        });
        regs.ic_enable().write(|w| w.set_enable(false));
        regs.ic_tar().write(|w| w.set_ic_tar(u16::from(address)));
        regs.ic_enable().write(|w| w.set_enable(true));
        regs.ic_clr_intr().read();
        // The interrupt does the rest; the mask opens it.
        serve(self.facts.id);

        let bits = 10 * (length as u32 + 1);
        let limit = GRACE + Duration::from_micros((bits * self.bit_us).into());
        let ended = loop {
            let stops = store::stops();
            let transfer = poll_fn(|context| {
                WAKERS[id].register(context.waker());
                critical_section::with(|cs| {
                    let job = JOBS[id].borrow_ref(cs);
                    if job.busy { Poll::Pending } else { Poll::Ready(job.refused) }
                })
            });
            match with_timeout(limit, transfer).await {
                // The block waited for bytes that nobody could hand it while the flash was written.
                Err(_) if store::stops() != stops => {}
                ended => break ended,
            }
        };
        match ended {
            Ok(false) => Ok(()),
            Ok(true) => Err(Error::Absent),
            Err(_) => {
                regs.ic_intr_mask().write(|w| w.0 = 0);
                self.held = true;
                Err(Error::Held)
            }
        }
    }
}

impl ErrorType for Bus {
    type Error = Error;
}

impl I2c for Bus {
    /// Writes only; [`Bus::status`] is all that is ever read on this device.
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), Error> {
        if operations.iter().any(|operation| matches!(operation, Operation::Read(_))) {
            return Err(Error::Unsupported);
        }
        let parts = operations.iter().map(|operation| match operation {
            Operation::Write(bytes) => &**bytes,
            Operation::Read(_) => &[],
        });
        self.send(address, parts).await
    }
}

/// A reset line of a switch, let go.
pub fn reset_line(pin: Peri<'static, AnyPin>) -> Output<'static> {
    Output::new(pin, Level::High)
}
