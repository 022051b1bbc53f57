//! Searches for the bodies that occupy a thread of the runtime longest: `cargo bench --bench bodies`, a minute.
//!
//! A body should occupy a thread of the runtime for less than 100 µs, whatever it contains. The search starts with
//! repeated pieces that some part of a parser recognizes, inside various frames. It then mutates the slowest bodies and
//! keeps slower ones. It does so for the longest bodies that are parsed on the runtime's thread, and for the longest that
//! the default limit allows.
//!
//! The figures are the minimum CPU time of several runs of the whole service, without the network, on the runtime's thread.
//! They are printed but not checked.

#![expect(clippy::print_stdout, reason = "this program prints figures")]

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use rustix::time::{ClockId, clock_gettime};
use sudoku_service::config::Command;
use sudoku_service::http::{self, App, Listener};
use sudoku_service::pool::Pool;
use sudoku_service::server::{Counters, Stage};
use tokio::runtime::Runtime;
use tokio::sync::watch;
use tower::{Service, ServiceExt};

/// Maximum sizes of a body, in bytes.
const SIZES: [usize; 2] = [128, 16 * 1024];

/// Number of bodies derived from the slowest ones.
const ROUNDS: usize = 2000;

/// The pieces of bodies.
const PIECES: &[&str] = &[
    "1",
    "1,",
    "0.5e1,",
    "-1,",
    "null,",
    "true,",
    "\"\",",
    "\"1\",",
    "\"a\",",
    "\"\\u0041\",",
    "\"\\ud800\\udc00\",",
    "\"é\",",
    "\"aaaaaaaaa\",",
    "[],",
    "[1],",
    "[[1]],",
    "[1,2,3,4,5,6,7,8,9],",
    "{},",
    "[",
    "[[",
    "]",
    "{\"a\":",
    "\"a\":1,",
    "\"grid\":1,",
    "\"grid\":[],",
    "\"max_solutions\":1,",
    "\"a\\u0041\":\"\",",
    "\"~/\":[],",
    " ",
    "\n",
    "\t",
    ",",
    ":",
    "\"",
    "\\",
    "\\u0041",
    "\u{1}",
    "z",
    "z\n",
    "é",
    "５",
    ".",
    "12 ",
    "|",
    "#\n",
    "'",
    "%35",
    "<a",
];

/// The text before and after the pieces.
const FRAMES: &[(&str, &str)] = &[
    ("", ""),
    ("[", "1]"),
    ("{", "\"b\":1}"),
    ("{\"grid\":[", "1]}"),
    ("{\"grid\":[[", "1]]}"),
    ("{\"grid\":\"", "\"}"),
    ("\"", "\""),
];

fn main() {
    let runtime = Runtime::new().expect("a runtime");
    let _entered = runtime.enter();
    let Ok(Command::Serve(config)) = Command::parse([OsString::from("sudoku-service")]) else { panic!("the defaults") };
    let pool = Pool::start(config.pool()).expect("threads");
    let app = App::new(config.http(), pool, watch::channel(Stage::Running).1, Arc::new(Counters::default()), None);
    let mut service = http::router(app, Listener::Public);
    let mut timed = |body: &str| {
        let mut least = f64::MAX;
        for _ in 0..5 {
            let request = Request::post("/solve").header("host", "bench").header("content-type", "application/json");
            let request = request.body(Body::from(body.to_owned())).expect("a request");
            let begin = cpu_time();
            let answer = runtime.block_on(async {
                service.ready().await.expect("the service is ready").call(request).await.expect("an answer")
            });
            least = least.min(cpu_time() - begin);
            drop(answer);
        }
        least
    };
    let valid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    println!("{:6.1} us  a valid body", timed(valid));
    for size in SIZES {
        println!("bodies of at most {size} bytes:");
        for (_, body) in &slowest(size, &mut timed)[..5] {
            let least = (0..5).map(|_| timed(body)).fold(f64::MAX, f64::min);
            let start: String = body.chars().take(40).collect();
            let end = &body[body.floor_char_boundary(body.len().saturating_sub(20))..];
            println!("{least:6.1} us  {start:?} ... {end:?}");
        }
    }
}

/// Searches for the slowest bodies of at most this size. Returns the slowest first.
fn slowest(size: usize, timed: &mut impl FnMut(&str) -> f64) -> Vec<(f64, String)> {
    let mut timed = |mut body: String| {
        body.truncate(body.floor_char_boundary(size));
        (timed(&body), body)
    };
    let mut bodies = Vec::new();
    for piece in PIECES {
        for (begin, end) in FRAMES {
            let times = (size - begin.len() - end.len()) / piece.len();
            bodies.push(timed(format!("{begin}{}{end}", piece.repeat(times))));
        }
    }
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        bodies.sort_by(|a, b| b.0.total_cmp(&a.0));
        bodies.truncate(24);
        let body = &bodies[random.below(bodies.len())].1;
        let (from, to) = (random.below(size), random.below(size));
        let (start, end) = (body.floor_char_boundary(from.min(to)), body.floor_char_boundary(from.max(to)));
        let piece = PIECES[random.below(PIECES.len())].repeat(1 + random.below(200));
        bodies.push(timed(format!("{}{piece}{}", &body[..start], &body[end..])));
    }
    bodies.sort_by(|a, b| b.0.total_cmp(&a.0));
    bodies
}

/// The CPU time of this thread in microseconds.
fn cpu_time() -> f64 {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("a positive time").as_secs_f64() * 1e6
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % bound
    }
}
