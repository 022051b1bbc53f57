//! Heavy work is fair: while attackers keep heavy operations busy, easy requests are answered as quickly as ever, and long ones
//! are not all in vain.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{self, Connection, EASY, post, solve};
use crate::open_loop::{Figures, open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

/// How long each attack lasts.
const ATTACK: Duration = Duration::from_secs(4);

/// Time in which admission recovers. The search of a client that left may take as long to end.
const RECOVERY: Duration = Duration::from_secs(1);

/// The time limits for 99 of 100 answers to easy requests: for a hint or a rating, and for a solution.
const SLOW: Duration = Duration::from_millis(250);
const FAST: Duration = Duration::from_millis(50);

/// Easy requests of each kind per second.
const RATE: f64 = 50.0;

/// One of the hardest puzzles known, whose rating takes longest.
const HARD: &str = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// A grid without a solution, although no digit occurs twice in a house.
const IMPOSSIBLE: &str = "1.......2.9.4...5...6...7...5.9.3.....1.7.......85..4.7.....6...3...9.8...2.....1";

/// The attacks: the name of an operation, and the requests that its attacker repeats.
fn attacks() -> [(&'static str, Vec<Vec<u8>>); 10] {
    let get = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes();
    let post = |path: &str, body: &str| post(path, "content-type: text/plain\r\n", body.len(), body);
    let batch = format!("{HARD}\n").repeat(20);
    [
        ("generate", vec![get("/generate?rating=9.5-12.0&count=100")]),
        ("daily", (1..=28).map(|day| get(&format!("/daily/2026-02-{day:02}?level=diabolical"))).collect()),
        ("rate", vec![post("/rate", HARD)]),
        ("hint", vec![post("/hint?skip=100", HARD)]),
        ("explain", vec![post("/explain", IMPOSSIBLE)]),
        ("steps", vec![post("/steps", HARD)]),
        ("rate/batch", vec![post("/rate/batch", &batch)]),
        ("annotate/batch", vec![post("/annotate/batch", &batch)]),
        ("worksheet", vec![get("/worksheet?rating=9.5-12.0&count=12&seed=load")]),
        ("solve as PNG", vec![get(&format!("/solve?format=png&size=2048&grid={EASY}"))]),
    ]
}

/// How long an attacker that is refused waits.
const RETRY_AT_ONCE: Duration = Duration::from_millis(100);

/// How long requests of several operations compete.
const COMPETE: Duration = Duration::from_secs(20);

/// Attacks each heavy operation in turn, then all of them at once.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(&options.binary, &[])?;
    let quiet = Easy::measure(service.address).await;
    quiet.print("nobody");
    let mut verdict = quiet.check("nobody");
    for (name, requests) in attacks() {
        for connections in [4, 16] {
            verdict = verdict.and(attacked(service.address, name, vec![requests.clone(); connections]).await);
        }
    }
    let all: Vec<_> = attacks().into_iter().map(|(_, requests)| requests).collect();
    verdict = verdict.and(attacked(service.address, "all at once", [&all[..]; 6].concat()).await);
    verdict.and(beside_many(service.address).await).and(answered(service.address).await)
}

/// An easy request, how many of 100 must be answered, and the time limit for 99 of 100 answers.
type Wanted = (&'static str, Vec<u8>, usize, Duration);

/// Checks easy requests beside many connections: to six operations, to their own, and to the searches that batches share threads
/// with.
async fn beside_many(address: SocketAddr) -> Result {
    let attackers = |names: &[&str], connections: usize| -> Vec<_> {
        let chosen: Vec<_> = attacks().into_iter().filter(|(name, _)| names.contains(name)).collect();
        chosen.into_iter().map(|(_, requests)| requests).cycle().take(connections).collect()
    };
    let text = |path: &str, body: &str| post(path, "content-type: text/plain\r\n", body.len(), body);
    let get = |target: &str| format!("GET {target} HTTP/1.1\r\nhost: load\r\n\r\n").into_bytes();
    // As quick to find as most.
    let daily = || get("/daily/2026-01-18");
    let mut verdict = Ok(());
    for connections in [64, 512] {
        let six = attackers(&["generate", "rate", "steps", "rate/batch", "annotate/batch", "worksheet"], connections);
        let easy = [("hint", hint()), ("daily", daily()), ("explain", text("/explain", EASY))];
        let easy = easy.map(|(name, request)| (name, request, 100, SLOW)).to_vec();
        verdict = verdict.and(beside(address, "six operations", six, easy).await);
    }
    for (name, request, least) in [
        ("hint", hint(), 95),
        ("generate", get("/generate?level=easy"), 95),
        ("steps", text("/steps?limit=5", EASY), 65),
    ] {
        let easy = vec![(name, request, least, Duration::from_secs(1))];
        verdict = verdict.and(beside(address, name, attackers(&[name], 64), easy).await);
    }
    let full = vec![vec![text("/solve?max_solutions=1000", &".".repeat(81))]; 64];
    let batch = vec![("solve/batch", text("/solve/batch", &format!("{EASY}\n")), 100, Duration::from_secs(1))];
    verdict.and(beside(address, "solve", full, batch).await)
}

/// Checks these easy requests beside these attackers.
async fn beside(address: SocketAddr, name: &str, attackers: Vec<Vec<Vec<u8>>>, easy: Vec<Wanted>) -> Result {
    let name = format!("{} connections to {name}", attackers.len());
    let mut attack = attack(address, attackers);
    sleep(RECOVERY).await;
    let mut measured = JoinSet::new();
    for (easy, request, least, limit) in easy {
        measured.spawn(async move { (easy, least, limit, open_loop(address, RATE / 2.0, ATTACK, &[request]).await) });
    }
    let measured = measured.join_all().await;
    attack.shutdown().await;
    sleep(RECOVERY).await;
    let mut verdict = Ok(());
    for (easy, least, limit, figures) in measured {
        println!("  {name}: {easy}: {figures}");
        let (answered, p99) = (figures.solved.len(), quantile(&figures.solved, 0.99));
        let asked = answered + figures.refused.len() + figures.other.values().sum::<usize>();
        verdict = verdict.and(promise(answered * 100 >= asked * least && p99 < limit, || {
            format!("{name}: {answered} of {asked} of {easy} answered, p99 {p99:?}")
        }));
    }
    verdict
}

/// A request whose work takes so many milliseconds of a thread.
fn long(path: &str, milliseconds: u32) -> Vec<u8> {
    post(path, &format!("x-fault: hold={milliseconds}ms\r\ncontent-type: text/plain\r\n"), EASY.len(), EASY)
}

/// Checks that work which does not all fit into its time limit is not all in vain.
async fn answered(address: SocketAddr) -> Result {
    let burst = async |request: Vec<u8>, count: usize, least: usize| {
        let asked = vec![request; count].into_iter().map(|request| async move { client::ask(address, &request).await });
        let answers = asked.collect::<JoinSet<_>>().join_all().await;
        let answered = answers.iter().filter(|answer| matches!(answer, Ok(answer) if answer.status == 200)).count();
        println!("  {count} long requests at once: {answered} answered");
        promise(answered >= least, || format!("{answered} of {count} long requests were answered"))
    };
    burst(long("/hint", 590), 4, 2).await?;
    burst(long("/rate", 5050), 2, 1).await?;
    let kinds = [("/rate", 5000), ("/explain", 4500), ("/steps", 1000), ("/hint", 590)];
    let (answers, mut clients) = (Arc::new(kinds.map(|_| AtomicUsize::new(0))), JoinSet::new());
    for (kind, (path, milliseconds)) in kinds.into_iter().enumerate().cycle().take(16) {
        let answers = Arc::clone(&answers);
        clients.spawn(async move {
            while let Ok(answer) = client::ask(address, &long(path, milliseconds)).await {
                answers[kind].fetch_add(usize::from(answer.status == 200), Ordering::Relaxed);
                sleep(RETRY_AT_ONCE).await;
            }
        });
    }
    sleep(COMPETE).await;
    clients.shutdown().await;
    let [rates, explanations, steps, hints] = &*answers;
    println!("  16 connections, four operations: {rates:?}, {explanations:?}, {steps:?}, {hints:?} answered");
    // Simulated: 27 hints a minute, of which six tenths must be.
    promise(hints.load(Ordering::Relaxed) >= 5, || format!("{hints:?} hints beside three other operations"))
}

/// Clients that repeat these requests until they are shut down.
fn attack(address: SocketAddr, attackers: Vec<Vec<Vec<u8>>>) -> JoinSet<()> {
    let mut attack = JoinSet::new();
    for requests in attackers {
        attack.spawn(async move {
            while let Ok(mut connection) = Connection::open(address).await {
                for request in requests.iter().cycle() {
                    match connection.exchange(request).await {
                        Ok(answer) if answer.close => break,
                        Ok(answer) if answer.status == 503 => sleep(RETRY_AT_ONCE).await,
                        Ok(_) => {}
                        Err(_) => break,
                    }
                }
            }
        });
    }
    attack
}

/// Measures easy requests during an attack, and checks that admission recovers after it.
async fn attacked(address: SocketAddr, name: &str, attackers: Vec<Vec<Vec<u8>>>) -> Result {
    let mut attack = attack(address, attackers);
    sleep(RECOVERY).await;
    let easy = Easy::measure(address).await;
    attack.shutdown().await;
    sleep(RECOVERY).await;
    let mut burst = JoinSet::new();
    for _ in 0..20 {
        burst.spawn(async move { client::ask(address, &hint()).await.map(|answer| answer.status) });
    }
    let refused = burst.join_all().await.iter().filter(|status| !matches!(status, Ok(200))).count();
    easy.print(name);
    easy.check(name)?;
    promise(refused == 0, || format!("{name}: {refused} of 20 hints refused {RECOVERY:?} after the attack"))
}

fn hint() -> Vec<u8> {
    post("/hint", "content-type: text/plain\r\n", EASY.len(), EASY)
}

/// The figures of easy requests: the operation, the time limit for 99 of 100 answers, and what was measured.
struct Easy([(&'static str, Duration, Figures); 3]);

impl Easy {
    async fn measure(address: SocketAddr) -> Self {
        let rate = post("/rate", "content-type: text/plain\r\n", EASY.len(), EASY);
        let (hints, rates, solutions) = ([hint()], [rate], [solve("", EASY)]);
        let (hints, rates, solutions) = tokio::join!(
            open_loop(address, RATE, ATTACK, &hints),
            open_loop(address, RATE, ATTACK, &rates),
            open_loop(address, RATE, ATTACK, &solutions),
        );
        Self([("hint", SLOW, hints), ("rate", SLOW, rates), ("solve", FAST, solutions)])
    }

    fn print(&self, attacked: &str) {
        for (name, _, figures) in &self.0 {
            println!("  attack on {attacked}: {name}: {figures}");
        }
    }

    fn check(&self, attacked: &str) -> Result {
        for (name, limit, figures) in &self.0 {
            let (p99, refused) = (quantile(&figures.solved, 0.99), figures.refused.len());
            promise(p99 < *limit, || format!("attack on {attacked}: p99 of {name} is {p99:?}"))?;
            promise(refused == 0, || format!("attack on {attacked}: {refused} of {name} were refused"))?;
            promise(figures.other.is_empty(), || format!("attack on {attacked}: {name}: {:?}", figures.other))?;
        }
        Ok(())
    }
}
