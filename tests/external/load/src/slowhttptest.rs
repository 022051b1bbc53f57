//! The attacks of slowhttptest, a well-known tool for testing servers with slow clients.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const CONNECTIONS: u64 = 500;

/// The service's limit for each attack, and how long an attack lasts unless it is stopped.
const LIMIT: Duration = Duration::from_secs(2);
const LONGEST: Duration = Duration::from_secs(20);

/// Tolerance for opening 500 connections, for the last bytes that a kernel accepts, and for the 10 seconds in which the
/// service discards what a rejected client still sends.
const SLACK: Duration = Duration::from_secs(14);

/// Memory limits for 500 open connections, in KiB: of the process, and of the kernel for both sides, which is twice the
/// service's send buffer and the tool's small share.
const OPEN_COST: u64 = CONNECTIONS * 64;
const KERNEL_COST: u64 = CONNECTIONS * (2 * 64 + 16);

struct Attack {
    name: &'static str,
    arguments: &'static [&'static str],
    path: &'static str,
    /// The reason for which the service closes the connections.
    ended: &'static str,
    /// Whether the tool notices that it was disconnected. A slow reader must first read what was sent before.
    noticed: bool,
}

const ATTACKS: [Attack; 3] = [
    Attack {
        name: "slow headers",
        arguments: &["-H", "-i", "1"],
        path: "/",
        ended: "sudoku_connections_closed_total{reason=\"head_timeout\"}",
        noticed: true,
    },
    Attack {
        name: "slow body",
        arguments: &["-B", "-i", "1", "-s", "8192"],
        path: "/solve",
        ended: "sudoku_requests_total{route=\"/solve\",method=\"POST\",status=\"408\"}",
        noticed: true,
    },
    // Five bytes a second of 1.5 MB.
    Attack {
        name: "slow read",
        arguments: &["-X", "-k", "10", "-n", "1", "-z", "5", "-w", "10", "-y", "20"],
        path: "/openapi.json",
        ended: "sudoku_connections_closed_total{reason=\"write_timeout\"}",
        noticed: false,
    },
];

/// Runs each attack with 500 connections. All are closed within the limit, other requests are served, and neither the
/// service nor the kernel uses more memory than allowed.
pub async fn check(options: &Options) -> Result {
    let arguments = ["--head-timeout=2s", "--body-timeout=2s", "--write-timeout=2s"];
    let service = Service::start(&options.binary, &arguments).await?;
    for attack in &ATTACKS {
        let Some(program) = Program::start(attack, &service)? else {
            println!("  skipped: slowhttptest is not installed");
            return Ok(());
        };
        against(&service, attack, program).await?;
    }
    sleep(Duration::from_millis(500)).await;
    let open = service.metrics().await?.value("sudoku_connections_open");
    promise(open == 0, || format!("{open} connections are still open"))
}

async fn against(service: &Service, attack: &Attack, mut program: Program) -> Result {
    let Attack { name, ended, noticed, .. } = *attack;
    let (resident, kernel) = (service.resident(), tcp_memory());
    let (mut most_resident, mut most_kernel) = (resident, kernel);
    let before = service.metrics().await?.value(ended);
    let begun = Instant::now();
    let mut all_ended = None;
    let report = loop {
        most_resident = most_resident.max(service.resident());
        most_kernel = most_kernel.max(tcp_memory());
        if all_ended.is_none() && service.metrics().await?.value(ended) - before >= CONNECTIONS {
            all_ended = Some(begun.elapsed());
        }
        if let Some(report) = program.report().map_err(|error| format!("slowhttptest: {error}"))? {
            break report;
        }
        promise(begun.elapsed() < 2 * LONGEST, || "slowhttptest does not exit".to_owned())?;
        sleep(Duration::from_millis(50)).await;
    };
    let count = service.metrics().await?.value(ended) - before;
    let all_ended = all_ended.ok_or_else(|| format!("{name}: {count} of {CONNECTIONS} were closed"))?;
    println!(
        "  {name}: {count} of {CONNECTIONS} ended within {all_ended:.1?}, other requests served throughout; resident {:.1} -> {:.1} MB, \
         kernel {:.1} -> {:.1} MB; slowhttptest: {}",
        mb(resident),
        mb(most_resident),
        mb(kernel),
        mb(most_kernel),
        report.exit,
    );
    promise(all_ended < LIMIT + SLACK, || format!("{name}: they were closed after {all_ended:?}"))?;
    promise(report.available, || format!("{name}: the service was not available"))?;
    promise(!noticed || report.exit == "No open connections left", || format!("{name}: {}", report.exit))?;
    promise(most_resident < resident + OPEN_COST, || format!("{name}: {most_resident} KiB are resident"))?;
    promise(most_kernel < kernel + KERNEL_COST, || format!("{name}: the kernel holds {most_kernel} KiB"))
}

/// A run of slowhttptest, killed when this is dropped.
struct Program {
    child: Child,
    /// The path of its files, without extension.
    files: PathBuf,
}

/// Its final report.
struct Report {
    /// Why it stopped.
    exit: String,
    /// Whether its probe succeeded in each second.
    available: bool,
}

impl Program {
    /// `None` if it is not installed.
    fn start(attack: &Attack, service: &Service) -> Result<Option<Self>> {
        let files = std::env::temp_dir().join(format!("slowhttptest-{}", std::process::id()));
        let output = File::create(files.with_extension("out"))?;
        let mut command = Command::new("slowhttptest");
        let (connections, seconds) = (CONNECTIONS.to_string(), LONGEST.as_secs().to_string());
        command.args(["-c", &connections, "-r", &connections, "-l", &seconds, "-p", "2", "-g", "-o"]).arg(&files);
        command.args(["-u", &format!("http://{}{}", service.address, attack.path)]).args(attack.arguments);
        match command.stdin(Stdio::null()).stdout(output).stderr(Stdio::null()).spawn() {
            Ok(child) => Ok(Some(Self { child, files })),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(format!("slowhttptest: {error}").into()),
        }
    }

    /// `None` while it is running.
    fn report(&mut self) -> io::Result<Option<Report>> {
        if self.child.try_wait()?.is_none() {
            return Ok(None);
        }
        let read = |extension| fs::read_to_string(self.files.with_extension(extension));
        let (output, table) = (without_colours(&read("out")?), read("csv")?);
        let exit = output.rsplit_once("Exit status:").map_or("", |(_, rest)| rest.lines().next().unwrap_or_default());
        // Columns: seconds, closed, pending, connected; then the number of connections if the service is available, or
        // 0.
        let mut rows = table.lines().skip(1).peekable();
        let available = rows.peek().is_some() && rows.all(|row| row.ends_with(&format!(",{CONNECTIONS}")));
        Ok(Some(Report { exit: exit.trim().to_owned(), available }))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        for extension in ["out", "csv", "html"] {
            let _ = fs::remove_file(self.files.with_extension(extension));
        }
    }
}

fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('m').map_or("", |(_, rest)| rest))
}

/// The kernel's memory for TCP connections of all processes, in KiB; 0 if unknown.
fn tcp_memory() -> u64 {
    let table = fs::read_to_string("/proc/net/sockstat").unwrap_or_default();
    let pages =
        table.lines().find(|line| line.starts_with("TCP:")).and_then(|line| line.split(' ').next_back()?.parse().ok());
    pages.unwrap_or(0) * 4
}
