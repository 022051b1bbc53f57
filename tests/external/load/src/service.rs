//! A running service and what can be observed of it: memory, file descriptors, metrics.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;

use crate::{Result, client, promise};

/// A service on free ports. It is killed when this is dropped.
pub struct Service {
    child: Child,
    /// The public address.
    pub address: SocketAddr,
    /// The admin address.
    pub admin: SocketAddr,
}

impl Service {
    /// Starts the binary with these arguments.
    pub fn start(binary: &str, arguments: &[&str]) -> Result<Self> {
        Self::spawn(Command::new(binary), arguments)
    }

    /// Starts the binary from a shell that first runs this command.
    pub fn start_after(command: &str, binary: &str, arguments: &[&str]) -> Result<Self> {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{command} && exec \"$0\" \"$@\""), binary]);
        Self::spawn(shell, arguments)
    }

    fn spawn(mut command: Command, arguments: &[&str]) -> Result<Self> {
        command.args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--threads", "2"]).args(arguments);
        // A backtrace would load symbols, which count as the service's memory.
        command.env("RUST_BACKTRACE", "0").stderr(Stdio::piped()).stdin(Stdio::null());
        let mut child = command.spawn().map_err(|error| format!("the service failed to start: {error}"))?;
        let stderr = child.stderr.take().ok_or("the log cannot be read")?;
        let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut service = Self { child, address: unknown, admin: unknown };
        let mut log = BufReader::new(stderr).lines();
        let line = log.next().ok_or("the log is empty")??;
        let line: Value = serde_json::from_str(&line).map_err(|error| format!("{error} in {line}"))?;
        let address = |member: &str| line[member].as_str().and_then(|text| text.parse().ok());
        service.address = address("address").ok_or_else(|| format!("no address in {line}"))?;
        service.admin = address("admin_address").ok_or_else(|| format!("no address in {line}"))?;
        // The service would wait for a reader of its log.
        thread::spawn(move || log.for_each(drop));
        Ok(service)
    }

    /// Resident memory in KiB.
    pub fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let value = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        value.split_whitespace().next().and_then(|number| number.parse().ok()).unwrap_or(0)
    }

    /// The number of open file descriptors.
    pub fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).map_or(0, Iterator::count)
    }

    /// Sends a signal by name.
    pub fn signal(&self, name: &str) -> Result {
        let status = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status()?;
        promise(status.success(), || "kill failed".to_owned())
    }

    /// Waits for the exit. Returns the status and the time it took.
    pub async fn ended(&mut self, within: Duration) -> Result<(ExitStatus, Duration)> {
        let begun = Instant::now();
        while begun.elapsed() < within {
            if let Some(status) = self.child.try_wait()? {
                return Ok((status, begun.elapsed()));
            }
            sleep(Duration::from_millis(2)).await;
        }
        Err(format!("the service did not exit within {within:?}").into())
    }

    /// Reads the metrics.
    pub async fn metrics(&self) -> Result<Metrics> {
        let answer = client::get(self.admin, "/metrics").await.map_err(|error| format!("metrics: {error}"))?;
        Ok(Metrics(answer.body))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The text of the metrics.
pub struct Metrics(String);

impl Metrics {
    /// The value of a series; 0 if it is missing.
    pub fn value(&self, series: &str) -> u64 {
        let value = self.0.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' '));
        value.and_then(|value| value.parse().ok()).unwrap_or(0)
    }
}
