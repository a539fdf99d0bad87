//! Everything that can be observed of an emulated device from outside: each byte on each bus, each edge of an output,
//! each flash operation, each picture on a screen, each USB packet, with its time in nanoseconds.

use serde::Deserialize;
use testkit::computer::Packet;

use super::script::Script;

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Transfer {
    ns: f64,
    end: f64,
    bus: u8,
    address: u8,
    acknowledged: bool,
    bytes: Vec<u8>,
    times: Vec<f64>,
    path: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct FlashOperation {
    ns: f64,
    op: String,
    address: u32,
    length: u32,
    bytes: Option<Vec<u8>>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Edge {
    ns: f64,
    pin: u8,
    level: u8,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Sight {
    pub ns: f64,
    pub screen: usize,
    on: bool,
    contrast: u8,
    pixels: String,
}

impl Sight {
    /// The picture alone, with its time set to 0.
    pub fn picture(&self) -> Self {
        Self { ns: 0.0, ..self.clone() }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Record {
    pub transfers: Vec<Transfer>,
    pub flash: Vec<FlashOperation>,
    pub edges: Vec<Edge>,
    pub sights: Vec<Sight>,
    pub usb: Vec<Packet>,
}

/// A leak planted into a device's recording: what careless firmware would reveal of a voted number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leak {
    /// A byte of a public picture depends on the number.
    Shown,
    /// A byte in flash depends on the number.
    Saved,
    /// Public transfers are delayed by a time that depends on the number.
    Slow,
    /// A byte of a USB packet depends on the number.
    Told,
    /// USB packets are delayed by a time that depends on the number.
    ToldLate,
}

impl Leak {
    pub const ALL: [Self; 5] = [Self::Shown, Self::Saved, Self::Slow, Self::Told, Self::ToldLate];

    /// The kind of output in which a comparison must find the leak, and whether it differs in time (true) or in
    /// content.
    pub fn shows_in(self) -> (Kind, bool) {
        match self {
            Self::Shown => (Kind::SharedBus, false),
            Self::Saved => (Kind::Flash, false),
            Self::Slow => (Kind::SharedBus, true),
            Self::Told => (Kind::Usb, false),
            Self::ToldLate => (Kind::Usb, true),
        }
    }
}

impl Record {
    /// Plants a leak of `number` into the events after `from_ms`.
    pub fn plant(&mut self, leak: Leak, number: u8, from_ms: f64, screens: &Screens) {
        let public = |one: &&mut Transfer| one.ns / 1e6 > from_ms && screens.of(one) == Some(0);
        match leak {
            Leak::Shown => {
                let data = |one: &&mut Transfer| one.bytes.len() > 1 && one.bytes[0] == 0x40;
                let transfer = self.transfers.iter_mut().filter(public).find(data).expect("a public picture");
                transfer.bytes[1] ^= number;
            }
            Leak::Saved => {
                let ns = (from_ms + 1.0) * 1e6;
                let operation =
                    FlashOperation { ns, op: "program".into(), address: 0, length: 1, bytes: Some(vec![number]) };
                self.flash.push(operation);
            }
            Leak::Slow => {
                let late_ns = f64::from(number) * 6e6;
                self.transfers.iter_mut().filter(public).for_each(|transfer| {
                    transfer.ns += late_ns;
                    transfer.end += late_ns;
                });
            }
            Leak::Told => {
                let packet = self.usb.iter_mut().find(|packet| packet.ns / 1e6 > from_ms).expect("a packet");
                let at = packet.data.len() / 2;
                packet.data.replace_range(at..=at, &char::from(b'A' + number).to_string());
            }
            Leak::ToldLate => {
                let late = self.usb.iter_mut().filter(|packet| packet.ns / 1e6 > from_ms);
                late.for_each(|packet| packet.ready += f64::from(number) * 6e6);
            }
        }
    }
}

/// The kind of output in which twins differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Transfers to the shared screen; `SeatBus` has all others.
    SharedBus,
    SeatBus,
    Flash,
    Pins,
    /// Pictures that were visible on a screen, however briefly.
    Pictures,
    /// USB packets, with the time at which the device had them ready.
    Usb,
}

#[derive(Debug)]
pub struct Difference {
    pub kind: Kind,
    /// The content is the same, but the time differs.
    pub late: bool,
    pub ms: f64,
    pub what: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} at {:.3} ms: {}", self.kind, self.ms, self.what)
    }
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compared {
    pub bytes: usize,
    pub hidden_bytes: usize,
    pub flash: usize,
    pub edges: usize,
    pub pictures: usize,
    pub packets: usize,
    /// Largest time difference.
    pub apart_ns: f64,
}

impl Compared {
    pub fn add(&mut self, more: Self) {
        self.bytes += more.bytes;
        self.hidden_bytes += more.hidden_bytes;
        self.flash += more.flash;
        self.edges += more.edges;
        self.pictures += more.pictures;
        self.packets += more.packets;
        self.apart_ns = self.apart_ns.max(more.apart_ns);
    }
}

impl std::fmt::Display for Compared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { bytes, hidden_bytes, flash, edges, pictures, packets, apart_ns } = self;
        write!(
            f,
            "{bytes} bytes with their times, of {hidden_bytes} more the times, {flash} flash operations, \
             {edges} edges, {pictures} pictures, {packets} USB packets, at most {:.1} µs apart",
            apart_ns / 1e3
        )
    }
}

/// Maximum time difference between twins: a frame of the fastest phone camera. Everything is sent at a tick; the work
/// after the tick varies by some cycles.
pub const APART_NS: f64 = 4_000_000.0;

/// Maximum time for a new picture to cover a whole screen when twelve of them change at once.
pub const ON_ITS_WAY_MS: f64 = 300.0;

/// The screens of a board: bus, address and open mux channel of each.
pub struct Screens(pub Vec<(u8, u8, Vec<String>)>);

impl Screens {
    fn of(&self, transfer: &Transfer) -> Option<usize> {
        self.0.iter().position(|(bus, address, path)| {
            *bus == transfer.bus && *address == transfer.address && *path == transfer.path
        })
    }
}

/// Compares the output of two twins while nothing may differ, and finds the first difference of each kind. On a screen
/// that may show a secret number, the content may differ; time, length and address of what is sent may not.
pub fn compare(records: &[Record; 2], script: &Script, screens: &Screens) -> (Compared, Vec<Difference>) {
    let [mut a, b] = records.each_ref().map(|record| Seen::new(record, script, screens));
    let mut apart = Apart { farthest_ns: 0.0 };
    let found = [
        apart.first(Kind::SharedBus, &a.shared, &b.shared),
        apart.first(Kind::SeatBus, &a.seats, &b.seats),
        apart.first(Kind::Flash, &a.flash, &b.flash),
        apart.first(Kind::Pins, &a.edges, &b.edges),
        apart.first(Kind::Pictures, &a.pictures, &b.pictures),
        apart.first(Kind::Usb, &a.usb, &b.usb),
    ];
    a.compared.apart_ns = apart.farthest_ns;
    (a.compared, found.into_iter().flatten().collect())
}

/// The part of a record that is compared: events of the compared interval, without the content of private screens.
#[derive(Default)]
struct Seen {
    shared: Vec<(f64, Transfer)>,
    seats: Vec<(f64, Transfer)>,
    flash: Vec<(f64, FlashOperation)>,
    edges: Vec<(f64, Edge)>,
    pictures: Vec<(f64, Sight)>,
    usb: Vec<(f64, Packet)>,
    compared: Compared,
}

impl Seen {
    fn new(record: &Record, script: &Script, screens: &Screens) -> Self {
        let within = |ns: f64| (script.from_ms..script.to_ms).contains(&(ns / 1e6));
        let mut seen = Self::default();
        for transfer in record.transfers.iter().filter(|one| within(one.ns)) {
            let screen = screens.of(transfer);
            let mut transfer = transfer.clone();
            const DATA: u8 = 0x40;
            let ms = transfer.ns / 1e6;
            let own = screen.is_some_and(|screen| script.is_private(screen, ms));
            if own && transfer.bytes.first() == Some(&DATA) {
                seen.compared.hidden_bytes += transfer.bytes.len();
                transfer.bytes.fill(DATA);
            } else {
                seen.compared.bytes += transfer.bytes.len();
            }
            let stream = if screen == Some(0) { &mut seen.shared } else { &mut seen.seats };
            stream.push((transfer.ns, transfer));
        }
        for operation in record.flash.iter().filter(|one| within(one.ns)) {
            seen.flash.push((operation.ns, operation.clone()));
        }
        seen.edges.extend(record.edges.iter().filter(|one| within(one.ns)).map(|edge| (edge.ns, edge.clone())));
        for sight in record.sights.iter().filter(|one| within(one.ns)) {
            // A private screen is not compared, nor shortly afterwards: the secret number stays visible until the next
            // picture has replaced it. The bytes of that picture are compared above.
            let ms = sight.ns / 1e6;
            if !script.is_private(sight.screen, ms) && !script.is_private(sight.screen, ms - ON_ITS_WAY_MS) {
                seen.pictures.push((sight.ns, sight.picture()));
            }
        }
        seen.usb.extend(record.usb.iter().filter(|one| within(one.ready)).map(|packet| (packet.ready, packet.clone())));
        // Sorted by screen and by pin: the order across screens or pins need not be compared, since the times are.
        seen.pictures.sort_by_key(|(_, sight)| sight.screen);
        seen.edges.sort_by_key(|(_, edge)| edge.pin);
        seen.compared.flash = seen.flash.len();
        seen.compared.edges = seen.edges.len();
        seen.compared.pictures = seen.pictures.len();
        seen.compared.packets = seen.usb.len();
        seen
    }
}

/// An event that is compared with the other twin's: content and time separately.
trait Happening: std::fmt::Debug {
    fn same(&self, other: &Self) -> bool;
    /// Time difference between two equal events.
    fn apart_ns(&self, other: &Self) -> f64;
}

impl Happening for Transfer {
    fn same(&self, other: &Self) -> bool {
        let content = |one: &Self| (one.bus, one.address, one.acknowledged, one.path.clone());
        content(self) == content(other) && self.bytes == other.bytes
    }

    fn apart_ns(&self, other: &Self) -> f64 {
        let at = |one: &Self| -> Vec<f64> {
            one.times.iter().map(|after| one.ns + after).chain([one.ns, one.end]).collect()
        };
        at(self).iter().zip(at(other)).map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
    }
}

impl Happening for FlashOperation {
    fn same(&self, other: &Self) -> bool {
        Self { ns: other.ns, ..self.clone() } == *other
    }

    fn apart_ns(&self, other: &Self) -> f64 {
        (self.ns - other.ns).abs()
    }
}

impl Happening for Edge {
    fn same(&self, other: &Self) -> bool {
        (self.pin, self.level) == (other.pin, other.level)
    }

    fn apart_ns(&self, other: &Self) -> f64 {
        (self.ns - other.ns).abs()
    }
}

impl Happening for Sight {
    fn same(&self, other: &Self) -> bool {
        self.picture() == other.picture()
    }

    /// Always 0: the times of the bytes that made the picture are compared instead.
    fn apart_ns(&self, _: &Self) -> f64 {
        0.0
    }
}

/// Packets are compared by the time at which they were ready; when one is taken is up to the computer.
impl Happening for Packet {
    fn same(&self, other: &Self) -> bool {
        self.data == other.data
    }

    fn apart_ns(&self, other: &Self) -> f64 {
        (self.ready - other.ready).abs()
    }
}

/// The largest time difference so far.
struct Apart {
    farthest_ns: f64,
}

impl Apart {
    fn first<T: Happening>(&mut self, kind: Kind, a: &[(f64, T)], b: &[(f64, T)]) -> Option<Difference> {
        let mut differ = |at: usize| match (a.get(at), b.get(at)) {
            (Some((_, one)), Some((_, other))) => {
                let apart_ns = one.apart_ns(other);
                self.farthest_ns = self.farthest_ns.max(apart_ns);
                !one.same(other) || apart_ns > APART_NS
            }
            _ => true,
        };
        let at = (0..a.len().max(b.len())).find(|&at| differ(at))?;
        let (one, other) = (a.get(at), b.get(at));
        let ms = one.into_iter().chain(other).map(|(ns, _)| ns / 1e6).fold(f64::MAX, f64::min);
        let late = one.zip(other).is_some_and(|((_, one), (_, other))| one.same(other));
        let what = format!("{:?} and {:?}", one.map(|(_, one)| one), other.map(|(_, other)| other));
        Some(Difference { kind, late, ms, what })
    }
}
