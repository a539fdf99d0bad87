//! Mistakes in a board file, with the place where the author finds them.

use std::fmt;

/// Maximum number of mistakes listed at once.
const MOST_TOLD: usize = 20;

/// One mistake: prints as `boards/x/board.toml: key: reason (line 7)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub file: String,
    pub key: String,
    pub reason: String,
    pub line: Option<usize>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.file, self.key, self.reason)?;
        self.line.map_or(Ok(()), |line| write!(f, " (line {line})"))
    }
}

/// Everything that is wrong with a board file, one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, mistake) in self.0.iter().take(MOST_TOLD).enumerate() {
            if line > 0 {
                writeln!(f)?;
            }
            write!(f, "{mistake}")?;
        }
        match self.0.len().saturating_sub(MOST_TOLD) {
            0 => Ok(()),
            more => write!(f, "\n{}: (file): {more} more mistakes", self.0[0].file),
        }
    }
}

impl std::error::Error for Mistakes {}
