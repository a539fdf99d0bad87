//! The device: spawns the tasks of [`firmware`] and does nothing else.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod firmware;

#[cfg(target_os = "none")]
#[embassy_executor::main]
async fn main(spawner: embassy_executor::Spawner) {
    firmware::start(spawner);
}

#[cfg(not(target_os = "none"))]
fn main() {
    println!("This is the firmware of a Pico. To play it here, run `cargo xtask play`.");
}
