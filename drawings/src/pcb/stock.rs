//! What to buy for a part of a circuit board, as lines of its device's parts list.

use boards::{
    catalogue as shop,
    parts::{Group, Part},
};

/// One item of the catalogue.
pub fn item(item: shop::Item) -> Part {
    named((item.name.into(), item.order.into()), item)
}

/// Like `item`, under a name and code of its own. Its place is filled in by [`super::list`].
pub fn named((name, order): (String, String), item: shop::Item) -> Part {
    let shop::Item { alternative, picture, cents, .. } = item;
    let (group, alternative, place) = (Group::OnBoards, alternative.into(), String::new());
    Part { group, count: 1, picture, name, order, alternative, place, cents }
}

pub fn sockets(pins: usize, count: u32) -> Part {
    Part { count, ..named(shop::socket_strip(pins), shop::SOCKET_STRIP) }
}

pub fn pins(pins: usize) -> Part {
    named(shop::pin_header(pins), shop::PIN_HEADER)
}

pub fn resistor(ohm: u32) -> Part {
    named(shop::resistor(ohm), shop::RESISTOR)
}

pub fn separate_array(legs: usize, ohm: u32) -> Part {
    named(shop::separate_array(legs, ohm), shop::SEPARATE_ARRAY)
}

pub fn common_array(legs: usize, ohm: u32) -> Part {
    named(shop::common_array(legs, ohm), shop::COMMON_ARRAY)
}
