//! `cargo xtask play`: builds the firmware and runs it in the browser on an emulated Pico. It is built once for all
//! boards: the page's server calls `cargo xtask block` when a board is chosen, and again when its file changes.

use std::{
    env, fs,
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use lexopt::ValueExt;

use builder::{
    chip::Chip,
    image,
    tool::{self, Outcome, need_npm_packages},
};

const FIRST_PORT: u16 = 5180;
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends the server when our end of the pipe closes, however we end.
const END_WITH_US: &str = "data:text/javascript,process.stdin.on('end',()=>process.exit()).resume()";

/// The options that were given.
struct Wish {
    board: Option<String>,
    chip: Chip,
    port: Option<u16>,
    no_open: bool,
}

pub fn main(mut args: lexopt::Parser) -> Outcome {
    let mut wish = Wish { board: None, chip: Chip::DEFAULT, port: None, no_open: false };
    while let Some(arg) = args.next()? {
        match arg {
            lexopt::Arg::Long("board") => wish.board = Some(args.value()?.string()?),
            lexopt::Arg::Long("chip") => wish.chip = Chip::named(&args.value()?.string()?)?,
            lexopt::Arg::Long("port") => wish.port = Some(port_named(&args.value()?.string()?)?),
            lexopt::Arg::Long("no-open") => wish.no_open = true,
            other => return Err(other.unexpected().into()),
        }
    }
    let board = wish.board.as_deref().unwrap_or(boards::DEFAULT);
    image::chosen(Some(board))?;
    // The server runs in another folder.
    let folder = Path::new(board).join("board.toml").is_file().then(|| fs::canonicalize(board)).transpose()?;
    let port = free_port(wish.port)?;
    println!("1/3  the simulator's packages");
    need_npm_packages()?;
    println!(
        "2/3  the firmware{}",
        if image::is_built(wish.chip) { "" } else { " (the first time takes a minute or two)" }
    );
    let board = image::build_for(board, wish.chip)?.board;
    println!("3/3  the page");
    let mut server = Server::start(port, folder.as_deref())?;
    let chip = match wish.chip {
        Chip::DEFAULT => String::new(),
        other => format!("&chip={}", other.name().to_lowercase()),
    };
    let url = format!("http://localhost:{port}/?board={board}{chip}");
    println!("ready: {url} (Ctrl-C ends it)");
    if !wish.no_open {
        open(&url);
    }
    server.wait()
}

fn port_named(text: &str) -> Outcome<u16> {
    match text.parse() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(format!("--port: {text} is not a number from 1 to 65535; without --port a free port is used").into()),
    }
}

/// The port asked for, or the first free one.
fn free_port(wish: Option<u16>) -> Outcome<u16> {
    let free = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
    match wish {
        Some(port) if free(port) => Ok(port),
        Some(port) => Err(format!("port {port} is taken; choose another with --port").into()),
        None => (FIRST_PORT..FIRST_PORT + 100).find(|&port| free(port)).ok_or_else(|| "no port is free".into()),
    }
}

/// The page's server; it ends together with this program.
struct Server(Child);

impl Server {
    /// Offers every board of the clone, and the one in this folder.
    fn start(port: u16, folder: Option<&Path>) -> Outcome<Self> {
        // Not through npm: ending npm would leave the server running.
        let mut command = tool::command("node");
        command.current_dir(tool::root().join("simulator")).args([
            "--import",
            END_WITH_US,
            "node_modules/vite/bin/vite.js",
        ]);
        command.args(["--host", "127.0.0.1", "--strictPort", "--port", &port.to_string()]);
        // The program that the server runs when a board is chosen or its file changes.
        command.env("XTASK", tool::ourselves()?);
        if let Some(folder) = folder {
            command.env("OWN_BOARD", folder);
        }
        let child = command
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the page's server did not start: {error}"))?;
        let mut server = Self(child);
        let start = Instant::now();
        while !answers(port) {
            if let Some(status) = server.0.try_wait()? {
                return Err(format!("the page's server ended at once ({status})").into());
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("the page did not answer within {} s", PATIENCE.as_secs()).into());
            }
            thread::sleep(Duration::from_millis(100));
        }
        Ok(server)
    }

    fn wait(&mut self) -> Outcome {
        // `wait` would close the pipe at once.
        let pipe = self.0.stdin.take();
        let status = self.0.wait()?;
        drop(pipe);
        if status.success() { Ok(()) } else { Err(format!("the page's server ended ({status})").into()) }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// True if the page itself answers, not only the port.
fn answers(port: u16) -> bool {
    let ask = || -> std::io::Result<bool> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(1))?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        write!(stream, "GET / HTTP/1.0\r\nHost: localhost\r\nAccept: text/html\r\n\r\n")?;
        let mut head = [0; 12];
        stream.read_exact(&mut head)?;
        Ok(head.starts_with(b"HTTP/1.") && head.ends_with(b" 200"))
    };
    ask().unwrap_or(false)
}

fn open(url: &str) {
    let program = match env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        println!("open that address in a browser");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_port_is_refused_with_the_remedy() {
        for text in ["0", "65536", "-1", "http", ""] {
            let said = port_named(text).unwrap_err().to_string();
            assert_eq!(
                said,
                format!("--port: {text} is not a number from 1 to 65535; without --port a free port is used")
            );
        }
        assert_eq!(port_named("5180").unwrap(), 5180);
    }
}
