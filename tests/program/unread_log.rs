//! A log that nobody reads, or that cannot be written, blocks nothing, and lost lines are counted.

use std::process::Stdio;

use crate::support::http::{BlockingClient, get};
use crate::support::program::{Program, command, eventually, send_signal};

/// More requests of [`PATH_BYTES`] than the pipe and the queue of the log can hold.
const REQUESTS: u64 = 1200;
const PATH_BYTES: usize = 4000;

/// Starts a service and makes it log more than the unread pipe and the queue can hold.
fn overfull(stdout: Stdio) -> Program {
    let arguments = ["--listen", "127.0.0.1:0", "--log", "debug,hyper=info", "--admin-listen", "127.0.0.1:0"];
    let mut command = command(&arguments);
    let program = Program::try_start(command.stdout(stdout).stderr(Stdio::piped())).expect("it starts");
    let mut client = BlockingClient::connect(program.address);
    for _ in 0..REQUESTS {
        client.send(format!("GET /{} HTTP/1.1\r\nhost: test\r\n\r\n", "x".repeat(PATH_BYTES)));
        assert_eq!(client.response().status, 404);
    }
    program
}

#[test]
fn requests_and_probes_get_responses_and_dropped_lines_are_counted_and_sigterm_ends_the_process() {
    let program = overfull(Stdio::null());
    assert_eq!(get(program.address, "/livez").status, 200);
    let metrics = get(program.admin.expect("an admin listener"), "/metrics");
    let metrics = String::from_utf8_lossy(&metrics.body);
    let dropped = metrics.lines().find_map(|line| line.strip_prefix("sudoku_log_lines_dropped_total ")?.parse().ok());
    assert!(dropped.is_some_and(|dropped: u64| (1..REQUESTS).contains(&dropped)), "{dropped:?}");
    program.signal("TERM");
    assert_eq!(program.ended_unread().code(), Some(0));
}

#[test]
#[cfg(target_os = "linux")]
fn the_exit_code_stays_the_same_if_nothing_can_be_written() {
    use std::fs::File;
    use std::net::{SocketAddr, TcpStream};

    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("Linux has it"));
    let program = overfull(full());
    program.signal("TERM");
    assert_eq!(program.ended_unread().code(), Some(0));

    // The log cannot say which port is free, so the address is one that no other test uses.
    let [high, low] = (std::process::id() as u16).to_be_bytes();
    let address = SocketAddr::from(([127, 1, high, low], 8080));
    let mut command = command(&["--listen", &address.to_string()]);
    let mut service = command.stdout(full()).stderr(full()).spawn().expect("it starts");
    eventually(|| TcpStream::connect(address).ok()).expect("it listens");
    assert_eq!(get(address, "/livez").status, 200);
    send_signal("TERM", service.id());
    assert_eq!(service.wait().expect("it ends").code(), Some(0));
}
