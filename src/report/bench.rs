//! The report for whoever builds a device: what answers on each bus, the raw contacts, the flash, the run so far.
//! Everything in it is measured on the hardware, nothing comes from the app, and it is made in the lobby only.

use heapless::Vec;

use super::line::{LETTERS, LineText};
use crate::board::{Branch, Chain, Device, Viewer};
use crate::dial::{Bounces, Levels};

/// One line of the report. The lines come in the order of the variants, with a `Bus` line for each [`Segment`].
pub enum Bench<'a> {
    /// What answered on a segment.
    Bus {
        device: &'a Device,
        segment: Segment,
        scan: &'a Scan,
    },
    /// The contacts of all knobs, by letter, with their counts while they are watched.
    Contacts {
        knobs: u8,
        levels: Levels,
        counts: Option<&'a Bounces>,
    },
    /// The bits of a register chain; bit n is the nth that arrived. Only on boards that read their contacts through a
    /// chain.
    Chain {
        chain: &'a Chain,
        read: u64,
    },
    Flash(Flash),
    /// The flash cache while a number is drawn; `None` on a board that draws no number in a vote.
    Cache(Option<Cache>),
    /// Bits of the ring oscillator as they were read, the first one highest.
    Oscillator([u8; 16]),
    Run(Run<'a>),
    /// The report is complete.
    Done,
}

/// A piece of a bus: what is wired to the chip, or what is behind one channel of a mux.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Index in the board's list of buses.
    pub bus: usize,
    pub branch: Option<Branch>,
}

impl Segment {
    const CHANNELS: usize = 8;

    /// The nth segment of a board, unused channels included: a screen may be plugged in there by mistake. If the board
    /// has fewer segments, the error is `n` minus their number.
    pub fn nth(device: &Device, mut n: usize) -> Result<Self, usize> {
        for (bus, facts) in device.buses.iter().enumerate() {
            let count = 1 + Self::CHANNELS * facts.muxes.len();
            if n < count {
                let channel = n.checked_sub(1).map(|n| (n / Self::CHANNELS, n % Self::CHANNELS));
                let branch = channel.map(|(mux, channel)| Branch { mux: mux as u8, channel: channel as u8 });
                return Ok(Self { bus, branch });
            }
            n -= count;
        }
        Err(n)
    }
}

/// What answered on a segment. Behind a channel, this includes the parts in front of the muxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// If there are more, the last ones are left out.
    pub answers: Vec<Answer, 12>,
    /// True if a line was held low, so that the scan ended early.
    pub held: bool,
}

/// An address that acknowledged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub address: u8,
    /// The byte that it returned; `None` if it accepts writes but no reads.
    pub status: Option<u8>,
}

pub struct Flash {
    /// Maker, type and size as the flash chip reports them; `None` where they cannot be read.
    pub jedec: Option<[u8; 3]>,
    /// The longest times taken to program a page and to erase a sector, since power-on; `None` if that has not
    /// happened. Measured whenever the device saves.
    pub page_us: Option<u32>,
    pub erase_us: Option<u32>,
}

/// Hits and misses of the flash cache while one number was drawn as in a vote, and the time taken.
pub struct Cache {
    pub hits: u32,
    pub misses: u32,
    pub us: u32,
}

pub struct Run<'a> {
    pub seconds: u32,
    pub reset: Reset,
    /// The last words of the previous run, if it crashed.
    pub crash: Option<&'a str>,
    /// Greatest depth of the stack so far, in bytes.
    pub stack: u32,
    pub overruns: u32,
}

/// How this run began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// The power was switched on, or the RUN pin was pulled.
    Power,
    /// The firmware restarted the chip.
    Restart,
    /// The watchdog was not fed.
    Watchdog,
    /// The boot ROM restarted the chip after it had copied firmware.
    Copied,
}

impl Reset {
    const fn name(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::Restart => "restart",
            Self::Watchdog => "watchdog",
            Self::Copied => "copied",
        }
    }
}

impl Bench<'_> {
    /// Writes the line, with its line break, into `text`. If the line does not fit, the text is empty.
    pub fn write(&self, text: &mut LineText) {
        text.clear();
        let mut json = Json { text, full: false };
        json.open("", "{");
        match self {
            Self::Done => json.text("bench", Some("done")),
            line => {
                json.open("bench", "{");
                line.write_fields(&mut json);
                json.raw("}");
            }
        }
        json.raw("}\n");
        if json.full {
            text.clear();
        }
    }

    fn write_fields(&self, json: &mut Json) {
        match self {
            Self::Bus { device, segment, scan } => write_bus(json, device, *segment, scan),
            Self::Contacts { knobs, levels, counts } => {
                json.open("contacts", "{");
                for (knob, letter) in LETTERS.iter().take((*knobs).into()).enumerate() {
                    json.open(letter, "{");
                    let level = |levels: u16| u64::from(levels >> knob & 1);
                    let levels = level(levels.a) | level(levels.b) << 1 | level(!levels.down) << 2;
                    json.bits("levels", levels, !0, 3);
                    if let Some(counts) = counts {
                        json.numbers("changes", counts.of(knob).map(|count| count.changes));
                        json.numbers("bounces", counts.of(knob).map(|count| count.bounces));
                    }
                    json.raw("}");
                }
                json.raw("}");
            }
            Self::Chain { chain, read } => {
                let (mask, expected) = (chain.proof.mask(), chain.proof.expected());
                json.open("chain", "{");
                json.bits("bits", *read, !0, chain.bits());
                json.bits("proof", expected, mask, chain.bits());
                json.truth("whole", read & mask == expected);
                json.raw("}");
            }
            Self::Flash(Flash { jedec, page_us, erase_us }) => {
                json.open("flash", "{");
                json.hex("jedec", jedec.as_ref().map(|id| &id[..]));
                json.number("page_us", *page_us);
                json.number("erase_us", *erase_us);
                json.raw("}");
            }
            Self::Cache(None) => json.text("cache", None),
            Self::Cache(Some(Cache { hits, misses, us })) => {
                json.open("cache", "{");
                json.number("hits", Some(*hits));
                json.number("misses", Some(*misses));
                json.number("us", Some(*us));
                json.raw("}");
            }
            Self::Oscillator(bits) => json.hex("oscillator", Some(bits)),
            Self::Run(Run { seconds, reset, crash, stack, overruns }) => {
                json.open("run", "{");
                json.number("seconds", Some(*seconds));
                json.text("reset", Some(reset.name()));
                json.text("crash", *crash);
                json.number("stack", Some(*stack));
                json.number("overruns", Some(*overruns));
                json.raw("}");
            }
            Self::Done => {}
        }
    }
}

/// Writes what answered on a segment, and the parts that the board's file has there.
fn write_bus(json: &mut Json, device: &Device, Segment { bus, branch }: Segment, scan: &Scan) {
    let bus = &device.buses[bus];
    json.open("bus", "{");
    json.number("bus", Some(bus.id.into()));
    json.number("mux", branch.map(|branch| bus.muxes[usize::from(branch.mux)].address.into()));
    json.number("channel", branch.map(|branch| branch.channel.into()));
    json.open("expected", "{");
    for screen in device.screens.iter().filter(|screen| screen.bus == bus.id && screen.branch == branch) {
        let part = match screen.viewer {
            Viewer::Shared => "shared",
            Viewer::Seat(seat) => LETTERS[usize::from(seat)],
        };
        json.number(part, Some(screen.address.into()));
    }
    for (name, mux) in ["mux 1", "mux 2", "mux 3", "mux 4"].into_iter().zip(&bus.muxes).filter(|_| branch.is_none()) {
        json.number(name, Some(mux.address.into()));
    }
    json.raw("}");
    json.open("answers", "[");
    for &Answer { address, status } in &scan.answers {
        json.open("", "[");
        json.number("", Some(address.into()));
        json.number("", status.map(u32::from));
        json.raw("]");
    }
    json.raw("]");
    json.truth("held", scan.held);
    json.raw("}");
}

/// Writes JSON by hand: code derived for so many small types would take far more flash.
struct Json<'a> {
    text: &'a mut LineText,
    /// True if something did not fit.
    full: bool,
}

impl Json<'_> {
    #[inline(never)]
    fn raw(&mut self, text: &str) {
        self.full |= self.text.extend_from_slice(text.as_bytes()).is_err();
    }

    /// Begins a value, with its key unless that is empty.
    #[inline(never)]
    fn open(&mut self, key: &str, bracket: &str) {
        if !matches!(self.text.last(), None | Some(b'{' | b'[')) {
            self.raw(",");
        }
        if !key.is_empty() {
            self.raw("\"");
            self.raw(key);
            self.raw("\":");
        }
        self.raw(bracket);
    }

    #[inline(never)]
    fn number(&mut self, key: &str, number: Option<u32>) {
        self.open(key, "");
        match number {
            Some(number) => self.digits(number, 10, 1),
            None => self.raw("null"),
        }
    }

    /// Writes a number in the base `base`, with leading zeros up to `fewest` digits.
    fn digits(&mut self, mut number: u32, base: u32, fewest: usize) {
        let mut digits = [b'0'; 10];
        let mut first = digits.len();
        while number > 0 || first > digits.len() - fewest {
            first -= 1;
            digits[first] = b"0123456789abcdef"[(number % base) as usize];
            number /= base;
        }
        self.full |= self.text.extend_from_slice(&digits[first..]).is_err();
    }

    fn numbers(&mut self, key: &str, numbers: [u16; 3]) {
        self.open(key, "[");
        numbers.into_iter().for_each(|number| self.number("", Some(number.into())));
        self.raw("]");
    }

    fn truth(&mut self, key: &str, truth: bool) {
        self.open(key, if truth { "true" } else { "false" });
    }

    /// Writes a text, or `null`. Quotation marks, backslashes and control characters become apostrophes.
    #[inline(never)]
    fn text(&mut self, key: &str, text: Option<&str>) {
        let Some(text) = text else { return self.open(key, "null") };
        self.open(key, "\"");
        for byte in text.bytes() {
            let plain = !matches!(byte, b'"' | b'\\') && !byte.is_ascii_control();
            self.full |= self.text.push(if plain { byte } else { b'\'' }).is_err();
        }
        self.raw("\"");
    }

    fn hex(&mut self, key: &str, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else { return self.open(key, "null") };
        self.open(key, "\"");
        for byte in bytes {
            self.digits((*byte).into(), 16, 2);
        }
        self.raw("\"");
    }

    /// Writes the lowest `count` bits as digits, the lowest first, and a dot for each bit that `mask` leaves out.
    #[inline(never)]
    fn bits(&mut self, key: &str, mut levels: u64, mut mask: u64, count: u8) {
        self.open(key, "\"");
        for _ in 0..count {
            self.raw(match (mask & 1, levels & 1) {
                (0, _) => ".",
                (_, 0) => "0",
                _ => "1",
            });
            (levels, mask) = (levels >> 1, mask >> 1);
        }
        self.raw("\"");
    }
}
