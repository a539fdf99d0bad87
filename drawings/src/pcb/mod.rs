//! Circuit boards from a board file: parts, places and nets ([`layout`]), copper ([`router`]), the file that KiCad and
//! manufacturers read ([`kicad`]), and the sheets for a builder ([`list`], [`page`]).
//!
//! [`carriers`] → [`Carrier`] → [`route`] → [`Copper`] → [`files`].

mod carrier;
mod copper;
#[cfg(test)]
mod demand;
pub mod footprint;
mod kicad;
mod layout;
mod list;
mod page;
#[cfg(test)]
mod read_back;
mod router;
mod schematic;
mod stock;
#[cfg(test)]
mod tests;

pub use carrier::{Carrier, HOLE_IN, Part};
pub use copper::Copper;
pub use footprint::{Footprint, Spot};
pub use layout::{DIAL_LEAD, carriers};
pub use list::parts;
pub use page::content;
pub use router::route;

/// Every file of a carrier that needs no other program, with its name.
pub fn files(carrier: &Carrier, copper: &Copper) -> Vec<(String, String)> {
    let name = &carrier.name;
    vec![
        (format!("{name}.kicad_pcb"), kicad::write(carrier, copper)),
        (format!("{name}.svg"), page::picture(carrier, copper)),
        (format!("{name}-schematic.svg"), schematic::draw(carrier)),
        (format!("{name}-parts.csv"), list::csv(carrier)),
        (format!("{name}.html"), page::html(carrier, copper)),
    ]
}

/// Joints of a whole device: all its carriers, and the pins of modules.
pub fn joints(carriers: &[Carrier]) -> usize {
    carriers.iter().map(|carrier| carrier.joints() * carrier.copies).sum()
}
