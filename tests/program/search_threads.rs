//! Searches, and the reading of many puzzles, run on the threads of the pool, never on those of the runtime. This test is here
//! because it sums the CPU time of the threads of its process by name, and no other test of this binary has a pool.

use std::collections::BTreeMap;
use std::fs;

use crate::support::puzzles::{EASY, MOST_GUESSES};
use crate::support::service::{Service, pool, settings};
use tokio::runtime::Builder;

#[test]
#[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
fn searches_never_run_on_the_threads_of_the_runtime() {
    if processor_time().is_none() {
        eprintln!("skipped: only Linux reports the CPU time of each thread");
        return;
    }
    let rows: String = EASY.as_bytes().chunks(9).map(|row| format!("{} |\n", row.escape_ascii())).collect();
    let blocks = format!("{rows}\n").repeat(1000);
    let runtime = Builder::new_multi_thread().thread_name("runtime").enable_all().build().expect("a runtime");
    let service = runtime.block_on(Service::on(settings(), pool(2, 8)));
    // A request alone costs up to twice what its search does, and on a busy machine more.
    for (target, body, factor) in
        [("/solve", MOST_GUESSES, 8), ("/validate", MOST_GUESSES, 8), ("/solve/batch", &*blocks, 2)]
    {
        let [before, after] = runtime.block_on(async {
            let requests = async |times| {
                for _ in 0..times {
                    let answer = service.post_text(target, body).await;
                    assert!(answer.status == 200 && !answer.text().contains("error"), "{target}: {answer}");
                }
                processor_time().expect("as before")
            };
            // The first requests start threads and fill caches.
            [requests(1).await, requests(10).await]
        });
        let spent = |name: &str| after.get(name).unwrap_or(&0) - before.get(name).unwrap_or(&0);
        let [searching, serving] = ["solver", "runtime"].map(spent);
        // If the runtime's threads did the work, those of the pool would do next to nothing.
        assert!(
            factor * searching > serving,
            "{target}: {searching} ns on the pool's threads, {serving} on the runtime's"
        );
    }
}

/// Returns the CPU time of the threads of this process, in nanoseconds, by the first word of their names.
fn processor_time() -> Option<BTreeMap<String, u64>> {
    let mut times = BTreeMap::new();
    for thread in fs::read_dir("/proc/self/task").ok()? {
        let path = thread.ok()?.path();
        let [name, time] = ["comm", "schedstat"].map(|file| fs::read_to_string(path.join(file)));
        let (name, time) = (name.ok()?, time.ok()?);
        let name = name.trim().split('-').next()?.to_owned();
        *times.entry(name).or_default() += time.split_whitespace().next()?.parse::<u64>().ok()?;
    }
    Some(times)
}
