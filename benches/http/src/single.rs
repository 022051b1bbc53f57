//! Compares single requests to the service with the bare handler.

use std::path::Path;
use std::time::Duration;

use crate::Failed;
use crate::load::{self, Measured};
use crate::process::Server;
use crate::puzzles::{self, Kind};

const ROUNDS: usize = 4;

/// The results of one server under one load.
#[derive(Default)]
struct Sum {
    measured: Measured,
    processor_time: Duration,
}

impl Sum {
    fn microseconds(&self) -> f64 {
        self.processor_time.as_secs_f64() * 1e6 / self.measured.latencies.len() as f64
    }
}

/// Applies each load to both servers in turn, and prints a line for each load.
pub fn run(binary: &Path, quick: bool) -> Result<(), Failed> {
    let round = Duration::from_millis(if quick { 100 } else { 1000 });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let (service, bare) = (Server::service(binary)?, Server::bare()?);
    println!("POST /solve with the default settings, and a bare axum handler (Json in, Json out, nothing solved)");
    println!("cpu: the server's user and system time per request, in microseconds; latencies in microseconds");
    println!(
        "| puzzles | notation | connections | requests/s | bare | ratio | cpu | bare | ratio | p50 | bare | p99 | bare |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for connections in [64, 1] {
        for kind in Kind::ALL {
            let (puzzles, _) = puzzles::of(kind);
            for (notation, body) in [("array", array as fn(&str) -> String), ("string", string)] {
                let bodies: Vec<String> = puzzles.iter().take(1000).map(|puzzle| body(puzzle)).collect();
                let ours = load::requests("/solve", "application/json", bodies.iter().map(String::as_str));
                let theirs =
                    load::requests(&format!("/{notation}"), "application/json", bodies.iter().map(String::as_str));
                let (mut our, mut their) = (Sum::default(), Sum::default());
                for _ in 0..ROUNDS {
                    for (server, requests, sum) in [(&service, &ours, &mut our), (&bare, &theirs, &mut their)] {
                        let before = server.processor_time()?;
                        let load = load::run(server.address, requests, connections, round, Duration::ZERO);
                        sum.measured.add(runtime.block_on(load)?);
                        sum.processor_time += server.processor_time()? - before;
                    }
                }
                let (rate, bare_rate) = (our.measured.rate(), their.measured.rate());
                let (cost, bare_cost) = (our.microseconds(), their.microseconds());
                println!(
                    "| {} | {notation} | {connections} | {rate:.0} | {bare_rate:.0} | {:.2} | {cost:.2} | {bare_cost:.2} | {:.2} | {:.0} | {:.0} | {:.0} | {:.0} |",
                    kind.name(),
                    rate / bare_rate,
                    cost / bare_cost,
                    our.measured.quantile(0.5),
                    their.measured.quantile(0.5),
                    our.measured.quantile(0.99),
                    their.measured.quantile(0.99),
                );
            }
        }
    }
    Ok(())
}

fn array(puzzle: &str) -> String {
    let cells: Vec<String> = puzzle.chars().map(|cell| cell.to_digit(10).unwrap_or(0).to_string()).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| format!("[{}]", row.join(","))).collect();
    format!("{{\"grid\":[{}]}}", rows.join(","))
}

fn string(puzzle: &str) -> String {
    format!("{{\"grid\":\"{puzzle}\"}}")
}
