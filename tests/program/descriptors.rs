//! The limit on file descriptors.

use std::process::{Command, Stdio};

use crate::support::http::get;
use crate::support::program::Program;

#[test]
fn the_soft_limit_is_raised_to_the_hard_limit() {
    let binary = env!("CARGO_BIN_EXE_sudoku-service");
    let script = format!("ulimit -Sn 64 && ulimit -Hn 1024 && exec {binary} --listen :0 --admin-listen 127.0.0.1:0");
    let mut command = Command::new("sh");
    let program = Program::try_start(command.args(["-c", &script]).stderr(Stdio::piped())).expect("it starts");
    let metrics = get(program.admin.expect("an admin listener"), "/metrics");
    assert!(metrics.text().contains("\nprocess_max_fds 1024\n"), "{}", metrics.text());
}
