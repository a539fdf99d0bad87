//! Seats at the table. A seat has one knob and one score: a player, or in Team a team of two.

use core::num::NonZeroU8;

/// Maximum number of seats in any ruleset.
pub const MAX_SEATS: usize = 12;

/// A seat, clockwise round the table. Code counts from 0 ([`Seat::index`]), files from 1 ([`Seat::number`]); people see
/// a letter ([`Seat::letter`]). Stored as the number, so that an `Option<Seat>` takes no extra byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(NonZeroU8);

impl Seat {
    pub const FIRST: Self = Self(NonZeroU8::MIN);

    /// `None` unless `index` is below [`MAX_SEATS`].
    pub const fn new(index: u8) -> Option<Self> {
        if index as usize >= MAX_SEATS {
            return None;
        }
        match NonZeroU8::new(index + 1) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// `None` unless `number` is 1 to [`MAX_SEATS`].
    pub fn from_number(number: u8) -> Option<Self> {
        Self::new(number.checked_sub(1)?)
    }

    /// The index of the seat from 0, for arrays by seat.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The seat's name as people see it: A to L. On the screens, a digit always means a card.
    pub const fn letter(self) -> char {
        (b'A' + self.0.get() - 1) as char
    }

    /// The seat's number in files, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// All seats that a table can have.
    pub const fn all() -> SeatIter {
        SeatSet::first(MAX_SEATS as u8).iter()
    }
}

/// A bit for each seat.
const ALL_BITS: u16 = (1 << MAX_SEATS) - 1;

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u16);

impl SeatSet {
    pub const EMPTY: Self = Self(0);

    /// The first `count` seats.
    pub const fn first(count: u8) -> Self {
        Self(if count as usize >= MAX_SEATS { ALL_BITS } else { (1 << count) - 1 })
    }

    pub const fn from_bits(bits: u16) -> Self {
        Self(bits & ALL_BITS)
    }

    /// Bit n is set if seat index n is in the set.
    pub const fn bits(self) -> u16 {
        self.0
    }

    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.index()) != 0
    }

    #[must_use]
    pub const fn with(self, seat: Seat) -> Self {
        Self(self.0 | 1 << seat.index())
    }

    #[must_use]
    pub const fn without(self, seat: Seat) -> Self {
        Self(self.0 & !(1 << seat.index()))
    }

    #[must_use]
    /// The seats that are not in `other`.
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[must_use]
    /// The seats that are in both sets.
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Iterates over the seats in order, from the first.
    pub const fn iter(self) -> SeatIter {
        SeatIter(self)
    }

    /// The next seat of the set clockwise from `seat`. This is `seat` itself if the set has no other.
    pub fn after(self, seat: Seat) -> Option<Seat> {
        self.iter().find(|&s| s > seat).or_else(|| self.iter().next())
    }
}

/// Iterates over the seats of a set that are still to come.
#[derive(Clone, Copy, Debug)]
pub struct SeatIter(SeatSet);

impl Iterator for SeatIter {
    type Item = Seat;

    fn next(&mut self) -> Option<Seat> {
        let seat = Seat::new(self.0.bits().trailing_zeros() as u8)?;
        self.0 = self.0.without(seat);
        Some(seat)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(Self::EMPTY, Self::with)
    }
}
