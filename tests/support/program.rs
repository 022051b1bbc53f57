//! A running service: the real binary, its log and its signals.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{PATIENCE, get};

/// An address on which nothing listens. A port that was free a moment ago may have been taken by another test.
pub const NOBODY: &str = "127.0.0.1:1";

/// The binary with these arguments, and without settings from the environment of the test.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sudoku-service"));
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name == "PORT" || name.starts_with("SUDOKU_") {
            command.env_remove(&*name);
        }
    }
    command.args(arguments).env("RUST_BACKTRACE", "0");
    command
}

/// Sends a process a signal by name. Every shell can, and not every system has the program `kill`.
pub fn send_signal(name: &str, process: u32) {
    let mut shell = Command::new("sh");
    let status = shell.args(["-c", "kill -s \"$0\" \"$1\"", name, &process.to_string()]).status();
    assert!(status.expect("a shell runs").success());
}

/// Runs the binary to its end.
pub fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary runs")
}

/// A service that listens on a free port.
pub struct Program {
    child: Child,
    stderr: BufReader<ChildStderr>,
    /// The address for requests.
    pub address: SocketAddr,
    /// The address for operators, if there is an admin listener.
    pub admin: Option<SocketAddr>,
    /// The first line of the log.
    pub listening: serde_json::Value,
}

impl Program {
    /// Starts a service on a free port, with these additional arguments.
    pub fn start(arguments: &[&str]) -> Self {
        Self::start_with(arguments, &[])
    }

    /// Starts a service on a free port, with these additional arguments and environment variables.
    pub fn start_with(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let listen = if arguments.contains(&"--listen") { &[][..] } else { &["--listen", "127.0.0.1:0"] };
        Self::start_as(&[listen, arguments].concat(), variables)
    }

    /// Starts a service with only these arguments and environment variables.
    pub fn start_as(arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let mut command = command(arguments);
        command.envs(variables.iter().copied()).stderr(Stdio::piped());
        Self::try_start(&mut command).unwrap_or_else(|(status, message)| panic!("{status}: {message}"))
    }

    /// Runs a command that starts a service. If it exits instead, returns its exit status and standard error.
    pub fn try_start(command: &mut Command) -> Result<Self, (ExitStatus, String)> {
        let mut child = command.spawn().expect("the command starts");
        let mut stderr = BufReader::new(child.stderr.take().expect("its log is piped"));
        let mut line = String::new();
        stderr.read_line(&mut line).expect("the log is text");
        if !line.starts_with('{') {
            let rest = stderr.lines().map_while(Result::ok).collect::<Vec<_>>().join("\n");
            return Err((wait(&mut child), line + &rest));
        }
        let line: serde_json::Value = serde_json::from_str(&line).expect("a log line is JSON");
        if line["message"] != "listening" {
            // For example the panic of a thread that lacks memory for its own stack.
            child.kill().expect("it can be killed");
            return Err((wait(&mut child), line.to_string()));
        }
        let address = |member: &str| line[member].as_str().map(|text| text.parse().expect("an address"));
        let (address, admin) = (address("address").expect("an address"), address("admin_address"));
        Ok(Self { child, stderr, address, admin, listening: line })
    }

    /// Reads the next log line.
    pub fn log_line(&mut self) -> serde_json::Value {
        read_json(&mut self.stderr).expect("another log line")
    }

    /// Sends the process a signal by name.
    pub fn signal(&self, name: &str) {
        send_signal(name, self.child.id());
    }

    /// The metrics, which the admin listener has.
    pub fn metrics(&self) -> String {
        get(self.admin.expect("an admin listener"), "/metrics").text().to_owned()
    }

    /// Returns the resident memory of the process in kB.
    pub fn resident_kilobytes(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        line.trim_end_matches("kB").trim().parse().expect("a number")
    }

    /// Returns the names of its threads.
    pub fn threads(&self) -> Vec<String> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).expect("it runs");
        let name = |path: std::path::PathBuf| std::fs::read_to_string(path.join("comm")).expect("the thread runs");
        threads.map(|thread| name(thread.expect("an entry").path()).trim().to_owned()).collect()
    }

    /// Waits for the process to end, and returns its exit status and the rest of its log.
    pub fn ended(mut self) -> (ExitStatus, Vec<serde_json::Value>) {
        let mut log = Vec::new();
        while let Some(line) = read_json(&mut self.stderr) {
            log.push(line);
        }
        (self.child.wait().expect("it ends"), log)
    }

    /// Waits for the process to end without reading its log.
    pub fn ended_unread(mut self) -> ExitStatus {
        wait(&mut self.child)
    }
}

/// Waits for the end of a process.
fn wait(child: &mut Child) -> ExitStatus {
    eventually(|| child.try_wait().expect("it can be awaited")).unwrap_or_else(|| {
        child.kill().expect("it can be killed");
        panic!("the process does not end");
    })
}

/// Waits until there is something, and returns it; `None` if there is still nothing after [`PATIENCE`].
pub fn eventually<T>(mut something: impl FnMut() -> Option<T>) -> Option<T> {
    let started = Instant::now();
    loop {
        let found = something();
        if found.is_some() || started.elapsed() > PATIENCE {
            return found;
        }
        thread::sleep(Duration::from_millis(10));
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // If the test passed, it has already ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_json(lines: &mut impl BufRead) -> Option<serde_json::Value> {
    let mut line = String::new();
    let length = lines.read_line(&mut line).expect("the log is text");
    (length > 0).then(|| serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in the log line {line:?}")))
}
