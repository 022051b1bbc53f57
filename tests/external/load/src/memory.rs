//! Memory: callers that send much and read nothing cannot make the service exceed the limit of its Kubernetes manifest.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{self, EASY, post};
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../deploy/kubernetes/deployment.yaml");

/// How long each attack lasts, longer than it takes to send everything.
const TIME: Duration = Duration::from_secs(6);

/// Time limit for a probe, and the pause between two.
const PROBED_WITHIN: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(50);

const ATTACKS: [Attack; 7] = [
    Attack::BadLines,
    Attack::ManySolutions,
    Attack::Pictures,
    Attack::HalfHeads,
    Attack::HalfBodies,
    Attack::Searches,
    Attack::LongLines,
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attack {
    /// 12 batches of 3.6 MB: lines of 84 bytes, each answered by a problem with 27 conflicts.
    BadLines,
    /// 4,000 requests of 500 bytes, each answered by 345 KB.
    ManySolutions,
    /// 256 requests of a hundred bytes, of every operation that draws, for the largest picture.
    Pictures,
    /// 4,000 heads just below the limit, without their last line.
    HalfHeads,
    /// 4,000 bodies just below the limit, without their last byte.
    HalfBodies,
    /// 64 callers who read everything: the longest answers of every heavy operation, of the hardest puzzles.
    Searches,
    /// 64 batches of lines with options of their own, for the longest answers.
    LongLines,
}

/// Puzzles with a rating of 10.6 to 11.9, and one with thousands of steps.
const HARD: [&str; 5] = [
    "....147..6.9......3...........6.1.3..5.8............1....93.8...4......2......5..",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "1....6.8..5.1....6..9.3.5...7.8.......5.2.9.......7...39....4......4......4....52",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.",
];

/// Runs each attack against a service with the manifest's settings and memory limit. The sockets' buffers count only if
/// the kernel charges them to the control group.
pub async fn check(options: &Options) -> Result {
    let manifest = fs::read_to_string(MANIFEST).map_err(|error| format!("{MANIFEST}: {error}"))?;
    let connections = value_after(&manifest, "SUDOKU_MAX_CONNECTIONS\n", "value: \"", '"')?;
    let memory = value_after(&manifest, "SUDOKU_MAX_MEMORY\n", "value: ", '\n')?;
    let limit: u64 = value_after(&manifest, "limits:\n", "memory: ", 'M')?.parse().map_err(|_| "the limit is in Mi")?;
    for attack in ATTACKS {
        let group = Group::create(limit << 20);
        let arguments = ["--max-connections", connections, "--max-memory", memory];
        let service = match &group {
            Some(group) => Service::start_after(&group.join_command(), &options.binary, &arguments)?,
            None => Service::start(&options.binary, &arguments)?,
        };
        let idle = service.resident();
        let mut clients = launch(&service, attack);
        let (mut resident, mut held, mut charged, mut slowest, mut probes) = (0, 0, 0, Duration::ZERO, 0);
        let begun = Instant::now();
        while begun.elapsed() < TIME {
            let sent = Instant::now();
            let answer = timeout(PROBED_WITHIN, client::get(service.admin, "/livez")).await;
            let status = answer.map_err(|_| format!("{attack:?}: no answer to a probe within {PROBED_WITHIN:?}"))?;
            let status = status.map_err(|error| format!("{attack:?}: a probe failed: {error}"))?.status;
            promise(status == 200, || format!("{attack:?}: /livez returned {status}"))?;
            (probes, slowest) = (probes + 1, slowest.max(sent.elapsed()));
            resident = resident.max(service.resident());
            held = held.max(service.metrics().await?.value("sudoku_held_bytes"));
            charged = charged.max(group.as_ref().map_or(0, Group::charged));
            sleep(PAUSE).await;
        }
        clients.abort_all();
        println!(
            "  {attack:?}: resident {:.1} -> {:.1} MB, held {:.1} MB, charged {:.1} MB of {limit} MiB; {probes} probes, the slowest {slowest:.1?}",
            mb(idle),
            mb(resident),
            held as f64 / 1e6,
            charged as f64 / 1e6,
        );
        promise(resident < limit << 10 && charged < limit << 20, || format!("{attack:?}: beyond the limit"))?;
    }
    Ok(())
}

/// Sends as much as the service takes, and reads nothing, except the answers of searches.
fn launch(service: &Service, attack: Attack) -> JoinSet<Option<TcpStream>> {
    let (number, requests) = match attack {
        Attack::Searches => {
            let kinds = [
                "steps?limit=1000&show=how",
                "rate?path=true",
                "hint?skip=100&allow=nested-multiple",
                "annotate?fields=trace,path",
                "steps?format=png&size=2048",
                "explain?limit=50",
                "generate?rating=9.5-12.0&count=3",
            ];
            let request = |kind: &&str| {
                let grid =
                    |puzzle| if kind.starts_with("generate") { String::new() } else { format!("&grid={puzzle}") };
                HARD.map(|puzzle| format!("GET /{kind}{} HTTP/1.1\r\nhost: load\r\n\r\n", grid(puzzle)).into_bytes())
            };
            (64, kinds.iter().flat_map(request).collect())
        }
        Attack::LongLines => {
            let line = |kind: &str, line: String| {
                let lines = (line + "\n").repeat(100);
                post(&format!("/{kind}/batch"), "content-type: application/x-ndjson\r\n", lines.len(), &lines)
            };
            let hard = HARD[0];
            (
                64,
                vec![
                    line(
                        "solve",
                        format!("{{\"grid\":\"{}\",\"max_solutions\":1000,\"notation\":\"cells\"}}", ".".repeat(81)),
                    ),
                    line("steps", format!("{{\"grid\":\"{hard}\",\"limit\":1000,\"show\":\"how\"}}")),
                    line("steps", format!("{{\"grid\":\"{hard}\",\"limit\":100}}")),
                    line("rate", format!("{{\"grid\":\"{hard}\",\"path\":true}}")),
                    line("annotate", format!("{{\"grid\":\"{hard}\"}}")),
                ],
            )
        }
        Attack::BadLines => {
            let lines = format!("\"{}\"\n", "1".repeat(81)).repeat(3_600_000 / 84);
            (12, vec![post("/solve/batch", "content-type: application/x-ndjson\r\n", lines.len(), &lines)])
        }
        Attack::ManySolutions => {
            let row = "\".\",".repeat(9);
            let rows = format!("[{}],", row.trim_end_matches(',')).repeat(9);
            let body = format!("{{\"grid\":[{}],\"max_solutions\":1000}}", rows.trim_end_matches(','));
            (4000, vec![post("/solve", "", body.len(), &body)])
        }
        Attack::Pictures => {
            let of_grid = ["solve", "validate", "hint", "explain"].map(|name| (name, format!("&grid={EASY}")));
            let others = ["generate", "daily/2026-02-01"].map(|name| (name, String::new()));
            let request = |(name, grid): (&str, String)| {
                format!("GET /{name}?format=png&size=2048{grid} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes()
            };
            (256, of_grid.into_iter().chain(others).map(request).collect())
        }
        Attack::HalfHeads => {
            let line = format!("x: {}\r\n", "x".repeat(4000));
            (4000, vec![format!("GET / HTTP/1.1\r\n{}", line.repeat(11)).into_bytes()])
        }
        Attack::HalfBodies => (4000, vec![post("/solve", "", 16 * 1024, &" ".repeat(16 * 1024 - 1))]),
    };
    let requests: Vec<Arc<[u8]>> = requests.into_iter().map(Arc::from).collect();
    let mut clients = JoinSet::new();
    for bytes in requests.iter().cycle().take(number) {
        let (address, bytes) = (service.address, Arc::clone(bytes));
        let reads = attack == Attack::Searches;
        clients.spawn(async move {
            if reads {
                loop {
                    // It may be refused, or take too long.
                    let _ = client::ask(address, &bytes).await;
                }
            }
            let socket = TcpSocket::new_v4().ok()?;
            // The answers must wait in the service, not here.
            socket.set_recv_buffer_size(4096).ok()?;
            let mut stream = socket.connect(address).await.ok()?;
            // It may be rejected, or wait for the place of another.
            let _ = stream.write_all(&bytes).await;
            Some(stream)
        });
    }
    clients
}

/// The text between `begin` and `end` that follows `mark`.
fn value_after<'a>(text: &'a str, mark: &str, begin: &str, end: char) -> Result<&'a str> {
    let value = || text.split_once(mark)?.1.split_once(begin)?.1.split(end).next();
    value().ok_or_else(|| format!("the manifest has no {mark:?}").into())
}

/// A control group with a memory limit, removed on drop.
struct Group(PathBuf);

impl Group {
    /// `None` if this process may not create one.
    fn create(limit: u64) -> Option<Self> {
        let name = format!("sudoku-load-{}", std::process::id());
        for (root, file) in [("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")] {
            let path = Path::new(root).join(&name);
            let created = fs::create_dir(&path).is_ok();
            if created && path.join(file).exists() {
                // Version 1 charges socket buffers only with a limit of their own.
                let _ = fs::write(path.join("memory.kmem.tcp.limit_in_bytes"), limit.to_string());
                if fs::write(path.join(file), limit.to_string()).is_ok() {
                    return Some(Self(path));
                }
            }
            let _ = fs::remove_dir(&path);
        }
        println!("  no control group can be created, so only the resident memory is checked");
        None
    }

    /// The shell command that moves the shell into it.
    fn join_command(&self) -> String {
        format!("echo $$ > {}/cgroup.procs", self.0.display())
    }

    /// The bytes that are charged to it.
    fn charged(&self) -> u64 {
        let read = |file| fs::read_to_string(self.0.join(file)).ok()?.trim().parse::<u64>().ok();
        let sockets = read("memory.kmem.tcp.usage_in_bytes").unwrap_or_default();
        read("memory.current").or_else(|| read("memory.usage_in_bytes")).unwrap_or_default() + sockets
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The service in it has been killed.
        let _ = fs::remove_dir(&self.0);
    }
}
