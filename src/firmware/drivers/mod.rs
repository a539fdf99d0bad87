//! What the firmware speaks to: contacts, buses, screens, flash. Each is a driver over embassy's, and none knows a task.

pub mod bus;
mod chain;
pub mod flash;
pub mod knobs;
pub mod mux;
pub mod pins;
pub mod presence;
mod sampler;
