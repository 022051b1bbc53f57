//! Compares batches by route and by command with the solver alone.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_service::sudoku::Grid;
use sudoku_service::sudoku::solver::{self, Budget};

use crate::Failed;
use crate::chunked::ChunkedBody;
use crate::load;
use crate::process::{self, Server};
use crate::puzzles::{self, Kind};

const ROUNDS: usize = 3;

/// Number of puzzles in each call of the solver, as in a chunk of a batch.
const GROUP: usize = 32;

/// The cost of solving a number of puzzles.
#[derive(Clone, Copy)]
struct Cost {
    processor_time: Duration,
    elapsed: Duration,
    puzzles: usize,
    /// Growth of the memory, in bytes.
    growth: u64,
}

impl Cost {
    fn microseconds(&self) -> f64 {
        self.processor_time.as_secs_f64() * 1e6 / self.puzzles as f64
    }

    fn rate(&self) -> f64 {
        self.puzzles as f64 / self.elapsed.as_secs_f64()
    }
}

/// Solves a million puzzles in each way in turn, and prints a line for each way.
pub fn run(binary: &Path, quick: bool) -> Result<(), Failed> {
    let count = if quick { 100_000 } else { 1_000_000 };
    let (puzzles, source) = puzzles::of(Kind::Seventeen);
    let lines: Vec<&str> = puzzles.iter().map(String::as_str).cycle().take(count).collect();
    let grids: Vec<Grid> = lines.iter().map(|line| line.parse()).collect::<Result<_, _>>()?;
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let ndjson: String =
        lines.iter().zip(1..).map(|(line, number)| format!("{{\"id\":{number},\"grid\":\"{line}\"}}\n")).collect();
    let array: String = lines.iter().map(|line| array(line)).collect();
    let file = std::env::temp_dir().join(format!("http-bench-{}.sdm", std::process::id()));
    fs::write(&file, &text)?;

    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push([
            engine(&grids)?,
            route(binary, "text/plain", &text, count)?,
            route(binary, "application/x-ndjson", &ndjson, count)?,
            route(binary, "application/x-ndjson", &array, count)?,
            command(binary, &file, count)?,
        ]);
    }
    fs::remove_file(&file)?;

    println!("\n{count} 17-clue puzzles ({source}), medians of {ROUNDS} rounds");
    println!("cpu: user and system time per puzzle, in microseconds; above: the excess over the solver alone");
    println!("| | puzzles/s | cpu | above | memory from first to last line |");
    println!("| --- | --- | --- | --- | --- |");
    let names = [
        "the solver alone, on all processors",
        "POST /solve/batch, text",
        "POST /solve/batch, ndjson with id and string",
        "POST /solve/batch, ndjson with array",
        "sudoku-service solve",
    ];
    for (way, name) in names.into_iter().enumerate() {
        let of = |figure: fn(&Cost) -> f64| median(rounds.iter().map(|round| figure(&round[way])).collect());
        let above = median(rounds.iter().map(|round| round[way].microseconds() - round[0].microseconds()).collect());
        let growth = rounds.iter().map(|round| round[way].growth).max().unwrap_or_default() as f64 / 1e6;
        println!("| {name} | {:.0} | {:.2} | {above:+.2} | {growth:+.1} MB |", of(Cost::rate), of(Cost::microseconds));
    }
    beside(binary, &text, count)
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

fn array(line: &str) -> String {
    let cells: Vec<String> = line.chars().map(|cell| cell.to_digit(10).unwrap_or(0).to_string()).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("[{}]\n", rows.join(","))
}

/// The solver alone, with the service's default number of threads.
fn engine(grids: &[Grid]) -> Result<Cost, Failed> {
    let threads = thread::available_parallelism()?.get();
    let began = Instant::now();
    let processor_time = thread::scope(|scope| {
        let parts = grids.chunks(grids.len().div_ceil(threads));
        let threads: Vec<_> = parts.map(|part| scope.spawn(|| solve(part))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().map_err(|_| "the solver failed")?)
            .sum::<Result<Duration, Failed>>()
    })?;
    Ok(Cost { processor_time, elapsed: began.elapsed(), puzzles: grids.len(), growth: 0 })
}

fn solve(grids: &[Grid]) -> Result<Duration, Failed> {
    let budget = Budget::unlimited();
    let mut outcomes = Vec::with_capacity(GROUP);
    let before = process::own_processor_time()?;
    for group in grids.chunks(GROUP) {
        outcomes.clear();
        solver::solve_many(group, &budget, &mut outcomes);
        std::hint::black_box(&outcomes);
    }
    Ok(process::own_processor_time()? - before)
}

/// A batch over loopback, sent and read at the same time.
fn route(binary: &Path, media_type: &str, body: &str, puzzles: usize) -> Result<Cost, Failed> {
    let server = Server::service(binary)?;
    let before = server.processor_time()?;
    let began = Instant::now();
    let mut first = None;
    let lines = exchange(&server, media_type, body, |server| {
        if first.is_none() {
            first = Some(server.memory()?);
        }
        Ok(())
    })?;
    let elapsed = began.elapsed();
    if lines != puzzles {
        return Err(format!("{lines} answers to {puzzles} puzzles").into());
    }
    let growth = server.memory()?.saturating_sub(first.unwrap_or_default());
    Ok(Cost { processor_time: server.processor_time()? - before, elapsed, puzzles, growth })
}

/// Sends a batch while it reads the answers, and counts their lines.
fn exchange(
    server: &Server,
    media_type: &str,
    body: &str,
    mut meanwhile: impl FnMut(&Server) -> Result<(), Failed>,
) -> Result<usize, Failed> {
    let stream = TcpStream::connect(server.address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    let mut upload = stream.try_clone()?;
    thread::scope(|scope| {
        let sender = scope.spawn(move || {
            let length = body.len();
            let head = format!("POST /solve/batch HTTP/1.1\r\nhost: bench\r\ncontent-type: {media_type}\r\ncontent-length: {length}\r\n\r\n");
            upload.write_all(head.as_bytes())?;
            body.as_bytes().chunks(256 * 1024).try_for_each(|piece| upload.write_all(piece))
        });
        let mut answer = ChunkedBody::open(stream)?;
        let mut lines = 0;
        while let Some(chunk) = answer.next()? {
            lines += chunk.iter().filter(|&&byte| byte == b'\n').count();
            meanwhile(server)?;
        }
        sender.join().map_err(|_| "the sender failed")??;
        Ok(lines)
    })
}

/// The command, from a file to `/dev/null`.
fn command(binary: &Path, file: &Path, puzzles: usize) -> Result<Cost, Failed> {
    let began = Instant::now();
    let child =
        Command::new(binary).arg("solve").arg(file).stdout(Stdio::null()).stdin(File::open("/dev/null")?).spawn()?;
    let spent = process::finish(child)?;
    let (first, most) = spent.memory;
    Ok(Cost { processor_time: spent.processor_time, elapsed: began.elapsed(), puzzles, growth: most - first })
}

/// Number of batches that run one after the other, to get enough concurrent single requests for a quantile.
const BATCHES_BESIDE: usize = 10;

/// Single requests on another connection while batches run.
fn beside(binary: &Path, text: &str, puzzles: usize) -> Result<(), Failed> {
    let server = Server::service(binary)?;
    let (easy, _) = puzzles::of(Kind::Easy);
    let requests = load::requests("/solve", "text/plain", easy.iter().take(1000).map(String::as_str));
    let mut alone = single_requests(&server, &requests, Duration::from_millis(500))?;
    let mut meanwhile = load::Measured::default();
    let began = Instant::now();
    for _ in 0..BATCHES_BESIDE {
        thread::scope(|scope| {
            let batch = scope.spawn(|| exchange(&server, "text/plain", text, |_| Ok(())));
            while !batch.is_finished() {
                meanwhile.add(single_requests(&server, &requests, Duration::from_millis(50))?);
            }
            let lines = batch.join().map_err(|_| "the batch failed")??;
            if lines == puzzles { Ok(()) } else { Err(Failed::from("answers are missing")) }
        })?;
    }
    let elapsed = began.elapsed();
    println!("\nPOST /solve on another connection, one request per millisecond; latencies in microseconds");
    println!("| | requests | p50 | p99 |");
    println!("| --- | --- | --- | --- |");
    let line = |name: &str, measured: &mut load::Measured| {
        let requests = measured.latencies.len();
        println!("| {name} | {requests} | {:.0} | {:.0} |", measured.quantile(0.5), measured.quantile(0.99));
    };
    line("alone", &mut alone);
    let batches = format!("while {BATCHES_BESIDE} batches of {puzzles} run, {:.2} s", elapsed.as_secs_f64());
    line(&batches, &mut meanwhile);
    Ok(())
}

fn single_requests(
    server: &Server,
    requests: &std::sync::Arc<Vec<Vec<u8>>>,
    time: Duration,
) -> Result<load::Measured, Failed> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(load::run(server.address, requests, 1, time, Duration::from_millis(1)))
}
