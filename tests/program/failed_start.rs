//! The limits of the system: a failed start prints a message and exits.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};

use crate::support::program::{Program, command};

/// A user without other processes, so that a limit on processes counts only the threads of the service.
const USER: &str = "61234";

/// The number of threads that a service with one solver thread and one processor needs.
const ENOUGH: u32 = 16;

#[test]
#[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
fn a_limit_on_threads_ends_the_process_with_a_message() {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    if !is_root || Command::new("setpriv").arg("--version").output().is_err() {
        eprintln!("SKIPPED: needs root and setpriv to run a process as another user");
        return;
    }
    // Another user may not be able to read the build directory.
    let directory = std::env::temp_dir().join(format!("sudoku-service-start-{}", std::process::id()));
    fs::create_dir_all(&directory).expect("a directory");
    fs::set_permissions(&directory, fs::Permissions::from_mode(0o755)).expect("permissions");
    let binary = directory.join("sudoku-service");
    // Another process makes the copy. If this process had the file open for writing, a child that another test forks
    // meanwhile would inherit the descriptor, and the binary could not be run.
    let copy = Command::new("cp").arg(env!("CARGO_BIN_EXE_sudoku-service")).arg(&binary).status();
    assert!(copy.expect("cp runs").success());

    let limited = |limit: u32| {
        let mut limited = Command::new("setpriv");
        limited.args(["--reuid", USER, "--regid", USER, "--clear-groups", "bash", "-c"]);
        limited.arg(format!("ulimit -u {limit} && exec {} --listen 127.0.0.1:0 --threads 2", binary.display()));
        limited.env_clear().envs(command(&[]).get_envs().filter_map(|(name, value)| Some((name, value?))));
        limited.env("PATH", std::env::var_os("PATH").unwrap_or_default()).stderr(Stdio::piped());
        limited
    };
    let mut failures = 0;
    for limit in 1..ENOUGH {
        match Program::try_start(&mut limited(limit)) {
            Ok(program) => drop(program),
            Err((status, message)) => {
                failures += 1;
                assert_eq!(status.code(), Some(1), "with {limit} threads: {message}");
                assert!(message.starts_with("sudoku-service: cannot start"), "with {limit} threads: {message}");
            }
        }
    }
    fs::remove_dir_all(&directory).expect("the directory can be removed");
    assert!(failures >= 3, "{failures} starts failed");
}

#[test]
#[cfg(target_os = "linux")]
fn a_limit_on_memory_ends_the_process_with_a_message_that_names_it() {
    const BINARY: &str = env!("CARGO_BIN_EXE_sudoku-service");
    let mut named = 0;
    // The lowest limits do not even let the program be loaded, which it cannot report.
    for kilobytes in (10_000..1_000_000).step_by(1_000) {
        let mut limited = Command::new("bash");
        limited.arg("-c").arg(format!("ulimit -v {kilobytes} && exec {BINARY} --listen 127.0.0.1:0 --threads 8"));
        limited.env_clear().stderr(Stdio::piped());
        match Program::try_start(&mut limited) {
            Ok(_) => break,
            Err((_, message)) if message.contains("ulimit") => {
                named += 1;
                assert!(message.contains("memory (ulimit -v)"), "with {kilobytes} kB: {message}");
            }
            Err(_) => {}
        }
    }
    assert!(named >= 3, "{named} starts named a limit");
}

#[test]
fn the_soft_limit_is_raised_to_the_hard_limit() {
    let binary = env!("CARGO_BIN_EXE_sudoku-service");
    let script = format!("ulimit -Sn 64 && ulimit -Hn 1024 && exec {binary} --listen :0 --admin-listen 127.0.0.1:0");
    let mut command = Command::new("sh");
    let program = Program::try_start(command.args(["-c", &script]).stderr(Stdio::piped())).expect("it starts");
    assert!(program.metrics().contains("\nprocess_max_fds 1024\n"), "{}", program.metrics());
}
