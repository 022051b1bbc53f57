//! The limit on file descriptors, and the descriptors reserved for operators.

use std::process::{Command, Stdio};

use crate::http::{BlockingClient, get};
use crate::program::Program;

/// Starts a service under these limits, in the syntax of `ulimit`.
fn limited(limits: &str, arguments: &str) -> Program {
    let binary = env!("CARGO_BIN_EXE_sudoku-service");
    let script =
        format!("ulimit {limits} && exec {binary} --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 {arguments}");
    let mut command = Command::new("bash");
    Program::try_start(command.args(["-c", &script]).stderr(Stdio::piped())).expect("it starts")
}

#[test]
fn callers_cannot_use_up_the_descriptors_of_the_admin_listener() {
    let mut program = limited("-n 256", "");
    let line = program.log_line();
    assert_eq!((&line["max_connections"], &line["descriptor_limit"]), (&160.into(), &256.into()), "{line}");
    // More connections than descriptors. None makes room at once, because each is about to send its body.
    let slow: Vec<BlockingClient> = (0..400)
        .map(|_| {
            let mut client = BlockingClient::connect(program.address);
            client.send("POST /solve HTTP/1.1\r\nhost: test\r\ncontent-length: 81\r\n\r\n53..7");
            client
        })
        .collect();
    for _ in 0..10 {
        assert_eq!(get(program.admin.expect("an admin listener"), "/livez").status, 200);
    }
    drop(slow);
}

#[test]
fn the_soft_limit_is_raised_to_the_hard_limit() {
    // At the soft limit, --max-connections would be lowered with a warning before this line.
    let mut program = limited("-Sn 64 && ulimit -Hn 1024", "--max-connections 900");
    program.signal("TERM");
    assert_eq!(program.log_line()["message"], "shutting down");
}
