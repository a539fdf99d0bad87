//! Lines on their way to a computer that may be slow, silent or gone. Whoever puts a line in never waits: where there is
//! no room the oldest lines go, and one line in their place says how many. A line leaves only after it was released, so
//! that the moment at which it leaves does not depend on when it was made.

use super::line::{LONGEST, Line};

/// Bytes that wait: three of the longest lines, or a minute of a vote that nobody reads.
const CAPACITY: usize = 4096;

pub struct Outbox {
    /// Which connection the lines are for; 0 while there is none.
    session: u32,
    bytes: [u8; CAPACITY],
    /// The first byte that waits, how many wait, and how many of these may leave.
    first: usize,
    length: usize,
    released: usize,
    /// The first bytes are the rest of a line that has begun to leave.
    begun: bool,
    dropped: u16,
}

impl Outbox {
    pub const fn new() -> Self {
        Self { session: 0, bytes: [0; CAPACITY], first: 0, length: 0, released: 0, begun: false, dropped: 0 }
    }

    /// The connection for which lines are taken; 0 while there is none.
    pub const fn session(&self) -> u32 {
        self.session
    }

    /// Forgets everything and takes lines of this connection.
    pub fn open(&mut self, session: u32) {
        (self.first, self.length, self.released) = (0, 0, 0);
        (self.begun, self.dropped) = (false, 0);
        self.session = session;
    }

    /// Whether any line fits without another one being dropped.
    pub const fn has_room(&self) -> bool {
        CAPACITY - self.length >= LONGEST && self.dropped == 0
    }

    /// Puts a line in, if it is for the connection that is open.
    pub fn push(&mut self, session: u32, line: &[u8]) {
        if session != self.session || session == 0 || line.is_empty() || line.len() > LONGEST {
            return;
        }
        while CAPACITY - self.length < line.len() && self.drop_oldest() {}
        self.append(line);
    }

    /// Lets everything leave that is in by now.
    pub fn release(&mut self) {
        self.released = self.length;
    }

    /// Whether something may leave.
    pub const fn is_ready(&self) -> bool {
        self.released > 0
    }

    /// Takes out what may leave, as much as fits into a packet. Where lines are gone, a line says so first.
    pub fn take(&mut self, packet: &mut [u8]) -> usize {
        let mut used = 0;
        while self.released > 0 && used < packet.len() {
            if !self.begun && self.dropped > 0 {
                let length = Line::Dropped(self.dropped).write_to(&mut packet[used..]);
                if length == 0 {
                    break;
                }
                used += length;
                self.dropped = 0;
                continue;
            }
            let byte = self.bytes[self.first];
            packet[used] = byte;
            used += 1;
            self.first = (self.first + 1) % CAPACITY;
            self.length -= 1;
            self.released -= 1;
            self.begun = byte != b'\n';
        }
        used
    }

    fn append(&mut self, line: &[u8]) {
        let at = (self.first + self.length) % CAPACITY;
        let (head, tail) = line.split_at(line.len().min(CAPACITY - at));
        self.bytes[at..at + head.len()].copy_from_slice(head);
        self.bytes[..tail.len()].copy_from_slice(tail);
        self.length += line.len();
    }

    /// Takes the oldest whole line away. One that has begun to leave stays. False where there is none.
    fn drop_oldest(&mut self) -> bool {
        let kept = if self.begun { self.line_length(0) } else { 0 };
        let gone = self.line_length(kept);
        if gone == 0 {
            return false;
        }
        // What is kept moves up over the line that goes.
        for offset in (0..kept).rev() {
            let byte = self.bytes[(self.first + offset) % CAPACITY];
            self.bytes[(self.first + gone + offset) % CAPACITY] = byte;
        }
        self.first = (self.first + gone) % CAPACITY;
        self.length -= gone;
        // A line is released as a whole.
        if self.released > kept {
            self.released -= gone;
        }
        self.dropped = self.dropped.saturating_add(1);
        true
    }

    /// The length of the line that begins at this offset, with its line break.
    fn line_length(&self, from: usize) -> usize {
        let ends = |&offset: &usize| self.bytes[(self.first + offset) % CAPACITY] == b'\n';
        (from..self.length).find(ends).map_or(0, |end| end + 1 - from)
    }
}

impl Default for Outbox {
    fn default() -> Self {
        Self::new()
    }
}
