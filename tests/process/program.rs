//! A running service, and what is said to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, ChildStderr, Command, ExitStatus, Output, Stdio};
use std::time::Duration;

/// Far more than anything here takes, so that a failure ends.
const PATIENCE: Duration = Duration::from_secs(20);

/// The binary with these arguments and no settings from the environment of the test.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-service"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SUDOKU_") || name.starts_with("OTEL_")) {
        command.env_remove(name);
    }
    command.args(arguments).env("RUST_BACKTRACE", "0");
    command
}

/// Runs the binary to its end.
pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary runs")
}

/// A service that listens on a port of its own.
pub struct Program {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// Where it takes requests.
    pub address: SocketAddr,
    /// Where operators ask, if it has such a listener.
    pub admin: Option<SocketAddr>,
}

impl Program {
    /// Starts a service on a free port, with these arguments besides.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// The same with these environment variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut all = vec!["--listen", "127.0.0.1:0"];
        all.extend(arguments);
        let mut command = command(&all);
        command.envs(variables.iter().copied()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("its log is read"));
        let line = read_json(&mut stderr).expect("it says where it listens");
        assert_eq!(line["message"], "listening", "{line}");
        let address = |member: &str| line[member].as_str().map(|text| text.parse().expect("an address"));
        Self { child, stderr, address: address("address").expect("an address"), admin: address("admin_address") }
    }

    /// The next line of its log.
    pub fn log_line(&mut self) -> serde_json::Value {
        read_json(&mut self.stderr).expect("another log line")
    }

    /// Sends it a signal by name.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(status.expect("kill runs").success());
    }

    /// The memory that it holds, in kB.
    pub fn resident_kilobytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim_end_matches("kB").trim().parse().expect("a number")
    }

    /// Its status once it has ended, and the rest of its log.
    pub fn ended(mut self) -> (ExitStatus, Vec<serde_json::Value>) {
        let mut log = Vec::new();
        while let Some(line) = read_json(&mut self.stderr) {
            log.push(line);
        }
        (self.child.wait().expect("it ends"), log)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has ended already where the test went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_json(lines: &mut impl BufRead) -> Option<serde_json::Value> {
    let mut line = String::new();
    let length = lines.read_line(&mut line).expect("the log is text");
    (length > 0).then(|| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in the log line {line:?}")))
}

/// A connection to a service.
pub struct Client(BufReader<TcpStream>);

/// An answer: its status, its head in lower case, its body.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Client {
    pub fn connect(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("the service accepts");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time is set");
        Self(BufReader::new(stream))
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.0.get_mut().write_all(bytes).expect("the service reads");
    }

    /// Reads an answer that has a Content-Length.
    pub fn answer(&mut self) -> Answer {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = self.0.read_line(&mut head).expect("the service answers");
            assert!(read > 0, "the connection ended after {head:?}");
        }
        let head = head.to_ascii_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .map_or(0, |length| length.parse().expect("a length is a number"));
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("the body is whole");
        Answer {
            status: head[9..12].parse().expect("a status is a number"),
            head,
            body: String::from_utf8(body).expect("the body is text"),
        }
    }

    /// Whether the service has closed the connection, with nothing more to read.
    pub fn is_closed(&mut self) -> bool {
        self.0.fill_buf().is_ok_and(<[u8]>::is_empty)
    }
}

/// One GET on a connection of its own.
pub fn get(address: SocketAddr, path: &str) -> Answer {
    let mut client = Client::connect(address);
    client.send(format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n").as_bytes());
    client.answer()
}
