//! The sum of the memory that a service takes, which `deploy/README.md` has, is that of the program and fits into the limits of
//! the manifests.

use std::num::NonZeroUsize;
use std::time::Duration;

use sudoku_service::operations::KINDS;
use sudoku_service::operations::answer::limited_writer::LONGEST;
use sudoku_service::pool::PoolSettings;
use sudoku_service::sudoku::logic::LARGEST_MEMORY;

fn read(file: &str) -> String {
    let path = format!("{}/{file}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

const MIB: usize = 1024 * 1024;

/// The sum in MiB: its rows, and what they add up to.
fn sum_of_memory() -> (Vec<(String, usize)>, usize) {
    let readme = read("deploy/README.md");
    let table = readme.split("| what | MiB |\n| --- | --- |\n").nth(1).expect("the table").split("\n\n").next();
    let row = |line: &str| {
        let (what, size) = line.trim_matches('|').rsplit_once('|').expect("two columns");
        (what.trim().to_owned(), size.trim().parse().expect("a number"))
    };
    let mut rows: Vec<(String, usize)> = table.expect("a table").lines().map(row).collect();
    let (_, sum) = rows.pop().expect("the sum");
    (rows, sum)
}

#[test]
fn the_sum_of_memory_is_that_of_the_program_and_fits_into_the_limits_of_the_manifests() {
    let (rows, sum) = sum_of_memory();
    assert_eq!(rows.iter().map(|(_, size)| size).sum::<usize>(), sum);
    assert!(sum <= 256);
    let row = |word: &str| {
        let (what, size) = rows.iter().find(|(what, _)| what.contains(word)).expect("a row");
        let numbers = what.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok());
        (numbers.collect::<Vec<usize>>(), *size)
    };
    let (threads, lanes) = (NonZeroUsize::MIN.saturating_add(1), NonZeroUsize::MIN);
    let pool = PoolSettings { threads, queue_depth: lanes, longest_wait: Duration::ZERO, lanes, kinds: &KINDS };
    let (numbers, size) = row("chains");
    let [begun, chains, found] = numbers[..] else { panic!("{numbers:?}") };
    assert_eq!((begun, chains * MIB, found * MIB), (pool.most_begun(), LARGEST_MEMORY, LONGEST));
    assert_eq!(begun * (chains + found), size);
    let (numbers, size) = row("connections");
    let [connections, each] = numbers[..] else { panic!("{numbers:?}") };
    assert_eq!(connections * each, size * 1024);
    // Twice each of two buffers of 64 KiB in the kernel.
    let all = sum + connections * 256 / 1024;
    let number_after = |file: &str, mark: &str| -> usize {
        let text = read(file);
        let rest = text.split_once(mark).unwrap_or_else(|| panic!("{file} has no {mark}")).1;
        let digits = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse().ok()).expect("a number")
    };
    for (file, limit) in [
        ("deploy/compose.yaml", "mem_limit: "),
        ("deploy/systemd/sudoku-service.service", "MemoryMax="),
        ("deploy/kubernetes/deployment.yaml", "limits:\n              cpu: \"2\"\n              memory: "),
    ] {
        assert_eq!(number_after(file, "SUDOKU_MAX_CONNECTIONS"), connections, "{file}");
        assert!(number_after(file, limit) >= all, "{file}");
    }
    let held = row("max-memory").1;
    assert_eq!(number_after("deploy/kubernetes/deployment.yaml", "SUDOKU_MAX_MEMORY\n"), held);
    let default = read("deploy/README.md");
    assert!(default.contains(&format!("| `--max-memory` | `{held}MiB` |")), "the default");
}
