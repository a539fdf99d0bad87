//! The USB task: a serial port that any computer supports without a driver. It sends the lines of the outbox, packet by
//! packet as the computer takes them, and passes what the computer writes to the game task. No other task waits for it.

use embassy_futures::join::join3;
use embassy_futures::select::select;
use embassy_rp::interrupt::{InterruptExt, Priority};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts, interrupt};
use embassy_time::Timer;
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config};
use heapless::Vec;
use static_cell::{ConstStaticCell, StaticCell};

use super::super::channels::{LINES, OUTBOX, REQUESTS};
use super::computer::{Serial, serial_text};
use super::pictures::TICK;
use dixit_dials::report::{Arrived, Incoming};

bind_interrupts!(struct Irqs {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

/// The vendor and product IDs that the chip's manufacturer assigns to serial ports of firmware for its chips.
const VENDOR: u16 = 0x2e8a;
const PRODUCT: u16 = 0x000a;
/// In milliamperes: all screens lit, as calculated for the boards.
const MAX_POWER_MA: u16 = 500;
/// The largest bulk packet of a full-speed device.
const PACKET: usize = 64;

#[embassy_executor::task]
pub async fn usb(usb: Peri<'static, USB>, serial: u64) {
    static SERIAL: StaticCell<Serial> = StaticCell::new();
    static CONFIGURATION: ConstStaticCell<[u8; 128]> = ConstStaticCell::new([0; 128]);
    static BOS: ConstStaticCell<[u8; 16]> = ConstStaticCell::new([0; 16]);
    static CONTROL: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);
    static STATE: StaticCell<State> = StaticCell::new();

    // A computer can wait; wires and timers cannot.
    interrupt::USBCTRL_IRQ.set_priority(Priority::P3);
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Dixit Dials");
    config.product = Some("Dixit Dials");
    config.serial_number = Some(SERIAL.init(serial_text(serial)));
    config.max_power = MAX_POWER_MA;
    let driver = Driver::new(usb, Irqs);
    let mut builder = Builder::new(driver, config, CONFIGURATION.take(), BOS.take(), &mut [], CONTROL.take());
    let class = CdcAcmClass::new(&mut builder, STATE.init(State::new()), PACKET as u16);
    let mut device = builder.build();
    let (sender, receiver, control) = class.split_with_control();
    join3(device.run(), talk(sender, control), listen(receiver)).await;
}

/// Serves one connection after another: from when a computer opens the port until it closes it or is gone.
async fn talk(mut sender: Sender<'static, Driver<'static, USB>>, control: ControlChanged<'static>) {
    for session in 1.. {
        sender.wait_connection().await;
        while !control.dtr() {
            control.control_changed().await;
        }
        open(session);
        let closed = async {
            while control.dtr() {
                control.control_changed().await;
            }
        };
        select(send(&mut sender), closed).await;
        open(0);
    }
}

fn open(session: u32) {
    OUTBOX.lock(|outbox| outbox.borrow_mut().open(session));
}

async fn send(sender: &mut Sender<'static, Driver<'static, USB>>) -> Result<(), EndpointError> {
    // The endpoint may still hold part of a line for a computer that is gone: a line break ends that line.
    sender.write_packet(b"\n").await?;
    let mut packet = [0; PACKET];
    loop {
        LINES.wait().await;
        loop {
            let length = OUTBOX.lock(|outbox| outbox.borrow_mut().take(&mut packet));
            if length == 0 {
                break;
            }
            sender.write_packet(&packet[..length]).await?;
            // After a full packet the computer expects more: an empty one says that there is none.
            if length == PACKET && !OUTBOX.lock(|outbox| outbox.borrow().is_ready()) {
                sender.write_packet(&[]).await?;
            }
        }
    }
}

/// Takes at most one packet a tick off the cable, whatever the computer sends.
async fn listen(mut receiver: Receiver<'static, Driver<'static, USB>>) {
    let mut packet = [0; PACKET];
    loop {
        receiver.wait_connection().await;
        let mut incoming = Incoming::new();
        while let Ok(length) = receiver.read_packet(&mut packet).await {
            for &byte in &packet[..length] {
                match incoming.take(byte) {
                    Some(Arrived::Line(line)) => REQUESTS.send(Vec::from_slice(line).ok()).await,
                    Some(Arrived::TooLong) => REQUESTS.send(None).await,
                    None => {}
                }
            }
            Timer::after(TICK).await;
        }
    }
}
