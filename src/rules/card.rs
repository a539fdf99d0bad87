//! A card on the table, identified by the number that it lies on.

use core::num::NonZeroU8;

/// Maximum number of cards on the table in any ruleset.
pub const MAX_CARDS: usize = 12;

/// A card on the table. Code counts from 0 ([`Card::index`]), people from 1 ([`Card::number`]). Stored as the number,
/// so that an `Option<Card>` takes no extra byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(NonZeroU8);

impl Card {
    /// `None` unless `index` is below [`MAX_CARDS`].
    pub const fn new(index: u8) -> Option<Self> {
        if index as usize >= MAX_CARDS {
            return None;
        }
        match NonZeroU8::new(index + 1) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// `None` unless `number` is 1 to [`MAX_CARDS`]. A table lookup, so that the time does not depend on a secret
    /// number.
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

    /// The index of the card from 0, for arrays by card.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The number printed beside the card, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The first `count` cards.
    pub fn first(count: u8) -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..count).filter_map(Self::new)
    }
}

/// A set of cards.
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
