//! The emulated Pico, as a process that takes one request a line: turn or press knobs, run for some time, inject
//! faults, read the screens. Its time is exact and independent of the computer's.

use std::{
    env, fs,
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    process::{self, Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::Mutex,
};

use base64::{Engine, engine::general_purpose::STANDARD as BASE64};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::tool::{Outcome, need_npm_packages, npm, root, run};

/// The bundle, in the folder of the simulator.
const SCRIPT: &str = "dist/headless.js";
const NS_PER_MS: f64 = 1e6;
/// Blank rows between the screens in a picture of several.
const GAP: usize = 2;

pub struct Emulator {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    /// Restarts and faults since the list was last read.
    pub events: Vec<Value>,
    /// If recorded, every request so far, to send them to another device.
    pub transcript: Option<Vec<Value>>,
}

/// One screen as a viewer sees it.
#[derive(Clone, Debug, Deserialize)]
pub struct Glass {
    pub seat: Option<u8>,
    pub on: bool,
    pub contrast: u8,
    pub width: usize,
    pub height: usize,
    pixels: String,
    #[serde(skip)]
    rows: Vec<u8>,
}

impl Glass {
    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        self.rows.get((y * self.width + x) / 8).is_some_and(|byte| byte << (x % 8) & 0x80 != 0)
    }
}

/// Bundles the emulator, once in a process. Call before starting any.
pub fn prepare() -> Outcome {
    static DONE: Mutex<bool> = Mutex::new(false);
    let mut done = DONE.lock().map_err(|_| "bundling the emulator has failed before")?;
    if !*done {
        need_npm_packages()?;
        // Renamed when it is whole: others may start the emulator meanwhile.
        let whole = format!("dist/headless-{}.js", process::id());
        run(npm().args(["run", "--silent", "build:headless", "--", &format!("--outfile={whole}")]))?;
        let simulator = root().join("simulator");
        fs::rename(simulator.join(whole), simulator.join(SCRIPT))?;
        *done = true;
    }
    Ok(())
}

impl Emulator {
    /// `folder` is a board's folder, beside `firmware.elf`.
    pub fn start(folder: &Path, seed: u32) -> Result<Self, String> {
        let script = root().join("simulator").join(SCRIPT);
        let mut process = Command::new("node")
            .arg(&script)
            .arg(folder)
            .args(["--seed", &seed.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("node cannot be started: {error}"))?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(to), Some(from)) => {
                Ok(Self { process, to, from: BufReader::new(from), events: Vec::new(), transcript: None })
            }
            _ => Err("the emulator has no pipes".into()),
        }
    }

    /// Sends one request and returns the answer.
    pub fn ask(&mut self, request: &Value) -> Result<Value, String> {
        self.transcript.iter_mut().for_each(|transcript| transcript.push(request.clone()));
        let gone = |error: std::io::Error| format!("the emulator is gone: {error}");
        writeln!(self.to, "{request}").map_err(gone)?;
        let mut line = String::new();
        if self.from.read_line(&mut line).map_err(gone)? == 0 {
            return Err("the emulator has ended".into());
        }
        let mut answer: Value = serde_json::from_str(&line).map_err(|error| format!("{line}: {error}"))?;
        if let Some(Value::Array(events)) = answer.get_mut("events").map(Value::take) {
            self.events.extend(events);
        }
        match answer.get("error") {
            Some(error) => Err(format!("{error} to {request}")),
            None => Ok(answer["ok"].take()),
        }
    }

    pub fn now_ms(&mut self) -> Result<f64, String> {
        Ok(self.ask(&json!({ "now": true }))?["ns"].as_f64().unwrap_or(0.0) / NS_PER_MS)
    }

    pub fn run_ms(&mut self, ms: f64) -> Result<(), String> {
        self.ask(&json!({ "run": ms })).map(drop)
    }

    /// Cuts the power, replaces the flash content, and powers up again.
    pub fn restart_with(&mut self, flash: &[u8]) -> Result<(), String> {
        let path = self.scratch();
        fs::write(&path, flash).map_err(|error| format!("{}: {error}", path.display()))?;
        for request in [json!({ "off": true }), json!({ "loadflash": path }), json!({ "power": true })] {
            self.ask(&request)?;
        }
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Reads the flash content.
    pub fn flash(&mut self) -> Result<Vec<u8>, String> {
        let path = self.scratch();
        self.ask(&json!({ "flash": path }))?;
        let flash = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        fs::remove_file(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(flash)
    }

    /// Path of a temporary file that no other emulator uses.
    fn scratch(&self) -> PathBuf {
        env::temp_dir().join(format!("dixit-dials-{}.flash", self.process.id()))
    }

    pub fn screens(&mut self) -> Result<Vec<Glass>, String> {
        let answer = self.ask(&json!({ "screens": true }))?;
        let mut screens: Vec<Glass> = serde_json::from_value(answer).map_err(|error| error.to_string())?;
        for glass in &mut screens {
            glass.rows = BASE64.decode(&glass.pixels).map_err(|error| format!("pixels: {error}"))?;
        }
        Ok(screens)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // The process has no state to save.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Writes a PNG of the screens, one below the other.
pub fn write_picture(path: &Path, screens: &[Glass]) -> Outcome {
    let width = screens.iter().map(|glass| glass.width).max().unwrap_or(1);
    let height: usize = screens.iter().map(|glass| glass.height + GAP).sum();
    let mut picture = png::Encoder::new(BufWriter::new(fs::File::create(path)?), width as u32, height as u32);
    picture.set_color(png::ColorType::Grayscale);
    let rows = screens.iter().flat_map(|glass| (0..glass.height + GAP).map(move |y| (glass, y)));
    let grey = |glass: &Glass, x: usize, y: usize| match y < glass.height && x < glass.width {
        false => 0x80,
        true if glass.is_lit(x, y) => 0xff,
        true => 0,
    };
    let pixels: Vec<u8> = rows.flat_map(|(glass, y)| (0..width).map(move |x| grey(glass, x, y))).collect();
    Ok(picture.write_header()?.write_image_data(&pixels)?)
}
