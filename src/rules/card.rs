//! A card on the table, known by the number it lies on.

/// The most cards that any ruleset lays out.
pub const MAX_CARDS: usize = 12;

/// A card, counted from 0; people see [`Card::number`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    pub const fn new(index: u8) -> Option<Self> {
        if (index as usize) < MAX_CARDS {
            Some(Self(index))
        } else {
            None
        }
    }

    pub fn from_number(number: u8) -> Option<Self> {
        Self::new(number.checked_sub(1)?)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// As printed on the table: from 1.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The first `count` cards.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count.min(MAX_CARDS as u8)).map(Self)
    }
}
