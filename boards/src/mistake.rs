//! What is wrong with a board file, said so that its author finds the line.

use std::fmt;

/// One mistake: prints as `boards/x/board.toml: key: reason`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    pub board: String,
    pub key: String,
    pub reason: String,
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "boards/{}/board.toml: {}: {}", self.board, self.key, self.reason)
    }
}

/// Everything that is wrong with a board file, one line each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistakes(pub Vec<Mistake>);

impl fmt::Display for Mistakes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (line, mistake) in self.0.iter().enumerate() {
            if line > 0 {
                writeln!(f)?;
            }
            write!(f, "{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Mistakes {}
