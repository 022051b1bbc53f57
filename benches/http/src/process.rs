//! Starts the servers as processes, and measures their resources.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::{Failed, bare};

/// A server process, killed on drop.
pub struct Server {
    child: Child,
    /// The address for requests.
    pub address: SocketAddr,
}

/// Builds the service in release mode, and returns the path of its binary.
pub fn build_service() -> Result<PathBuf, Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo).args(["build", "--release", "--locked"]).current_dir(&root).status()?;
    if !status.success() {
        return Err("the service does not build".into());
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    Ok(target.join("release/sudoku-service"))
}

impl Server {
    /// Starts the service with its default settings, except for a free port.
    pub fn service(binary: &Path) -> Result<Self, Failed> {
        let mut command = Command::new(binary);
        command.args(["--listen", "127.0.0.1:0"]).stderr(Stdio::piped());
        for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("SUDOKU_")) {
            command.env_remove(name);
        }
        let mut child = command.spawn()?;
        let stderr = child.stderr.take().ok_or("the log is piped")?;
        let mut line = String::new();
        BufReader::new(stderr).read_line(&mut line)?;
        // The first address in the line `{"message":"listening","address":"127.0.0.1:1234",…}`.
        let address = line.split("\"address\":\"").nth(1).and_then(|rest| rest.split('"').next());
        let address = address.and_then(|address| address.parse().ok());
        address.map(|address| Self { child, address }).ok_or_else(|| format!("unexpected log line {line:?}").into())
    }

    /// Starts the bare handler.
    pub fn bare() -> Result<Self, Failed> {
        let mut child = Command::new(std::env::current_exe()?).arg(bare::ARGUMENT).stdout(Stdio::piped()).spawn()?;
        let stdout = child.stdout.take().ok_or("the address is piped")?;
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line)?;
        Ok(Self { child, address: line.trim().parse()? })
    }

    /// Returns the CPU time of its threads, user and system.
    pub fn processor_time(&self) -> Result<Duration, Failed> {
        let mut nanoseconds = 0;
        for thread in fs::read_dir(format!("/proc/{}/task", self.child.id()))? {
            nanoseconds += on_processor(&thread?.path().join("schedstat"))?;
        }
        Ok(Duration::from_nanos(nanoseconds))
    }

    /// Returns its resident memory, in bytes.
    pub fn memory(&self) -> Result<u64, Failed> {
        memory_of(&self.child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The process may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the CPU time of the calling thread.
pub fn own_processor_time() -> Result<Duration, Failed> {
    Ok(Duration::from_nanos(on_processor(Path::new("/proc/thread-self/schedstat"))?))
}

/// Returns the first field of a `schedstat` file: nanoseconds on a processor, in user and in kernel mode.
fn on_processor(file: &Path) -> Result<u64, Failed> {
    Ok(fs::read_to_string(file)?.split_whitespace().next().ok_or("an empty schedstat")?.parse()?)
}

/// The resources that a command used in total.
pub struct Spent {
    /// CPU time, user and system.
    pub processor_time: Duration,
    /// Resident memory soon after the start, and its maximum, in bytes.
    pub memory: (u64, u64),
}

/// Waits for the end of a process, and returns the resources that it used.
pub fn finish(mut child: Child) -> Result<Spent, Failed> {
    let stat = format!("/proc/{}/stat", child.id());
    let mut memory = None;
    loop {
        let fields = fs::read_to_string(&stat)?;
        // After the name in parentheses, the state is the first field, and the times are the 12th and 13th.
        let fields: Vec<&str> = fields.rsplit(") ").next().unwrap_or_default().split_whitespace().collect();
        if fields.first() == Some(&"Z") {
            // A tick is a hundredth of a second on Linux.
            let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
            let status = child.wait()?;
            if !status.success() {
                return Err(format!("the command exited with {status}").into());
            }
            return Ok(Spent { processor_time: Duration::from_millis(10 * ticks), memory: memory.unwrap_or_default() });
        }
        std::thread::sleep(Duration::from_millis(20));
        if let Ok(now) = memory_of(&child) {
            let (first, most) = memory.unwrap_or((now, now));
            memory = Some((first, most.max(now)));
        }
    }
}

fn memory_of(child: &Child) -> Result<u64, Failed> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).ok_or("the process has exited")?;
    Ok(line.trim_end_matches("kB").trim().parse::<u64>()? * 1024)
}
