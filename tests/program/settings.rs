//! Valid and invalid settings, and the subcommands.

use std::fs;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::path::Path;

use crate::support::http::get;
use crate::support::program::{NOBODY, Program, command, run};

#[track_caller]
fn check_refused(arguments: &[&str], variables: &[(&str, &str)], expected: &str) {
    let output = command(arguments).envs(variables.iter().copied()).output().expect("the binary runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains(expected), "expected {expected:?} in {stderr:?}");
}

#[test]
fn an_empty_variable_is_absent() {
    let variables = ["SUDOKU_LISTEN", "PORT", "SUDOKU_LOG", "SUDOKU_THREADS", "SUDOKU_MCP"].map(|name| (name, ""));
    let service = Program::start_with(&[], &variables);
    assert_eq!(service.listening["message"], "listening");
    assert_eq!(get(service.address, "/livez").status, 200);
    let output =
        command(&["healthcheck", "--listen", &service.address.to_string()]).envs(variables).output().expect("it runs");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn help_is_a_command() {
    let [help, flag] = [&["help", "solve"][..], &["solve", "--help"]].map(run);
    assert_eq!((help.status.code(), help.stdout), (flag.status.code(), flag.stdout));
}

#[test]
fn a_port_in_use_is_reported_with_a_remedy_after_any_invalid_setting() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = taken.local_addr().expect("its address").to_string();
    for flag in ["--listen", "--admin-listen"] {
        let addresses: &[&str] = if flag == "--listen" { &[] } else { &["--listen", "127.0.0.1:0"] };
        let arguments = [addresses, &[flag, &address, "--log", "error"]].concat();
        // Binding the port would be another error, with another status.
        check_refused(&[&arguments[..], &["--threads", "0"]].concat(), &[], "0 is not in 1..=1024");
        check_refused(&arguments, &[("SUDOKU_LISTN", "")], "unknown environment variable");
        let output = run(&arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.starts_with(&format!("sudoku-service: cannot listen on {address}: ")), "{error}");
        assert!(error.ends_with(&format!("; choose another address with {flag}\n")), "{error}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn a_flag_overrides_its_variable() {
    let help = run(&["--help"]);
    let help = String::from_utf8_lossy(&help.stdout);
    let mut arguments = Vec::new();
    let mut variables = Vec::new();
    for setting in help.split("\n      --").skip(1) {
        let name = setting.split([' ', '\n']).next().unwrap_or_default();
        let Some((_, rest)) = setting.split_once("[env: ") else {
            assert!(["help", "version"].contains(&name), "{name} has no variable");
            continue;
        };
        let variable = rest.split('=').next().unwrap_or_default();
        assert_eq!(variable, format!("SUDOKU_{}", name.replace('-', "_").to_uppercase()));
        let default = setting.split_once("[default: ").and_then(|(_, rest)| rest.split(']').next());
        let value = match name {
            "listen" => "127.0.0.1:0",
            "threads" => "3",
            "public-url" => "http://X.example/prefix/",
            _ => default.expect("a default"),
        };
        arguments.push(format!("--{name}={value}"));
        // No setting accepts it, so the service starts only if none of the variables counts.
        variables.push((variable.to_owned(), "\u{1}".to_owned()));
    }
    assert!(arguments.len() > 12, "{arguments:?}");
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let variables: Vec<(&str, &str)> = variables.iter().map(|(name, value)| (&**name, &**value)).collect();
    let program = Program::start_as(&arguments, &variables);
    assert_eq!(program.listening["threads"], 3, "{}", program.listening);
    let problem = get(program.address, "/nothing").text().to_owned();
    assert!(problem.contains("\"http://x.example/prefix/problems/not-found\""), "{problem}");
    let program = Program::start_with(&[], &[("SUDOKU_THREADS", "5")]);
    assert_eq!(program.listening["threads"], 5, "{}", program.listening);
}

#[test]
#[cfg(target_os = "linux")]
fn by_default_as_many_threads_search_as_there_are_processors_and_half_as_many_read() {
    let check = |program: &Program, expected: [usize; 2]| {
        let of = |threads: &[String], name: &str| {
            threads.iter().filter(|thread| thread.trim_end_matches(|c: char| c.is_ascii_digit()) == name).count()
        };
        let found = |threads: &[String]| ["solver-", "tokio-rt-worker"].map(|name| of(threads, name));
        // A thread gets its name when it first runs.
        let reached = crate::support::program::eventually(|| (found(&program.threads()) == expected).then_some(()));
        assert!(reached.is_some(), "expected {expected:?}, found {:?}", program.threads());
    };
    let processors = std::thread::available_parallelism().expect("a number").get();
    let half = (processors / 2).max(1);
    let program = Program::start(&[]);
    assert_eq!(program.listening["threads"], processors, "{}", program.listening);
    // Heavy work of twelve kinds runs on half as many threads at once, and further threads hold what pauses.
    let solving = |threads, half: usize| threads + half + (half + 12 - 1);
    check(&program, [solving(processors, half), half]);
    let program = Program::start_with(&["--threads", "6"], &[("TOKIO_WORKER_THREADS", "3")]);
    check(&program, [solving(6, 3), 3]);
}

/// The settings that a file of `deploy` or the image gives the service, each as `NAME=VALUE`, `NAME: "VALUE"`, or a name and a value
/// in two lines.
fn deployed(text: &str) -> Vec<(&str, &str)> {
    let setting = |(start, _): (usize, &str)| {
        let end =
            text[start..].find(|c: char| !c.is_ascii_uppercase() && c != '_').map_or(text.len(), |end| start + end);
        let rest = &text[end..];
        let after_name = rest.strip_prefix("\n").and_then(|line| line.trim_start().strip_prefix("value:"));
        let value = rest.strip_prefix('=').or_else(|| rest.strip_prefix(':')).or(after_name)?;
        let value = value.trim_start_matches(' ').split(['\n', ' ']).next()?.trim_matches('"');
        (!value.is_empty() && value != "…").then_some((&text[start..end], value))
    };
    text.match_indices("SUDOKU_").filter_map(setting).collect()
}

#[test]
fn the_service_starts_with_the_settings_of_each_file_of_deploy() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (file, least) in [
        ("Dockerfile", 3),
        ("deploy/compose.yaml", 1),
        ("deploy/haproxy.cfg", 2),
        ("deploy/kubernetes/deployment.yaml", 5),
        ("deploy/nginx.conf", 2),
        ("deploy/systemd/sudoku-service.service", 3),
    ] {
        let text = fs::read_to_string(root.join(file)).expect("a file");
        let variables = deployed(&text);
        assert!(variables.len() >= least, "{file}: {variables:?}");
        // The addresses are those of another machine.
        Program::start_as(&["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"], &variables);
    }
}

#[test]
fn variables_that_kubernetes_sets_for_a_service_named_sudoku_are_ignored() {
    let links = [("SUDOKU_PORT", "tcp://10.0.0.1:80"), ("SUDOKU_PORT_80_TCP_ADDR", "10.0.0.1")];
    Program::start_with(&[], &[links[0], links[1], ("SUDOKU_SERVICE_HOST", "10.0.0.1")]);
}

#[test]
fn a_colon_and_a_port_mean_all_addresses_of_ipv4_and_ipv6() {
    let program = Program::start(&["--listen", ":0"]);
    let port = program.address.port();
    assert!(program.address.ip().is_unspecified(), "{}", program.address);
    let loopbacks = [IpAddr::from(Ipv4Addr::LOCALHOST), IpAddr::from(Ipv6Addr::LOCALHOST)];
    // A machine without IPv6 has no second one.
    for loopback in loopbacks.into_iter().filter(|&ip| TcpListener::bind((ip, 0)).is_ok()) {
        assert_eq!(get(SocketAddr::from((loopback, port)), "/livez").status, 200, "{loopback}");
    }
    let output = run(&["healthcheck", "--listen", &format!(":{port}")]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn an_address_can_be_a_port_or_contain_a_host_name_and_comes_before_the_port_variable() {
    let everywhere = Program::start_as(&[], &[("PORT", "0")]);
    assert!(everywhere.address.ip().is_unspecified());
    for text in ["0", "localhost:0", "127.0.0.1:0"] {
        assert_eq!(Program::start(&["--listen", text]).address.ip(), Ipv4Addr::LOCALHOST, "{text}");
        let chosen = Program::start_as(&[], &[("PORT", "1"), ("SUDOKU_LISTEN", text)]);
        assert_eq!(chosen.address.ip(), Ipv4Addr::LOCALHOST, "{text}");
    }
}

#[test]
fn the_help_of_solve_has_only_its_own_settings() {
    let help = String::from_utf8_lossy(&run(&["solve", "--help"]).stdout).into_owned();
    assert!(help.contains("--threads") && !help.contains("--listen") && !help.contains("--max-memory"), "{help}");
}

#[test]
fn the_help_of_every_command_lists_its_exit_codes() {
    let help = |arguments: &[&str]| {
        let help = String::from_utf8_lossy(&run(arguments).stdout).into_owned();
        assert!(help.contains("xit code"), "{arguments:?} has no exit codes:\n{help}");
        help
    };
    let service = help(&["--help"]);
    let commands =
        service.split_once("\nCommands:\n").and_then(|(_, rest)| rest.split_once("\n\n")).expect("commands").0;
    let names = commands.lines().filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')));
    // Those that only print a document have nothing to tell apart.
    let names = names.map(|line| line.split(' ').next().unwrap_or_default());
    let names: Vec<&str> = names.filter(|name| !["completions", "help", "openapi"].contains(name)).collect();
    assert!(names.len() >= 14, "{names:?}");
    for name in names {
        help(&[name, "--help"]);
    }
}

#[test]
fn the_health_check_succeeds_only_for_a_ready_service() {
    let program = Program::start(&["--admin-listen", "127.0.0.1:0"]);
    for address in [program.address, program.admin.expect("an admin listener")] {
        let output = run(&["healthcheck", "--listen", &address.to_string()]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let admin = program.admin.expect("an admin listener").to_string();
    let output = run(&["healthcheck", "--listen", NOBODY, "--admin-listen", &admin]);
    assert_eq!(output.status.code(), Some(0), "the admin listener is asked if there is one: {output:?}");
    let output = run(&["healthcheck", "--listen", NOBODY]);
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains(&format!("no service is ready at {NOBODY}")), "{stderr}");
}
