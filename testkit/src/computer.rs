//! A program on the computer at the other end of the emulated USB cable: its actions on the port, and the lines it
//! reads.

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::emulator::Emulator;

/// A packet from the device: when the computer took it, and when the device had it ready.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Packet {
    pub ns: f64,
    pub ready: f64,
    /// Base64.
    pub data: String,
}

impl Packet {
    pub fn bytes(&self) -> Vec<u8> {
        BASE64.decode(&self.data).unwrap_or_default()
    }
}

#[derive(Default)]
pub struct Computer {
    /// The beginning of an incomplete line.
    begun: Vec<u8>,
}

impl Computer {
    /// Acts on the cable or the port: `plug`, `unplug`, `open`, `close`, `suspend`, `resume`, `deaf`, `read`.
    pub fn does(&mut self, device: &mut Emulator, what: &str) -> Result<Value, String> {
        device.ask(&json!({ "usb": what }))
    }

    pub fn send(&mut self, device: &mut Emulator, text: &str) -> Result<(), String> {
        device.ask(&json!({ "usb": { "send": format!("{text}\n") } })).map(drop)
    }

    pub fn send_bytes(&mut self, device: &mut Emulator, bytes: &[u8]) -> Result<(), String> {
        device.ask(&json!({ "usb": { "bytes": BASE64.encode(bytes) } })).map(drop)
    }

    /// Lines since the last call. A line cut off by unplugging is left out.
    pub fn read(&mut self, device: &mut Emulator) -> Result<Vec<Value>, String> {
        let packets: Vec<Packet> =
            serde_json::from_value(device.ask(&json!({ "trace": "usb" }))?).map_err(|error| error.to_string())?;
        packets.iter().for_each(|packet| self.begun.extend(packet.bytes()));
        let end = self.begun.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let whole: Vec<u8> = self.begun.drain(..end).collect();
        let lines = whole.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
        Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
    }
}

/// What a program learns from the lines: the last reported game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct File {
    pub hello: Value,
    pub game: Value,
    /// By number; a later line of the same round replaces the earlier one.
    pub rounds: Vec<Value>,
    pub table: Value,
    pub over: Value,
}

impl File {
    pub fn read(&mut self, line: &Value) {
        if let Some(hello) = line.get("hello") {
            self.hello = hello.clone();
        } else if let Some(game) = line.get("game") {
            let before = game["first_round"].as_u64().unwrap_or(0);
            self.rounds.retain(|round| before > 1 && round["number"].as_u64().unwrap_or(0) < before);
            (self.game, self.over) = (game.clone(), Value::Null);
        } else if let Some(round) = line.get("round") {
            self.rounds.retain(|known| known["number"] != round["number"]);
            self.rounds.push(round.clone());
        } else if let Some(table) = line.get("table") {
            self.table = table.clone();
        } else if let Some(over) = line.get("over") {
            self.over = over.clone();
        }
    }
}
