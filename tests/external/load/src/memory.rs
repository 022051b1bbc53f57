//! Memory: callers that send much and read nothing cannot make the service exceed the limit of its Kubernetes manifest.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::client::{EASY, ask, get, open_without_buffer, post, post_part};
use crate::service::Service;
use crate::start::mb;
use crate::{Options, Result, promise};

const MANIFEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../deploy/kubernetes/deployment.yaml");

/// How long each attack lasts, longer than it takes to send everything.
const TIME: Duration = Duration::from_secs(6);

/// Time limit for a probe, and the pause between two.
const PROBED_WITHIN: Duration = Duration::from_secs(1);
const PAUSE: Duration = Duration::from_millis(50);

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
    let livez = get("/livez");
    for Attack { name, number, requests, reads } in attacks() {
        let group = Group::create(limit << 20);
        let arguments = ["--max-connections", connections, "--max-memory", memory];
        let join = group.as_ref().map_or("true".to_owned(), Group::join_command);
        let service = Service::start_after(&join, options, &arguments)?;
        let idle = service.resident();
        let address = service.address;
        let clients = requests.into_iter().cycle().take(number);
        let mut clients: JoinSet<_> = clients.map(|request| send(address, request, reads)).collect();
        let (mut resident, mut held, mut charged, mut slowest, mut probes) = (0, 0, 0, Duration::ZERO, 0);
        let begun = Instant::now();
        while begun.elapsed() < TIME {
            let sent = Instant::now();
            let answer = timeout(PROBED_WITHIN, ask(service.admin, &livez)).await;
            let status = answer.map_err(|_| format!("{name}: no answer to a probe within {PROBED_WITHIN:?}"))?;
            let status = status.map_err(|error| format!("{name}: a probe failed: {error}"))?.status;
            promise(status == 200, || format!("{name}: /livez returned {status}"))?;
            (probes, slowest) = (probes + 1, slowest.max(sent.elapsed()));
            resident = resident.max(service.resident());
            held = held.max(service.held().await?);
            charged = charged.max(group.as_ref().map_or(0, Group::charged));
            sleep(PAUSE).await;
        }
        clients.abort_all();
        println!(
            "  {name}: resident {:.1} -> {:.1} MB, held {:.1} MB, charged {:.1} MB of {limit} MiB; {probes} probes, the slowest {slowest:.1?}",
            mb(idle),
            mb(resident),
            held as f64 / 1e6,
            charged as f64 / 1e6,
        );
        promise(resident < limit << 10 && charged < limit << 20, || format!("{name}: beyond the limit"))?;
    }
    Ok(())
}

/// What many callers send at once.
struct Attack {
    name: &'static str,
    /// The number of callers, who send these requests in turn.
    number: usize,
    requests: Vec<Arc<[u8]>>,
    /// Whether they read the answers.
    reads: bool,
}

fn attacks() -> [Attack; 7] {
    let attack = |name, number, requests: Vec<Vec<u8>>| {
        let requests = requests.into_iter().map(Arc::from).collect();
        Attack { name, number, requests, reads: name == "Searches" }
    };
    let of_hard = |path: &str| HARD.map(|puzzle| get(&format!("{path}&grid={puzzle}")));
    let (hard, empty, grid) = (HARD[0], ".".repeat(81), format!("grid={EASY}"));
    let rows = format!("[{}]", [r#"[".",".",".",".",".",".",".",".","."]"#; 9].join(","));
    let batch = |path: &str, line: &str, number: usize| {
        post(path, "content-type: application/x-ndjson\r\n", &format!("{line}\n").repeat(number))
    };
    [
        // Batches of 3.6 MB: lines of 84 bytes, each answered by a problem with 27 conflicts.
        attack("BadLines", 12, vec![batch("/solve/batch", &format!("\"{}\"", "1".repeat(81)), 3_600_000 / 84)]),
        // Requests of 500 bytes, each answered by 345 KB.
        attack("ManySolutions", 4000, vec![post("/solve", "", &format!(r#"{{"grid":{rows},"max_solutions":1000}}"#))]),
        // Requests of a hundred bytes, of every operation that draws, for the largest picture.
        attack(
            "Pictures",
            256,
            ["solve?{g}", "validate?{g}", "hint?{g}", "explain?{g}", "generate?", "daily/2026-02-01?"]
                .map(|target| get(&format!("/{target}&format=png&size=2048").replace("{g}", &grid)))
                .to_vec(),
        ),
        // Heads just below the limit, without their last line.
        attack(
            "HalfHeads",
            4000,
            vec![format!("GET / HTTP/1.1\r\n{}", format!("x: {}\r\n", "x".repeat(4000)).repeat(11)).into_bytes()],
        ),
        // Bodies just below the limit, without their last byte.
        attack("HalfBodies", 4000, vec![post_part("/solve", "", 16 * 1024, &" ".repeat(16 * 1024 - 1))]),
        // The longest answers of every heavy operation, of the hardest puzzles, to callers who read everything.
        attack(
            "Searches",
            64,
            [
                of_hard("/steps?limit=1000&show=how"),
                of_hard("/rate?path=true"),
                of_hard("/hint?skip=100&allow=nested-multiple"),
                of_hard("/annotate?fields=trace,path"),
                of_hard("/steps?format=png&size=2048"),
                of_hard("/explain?limit=50"),
                HARD.map(|_| get("/generate?rating=9.5-12.0&count=3")),
            ]
            .concat(),
        ),
        // Batches of lines with options of their own, for the longest answers.
        attack(
            "LongLines",
            64,
            vec![
                batch("/solve/batch", &format!(r#"{{"grid":"{empty}","max_solutions":1000,"notation":"cells"}}"#), 100),
                batch("/steps/batch", &format!(r#"{{"grid":"{hard}","limit":1000,"show":"how"}}"#), 100),
                batch("/steps/batch", &format!(r#"{{"grid":"{hard}","limit":100}}"#), 100),
                batch("/rate/batch", &format!(r#"{{"grid":"{hard}","path":true}}"#), 100),
                batch("/annotate/batch", &format!(r#"{{"grid":"{hard}"}}"#), 100),
            ],
        ),
    ]
}

/// Sends as much as the service takes, and reads nothing unless told to.
async fn send(address: SocketAddr, request: Arc<[u8]>, reads: bool) -> Option<TcpStream> {
    if reads {
        loop {
            // It may be refused, or take too long.
            let _ = ask(address, &request).await;
        }
    }
    let mut stream = open_without_buffer(address).await.ok()?;
    // It may be rejected, or wait for the place of another.
    let _ = stream.write_all(&request).await;
    Some(stream)
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
