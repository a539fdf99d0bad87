//! Dixit Dials: everything that the device knows, without the device.
//!
//! Data flows one way: contact → [`dial`] → [`seats`] → [`game`] → [`scene`] → [`screen`].
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

pub mod app;
pub mod board;
pub mod dial;
pub mod game;
pub mod rules;
pub mod save;
pub mod scene;
pub mod screen;
pub mod seats;
pub mod settings;
pub mod words;
