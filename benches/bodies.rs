//! The slowest bodies that are parsed on a thread of the runtime: `cargo bench --bench bodies`, half a minute.
//!
//! No body of up to 1 KiB should take longer than 100 us from its request to its answer, whatever is in it; longer ones are
//! parsed on a thread of the pool. The search starts from pieces that some part of a reader looks at, repeated, in several
//! frames; it then changes the slowest bodies and keeps what is slower still. The figures are the least of several runs of
//! the whole service without the network, and are printed, not judged.

#![expect(clippy::print_stdout, reason = "the figures are what this program is for")]

use std::ffi::OsString;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::http::Request;
use sudoku_service::config::Command;
use sudoku_service::http::{self, App, ProcessMetrics};
use sudoku_service::pool::Pool;
use sudoku_service::server::{Counters, ShutdownWatch};
use tokio::runtime::Runtime;
use tower::{Service, ServiceExt};

/// The bytes of a body.
const SIZE: usize = 1024;

/// How many bodies are made from the slowest.
const ROUNDS: usize = 2000;

/// What bodies are made of.
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

/// What is before and after the pieces.
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
    let pool = Pool::start(config.pool).expect("threads");
    let app =
        App::new(config.http, pool, ShutdownWatch::never(), Arc::new(Counters::default()), ProcessMetrics::default());
    let mut service = http::router(app);
    let mut timed = |mut body: String| {
        body.truncate(body.floor_char_boundary(SIZE));
        let mut least = f64::MAX;
        for _ in 0..5 {
            let request = Request::post("/solve").header("host", "bench").header("content-type", "application/json");
            let request = request.body(Body::from(body.clone())).expect("a request");
            let begin = Instant::now();
            let answer = runtime.block_on(async {
                service.ready().await.expect("it is ready").call(request).await.expect("an answer")
            });
            // A valid body would be solved on another thread.
            if answer.status().is_client_error() {
                least = least.min(begin.elapsed().as_secs_f64() * 1e6);
            }
        }
        (if least < f64::MAX { least } else { 0.0 }, body)
    };
    let mut bodies: Vec<(f64, String)> = Vec::new();
    for piece in PIECES {
        for (begin, end) in FRAMES {
            let times = (SIZE - begin.len() - end.len()) / piece.len();
            bodies.push(timed(format!("{begin}{}{end}", piece.repeat(times))));
        }
    }
    let mut random = Random(1);
    for _ in 0..ROUNDS {
        bodies.sort_by(|a, b| b.0.total_cmp(&a.0));
        bodies.truncate(24);
        let body = &bodies[random.below(bodies.len())].1;
        let (from, to) = (random.below(SIZE), random.below(SIZE));
        let (start, end) = (body.floor_char_boundary(from.min(to)), body.floor_char_boundary(from.max(to)));
        let piece = PIECES[random.below(PIECES.len())].repeat(1 + random.below(200));
        bodies.push(timed(format!("{}{piece}{}", &body[..start], &body[end..])));
    }
    bodies.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("the slowest bodies:");
    for (_, body) in &bodies[..8] {
        let least = (0..5).map(|_| timed(body.clone()).0).fold(f64::MAX, f64::min);
        let start: String = body.chars().take(40).collect();
        let end = &body[body.floor_char_boundary(body.len().saturating_sub(20))..];
        println!("{least:6.1} us  {start:?} ... {end:?}");
    }
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
