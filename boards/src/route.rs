//! The ways to build a board, each with its own parts and steps.

/// How a board is put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Modules and ready-made leads on a breadboard.
    NoSolder,
    /// Perfboard and wires.
    ByHand,
    /// A circuit board manufactured from our files.
    CircuitBoard,
}

impl Route {
    pub const ALL: [Self; 3] = [Self::NoSolder, Self::ByHand, Self::CircuitBoard];

    pub const fn title(self) -> &'static str {
        match self {
            Self::NoSolder => "Without soldering",
            Self::ByHand => "By hand, on perfboard",
            Self::CircuitBoard => "With the circuit board",
        }
    }
}
