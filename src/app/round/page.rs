//! The page of the current phase. A phase that has several shows them one after another.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The first page of any phase: the clue, the votes, the basic points, the winners.
    First,
    /// What to deal, before the first clue.
    Deal,
    /// The check of the pointers after the deal, if knobs have pointers and people have just sat down.
    Pointers,
    Verdict,
    Bonuses,
    Track,
    Awards,
    /// The final table.
    Table,
}
