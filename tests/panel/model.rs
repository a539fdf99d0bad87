//! Model of a panel after its data sheet: bytes from the bus in, pixels out. It rejects what a real one would garble.

use embedded_hal_async::i2c::{ErrorKind, ErrorType, I2c, Operation};

pub const ADDRESS: u8 = 0x3c;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chip {
    Ssd1306,
    Sh1106,
}

#[derive(Debug)]
pub struct NoAnswer;

impl embedded_hal_async::i2c::Error for NoAnswer {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

pub struct Model {
    chip: Chip,
    ram: [[u8; 132]; 8],
    pub lit: bool,
    start_line: usize,
    /// True if columns count from the left side of our glass; applies to bytes that come later.
    remapped: bool,
    rows: usize,
    horizontal: bool,
    columns: (usize, usize),
    pages: (usize, usize),
    column: usize,
    page: usize,
    pub contrast: u8,
    /// Pre-charge time of the pixels; longer makes them brighter at the same contrast.
    pub precharge: u8,
    /// Number of bytes after which the panel stops answering.
    pub fails_after: Option<usize>,
    /// Number of transfers after which every further one hangs forever.
    pub hangs_after: Option<usize>,
    /// All bytes on the bus, including the address of each transfer.
    pub bytes: usize,
    pub transfers: usize,
    /// What was visible each time the panel was switched on, or changed while on.
    pub seen: Vec<Vec<bool>>,
    pub log_seen: bool,
    /// Every pixel is lit, whatever the memory holds.
    pub all_on: bool,
}

impl Model {
    /// A panel powered for a while: it is on and its memory holds old content.
    pub fn new(chip: Chip, rows: usize) -> Self {
        Self {
            chip,
            ram: [[0xa5; 132]; 8],
            lit: true,
            start_line: 17,
            remapped: false,
            rows,
            horizontal: false,
            columns: (0, 127),
            pages: (0, 7),
            column: 99,
            page: 3,
            contrast: 0x7f,
            precharge: 2,
            fails_after: None,
            hangs_after: None,
            bytes: 0,
            transfers: 0,
            seen: Vec::new(),
            log_seen: false,
            all_on: false,
        }
    }

    pub fn pixel(&self, x: usize, y: usize) -> bool {
        let row = (y + self.start_line) % 64;
        let x = if self.chip == Chip::Sh1106 { 129 - x } else { 127 - x };
        self.all_on || self.ram[row / 8][x] >> (row % 8) & 1 == 1
    }

    pub fn picture(&self) -> Vec<bool> {
        (0..self.rows).flat_map(|y| (0..128).map(move |x| (x, y))).map(|(x, y)| self.pixel(x, y)).collect()
    }

    /// True if the part of the memory that is not shown is empty.
    pub fn hidden_is_empty(&self) -> bool {
        let shown = if self.chip == Chip::Sh1106 { 2..130 } else { 0..128 };
        (self.rows / 8..8).all(|page| {
            let page = (page + self.start_line / 8) % 8;
            self.ram[page][shown.clone()].iter().all(|&byte| byte == 0)
        })
    }

    fn take(&mut self, bytes: &[u8]) -> Result<(), NoAnswer> {
        self.transfers += 1;
        self.count()?;
        let mut rest = bytes.iter().copied();
        let Some(control) = rest.next() else { return Ok(()) };
        self.count()?;
        match control {
            0x00 => {
                let commands: Vec<u8> = rest.collect();
                let mut commands = commands.into_iter();
                while let Some(command) = commands.next() {
                    self.count()?;
                    self.command(command, &mut commands)?;
                }
            }
            0x40 => {
                for byte in rest {
                    self.count()?;
                    self.data(byte);
                }
            }
            other => panic!("control byte {other:#x}"),
        }
        if self.lit && self.log_seen {
            self.seen.push(self.picture());
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), NoAnswer> {
        if let Some(left) = &mut self.fails_after {
            *left = left.checked_sub(1).ok_or(NoAnswer)?;
        }
        self.bytes += 1;
        Ok(())
    }

    fn command(&mut self, command: u8, more: &mut dyn Iterator<Item = u8>) -> Result<(), NoAnswer> {
        let ssd = self.chip == Chip::Ssd1306;
        let mut next = || more.next().expect("the rest of a command");
        let mut taken = 0;
        match command {
            0x00..=0x0f => self.column = self.column & 0xf0 | usize::from(command),
            0x10..=0x1f => self.column = self.column & 0x0f | usize::from(command & 0x0f) << 4,
            0x20 if ssd => {
                self.horizontal = next() == 0;
                taken = 1;
            }
            0x21 if ssd => {
                self.columns = (next().into(), next().into());
                assert!(self.columns.0 <= self.columns.1 && self.columns.1 < 128);
                self.column = self.columns.0;
                taken = 2;
            }
            0x22 if ssd => {
                self.pages = (next().into(), next().into());
                assert!(self.pages.0 <= self.pages.1 && self.pages.1 < 8);
                self.page = self.pages.0;
                taken = 2;
            }
            // The SH1106 lacks these commands; it takes their arguments as commands, all harmless here.
            0x20 => {}
            0x8d if !ssd => {}
            0x40..=0x7f => self.start_line = usize::from(command & 0x3f),
            0x81 => {
                self.contrast = next();
                taken = 1;
            }
            0x8d => {
                assert_eq!(next(), 0x14);
                taken = 1;
            }
            0xa8 => {
                assert_eq!(usize::from(next()) + 1, self.rows);
                taken = 1;
            }
            0xad if !ssd => {
                assert_eq!(next(), 0x8b);
                taken = 1;
            }
            0xda => {
                assert_eq!(next(), if self.rows == 64 { 0x12 } else { 0x02 });
                taken = 1;
            }
            0xd3 => {
                assert_eq!(next(), 0);
                taken = 1;
            }
            0xd9 => {
                self.precharge = next() >> 4;
                taken = 1;
            }
            0xd5 | 0xdb => {
                next();
                taken = 1;
            }
            0xae => self.lit = false,
            0xaf => self.lit = true,
            0xb0..=0xb7 => self.page = usize::from(command & 7),
            0xa0 | 0xa1 => self.remapped = command == 0xa1,
            0xa4 | 0xa5 => self.all_on = command == 0xa5,
            0xa6 | 0xc8 | 0x2e => {}
            other => panic!("command {other:#x}"),
        }
        for _ in 0..taken {
            self.count()?;
        }
        Ok(())
    }

    fn data(&mut self, byte: u8) {
        let (left, right) = if self.horizontal { self.columns } else { (self.column, 131) };
        assert!(self.column < 132, "past the last column");
        let last = if self.chip == Chip::Sh1106 { 131 } else { 127 };
        let place = if self.remapped { last - self.column } else { self.column };
        self.ram[self.page][place] = byte;
        self.column += 1;
        if self.horizontal && self.column > right {
            self.column = left;
            self.page = if self.page == self.pages.1 { self.pages.0 } else { self.page + 1 };
        }
    }
}

impl ErrorType for Model {
    type Error = NoAnswer;
}

impl I2c for Model {
    async fn transaction(&mut self, address: u8, operations: &mut [Operation<'_>]) -> Result<(), NoAnswer> {
        assert_eq!(address, ADDRESS);
        if let Some(left) = &mut self.hangs_after {
            match left.checked_sub(1) {
                Some(less) => *left = less,
                None => core::future::pending().await,
            }
        }
        // Consecutive writes form one message.
        let mut message = Vec::new();
        for operation in operations {
            match operation {
                Operation::Write(bytes) => message.extend_from_slice(bytes),
                Operation::Read(_) => panic!("nothing to read"),
            }
        }
        self.take(&message)
    }
}
