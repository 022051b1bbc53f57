//! Where the commands write: files, links, pipes, devices and standard output.
#![cfg(unix)]

use std::fs::{self, OpenOptions, Permissions};
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};

use crate::batch::command::{fed, run, solve};
use crate::batch::stage::{directory, names, text};
use crate::batch::{PUZZLE, SOLUTION};

/// Runs a line of the shell in which `"$0"` is the binary, with a puzzle as its input.
fn shell(line: &str) -> Output {
    let mut shell = Command::new("bash");
    shell.args(["-o", "pipefail", "-c", line, env!("CARGO_BIN_EXE_sudoku-service")]);
    fed(shell, PUZZLE.as_bytes())
}

#[track_caller]
fn check_succeeds(output: &Output) {
    assert_eq!((output.status.code(), &output.stderr[..]), (Some(0), &b""[..]), "{output:?}");
}

/// Checks that a command fails with this message and exit status 2.
#[track_caller]
fn check_fails(output: &Output, message: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), stderr.trim_end()), (Some(2), &*format!("sudoku-service: {message}")));
}

fn contents(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").permissions().mode() & 0o7777
}

#[test]
fn a_symbolic_link_is_written_to_and_stays() {
    let directory = directory("output-link");
    fs::create_dir(directory.join("data")).expect("a directory");
    let [link, chain, new] = ["link", "chain", "new"].map(|name| directory.join(name));
    symlink("data/file", &link).expect("a link");
    symlink("link", &chain).expect("a link");
    symlink("data/new", &new).expect("a link");
    fs::write(&link, "a longer text than the answer".repeat(9)).expect("a file");
    for path in [&chain, &new] {
        check_succeeds(&solve(&["--output", text(path)], PUZZLE.as_bytes()));
        assert_eq!(contents(path), format!("{SOLUTION}\n"));
    }
    for path in [&link, &chain, &new] {
        assert!(path.is_symlink(), "{} stays a link", path.display());
    }
    assert_eq!(names(&directory.join("data")), ["file", "new"], "a link may name a file that does not exist yet");
}

#[test]
fn a_pipe_is_written_to_and_stays() {
    let directory = directory("output-pipe");
    let path = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
    // Opened for reading and writing, so that nothing waits for the other end.
    let mut pipe = OpenOptions::new().read(true).write(true).open(&path).expect("a pipe");
    check_succeeds(&solve(&["--output", text(&path), "--skip-existing"], PUZZLE.as_bytes()));
    let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
    assert!(kind.is_fifo() && names(&directory) == ["pipe"], "{kind:?}");
    let mut line = [0; 82];
    pipe.read_exact(&mut line).expect("the answer");
    assert_eq!(line, format!("{SOLUTION}\n").as_bytes());
}

/// The device is a null device of our own, since root could replace that of the machine.
#[test]
#[expect(clippy::print_stderr, reason = "a test says that it is skipped")]
fn a_device_is_written_to_and_stays() {
    let directory = directory("output-device");
    let path = directory.join("null");
    if !Command::new("mknod").arg(&path).args(["c", "1", "3"]).status().is_ok_and(|status| status.success()) {
        eprintln!("skipped: only root can make a device");
        return;
    }
    check_succeeds(&solve(&["--output", text(&path)], PUZZLE.as_bytes()));
    let kind = fs::symlink_metadata(&path).expect("it is there").file_type();
    assert!(kind.is_char_device() && names(&directory) == ["null"], "{kind:?}");
}

#[test]
fn the_name_of_standard_output_is_standard_output() {
    let directory = directory("output-name");
    let path = directory.join("file");
    fs::write(&path, "before\n").expect("a file");
    for name in ["-", "/proc/self/fd/1"] {
        let output = shell(&format!(r#"cd {} && "$0" solve --output {name} | cat"#, directory.display()));
        check_succeeds(&output);
        assert_eq!(output.stdout, format!("{SOLUTION}\n").as_bytes(), "{name}");
    }
    check_succeeds(&shell(&format!(r#""$0" solve --output /proc/self/fd/1 >> {}"#, path.display())));
    assert_eq!(contents(&path), format!("before\n{SOLUTION}\n"), "what is appended to is not replaced");
    check_succeeds(&shell(&format!(r#"cd {} && "$0" generate --seed x --output -"#, directory.display())));
    assert_eq!(names(&directory), ["file"], "no file is named -");
}

#[test]
fn a_new_file_follows_the_umask_and_one_that_is_replaced_keeps_its_permissions() {
    let path = directory("output-mode").join("file");
    for (umask, permissions) in [("077", 0o600), ("027", 0o640), ("0", 0o666)] {
        check_succeeds(&shell(&format!(r#"umask {umask} && exec "$0" solve --output {}"#, path.display())));
        assert_eq!(mode(&path), permissions, "{umask}");
        fs::remove_file(&path).expect("it is there");
    }
    fs::write(&path, "old").expect("a file");
    for permissions in [0o600, 0o640, 0o666, 0o444] {
        fs::set_permissions(&path, Permissions::from_mode(permissions)).expect("it is ours");
        check_succeeds(&solve(&["--output", text(&path)], PUZZLE.as_bytes()));
        assert_eq!((mode(&path), contents(&path)), (permissions, format!("{SOLUTION}\n")), "{permissions:o}");
    }
}

#[test]
fn a_directory_is_an_error_before_the_work_begins() {
    let directory = directory("output-directory");
    let message = format!("{}: Is a directory (os error 21)", directory.display());
    // The error of an input that cannot be read would come first if the work had begun.
    for arguments in [&["solve", "/nonexistent/puzzles"][..], &["solve", "--skip-existing"], &["generate"]] {
        let output = run(&[arguments, &["--output", text(&directory)]].concat(), b"");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), stderr.lines().last()),
            (Some(2), Some(&*format!("sudoku-service: {message}")))
        );
    }
    assert_eq!(names(&directory), [""; 0]);
}

/// The commands that write to standard output, each with something to write.
const COMMANDS: [&str; 7] =
    ["openapi", "--help", "--version", "techniques", "daily --date 2026-11-21", "generate --seed x", "solve"];

#[test]
fn a_closed_standard_output_is_an_error() {
    for arguments in COMMANDS {
        let closed = "standard output: it is closed, or a null device that is open for reading, too";
        check_fails(&shell(&format!(r#"exec "$0" {arguments} >&-"#)), closed);
        check_succeeds(&shell(&format!(r#"exec "$0" {arguments} >/dev/null"#)));
        // Open for reading alone.
        let output = shell(&format!(r#"exec "$0" {arguments} 1</dev/null"#));
        check_fails(&output, "standard output: Bad file descriptor (os error 9)");
    }
    let path = directory("output-elsewhere").join("file");
    check_succeeds(&shell(r#"exec "$0" solve --output /dev/null >&-"#));
    check_succeeds(&shell(&format!(r#"exec "$0" solve --output {} >&-"#, path.display())));
    assert_eq!(contents(&path), format!("{SOLUTION}\n"), "it does not use standard output");
}

#[test]
fn a_full_device_is_an_error() {
    for arguments in COMMANDS {
        let output = shell(&format!(r#"exec "$0" {arguments} >/dev/full"#));
        check_fails(&output, "standard output: No space left on device (os error 28)");
    }
}

/// `eprintln!` would panic, and the exit code would be 101.
#[test]
fn a_standard_error_that_cannot_be_written_changes_nothing() {
    for redirection in ["2>/dev/full", "2>&-"] {
        let output = shell(&format!(r#"exec "$0" generate {redirection}"#));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 82), "{output:?}");
        for (arguments, code) in [
            ("solve /nonexistent", 2),
            ("--no-such-flag", 2),
            ("generate --rating x", 2),
            ("healthcheck --listen 1", 1),
        ] {
            assert_eq!(
                shell(&format!(r#"exec "$0" {arguments} {redirection}"#)).status.code(),
                Some(code),
                "{arguments}"
            );
        }
    }
}

#[test]
fn a_reader_that_stops_early_ends_every_command_quietly() {
    for arguments in COMMANDS {
        // The reader has ended before the command starts.
        let output = shell(&format!(r#"exec 3> >(true); wait $!; exec "$0" {arguments} >&3"#));
        check_succeeds(&output);
    }
    let output = shell(r#""$0" openapi | head -1"#);
    check_succeeds(&output);
    assert_eq!(output.stdout, b"openapi: 3.1.0\n");
}

#[test]
fn only_a_file_is_skipped_as_existing() {
    let directory = directory("output-skip");
    let path = directory.join("file");
    symlink("nothing", directory.join("link")).expect("a link");
    for name in ["file", "link"] {
        check_succeeds(&solve(&["--skip-existing", "--output", text(&directory.join(name))], PUZZLE.as_bytes()));
    }
    fs::write(&path, "old").expect("a file");
    let again = run(&["generate", "--seed", "x", "--skip-existing", "--output", text(&path)], b"");
    assert_eq!((again.status.code(), contents(&path)), (Some(0), "old".to_owned()));
    assert_eq!(contents(&directory.join("nothing")), format!("{SOLUTION}\n"));
}

#[test]
fn a_shard_of_what_is_no_regular_file_is_an_error_that_says_what_to_do() {
    let directory = directory("shard-pipe");
    let pipe = directory.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let advice = "only a regular file can be read in shards; save the input to one first";
    for (path, name) in [(text(&pipe), text(&pipe)), (text(&directory), text(&directory)), ("-", "standard input")] {
        check_fails(&solve(&["--shard", "0/2", path], b""), &format!("{name}: {advice}"));
    }
}
