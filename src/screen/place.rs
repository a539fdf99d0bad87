//! A box on a screen, by its corner and its size. It is one word where a rectangle is four, since every sign and every
//! line is told its box.

use embedded_graphics::geometry::{Point, Size};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    x: i8,
    y: i8,
    width: u8,
    height: u8,
}

/// A box by its corner and size.
pub const fn area(x: i32, y: i32, width: u32, height: u32) -> Place {
    let place = Place { x: x as i8, y: y as i8, width: width as u8, height: height as u8 };
    debug_assert!(x == place.x as i32 && y == place.y as i32, "far off any screen");
    debug_assert!(width == place.width as u32 && height == place.height as u32, "larger than any screen");
    place
}

impl Place {
    pub const fn new(at: Point, size: Size) -> Self {
        area(at.x, at.y, size.width, size.height)
    }

    pub const fn x(self) -> i32 {
        self.x as i32
    }

    pub const fn y(self) -> i32 {
        self.y as i32
    }

    pub const fn width(self) -> u32 {
        self.width as u32
    }

    pub const fn height(self) -> u32 {
        self.height as u32
    }

    pub const fn corner(self) -> Point {
        Point::new(self.x(), self.y())
    }

    pub const fn size(self) -> Size {
        Size::new(self.width(), self.height())
    }

    /// Without a border.
    pub fn inner(self, border: u32) -> Self {
        let size = self.size().saturating_sub(Size::new_equal(2 * border));
        Self::new(self.corner() + Point::new_equal(border as i32), size)
    }
}
