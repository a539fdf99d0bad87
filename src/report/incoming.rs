//! Splits the bytes from a computer into lines. A line that is too long is dropped and takes no memory.

use heapless::Vec;

/// The longest request.
pub const LONGEST_REQUEST: usize = 96;

/// A complete line.
#[derive(Debug, PartialEq, Eq)]
pub enum Arrived<'a> {
    Line(&'a [u8]),
    TooLong,
}

#[derive(Default)]
pub struct Incoming {
    line: Vec<u8, LONGEST_REQUEST>,
    too_long: bool,
    /// True if the line in memory was returned and is to be cleared.
    done: bool,
}

impl Incoming {
    pub const fn new() -> Self {
        Self { line: Vec::new(), too_long: false, done: false }
    }

    /// Takes the next byte. Empty lines are ignored.
    pub fn take(&mut self, byte: u8) -> Option<Arrived<'_>> {
        if core::mem::take(&mut self.done) {
            self.line.clear();
            self.too_long = false;
        }
        if !matches!(byte, b'\n' | b'\r') {
            self.too_long |= self.line.push(byte).is_err();
            return None;
        }
        self.done = true;
        match (self.too_long, self.line.is_empty()) {
            (true, _) => Some(Arrived::TooLong),
            (false, true) => None,
            (false, false) => Some(Arrived::Line(&self.line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> std::vec::Vec<Option<std::vec::Vec<u8>>> {
        let mut incoming = Incoming::new();
        let mut found = vec![];
        for &byte in bytes {
            found.extend(incoming.take(byte).map(|arrived| match arrived {
                Arrived::Line(line) => Some(line.to_vec()),
                Arrived::TooLong => None,
            }));
        }
        found
    }

    #[test]
    fn lines_end_with_either_break_and_empty_ones_are_nothing() {
        assert_eq!(lines(b"\r\n\nab\r\ncd\n\rhalf"), [Some(b"ab".to_vec()), Some(b"cd".to_vec())]);
    }

    #[test]
    fn a_line_that_is_too_long_is_dropped_whole() {
        let mut bytes = vec![b'x'; LONGEST_REQUEST + 1];
        bytes.extend(b"\nok\n");
        assert_eq!(lines(&bytes), [None, Some(b"ok".to_vec())]);
        assert_eq!(lines(&[&[b'y'; LONGEST_REQUEST][..], b"\n"].concat()), [Some(vec![b'y'; LONGEST_REQUEST])]);
        assert_eq!(lines(&vec![0xff; 1_000_000]), []);
    }
}
