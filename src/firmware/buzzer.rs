//! The buzzer, where the board has one.
use super::board::BuzzerPwm;
use embassy_executor::Spawner;
pub fn start(_spawner: Spawner, _buzzer: Option<BuzzerPwm>) {}
