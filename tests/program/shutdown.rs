//! The end of the process.

use std::net::TcpStream;
use std::process::{Command, Stdio};

use crate::support::http::{BlockingClient, get};
use crate::support::program::{Program, eventually};

const HEAD: &[u8] = b"POST /solve HTTP/1.1\r\nhost: test\r\ncontent-type: text/plain\r\ncontent-length: 81\r\n\
    expect: 100-continue\r\n\r\n";
const HALF: &[u8] = b"53..7....";
const OTHER_HALF: &[u8] = b"6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";

/// Returns clients whose requests the service has started to read.
fn running(program: &Program, number: usize) -> Vec<BlockingClient> {
    let mut clients: Vec<BlockingClient> = (0..number).map(|_| BlockingClient::connect(program.address)).collect();
    for client in &mut clients {
        client.send(HEAD);
        // The service asks for the body only when it starts to read it.
        assert_eq!(client.response().status, 100);
        client.send(HALF);
    }
    clients
}

#[track_caller]
fn check_answered(clients: Vec<BlockingClient>) {
    for mut client in clients {
        client.send(OTHER_HALF);
        let response = client.response();
        assert_eq!((response.status, response.text()), (200, SOLUTION));
        assert!(response.closes(), "{response:?}");
        assert!(client.is_closed());
    }
}

#[test]
fn on_sigterm_running_requests_get_responses_and_the_status_is_0() {
    let mut program = Program::start(&["--drain-delay", "0s"]);
    let clients = running(&program, 8);
    // One that still waits in the kernel is reset, so the idle one follows it.
    let [mut silent, mut idle] = [(); 2].map(|()| BlockingClient::connect(program.address));
    idle.send(b"GET /livez HTTP/1.1\r\nhost: test\r\n\r\n");
    assert_eq!(idle.response().status, 200);
    program.signal("TERM");
    assert_eq!(program.log_line()["message"], "shutting down");
    assert!(idle.is_closed() && silent.is_closed(), "an idle connection and a silent one are closed");
    check_answered(clients);
    let (status, log) = program.ended();
    assert_eq!(status.code(), Some(0), "{log:?}");
}

#[test]
fn during_the_delay_readiness_fails_and_new_connections_are_served() {
    for signal in ["TERM", "HUP"] {
        let mut program = Program::start(&["--drain-delay", "60s", "--admin-listen", "127.0.0.1:0"]);
        assert_eq!(get(program.address, "/readyz").status, 200);
        program.signal(signal);
        assert_eq!(program.log_line()["signal"], format!("SIG{signal}"));
        for address in [program.address, program.admin.expect("an admin listener")] {
            let response = get(address, "/readyz");
            assert_eq!(response.status, 503);
            assert!(response.text().contains("\"code\":\"shutting-down\""), "{response:?}");
            assert_eq!(get(address, "/livez").status, 200);
        }
        check_answered(running(&program, 1));
        program.signal(signal);
        assert_eq!(program.ended().0.code(), Some(0), "a second signal ends the delay at once, and cuts nothing");
    }
}

#[test]
fn the_admin_listener_answers_until_the_process_exits() {
    let mut program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    let admin = program.admin.expect("an admin listener");
    let mut clients = running(&program, 1);
    program.signal("TERM");
    assert_eq!(program.log_line()["message"], "shutting down");
    // Only the running request keeps the process from its end.
    eventually(|| TcpStream::connect(program.address).err()).expect("the port is closed");
    for (path, status) in [("/livez", 200), ("/readyz", 503), ("/metrics", 200)] {
        assert_eq!(get(admin, path).status, status, "{path}");
    }
    clients[0].send(OTHER_HALF);
    assert_eq!(clients[0].response().text(), SOLUTION);
    assert_eq!(program.ended().0.code(), Some(0));
    assert!(TcpStream::connect(admin).is_err());
}

#[test]
fn sighup_stays_ignored_under_nohup() {
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP && exec \"$0\" --listen 127.0.0.1:0", env!("CARGO_BIN_EXE_sudoku-service")]);
    let mut program = Program::try_start(command.stderr(Stdio::piped())).expect("it starts");
    program.signal("HUP");
    program.signal("TERM");
    assert_eq!(program.log_line()["signal"], "SIGTERM");
}

#[test]
fn ctrl_c_skips_the_delay() {
    let mut program = Program::start(&["--drain-delay", "1h"]);
    let clients = running(&program, 2);
    program.signal("INT");
    assert_eq!(program.log_line()["signal"], "SIGINT");
    check_answered(clients);
    let (status, log) = program.ended();
    assert_eq!(status.code(), Some(0), "{log:?}");
}

#[test]
fn at_the_deadline_or_a_second_signal_a_stuck_request_is_cut_off_and_the_status_is_1() {
    for (limit, is_repeated) in [("200ms", false), ("1h", true)] {
        let mut program = Program::start(&["--drain-timeout", limit]);
        let mut clients = running(&program, 1);
        program.signal("TERM");
        assert_eq!(program.log_line()["message"], "shutting down");
        if is_repeated {
            program.signal("TERM");
        }
        let (status, log) = program.ended();
        assert_eq!(status.code(), Some(1));
        assert!(log.iter().any(|line| line["aborted"] == 1), "{log:?}");
        assert!(clients[0].is_closed());
    }
}
