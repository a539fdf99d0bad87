//! The last words of a crashed run. They are kept in memory that survives a reset, so that the next start can show them
//! once; the number of consecutive crashes is kept beside them.

use core::fmt::Write;
use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::ptr::{addr_of, addr_of_mut};

use cortex_m_rt::{ExceptionFrame, exception};
use dixit_dials::report::Reset;
use heapless::String;

use super::tasks::watchdog;
use super::{chip, log, stack};

pub const LONGEST: usize = 96;
/// Number of consecutive crashes after which the last game is not resumed automatically.
const LOOP: u32 = 3;
const MAGIC: u32 = 0x4d1a_1d1c;

/// What is known of the previous run.
pub struct LastRun {
    pub words: Option<String<LONGEST>>,
    pub crash_loop: bool,
    pub reset: Reset,
}

#[derive(Clone, Copy)]
#[repr(C)]
struct Kept {
    magic: u32,
    /// Consecutive crashes.
    streak: u32,
    length: u32,
    text: [u8; LONGEST],
    check: u32,
}

#[unsafe(link_section = ".kept")]
static mut KEPT: MaybeUninit<Kept> = MaybeUninit::uninit();

impl Kept {
    const NOTHING: Self = Self { magic: MAGIC, streak: 0, length: 0, text: [0; LONGEST], check: 0 };

    /// Reads what was kept. Empty if the memory holds noise, after power-up or with another version's layout.
    fn read() -> Self {
        // SAFETY: `Kept` consists of integers, for which any bits are valid; the checksum shows whether they mean
        // something. Only start-up and the handlers that never return call this.
        let kept = unsafe { addr_of!(KEPT).read_volatile().assume_init() };
        if kept.magic == MAGIC && kept.check == kept.sum() { kept } else { Self::NOTHING }
    }

    fn write(mut self) {
        self.check = self.sum();
        // SAFETY: as in `read`.
        unsafe { addr_of_mut!(KEPT).cast::<Self>().write_volatile(self) };
    }

    fn sum(&self) -> u32 {
        let words = [self.magic, self.streak, self.length].into_iter();
        let text = self.text.iter().map(|&byte| u32::from(byte));
        // FNV-1a: the chance that noise passes for words is one in four billion.
        words.chain(text).fold(0x811c_9dc5, |sum, word| (sum ^ word).wrapping_mul(0x0100_0193))
    }
}

/// Returns and clears the last words of the previous run, which ended with `reset`.
pub fn take(reset: Reset) -> LastRun {
    let kept = Kept::read();
    let text = kept.text.get(..kept.length as usize).unwrap_or_default();
    let mut words = core::str::from_utf8(text).ok().filter(|text| !text.is_empty()).and_then(|text| text.parse().ok());
    let mut streak = kept.streak;
    if words.is_none() && reset == Reset::Watchdog {
        // No task could report anything: interrupts were off, or the core had locked up.
        words = "everything stood still".parse().ok();
        streak += 1;
    }
    Kept { streak, ..Kept::NOTHING }.write();
    LastRun { words, crash_loop: streak >= LOOP, reset }
}

/// Called once this run is stable: earlier crashes no longer count.
pub fn calm() {
    Kept::NOTHING.write();
}

/// Stores a few words for the next start and restarts the chip.
pub fn end(words: core::fmt::Arguments) -> ! {
    cortex_m::interrupt::disable();
    let streak = Kept::read().streak.saturating_add(1);
    let mut text = Cut(String::new());
    let _ = text.write_fmt(words);
    let mut kept = Kept { streak, length: text.0.len() as u32, ..Kept::NOTHING };
    kept.text[..text.0.len()].copy_from_slice(text.0.as_bytes());
    kept.write();
    log::crash(&text.0);
    watchdog::restart()
}

/// Text that is truncated when full.
struct Cut(String<LONGEST>);

impl Write for Cut {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        text.chars().try_for_each(|letter| self.0.push(letter)).map_err(|_| core::fmt::Error)
    }
}

#[panic_handler]
fn panicked(info: &PanicInfo) -> ! {
    cortex_m::interrupt::disable();
    match info.location() {
        Some(place) => {
            let folder = place.file().bytes().rposition(|letter| letter == b'/' || letter == b'\\');
            let file = place.file().get(folder.map_or(0, |at| at + 1)..).unwrap_or_default();
            end(format_args!("{file}:{} {}", place.line(), info.message()))
        }
        None => end(format_args!("{}", info.message())),
    }
}

#[exception]
unsafe fn HardFault(frame: &ExceptionFrame) -> ! {
    if chip::stack_overflowed(stack::left_below(frame)) {
        end(format_args!("stack overflow"));
    }
    end(format_args!("fault at {:#010x} from {:#010x}", frame.pc(), frame.lr()))
}
