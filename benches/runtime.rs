//! Measures what the most expensive request of each kind costs a thread of the runtime: `cargo bench --bench runtime -- BINARY`,
//! half a minute, on Linux. Without BINARY, it takes what `cargo build --release` makes.
//!
//! The service runs with its default limits and one thread of the runtime, and a client sends it requests over loopback, each
//! with the largest head that is allowed. The figures are the CPU time of the runtime for a request, system calls included:
//! the least of several rounds, and as a multiple of an ordinary request to /solve. What takes more than ten times as long
//! is marked, and the exit code is then 1.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::env;
use std::fs::{self, DirEntry};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const EMPTY: &str = ".................................................................................";

/// Maximum number of times that a request may cost as much as an ordinary one.
const MOST: f64 = 10.0;

/// How the names of requests begin whose bytes move in many turns, between which other connections are served.
const LONG: &str = "long";

const ROUNDS: usize = 7;

/// The largest query and the largest header, which leave some room for the rest of a head.
const QUERY: usize = 8 * 1024 - 200;
const HEADER: usize = 16 * 1024 - 400;

fn main() -> ExitCode {
    let service = Service::start();
    let mut client = Client { stream: TcpStream::connect(&service.address).expect("a connection"), service };
    let ordinary = post("/solve", "text/plain", PUZZLE);
    // Also starts what the first request starts.
    let unit = client.cost(&ordinary, 1);
    println!("{unit:7.1} us         an ordinary request to /solve");
    let mut exceeded = false;
    for (name, request, count) in requests(&ordinary) {
        let cost = client.cost(&request, count);
        let times = cost / unit;
        let is_too_much = times > MOST && !name.starts_with(LONG);
        exceeded |= is_too_much;
        println!("{cost:7.1} us {times:5.1}x  {name}{}", if is_too_much { "  TOO MUCH" } else { "" });
    }
    if exceeded { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The requests of all kinds, each with its name and the number of requests that are sent at once.
fn requests(ordinary: &[u8]) -> Vec<(String, Vec<u8>, usize)> {
    let mut requests = Vec::new();
    let mut add = |name: &str, request: Vec<u8>| requests.push((name.to_owned(), request, 1));

    add("path: unknown, as long as allowed", get(&format!("/{}", "a".repeat(QUERY)), ""));
    add("path: unknown, of many segments", get(&"/a".repeat(QUERY / 2), ""));
    for target in ["/solve", "/generate", "/daily", "/techniques", "/", "/openapi.json"] {
        let filler = "%41=%41&".repeat(QUERY / 8);
        add(&format!("query: {target} with unknown parameters"), get(&format!("{target}?{filler}"), ""));
    }
    add("query: /solve with a grid", get(&format!("/solve?grid={}", "%2E".repeat(QUERY / 3)), ""));

    let list = |item: &str| item.repeat(HEADER / item.len());
    for (header, item) in [
        ("accept", "a/b,"),
        ("accept", "text/html;q=0.999,"),
        ("accept-encoding", "gzip;q=0.1,"),
        ("content-type", "text/plain;a=b"),
        ("cookie", "a=b; "),
        ("if-none-match", "\"a\","),
        ("traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-"),
        ("x-request-id", "a"),
    ] {
        let header = format!("{header}: {}\r\n", list(item));
        let name = format!("header: {} of {item:?}", header.split_once(':').map_or("", |(name, _)| name));
        add(&name, with(ordinary, &header));
    }
    let many: String = (0..90).map(|number| format!("x-{number}: {}\r\n", "a".repeat(150))).collect();
    add("headers: ninety", with(ordinary, &many));
    let target = format!("/solve?grid={PUZZLE}");
    add("headers: GET /solve with if-none-match", get(&target, &format!("if-none-match: {}\r\n", list("\"a\","))));

    let preflight = format!(
        "origin: https://example.org\r\naccess-control-request-method: POST\r\naccess-control-request-headers: {}\r\n",
        list("a,")
    );
    add("preflight", request("OPTIONS", "/solve", &preflight, ""));
    add("OPTIONS", request("OPTIONS", "/solve", "", ""));
    add("405", request("PUT", "/solve", "", ""));
    add("405 with a long query", request("PUT", &format!("/solve?{}", "a".repeat(QUERY)), "", ""));
    add("no Host", b"GET /solve HTTP/1.1\r\n\r\n".to_vec());
    add("414", get(&format!("/{}", "a".repeat(8 * 1024)), ""));
    add("431", get("/solve", &format!("cookie: {}\r\n", "a".repeat(16 * 1024))));

    for page in ["/", "/style.css", "/docs/", "/docs/swagger-ui.css", "/openapi.json"] {
        for (form, headers) in
            [("", ""), (", compressed", "accept-encoding: gzip\r\n"), (", known", "if-none-match: *\r\n")]
        {
            add(&format!("page: {page}{form}"), get(page, headers));
        }
    }
    for page in ["/problems/", "/problems/internal", "/problems/unknown"] {
        add(&format!("problem page: {page}"), get(page, "accept: text/html\r\n"));
    }
    add("answer: GET /solve, known", get(&target, "if-none-match: *\r\n"));
    add("answer: 422 of a short body", post("/solve", "text/plain", &"z".repeat(128)));
    add("answer: 422 of a long body", post("/solve", "text/plain", &"z".repeat(16 * 1024)));
    let list = format!("{{\"grid\":\"{EMPTY}\",\"max_solutions\":1000,\"notation\":\"cells\"}}");
    add("answer: a thousand solutions", post("/solve", "application/json", &list));
    add("answer: a hundred puzzles", get("/generate?level=easy&seed=a&count=100", ""));
    add("answer: /techniques", get("/techniques", ""));
    let path = "98.7.....6.....87...7.....5.4..3.5....65........2...4......1..6..8..79...3......1";
    add("answer: /rate with its path", post("/rate?path=true&max_rating=4.0", "text/plain", path));
    let tools = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    add("answer: the list of tools", post("/mcp", "application/json", tools));
    let batch = format!("{PUZZLE}\n").repeat(190);
    add("batch: 190 puzzles", post("/solve/batch", "text/plain", &batch));
    let chunks: String = PUZZLE.chars().map(|cell| format!("1\r\n{cell}\r\n")).collect();
    let headers = "content-type: text/plain\r\ntransfer-encoding: chunked\r\n";
    add("body: a byte a chunk", request("POST", "/solve", headers, &format!("{chunks}0\r\n\r\n")));
    let chunks = "1\r\n \r\n".repeat(16 * 1024);
    add("long: a body of 16 KiB, a byte a chunk", request("POST", "/solve", headers, &format!("{chunks}0\r\n\r\n")));

    add("long: an uncompressed page of 1.4 MB", get("/docs/swagger-ui-bundle.js", ""));

    for (name, request) in [
        ("/problems/", get("/problems/", "")),
        ("HEAD /openapi.json", request("HEAD", "/openapi.json", "if-none-match: *\r\n", "")),
        ("404", get("/canonicel/batcx", "")),
        ("/solve", ordinary.to_vec()),
    ] {
        requests.push((format!("pipelined: {name}, 64 at once"), request.repeat(64), 64));
    }
    requests
}

fn get(target: &str, headers: &str) -> Vec<u8> {
    request("GET", target, headers, "")
}

fn post(target: &str, media_type: &str, body: &str) -> Vec<u8> {
    let headers = format!("content-type: {media_type}\r\ncontent-length: {}\r\n", body.len());
    request("POST", target, &headers, body)
}

fn request(method: &str, target: &str, headers: &str, body: &str) -> Vec<u8> {
    format!("{method} {target} HTTP/1.1\r\nhost: bench\r\n{headers}\r\n{body}").into_bytes()
}

/// The request with this header, too.
fn with(request: &[u8], header: &str) -> Vec<u8> {
    let end = request.windows(2).position(|window| window == b"\r\n").expect("a line") + 2;
    [&request[..end], header.as_bytes(), &request[end..]].concat()
}

/// A running service.
struct Service {
    process: Child,
    address: String,
}

impl Service {
    /// Starts the service with one thread of the runtime.
    fn start() -> Self {
        let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../target/release/sudoku-service").to_owned();
        // Cargo adds an option of its own.
        let binary = env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or(built);
        let mut process = Command::new(binary)
            .args(["--listen", "127.0.0.1:0"])
            .env("TOKIO_WORKER_THREADS", "1")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the service starts");
        let mut line = String::new();
        let mut log = BufReader::new(process.stderr.take().expect("it is piped"));
        log.read_line(&mut line).expect("a line");
        thread::spawn(move || io::copy(&mut log, &mut io::sink()));
        let address = line.split("\"address\":\"").nth(1).and_then(|rest| rest.split('"').next());
        Self { address: address.unwrap_or_else(|| panic!("no address in {line}")).to_owned(), process }
    }

    /// The CPU time of the threads of the runtime in microseconds: the first one accepts connections.
    fn cpu_time(&self) -> f64 {
        let threads = fs::read_dir(format!("/proc/{}/task", self.process.id())).expect("Linux");
        let of_thread = |thread: io::Result<DirEntry>| {
            let folder = thread.expect("a thread").path();
            let read = |file: &str| fs::read_to_string(folder.join(file)).expect("the thread runs");
            let is_of_runtime = matches!(read("comm").trim_end(), "sudoku-service" | "tokio-rt-worker");
            is_of_runtime
                .then(|| read("schedstat").split(' ').next().and_then(|time| time.parse::<f64>().ok()))
                .flatten()
        };
        threads.filter_map(of_thread).sum::<f64>() / 1e3
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.process.kill();
    }
}

struct Client {
    service: Service,
    stream: TcpStream,
}

impl Client {
    /// The microseconds for a request when `count` of them are sent at once.
    fn cost(&mut self, request: &[u8], count: usize) -> f64 {
        let repeat = (256 / count).max(4);
        let mut least = f64::MAX;
        for _ in 0..ROUNDS {
            let begin = self.service.cpu_time();
            for _ in 0..repeat {
                self.exchange(request, count);
            }
            least = least.min((self.service.cpu_time() - begin) / f64::from((repeat * count) as u32));
        }
        least
    }

    fn exchange(&mut self, request: &[u8], count: usize) {
        self.stream.write_all(request).expect("it is sent");
        let (mut received, mut at) = (Vec::new(), 0);
        let is_head = request.starts_with(b"HEAD");
        for _ in 0..count {
            while response_end(&received[at..], is_head).is_none_or(|end| at + end > received.len()) {
                let mut buffer = vec![0; 256 * 1024];
                let read = self.stream.read(&mut buffer).expect("an answer");
                assert!(read > 0, "the connection ended: {}", String::from_utf8_lossy(&received));
                received.extend_from_slice(&buffer[..read]);
            }
            let start = &received[at..received.len().min(at + 1024)];
            let closes = String::from_utf8_lossy(start).to_lowercase().contains("connection: close");
            at += response_end(&received[at..], is_head).expect("it is whole");
            if closes {
                self.stream = TcpStream::connect(&self.service.address).expect("a connection");
            }
        }
    }
}

/// The length of the response at the start of these bytes, once its head is whole.
fn response_end(received: &[u8], is_head: bool) -> Option<usize> {
    let body = received.windows(4).position(|window| window == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&received[..body]).to_lowercase();
    let status = head.split(' ').nth(1).expect("a status");
    assert!(!["500", "503"].contains(&status), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
    if is_head || ["204", "304"].contains(&status) {
        Some(body)
    } else if let Some(length) = length {
        Some(body + length.parse::<usize>().expect("a number"))
    } else {
        let end = received[body..].windows(5).position(|window| window == b"0\r\n\r\n")?;
        Some(body + end + 5)
    }
}
