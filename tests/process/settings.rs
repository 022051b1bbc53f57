//! Settings, good and bad, and the subcommands.

use std::net::TcpListener;

use crate::program::{Program, command, run};

#[track_caller]
pub fn check_refused(arguments: &[&str], variables: &[(&str, &str)], expected: &str) {
    let output = command(arguments).envs(variables.iter().copied()).output().expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "one line is expected:\n{stderr}");
    assert!(stderr.contains(expected), "{expected:?} is expected in {stderr:?}");
}

#[test]
fn a_bad_setting_is_one_line_and_status_2() {
    check_refused(&["--listen", "nowhere"], &[], "'nowhere' for '--listen <ADDRESS>'");
    check_refused(&[], &[("SUDOKU_LISTEN", "127.0.0.1:99999")], "'127.0.0.1:99999' for '--listen <ADDRESS>'");
    check_refused(&["--threads", "0"], &[], "0 is not in 1..=1024");
    check_refused(&["--queue-wait", "5"], &[], "a duration such as 250ms, 5s or 2m is expected");
    check_refused(&["--request-timeout", "25h"], &[], "a day is the longest duration");
    check_refused(&["--max-body", "-1"], &[], "'-1'");
    check_refused(&["--admin-listen", "on"], &[], "an address such as 127.0.0.1:8081, or off, is expected");
    check_refused(&["--allow-origins", "example.org"], &[], "\"example.org\" is no origin such as");
    check_refused(&["--log", "info,,=?"], &[], "for '--log <FILTER>'");
    check_refused(&["--no-such-setting"], &[], "unexpected argument '--no-such-setting'");
    check_refused(&["serve"], &[], "unrecognized subcommand 'serve'");
}

#[test]
fn a_port_in_use_is_told_with_what_to_do() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("its address").to_string();
    for flag in ["--listen", "--admin-listen"] {
        let mut arguments = vec!["--log", "error", flag, &address];
        if flag == "--admin-listen" {
            arguments.extend(["--listen", "127.0.0.1:0"]);
        }
        let output = run(&arguments);
        let expected = format!(
            "sudoku-service: {address} is already in use; stop the other process or choose another address with {flag}\n"
        );
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn help_names_every_setting_with_its_variable_and_default() {
    let output = run(&["--help"]);
    let help = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty());
    for flag in help.lines().filter_map(|line| line.trim().strip_prefix("--")) {
        let name = flag.split(' ').next().unwrap_or_default();
        if !["help", "version"].contains(&name) {
            let variable = format!("[env: SUDOKU_{}=", name.replace('-', "_").to_uppercase());
            assert!(help.contains(&variable), "{variable} is expected in\n{help}");
        }
    }
    for default in ["127.0.0.1:8080", "16384", "5s", "10s", "90s"] {
        assert!(help.contains(&format!("[default: {default}]")), "{default} is expected in\n{help}");
    }
}

#[test]
fn the_health_check_tells_a_ready_service_from_none() {
    let program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    for address in [program.address, program.admin.expect("an admin listener")] {
        let output = run(&["healthcheck", "--listen", &address.to_string()]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let nobody = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("its address").to_string();
    let output = run(&["healthcheck", "--listen", &nobody]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&format!("no service is ready at {nobody}")), "{stderr}");
}

#[test]
fn the_health_check_asks_the_admin_listener_where_there_is_one() {
    let program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    let admin = program.admin.expect("an admin listener").to_string();
    let output = run(&["healthcheck", "--listen", "127.0.0.1:1", "--admin-listen", &admin]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn the_contract_is_printed() {
    let output = run(&["openapi"]);
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"openapi: 3.1.0\n"));
}
