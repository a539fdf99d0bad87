//! The page of the current phase. A phase that has several shows them one after another.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// Of any phase: the clue, the votes, the threes and twos, the winners.
    First,
    /// What to deal, before the first clue.
    Deal,
    /// After the deal, where knobs have pointers and people have just sat down.
    Pointers,
    Verdict,
    Bonuses,
    Track,
    Awards,
    /// The table of the evening.
    Table,
}
