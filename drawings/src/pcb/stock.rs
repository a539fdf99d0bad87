//! What to buy for a part of a circuit board: a line of the catalogue, and the quantity.

use boards::{catalogue as shop, parts};

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    pub what: String,
    pub order: String,
    pub alternative: &'static str,
    pub picture: &'static str,
    pub cents: u32,
    pub count: usize,
    /// A module whose pins must be soldered on first.
    pub loose_pins: bool,
}

/// One item of the catalogue.
pub fn item(item: shop::Item) -> Item {
    named((item.name.into(), item.order.into()), item)
}

/// The same under its own name and code.
pub fn named((what, order): (String, String), item: shop::Item) -> Item {
    let shop::Item { alternative, picture, cents, .. } = item;
    Item { what, order, alternative, picture, cents, count: 1, loose_pins: false }
}

/// A module whose pins often come loose.
pub fn loose(item: Item) -> Item {
    Item { loose_pins: true, ..item }
}

pub fn sockets(pins: usize, count: usize) -> Item {
    Item { count, ..named(shop::socket_strip(pins), shop::SOCKET_STRIP) }
}

pub fn pins(pins: usize) -> Item {
    named(shop::pin_header(pins), shop::PIN_HEADER)
}

pub fn resistor(ohm: u32) -> Item {
    named(shop::resistor(ohm), shop::RESISTOR)
}

pub fn separate_array(legs: usize, ohm: u32) -> Item {
    named(shop::separate_array(legs, ohm), shop::SEPARATE_ARRAY)
}

pub fn common_array(legs: usize, ohm: u32) -> Item {
    named(shop::common_array(legs, ohm), shop::COMMON_ARRAY)
}

impl Item {
    /// As a line of a board's parts list.
    pub fn part(&self, count: usize, place: String) -> parts::Part {
        parts::Part {
            group: parts::Group::OnBoards,
            count: count as u32,
            picture: self.picture,
            name: self.what.clone(),
            order: self.order.clone(),
            alternative: self.alternative.into(),
            place,
            cents: self.cents,
        }
    }
}
