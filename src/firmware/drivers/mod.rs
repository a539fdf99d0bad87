//! The hardware drivers: contacts, buses, screens, flash. Each wraps embassy's driver, and none knows a task.

pub mod bus;
mod chain;
pub mod detection;
pub mod flash;
pub mod knobs;
pub mod mux;
pub mod pins;
mod sampler;
