//! A card on the table, known by the number it lies on.

use core::num::NonZeroU8;

/// The most cards that any ruleset lays out.
pub const MAX_CARDS: usize = 12;

/// A card, counted from 0 in code; people see [`Card::number`]. Kept as that number, so that an `Option` costs no byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    pub const fn new(index: u8) -> Option<Self> {
        if index as usize >= MAX_CARDS {
            return None;
        }
        match NonZeroU8::new(index + 1) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// From a table: that takes as long for a number that is a secret as for any other.
    pub fn from_number(number: u8) -> Option<Self> {
        static NUMBERED: [Option<Card>; MAX_CARDS + 1] = {
            let mut numbered = [None; MAX_CARDS + 1];
            let mut index = 0;
            while index < MAX_CARDS {
                numbered[index + 1] = Card::new(index as u8);
                index += 1;
            }
            numbered
        };
        *NUMBERED.get(usize::from(number))?
    }

    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// As printed on the table: from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The first `count` cards.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).filter_map(Self::new)
    }
}

/// Some of the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u16);

impl CardSet {
    pub const EMPTY: Self = Self(0);

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn has(self, card: Card) -> bool {
        self.0 & (1 << card.index()) != 0
    }

    #[must_use]
    pub const fn with(self, card: Card) -> Self {
        Self(self.0 | 1 << card.index())
    }

    #[must_use]
    pub const fn without(self, card: Card) -> Self {
        Self(self.0 & !(1 << card.index()))
    }

    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        Card::first(MAX_CARDS as u8).filter(move |&card| self.has(card))
    }
}
