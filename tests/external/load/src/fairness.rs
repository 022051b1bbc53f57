//! Heavy work is fair: while attackers keep heavy operations busy, easy requests are answered as quickly as ever, and long ones
//! are not all in vain.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{Connection, EASY, ask, get, post};
use crate::open_loop::{open_loop, quantile};
use crate::service::Service;
use crate::{Options, Result, promise};

/// How long each attack lasts.
const ATTACK: Duration = Duration::from_secs(4);

/// Time in which admission recovers. The search of a client that left may take as long to end.
const RECOVERY: Duration = Duration::from_secs(1);

/// The time limits for 99 of 100 answers to easy requests: for hints and ratings, for solutions, and beside many connections to
/// the same operation.
const SLOW: Duration = Duration::from_millis(250);
const FAST: Duration = Duration::from_millis(50);
const SECOND: Duration = Duration::from_secs(1);

/// One of the hardest puzzles known, whose rating takes longest.
const HARD: &str = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";

/// A grid without a solution, although no digit occurs twice in a house.
const IMPOSSIBLE: &str = "1.......2.9.4...5...6...7...5.9.3.....1.7.......85..4.7.....6...3...9.8...2.....1";

/// How long an attacker that is refused waits.
const RETRY_AT_ONCE: Duration = Duration::from_millis(100);

/// How long requests of several operations compete.
const COMPETE: Duration = Duration::from_secs(20);

/// What a client sends, one after another.
type Requests = Vec<Vec<u8>>;

/// An easy request: its name, how many of 100 must be answered, and the time limit for 99 of 100 answers.
type Easy = (&'static str, Vec<u8>, usize, Duration);

/// Attackers, and easy requests beside them, of which so many of each kind are sent in a second.
struct Scenario(String, Vec<Requests>, f64, Vec<Easy>);

/// The attacks: the name of an operation, and the requests that its attacker repeats.
fn attacks() -> [(&'static str, Requests); 10] {
    let batch = format!("{HARD}\n").repeat(20);
    let day = |day| get(&format!("/daily/2026-02-{day:02}?level=diabolical"));
    [
        ("generate", vec![get("/generate?rating=9.5-12.0&count=100")]),
        ("daily", (1..=28).map(day).collect()),
        ("rate", vec![post("/rate", "", HARD)]),
        ("hint", vec![post("/hint?skip=100", "", HARD)]),
        ("explain", vec![post("/explain", "", IMPOSSIBLE)]),
        ("steps", vec![post("/steps", "", HARD)]),
        ("rate/batch", vec![post("/rate/batch", "", &batch)]),
        ("annotate/batch", vec![post("/annotate/batch", "", &batch)]),
        ("worksheet", vec![get("/worksheet?rating=9.5-12.0&count=12&seed=load")]),
        ("solve as PNG", vec![get(&format!("/solve?format=png&size=2048&grid={EASY}"))]),
    ]
}

/// Nobody, each heavy operation in turn, all of them at once, and many connections: to six operations, to those of the easy
/// requests, and to the searches that batches share threads with.
fn scenarios() -> Vec<Scenario> {
    let attackers = |names: &[&str], connections: usize| -> Vec<Requests> {
        let chosen = attacks().into_iter().filter(|(name, _)| names.contains(name));
        chosen.map(|(_, requests)| requests).cycle().take(connections).collect()
    };
    let easy = |path, least, limit| (path, post(path, "", EASY), least, limit);
    let three = || vec![easy("/hint", 100, SLOW), easy("/rate", 100, SLOW), easy("/solve", 100, FAST)];
    let mut scenarios = vec![Scenario("nobody".to_owned(), Vec::new(), 50.0, three())];
    let mut add = |name, attackers: Vec<_>, rate, easy| {
        scenarios.push(Scenario(format!("{} connections to {name}", attackers.len()), attackers, rate, easy));
    };
    for (name, _) in attacks() {
        add(name, attackers(&[name], 4), 50.0, three());
        add(name, attackers(&[name], 16), 50.0, three());
    }
    add("all operations", attackers(&attacks().map(|(name, _)| name), 60), 50.0, three());
    // As quick to find as most.
    let daily = || ("daily", get("/daily/2026-01-18"), 100, SLOW);
    for connections in [64, 512] {
        let six = ["generate", "rate", "steps", "rate/batch", "annotate/batch", "worksheet"];
        let easy = vec![easy("/hint", 100, SLOW), daily(), easy("/explain", 100, SLOW)];
        add("six operations", attackers(&six, connections), 25.0, easy);
    }
    add("hint", attackers(&["hint"], 64), 25.0, vec![easy("/hint", 95, SECOND)]);
    let easy_puzzle = ("generate", get("/generate?level=easy"), 95, SECOND);
    add("generate", attackers(&["generate"], 64), 25.0, vec![easy_puzzle]);
    add("steps", attackers(&["steps"], 64), 25.0, vec![easy("/steps?limit=5", 65, SECOND)]);
    let full = vec![vec![post("/solve?max_solutions=1000", "", &".".repeat(81))]; 64];
    add("solve", full, 25.0, vec![easy("/solve/batch", 100, SECOND)]);
    scenarios
}

/// Measures easy requests beside the attackers of each scenario, and then work that does not all fit into its time limit.
pub async fn check(options: &Options) -> Result {
    let service = Service::start(options, &[])?;
    let mut verdict = Ok(());
    for scenario in scenarios() {
        verdict = verdict.and(beside(service.address, scenario).await);
    }
    verdict.and(answered(service.address).await)
}

/// Measures easy requests during an attack, and checks that admission recovers after it.
async fn beside(address: SocketAddr, Scenario(name, attackers, rate, easy): Scenario) -> Result {
    let mut attack = attack(address, attackers);
    sleep(RECOVERY).await;
    let mut measured = JoinSet::new();
    for (easy, request, least, limit) in easy {
        measured.spawn(async move { (easy, least, limit, open_loop(address, rate, ATTACK, &[request]).await) });
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
            format!("{name}: {answered} of {asked} of {easy} answered, p99 {p99:?}, others {:?}", figures.other)
        }));
    }
    let hints = at_once(address, &post("/hint", "", EASY), 20).await;
    verdict.and(promise(hints == 20, || format!("{name}: {hints} of 20 hints answered {RECOVERY:?} after the attack")))
}

/// Sends so many of a request at once. Returns how many are answered with 200.
async fn at_once(address: SocketAddr, request: &[u8], count: usize) -> usize {
    let requests = vec![request.to_vec(); count].into_iter();
    let asked: JoinSet<_> = requests.map(|request| async move { ask(address, &request).await }).collect();
    asked.join_all().await.iter().filter(|answer| matches!(answer, Ok(answer) if answer.status == 200)).count()
}

/// A request whose work takes so many milliseconds of a thread.
fn long(path: &str, milliseconds: u32) -> Vec<u8> {
    post(path, &format!("x-fault: hold={milliseconds}ms\r\n"), EASY)
}

/// Checks that work which does not all fit into its time limit is not all in vain.
async fn answered(address: SocketAddr) -> Result {
    for (request, count, least) in [(long("/hint", 590), 4, 2), (long("/rate", 5050), 2, 1)] {
        let answered = at_once(address, &request, count).await;
        println!("  {count} long requests at once: {answered} answered");
        promise(answered >= least, || format!("{answered} of {count} long requests were answered"))?;
    }
    let kinds = [("/rate", 5000), ("/explain", 4500), ("/steps", 1000), ("/hint", 590)];
    let (answers, mut clients) = (Arc::new(kinds.map(|_| AtomicUsize::new(0))), JoinSet::new());
    for (kind, (path, milliseconds)) in kinds.into_iter().enumerate().cycle().take(16) {
        let answers = Arc::clone(&answers);
        clients.spawn(async move {
            while let Ok(answer) = ask(address, &long(path, milliseconds)).await {
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
fn attack(address: SocketAddr, attackers: Vec<Requests>) -> JoinSet<()> {
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
