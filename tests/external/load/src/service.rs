//! A running service and what can be observed of it: memory, file descriptors, metrics.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;

use crate::client::{ask, get};
use crate::{Options, Result, promise};

/// Time limit for the exit after SIGTERM, longer than any delay or request here.
const EXIT: Duration = Duration::from_secs(11);

/// A service on free ports. It is killed when this is dropped.
pub struct Service {
    child: Child,
    /// The public address.
    pub address: SocketAddr,
    /// The admin address.
    pub admin: SocketAddr,
}

impl Service {
    /// Starts a service with these arguments.
    pub fn start(options: &Options, arguments: &[&str]) -> Result<Self> {
        Self::start_after("true", options, arguments)
    }

    /// Starts a service from a shell that first runs this command.
    pub fn start_after(command: &str, options: &Options, arguments: &[&str]) -> Result<Self> {
        let mut child = Command::new("sh")
            .args(["-c", &format!("{command} && exec \"$0\" \"$@\""), &options.binary])
            .args(["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--threads", "2"])
            .args(arguments)
            // A backtrace would load symbols, which count as the service's memory.
            .env("RUST_BACKTRACE", "0")
            .stderr(Stdio::piped())
            .stdin(Stdio::null())
            .spawn()?;
        let stderr = child.stderr.take().ok_or("the log cannot be read")?;
        let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut service = Self { child, address: unknown, admin: unknown };
        let mut log = BufReader::new(stderr).lines();
        let line = log.next().ok_or("the log is empty")??;
        let value: Value = serde_json::from_str(&line).map_err(|error| format!("{error} in {line}"))?;
        let address = |member: &str| value[member].as_str().and_then(|text| text.parse().ok());
        let addresses = address("address").zip(address("admin_address"));
        (service.address, service.admin) = addresses.ok_or_else(|| format!("no addresses in {line}"))?;
        // The service would wait for a reader of its log.
        thread::spawn(move || log.for_each(drop));
        Ok(service)
    }

    /// Resident memory in KiB.
    pub fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        number_after(&status, "VmRSS:")
    }

    /// The number of open file descriptors.
    pub fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).map_or(0, Iterator::count)
    }

    /// The bytes of bodies and answers that its metrics count.
    pub async fn held(&self) -> Result<u64> {
        let answer = ask(self.admin, &get("/metrics")).await.map_err(|error| format!("metrics: {error}"))?;
        Ok(number_after(&String::from_utf8_lossy(&answer.body), "sudoku_held_bytes "))
    }

    /// Sends SIGTERM.
    pub fn terminate(&self) -> Result {
        let status = Command::new("kill").arg(self.child.id().to_string()).status()?;
        promise(status.success(), || "kill failed".to_owned())
    }

    /// Waits for the exit, which must have the status 0. Returns the time that it took.
    pub async fn ended(&mut self) -> Result<Duration> {
        let begun = Instant::now();
        while begun.elapsed() < EXIT {
            if let Some(status) = self.child.try_wait()? {
                promise(status.success(), || format!("the exit status is {status}"))?;
                return Ok(begun.elapsed());
            }
            sleep(Duration::from_millis(2)).await;
        }
        Err(format!("the service did not exit within {EXIT:?}").into())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The number on the line that begins with this name; 0 if it is missing.
fn number_after(text: &str, name: &str) -> u64 {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
    value.unwrap_or(0)
}
