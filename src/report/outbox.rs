//! Lines queued for a computer that may be slow, silent or gone. Adding a line never blocks: if there is no room, the
//! oldest lines are dropped and replaced by one line that says how many. A line is sent only after it was released, so
//! that its time of sending does not depend on when it was made.

use super::line::{LONGEST, Line};

/// Size of the queue in bytes: three of the longest lines, or the unread lines of a minute of voting.
const CAPACITY: usize = 4096;

pub struct Outbox {
    /// The connection that the lines are for; 0 while there is none.
    session: u32,
    bytes: [u8; CAPACITY],
    /// Index of the first queued byte, number of queued bytes, and number of those that may be sent.
    first: usize,
    length: usize,
    released: usize,
    /// True if the first bytes are the rest of a partly sent line.
    begun: bool,
    dropped: u16,
}

impl Outbox {
    pub const fn new() -> Self {
        Self { session: 0, bytes: [0; CAPACITY], first: 0, length: 0, released: 0, begun: false, dropped: 0 }
    }

    /// The connection for which lines are accepted; 0 while there is none.
    pub const fn session(&self) -> u32 {
        self.session
    }

    /// Clears the queue and accepts lines of the connection `session`.
    pub fn open(&mut self, session: u32) {
        (self.first, self.length, self.released) = (0, 0, 0);
        (self.begun, self.dropped) = (false, 0);
        self.session = session;
    }

    /// True if any line fits without dropping another.
    pub const fn has_room(&self) -> bool {
        CAPACITY - self.length >= LONGEST && self.dropped == 0
    }

    /// Adds a line, if it is for the open connection.
    pub fn push(&mut self, session: u32, line: &[u8]) {
        if session != self.session || session == 0 || line.is_empty() || line.len() > LONGEST {
            return;
        }
        while CAPACITY - self.length < line.len() && self.drop_oldest() {}
        self.append(line);
    }

    /// Releases everything that is queued now.
    pub fn release(&mut self) {
        self.released = self.length;
    }

    /// True if something may be sent.
    pub const fn is_ready(&self) -> bool {
        self.released > 0
    }

    /// Takes out what may be sent, as much as fits into a packet. If lines were dropped, a line says so first.
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

    /// Drops the oldest line of which nothing has been sent yet. Returns false if there is none.
    fn drop_oldest(&mut self) -> bool {
        let kept = if self.begun { self.line_length(0) } else { 0 };
        let gone = self.line_length(kept);
        if gone == 0 {
            return false;
        }
        // The kept bytes move up over the dropped line.
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

    /// The length of the line that begins at the offset `from`, with its line break.
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
